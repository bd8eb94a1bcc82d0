// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/trial.h"

#include "solver/engine-private.h"
#include "solver/least.h"
#include "solver/subset.h"

#include <string.h>

enum { MOST_ROUNDS = 8 };

static gpointer
keep (gconstpointer set, gpointer unused)
{
  return g_array_ref ((GArray *) set);
}

static void
drop (gpointer set)
{
  g_array_unref (set);
}

static bool
has_member (const GPtrArray *sets, int constraint)
{
  for (guint i = 0; i < sets->len; i++)
    if (tr_check_names (g_ptr_array_index (sets, i), constraint))
      return true;
  return false;
}

// ---- Leaving out ----

// Whether the set has a member that is left out already.
static bool
is_hit (const TrModel *m, const GArray *set)
{
  for (guint i = 0; i < set->len; i++)
    if (m->constraints[g_array_index (set, int, i)].disabled)
      return true;
  return false;
}

// How many sets that nothing hits yet each constraint is in; false: all are hit.
static bool
count_open (const TrModel *m, const GPtrArray *sets, int *count)
{
  bool any = false;
  memset (count, 0, sizeof *count * (size_t) m->n_constraints);
  for (guint i = 0; i < sets->len; i++) {
    const GArray *set = g_ptr_array_index (sets, i);
    for (guint k = 0; k < set->len && !is_hit (m, set); k++) {
      count[g_array_index (set, int, k)]++;
      any = true;
    }
  }
  return any;
}

static bool
goes_before (const TrModel *m, const int *count, int a, int b)
{
  int rows = tr_constraint_n_rows (m, a), other = tr_constraint_n_rows (m, b);
  if (count[a] != count[b])
    return count[a] > count[b];
  return rows != other ? rows < other : tr_compare_names (m, a, b) > 0;
}

// As few as can be are switched off for none of the sets to be whole: again and again what is in most of
// them, of these what says least (of the equations of a joint one may contradict, and the others be
// needed), of these the last by name.
static TrModel *
model_without (const TrModel *whole, const GPtrArray *sets)
{
  g_autofree int *count = g_new (int, whole->n_constraints + 1);
  TrModel *m = tr_model_copy (whole);
  while (count_open (m, sets, count)) {
    int best = 0;
    for (int i = 1; i < m->n_constraints; i++)
      if (goes_before (m, count, i, best))
        best = i;
    m->constraints[best].disabled = true;
  }
  return m;
}

// What is left of a drawing where as little as can be was left out for it to hold.
typedef struct {
  TrModel *model;
  TrState *at;    // where it holds
  TrCheck *check; // what is to be said of it there
} TrRemains;

static void
remains_clear (TrRemains *r)
{
  tr_model_free (r->model);
  tr_state_free (r->at);
  if (r->check)
    tr_check_free (r->check);
  *r = (TrRemains){0};
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrRemains, remains_clear)

static void
remains_find (TrRemains *r, const TrEngine *e, const TrState *s, const GPtrArray *sets)
{
  r->model = model_without (e->m, sets);
  r->at = tr_state_copy (s);
  g_autoptr (TrEngine) other = tr_engine_new (r->model, r->at);
  tr_engine_set_method (other, e->method);
  tr_engine_solve (other, r->at);
  r->check = tr_engine_check_here (other, r->at);
}

// sets: conflicts of e's drawing, which stands at s. What is left out for them may be said by others too:
// then these conflict, and such sets are taken in as well. False where no rest is found.
static bool
remains_init (TrRemains *r, const TrEngine *e, const TrState *s, const GPtrArray *sets)
{
  g_autoptr (GPtrArray) all = g_ptr_array_copy ((GPtrArray *) sets, keep, NULL);
  g_ptr_array_set_free_func (all, drop);
  *r = (TrRemains){0};
  remains_find (r, e, s, all);
  for (int i = 1; i < MOST_ROUNDS && !r->check->holds && r->check->conflicts->len > 0; i++) {
    for (guint k = 0; k < r->check->conflicts->len; k++)
      g_ptr_array_add (all, keep (g_ptr_array_index (r->check->conflicts, k), NULL));
    remains_clear (r);
    remains_find (r, e, s, all);
  }
  return r->check->holds;
}

// ---- Naming ----

// All that holds together in the rest is in it but for what `without` has, and one more; the least of it
// that cannot hold together, NULL where that is not to be told. e: the whole, which has looked at the
// place.
static GArray *
least_set (TrEngine *e, const TrRemains *r, int more, const GArray *without)
{
  TrComponent *k = tr_component_with (e, more);
  g_autoptr (GArray) set = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; k && i < k->n_nodes; i++) {
    int con = k->nodes[i].con;
    if (con == more || (!r->model->constraints[con].disabled && !tr_check_names (without, con)))
      g_array_append_val (set, con);
  }
  tr_sort_by_name (e->m, set);
  int n = (int) set->len, *con = (int *) (void *) set->data;
  if (!k || !tr_subset_is_small (k, n, con) || tr_subset_can_hold (e, k, r->at, n, con))
    return NULL;
  g_array_set_size (set, (guint) tr_subset_reduce (e, k, r->at, n, con));
  tr_sort_by_place (set);
  return g_steal_pointer (&set);
}

static bool
is_apart (const GPtrArray *sets, const GArray *set)
{
  for (guint i = 0; i < set->len; i++)
    if (has_member (sets, g_array_index (set, int, i)))
      return false;
  return true;
}

// Those with the constraint that have at most so many members.
static void
add_sets_with (GPtrArray *to, const GPtrArray *from, int constraint, guint most)
{
  for (guint i = 0; i < from->len; i++) {
    GArray *set = g_ptr_array_index (from, i);
    if (set->len <= most && tr_check_names (set, constraint))
      g_ptr_array_add (to, g_array_ref (set));
  }
}

// The conflicts of what was left out, seen from where the rest holds: the least sets, and those that the
// equations tell there which are no larger. What the rest says twice is blamed only where nothing else
// can be. here: of the whole there. sets: conflicts of the compromise, for what is not to be told
// otherwise. What had to be left out beside them is in a sum of such sets, and is not named, unless it
// has nothing to do with them.
static GPtrArray *
name_conflicts (TrEngine *e, const TrRemains *r, const TrCheck *here, const GPtrArray *sets)
{
  g_autoptr (GArray) nothing = g_array_new (FALSE, FALSE, sizeof (int));
  GPtrArray *out = g_ptr_array_new_with_free_func (drop);
  for (int i = 0; i < e->m->n_constraints; i++) {
    if (!r->model->constraints[i].disabled || e->m->constraints[i].disabled)
      continue;
    g_autoptr (GArray) set = least_set (e, r, i, r->check->redundant);
    if (!set)
      set = least_set (e, r, i, nothing);
    if (set && (has_member (sets, i) || is_apart (out, set))) {
      g_ptr_array_add (out, g_array_ref (set));
      add_sets_with (out, here->conflicts, i, set->len);
    } else if (!set) {
      add_sets_with (out, sets, i, G_MAXUINT);
    }
  }
  return out;
}

// ---- Trials ----

static void
take (GArray **list, GArray *from)
{
  g_array_ref (from);
  g_array_unref (*list);
  *list = from;
}

// What was found of the whole, where it was looked at.
static void
take_ranks (TrCheck *check, const TrCheck *from)
{
  check->rank = from->rank;
  check->dof = from->dof;
}

// Takes the sets.
static void
take_conflicts (TrCheck *check, GPtrArray *sets)
{
  g_ptr_array_unref (check->conflicts);
  check->conflicts = sets;
  tr_check_sort_conflicts (check);
}

// Rank and redundancy were judged at `s`, of `m`; both are taken.
static void
judged_at (TrCheck *check, TrModel *m, TrState *s)
{
  tr_model_free (check->model);
  tr_state_free (check->at);
  check->model = m;
  check->at = s;
}

// A copy of the drawing is solved from s.
static void
try_whole (TrCheck *check, const TrEngine *e, const TrState *s)
{
  g_autoptr (TrState) to = tr_state_copy (s);
  g_autoptr (TrEngine) other = tr_engine_new (e->m, to);
  tr_engine_set_method (other, e->method);
  tr_engine_solve (other, to);
  g_autoptr (TrCheck) found = tr_engine_check_here (other, to);
  take_ranks (check, found);
  take (&check->redundant, found->redundant);
  take_conflicts (check, g_ptr_array_ref (found->conflicts));
  judged_at (check, NULL, g_steal_pointer (&to));
}

// A copy without what contradicts is solved from where the whole was judged. Where the equations tell the
// same conflicts there, and no more is said twice, the compromise is as good a place to judge the rest.
static void
try_rest (TrCheck *check, const TrEngine *e, const TrState *s)
{
  g_auto (TrRemains) r;
  if (!remains_init (&r, e, check->at ? check->at : s, check->conflicts))
    return;
  g_autoptr (TrEngine) whole = tr_engine_new (e->m, r.at);
  g_autoptr (TrCheck) here = tr_engine_check_here (whole, r.at);
  if (tr_check_has_conflicts (check, here->conflicts) &&
      check->redundant->len >= r.check->redundant->len)
    return;
  take_ranks (check, here);
  take (&check->redundant, r.check->redundant);
  g_autoptr (GPtrArray) named = name_conflicts (whole, &r, here, check->conflicts);
  take_conflicts (check, tr_least_conflicts (whole, r.at, named));
  judged_at (check, g_steal_pointer (&r.model), g_steal_pointer (&r.at));
}

void
tr_check_try (TrCheck *check, TrEngine *e, const TrState *s)
{
  if (check->is_open)
    try_whole (check, e, s);
  if (check->conflicts->len > 0)
    take_conflicts (check, tr_least_conflicts (e, check->at ? check->at : s, check->conflicts));
  if (check->conflicts->len > 0)
    try_rest (check, e, s);
}
