// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/missed.h"

#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/subset/subset.h"

enum { MOST_SETS = 8 };

bool
tr_node_is_missed (const TrEngine *e, const TrNode *n, const TrState *s)
{
  double c[TR_ROWS_MAX];
  bool undefined = false, missed = false;
  tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
  for (int r = 0; r < n->rows && !undefined && !n->velocity; r++)
    missed |=
        !((n->inequality ? fmax (0, -c[r]) : fabs (c[r])) <= n->tol[r]) || !isfinite (n->tol[r]);
  return missed;
}

static bool
is_void (const TrEngine *e, const TrNode *n, const TrState *s)
{
  double c[TR_ROWS_MAX], sum = 0;
  bool undefined = false;
  tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
  for (int r = 0; r < n->rows && !undefined; r++)
    sum += fabs (c[r]);
  return !isfinite (sum);
}

void
tr_leave_out_void (TrEngine *e, TrComponent *k, const TrState *s)
{
  tr_take_in_void (k);
  for (int i = 0; i < k->n_nodes; i++)
    if (is_void (e, &k->nodes[i], s)) {
      k->nodes[i].out = k->nodes[i].never = TR_ROWS_ALL;
      k->n_void++;
    }
  if (k->n_void > 0)
    tr_change_forget (k);
}

void
tr_take_in_void (TrComponent *k)
{
  if (k->n_void == 0)
    return;
  for (int i = 0; i < k->n_nodes; i++) {
    k->nodes[i].out &= ~k->nodes[i].never;
    k->nodes[i].never = 0;
  }
  k->n_void = 0;
  k->known = false;
  tr_change_forget (k);
}

// Constraints of the component, in the order of the document: those that are missed or all, but
// for those given up.
static GArray *
take_constraints (TrEngine *e, TrComponent *k, const TrState *s, bool all, const GArray *without)
{
  GArray *set = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    bool is_out = !all && !tr_node_is_missed (e, n, s);
    for (guint j = 0; j < without->len && !is_out; j++)
      is_out = g_array_index (without, int, j) == n->con;
    if (!is_out)
      g_array_append_val (set, n->con);
  }
  return set;
}

static int *
members (GArray *set)
{
  return (int *) (void *) set->data;
}

static bool
is_small (const TrComponent *k, GArray *set)
{
  return tr_subset_is_small (k, (int) set->len, members (set));
}

static bool
can_hold (TrEngine *e, TrComponent *k, const TrState *s, GArray *set)
{
  return tr_subset_can_hold (e, k, s, (int) set->len, members (set));
}

static GArray *
reduced (TrEngine *e, TrComponent *k, const TrState *s, GArray *set)
{
  int n = tr_subset_reduce (e, k, s, (int) set->len, members (set));
  return g_array_set_size (set, (guint) n);
}

// A least set of those that are missed, or where these could hold alone, of all. NULL: none, or
// too many.
static GArray *
least_set (TrEngine *e, TrComponent *k, const TrState *s, const GArray *without)
{
  g_autoptr (GArray) missed = take_constraints (e, k, s, false, without);
  if (missed->len == 0 || !is_small (k, missed))
    return NULL;
  if (!can_hold (e, k, s, missed))
    return reduced (e, k, s, g_array_ref (missed));
  g_autoptr (GArray) all = take_constraints (e, k, s, true, without);
  if (!is_small (k, all) || can_hold (e, k, s, all))
    return NULL;
  return reduced (e, k, s, g_array_ref (all));
}

void
tr_name_missed (TrEngine *e, TrComponent *k, const TrState *s, GPtrArray *sets)
{
  g_autoptr (GArray) without = g_array_new (FALSE, FALSE, sizeof (int));
  GArray *set;
  for (int i = 0; i < MOST_SETS && (set = least_set (e, k, s, without)); i++) {
    g_array_append_val (without, g_array_index (set, int, set->len - 1));
    g_ptr_array_add (sets, set);
  }
  if (without->len > 0)
    return;
  set = take_constraints (e, k, s, false, without);
  if (set->len > 0)
    g_ptr_array_add (sets, set);
  else
    g_array_unref (set);
}
