// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/least.h"

#include "solver/check.h"
#include "solver/engine-private.h"
#include "solver/judge/judge.h"

#include <string.h>

enum { MOST_SETS = 24, FEW = 4, MOST_ROUNDS = 8 };

int
tr_compare_names (const TrModel *m, int a, int b)
{
  const char *x = m->constraints[a].id, *y = m->constraints[b].id;
  size_t n = strlen (x), l = strlen (y);
  return n != l ? (n > l) - (n < l) : strcmp (x, y);
}

static int
compare_places (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

static void
sort_by_place (GArray *set)
{
  g_array_sort (set, compare_places);
}

// The component that a constraint is in; NULL: nothing that it touches moves.
static TrComponent *
component_with (const TrEngine *e, int constraint)
{
  for (int i = 0; i < e->n_components; i++)
    for (int j = 0; j < e->components[i]->n_nodes; j++)
      if (e->components[i]->nodes[j].con == constraint)
        return e->components[i];
  return NULL;
}

// ---- Least sets ----

static int
count (const TrJudge *j, const TrSome *some)
{
  int n = 0;
  for (int i = 0; i < j->n; i++)
    n += tr_some_has (some, i);
  return n;
}

// Takes out of what cannot hold, but never `core` (−1: nothing), for as long as it cannot: from the last on, parts of
// half the size, of a quarter and so on, single ones in the end.
static TrSome
reduce (TrJudge *j, TrSome some, int core)
{
  for (int chunk = (count (j, &some) + 1) / 2; chunk > 0; chunk = chunk > 1 ? (chunk + 1) / 2 : 0)
    for (int end = j->n - 1; end >= 0;) {
      TrSome less = some;
      int taken = 0;
      for (; end >= 0 && taken < chunk; end--)
        if (end != core && tr_some_has (&some, end)) {
          tr_some_put (&less, end, false);
          taken++;
        }
      if (taken > 0 && !tr_judge_can_hold (j, &less))
        some = less;
    }
  return some;
}

// The same, of what does not hold where it is solved as a drawing is, either.
static TrSome
reduce_surely (TrJudge *j, TrSome some, int core)
{
  TrSome least = reduce (j, some, core);
  for (int i = 1; i < MOST_ROUNDS && tr_judge_solves (j, &least); i++)
    least = reduce (j, some, core);
  return least;
}

// Whether the sets differ by one constraint, and this is of one kind in both.
static bool
is_equal (const TrJudge *j, const TrSome *a, const TrSome *b)
{
  int only[2] = {-1, -1}, n[2] = {0, 0};
  for (int i = 0; i < j->n; i++)
    if (tr_some_has (a, i) != tr_some_has (b, i)) {
      int side = tr_some_has (b, i);
      only[side] = j->con[i];
      n[side]++;
    }
  return n[0] == 1 && n[1] == 1 &&
         j->e->m->constraints[only[0]].kind == j->e->m->constraints[only[1]].kind;
}

static void
write_down (const TrJudge *j, const TrSome *some, GPtrArray *sets)
{
  GArray *set = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; i < j->n; i++)
    if (tr_some_has (some, i))
      g_array_append_val (set, j->con[i]);
  sort_by_place (set);
  g_ptr_array_add (sets, set);
}

// Those of what cannot hold that differ from the least set by one constraint, in the place of one of its kind.
static void
find_equals (TrJudge *j, const TrSome *whole, const TrSome *least, int core, GArray *all)
{
  const TrConstraint *c = j->e->m->constraints;
  for (int i = 0; i < j->n; i++) {
    TrSome without = *whole;
    tr_some_put (&without, i, false);
    if (i == core || !tr_some_has (least, i) || tr_judge_can_hold (j, &without))
      continue;
    for (int l = 0; l < j->n; l++) {
      TrSome other = *least;
      if (tr_some_has (least, l) || !tr_some_has (whole, l) ||
          c[j->con[l]].kind != c[j->con[i]].kind)
        continue;
      tr_some_put (&other, i, false);
      tr_some_put (&other, l, true);
      if (!tr_judge_can_hold (j, &other)) {
        other = reduce (j, other, core);
        g_array_append_val (all, other);
      }
    }
  }
}

// The least sets with a constraint that cannot hold beside the rest: one of the smallest, and those that
// say the same by an equal of one of their members.
static void
name (TrJudge *j, const TrSome *rest, int core, GPtrArray *sets)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TrSome));
  TrSome whole = *rest;
  tr_some_put (&whole, core, true);
  TrSome first = reduce_surely (j, whole, core), best = first;
  g_array_append_val (all, first);
  for (int i = 0; i < j->n; i++) {
    TrSome other = whole;
    tr_some_put (&other, i, false);
    if (i == core || !tr_some_has (&first, i) || tr_judge_can_hold (j, &other))
      continue;
    other = reduce (j, other, core);
    if (count (j, &other) < count (j, &best) && !tr_judge_solves (j, &other))
      best = other;
    g_array_append_val (all, other);
  }
  find_equals (j, &whole, &best, core, all);
  write_down (j, &best, sets);
  for (guint i = 0; i < all->len; i++)
    if (is_equal (j, &best, &g_array_index (all, TrSome, i)) &&
        !tr_judge_solves (j, &g_array_index (all, TrSome, i)))
      write_down (j, &g_array_index (all, TrSome, i), sets);
}

// ---- What is left out ----

static bool
is_whole_in (const TrJudge *j, const TrSome *set, const TrSome *rest)
{
  bool is_in = true;
  for (int i = 0; i < j->n; i++)
    is_in &= !tr_some_has (set, i) || tr_some_has (rest, i);
  return is_in;
}

// Takes at most `most` constraints out of the rest, so that none of the sets from `from` on is whole in it: the
// last ones before others. False: that is too few.
static bool
break_with (const TrJudge *j, const GArray *sets, guint from, int most, TrSome *rest)
{
  while (from < sets->len && !is_whole_in (j, &g_array_index (sets, TrSome, from), rest))
    from++;
  if (from == sets->len)
    return true;
  for (int i = j->n - 1; i >= 0 && most > 0; i--)
    if (tr_some_has (&g_array_index (sets, TrSome, from), i)) {
      tr_some_put (rest, i, false);
      if (break_with (j, sets, from + 1, most - 1, rest))
        return true;
      tr_some_put (rest, i, true);
    }
  return false;
}

// What is left where as few as can be are taken out for none of the sets to be whole; where these are many,
// one of each.
static TrSome
break_all (const TrJudge *j, const GArray *sets)
{
  TrSome rest = {{0}};
  for (int i = 0; i < j->n; i++)
    tr_some_put (&rest, i, true);
  for (int most = 0; most <= FEW; most++)
    if (break_with (j, sets, 0, most, &rest))
      return rest;
  for (guint k = 0; k < sets->len; k++)
    for (int i = j->n - 1; i >= 0 && is_whole_in (j, &g_array_index (sets, TrSome, k), &rest); i--)
      if (tr_some_has (&g_array_index (sets, TrSome, k), i))
        tr_some_put (&rest, i, false);
  return rest;
}

// As much as can hold together: what was left out for the sets that are known, and then cannot hold, has one
// more of them.
static TrSome
find_rest (TrJudge *j)
{
  g_autoptr (GArray) sets = g_array_new (FALSE, FALSE, sizeof (TrSome));
  TrSome rest = break_all (j, sets);
  for (int i = 0; i < MOST_SETS && !tr_judge_can_hold (j, &rest); i++) {
    TrSome set = reduce_surely (j, rest, -1);
    g_array_append_val (sets, set);
    rest = break_all (j, sets);
  }
  for (int i = 0; i < j->n; i++) {
    TrSome more = rest;
    tr_some_put (&more, i, true);
    if (!tr_some_has (&rest, i) && tr_judge_can_hold (j, &more))
      rest = more;
  }
  return rest;
}

// False: all can hold, somewhere, or nobody knows what can.
static bool
name_all (TrJudge *j, GPtrArray *sets, GArray *left_out, TrState *at)
{
  TrSome rest = find_rest (j);
  if (count (j, &rest) == j->n || !tr_judge_go (j, &rest))
    return false;
  g_autofree double *q = g_new (double, j->k->n_v + 1);
  tr_component_gather (j->k, j->at->q, q);
  tr_component_scatter (j->k, q, at->q);
  for (int i = 0; i < j->n; i++)
    if (!tr_some_has (&rest, i)) {
      name (j, &rest, i, sets);
      g_array_append_val (left_out, j->con[i]);
    }
  return true;
}

// ---- The whole ----

static void
add_those_of (GPtrArray *to, const TrEngine *e, const TrComponent *k, const GPtrArray *sets)
{
  for (guint i = 0; i < sets->len; i++) {
    GArray *set = g_ptr_array_index (sets, i);
    if (component_with (e, g_array_index (set, int, 0)) == k)
      g_ptr_array_add (to, g_array_ref (set));
  }
}

static bool
has_one_of (const TrEngine *e, const TrComponent *k, const GPtrArray *sets)
{
  for (guint i = 0; i < sets->len; i++)
    if (component_with (e, g_array_index ((GArray *) g_ptr_array_index (sets, i), int, 0)) == k)
      return true;
  return false;
}

static TrSome
some_of (const TrJudge *j, const GArray *set)
{
  TrSome some = {{0}};
  for (int i = 0; i < j->n; i++)
    tr_some_put (&some, i, tr_check_names (set, j->con[i]));
  return some;
}

// What small sets tell of larger ones has not to be found out there.
static void
know (TrJudge *j, const GArray *set)
{
  TrSome some = some_of (j, set);
  tr_judge_can_hold (j, &some);
}

// What is named of a drawing, and what for.
typedef struct {
  TrEngine *e;
  const TrState *s, *drawn;
  GPtrArray *sets;
  GArray *left_out;
  TrState *at;
} Named;

// Of what can hold far away what cannot close by; of what can there, too, what no solve leads to. False: nothing is to be
// named.
static bool
name_in (TrComponent *k, Named *to, const GPtrArray *sets)
{
  bool is_named = false;
  for (TrWays ways = TR_WAYS_ALL; ways < TR_N_WAYS && !is_named; ways++) {
    g_autoptr (TrJudge) j = tr_judge_new (to->e, k, to->s, to->drawn, ways);
    for (guint l = 0; l < sets->len && j; l++)
      know (j, g_ptr_array_index (sets, l));
    if (!j)
      add_those_of (to->sets, to->e, k, sets);
    is_named = !j || name_all (j, to->sets, to->left_out, to->at);
  }
  return is_named;
}

GPtrArray *
tr_least_conflicts (TrEngine *e,
                    const TrState *s,
                    const TrState *drawn,
                    const GPtrArray *sets,
                    GArray *left_out,
                    TrState *at,
                    GPtrArray *doubtful)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  Named named = {e, s, drawn, found, left_out, at};
  add_those_of (found, e, NULL, sets);
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    if (!has_one_of (e, k, sets))
      continue;
    if (!name_in (k, &named, sets))
      add_those_of (doubtful, e, k, sets);
  }
  return found;
}

// ---- What rows tell beside them ----

// Whether it cannot hold, and can without any of its members.
static bool
is_least (TrJudge *j, const GArray *set)
{
  TrSome some = some_of (j, set);
  if (tr_judge_can_hold (j, &some) || tr_judge_solves (j, &some))
    return false;
  for (int i = 0; i < j->n; i++) {
    TrSome less = some;
    tr_some_put (&less, i, false);
    if (tr_some_has (&some, i) && !tr_judge_can_hold (j, &less) && !tr_judge_solves (j, &less))
      return false;
  }
  return true;
}

static gpointer
take_part (gconstpointer set, gpointer unused)
{
  return g_array_ref ((GArray *) set);
}

static GPtrArray *
least_of (TrEngine *e, const TrState *s, const TrState *drawn, const GPtrArray *sets)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (int i = 0; i < e->n_components; i++) {
    g_autoptr (GPtrArray) its = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
    add_those_of (its, e, e->components[i], sets);
    g_autoptr (TrJudge) j =
        its->len > 0 ? tr_judge_new (e, e->components[i], s, drawn, TR_WAYS_ALL) : NULL;
    for (guint l = 0; l < its->len && j; l++)
      if (is_least (j, g_ptr_array_index (its, l)))
        g_ptr_array_add (found, g_array_ref (g_ptr_array_index (its, l)));
  }
  return found;
}

// Which of what was left out the set tells of: the only one in it of which nothing tells yet; −1: it has none such,
// or more of them.
static int
told_of_by (const GArray *set, const GArray *left_out, const guint *told)
{
  int which = -1, n = 0;
  for (guint i = 0; i < left_out->len; i++)
    if (told[i] == 0 && tr_check_names (set, g_array_index (left_out, int, i))) {
      which = (int) i;
      n++;
    }
  return n == 1 ? which : -1;
}

// How many members the first of the sets has that has a constraint.
static guint
size_with (const GPtrArray *sets, int con)
{
  for (guint i = 0; i < sets->len; i++) {
    const GArray *set = g_ptr_array_index (sets, i);
    if (tr_check_names (set, con))
      return set->len;
  }
  return 0;
}

// Of what the sets tell with no more than the named ones, one after the other, and with how many members: one with
// two of which nothing else tells would leave the other one unsaid when the one goes.
static void
find_told (const GPtrArray *sets, const GPtrArray *named, const GArray *left_out, guint *told)
{
  for (bool more = true; more;) {
    more = false;
    for (guint i = 0; i < sets->len; i++) {
      const GArray *set = g_ptr_array_index (sets, i);
      int which = told_of_by (set, left_out, told);
      if (which < 0 || set->len > size_with (named, g_array_index (left_out, int, which)))
        continue;
      told[which] = set->len;
      more = true;
    }
  }
}

static bool
is_told_with_less (const GArray *set, const GArray *left_out, const guint *told)
{
  for (guint i = 0; i < left_out->len; i++)
    if (told[i] > 0 && told[i] < set->len && tr_check_names (set, g_array_index (left_out, int, i)))
      return true;
  return false;
}

GPtrArray *
tr_least_conflicts_there (TrEngine *e,
                          const TrState *s,
                          const TrState *drawn,
                          const GPtrArray *sets,
                          const GPtrArray *named,
                          const GArray *left_out)
{
  g_autoptr (GPtrArray) smaller = least_of (e, s, drawn, sets);
  g_autofree guint *told = g_new0 (guint, left_out->len + 1); // with how many members; 0: not yet
  GPtrArray *found = g_ptr_array_copy (smaller, take_part, NULL);
  g_ptr_array_set_free_func (found, (GDestroyNotify) g_array_unref);
  find_told (smaller, named, left_out, told);
  for (guint i = 0; i < named->len; i++)
    if (!is_told_with_less (g_ptr_array_index (named, i), left_out, told))
      g_ptr_array_add (found, g_array_ref (g_ptr_array_index (named, i)));
  return found;
}
