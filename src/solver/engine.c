// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/engine.h"

#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/hand/window.h"
#include "solver/renew.h"

TrEngine *
tr_engine_new (const TrModel *m, const TrState *s)
{
  g_return_val_if_fail (m && s && s->n_q == m->n_q, NULL);
  TrEngine *e = g_new0 (TrEngine, 1);
  e->scratch = tr_scratch_new ();
  e->h = TR_FRAME_SECONDS;
  e->free_slots = g_array_new (FALSE, FALSE, sizeof (int));
  e->warmed = g_array_new (FALSE, FALSE, sizeof (int));
  e->awake = g_array_new (FALSE, FALSE, sizeof (int));
  tr_engine_renew (e, m, s);
  return e;
}

static void
seen_clear (TrSeen *seen)
{
  g_free (seen->stamp);
  g_free (seen->component);
}

void
tr_engine_free (TrEngine *e)
{
  if (!e)
    return;
  tr_window_end (e);
  for (int i = 0; i < e->n_components; i++)
    tr_component_free (e->components[i]);
  g_free (e->components);
  g_free (e->slots);
  g_free (e->rests);
  g_free (e->peaks);
  g_array_unref (e->free_slots);
  g_array_unref (e->warmed);
  g_array_unref (e->awake);
  seen_clear (&e->bodies);
  seen_clear (&e->constraints);
  seen_clear (&e->forces);
  tr_pool_unref (e->pool);
  g_free (e->parameters);
  g_free (e->parameter_names);
  g_free (e->q_of_body);
  g_free (e->unit_of_q);
  g_free (e->component_of_q);
  g_free (e->block_of_q);
  g_free (e->row_at);
  g_free (e->lambda);
  g_free (e->active);
  g_free (e->shadow);
  g_free (e->last);
  g_free (e->grab.start);
  g_free (e->grab.last);
  tr_let_go_clear (&e->let_go);
  tr_fold_clear (&e->grab.fold);
  tr_scratch_free (e->scratch);
  g_free (e);
}

const TrModel *
tr_engine_model (const TrEngine *e)
{
  return e->m;
}

void
tr_engine_set_method (TrEngine *e, TrKktMethod method)
{
  for (int i = 0; i < e->n_components; i++)
    g_return_if_fail (!e->components[i]->kkt);
  e->method = method;
}

void
tr_engine_stop_short (TrEngine *e)
{
  e->short_of_roots = true;
}

const double *
tr_engine_lambda (const TrEngine *e)
{
  return e->lambda;
}

int
tr_engine_row_at (const TrEngine *e, int constraint)
{
  return e->row_at[constraint];
}

int
tr_engine_n_rows (const TrEngine *e)
{
  return e->n_rows;
}

int
tr_engine_n_components (const TrEngine *e)
{
  return e->n_components;
}

int
tr_engine_n_built (const TrEngine *e)
{
  return e->n_built;
}

// Components stand in the order of their ranks.
int
tr_engine_find_place (const TrEngine *e, const TrComponent *k)
{
  int low = 0, high = e->n_components, rank = tr_renew_rank (e, k);
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (tr_renew_rank (e, e->components[middle]) < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int
tr_engine_component_of_body (const TrEngine *e, int body)
{
  g_return_val_if_fail (body >= 0 && body < e->m->n_bodies, -1);
  int slot = e->bodies.component[body];
  return slot < 0 ? -1 : tr_engine_find_place (e, e->slots[slot]);
}

bool
tr_engine_has_unknowns (const TrEngine *e, int body)
{
  return e->bodies.component[body] >= 0;
}

bool
tr_engine_touches (const TrEngine *e, int body)
{
  return e->grab.on && e->grab.component >= 0 && e->bodies.component[body] == e->grab.component;
}

const int *
tr_engine_touched (const TrEngine *e, int *n)
{
  const TrComponent *k = e->grab.on && e->grab.component >= 0 ? e->slots[e->grab.component] : NULL;
  *n = k ? k->n_bodies : 0;
  return k ? k->bodies : NULL;
}

bool
tr_engine_runs (const TrEngine *e, int body)
{
  int i = e->bodies.component[body];
  return i >= 0 && (e->m->world.law == TR_LAW_SECOND_ORDER || e->slots[i]->n_softs > 0 ||
                    e->slots[i]->has_drive);
}

bool
tr_engine_is_grabbed (const TrEngine *e)
{
  return e->grab.on;
}

bool
tr_engine_has_forces (const TrEngine *e)
{
  for (int i = 0; i < e->n_components; i++)
    if (e->components[i]->n_softs > 0 || e->components[i]->has_drive)
      return true;
  return false;
}
