// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/hand/let-go.h"

#include "solver/change.h"
#include "solver/engine-private.h"

#include <string.h>

void
tr_let_go_clear (TrLetGo *l)
{
  g_free (l->q);
  g_free (l->move);
  *l = (TrLetGo){.n = 0};
}

void
tr_let_go_note (TrEngine *e, const TrComponent *k)
{
  TrLetGo *l = &e->let_go;
  if (e->part) { // too large to be looked at as a whole
    tr_let_go_clear (l);
    return;
  }
  if (l->n != k->n_v) {
    tr_let_go_clear (l);
    l->n = k->n_v;
    l->q = g_new0 (double, k->n_v);
    l->move = g_new0 (double, k->n_v);
  }
  l->is_kept = false;
  l->what = e->grab.what;
  l->step = e->grab.last_step;
  l->dir = e->grab.last_dir;
  memcpy (l->move, e->grab.last, sizeof (double) * (size_t) k->n_v);
}

void
tr_let_go_keep (TrEngine *e, const TrComponent *k, const TrState *s)
{
  TrLetGo *l = &e->let_go;
  if (l->n == 0 || l->is_kept)
    return;
  if (!k || l->n != k->n_v) {
    tr_let_go_clear (l);
    return;
  }
  tr_component_gather (k, s->q, l->q);
  l->is_kept = true;
}

static bool
is_same_point (const TrConnector *a, const TrConnector *b)
{
  return a->kind == b->kind && a->body == b->body && a->point == b->point && a->slide == b->slide &&
         tr_same_bits (&a->p.x, &b->p.x, 1) && tr_same_bits (&a->p.y, &b->p.y, 1);
}

void
tr_let_go_take (TrEngine *e, const TrComponent *k, const TrState *s)
{
  const TrLetGo *l = &e->let_go;
  if (!l->is_kept || l->n != k->n_v || !is_same_point (&l->what, &e->grab.what))
    return;
  for (int i = 0; i < k->n_blocks; i++)
    if (!tr_same_bits (l->q + k->blocks[i].v, s->q + k->blocks[i].at, k->blocks[i].dim))
      return;
  memcpy (e->grab.last, l->move, sizeof (double) * (size_t) k->n_v);
  e->grab.last_step = l->step;
  e->grab.last_dir = l->dir;
}
