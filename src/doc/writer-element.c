// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Connectors, constraints, forces, parameters, traces and labels.

#include "doc/writer-private.h"
#include "doc/writer.h"

#include <string.h>

static const char *
body_id (const TrWriter *w, int body)
{
  return w->m->bodies[body].id;
}

void
tr_append_connector (TrWriter *w, const TrConnector *c)
{
  char buf[32];
  TrObject o = tr_object_open (w->out, c->extras);
  if (c->kind != TR_AT_GROUND)
    tr_object_text (&o, "body", body_id (w, c->body));
  switch (c->kind) {
  case TR_AT_GROUND:
    tr_object_vec2 (&o, "at", c->p);
    break;
  case TR_AT_NAMED:
    tr_object_text (&o, "point", tr_body_point_name (&w->m->bodies[c->body], c->point, buf));
    break;
  case TR_AT_T:
    tr_object_number (&o, "t", c->p.x);
    break;
  case TR_AT_SLIDE:
    tr_object_number (&o, "slide", c->slide >= 0 ? w->s->q[c->slide] : c->p.x);
    break;
  case TR_AT_LOCAL:
    tr_object_vec2 (&o, "local", c->p);
    break;
  }
  tr_object_close (&o);
}

// Where a direction may stand, "x" and "y" are the axes.
static void
append_body (TrWriter *w, const char *id)
{
  if (!g_str_equal (id, "x") && !g_str_equal (id, "y")) {
    tr_json_append_string (w->out, id);
    return;
  }
  TrObject o = tr_object_open (w->out, NULL);
  tr_object_text (&o, "body", id);
  tr_object_close (&o);
}

void
tr_append_end (TrWriter *w, const TrEnd *e)
{
  TrObject o;
  switch (e->kind) {
  case TR_END_NONE:
    break;
  case TR_END_POINT:
    tr_append_connector (w, &e->connector[0]);
    break;
  case TR_END_X:
  case TR_END_Y:
    tr_json_append_string (w->out, e->kind == TR_END_X ? "x" : "y");
    break;
  case TR_END_BODY:
    append_body (w, body_id (w, e->body));
    break;
  case TR_END_FROMTO:
    o = tr_object_open (w->out, e->extras);
    for (int i = 0; i < 2; i++) {
      const char *key = i == 0 ? "from" : "to";
      tr_object_key (&o, key);
      tr_append_connector (w, &e->connector[i]);
      tr_object_after (&o, key);
    }
    tr_object_close (&o);
    break;
  }
}

static void
append_expr (GString *out, const TrExpr *e, unsigned has)
{
  if ((has & TR_HAS_NUMBER_EXPR) != 0)
    g_string_append (out, tr_expr_text (e));
  else
    tr_json_append_string (out, tr_expr_text (e));
}

static void
append_what (TrWriter *w, const TrConstraint *c)
{
  char buf[32];
  const TrBody *b = &w->m->bodies[c->end[0].body];
  g_autofree char *text = NULL;
  if ((c->has & TR_HAS_SHORT_WHAT) != 0)
    text = g_strdup (b->id);
  else
    text = g_strdup_printf ("%s.%s", b->id, tr_body_member_name (b, c->member, buf));
  tr_json_append_string (w->out, text);
}

static void
append_keys (GString *out, const TrKey *keys, int n)
{
  g_string_append_c (out, '[');
  for (int i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    TrObject o = tr_object_open (out, keys[i].extras);
    tr_object_number (&o, "time", keys[i].time);
    tr_object_vec2 (&o, "at", keys[i].at);
    tr_object_close (&o);
  }
  g_string_append_c (out, ']');
}

char *
tr_write_keys (const TrKey *keys, int n)
{
  GString *out = g_string_new (NULL);
  append_keys (out, keys, n);
  return g_string_free (out, FALSE);
}

// The value of a member that has one.
static void
append_constraint_field (TrWriter *w, const TrConstraint *c, const TrField *f)
{
  char buf[32];
  switch ((int) f->type) {
  case TR_FIELD_END:
    tr_append_end (w, &c->end[f->at]);
    break;
  case TR_FIELD_SCALAR:
    tr_append_scalar (w->out, &c->scalar[f->at]);
    break;
  case TR_FIELD_PLACE:
    tr_json_append_place (w->out, c->place);
    break;
  case TR_FIELD_MEMBER:
    tr_json_append_string (w->out,
                           tr_body_member_name (&w->m->bodies[c->end[0].body], c->member, buf));
    break;
  case TR_FIELD_WHAT:
    append_what (w, c);
    break;
  case TR_FIELD_EXPR:
    append_expr (w->out, c->expr, c->has);
    break;
  case TR_FIELD_OP:
    tr_json_append_string (w->out, tr_op_names[c->op]);
    break;
  case TR_FIELD_KEYS:
    append_keys (w->out, c->keys, c->n_keys);
    break;
  case TR_FIELD_LOOP:
    g_string_append (w->out, "true");
    break;
  }
}

static bool
is_told (const TrField *f, const TrEnd *ends, unsigned has, bool loop)
{
  switch ((int) f->type) {
  case TR_FIELD_END:
    return ends[f->at].kind != TR_END_NONE;
  case TR_FIELD_SCALAR:
    return (has & (1u << f->at)) != 0;
  case TR_FIELD_LOOP:
    return loop;
  }
  return true;
}

void
tr_append_constraint (TrWriter *w, int index)
{
  const TrConstraint *c = &w->m->constraints[index];
  TrObject o = tr_object_open (w->out, c->extras);
  tr_object_text (&o, "id", c->id);
  tr_object_text (&o, "kind", tr_con_get_ops (c)->name);
  tr_object_text (&o, "name", c->name);
  tr_object_flag (&o, "enabled", c->disabled, false);
  tr_object_flag (&o, "driven", c->driven, true);
  for (const TrField *f = tr_con_get_ops (c)->fields; f->name != NULL; f++) {
    if (is_told (f, c->end, c->has, c->loop)) {
      tr_object_key (&o, f->name);
      append_constraint_field (w, c, f);
      tr_object_after (&o, f->name);
    } else
      tr_object_without (&o, f->name);
  }
  tr_object_close (&o);
}

static void
append_scatter (GString *out, const TrForce *f)
{
  g_string_append_c (out, '[');
  for (int i = 0; i < f->n_points; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    tr_json_append_place (out, f->points[i]);
  }
  g_string_append_c (out, ']');
}

static void
append_force_field (TrWriter *w, const TrForce *force, const TrField *f)
{
  switch ((int) f->type) {
  case TR_FIELD_END:
    tr_append_end (w, &force->end[f->at]);
    break;
  case TR_FIELD_SCALAR:
    tr_append_scalar (w->out, &force->scalar[f->at]);
    break;
  case TR_FIELD_PLACE:
    tr_json_append_place (w->out, force->place);
    break;
  case TR_FIELD_EXPR:
    append_expr (w->out, force->expr, force->has);
    break;
  case TR_FIELD_OP:
    tr_json_append_string (w->out, tr_op_names[force->op]);
    break;
  case TR_FIELD_SCATTER:
    append_scatter (w->out, force);
    break;
  case TR_FIELD_IMAGE:
    tr_json_append_string (w->out, force->image);
    break;
  }
}

void
tr_append_force (TrWriter *w, int index)
{
  const TrForce *force = &w->m->forces[index];
  TrObject o = tr_object_open (w->out, force->extras);
  tr_object_text (&o, "id", force->id);
  tr_object_text (&o, "kind", tr_force_ops[force->kind]->name);
  tr_object_text (&o, "name", force->name);
  tr_object_flag (&o, "enabled", force->disabled, false);
  for (const TrField *f = tr_force_ops[force->kind]->fields; f->name != NULL; f++) {
    if (is_told (f, force->end, force->has, false)) {
      tr_object_key (&o, f->name);
      append_force_field (w, force, f);
      tr_object_after (&o, f->name);
    } else
      tr_object_without (&o, f->name);
  }
  tr_object_close (&o);
}

void
tr_append_parameter (TrWriter *w, int index)
{
  const TrParameter *p = &w->m->parameters[index];
  TrObject o = tr_object_open (w->out, p->extras);
  tr_object_text (&o, "name", p->name);
  TrScalar value = p->value;
  if (p->number >= 0 && w->s != NULL)
    value.value = w->s->q[w->m->bodies[p->number].q];
  tr_object_scalar (&o, "value", &value);
  tr_object_flag (&o, "free", p->is_free, true);
  tr_object_close (&o);
}

static void
append_pins (TrObject *o, const TrTrace *t)
{
  tr_object_key (o, "pins");
  for (int i = 0; i < t->n_pins; i++) {
    const double numbers[] = {t->pins[i].turn, t->pins[i].at.x, t->pins[i].at.y};
    g_string_append (o->out, i == 0 ? "[" : ", ");
    for (guint k = 0; k < G_N_ELEMENTS (numbers); k++) {
      const TrScalar number = {numbers[k], NULL};
      g_string_append (o->out, k == 0 ? "[" : ", ");
      tr_append_scalar (o->out, &number);
    }
    g_string_append_c (o->out, ']');
  }
  g_string_append_c (o->out, ']');
  tr_object_after (o, "pins");
}

void
tr_append_trace (TrWriter *w, int index)
{
  const TrTrace *t = &w->m->traces[index];
  TrObject o = tr_object_open (w->out, t->extras);
  tr_object_text (&o, "id", t->id);
  tr_object_text (&o, "name", t->name);
  tr_object_key (&o, "a");
  tr_append_connector (w, &t->a);
  tr_object_after (&o, "a");
  if (t->style != NULL) {
    tr_object_key (&o, "style");
    tr_append_style (o.out, t->style);
    tr_object_after (&o, "style");
  } else
    tr_object_without (&o, "style");
  if (t->n_pins > 0)
    append_pins (&o, t);
  else
    tr_object_without (&o, "pins");
  tr_object_close (&o);
}

void
tr_append_label (TrWriter *w, int index)
{
  const TrLabel *l = &w->m->labels[index];
  TrObject o = tr_object_open (w->out, l->extras);
  tr_object_text (&o, "name", l->name);
  tr_object_text (&o, "text", l->text);
  tr_object_key (&o, "at");
  tr_append_connector (w, &l->at);
  tr_object_after (&o, "at");
  if ((l->has & TR_HAS_OFFSET) != 0)
    tr_object_vec2 (&o, "offset", l->offset);
  else
    tr_object_without (&o, "offset");
  if ((l->has & TR_HAS_SIZE) != 0)
    tr_object_number (&o, "size", l->size);
  else
    tr_object_without (&o, "size");
  tr_object_flag (&o, "hidden", l->hidden, true);
  tr_object_flag (&o, "locked", l->locked, true);
  tr_object_close (&o);
}
