// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Live measures while drawing, and the numbers typed for them.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  int n;
  const char *label[TR_SKETCH_FIELDS];
  TrQuantityKind kind[TR_SKETCH_FIELDS];
} Fields;

static const Fields fields[] = {
    [TR_MEASURE_NONE] = {.n = 0},
    [TR_MEASURE_POLAR] = {2,
                          {N_ ("Length"), N_ ("Angle")},
                          {TR_QUANTITY_LENGTH, TR_QUANTITY_ANGLE}},
    [TR_MEASURE_RADIUS] = {1, {N_ ("Radius")}, {TR_QUANTITY_LENGTH}},
    [TR_MEASURE_BOX] = {2, {N_ ("Width"), N_ ("Height")}, {TR_QUANTITY_LENGTH, TR_QUANTITY_LENGTH}},
    [TR_MEASURE_OWN] = {1, {N_ ("Radius")}, {TR_QUANTITY_LENGTH}},
};

TrMeasure
tr_sketch_measure (const TrSketch *t)
{
  int last = (int) G_N_ELEMENTS (t->ops->measure) - 1;
  return t->is_asking ? TR_MEASURE_NONE : t->ops->measure[MIN ((int) t->points->len, last)];
}

Vec2
tr_sketch_anchor (const TrSketch *t)
{
  int last = (int) t->points->len - 1;
  bool first = tr_sketch_measure (t) != TR_MEASURE_POLAR;
  return tr_sketch_point_at (t, first ? 0 : last)->place;
}

bool
tr_sketch_has_typed (const TrSketch *t)
{
  return t->typed[0]->len > 0 || t->typed[1]->len > 0;
}

void
tr_sketch_clear_typed (TrSketch *t)
{
  for (int i = 0; i < TR_SKETCH_FIELDS; i++)
    g_string_truncate (t->typed[i], 0);
  t->field = 0;
}

static const TrSketchPoint *
placed (const TrSketch *t)
{
  return (const TrSketchPoint *) (void *) t->points->data;
}

// Lengths are positive.
static bool
is_possible (const TrSketch *t, int i, double value, GError **error)
{
  TrMeasure measure = tr_sketch_measure (t);
  double least =
      measure == TR_MEASURE_OWN && t->ops->least_radius ? t->ops->least_radius (placed (t)) : 0;

  if (fields[measure].kind[i] == TR_QUANTITY_ANGLE || (value > 0 && value >= least))
    return true;
  if (least > 0) {
    TrUnits units = tr_session_get_model (t->session)->units;
    g_autofree char *text = tr_quantity_format (least, TR_QUANTITY_LENGTH, units, 0);
    g_autofree char *bound = g_strconcat ("≥ ", text, NULL);
    g_set_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX, _ ("expected %s, found %s"), bound,
                 t->typed[i]->str);
  } else
    g_set_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX, _ ("expected more than 0, found %s"),
                 t->typed[i]->str);
  return false;
}

// False without an error: nothing was typed.
static bool
read_field (const TrSketch *t, int i, double *value, char **expr, GError **error)
{
  const Fields *f = &fields[tr_sketch_measure (t)];
  const TrModel *m = tr_session_get_model (t->session);
  const char *text = t->typed[i]->str;

  if (i >= f->n || t->typed[i]->len == 0 ||
      !tr_quantity_parse (text + (*text == '='), f->kind[i], m, value, expr, error))
    return false;
  return is_possible (t, i, *value, error);
}

char *
tr_sketch_complaint (const TrSketch *t)
{
  double value;

  for (int i = 0; i < TR_SKETCH_FIELDS; i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *expr = NULL;
    read_field (t, i, &value, &expr, &error);
    if (error)
      return g_strdup_printf ("%s: %s", _ (fields[tr_sketch_measure (t)].label[i]), error->message);
  }
  return NULL;
}

// The value as the format has it: an expression as text, else a number.
static const char *
value_text (TrSketch *t, double value, const char *expr)
{
  TrParts *parts = tr_parts_new (tr_session_get_model (t->session));
  const char *text = expr ? tr_parts_string (parts, expr) : tr_parts_number (parts, value);
  const char *kept = g_string_chunk_insert_const (t->texts, text);
  tr_parts_free (parts);
  return kept;
}

// Level where the free end of a given length nearly is.
static void
level (TrSketch *t, Vec2 anchor, double length)
{
  Vec2 d = v2_sub (t->next.place, anchor);

  if (!t->snaps || !(t->ops->with & TR_SNAP_LEVELS))
    return;
  if (fabs (d.y) <= t->tolerance && fabs (d.y) < fabs (d.x)) {
    t->next.place = v2 (anchor.x + copysign (length, d.x), anchor.y);
    t->next.snap.kind = t->next.snap.level = TR_SNAP_HORIZONTAL;
  } else if (fabs (d.x) <= t->tolerance && fabs (d.x) < fabs (d.y)) {
    t->next.place = v2 (anchor.x, anchor.y + copysign (length, d.y));
    t->next.snap.kind = t->next.snap.level = TR_SNAP_VERTICAL;
  }
}

bool
tr_sketch_place_typed (TrSketch *t)
{
  bool has[TR_SKETCH_FIELDS];
  double value[TR_SKETCH_FIELDS] = {0};
  TrMeasure measure = tr_sketch_measure (t);

  for (int i = 0; i < TR_SKETCH_FIELDS; i++) {
    g_autofree char *expr = NULL;
    has[i] = read_field (t, i, &value[i], &expr, NULL);
    t->next.given[i] = has[i] ? value_text (t, value[i], expr) : NULL;
  }
  if (!has[0] && !has[1])
    return false;
  Vec2 anchor = tr_sketch_anchor (t), d = v2_sub (t->pointer, anchor);
  if (measure == TR_MEASURE_BOX) {
    Vec2 size =
        v2 (has[0] ? copysign (value[0], d.x) : d.x, has[1] ? copysign (value[1], d.y) : d.y);
    t->next.place = v2_add (anchor, size);
  } else if (measure == TR_MEASURE_OWN) {
    t->next.place = t->ops->by_radius (placed (t), value[0], t->pointer);
  } else {
    Vec2 along = has[1] ? v2_polar (1, value[1]) : v2_unit_or (d, v2 (1, 0));
    t->next.place = v2_mad (anchor, has[0] ? value[0] : fmax (0, v2_dot (d, along)), along);
  }
  t->next.snap = tr_snap_none (t->next.place);
  if (measure == TR_MEASURE_POLAR && !has[1])
    level (t, anchor, value[0]);
  t->next.snap.place = t->next.place;
  return true;
}

static bool
begins_number (const char *text)
{
  return g_ascii_isdigit (*text) || (*text && strchr ("=.,+-(", *text)) ||
         g_str_has_prefix (text, "−");
}

unsigned
tr_sketch_type (TrSketch *t, const char *text)
{
  GString *typed = t->typed[t->field];

  if (t->parts || fields[tr_sketch_measure (t)].n == 0 || !g_utf8_validate (text, -1, NULL) ||
      !*text || !g_unichar_isprint (g_utf8_get_char (text)) ||
      (typed->len == 0 && !begins_number (text)))
    return 0;
  g_string_append (typed, text);
  return tr_sketch_motion (t, t->pointer, t->snaps) | TR_SKETCH_CHANGED;
}

int
tr_sketch_n_fields (const TrSketch *t)
{
  return t->has_pointer ? fields[tr_sketch_measure (t)].n : 0;
}

TrSketchField
tr_sketch_get_field (const TrSketch *t, int i)
{
  TrMeasure measure = tr_sketch_measure (t);
  g_return_val_if_fail (i >= 0 && i < fields[measure].n, (TrSketchField){0});
  Vec2 d = v2_sub (t->next.place, tr_sketch_anchor (t));
  double typed;
  TrSketchField f = {.label = fields[measure].label[i],
                     .kind = fields[measure].kind[i],
                     .is_valid = read_field (t, i, &typed, NULL, NULL),
                     .is_active = t->field == i};

  f.typed = t->typed[i]->len > 0 ? t->typed[i]->str : NULL;
  if (measure == TR_MEASURE_BOX)
    f.value = fabs (i == 0 ? d.x : d.y);
  else if (measure == TR_MEASURE_OWN)
    f.value = t->ops->radius (placed (t), t->next.place);
  else
    f.value = i == 0 ? v2_norm (d) : atan2 (d.y, d.x);
  return f;
}
