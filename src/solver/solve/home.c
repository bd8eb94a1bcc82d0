// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/home.h"

#include "solver/bounds.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/masses.h"

TrHome
tr_home_here (const TrEngine *e, const TrComponent *k, const TrState *s)
{
  TrHome h = {.q = g_new (double, k->n_v + 1),
              .memory = g_new (TrMemory, k->n_nodes + 1),
              .active = g_new (unsigned char, k->n_nodes + 1),
              .energy = INFINITY};
  tr_component_gather (k, s->q, h.q);
  for (int i = 0; i < k->n_nodes; i++) {
    h.memory[i] = s->memory[k->nodes[i].con];
    h.active[i] = e->active[k->nodes[i].con];
  }
  return h;
}

TrHome
tr_home_take (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrHome h = tr_home_here (e, k, s);
  tr_component_masses (e, k, s->q);
  if (!tr_conflict_is_at_rest (e, k, s, &h.energy))
    h.energy = INFINITY;
  return h;
}

void
tr_home_clear (TrHome *h)
{
  g_free (h->q);
  g_free (h->memory);
  g_free (h->active);
  *h = (TrHome){0};
}

bool
tr_home_is_left (const TrHome *h, TrEngine *e, TrComponent *k, const TrState *s)
{
  double there;
  if (!isfinite (h->energy))
    return true;
  tr_component_masses (e, k, s->q);
  tr_conflict_is_at_rest (e, k, s, &there);
  return there < h->energy * (1 - 1e-6);
}

// What cannot hold comes to rest on a compromise that hangs on where it was sought from: from there it
// would be another one, and what stands would wander.
void
tr_home_come_back (TrEngine *e, TrComponent *k, TrState *s, const TrHome *to)
{
  tr_component_scatter (k, to->q, s->q);
  for (int i = 0; i < k->n_nodes; i++) {
    s->memory[k->nodes[i].con] = to->memory[i];
    e->active[k->nodes[i].con] = to->active[i];
  }
  tr_component_measure (e, k, s);
  tr_bounds_restore (k, s);
  k->known = false;
}
