// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The drawing is looked at in a few states near the present one, reached along mixtures of its free
// motions: what is the same in all of them stays the same.

#include "session/chain-private.h"

#include "solver/motion.h"

// Of the drawing's size: how far the states lie apart, and what counts as the same.
#define STEP 0.02
#define SAME 1e-7

enum { MOST_UNKNOWNS = 600, MOST_PLACES = 2000 };

bool
tr_chain_is_in_force (const TrConstraint *c)
{
  return !c->disabled && !c->driven && c->kind != TR_CON_DRIVE && c->kind != TR_CON_PATH;
}

static TrConnector
named (int body, int point)
{
  return (TrConnector){.kind = TR_AT_NAMED, .body = body, .point = point, .slide = -1};
}

static TrConnector
local (int body, double x, double y)
{
  return (TrConnector){.kind = TR_AT_LOCAL, .body = body, .slide = -1, .p = {x, y}};
}

int
tr_chain_body_points (const TrModel *m, int b, TrConnector *out)
{
  const TrBody *body = &m->bodies[b];
  int n = 0;

  switch (body->kind) {
  case TR_BODY_RIGID:
    out[n++] = named (b, 0);
    out[n++] = local (b, body->rigid.length, 0);
    break;
  case TR_BODY_SHEET:
    out[n++] = named (b, 0);
    out[n++] = local (b, 1, 0);
    out[n++] = local (b, 0, 1);
    break;
  case TR_BODY_SEGMENT:
    out[n++] = named (b, 0);
    out[n++] = named (b, 1);
    break;
  case TR_BODY_ARC:
    for (int i = 0; i < tr_body_n_points (body); i++)
      out[n++] = named (b, i);
    break;
  case TR_BODY_POINT:
  case TR_BODY_CIRCLE:
  case TR_BODY_ELLIPSE:
    out[n++] = named (b, 0);
    break;
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return n;
}

// A slide stands for its curve.
static int
connector_points (const TrModel *m, const TrConnector *c, TrConnector *out)
{
  if (c->kind == TR_AT_SLIDE)
    return tr_chain_body_points (m, c->body, out);
  out[0] = *c;
  return 1;
}

int
tr_chain_constraint_points (const TrModel *m, int i, TrConnector out[TR_CHAIN_POINTS_MAX])
{
  const TrConstraint *c = &m->constraints[i];
  int n = 0;

  for (int k = 0; k < 3; k++) {
    const TrEnd *e = &c->end[k];
    switch (e->kind) {
    case TR_END_NONE:
    case TR_END_X:
    case TR_END_Y:
      break;
    case TR_END_FROMTO:
      n += connector_points (m, &e->connector[0], out + n);
      n += connector_points (m, &e->connector[1], out + n);
      break;
    case TR_END_POINT:
      n += connector_points (m, &e->connector[0], out + n);
      break;
    case TR_END_BODY:
      n += tr_chain_body_points (m, e->body, out + n);
      break;
    }
  }
  if (c->kind == TR_CON_NAIL)
    out[n++] = (TrConnector){.kind = TR_AT_GROUND, .body = -1, .slide = -1, .p = c->place};
  return n;
}

static void
add_places (TrChainSearch *w, const TrConnector *c, int n)
{
  for (int k = 0; k < n; k++) {
    TrChainPlace place = {c[k], -1};
    g_array_append_val (w->places, place);
  }
}

static void
find_places (TrChainSearch *w)
{
  TrConnector some[TR_CHAIN_POINTS_MAX];
  const TrModel *m = w->chain->released;

  for (int b = 0; b < m->n_bodies; b++)
    add_places (w, some, tr_chain_body_points (m, b, some));
  for (int i = 0; i < m->n_constraints; i++)
    if (tr_chain_is_in_force (&m->constraints[i]))
      add_places (w, some, tr_chain_constraint_points (m, i, some));
}

static bool
is_same_connector (const TrConnector *a, const TrConnector *b)
{
  if (a->kind != b->kind || a->body != b->body)
    return false;
  if (a->kind == TR_AT_NAMED)
    return a->point == b->point;
  return v2_dist (a->p, b->p) <= 0;
}

int
tr_chain_find (const TrChainSearch *w, const TrConnector *c)
{
  for (guint i = 0; i < w->places->len; i++) {
    const TrChainPlace *p = &g_array_index (w->places, TrChainPlace, i);
    if (is_same_connector (&p->at, c))
      return p->joint;
  }
  return -1;
}

bool
tr_chain_is_fixed (const TrChainSearch *w, int joint)
{
  const Vec2 *x = w->x + TR_CHAIN_STATES * joint;
  for (int k = 1; k < TR_CHAIN_STATES; k++)
    if (v2_dist (x[k], x[0]) > SAME * w->chain->size)
      return false;
  return true;
}

bool
tr_chain_is_rigid (const TrChainSearch *w, int i, int j)
{
  const Vec2 *a = w->x + TR_CHAIN_STATES * i, *b = w->x + TR_CHAIN_STATES * j;
  for (int k = 1; k < TR_CHAIN_STATES; k++)
    if (fabs (v2_dist (a[k], b[k]) - v2_dist (a[0], b[0])) > SAME * w->chain->size)
      return false;
  return true;
}

static int
joint_at (const TrChainSearch *w, const Vec2 *x)
{
  for (int i = 0; i < w->n_joints; i++) {
    bool same = true;
    for (int k = 0; k < TR_CHAIN_STATES && same; k++)
      same = v2_dist (w->x[TR_CHAIN_STATES * i + k], x[k]) <= SAME * w->chain->size;
    if (same)
      return i;
  }
  return -1;
}

// Places that are one in all states are one joint; a point body gives it its name.
static void
find_joints (TrChainSearch *w)
{
  TrChain *c = w->chain;
  w->x = g_new (Vec2, TR_CHAIN_STATES * (w->places->len + 1));
  for (guint i = 0; i < w->places->len; i++) {
    TrChainPlace *p = &g_array_index (w->places, TrChainPlace, i);
    Vec2 *x = w->x + TR_CHAIN_STATES * w->n_joints;
    for (int k = 0; k < TR_CHAIN_STATES; k++)
      x[k] = tr_connector_point (c->released, &p->at, c->state[k]->q);
    p->joint = joint_at (w, x);
    if (p->joint < 0) {
      p->joint = w->n_joints++;
      TrJoint joint = {x[0], p->at, g_array_new (FALSE, FALSE, sizeof (int))};
      g_array_append_val (c->joints, joint);
    }
    TrConnector *name = &g_array_index (c->joints, TrJoint, p->joint).place;
    bool is_point = p->at.body >= 0 && c->m->bodies[p->at.body].kind == TR_BODY_POINT;
    if (is_point && (name->body < 0 || c->m->bodies[name->body].kind != TR_BODY_POINT))
      *name = p->at;
  }
}

static void
mark_close (TrChainSearch *w, const TrConnector *c, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int a = tr_chain_find (w, &c[i]), b = tr_chain_find (w, &c[j]);
      w->close[(size_t) a * (size_t) w->n_joints + (size_t) b] = 1;
    }
}

static void
find_close (TrChainSearch *w)
{
  TrConnector some[TR_CHAIN_POINTS_MAX];
  const TrModel *m = w->chain->released;
  size_t n = (size_t) w->n_joints;

  w->close = g_new0 (unsigned char, n *n + 1);
  for (int i = 0; i < m->n_constraints; i++)
    if (tr_chain_is_in_force (&m->constraints[i]))
      mark_close (w, some, tr_chain_constraint_points (m, i, some));
  // All places of one body, those that constraints use included.
  for (guint i = 0; i < w->places->len; i++)
    for (guint j = 0; j < w->places->len; j++) {
      const TrChainPlace *p = &g_array_index (w->places, TrChainPlace, i);
      const TrChainPlace *q = &g_array_index (w->places, TrChainPlace, j);
      if (p->at.body >= 0 && p->at.body == q->at.body)
        w->close[(size_t) p->joint * n + (size_t) q->joint] = 1;
    }
}

static double
size_of_places (const TrChainSearch *w)
{
  Vec2 low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  for (guint i = 0; i < w->places->len; i++) {
    const TrChain *c = w->chain;
    const TrConnector *at = &g_array_index (w->places, TrChainPlace, i).at;
    Vec2 x = tr_connector_point (c->released, at, c->state[0]->q);
    low = v2 (fmin (low.x, x.x), fmin (low.y, x.y));
    high = v2 (fmax (high.x, x.x), fmax (high.y, x.y));
  }
  double size = v2_dist (low, high);
  return isfinite (size) && size > 0 ? size : 1;
}

// A mixture of the free motions, the farthest place by STEP of the size, back onto the
// constraints.
static TrState *
state_near (const TrChainSearch *w, int which)
{
  const TrChain *c = w->chain;
  const TrModel *m = c->released;
  TrState *s = tr_state_copy (c->state[0]);
  g_autofree double *v = g_new0 (double, m->n_q + 1);
  for (guint i = 0; i < c->motions->len; i++) {
    const TrMotion *motion = g_ptr_array_index (c->motions, i);
    double share = cos (1.7 * (i + 1) * (which + 1) + 0.3);
    for (int k = 0; k < m->n_q; k++)
      v[k] += share * motion->v[k];
  }
  double fastest = 0;
  for (guint i = 0; i < w->places->len; i++)
    fastest = fmax (fastest, v2_norm (tr_connector_velocity (
                                 m, &g_array_index (w->places, TrChainPlace, i).at, s->q, v)));
  double step = fastest > 0 ? (1 + 0.3 * which) * STEP * c->size / fastest : 0;
  for (int k = 0; k < m->n_q; k++)
    s->q[k] += (which % 2 ? step : -step) * v[k];
  g_autoptr (TrEngine) e = tr_engine_new (m, s);
  tr_engine_solve (e, s);
  return s;
}

// Whether all that moves is known to links: curves that change their shape are not.
static bool
is_plain (const TrChain *c)
{
  for (int b = 0; b < c->m->n_bodies; b++) {
    const TrBody *body = &c->m->bodies[b];
    int first = body->kind == TR_BODY_CIRCLE ? 2 : 0; // its centre is a place
    if (body->kind == TR_BODY_POINT || body->kind == TR_BODY_SEGMENT || body->kind == TR_BODY_RIGID)
      continue;
    for (int i = first; i < body->n; i++)
      for (int k = 1; k < TR_CHAIN_STATES; k++)
        if (fabs (c->state[k]->q[body->q + i] - c->state[0]->q[body->q + i]) > SAME * c->size)
          return false;
  }
  return true;
}

static bool
is_too_large (const TrChainSearch *w)
{
  return w->chain->m->n_q > MOST_UNKNOWNS || w->places->len > MOST_PLACES;
}

static void
look_around (TrChainSearch *w)
{
  TrChain *c = w->chain;
  c->motions = tr_motions_find (c->engine, c->state[0], MOST_UNKNOWNS);
  c->size = size_of_places (w);
  for (int k = 1; k < TR_CHAIN_STATES; k++)
    c->state[k] = state_near (w, k - 1);
  find_joints (w);
  find_close (w);
  tr_chain_find_links (w);
  tr_chain_find_ties (w);
  c->is_plain = is_plain (c);
}

static TrChain *
chain_make (const TrModel *m, const TrState *s)
{
  TrChain *c = g_new0 (TrChain, 1);
  c->m = m;
  c->released = tr_model_copy (c->m);
  for (int i = 0; i < c->released->n_constraints; i++)
    if (c->released->constraints[i].kind == TR_CON_DRIVE ||
        c->released->constraints[i].kind == TR_CON_PATH)
      c->released->constraints[i].disabled = 1;
  c->state[0] = tr_state_copy (s);
  c->engine = tr_engine_new (c->released, c->state[0]);
  c->joints = g_array_new (FALSE, FALSE, sizeof (TrJoint));
  c->links = g_array_new (FALSE, FALSE, sizeof (TrLink));
  c->slides = g_array_new (FALSE, FALSE, sizeof (TrSlide));
  c->ties = g_array_new (FALSE, FALSE, sizeof (TrTie));
  return c;
}

TrChain *
tr_chain_new (const TrModel *m, const TrState *s)
{
  g_autoptr (TrChain) c = chain_make (m, s);
  TrChainSearch w = {.chain = c, .places = g_array_new (FALSE, FALSE, sizeof (TrChainPlace))};
  find_places (&w);
  bool too_large = is_too_large (&w);
  if (!too_large)
    look_around (&w);
  g_array_unref (w.places);
  g_free (w.x);
  g_free (w.close);
  return too_large ? NULL : g_steal_pointer (&c);
}

void
tr_chain_free (TrChain *c)
{
  if (!c)
    return;
  for (guint i = 0; i < c->joints->len; i++)
    g_array_unref (g_array_index (c->joints, TrJoint, i).links);
  for (guint i = 0; i < c->links->len; i++)
    g_array_unref (g_array_index (c->links, TrLink, i).joints);
  for (guint i = 0; i < c->ties->len; i++)
    g_array_unref (g_array_index (c->ties, TrTie, i).links);
  g_array_unref (c->joints);
  g_array_unref (c->links);
  g_array_unref (c->slides);
  g_array_unref (c->ties);
  g_clear_pointer (&c->motions, g_ptr_array_unref);
  tr_engine_free (c->engine);
  for (int k = 0; k < TR_CHAIN_STATES; k++)
    g_clear_pointer (&c->state[k], tr_state_free);
  tr_model_free (c->released);
  g_free (c);
}
