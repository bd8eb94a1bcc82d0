// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What properties are called, by people and in the format.

#include "app/panel/page-properties.h"

#include <glib/gi18n.h>

static const struct {
  const char *label, *member;
} properties[TR_N_PROPERTIES] = {
    [TR_PROPERTY_HEADING] = {NULL, NULL},
    [TR_PROPERTY_NAME] = {N_ ("Name"), "name"},
    [TR_PROPERTY_FORMULA] = {N_ ("Formula"), "x"},
    [TR_PROPERTY_MEMBER] = {NULL, NULL},
    [TR_PROPERTY_SHAPE] = {N_ ("Stiffness"), "stiffness"},
    [TR_PROPERTY_AREA] = {N_ ("Area stiffness"), "area"},
    [TR_PROPERTY_DRAG] = {N_ ("Air drag"), "drag"},
    [TR_PROPERTY_TEXT] = {N_ ("Text"), "text"},
    [TR_PROPERTY_SIZE] = {N_ ("Letter size"), "size"},
    [TR_PROPERTY_PLACE_X] = {"x", "x"},
    [TR_PROPERTY_PLACE_Y] = {"y", "y"},
    [TR_PROPERTY_STROKE] = {N_ ("Stroke"), "style.stroke"},
    [TR_PROPERTY_WIDTH] = {N_ ("Width"), "style.width"},
    [TR_PROPERTY_DASH] = {N_ ("Dash"), "style.dash"},
    [TR_PROPERTY_FILL] = {N_ ("Fill"), "style.fill"},
    [TR_PROPERTY_CONSTRUCTION] = {N_ ("Construction"), "construction"},
    [TR_PROPERTY_HIDDEN] = {N_ ("Hidden"), "hidden"},
    [TR_PROPERTY_LOCKED] = {N_ ("Locked"), "locked"},
};

const char *
tr_property_member (TrProperty what)
{
  return properties[what].member;
}

const char *
tr_property_label (TrProperty what)
{
  const char *label = properties[what].label;
  return label ? _ (label) : NULL;
}
