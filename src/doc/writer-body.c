// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/writer-private.h"
#include "doc/writer.h"

#include <math.h>

static bool
is_number (double x, double value)
{
  return !(x < value) && !(x > value);
}

static bool
is_literal (const TrScalar *s, double value)
{
  return s->expr == NULL && is_number (s->value, value);
}

static void
append_dash (TrObject *o, int n, const double *dash)
{
  if (dash == NULL) {
    tr_object_without (o, "dash");
    return;
  }
  tr_object_key (o, "dash");
  g_string_append_c (o->out, '[');
  for (int i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (o->out, ", ");
    tr_json_append_number (o->out, dash[i]);
  }
  g_string_append_c (o->out, ']');
  tr_object_after (o, "dash");
}

static void
append_width (TrObject *o, double width)
{
  if (width >= 0)
    tr_object_number (o, "width", width);
  else
    tr_object_without (o, "width");
}

void
tr_append_style (GString *out, const TrStyle *style)
{
  TrObject o = tr_object_open (out, style->extras);
  tr_object_text (&o, "stroke", style->stroke);
  append_width (&o, style->width);
  append_dash (&o, style->n_dash, style->dash);
  tr_object_text (&o, "fill", style->fill);
  tr_object_text (&o, "cap", style->cap);
  tr_object_text (&o, "join", style->join);
  tr_object_close (&o);
}

static void
append_rect (TrObject *o, const TrMark *mark)
{
  const double x[4] = {mark->at.x, mark->at.y, mark->size.x, mark->size.y};
  tr_object_key (o, "rect");
  for (int i = 0; i < 4; i++) {
    g_string_append (o->out, i == 0 ? "[" : ", ");
    tr_json_append_number (o->out, x[i]);
  }
  g_string_append_c (o->out, ']');
  tr_object_after (o, "rect");
}

static void
append_mark (GString *out, const TrMark *mark)
{
  TrObject o = tr_object_open (out, mark->extras);
  switch (mark->kind) {
  case TR_MARK_PATH:
    tr_object_text (&o, "path", mark->text);
    tr_object_text (&o, "stroke", mark->stroke);
    append_width (&o, mark->width);
    append_dash (&o, mark->n_dash, mark->dash);
    tr_object_text (&o, "fill", mark->fill);
    break;
  case TR_MARK_TEXT:
    tr_object_text (&o, "text", mark->text);
    tr_object_vec2 (&o, "at", mark->at);
    tr_object_number (&o, "size", mark->size.x);
    break;
  case TR_MARK_IMAGE:
    tr_object_text (&o, "image", mark->text);
    append_rect (&o, mark);
    if (is_number (mark->turn, 0))
      tr_object_without (&o, "rotation");
    else
      tr_object_number (&o, "rotation", mark->turn);
    tr_object_flag (&o, "mirrored", mark->mirrored, true);
    break;
  }
  tr_object_close (&o);
}

void
tr_append_drawing (GString *out, const TrBody *b)
{
  g_string_append_c (out, '[');
  for (int i = 0; i < b->n_drawing; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    append_mark (out, &b->drawing[i]);
  }
  g_string_append_c (out, ']');
}

char *
tr_write_drawing (const TrBody *b)
{
  GString *out = g_string_new (NULL);
  tr_append_drawing (out, b);
  return g_string_free (out, FALSE);
}

static void
append_unknowns (GString *out, const TrBody *b, const double *q)
{
  TrObject o = tr_object_open (out, NULL);
  for (int i = 0; i < b->n; i++)
    tr_object_number (&o, b->formula.f->names[i], q[i]);
  tr_object_close (&o);
}

// A member of the state (or of the velocity) from the body's run q.
static void
append_state (TrObject *o, const TrBody *b, const TrField *f, const double *q)
{
  const double *x = q + f->at;
  tr_object_key (o, f->name);
  switch ((int) f->type) {
  case TR_FIELD_POINT:
  case TR_FIELD_PAIR:
    tr_json_append_place (o->out, v2 (x[0], x[1]));
    break;
  case TR_FIELD_LENGTH:
  case TR_FIELD_ANGLE:
  case TR_FIELD_NUMBER:
    tr_json_append_number (o->out, x[0]);
    break;
  case TR_FIELD_POINTS:
    tr_append_points (o->out, q, b->n / 2);
    break;
  case TR_FIELD_UNKNOWNS:
    append_unknowns (o->out, b, q);
    break;
  }
  tr_object_after (o, f->name);
}

static void
append_elastic (TrObject *o, const TrBody *b)
{
  const char *const name[2] = {"shape", "area"};
  const TrScalar *k[2] = {&b->sheet.shape, &b->sheet.area};
  tr_object_key (o, "elastic");
  TrObject e = tr_object_open (o->out, b->sheet.elastic_extras);
  for (int i = 0; i < 2; i++) {
    if (is_literal (k[i], 0))
      tr_object_without (&e, name[i]);
    else
      tr_object_scalar (&e, name[i], k[i]);
  }
  tr_object_close (&e);
  tr_object_after (o, "elastic");
}

static void
append_rest (TrObject *o, const TrBody *b)
{
  tr_object_key (o, "rest");
  TrObject rest = tr_object_open (o->out, b->sheet.rest_extras);
  tr_object_vec2 (&rest, "u", b->sheet.rest[0]);
  tr_object_vec2 (&rest, "v", b->sheet.rest[1]);
  tr_object_close (&rest);
  tr_object_after (o, "rest");
}

static void
append_range (TrObject *o, const char *key, const TrFormula *f)
{
  tr_object_key (o, key);
  g_string_append_c (o->out, '[');
  tr_append_scalar (o->out, &f->range[0]);
  g_string_append (o->out, ", ");
  tr_append_scalar (o->out, &f->range[1]);
  g_string_append_c (o->out, ']');
  tr_object_after (o, key);
}

// Whether a member that is no state says more than its absence.
static bool
is_told (const TrBody *b, const TrField *f)
{
  switch ((int) f->type) {
  case TR_FIELD_CLOSED:
    return b->closed;
  case TR_FIELD_BAR_LENGTH:
    return !is_number (b->rigid.length, 1);
  case TR_FIELD_SIZE:
    return !is_number (b->sheet.size.x, 1) || !is_number (b->sheet.size.y, 1);
  case TR_FIELD_ELASTIC:
    return !is_literal (&b->sheet.shape, 0) || !is_literal (&b->sheet.area, 0) ||
           b->sheet.elastic_extras != NULL;
  case TR_FIELD_REST:
    return b->sheet.rest != NULL;
  case TR_FIELD_DRAWING:
    return b->n_drawing > 0;
  }
  return true;
}

static void
append_constant (TrObject *o, const TrBody *b, const TrField *f)
{
  switch ((int) f->type) {
  case TR_FIELD_CLOSED:
    tr_object_flag (o, f->name, true, true);
    break;
  case TR_FIELD_BAR_LENGTH:
    tr_object_number (o, f->name, b->rigid.length);
    break;
  case TR_FIELD_SIZE:
    tr_object_vec2 (o, f->name, b->sheet.size);
    break;
  case TR_FIELD_ELASTIC:
    append_elastic (o, b);
    break;
  case TR_FIELD_REST:
    append_rest (o, b);
    break;
  case TR_FIELD_DRAWING:
    tr_object_key (o, f->name);
    tr_append_drawing (o->out, b);
    tr_object_after (o, f->name);
    break;
  case TR_FIELD_CURVE_X:
    tr_object_text (o, f->name, tr_expr_text (b->formula.f->expr[0]));
    break;
  case TR_FIELD_CURVE_Y:
    tr_object_text (o, f->name, tr_expr_text (b->formula.f->expr[1]));
    break;
  case TR_FIELD_RANGE:
    append_range (o, f->name, b->formula.f);
    break;
  }
}

static void
append_weights (TrObject *o, const TrBody *b)
{
  char buf[32];
  if (b->weights == NULL) {
    tr_object_without (o, "weights");
    return;
  }
  tr_object_key (o, "weights");
  TrObject w = tr_object_open (o->out, NULL);
  for (int i = 0; i < b->n; i++)
    if (b->weights[b->n + i] > 0)
      tr_object_number (&w, tr_body_member_name (b, i, buf), b->weights[i]);
  tr_object_close (&w);
  tr_object_after (o, "weights");
}

static int
state_size (const TrBody *b, const TrField *f)
{
  switch ((int) f->type) {
  case TR_FIELD_POINT:
  case TR_FIELD_PAIR:
    return 2;
  case TR_FIELD_POINTS:
  case TR_FIELD_UNKNOWNS:
    return b->n;
  }
  return 1;
}

// Of a velocity that was not written the reader makes −0.
static bool
is_untold (double u)
{
  return is_number (u, 0) && signbit (u);
}

static void
append_velocity (TrObject *o, const TrBody *b, const double *v)
{
  bool moves = false;
  for (int i = 0; i < b->n; i++)
    moves = moves || fabs (v[i]) > 0;
  if (b->velocity == NULL && !moves) {
    tr_object_without (o, "velocity");
    return;
  }
  tr_object_key (o, "velocity");
  TrObject u = tr_object_open (o->out, NULL);
  for (const TrField *f = tr_body_get_ops (b)->fields; f->name != NULL; f++) {
    bool told = false;
    if (f->type > TR_FIELD_UNKNOWNS)
      continue;
    for (int i = 0; i < state_size (b, f); i++)
      told = told || fabs (v[f->at + i]) > 0 ||
             (b->velocity != NULL && !is_untold (b->velocity[f->at + i]));
    if (told)
      append_state (&u, b, f, v);
  }
  tr_object_close (&u);
  tr_object_after (o, "velocity");
}

void
tr_append_body (TrWriter *w, int index)
{
  const TrBody *b = &w->m->bodies[index];
  const double *q = tr_body_q (b, w->s->q);
  TrObject o = tr_object_open (w->out, b->extras);
  tr_object_text (&o, "id", b->id);
  tr_object_text (&o, "kind", tr_body_get_ops (b)->name);
  tr_object_text (&o, "name", b->name);
  for (const TrField *f = tr_body_get_ops (b)->fields; f->name != NULL; f++) {
    if (f->type <= TR_FIELD_UNKNOWNS)
      append_state (&o, b, f, q);
    else if (is_told (b, f))
      append_constant (&o, b, f);
    else
      tr_object_without (&o, f->name);
  }
  if (b->style != NULL) {
    tr_object_key (&o, "style");
    tr_append_style (o.out, b->style);
    tr_object_after (&o, "style");
  } else
    tr_object_without (&o, "style");
  tr_object_flag (&o, "construction", b->construction, true);
  append_weights (&o, b);
  tr_object_text (&o, "layer", b->layer);
  tr_object_text (&o, "group", b->group);
  tr_object_flag (&o, "hidden", b->hidden, true);
  tr_object_flag (&o, "locked", b->locked, true);
  append_velocity (&o, b, w->s->v + b->q);
  tr_object_close (&o);
}
