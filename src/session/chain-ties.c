// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What ties links together other than joints: slides, gears, and whatever else has rows that no
// link answers by being rigid.

#include "session/chain-private.h"

#include <string.h>

// As rigid as links are taken to be, in radians.
#define SAME_DIRECTION 1e-6

static Vec2
direction_in (const TrChain *c, const TrLink *link, int state)
{
  const TrConnector *from = &tr_chain_joint (c, link->from)->place;
  const TrConnector *to = &tr_chain_joint (c, link->to)->place;
  return v2_sub (tr_connector_point (c->released, to, c->state[state]->q),
                 tr_connector_point (c->released, from, c->state[state]->q));
}

// How far a link has turned since the present state.
static double
turned (const TrChain *c, int link, int state)
{
  const TrLink *l = tr_chain_link (c, link);
  if (link == 0 || l->from < 0)
    return 0;
  Vec2 now = direction_in (c, l, 0), then = direction_in (c, l, state);
  return atan2 (v2_cross (now, then), v2_dot (now, then));
}

bool
tr_chain_is_parallel (const TrChain *c, int link, int other)
{
  for (int k = 1; k < TR_CHAIN_STATES; k++)
    if (fabs (turned (c, link, k) - turned (c, other, k)) > SAME_DIRECTION)
      return false;
  return true;
}

static void
add_slide (TrChain *c, int joint, int link, Vec2 along, int constraint)
{
  for (guint i = 0; i < c->slides->len; i++) {
    const TrSlide *s = &g_array_index (c->slides, TrSlide, i);
    if (s->joint == joint && s->link == link)
      return;
  }
  TrSlide slide = {joint, link, v2_unit_or (along, v2 (1, 0)), constraint};
  if (joint >= 0 && link >= 0 && !tr_chain_has (tr_chain_joint (c, joint)->links, link))
    g_array_append_val (c->slides, slide);
}

// A point on the line of a direction that has a place.
static void
slide_on_line (TrChainSearch *w, int i, const TrConnector *point, const TrEnd *line)
{
  const TrModel *m = w->chain->released;
  TrConnector ends[TR_CHAIN_POINTS_MAX] = {line->connector[0], line->connector[1]};
  if (line->kind == TR_END_BODY && tr_chain_body_points (m, line->body, ends) != 2)
    return;
  int pair[] = {tr_chain_find (w, &ends[0]), tr_chain_find (w, &ends[1])};
  add_slide (w->chain, tr_chain_find (w, point), tr_chain_common (w->chain, pair, 2),
             tr_direction_vector (m, line, w->chain->state[0]->q), i);
}

// Two points level with each other, one of them fast.
static void
slide_along_axis (TrChainSearch *w, int i, const TrConnector *a, const TrConnector *b, Vec2 axis)
{
  int p = tr_chain_find (w, a), q = tr_chain_find (w, b);
  if (p >= 0 && q >= 0 && tr_chain_is_fixed (w, q))
    add_slide (w->chain, p, 0, axis, i);
  else if (p >= 0 && q >= 0 && tr_chain_is_fixed (w, p))
    add_slide (w->chain, q, 0, axis, i);
}

static void
slide_level (TrChainSearch *w, int i, Vec2 axis)
{
  const TrEnd *e = &w->chain->released->constraints[i].end[0];
  if (e->kind == TR_END_FROMTO) {
    slide_along_axis (w, i, &e->connector[0], &e->connector[1], axis);
  } else if (e->kind == TR_END_BODY &&
             w->chain->released->bodies[e->body].kind == TR_BODY_SEGMENT) {
    TrConnector ends[TR_CHAIN_POINTS_MAX];
    tr_chain_body_points (w->chain->released, e->body, ends);
    slide_along_axis (w, i, &ends[0], &ends[1], axis);
  }
}

// A coordinate that is held.
static void
slide_fixed (TrChainSearch *w, int i)
{
  const TrModel *m = w->chain->released;
  const TrConstraint *c = &m->constraints[i];
  TrConnector ends[TR_CHAIN_POINTS_MAX];
  char buf[32];
  const char *name = tr_body_member_name (&m->bodies[c->end[0].body], c->member, buf);
  int n = tr_chain_body_points (m, c->end[0].body, ends);
  int which = g_str_has_prefix (name, "b") && n > 1 ? 1 : 0;
  bool is_x = g_str_equal (name, "x") || g_str_equal (name, "ax") || g_str_equal (name, "bx");
  bool is_y = g_str_equal (name, "y") || g_str_equal (name, "ay") || g_str_equal (name, "by");
  if (n > 0 && (is_x || is_y))
    add_slide (w->chain, tr_chain_find (w, &ends[which]), 0, is_x ? v2 (0, 1) : v2 (1, 0), i);
}

static bool
is_on_segment (const TrModel *m, const TrEnd *e)
{
  return e->kind == TR_END_POINT && e->connector[0].kind == TR_AT_SLIDE &&
         m->bodies[e->connector[0].body].kind == TR_BODY_SEGMENT;
}

// A point, or a place of the ground, on a segment.
static void
slide_on_segment (TrChainSearch *w, int i)
{
  const TrConstraint *c = &w->chain->released->constraints[i];
  TrConnector place = {.kind = TR_AT_GROUND, .body = -1, .slide = -1, .p = c->place};
  bool first = is_on_segment (w->chain->released, &c->end[0]);
  if (!first && !is_on_segment (w->chain->released, &c->end[1]))
    return;
  const TrEnd *slide = &c->end[first ? 0 : 1], *other = &c->end[first ? 1 : 0];
  TrEnd line = {.kind = TR_END_BODY, .body = slide->connector[0].body};
  slide_on_line (w, i, c->kind == TR_CON_NAIL ? &place : &other->connector[0], &line);
}

static void
find_slide (TrChainSearch *w, int i)
{
  const TrConstraint *c = &w->chain->released->constraints[i];
  const TrEnd *a = &c->end[0], *b = &c->end[1];

  switch (c->kind) {
  case TR_CON_ON_LINE:
  case TR_CON_DISTANCE:
    if (b->kind == TR_END_BODY || b->kind == TR_END_FROMTO)
      slide_on_line (w, i, &a->connector[0], b);
    break;
  case TR_CON_DISTANCE_X:
    slide_along_axis (w, i, &a->connector[0], &b->connector[0], v2 (0, 1));
    break;
  case TR_CON_DISTANCE_Y:
    slide_along_axis (w, i, &a->connector[0], &b->connector[0], v2 (1, 0));
    break;
  case TR_CON_HORIZONTAL:
    slide_level (w, i, v2 (1, 0));
    break;
  case TR_CON_VERTICAL:
    slide_level (w, i, v2 (0, 1));
    break;
  case TR_CON_FIX:
    slide_fixed (w, i);
    break;
  case TR_CON_ATTACH:
  case TR_CON_NAIL:
    slide_on_segment (w, i);
    break;
  case TR_CON_LENGTH:
  case TR_CON_RADIUS:
  case TR_CON_ANGLE:
  case TR_CON_PARALLEL:
  case TR_CON_PERPENDICULAR:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_MIDPOINT:
  case TR_CON_SYMMETRIC:
  case TR_CON_TANGENT:
  case TR_CON_GEAR:
  case TR_CON_RACK:
  case TR_CON_SKATE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_EQUATION:
  case TR_CON_LIMIT:
  case TR_N_CON_KINDS:
    break;
  }
}

// What is joined to a block that only slides along a link slides along it too.
static void
pass_on_slides (TrChain *c)
{
  for (guint i = 0; i < c->slides->len; i++) {
    TrSlide s = g_array_index (c->slides, TrSlide, i);
    const GArray *links = tr_chain_joint (c, s.joint)->links;
    for (guint k = 0; k < links->len; k++) {
      int block = g_array_index (links, int, k);
      const GArray *joints = tr_chain_link (c, block)->joints;
      if (!tr_chain_is_parallel (c, block, s.link))
        continue;
      for (guint j = 0; j < joints->len; j++)
        add_slide (c, g_array_index (joints, int, j), s.link, s.along, s.constraint);
    }
  }
}

// Kinds that only say how long something is are answered where that is one link.
static bool
is_measure (const TrConstraint *c, const char *member)
{
  return c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS || c->kind == TR_CON_EQUAL_RADIUS ||
         (c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT) ||
         (member && (g_str_equal (member, "length") || g_str_equal (member, "radius") ||
                     g_str_equal (member, "area")));
}

static bool
looks_at_ground (const TrConstraint *c)
{
  bool axis = false;
  for (int k = 0; k < 3; k++)
    axis |= c->end[k].kind == TR_END_X || c->end[k].kind == TR_END_Y;
  return axis || c->kind == TR_CON_DISTANCE_X || c->kind == TR_CON_DISTANCE_Y ||
         c->kind == TR_CON_HORIZONTAL || c->kind == TR_CON_VERTICAL || c->kind == TR_CON_FIX;
}

static int
n_slides (const TrConstraint *c)
{
  int n = 0;
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 2; i++)
      n += c->end[k].kind != TR_END_NONE && c->end[k].connector[i].kind == TR_AT_SLIDE &&
           (i == 0 || c->end[k].kind == TR_END_FROMTO) && c->end[k].kind != TR_END_BODY;
  return n;
}

// Whether it slides on a curve that is no link's: a template, a cam.
static bool
is_on_shape (const TrModel *m, const TrConstraint *c)
{
  TrConnector some[TR_CHAIN_POINTS_MAX];
  bool shape = false;
  for (int k = 0; k < 3; k++) {
    const TrConnector *at = &c->end[k].connector[0];
    shape |= c->end[k].kind == TR_END_POINT && at->kind == TR_AT_SLIDE &&
             tr_chain_body_points (m, at->body, some) == 0;
  }
  return shape;
}

static bool
is_still (const TrChainSearch *w, int body)
{
  const TrChain *c = w->chain;
  const TrBody *b = &c->m->bodies[body];
  for (int i = b->q; i < b->q + b->n; i++)
    for (int k = 1; k < TR_CHAIN_STATES; k++)
      if (fabs (c->state[k]->q[i] - c->state[0]->q[i]) > SAME_DIRECTION)
        return false;
  return true;
}

// Whether links, being rigid, and joints say all that it says.
static bool
is_answered (TrChainSearch *w, int i, const int *joints, int n)
{
  const TrConstraint *c = &w->chain->released->constraints[i];
  char buf[32];
  const char *member =
      c->kind == TR_CON_FIX
          ? tr_body_member_name (&w->chain->m->bodies[c->end[0].body], c->member, buf)
          : NULL;
  if (is_measure (c, member) || (member && is_still (w, c->end[0].body)))
    return true;
  if ((c->kind == TR_CON_ATTACH || c->kind == TR_CON_NAIL) && n_slides (c) == 0)
    return true;
  if (c->kind == TR_CON_EQUAL_LENGTH && n == 4)
    return tr_chain_common (w->chain, joints, 2) >= 0 &&
           tr_chain_common (w->chain, joints + 2, 2) >= 0;
  if (is_on_shape (w->chain->m, c))
    return false;
  int common = n > 0 ? tr_chain_common (w->chain, joints, n) : -1;
  return looks_at_ground (c) ? common == 0 : common >= 0;
}

static void
add_links_of (const TrChain *c, const int *joints, int n, GArray *out)
{
  for (int l = 0; l < (int) c->links->len; l++) {
    bool any = false;
    for (int i = 0; i < n; i++)
      any |= tr_chain_has (tr_chain_link (c, l)->joints, joints[i]);
    if (any)
      g_array_append_val (out, l);
  }
}

// The link, other than the ground, of which it says how it lies and no more; −1: none.
static int
find_held (const TrChainSearch *w, int i, const int *joints, int n)
{
  const TrConstraint *c = &w->chain->released->constraints[i];
  bool is_turn = c->kind == TR_CON_HORIZONTAL || c->kind == TR_CON_VERTICAL ||
                 c->kind == TR_CON_PARALLEL || c->kind == TR_CON_PERPENDICULAR ||
                 c->kind == TR_CON_ANGLE ||
                 (c->kind == TR_CON_FIX &&
                  tr_body_member_is_angle (&w->chain->m->bodies[c->end[0].body], c->member));
  int link = is_turn && looks_at_ground (c) && n > 0 ? tr_chain_common (w->chain, joints, n) : -1;
  return link > 0 ? link : -1;
}

// Bars that never turn lie fast to each other, and are one link where they meet: one of those that
// hold them is what makes them one.
static bool
is_held_already (const TrChain *c, int link)
{
  bool held = false;
  for (guint i = 0; i < c->ties->len; i++)
    held |= link >= 0 && g_array_index (c->ties, TrTie, i).held == link;
  return held;
}

static void
find_tie (TrChainSearch *w, int i)
{
  TrChain *c = w->chain;
  TrConnector some[TR_CHAIN_POINTS_MAX];
  int joints[TR_CHAIN_POINTS_MAX], n = tr_chain_constraint_points (c->released, i, some);
  for (int k = 0; k < n; k++)
    joints[k] = tr_chain_find (w, &some[k]);
  int rows = tr_constraint_n_rows (c->released, i) - n_slides (&c->released->constraints[i]);
  if (rows <= 0 || is_answered (w, i, joints, n))
    return;
  int held = find_held (w, i, joints, n);
  if (is_held_already (c, held))
    return;
  TrTie tie = {i, rows, held, g_array_new (FALSE, FALSE, sizeof (int))};
  add_links_of (c, joints, n, tie.links);
  g_array_append_val (c->ties, tie);
  c->n_rows += rows;
}

// A circle never turns: where something is fast to a point of it, that is one more row.
static void
find_circles (TrChainSearch *w)
{
  TrChain *c = w->chain;
  for (int b = 0; b < c->m->n_bodies; b++) {
    int on_it = 0;
    for (guint i = 0; i < w->places->len; i++) {
      const TrConnector *at = &g_array_index (w->places, TrChainPlace, i).at;
      on_it += at->body == b && at->kind == TR_AT_T;
    }
    if (c->m->bodies[b].kind != TR_BODY_CIRCLE || on_it == 0 || is_still (w, b))
      continue;
    TrTie tie = {-1, 1, -1, g_array_new (FALSE, FALSE, sizeof (int))};
    g_array_append_val (c->ties, tie);
    c->n_rows++;
  }
}

void
tr_chain_find_ties (TrChainSearch *w)
{
  TrChain *c = w->chain;
  find_circles (w);
  for (int i = 0; i < c->released->n_constraints; i++)
    if (tr_chain_is_in_force (&c->released->constraints[i])) {
      find_slide (w, i);
      find_tie (w, i);
    }
  pass_on_slides (c);
  for (guint i = 0; i < c->joints->len; i++) {
    int n = (int) tr_chain_joint (c, (int) i)->links->len;
    c->n_pins += MAX (n - 1, 0);
    c->n_loose += n == 0;
  }
}

int
tr_chain_count (const TrChain *c)
{
  return 3 * ((int) c->links->len - 1) + 2 * c->n_loose - 2 * c->n_pins - c->n_rows;
}
