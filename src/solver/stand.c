// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/stand.h"

#include "solver/change.h"

void
tr_stand_free (TrStand *stand)
{
  if (!stand)
    return;
  tr_check_free (stand->found);
  g_free (stand->q);
  g_free (stand->memory);
  g_free (stand);
}

TrStand *
tr_stand_find (const TrComponent *k, const TrState *s)
{
  TrStand *p = k->stand;
  bool same = p && tr_same_bits (&p->time, &s->time, 1);
  for (int i = 0; i < k->n_blocks && same; i++)
    same = tr_same_bits (p->q + k->blocks[i].v, s->q + k->blocks[i].at, k->blocks[i].dim);
  for (int i = 0; i < k->n_nodes && same; i++)
    same = memcmp (&p->memory[i], &s->memory[k->nodes[i].con], sizeof (TrMemory)) == 0;
  return same ? p : NULL;
}

TrStand *
tr_stand_note (TrComponent *k, const TrState *s)
{
  if (tr_stand_find (k, s))
    return k->stand;
  TrStand *p = k->stand;
  if (!p) {
    p = k->stand = g_new0 (TrStand, 1);
    p->q = g_new (double, k->n_v + 1);
    p->memory = g_new (TrMemory, k->n_nodes + 1);
  }
  p->time = s->time;
  tr_component_gather (k, s->q, p->q);
  for (int i = 0; i < k->n_nodes; i++)
    p->memory[i] = s->memory[k->nodes[i].con];
  p->is_solved = false;
  g_clear_pointer (&p->found, tr_check_free);
  return p;
}
