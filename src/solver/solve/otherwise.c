// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/otherwise.h"

#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/solve/directions.h"
#include "solver/solve/leave.h"
#include "solver/subset/subset-private.h"

// The whole of it at another place or in another size, where that is asked for, and from there on.
static bool
leave_elsewhere (TrEngine *e, TrComponent *k, TrState *s, int *iterations)
{
  size_t mark = tr_scratch_mark (e->scratch);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes);
  double in_tol;
  TrSubset t;
  for (int i = 0; i < k->n_nodes; i++)
    con[i] = k->nodes[i].con;
  tr_subset_init (&t, e->scratch, e, k, s, k->n_nodes, con);
  bool ok = tr_subset_go_elsewhere (&t);
  tr_scratch_release (e->scratch, mark);
  tr_component_measure (e, k, s);
  tr_component_residual (e, k, s, NULL, &in_tol);
  return ok && (tr_leave_home (e, k, s, iterations) || in_tol <= 1);
}

// Whether all holds there, and is what it was.
static bool
is_well (TrEngine *e, TrComponent *k, const TrState *s, const TrHome *home)
{
  return tr_component_holds (e, k, s) && tr_keeps_meaning (e, k, s, home);
}

bool
tr_leave_otherwise (TrEngine *e, TrComponent *k, TrState *s, const TrHome *home, int *iterations)
{
  g_auto (TrHome) there = tr_home_take (e, k, s);
  tr_home_come_back (e, k, s, home);
  tr_component_masses (e, k, s->q);
  if (leave_elsewhere (e, k, s, iterations) && is_well (e, k, s, home))
    return true;
  tr_home_come_back (e, k, s, &there);
  if (tr_leave_again (e, k, s, INFINITY, iterations) && is_well (e, k, s, home))
    return true;
  tr_home_come_back (e, k, s, &there);
  return false;
}
