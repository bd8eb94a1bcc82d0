// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/meet.h"

#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/missed.h"
#include "solver/newton.h"

enum { MOST_PASSES = 64 };

static const double all_but = 1e-7; // of the component's size
static const double few = 100;      // tolerances

static bool
is_to_meet (const TrConstraint *c)
{
  bool is_apart = c->kind == TR_CON_DISTANCE && c->end[1].kind == TR_END_POINT;
  bool is_way = is_apart || c->kind == TR_CON_LENGTH;
  return is_way && !(fabs (c->scalar[0].value) > 0);
}

// Whether a constraint that is missed is so by next to nothing: points that are to meet by little of the size, what else
// there is by a few tolerances.
static bool
is_all_but_met (const TrEngine *e, double size, const TrNode *n, const TrState *s)
{
  double c[TR_ROWS_MAX];
  bool undefined = false, is_met = true;
  bool is_way = is_to_meet (&e->m->constraints[n->con]);
  tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
  for (int r = 0; r < n->rows; r++)
    is_met &= fabs (c[r]) < (is_way ? all_but * size : few * n->tol[r]);
  return is_met && !undefined;
}

// One row holds what takes two: where a point is to meet several, each pass turns the ways of the others, and leaves a
// share of what was missed. False: there is no such point, or too much is missed.
static bool
find_ways (const TrEngine *e, const TrComponent *k, TrState *s, double size)
{
  bool any = false;
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    any |= is_to_meet (&e->m->constraints[n->con]);
    if (tr_node_is_missed (e, n, s) && !is_all_but_met (e, size, n, s))
      return false;
  }
  for (int i = 0; i < k->n_nodes && any; i++) {
    int con = k->nodes[i].con;
    if (is_to_meet (&e->m->constraints[con]))
      tr_constraint_remember (e->m, con, s->q, 0, &s->memory[con]);
  }
  return any;
}

void
tr_meet (TrEngine *e, TrComponent *k, TrState *s, double size, int *iterations)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  for (int i = 0; i < MOST_PASSES && in_tol > 1 && find_ways (e, k, s, size); i++) {
    tr_change_forget (k);
    k->known = false;
    tr_close_up (e, k, s, INFINITY, iterations);
    tr_component_measure (e, k, s);
    tr_component_residual (e, k, s, NULL, &in_tol);
  }
}
