// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Connectors, directions and bodies by their ids: what constraints and forces take hold of.

#include "doc/reader-private.h"

#include <glib/gi18n.h>
#include <math.h>

static bool
find_body (TrReader *r, const json_t *v, int *body)
{
  if (!json_is_string (v))
    return tr_fail_type (r, _ ("the id of a body"), v);
  TrElement e = tr_model_find (r->m, json_string_value (v));
  if (e.kind != TR_ELEMENT_BODY)
    return tr_fail (r, _ ("expected the id of a body, found \"%s\""), json_string_value (v));
  *body = e.index;
  return true;
}

static bool
read_named (TrReader *r, const json_t *v, const TrBody *b, TrConnector *c)
{
  if (!json_is_string (v))
    return tr_fail_type (r, _ ("the name of a point"), v);
  c->point = tr_body_find_point (b, json_string_value (v));
  if (c->point >= 0)
    return true;
  const char *kind = _ (tr_body_get_ops (b)->name);
  g_autofree char *names = tr_body_list_points (b);
  if (names[0] == '\0')
    return tr_fail (r, _ ("expected another place, the %s %s has no named points"), kind, b->id);
  return tr_fail (r, _ ("expected a named point of the %s %s (%s), found \"%s\""), kind, b->id,
                  names, json_string_value (v));
}

// Where on a body. Whether t lies on the curve is seen when all parameters have values.
static bool
read_on_body (TrReader *r, json_t *v, TrConnectorKind kind, TrConnector *c)
{
  const TrBody *b = &r->m->bodies[c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  c->kind = kind;
  switch (kind) {
  case TR_AT_GROUND:
    break;
  case TR_AT_NAMED:
    return read_named (r, v, b, c);
  case TR_AT_T:
  case TR_AT_SLIDE:
    if (!ops->has_curve)
      return tr_fail (r, _ ("expected a body with a curve, found the %s %s"), _ (ops->name), b->id);
    return tr_read_number (r, v, &c->p.x);
  case TR_AT_LOCAL:
    if (!ops->has_local)
      return tr_fail (r, _ ("expected a rigid or a sheet, found the %s %s"), _ (ops->name), b->id);
    return tr_read_vec2 (r, v, &c->p);
  }
  g_assert_not_reached ();
}

static bool
read_body_connector (TrReader *r, json_t *v, TrConnector *c)
{
  static const char *const member[] = {"point", "t", "slide", "local"};
  static const TrConnectorKind kind[] = {TR_AT_NAMED, TR_AT_T, TR_AT_SLIDE, TR_AT_LOCAL};
  json_t *body, *where;
  int n = 0, which = 0;
  if (!tr_member (r, v, "body", TR_REQUIRED, &body) || !find_body (r, body, &c->body))
    return false;
  tr_leave (r);
  for (int i = 0; i < 4; i++)
    if (json_object_get (v, member[i]) != NULL) {
      which = i;
      n++;
    }
  if (n != 1)
    return tr_fail (
        r, n == 0 ? _ ("expected one of \"point\", \"t\", \"slide\" and \"local\", found none")
                  : _ ("expected one of \"point\", \"t\", \"slide\" and \"local\", found several"));
  return tr_member (r, v, member[which], TR_REQUIRED, &where) &&
         read_on_body (r, where, kind[which], c);
}

bool
tr_read_connector (TrReader *r, json_t *v, TrConnector *c)
{
  *c = (TrConnector){.kind = TR_AT_GROUND, .body = -1, .point = -1, .slide = -1};
  if (!tr_is_object (r, v, N_ ("a connector")))
    return false;
  json_t *at = json_object_get (v, "at");
  if (at != NULL)
    tr_enter (r, "at");
  if (!(at != NULL ? tr_read_vec2 (r, at, &c->p) : read_body_connector (r, v, c)))
    return false;
  tr_leave (r);
  TrMembers members = tr_members_connector (c->kind);
  c->extras = tr_read_extras (r, v, &members);
  return true;
}

static bool
is_accepted (const TrBody *b, unsigned accepts)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  return (accepts & TR_ACCEPT_BODY) != 0 ||
         ((accepts & (TR_ACCEPT_DIRECTION | TR_ACCEPT_LINE)) != 0 && ops->has_direction) ||
         ((accepts & TR_ACCEPT_ROUND) != 0 &&
          (b->kind == TR_BODY_CIRCLE || b->kind == TR_BODY_ARC)) ||
         ((accepts & TR_ACCEPT_RIGID) != 0 && b->kind == TR_BODY_RIGID) ||
         ((accepts & TR_ACCEPT_SEGMENT) != 0 && b->kind == TR_BODY_SEGMENT) ||
         ((accepts & TR_ACCEPT_CURVE) != 0 && ops->has_curve);
}

// "a connector or a direction": what would have been right.
static char *
describe_accepted (unsigned accepts)
{
  static const struct {
    unsigned bit;
    const char *text;
  } sorts[] = {
      {TR_ACCEPT_POINT, N_ ("a connector")},
      {TR_ACCEPT_DIRECTION, N_ ("a direction")},
      {TR_ACCEPT_LINE, N_ ("a direction that has a place")},
      {TR_ACCEPT_ROUND, N_ ("the id of a circle or an arc")},
      {TR_ACCEPT_RIGID, N_ ("the id of a rigid")},
      {TR_ACCEPT_SEGMENT, N_ ("the id of a segment")},
      {TR_ACCEPT_CURVE, N_ ("the id of a curve")},
      {TR_ACCEPT_BODY, N_ ("the id of a body")},
  };
  char *text = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (sorts); i++)
    if ((accepts & sorts[i].bit) != 0) {
      g_autofree char *before = text;
      text = before ? g_strdup_printf (_ ("%s or %s"), before, _ (sorts[i].text))
                    : g_strdup (_ (sorts[i].text));
    }
  return text;
}

static bool
read_end_body (TrReader *r, const char *name, unsigned accepts, TrEnd *end)
{
  g_autofree char *expected = describe_accepted (accepts);
  TrElement e = tr_model_find (r->m, name);
  if (e.kind != TR_ELEMENT_BODY)
    return tr_fail (r, _ ("expected %s, found \"%s\""), expected, name);
  if (!is_accepted (&r->m->bodies[e.index], accepts))
    return tr_fail (r, _ ("expected %s, found the %s %s"), expected,
                    _ (tr_body_get_ops (&r->m->bodies[e.index])->name), name);
  end->kind = TR_END_BODY;
  end->body = e.index;
  return true;
}

// An axis, or a body by its id.
static bool
read_end_name (TrReader *r, const char *name, unsigned accepts, TrEnd *end)
{
  bool axis = (accepts & TR_ACCEPT_DIRECTION) != 0;
  if (axis && (g_str_equal (name, "x") || g_str_equal (name, "y"))) {
    end->kind = name[0] == 'x' ? TR_END_X : TR_END_Y;
    return true;
  }
  return read_end_body (r, name, accepts, end);
}

// {"body": ID}: a body whatever it is called, "x" too. Where a connector may stand it is one that lacks its
// place, but of a body that would do itself.
static bool
is_whole_body (const TrReader *r, const json_t *v, unsigned accepts)
{
  const char *id = json_string_value (json_object_get (v, "body"));
  if (!id || json_object_size (v) > 1 || (accepts & ~(unsigned) TR_ACCEPT_POINT) == 0)
    return false;
  TrElement e = tr_model_find (r->m, id);
  return (accepts & TR_ACCEPT_POINT) == 0 ||
         (e.kind == TR_ELEMENT_BODY && is_accepted (&r->m->bodies[e.index], accepts));
}

static bool
read_whole_body (TrReader *r, json_t *v, unsigned accepts, TrEnd *end)
{
  json_t *id;
  if (!tr_member (r, v, "body", TR_REQUIRED, &id) ||
      !read_end_body (r, json_string_value (id), accepts, end))
    return false;
  tr_leave (r);
  return true;
}

static bool
read_from_to (TrReader *r, json_t *v, TrEnd *end)
{
  TrMembers members = tr_members_direction ();
  end->kind = TR_END_FROMTO;
  for (int i = 0; i < 2; i++) {
    json_t *c;
    if (!tr_member (r, v, members.head[i], TR_REQUIRED, &c) ||
        !tr_read_connector (r, c, &end->connector[i]))
      return false;
    tr_leave (r);
  }
  end->extras = tr_read_extras (r, v, &members);
  return true;
}

bool
tr_read_end (TrReader *r, json_t *v, unsigned accepts, TrEnd *end)
{
  const unsigned direction = TR_ACCEPT_DIRECTION | TR_ACCEPT_LINE;
  bool two = json_object_get (v, "from") != NULL || json_object_get (v, "to") != NULL;
  *end = (TrEnd){.body = -1};
  if (json_is_string (v))
    return read_end_name (r, json_string_value (v), accepts, end);
  if (two && (accepts & direction) != 0)
    return read_from_to (r, v, end);
  if (is_whole_body (r, v, accepts))
    return read_whole_body (r, v, accepts, end);
  if (json_is_object (v) && (accepts & TR_ACCEPT_POINT) != 0) {
    end->kind = TR_END_POINT;
    return tr_read_connector (r, v, &end->connector[0]);
  }
  g_autofree char *expected = describe_accepted (accepts);
  return tr_fail_type (r, expected, v);
}
