// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/select-hints.h"

#include <glib/gi18n.h>

static const TrKeyHint hover_hints[] = {
    {N_ ("Click"), N_ ("select")},      {N_ ("Drag"), N_ ("pull")},
    {N_ ("Shift"), N_ ("move whole")},  {N_ ("Alt"), N_ ("detach")},
    {N_ ("Right button"), N_ ("menu")}, {NULL, NULL},
};
static const TrKeyHint formula_hints[] = {
    {N_ ("Click"), N_ ("select")},
    {N_ ("Drag"), N_ ("pull")},
    {N_ ("Shift"), N_ ("move whole")},
    {N_ ("Double click"), N_ ("edit the formula")},
    {NULL, NULL},
};
static const TrKeyHint span_hints[] = {
    {N_ ("Click"), N_ ("select")},      {N_ ("Drag"), N_ ("pull")},
    {N_ ("Shift"), N_ ("move whole")},  {N_ ("Double click"), N_ ("add a vertex")},
    {N_ ("Right button"), N_ ("menu")}, {NULL, NULL},
};
static const TrKeyHint note_hints[] = {
    {N_ ("Click"), N_ ("select")},
    {N_ ("Double click"), N_ ("edit the value")},
    {N_ ("Right button"), N_ ("menu")},
    {NULL, NULL},
};
static const TrKeyHint dimension_hints[] = {
    {N_ ("Click"), N_ ("edit the value")},
    {N_ ("Shift"), N_ ("add to the selection")},
    {N_ ("Right button"), N_ ("menu")},
    {NULL, NULL},
};
static const TrKeyHint text_hints[] = {
    {N_ ("Drag"), N_ ("move the text")},
    {N_ ("Double click"), N_ ("edit the text")},
    {N_ ("Right button"), N_ ("menu")},
    {NULL, NULL},
};
static const TrKeyHint key_hints[] = {
    {N_ ("Click"), N_ ("select the key")},
    {N_ ("Drag"), N_ ("move the key")},
    {N_ ("Right button"), N_ ("menu")},
    {NULL, NULL},
};
static const TrKeyHint key_drag_hints[] = {
    {N_ ("Ctrl"), N_ ("no snapping")},
    {N_ ("Esc"), N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint path_hints[] = {
    {N_ ("Tab"), N_ ("next key")},
    {N_ ("Drag"), N_ ("move a key")},
    {N_ ("Del"), N_ ("delete")},
    {N_ ("Esc"), N_ ("deselect")},
    {NULL, NULL},
};
static const TrKeyHint carry_hints[] = {
    {N_ ("Esc"), N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint drag_hints[] = {
    {N_ ("Ctrl"), N_ ("no snapping")},
    {"F3", N_ ("snapping off")},
    {N_ ("Alt"), N_ ("detach")},
    {N_ ("Esc"), N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint curve_hints[] = {
    {N_ ("Drag"), N_ ("pull the motion: dimensions follow")},
    {"Esc", N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint pin_hints[] = {
    {N_ ("Drag"), N_ ("move the pin: dimensions follow")},
    {N_ ("Click, Del"), N_ ("remove it")},
    {NULL, NULL},
};
static const TrKeyHint free_hints[] = {
    {"F3", N_ ("snapping on")},
    {N_ ("Alt"), N_ ("detach")},
    {N_ ("Esc"), N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint band_hints[] = {
    {N_ ("To the right"), N_ ("what lies inside")},
    {N_ ("To the left"), N_ ("what is touched")},
    {N_ ("Shift"), N_ ("add to the selection")},
    {N_ ("Esc"), N_ ("cancel")},
    {NULL, NULL},
};
static const TrKeyHint chosen_hints[] = {
    {N_ ("Shift"), N_ ("add to the selection")},
    {N_ ("Tab"), N_ ("next body")},
    {N_ ("Arrows"), N_ ("nudge")},
    {N_ ("Del"), N_ ("delete")},
    {N_ ("Esc"), N_ ("deselect")},
    {NULL, NULL},
};
static const TrKeyHint view_hints[] = {
    {N_ ("Wheel"), N_ ("zoom")},
    {N_ ("Middle button"), N_ ("move paper")},
    {N_ ("Home"), N_ ("show all")},
    {NULL, NULL},
};

const TrKeyHint *
tr_select_hints (TrSelectHints which)
{
  static const TrKeyHint *const hints[TR_N_SELECT_HINTS] = {
      [TR_SELECT_HINTS_TEXT] = text_hints,         [TR_SELECT_HINTS_CARRY] = carry_hints,
      [TR_SELECT_HINTS_HOVER] = hover_hints,       [TR_SELECT_HINTS_FORMULA] = formula_hints,
      [TR_SELECT_HINTS_NOTE] = note_hints,         [TR_SELECT_HINTS_DIMENSION] = dimension_hints,
      [TR_SELECT_HINTS_DRAG] = drag_hints,         [TR_SELECT_HINTS_CURVE] = curve_hints,
      [TR_SELECT_HINTS_PIN] = pin_hints,           [TR_SELECT_HINTS_FREE] = free_hints,
      [TR_SELECT_HINTS_BAND] = band_hints,         [TR_SELECT_HINTS_CHOSEN] = chosen_hints,
      [TR_SELECT_HINTS_KEY] = key_hints,           [TR_SELECT_HINTS_PATH] = path_hints,
      [TR_SELECT_HINTS_KEY_DRAG] = key_drag_hints, [TR_SELECT_HINTS_VIEW] = view_hints,
      [TR_SELECT_HINTS_SPAN] = span_hints,
  };
  return hints[which];
}
