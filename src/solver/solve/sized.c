// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/sized.h"

#include "model/edit.h"
#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/solve/home.h"
#include "solver/solve/solve.h"
#include "solver/solve/vanish.h"

#include <string.h>

enum { MOST_HELD = 3 }; // sides, one in a solve within that of another

static const double runaway = 1e3;          // times as long, or as short
static const double hardly_there = 1e-6;    // of the size: no side to begin with
static const double next_to_nothing = 1e-3; // of it: a value that asks for that
static const double alike = 1e-2;           // of a length: of the same size
static const double worth_it = 1e-3;        // of what is missed

// ---- Sides ----

// A side: what two points, or the ends of a segment, are apart, or a radius. As a constraint that gives it a
// length; TR_N_CON_KINDS: it is none.
static TrConstraint
side_of_end (const TrModel *m, const TrEnd *end)
{
  TrConstraint side = {.id = "", .kind = TR_N_CON_KINDS, .has = 1};
  bool is_bar = end->kind == TR_END_BODY && m->bodies[end->body].kind == TR_BODY_SEGMENT;
  bool is_pair = end->kind == TR_END_FROMTO && end->connector[0].kind != TR_AT_SLIDE &&
                 end->connector[1].kind != TR_AT_SLIDE;
  if (is_bar || is_pair)
    side.kind = TR_CON_LENGTH;
  side.end[0] = *end;
  return side;
}

static TrConstraint
side_of_body (const TrModel *m, int body)
{
  TrBodyKind kind = m->bodies[body].kind;
  TrEnd end = {.kind = TR_END_BODY, .body = body};
  TrConstraint side = side_of_end (m, &end);
  if (kind == TR_BODY_CIRCLE || kind == TR_BODY_ARC)
    side.kind = TR_CON_RADIUS;
  return side;
}

static double
length_of (const TrModel *m, const TrConstraint *side, const double *q)
{
  if (side->kind == TR_CON_RADIUS)
    return fabs (tr_body_q (&m->bodies[side->end[0].body], q)[2]);
  return v2_norm (tr_direction_vector (m, &side->end[0], q));
}

// Those of a component: first of its bodies, then three of each of its constraints.
typedef struct {
  const TrEngine *e;
  const TrComponent *k;
  int n;
  double *was, *now; // lengths at home, and where a solve has led; 0: it is none
} Sides;

static void
sides_clear (Sides *w)
{
  g_free (w->was);
  g_free (w->now);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sides, sides_clear)

static TrConstraint
side_at (const Sides *w, int i)
{
  const TrModel *m = w->e->m;
  int j = i - w->k->n_bodies;
  return j < 0 ? side_of_body (m, w->k->bodies[i])
               : side_of_end (m, &m->constraints[w->k->nodes[j / 3].con].end[j % 3]);
}

static void
measure (const Sides *w, const double *q, double *length)
{
  for (int i = 0; i < w->n; i++) {
    TrConstraint side = side_at (w, i);
    length[i] = side.kind == TR_N_CON_KINDS ? 0 : length_of (w->e->m, &side, q);
  }
}

// k is at s, where a solve from home has led.
static Sides
sides_make (const TrEngine *e, const TrComponent *k, TrState *s, const TrHome *home)
{
  int n = k->n_bodies + 3 * k->n_nodes;
  Sides w = {e, k, n, g_new (double, n + 1), g_new (double, n + 1)};
  g_autofree double *there = g_new (double, k->n_v + 1);
  measure (&w, s->q, w.now);
  tr_component_gather (k, s->q, there);
  tr_component_scatter (k, home->q, s->q);
  measure (&w, s->q, w.was);
  tr_component_scatter (k, there, s->q);
  return w;
}

static bool
has_run_away (const Sides *w, int i, double size)
{
  double was = w->was[i], now = w->now[i];
  return was > hardly_there * size && !(now * runaway > was && now < was * runaway);
}

// The longest side that has; −1: none.
static int
find_runaway (const Sides *w, double size)
{
  int best = -1;
  for (int i = 0; i < w->n; i++)
    if (has_run_away (w, i, size) && (best < 0 || w->was[i] > w->was[best]))
      best = i;
  return best;
}

static bool
is_same_place (const TrConnector *a, const TrConnector *b)
{
  return a->kind == b->kind && a->body == b->body && a->point == b->point &&
         tr_same_bits (&a->p.x, &b->p.x, 1) && tr_same_bits (&a->p.y, &b->p.y, 1);
}

// Whether sides that are pairs of points are one, either way round.
static bool
is_same_pair (const TrEnd *a, const TrEnd *b)
{
  const TrConnector *p = a->connector, *q = b->connector;
  return (is_same_place (&p[0], &q[0]) && is_same_place (&p[1], &q[1])) ||
         (is_same_place (&p[0], &q[1]) && is_same_place (&p[1], &q[0]));
}

// Whether nothing is left of a figure of more than one side: what relates them is met by that alone.
static bool
is_all_gone (const Sides *w, double size)
{
  int n = 0;
  TrEnd first = {.kind = TR_END_NONE};
  for (int i = 0; i < w->n; i++) {
    TrConstraint side = side_at (w, i);
    if (!(w->was[i] > hardly_there * size))
      continue;
    if (w->now[i] * runaway > w->was[i])
      return false;
    bool is_pair = i >= w->k->n_bodies && side.end[0].kind == TR_END_FROMTO;
    n += i < w->k->n_bodies ||
         (is_pair && !(first.kind == TR_END_FROMTO && is_same_pair (&first, &side.end[0])));
    if (is_pair && first.kind == TR_END_NONE)
      first = side.end[0];
  }
  return n > 1;
}

// Whether a value may ask for just that: for next to no length, or for one far beyond a drawing of that size, or not
// much shorter than what has grown by as much.
static bool
is_asked_for (const Sides *w, double size)
{
  bool is_asked = false;
  double grown = INFINITY;
  for (int i = 0; i < w->n; i++)
    if (has_run_away (w, i, size) && w->now[i] > w->was[i])
      grown = fmax (isfinite (grown) ? grown : 0, w->now[i]);
  for (int i = 0; i < w->k->n_nodes; i++) {
    const TrConstraint *c = &w->e->m->constraints[w->k->nodes[i].con];
    double value = fabs (c->scalar[0].value);
    bool has_length = c->kind == TR_CON_DISTANCE || c->kind == TR_CON_LENGTH ||
                      c->kind == TR_CON_RADIUS || c->kind == TR_CON_FIX;
    is_asked |= has_length &&
                (value < next_to_nothing * size || value > runaway * size || value > alike * grown);
  }
  return is_asked;
}

// Whether node i asks something of the direction of a side that has run away.
static bool
wants_direction (const Sides *w, int i, double size)
{
  TrConKind kind = w->e->m->constraints[w->k->nodes[i].con].kind;
  int first = w->k->n_bodies + 3 * i;
  return (kind == TR_CON_ANGLE || kind == TR_CON_PARALLEL || kind == TR_CON_PERPENDICULAR) &&
         (has_run_away (w, first, size) || has_run_away (w, first + 1, size));
}

// ---- Solves of a copy ----

// The drawing with side i as long as it was; lost: without the constraints that want the direction of one that has run
// away. How many these are in *n_out.
static TrModel *
model_with (const Sides *w, int i, double size, bool lost, int *n_out)
{
  TrModel *m = tr_model_copy (w->e->m);
  *n_out = 0;
  for (int j = 0; j < w->k->n_nodes && lost; j++)
    if (wants_direction (w, j, size)) {
      m->constraints[w->k->nodes[j].con].disabled = true;
      ++*n_out;
    }
  int last = tr_model_append (m, TR_ELEMENT_CONSTRAINT, 1);
  m->constraints[last] = side_at (w, i);
  m->constraints[last].scalar[0].value = w->was[i];
  tr_model_place (m);
  return m;
}

// Of m, which has one constraint more than that of s; k is at home.
static TrState *
state_at_home (const TrModel *m, const TrState *s, const TrComponent *k, const TrHome *home)
{
  TrState *to = tr_state_new (m);
  memcpy (to->q, s->q, sizeof (double) * (size_t) s->n_q);
  memcpy (to->v, s->v, sizeof (double) * (size_t) s->n_q);
  memcpy (to->memory, s->memory, sizeof (TrMemory) * (size_t) s->n_memory);
  to->time = s->time;
  tr_component_scatter (k, home->q, to->q);
  for (int i = 0; i < k->n_nodes; i++)
    to->memory[k->nodes[i].con] = home->memory[i];
  return to;
}

// The component comes to where a copy, m, leads from home; whether all that the copy has holds there.
static bool
solve_copy (TrEngine *e,
            TrComponent *k,
            TrState *s,
            const TrHome *home,
            const TrModel *m,
            TrStepResult *result)
{
  g_autoptr (TrState) to = state_at_home (m, s, k, home);
  g_autoptr (TrEngine) other = tr_engine_new (m, to);
  tr_engine_set_method (other, e->method);
  other->n_held = e->n_held + 1;
  int slot = other->constraints.component[m->n_constraints - 1];
  if (slot < 0)
    return false;
  TrStepResult one = {.ok = true};
  tr_component_solve (other, other->slots[slot], to, &one);
  result->iterations += one.iterations;
  g_auto (TrHome) there = tr_home_here (e, k, to);
  tr_home_come_back (e, k, s, &there);
  return other->slots[slot]->settled <= 0;
}

// Whether all holds with sides that come to nothing because values ask for just that.
static bool
vanishes_well (TrEngine *e, TrComponent *k, const TrState *s, const TrHome *home)
{
  if (!tr_component_holds (e, k, s))
    return false;
  g_autoptr (TrState) was = tr_state_copy (s), to = tr_state_copy (s);
  g_autofree int *con = g_new (int, k->n_nodes + 1);
  int n = 0;
  tr_component_scatter (k, home->q, was->q);
  for (int i = 0; i < k->n_nodes; i++)
    if (!k->nodes[i].velocity)
      con[n++] = k->nodes[i].con;
  return tr_vanish_as_drawn (e, k, to, was->q, n, con);
}

// With side i as it was at home; whether where that leads is better than where it stands, having run away.
static bool
solve_in_size (const Sides *w,
               int i,
               double size,
               TrEngine *e,
               TrComponent *k,
               TrState *s,
               const TrHome *home,
               TrStepResult *result)
{
  bool is_good = tr_component_holds (e, k, s) && !is_all_gone (w, size);
  int n_out;
  g_autoptr (TrModel) with = model_with (w, i, size, false, &n_out);
  if (solve_copy (e, k, s, home, with, result))
    return true;
  g_auto (TrHome) compromise = tr_home_here (e, k, s);
  g_autoptr (TrModel) without = model_with (w, i, size, true, &n_out);
  if (n_out > 0 && solve_copy (e, k, s, home, without, result))
    return true;
  tr_home_come_back (e, k, s, &compromise);
  g_auto (Sides) now = sides_make (e, k, s, home);
  return !is_good && find_runaway (&now, size) < 0;
}

// Σ (c / tolerance)², as large as things are there.
static double
sum_of_misses (TrEngine *e, TrComponent *k, const TrState *s)
{
  double sum = 0;
  tr_component_measure (e, k, s);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows && !undefined && !n->velocity; r++)
      if (!n->inequality || c[r] < 0)
        sum += c[r] * c[r] / (n->tol[r] * n->tol[r]);
  }
  return sum;
}

// What does not hold there, either, goes home again where home is hardly worse: solved again and again it would wander.
static void
stay_if_no_better (TrEngine *e, TrComponent *k, TrState *s, const TrHome *home)
{
  if (tr_component_holds (e, k, s))
    return;
  g_auto (TrHome) there = tr_home_here (e, k, s);
  double misses = sum_of_misses (e, k, s);
  tr_home_come_back (e, k, s, home);
  if (misses < (1 - worth_it) * sum_of_misses (e, k, s))
    tr_home_come_back (e, k, s, &there);
}

bool
tr_sized_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve)
{
  if (e->only_asks || e->n_held >= MOST_HELD)
    return solve (e, k, s, result);
  g_auto (TrHome) home = tr_home_here (e, k, s);
  double size = k->size;
  bool moved = solve (e, k, s, result);
  g_auto (Sides) w = sides_make (e, k, s, &home);
  int side = find_runaway (&w, size);
  if (side < 0 || is_asked_for (&w, size) ||
      (!is_all_gone (&w, size) && vanishes_well (e, k, s, &home)))
    return moved;
  g_auto (TrHome) astray = tr_home_here (e, k, s);
  if (solve_in_size (&w, side, size, e, k, s, &home, result))
    stay_if_no_better (e, k, s, &home);
  else
    tr_home_come_back (e, k, s, &astray);
  return true;
}
