// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints and forces, by the tables of their kinds.

#include "doc/png.h"
#include "doc/reader-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// Where the members of a constraint or of a force go: they have the same sorts.
typedef struct {
  TrReader *r;
  TrEnd *end;
  TrScalar *scalar;
  unsigned *has;
  Vec2 *place;
  const TrExpr **expr;
  const TrVar **vars;
  bool with_members; // the expression may read the drawing, else parameters and time
  TrConstraint *c;   // NULL: a force
  TrForce *f;        // NULL: a constraint
} Parts;

static bool
read_scalar (const Parts *p, const TrField *f, const json_t *v)
{
  *p->has |= 1u << f->at;
  return tr_read_scalar (p->r, v, &p->scalar[f->at]);
}

static bool
bind (const Parts *p, const TrExpr *e, const TrVar **vars)
{
  GError *error = NULL;
  *vars = tr_model_bind (p->r->m, e, !p->with_members, &error);
  if (*vars == NULL)
    return tr_fail_with (p->r, error);
  for (int i = 0; i < tr_expr_n_vars (e); i++)
    if ((*vars)[i].body >= 0 && !p->with_members) {
      g_set_error (&error, TR_READ_ERROR, TR_READ_ERROR_MEANING,
                   _ ("column %d: expected a parameter or time, found \"%s\""),
                   tr_expr_var_column (e, i), tr_expr_var_name (e, i));
      return tr_fail_with (p->r, error);
    }
  return true;
}

static bool
read_expr (const Parts *p, const json_t *v)
{
  TrExpr *e;
  bool is_number;
  if (!tr_read_expr (p->r, v, &e, &is_number) || !bind (p, e, p->vars))
    return false;
  *p->expr = e;
  if (is_number)
    *p->has |= TR_HAS_NUMBER_EXPR;
  return true;
}

static bool
find_member (TrReader *r, const TrBody *b, const char *name, int *member)
{
  *member = tr_body_find_member (b, name);
  g_autofree char *names = tr_body_list_members (b);
  return *member >= 0 || tr_fail (r, _ ("expected a scalar member of the %s %s (%s), found \"%s\""),
                                  _ (tr_body_get_ops (b)->name), b->id, names, name);
}

static bool
read_member (TrReader *r, const json_t *v, TrConstraint *c)
{
  const TrBody *b;
  if (!json_is_string (v))
    return tr_fail_type (r, _ ("the name of a scalar member"), v);
  if (c->end[0].kind != TR_END_BODY)
    return tr_fail (r, _ ("expected a body before it"));
  b = &r->m->bodies[c->end[0].body];
  return find_member (r, b, json_string_value (v), &c->member);
}

// "body.member", or the id of a number alone.
static bool
read_what (TrReader *r, const json_t *v, TrConstraint *c)
{
  const char *text = json_string_value (v);
  if (text == NULL)
    return tr_fail_type (r, "\"body.member\"", v);
  const char *dot = strchr (text, '.');
  g_autofree char *id = dot != NULL ? g_strndup (text, (gsize) (dot - text)) : g_strdup (text);
  TrElement e = tr_model_find (r->m, id);
  const TrBody *b = e.kind == TR_ELEMENT_BODY ? &r->m->bodies[e.index] : NULL;
  if (b == NULL || (dot == NULL && b->kind != TR_BODY_NUMBER))
    return tr_fail (r, _ ("expected \"body.member\" of a body that is there, found \"%s\""), text);
  c->end[0] = (TrEnd){.kind = TR_END_BODY, .body = e.index};
  c->member = 0;
  if (dot == NULL)
    c->has |= TR_HAS_SHORT_WHAT;
  return dot == NULL || find_member (r, b, dot + 1, &c->member);
}

static bool
read_op (TrReader *r, const json_t *v, TrOp *op)
{
  int i;
  if (!tr_read_name (r, v, tr_op_names, &i))
    return false;
  *op = (TrOp) i;
  return true;
}

static bool
read_key (TrReader *r, json_t *v, TrKey *key)
{
  TrMembers members = tr_members_key ();
  json_t *time, *at;
  *key = (TrKey){0};
  if (!tr_is_object (r, v, "{\"time\": …, \"at\": [x, y]}") ||
      !tr_member (r, v, "time", TR_REQUIRED, &time) || !tr_read_number (r, time, &key->time))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "at", TR_REQUIRED, &at) || !tr_read_vec2 (r, at, &key->at))
    return false;
  tr_leave (r);
  key->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_keys (TrReader *r, const json_t *v, TrConstraint *c)
{
  if (!json_is_array (v))
    return tr_fail_type (r, _ ("a list of keys"), v);
  c->n_keys = (int) json_array_size (v);
  if (c->n_keys < 1)
    return tr_fail (r, _ ("expected at least 1 key, found none"));
  g_autofree TrKey *keys = g_new (TrKey, c->n_keys);
  for (int i = 0; i < c->n_keys; i++) {
    tr_enter_index (r, i);
    if (!read_key (r, json_array_get (v, (size_t) i), &keys[i]))
      return false;
    if (i > 0 && !(keys[i].time > keys[i - 1].time))
      return tr_fail (r, _ ("expected a time after that of the key before"));
    tr_leave (r);
  }
  c->keys = tr_pool_copy (r->m->pool, keys, (size_t) c->n_keys * sizeof (TrKey));
  return true;
}

static bool
read_loop (TrReader *r, const json_t *v, TrConstraint *c)
{
  bool loop;
  if (!tr_read_bool (r, v, &loop))
    return false;
  c->loop = loop;
  return true;
}

static bool
read_scatter (TrReader *r, const json_t *v, TrForce *f)
{
  Vec2 *points = NULL;
  bool ok = tr_read_points (r, v, &points, &f->n_points);
  if (ok && f->n_points < 1)
    ok = tr_fail (r, _ ("expected at least 1 point, found none"));
  if (ok)
    f->points = tr_pool_copy (r->m->pool, points, (size_t) f->n_points * sizeof (Vec2));
  g_free (points);
  return ok;
}

// Where the image is of high contrast: nowhere in one that no reader of PNG takes, which is drawn
// as nothing, too.
static void
read_contrast (TrReader *r, const TrMark *image, TrForce *f)
{
  g_auto (TrPng) png = {0};
  const guchar grey = 0;
  bool is_read = tr_png_read_uri (image->text, &png, NULL);
  for (int y = 0; is_read && image->mirrored && y < png.height; y++)
    for (int x = 0; x < png.width / 2; x++) {
      guchar *row = png.brightness + (gsize) y * (gsize) png.width, left = row[x];
      row[x] = row[png.width - 1 - x];
      row[png.width - 1 - x] = left;
    }
  f->contrast =
      tr_contrast_new (r->m->pool, is_read ? png.width : 1, is_read ? png.height : 1,
                       is_read ? png.brightness : &grey, image->at, image->size, image->turn);
}

// The body whose drawing holds the image: the first one in it.
static bool
read_image (TrReader *r, const json_t *v, TrForce *f)
{
  const char *expected = _ ("the id of a rigid or a sheet that carries an image");
  const char *id = json_string_value (v);
  if (id == NULL)
    return tr_fail_type (r, expected, v);
  TrElement e = tr_model_find (r->m, id);
  const TrBody *b = e.kind == TR_ELEMENT_BODY ? &r->m->bodies[e.index] : NULL;
  for (int i = 0; b != NULL && i < b->n_drawing; i++)
    if (b->drawing[i].kind == TR_MARK_IMAGE) {
      f->image = b->id;
      f->end[1] = (TrEnd){.kind = TR_END_BODY, .body = e.index};
      read_contrast (r, &b->drawing[i], f);
      return true;
    }
  return tr_fail (r, _ ("expected %s, found \"%s\""), expected, id);
}

static bool
read_field (const Parts *p, const TrField *f, json_t *v)
{
  TrReader *r = p->r;
  switch ((int) f->type) {
  case TR_FIELD_END:
    return tr_read_end (r, v, f->accepts, &p->end[f->at]);
  case TR_FIELD_SCALAR:
    return read_scalar (p, f, v);
  case TR_FIELD_PLACE:
    return tr_read_vec2 (r, v, p->place);
  case TR_FIELD_MEMBER:
    return read_member (r, v, p->c);
  case TR_FIELD_WHAT:
    return read_what (r, v, p->c);
  case TR_FIELD_EXPR:
    return read_expr (p, v);
  case TR_FIELD_OP:
    return read_op (r, v, p->c ? &p->c->op : &p->f->op);
  case TR_FIELD_KEYS:
    return read_keys (r, v, p->c);
  case TR_FIELD_LOOP:
    return read_loop (r, v, p->c);
  case TR_FIELD_SCATTER:
    return read_scatter (r, v, p->f);
  case TR_FIELD_IMAGE:
    return read_image (r, v, p->f);
  }
  g_assert_not_reached ();
}

static bool
read_fields (const Parts *p, const TrField *fields, json_t *object)
{
  TrReader *r = p->r;
  for (const TrField *f = fields; f->name != NULL; f++) {
    json_t *v;
    if (!tr_member (r, object, f->name, f->required ? TR_REQUIRED : TR_OPTIONAL, &v))
      return false;
    if (v == NULL && f->type == TR_FIELD_SCALAR)
      p->scalar[f->at].value = f->otherwise;
    if (v != NULL && !read_field (p, f, v))
      return false;
    tr_leave (r);
  }
  return true;
}

// A connector on a curve: by t, by a slide, or at a named point that lies on its curve.
static bool
check_on_curve (TrReader *r, const TrEnd *end, const char *member)
{
  const TrConnector *c = &end->connector[0];
  double t = NAN;
  int offset;
  tr_enter (r, member);
  if (c->kind == TR_AT_NAMED) {
    const TrBody *b = &r->m->bodies[c->body];
    if (!tr_body_get_ops (b)->has_curve || !tr_body_get_ops (b)->named (b, c->point, &offset, &t) ||
        isnan (t))
      return tr_fail (r, _ ("expected a point that lies on its curve"));
  } else if (c->kind != TR_AT_T && c->kind != TR_AT_SLIDE)
    return tr_fail (r, _ ("expected a connector on a curve"));
  tr_leave (r);
  return true;
}

// The share of its speed that an impact gives back; of an expression, what it is when it is needed.
static bool
check_restitution (TrReader *r, const TrConstraint *c)
{
  const TrScalar *e = &c->scalar[TR_LIMIT_RESTITUTION];
  if (!(c->has & (1u << TR_LIMIT_RESTITUTION)) || e->expr || (e->value >= 0 && e->value <= 1))
    return true;
  tr_enter (r, "restitution");
  return tr_fail (r, _ ("expected a restitution from 0 to 1"));
}

// What the tables do not say.
static bool
check_constraint (TrReader *r, const TrConstraint *c)
{
  const TrConnector *a = &c->end[0].connector[0];
  if (c->kind == TR_CON_TANGENT)
    return check_on_curve (r, &c->end[0], "a") && check_on_curve (r, &c->end[1], "b");
  if (c->kind == TR_CON_SKATE && (a->body < 0 || r->m->bodies[a->body].kind != TR_BODY_RIGID)) {
    tr_enter (r, "a");
    return tr_fail (r, _ ("expected a connector of a rigid"));
  }
  if (c->kind == TR_CON_LIMIT && (c->has & 3) == 0)
    return tr_fail (r, _ ("expected a member \"min\" or \"max\", found none"));
  return c->kind != TR_CON_LIMIT || check_restitution (r, c);
}

static bool
read_flag (TrReader *r, json_t *object, const char *key, bool *is)
{
  json_t *v;
  if (!tr_member (r, object, key, TR_OPTIONAL, &v) || (v != NULL && !tr_read_bool (r, v, is)))
    return false;
  tr_leave (r);
  return true;
}

static bool
read_label (TrReader *r, json_t *object, const char **name)
{
  json_t *v;
  if (!tr_member (r, object, "name", TR_OPTIONAL, &v) || (v != NULL && !tr_read_text (r, v, name)))
    return false;
  tr_leave (r);
  return true;
}

bool
tr_read_constraint (TrReader *r, json_t *v, int index)
{
  TrConstraint *c = &r->m->constraints[index];
  bool enabled = true, driven = false;
  json_t *kind;
  *c = (TrConstraint){.id = r->id, .stamp = tr_pool_stamp (r->m->pool)};
  if (!tr_member (r, v, "kind", TR_REQUIRED, &kind))
    return false;
  if (!json_is_string (kind))
    return tr_fail_type (r, _ ("a kind of constraint"), kind);
  c->kind = tr_con_kind_from_name (json_string_value (kind));
  if (c->kind == TR_N_CON_KINDS) {
    g_autofree char *kinds = tr_members_kinds (TR_ELEMENT_CONSTRAINT);
    return tr_fail (r, _ ("expected a kind of constraint (%s), found \"%s\""), kinds,
                    json_string_value (kind));
  }
  tr_leave (r);

  for (int i = 0; i < (int) G_N_ELEMENTS (c->end); i++)
    c->end[i].body = -1;
  bool reads_drawing = c->kind != TR_CON_DRIVE;
  Parts p = {r, c->end, c->scalar, &c->has, &c->place, &c->expr, &c->vars, reads_drawing, c, NULL};
  if (!read_label (r, v, &c->name) || !read_flag (r, v, "enabled", &enabled) ||
      !read_flag (r, v, "driven", &driven) || !read_fields (&p, tr_con_get_ops (c)->fields, v) ||
      !check_constraint (r, c))
    return false;
  c->disabled = !enabled;
  c->driven = driven;
  TrMembers members = tr_members_constraint (c->kind);
  c->extras = tr_read_extras (r, v, &members);
  TrWasRead was = {{TR_ELEMENT_CONSTRAINT, index}, -1};
  g_array_append_val (r->was_read, was);
  return true;
}

bool
tr_read_force (TrReader *r, json_t *v, int index)
{
  TrForce *f = &r->m->forces[index];
  bool enabled = true;
  json_t *kind;
  *f = (TrForce){.id = r->id, .stamp = tr_pool_stamp (r->m->pool)};
  if (!tr_member (r, v, "kind", TR_REQUIRED, &kind))
    return false;
  if (!json_is_string (kind))
    return tr_fail_type (r, _ ("a kind of force"), kind);
  f->kind = tr_force_kind_from_name (json_string_value (kind));
  if (f->kind == TR_N_FORCE_KINDS) {
    g_autofree char *kinds = tr_members_kinds (TR_ELEMENT_FORCE);
    return tr_fail (r, _ ("expected a kind of force (%s), found \"%s\""), kinds,
                    json_string_value (kind));
  }
  tr_leave (r);

  for (int i = 0; i < (int) G_N_ELEMENTS (f->end); i++)
    f->end[i].body = -1;
  Parts p = {r, f->end, f->scalar, &f->has, &f->place, &f->expr, &f->vars, true, NULL, f};
  if (!read_label (r, v, &f->name) || !read_flag (r, v, "enabled", &enabled) ||
      !read_fields (&p, tr_force_ops[f->kind]->fields, v))
    return false;
  f->disabled = !enabled;
  TrMembers members = tr_members_force (f->kind);
  f->extras = tr_read_extras (r, v, &members);
  TrWasRead was = {{TR_ELEMENT_FORCE, index}, -1};
  g_array_append_val (r->was_read, was);
  return true;
}
