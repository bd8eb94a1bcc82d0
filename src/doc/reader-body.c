// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/reader-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

// A body in the making. Its unknowns grow at the end of r->q.
typedef struct {
  TrReader *r;
  TrBody *b;
  json_t *json;
  int q;       // where its run starts in r->q
  TrFormula f; // of a formula
} Making;

static bool
read_pair (TrReader *r, const json_t *v, double *u)
{
  Vec2 p;
  if (!tr_read_vec2 (r, v, &p))
    return false;
  u[0] = p.x;
  u[1] = p.y;
  return true;
}

// Values of the unknowns by name, in the order in which they are written.
static bool
read_unknowns (TrReader *r, json_t *v, const char *const *names, int n, double *q)
{
  const char *key;
  json_t *value;
  if (!tr_is_object (r, v, "{name: value, …}"))
    return false;
  if ((int) json_object_size (v) != n)
    return tr_fail (
        r, ngettext ("expected %d value, found %zu", "expected %d values, found %zu", (gulong) n),
        n, json_object_size (v));
  json_object_foreach (v, key, value)
  {
    int k = 0;
    while (k < n && !g_str_equal (names[k], key))
      k++;
    if (k == n)
      return tr_fail (r, _ ("expected an unknown of the formula, found \"%s\""), key);
    tr_enter (r, key);
    if (!tr_read_number (r, value, &q[k]))
      return false;
    tr_leave (r);
  }
  return true;
}

static bool
read_list (TrReader *r, const json_t *v, int n, double *q)
{
  if (!json_is_array (v))
    return tr_fail_type (r, "[[x, y], …]", v);
  if (2 * (int) json_array_size (v) != n)
    return tr_fail (
        r,
        ngettext ("expected %d point, found %zu", "expected %d points, found %zu", (gulong) n / 2),
        n / 2, json_array_size (v));
  for (int i = 0; 2 * i < n; i++) {
    tr_enter_index (r, i);
    if (!read_pair (r, json_array_get (v, (size_t) i), q + 2 * i))
      return false;
    tr_leave (r);
  }
  return true;
}

// A member of the state (or of the velocity, which has no sign to keep) into the body's run q.
static bool
read_state (TrReader *r, const TrBody *b, const TrField *f, json_t *v, bool is_velocity, double *q)
{
  double *x = q + f->at;
  switch ((int) f->type) {
  case TR_FIELD_POINT:
    return read_pair (r, v, x);
  case TR_FIELD_PAIR:
    if (!read_pair (r, v, x))
      return false;
    return is_velocity || (x[0] >= 0 && x[1] >= 0) ||
           tr_fail (r, _ ("expected lengths of 0 or more, found a negative one"));
  case TR_FIELD_LENGTH:
    if (!tr_read_number (r, v, x))
      return false;
    return is_velocity || *x >= 0 ||
           tr_fail (r, _ ("expected a length of 0 or more, found a negative one"));
  case TR_FIELD_ANGLE:
  case TR_FIELD_NUMBER:
    return tr_read_number (r, v, x);
  case TR_FIELD_POINTS:
    return read_list (r, v, b->n, x);
  case TR_FIELD_UNKNOWNS:
    return read_unknowns (r, v, b->formula.f->names, b->n, x);
  }
  g_assert_not_reached ();
}

// The names of a formula's unknowns; how many there may be is known to all that hold their
// derivatives.
static bool
count_unknowns (Making *k, json_t *v)
{
  TrReader *r = k->r;
  const char *key, *names[TR_JET_MAX];
  json_t *value;
  int n = 0;
  if (!tr_is_object (r, v, "{name: value, …}"))
    return false;
  if (json_object_size (v) > TR_JET_MAX)
    return tr_fail (r, _ ("expected at most %d unknowns, found %zu"), TR_JET_MAX,
                    json_object_size (v));
  json_object_foreach (v, key, value)
  {
    if (!tr_expr_is_identifier (key))
      return tr_fail (
          r, _ ("expected identifiers, none of them a word of the language, found \"%s\""), key);
    names[n++] = tr_pool_text (r->m->pool, key);
  }
  k->b->n = n;
  k->f.names = tr_pool_copy (r->m->pool, names, (size_t) n * sizeof (char *));
  k->b->formula.f = &k->f;
  return true;
}

static bool
count_points (Making *k, const json_t *v)
{
  TrReader *r = k->r;
  const TrBody *b = k->b;
  int n = (int) json_array_size (v);
  int least = tr_body_least_points (b->kind, b->closed);
  if (!json_is_array (v))
    return tr_fail_type (r, "[[x, y], …]", v);
  if (n < least)
    return tr_fail (r,
                    ngettext ("expected at least %d point, found %d",
                              "expected at least %d points, found %d", (gulong) least),
                    least, n);
  if (b->kind == TR_BODY_BEZIER && n % 3 != (b->closed ? 0 : 1))
    return tr_fail (r,
                    b->closed ? _ ("expected 3k points for a closed curve, found %d")
                              : _ ("expected 3k + 1 points for an open curve, found %d"),
                    n);
  k->b->n = 2 * n;
  return true;
}

// How many unknowns the body has: of lists what they hold.
static bool
count (Making *k)
{
  TrReader *r = k->r;
  k->b->n = tr_body_get_ops (k->b)->n;
  for (const TrField *f = tr_body_get_ops (k->b)->fields; f->name != NULL; f++) {
    json_t *v;
    if (f->type != TR_FIELD_POINTS && f->type != TR_FIELD_UNKNOWNS)
      continue;
    if (!tr_member (r, k->json, f->name, TR_REQUIRED, &v) ||
        !(f->type == TR_FIELD_POINTS ? count_points (k, v) : count_unknowns (k, v)))
      return false;
    tr_leave (r);
  }
  k->q = (int) r->q->len;
  g_array_set_size (r->q, r->q->len + (guint) k->b->n);
  return true;
}

static bool
read_elastic (TrReader *r, json_t *v, TrBody *b)
{
  TrMembers members = tr_members_elastic ();
  TrScalar *scalar[2] = {&b->sheet.shape, &b->sheet.area};
  if (!tr_is_object (r, v, "{\"shape\": …, \"area\": …}"))
    return false;
  for (int i = 0; i < 2; i++) {
    json_t *k;
    if (!tr_member (r, v, members.head[i], TR_OPTIONAL, &k) ||
        (k != NULL && !tr_read_scalar (r, k, scalar[i])))
      return false;
    tr_leave (r);
  }
  b->sheet.elastic_extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_rest (TrReader *r, json_t *v, TrBody *b)
{
  TrMembers members = tr_members_rest ();
  Vec2 rest[2];
  if (!tr_is_object (r, v, "{\"u\": [x, y], \"v\": [x, y]}"))
    return false;
  for (int i = 0; i < 2; i++) {
    json_t *p;
    if (!tr_member (r, v, members.head[i], TR_REQUIRED, &p) || !tr_read_vec2 (r, p, &rest[i]))
      return false;
    tr_leave (r);
  }
  if (tr_sheet_is_flat (rest[0], rest[1]))
    return tr_fail (r, _ ("expected u and v that are not parallel, found a flat sheet"));
  b->sheet.rest = tr_pool_copy (r->m->pool, rest, sizeof rest);
  b->sheet.rest_extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
read_range (TrReader *r, const json_t *v, TrFormula *f)
{
  if (!json_is_array (v) || json_array_size (v) != 2)
    return tr_fail_type (r, "[from, to]", v);
  for (int i = 0; i < 2; i++) {
    tr_enter_index (r, i);
    if (!tr_read_scalar (r, json_array_get (v, (size_t) i), &f->range[i]))
      return false;
    tr_leave (r);
  }
  return true;
}

static bool
read_curve (TrReader *r, const json_t *v, const TrExpr **expr)
{
  TrExpr *e;
  if (!json_is_string (v))
    return tr_fail_type (r, _ ("an expression in a string"), v);
  bool is_number;
  if (!tr_read_expr (r, v, &e, &is_number))
    return false;
  *expr = e;
  return true;
}

static bool
read_constant (Making *k, const TrField *f, json_t *v)
{
  TrReader *r = k->r;
  TrBody *b = k->b;
  bool is_closed;
  switch ((int) f->type) {
  case TR_FIELD_CLOSED:
    if (!tr_read_bool (r, v, &is_closed))
      return false;
    b->closed = is_closed;
    return true;
  case TR_FIELD_BAR_LENGTH:
    return tr_read_number (r, v, &b->rigid.length) &&
           (b->rigid.length > 0 || tr_fail (r, _ ("expected a length above 0")));
  case TR_FIELD_SIZE:
    return tr_read_vec2 (r, v, &b->sheet.size) && ((b->sheet.size.x > 0 && b->sheet.size.y > 0) ||
                                                   tr_fail (r, _ ("expected lengths above 0")));
  case TR_FIELD_ELASTIC:
    return read_elastic (r, v, b);
  case TR_FIELD_REST:
    return read_rest (r, v, b);
  case TR_FIELD_DRAWING:
    return tr_read_drawing (r, v, b);
  case TR_FIELD_CURVE_X:
    return read_curve (r, v, &k->f.expr[0]);
  case TR_FIELD_CURVE_Y:
    return read_curve (r, v, &k->f.expr[1]);
  case TR_FIELD_RANGE:
    return read_range (r, v, &k->f);
  }
  g_assert_not_reached ();
}

static bool
read_field (Making *k, const TrField *f, json_t *v)
{
  if (f->type <= TR_FIELD_UNKNOWNS)
    return read_state (k->r, k->b, f, v, false, (double *) (void *) k->r->q->data + k->q);
  return read_constant (k, f, v);
}

// `closed` comes before the points are counted, everything else after.
static bool
read_fields (Making *k, bool closed)
{
  TrReader *r = k->r;
  for (const TrField *f = tr_body_get_ops (k->b)->fields; f->name != NULL; f++) {
    json_t *v;
    if ((f->type == TR_FIELD_CLOSED) != closed)
      continue;
    if (!tr_member (r, k->json, f->name, f->required ? TR_REQUIRED : TR_OPTIONAL, &v) ||
        (v != NULL && !read_field (k, f, v)))
      return false;
    tr_leave (r);
  }
  return true;
}

static bool
check_sheet (Making *k)
{
  const double *q = (const double *) (void *) k->r->q->data + k->q;
  if (!tr_sheet_is_flat (v2 (q[2], q[3]), v2 (q[4], q[5])))
    return true;
  tr_enter (k->r, "u");
  return tr_fail (k->r, _ ("expected a u that is not parallel to v, found a flat sheet"));
}

// {member: w}: one for each unknown, 1 where nothing is said; and behind them 1 for each that was
// written, so that a 1 is kept.
static bool
read_weights (TrReader *r, json_t *v, TrBody *b)
{
  const char *key;
  json_t *value;
  if (!tr_is_object (r, v, "{member: weight, …}"))
    return false;
  g_autofree double *w = g_new0 (double, 2 * b->n + 1);
  for (int i = 0; i < b->n; i++)
    w[i] = 1;
  json_object_foreach (v, key, value)
  {
    int member = tr_body_find_member (b, key);
    if (member < 0 || member >= b->n)
      return tr_fail (r, _ ("expected a member of the state of a %s, found \"%s\""),
                      _ (tr_body_get_ops (b)->name), key);
    tr_enter (r, key);
    if (!tr_read_number (r, value, &w[member]))
      return false;
    if (!(w[member] > 0))
      return tr_fail (r, _ ("expected a weight above 0"));
    w[b->n + member] = 1;
    tr_leave (r);
  }
  b->weights = tr_pool_copy (r->m->pool, w, (size_t) (2 * b->n) * sizeof (double));
  return true;
}

// {member: velocity}: the members are those of the state, 0 where nothing is said: as −0, so that
// a 0 that was written is told from one that was not.
static bool
read_velocity (TrReader *r, json_t *v, TrBody *b)
{
  const TrField *fields = tr_body_get_ops (b)->fields;
  const char *key;
  json_t *value;
  if (!tr_is_object (r, v, "{member: velocity, …}"))
    return false;
  g_autofree double *u = g_new (double, b->n + 1);
  for (int i = 0; i < b->n; i++)
    u[i] = -0.0;
  json_object_foreach (v, key, value)
  {
    const TrField *f = fields;
    while (f->name != NULL && !(f->type <= TR_FIELD_UNKNOWNS && g_str_equal (f->name, key)))
      f++;
    if (f->name == NULL)
      return tr_fail (r, _ ("expected a member of the state of a %s, found \"%s\""),
                      _ (tr_body_get_ops (b)->name), key);
    tr_enter (r, key);
    if (!read_state (r, b, f, value, true, u))
      return false;
    tr_leave (r);
  }
  b->velocity = tr_pool_copy (r->m->pool, u, (size_t) b->n * sizeof (double));
  return true;
}

static bool
read_flags (TrReader *r, json_t *v, TrBody *b)
{
  static const char *const name[3] = {"construction", "hidden", "locked"};
  bool is[3] = {false, false, false};
  for (int i = 0; i < 3; i++) {
    json_t *flag;
    if (!tr_member (r, v, name[i], TR_OPTIONAL, &flag) ||
        (flag != NULL && !tr_read_bool (r, flag, &is[i])))
      return false;
    tr_leave (r);
  }
  b->construction = is[0];
  b->hidden = is[1];
  b->locked = is[2];
  return true;
}

static bool
read_texts (TrReader *r, json_t *v, TrBody *b)
{
  static const char *const name[3] = {"name", "layer", "group"};
  const char **text[3] = {&b->name, &b->layer, &b->group};
  for (int i = 0; i < 3; i++) {
    json_t *t;
    if (!tr_member (r, v, name[i], TR_OPTIONAL, &t) || (t != NULL && !tr_read_text (r, t, text[i])))
      return false;
    tr_leave (r);
  }
  return true;
}

// What every kind may have beside its own members.
static bool
read_tail (TrReader *r, json_t *v, TrBody *b)
{
  json_t *style, *weights, *velocity;
  if (!read_texts (r, v, b) || !read_flags (r, v, b))
    return false;
  if (!tr_member (r, v, "style", TR_OPTIONAL, &style) ||
      (style != NULL && !tr_read_style (r, style, &b->style)))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "weights", TR_OPTIONAL, &weights) ||
      (weights != NULL && !read_weights (r, weights, b)))
    return false;
  tr_leave (r);
  if (!tr_member (r, v, "velocity", TR_OPTIONAL, &velocity) ||
      (velocity != NULL && !read_velocity (r, velocity, b)))
    return false;
  tr_leave (r);
  return true;
}

static void
set_defaults (TrBody *b)
{
  if (b->kind == TR_BODY_RIGID)
    b->rigid.length = 1;
  else if (b->kind == TR_BODY_SHEET)
    b->sheet.size = v2 (1, 1);
}

bool
tr_read_body (TrReader *r, json_t *v, int index)
{
  TrBody *b = &r->m->bodies[index];
  Making k = {r, b, v, 0, {0}};
  json_t *kind;
  *b = (TrBody){.id = r->id, .stamp = tr_pool_stamp (r->m->pool)};
  if (!tr_member (r, v, "kind", TR_REQUIRED, &kind))
    return false;
  if (!json_is_string (kind))
    return tr_fail_type (r, _ ("a kind of body"), kind);
  b->kind = tr_body_kind_from_name (json_string_value (kind));
  if (b->kind == TR_N_BODY_KINDS) {
    g_autofree char *kinds = tr_members_kinds (TR_ELEMENT_BODY);
    return tr_fail (r, _ ("expected a kind of body (%s), found \"%s\""), kinds,
                    json_string_value (kind));
  }
  tr_leave (r);

  set_defaults (b);
  if (!read_fields (&k, true) || !count (&k) || !read_fields (&k, false) ||
      (b->kind == TR_BODY_SHEET && !check_sheet (&k)) || !read_tail (r, v, b))
    return false;
  if (b->kind == TR_BODY_FORMULA)
    b->formula.f = tr_pool_copy (r->m->pool, &k.f, sizeof k.f);
  TrMembers members = tr_members_body (b->kind);
  b->extras = tr_read_extras (r, v, &members);
  TrWasRead was = {{TR_ELEMENT_BODY, index}, k.q};
  g_array_append_val (r->was_read, was);
  return true;
}
