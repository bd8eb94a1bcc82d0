// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/tie.h"

#include "solver/engine-private.h"

static const double slack = 1e-6; // of the pull

// A polyline with a step ahead.
typedef struct {
  double pull; // −λ of its length
  int n_points, n_spans;
  const TrBlock **point; // of each point, NULL: it does not move
  Vec2 *from, *to;       // each point's places
  double *weight;        // of each point: what it resists a move with, M/h
  bool *tied;            // of each span
} Rope;

static Vec2
place (const double *q)
{
  return v2 (q[0], q[1]);
}

static int
after (const Rope *r, int point)
{
  return (point + 1) % r->n_points;
}

// The way that a span lies; none where it has no length.
static Vec2
way (const Rope *r, int span)
{
  return v2_unit_or (v2_sub (r->from[after (r, span)], r->from[span]), v2 (0, 0));
}

// Whether its ends would pass each other, or are in one place.
static bool
would_pass (const Rope *r, int span)
{
  Vec2 was = v2_sub (r->from[after (r, span)], r->from[span]);
  Vec2 is = v2_sub (r->to[after (r, span)], r->to[span]);
  bool moves = r->point[span] && r->point[after (r, span)];
  return moves && !(v2_dot (was, is) > 0);
}

// Where the points first … first + n all come together: where what they weigh is in balance.
static Vec2
balance (const Rope *r, int first, int n)
{
  Vec2 sum = v2 (0, 0);
  double weight = 0;
  for (int i = 0, p = first; i <= n; i++, p = after (r, p)) {
    sum = v2_mad (sum, r->weight[p], r->to[p]);
    weight += r->weight[p];
  }
  return v2_scale (sum, 1 / weight);
}

// The first of n spans that more than the pull would be needed to keep, −1: none. f: the force through a span.
static int
torn (const Rope *r, int first, int n, Vec2 middle)
{
  Vec2 f = v2 (0, 0);
  for (int i = 0, p = first; i < n; i++, p = after (r, p)) {
    Vec2 before = i > 0 ? way (r, (p + r->n_points - 1) % r->n_points) : v2 (0, 0);
    Vec2 free = v2_scale (v2_sub (way (r, p), before), r->pull); // that its step has had already
    f = v2_add (f, v2_add (v2_scale (v2_sub (middle, r->to[p]), r->weight[p]), free));
    if (v2_norm (f) > (1 + slack) * r->pull)
      return p;
  }
  return -1;
}

static void
tie_run (Rope *r, int first, int n)
{
  Vec2 middle = balance (r, first, n);
  int tear = torn (r, first, n, middle);
  if (tear >= 0) {
    r->tied[tear] = false;
    return;
  }
  for (int i = 0, p = first; i <= n; i++, p = after (r, p))
    r->to[p] = middle;
  for (int i = 0, p = first; i < n; i++, p = after (r, p))
    r->tied[p] = false; // done
}

// Runs of spans that are tied, one after the other; what is torn makes two of one.
static void
tie_spans (Rope *r)
{
  for (int tries = 0; tries < 2 * r->n_spans; tries++) {
    int first = 0, n = 0;
    while (first < r->n_spans && !r->tied[first])
      first++;
    if (first == r->n_spans)
      return;
    while (first + n < r->n_spans && r->tied[first + n])
      n++;
    if (n >= r->n_points) // all of a closed one
      return;
    tie_run (r, first, n);
  }
}

static void
keep (
    const TrEngine *e, TrComponent *k, const TrState *s, const TrBody *b, double pull, double alpha)
{
  size_t mark = tr_scratch_mark (e->scratch), n = (size_t) b->n / 2;
  Rope r = {.pull = pull,
            .n_points = b->n / 2,
            .n_spans = b->n / 2 - !b->closed,
            .point = tr_scratch_bytes (e->scratch, n * sizeof *r.point),
            .from = tr_scratch_bytes (e->scratch, 2 * n * sizeof *r.from),
            .weight = tr_scratch_doubles (e->scratch, n),
            .tied = tr_scratch_bytes (e->scratch, n)};
  bool any = false;
  r.to = r.from + n;
  for (int i = 0; i < r.n_points; i++) {
    int at = b->q + 2 * i, block = e->block_of_q[at];
    r.point[i] = block >= 0 ? &k->blocks[block] : NULL;
    r.from[i] = place (s->q + at);
    r.to[i] = block >= 0 ? v2_mad (r.from[i], alpha, place (k->d + r.point[i]->v)) : r.from[i];
    r.weight[i] = block >= 0 ? k->A[r.point[i]->m] : 1;
  }
  for (int i = 0; i < r.n_spans; i++)
    any |= r.tied[i] = would_pass (&r, i);
  if (any)
    tie_spans (&r);
  for (int i = 0; i < r.n_points && any; i++)
    if (r.point[i]) {
      Vec2 d = v2_scale (v2_sub (r.to[i], r.from[i]), 1 / alpha);
      k->d[r.point[i]->v] = d.x;
      k->d[r.point[i]->v + 1] = d.y;
    }
  tr_scratch_release (e->scratch, mark);
}

// What the length of a polyline is pulled at with: −λ of a row member − value, λ of one max − member.
static double
pull_of (const TrComponent *k, const TrNode *n, const TrConstraint *c)
{
  const double *lambda = &k->lambda_new[n->lambda];
  return c->kind == TR_CON_LIMIT ? lambda[c->has & 1] : -lambda[0];
}

void
tr_ties_keep (const TrEngine *e, TrComponent *k, const TrState *s, double alpha)
{
  for (int i = 0; i < k->n_nodes && k->has_rope && alpha > 0; i++) {
    const TrConstraint *c = &e->m->constraints[k->nodes[i].con];
    if (!tr_constraint_is_rope (e->m, c))
      continue;
    double pull = pull_of (k, &k->nodes[i], c);
    if (pull > 0)
      keep (e, k, s, &e->m->bodies[c->end[0].body], pull, alpha);
  }
}

bool
tr_constraint_is_rope (const TrModel *m, const TrConstraint *c)
{
  bool is_longest = c->kind == TR_CON_LIMIT && (c->has & 2);
  if ((c->kind != TR_CON_FIX && c->kind != TR_CON_DRIVE && !is_longest) || c->end[0].body < 0)
    return false;
  const TrBody *b = &m->bodies[c->end[0].body];
  return b->kind == TR_BODY_POLYLINE && c->member == b->n + (int) TR_DERIVED_LENGTH;
}
