// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What constraints are called where nobody has named them.

#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

static const char *const kinds[TR_N_CON_KINDS] = {
    [TR_CON_ATTACH] = N_ ("Attach"),
    [TR_CON_NAIL] = N_ ("Nail"),
    [TR_CON_ON_LINE] = N_ ("On line"),
    [TR_CON_DISTANCE] = N_ ("Distance"),
    [TR_CON_DISTANCE_X] = N_ ("Horizontal distance"),
    [TR_CON_DISTANCE_Y] = N_ ("Vertical distance"),
    [TR_CON_LENGTH] = N_ ("Length"),
    [TR_CON_RADIUS] = N_ ("Radius"),
    [TR_CON_FIX] = N_ ("Fix"),
    [TR_CON_ANGLE] = N_ ("Angle"),
    [TR_CON_HORIZONTAL] = N_ ("Horizontal"),
    [TR_CON_VERTICAL] = N_ ("Vertical"),
    [TR_CON_PARALLEL] = N_ ("Parallel"),
    [TR_CON_PERPENDICULAR] = N_ ("Perpendicular"),
    [TR_CON_EQUAL_LENGTH] = N_ ("Equal length"),
    [TR_CON_EQUAL_RADIUS] = N_ ("Equal radius"),
    [TR_CON_MIDPOINT] = N_ ("Midpoint"),
    [TR_CON_SYMMETRIC] = N_ ("Symmetric"),
    [TR_CON_TANGENT] = N_ ("Tangent"),
    [TR_CON_GEAR] = N_ ("Gear"),
    [TR_CON_RACK] = N_ ("Rack"),
    [TR_CON_SKATE] = N_ ("Skate"),
    [TR_CON_DRIVE] = N_ ("Drive"),
    [TR_CON_PATH] = N_ ("Path"),
    [TR_CON_EQUATION] = N_ ("Equation"),
    [TR_CON_LIMIT] = N_ ("Limit"),
};

const char *
tr_constraint_kind_label (TrConKind kind)
{
  g_return_val_if_fail (kind < TR_N_CON_KINDS, NULL);
  return _ (kinds[kind]);
}

static const char *
body_name (const TrBody *b)
{
  return b->name && *b->name ? b->name : b->id;
}

// "Crank.b", or the body alone where it has but one point, or one that only numbers would tell.
static char *
point_text (const TrModel *m, const TrConnector *c)
{
  if (c->kind == TR_AT_GROUND)
    return tr_session_connector_text (m, c);
  const TrBody *b = &m->bodies[c->body];
  char name[32];
  if (c->kind != TR_AT_NAMED || b->kind == TR_BODY_POINT)
    return g_strdup (body_name (b));
  return g_strdup_printf ("%s.%s", body_name (b), tr_body_point_name (b, c->point, name));
}

static char *
end_text (const TrModel *m, const TrEnd *e)
{
  switch (e->kind) {
  case TR_END_NONE:
    return NULL;
  case TR_END_X:
    return g_strdup ("x");
  case TR_END_Y:
    return g_strdup ("y");
  case TR_END_BODY:
    return g_strdup (body_name (&m->bodies[e->body]));
  case TR_END_POINT:
    return point_text (m, &e->connector[0]);
  case TR_END_FROMTO: {
    g_autofree char *from = point_text (m, &e->connector[0]);
    g_autofree char *to = point_text (m, &e->connector[1]);
    return g_strdup_printf ("%s–%s", from, to);
  }
  }
  g_return_val_if_reached (NULL);
}

// A place that only numbers would tell.
static bool
is_nameless (const TrEnd *e)
{
  TrConnectorKind kind = e->connector[0].kind;
  return e->kind == TR_END_POINT && kind != TR_AT_GROUND && kind != TR_AT_NAMED;
}

static int
body_of (const TrEnd *e)
{
  return e->kind == TR_END_BODY ? e->body : e->kind == TR_END_POINT ? e->connector[0].body : -1;
}

static bool
has_nameless (const TrConstraint *c)
{
  return is_nameless (&c->end[0]) || is_nameless (&c->end[1]);
}

static char *
plain_title (const TrModel *m, int constraint)
{
  const TrConstraint *c = &m->constraints[constraint];
  GString *out = g_string_new (tr_constraint_kind_label (c->kind));

  for (int i = 0, n = 0; i < 3; i++) {
    g_autofree char *end = end_text (m, &c->end[i]);
    if (end)
      g_string_append_printf (out, "%s%s", n++ ? " · " : " ", end);
  }
  if (c->kind == TR_CON_FIX || c->kind == TR_CON_DRIVE || c->kind == TR_CON_LIMIT) {
    char name[32];
    g_string_append_printf (out, ".%s",
                            tr_body_member_name (&m->bodies[c->end[0].body], c->member, name));
  }
  return g_string_free (out, FALSE);
}

// Which one it is of those that are called the same, as they are at nameless places: from 1.
static int
number_of (const TrModel *m, int constraint, const char *title)
{
  const TrConstraint *c = &m->constraints[constraint];
  int n = 1;

  for (int i = 0; has_nameless (c) && i < constraint; i++) {
    const TrConstraint *o = &m->constraints[i];
    if (o->kind != c->kind || (o->name && *o->name) || !has_nameless (o) ||
        body_of (&o->end[0]) != body_of (&c->end[0]) ||
        body_of (&o->end[1]) != body_of (&c->end[1]))
      continue;
    g_autofree char *other = plain_title (m, i);
    n += g_str_equal (other, title);
  }
  return n;
}

char *
tr_constraint_title (const TrModel *m, int constraint)
{
  const TrConstraint *c = &m->constraints[constraint];

  if (c->name && *c->name)
    return g_strdup (c->name);
  g_autofree char *title = plain_title (m, constraint);
  int number = number_of (m, constraint, title);
  return number > 1 ? g_strdup_printf ("%s (%d)", title, number) : g_steal_pointer (&title);
}
