// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/trial.h"

#include "solver/engine-private.h"
#include "solver/judge/least.h"
#include "solver/solve/missed.h"
#include "solver/solve/root.h"
#include "solver/solve/shrunk.h"

#include <string.h>

enum {
  MOST_ROUNDS = 8,
  // So many contradictions are told as they were found: nearly all would have to be left out.
  MOST_SETS = 5000,
  MOST_OF_ONE = 100, // sets that one constraint is in
  // The same where those that hang together are so many, times the constraints of such a part: what is left of
  // it comes to rest far away.
  MOST_TOGETHER = 1000000,
};

static const double hardly_any = 1e-3; // of what a body was

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
    bool is_open = !is_hit (m, set);
    for (guint k = 0; k < set->len && is_open; k++)
      count[g_array_index (set, int, k)]++;
    any |= is_open;
  }
  return any;
}

// The drawing that something is left out of.
typedef struct {
  const TrEngine *e;
  const TrState *s, *drawn; // where it stands, and how it was drawn
  bool *is_met;             // of each constraint, as it was drawn
} Whole;

static void
whole_clear (Whole *w)
{
  g_free (w->is_met);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Whole, whole_clear)

static Whole
whole_make (const TrEngine *e, const TrState *s, const TrState *drawn)
{
  Whole w = {e, s, drawn, g_new (bool, e->m->n_constraints + 1)};
  for (int i = 0; i < e->m->n_constraints; i++)
    w.is_met[i] = true;
  for (int i = 0; i < e->n_components; i++)
    for (int j = 0; j < e->components[i]->n_nodes; j++) {
      const TrNode *n = &e->components[i]->nodes[j];
      w.is_met[n->con] = !tr_node_is_missed (e, n, drawn);
    }
  return w;
}

static bool
goes_before (const Whole *w, const int *count, int a, int b)
{
  const TrModel *m = w->e->m;
  int rows = tr_constraint_n_rows (m, a), other = tr_constraint_n_rows (m, b);
  if (count[a] != count[b])
    return count[a] > count[b];
  if (w->is_met[a] != w->is_met[b])
    return w->is_met[b];
  return rows != other ? rows < other : tr_compare_names (m, a, b) > 0;
}

// What is left out already, and as few more as can be, are switched off for none of the sets to be whole: again
// and again what is in most of them, of these what says least (of the equations of a joint one may contradict, and the others be
// needed), of these the last by name.
static TrModel *
model_without (const Whole *w, const GPtrArray *sets, const GArray *left_out)
{
  TrModel *m = tr_model_copy (w->e->m);
  g_autofree int *count = g_new (int, m->n_constraints + 1);
  for (guint i = 0; i < left_out->len; i++)
    m->constraints[g_array_index (left_out, int, i)].disabled = true;
  while (count_open (m, sets, count)) {
    int best = 0;
    for (int i = 1; i < m->n_constraints; i++)
      if (goes_before (w, count, i, best))
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

// Whether a body has hardly anything left there of what it is as drawn: what depends on what then is an accident.
static bool
has_collapsed (const TrModel *m, const TrState *at, const TrState *drawn)
{
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    if (tr_body_size (b, tr_body_q (b, at->q)) <
        hardly_any * tr_body_size (b, tr_body_q (b, drawn->q)))
      return true;
  }
  return false;
}

static void
remains_find (TrRemains *r, const TrEngine *e, const TrState *s, TrModel *m)
{
  r->model = m;
  r->at = tr_state_copy (s);
  g_autoptr (TrEngine) other = tr_engine_new (r->model, r->at);
  tr_engine_set_method (other, e->method);
  tr_engine_solve (other, r->at);
  tr_engine_meet_roots (other, r->at);
  r->check = tr_engine_check_here (other, r->at, true);
}

// Where the rest is sought from: what was drawn so that it holds is not to be sought far away, where all that
// contradicted has led.
static const TrState *
start_of (const Whole *w, const TrModel *rest, const GArray *left_out)
{
  bool holds = left_out->len == 0;
  for (int i = 0; i < rest->n_constraints && holds; i++)
    holds = w->is_met[i] || rest->constraints[i].disabled;
  return holds ? w->drawn : w->s;
}

// sets: conflicts of e's drawing, which stands at s; without what is left out the others hold near `at`, if
// they are few enough to know. Else what is left out for the sets may be said by others too: then these
// conflict, and such sets are taken in as well. False where no rest is found.
static bool
remains_init (
    TrRemains *r, const Whole *w, const GPtrArray *sets, const GArray *left_out, const TrState *at)
{
  g_autoptr (GPtrArray) all = g_ptr_array_copy ((GPtrArray *) sets, keep, NULL);
  g_ptr_array_set_free_func (all, drop);
  *r = (TrRemains){0};
  TrModel *rest = model_without (w, all, left_out);
  remains_find (r, w->e, start_of (w, rest, left_out), rest);
  if (left_out->len > 0 && (!r->check->holds || has_collapsed (w->e->m, r->at, at))) {
    remains_clear (r);
    remains_find (r, w->e, at, model_without (w, all, left_out));
  }
  for (int i = 1; i < MOST_ROUNDS && !r->check->holds && r->check->conflicts->len > 0; i++) {
    for (guint k = 0; k < r->check->conflicts->len; k++)
      g_ptr_array_add (all, keep (g_ptr_array_index (r->check->conflicts, k), NULL));
    remains_clear (r);
    remains_find (r, w->e, w->s, model_without (w, all, left_out));
  }
  return r->check->holds;
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
  check->tried = MAX (check->tried, from->tried);
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
  tr_engine_meet_roots (other, to);
  g_autoptr (TrCheck) found = tr_engine_check_here (other, to, true);
  take_ranks (check, found);
  take (&check->redundant, found->redundant);
  take_conflicts (check, g_ptr_array_ref (found->conflicts));
  judged_at (check, NULL, g_steal_pointer (&to));
}

// What could hold somewhere else conflicts only where no solve leads there: something holds it here.
static bool
find_remains (TrRemains *r,
              TrCheck *check,
              const Whole *w,
              const GArray *left_out,
              const TrState *at,
              const GPtrArray *doubtful)
{
  if (doubtful->len == 0)
    return remains_init (r, w, check->conflicts, left_out, at);
  remains_find (r, w->e, w->s, model_without (w, check->conflicts, left_out));
  if (r->check->holds)
    return true;
  remains_clear (r);
  GPtrArray *all = g_ptr_array_copy (check->conflicts, keep, NULL);
  g_ptr_array_set_free_func (all, drop);
  for (guint i = 0; i < doubtful->len; i++)
    g_ptr_array_add (all, keep (g_ptr_array_index (doubtful, i), NULL));
  take_conflicts (check, all);
  return remains_init (r, w, all, left_out, at);
}

// The drawing as it was before any of it was solved in vain.
static TrState *
state_as_drawn (const TrEngine *e, const TrState *s)
{
  TrState *drawn = tr_state_copy (s);
  for (int i = 0; i < e->n_components; i++)
    if (e->components[i]->drawn)
      tr_component_scatter (e->components[i], e->components[i]->drawn, drawn->q);
  return drawn;
}

// What was left out and is met where the rest holds has contradicted nothing, and is taken in again. Returns which
// constraints are not met there; of what nothing moves nobody asks. The whole has been looked at there.
static bool *
take_in_met (TrRemains *r, const TrEngine *whole)
{
  g_autoptr (GArray) met = g_array_new (FALSE, FALSE, sizeof (int));
  bool *is_missed = g_new (bool, whole->m->n_constraints + 1);
  for (int i = 0; i < whole->m->n_constraints; i++)
    is_missed[i] = true;
  for (int i = 0; i < whole->n_components; i++)
    for (int j = 0; j < whole->components[i]->n_nodes; j++) {
      const TrNode *n = &whole->components[i]->nodes[j];
      is_missed[n->con] = tr_node_is_missed (whole, n, r->at);
      if (!is_missed[n->con] && r->model->constraints[n->con].disabled)
        g_array_append_val (met, n->con);
    }
  if (met->len == 0)
    return is_missed;
  for (guint i = 0; i < met->len; i++)
    r->model->constraints[g_array_index (met, int, i)].disabled = false;
  g_autoptr (TrEngine) other = tr_engine_new (r->model, r->at);
  tr_engine_set_method (other, whole->method);
  tr_check_free (r->check);
  r->check = tr_engine_check_here (other, r->at, true);
  return is_missed;
}

// Sets of which all are met in one place contradict nothing. Of a drawing that is missed there is one in any case.
static void
drop_met (TrCheck *check, const bool *is_missed)
{
  GPtrArray *sets = g_ptr_array_new_with_free_func (drop);
  for (guint i = 0; i < check->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (check->conflicts, i);
    bool any = false;
    for (guint k = 0; k < set->len; k++)
      any |= is_missed[g_array_index (set, int, k)];
    if (any)
      g_ptr_array_add (sets, keep (set, NULL));
  }
  if (sets->len > 0)
    take_conflicts (check, sets);
  else
    g_ptr_array_unref (sets);
}

// A copy without what contradicts is solved from where the whole was judged; if something has collapsed there,
// from where it was drawn. False where no rest is found that holds.
static bool
try_rest (TrCheck *check, TrEngine *e, const TrState *s)
{
  g_auto (TrRemains) r;
  g_autoptr (GArray) left_out = g_array_new (FALSE, FALSE, sizeof (int));
  bool is_usable = check->at && !has_collapsed (e->m, check->at, s);
  g_autoptr (TrState) from = tr_state_copy (is_usable ? check->at : s), at = tr_state_copy (from);
  g_autoptr (TrState) drawn = state_as_drawn (e, s);
  g_auto (Whole) w = whole_make (e, from, drawn);
  g_autoptr (GPtrArray) doubtful = g_ptr_array_new_with_free_func (drop);
  take_conflicts (check,
                  tr_least_conflicts (e, from, drawn, check->conflicts, left_out, at, doubtful));
  if (!find_remains (&r, check, &w, left_out, at, doubtful))
    return false;
  g_autoptr (TrEngine) whole = tr_engine_new (e->m, r.at);
  tr_engine_set_method (whole, e->method);
  g_autoptr (TrCheck) here = tr_engine_check_here (whole, r.at, false);
  g_autofree bool *is_missed = take_in_met (&r, whole);
  drop_met (check, is_missed);
  take_ranks (check, r.check);
  check->tried = MAX (check->tried, here->tried);
  take_conflicts (check, tr_least_conflicts_there (whole, r.at, drawn, here->conflicts,
                                                   check->conflicts, left_out));
  take (&check->redundant, r.check->redundant);
  judged_at (check, g_steal_pointer (&r.model), g_steal_pointer (&r.at));
  return true;
}

static bool
are_few (const TrEngine *e, const GPtrArray *sets)
{
  int most = 0;
  gint64 together = 0;
  g_autofree int *count = g_new0 (int, e->m->n_constraints + 1);
  for (guint i = 0; i < sets->len; i++) {
    const GArray *set = g_ptr_array_index (sets, i);
    int slot = e->constraints.component[g_array_index (set, int, 0)];
    together += slot >= 0 ? e->slots[slot]->n_nodes : 1;
    for (guint k = 0; k < set->len; k++)
      most = MAX (most, ++count[g_array_index (set, int, k)]);
  }
  return sets->len <= MOST_SETS && most <= MOST_OF_ONE && together <= MOST_TOGETHER;
}

// A compromise that has not come to its end misses a little everywhere, and more sets than can be tried seem to
// contradict; if all holds without the smallest of them there are no others.
static void
try_smallest (TrCheck *check, TrEngine *e, const TrState *s)
{
  g_autoptr (GPtrArray) all = g_ptr_array_ref (check->conflicts);
  GPtrArray *smallest = g_ptr_array_new_with_free_func (drop);
  guint least = G_MAXUINT;
  for (guint i = 0; i < all->len; i++)
    least = MIN (least, ((const GArray *) g_ptr_array_index (all, i))->len);
  for (guint i = 0; i < all->len; i++)
    if (((const GArray *) g_ptr_array_index (all, i))->len == least)
      g_ptr_array_add (smallest, keep (g_ptr_array_index (all, i), NULL));
  bool is_tried = smallest->len < all->len && are_few (e, smallest);
  take_conflicts (check, smallest);
  if (!is_tried || !try_rest (check, e, s))
    take_conflicts (check, g_steal_pointer (&all));
}

void
tr_check_try (TrCheck *check, TrEngine *e, const TrState *s)
{
  if (check->is_open)
    try_whole (check, e, s);
  if (check->conflicts->len == 0)
    return;
  if (are_few (e, check->conflicts))
    try_rest (check, e, s);
  else
    try_smallest (check, e, s);
}
