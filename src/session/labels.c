// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/labels.h"

#include "model/label-text.h"
#include "render/extent.h"
#include "session/quantity.h"
#include "session/report.h"

#include <glib/gi18n-lib.h>

// A letter is no wider than this, in its size; and so many more may stand for an expression.
#define WIDEST 1.5
#define MORE   24

bool
tr_label_is_in_reach (const TrModel *m, int label)
{
  const TrLabel *l = &m->labels[label];
  const TrBody *b = tr_label_body (m, l);
  return !tr_label_is_hidden (m, l) && !l->locked && !(b && b->locked);
}

static void
add_ink (const TrInk *ink, gpointer data)
{
  TrBounds *box = data;
  *box = tr_bounds_union (*box, tr_extent_ink (ink));
}

TrBounds
tr_label_box (const TrModel *m, const TrState *s, int label)
{
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrBounds box = tr_bounds_empty ();

  options.tolerance = 0.1;
  tr_ink_one_label (m, s, label, &options, add_ink, &box);
  if (!tr_bounds_is_empty (box)) {
    box.low = v2_scale (box.low, 1 / options.mm_per_unit);
    box.high = v2_scale (box.high, 1 / options.mm_per_unit);
  }
  return box;
}

// Letters are laid out for those alone that can be so near.
static bool
may_be_near (const TrModel *m, const TrState *s, int label, Vec2 at, double tolerance)
{
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrInkLabel l = tr_ink_label (m, s, &options, label);
  double letters = (double) g_utf8_strlen (m->labels[label].text, -1) + MORE;

  return v2_dist (v2_scale (l.at, 1 / options.mm_per_unit), at) <=
         tolerance + WIDEST * letters * l.size / options.mm_per_unit;
}

int
tr_label_find (const TrModel *m, const TrState *s, Vec2 at, double tolerance)
{
  for (int i = m->n_labels - 1; i >= 0; i--) {
    if (!tr_label_is_in_reach (m, i) || !may_be_near (m, s, i, at, tolerance))
      continue;
    TrBounds box = tr_label_box (m, s, i);
    if (!tr_bounds_is_empty (box) && at.x >= box.low.x - tolerance &&
        at.x <= box.high.x + tolerance && at.y >= box.low.y - tolerance &&
        at.y <= box.high.y + tolerance)
      return i;
  }
  return -1;
}

bool
tr_label_is_in_box (
    const TrModel *m, const TrState *s, int label, Vec2 low, Vec2 high, TrBoxMode mode)
{
  TrBounds box = tr_label_box (m, s, label);

  if (tr_bounds_is_empty (box))
    return false;
  switch (mode) {
  case TR_BOX_TOUCHING:
    return box.low.x <= high.x && box.high.x >= low.x && box.low.y <= high.y && box.high.y >= low.y;
  case TR_BOX_INSIDE:
    return box.low.x >= low.x && box.high.x <= high.x && box.low.y >= low.y && box.high.y <= high.y;
  }
  g_return_val_if_reached (false);
}

static char *
plain (const char *text, gpointer data)
{
  return tr_quantity_plain (text);
}

char *
tr_label_plain (const char *text)
{
  return tr_label_map (text, plain, NULL);
}

// What is wrong with a text alone is told without the place that the reader puts before it.
bool
tr_label_set_text (TrSession *s, int label, const char *typed, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrLabel *l = &m->labels[label];
  const char *ids[] = {l->id, NULL};
  g_autoptr (GString) json = g_string_new ("{\"text\": ");
  g_autofree char *text = tr_label_plain (typed);

  if (!*text)
    return tr_session_remove (s, ids, NULL, error);
  if (strcmp (text, l->text) == 0)
    return true;
  if (!tr_label_check (m, text, error))
    return false;
  tr_report_string (json, text);
  g_string_append_c (json, '}');
  if (!tr_document_change (tr_session_get_document (s), l->id, json->str, error))
    return false;
  tr_session_commit (s, _ ("Change text"));
  return true;
}

void
tr_label_shift (TrSession *s, int label, Vec2 by)
{
  const TrLabel *l = &tr_session_get_model (s)->labels[label];
  g_autoptr (GString) json = g_string_new ("{\"offset\": ");

  tr_report_place (json, v2_add (l->offset, by));
  g_string_append_c (json, '}');
  tr_document_change (tr_session_get_document (s), l->id, json->str, NULL);
}

void
tr_label_shift_all (TrSession *s, const GArray *labels, Vec2 by)
{
  for (guint i = 0; i < labels->len; i++)
    tr_label_shift (s, g_array_index (labels, int, i), by);
}

void
tr_label_move_all (TrSession *s, const GArray *labels, Vec2 by)
{
  tr_label_shift_all (s, labels, by);
  tr_session_commit (s, labels->len > 1 ? _ ("Move") : _ ("Move text"));
}
