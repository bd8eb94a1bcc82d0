// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/least.h"

#include "solver/check.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/subset.h"

#include <string.h>

// Trials of sets that cannot hold take their time.
enum { MOST_TRIES = 24 };

int
tr_compare_names (const TrModel *m, int a, int b)
{
  const char *x = m->constraints[a].id, *y = m->constraints[b].id;
  size_t n = strlen (x), l = strlen (y);
  return n != l ? (n > l) - (n < l) : strcmp (x, y);
}

static int
compare_names (const void *a, const void *b, void *data)
{
  return tr_compare_names (data, *(const int *) a, *(const int *) b);
}

void
tr_sort_by_name (const TrModel *m, GArray *set)
{
  g_array_sort_with_data (set, compare_names, (void *) m);
}

static int
compare_places (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return (x > y) - (x < y);
}

void
tr_sort_by_place (GArray *set)
{
  g_array_sort (set, compare_places);
}

// Small ones first. The members are in the order of their names.
static int
compare_sets (const void *a, const void *b, void *data)
{
  const GArray *x = *(GArray *const *) a, *y = *(GArray *const *) b;
  int c = (x->len > y->len) - (x->len < y->len);
  for (guint i = 0; i < x->len && c == 0; i++)
    c = tr_compare_names (data, g_array_index (x, int, i), g_array_index (y, int, i));
  return c;
}

TrComponent *
tr_component_with (const TrEngine *e, int constraint)
{
  for (int i = 0; i < e->n_components; i++)
    for (int j = 0; j < e->components[i]->n_nodes; j++)
      if (e->components[i]->nodes[j].con == constraint)
        return e->components[i];
  return NULL;
}

static bool
is_within (const GArray *set, const GArray *other)
{
  for (guint i = 0; i < set->len; i++)
    if (!tr_check_names (other, g_array_index (set, int, i)))
      return false;
  return true;
}

// Whether one of the sets found is in it.
static bool
has_found (const GPtrArray *found, const GArray *set)
{
  for (guint i = 0; i < found->len; i++)
    if (is_within (g_ptr_array_index (found, i), set))
      return true;
  return false;
}

static GArray *
all_of (const TrEngine *e, const TrComponent *k)
{
  GArray *set = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; i < k->n_nodes; i++)
    g_array_append_val (set, k->nodes[i].con);
  tr_sort_by_name (e->m, set);
  return set;
}

static bool
cannot_hold (TrEngine *e, TrComponent *k, const TrState *s, const GArray *set)
{
  return !tr_subset_can_hold (e, k, s, (int) set->len, (const int *) (const void *) set->data);
}

// NULL: it can hold, and so can all that moves with it.
static GArray *
least_of (TrEngine *e, TrComponent *k, const TrState *s, const GArray *set)
{
  g_autoptr (GArray) least = g_array_copy ((GArray *) set);
  if (!cannot_hold (e, k, s, least)) {
    g_array_unref (least);
    least = all_of (e, k);
    if (!tr_subset_is_small (k, (int) least->len, (int *) (void *) least->data) ||
        !cannot_hold (e, k, s, least))
      return NULL;
  }
  int *con = (int *) (void *) least->data;
  g_array_set_size (least, (guint) tr_subset_reduce (e, k, s, (int) least->len, con));
  return g_steal_pointer (&least);
}

static GPtrArray *
in_order (const TrModel *m, const GPtrArray *sets)
{
  GPtrArray *out = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < sets->len; i++) {
    g_ptr_array_add (out, g_array_copy (g_ptr_array_index (sets, i)));
    tr_sort_by_name (m, g_ptr_array_index (out, i));
  }
  g_ptr_array_sort_with_data (out, compare_sets, (void *) m);
  return out;
}

GPtrArray *
tr_least_conflicts (TrEngine *e, const TrState *s, const GPtrArray *sets)
{
  g_autoptr (GPtrArray) from = in_order (e->m, sets);
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  int tries = 0;
  for (guint i = 0; i < from->len; i++) {
    GArray *set = g_ptr_array_index (from, i);
    int *con = (int *) (void *) set->data;
    TrComponent *k = tr_component_with (e, con[0]);
    if (has_found (found, set))
      continue;
    if (!k || !tr_subset_is_small (k, (int) set->len, con)) {
      g_ptr_array_add (found, g_array_ref (set));
    } else if (tries++ < MOST_TRIES) {
      tr_component_prepare_rows (e, k, s);
      tr_component_measure (e, k, s);
      tr_component_masses (e, k, s->q);
      g_autoptr (GArray) least = least_of (e, k, s, set);
      if (least && !has_found (found, least))
        g_ptr_array_add (found, g_steal_pointer (&least));
    }
  }
  bool none = found->len == 0;
  for (guint i = 0; i < from->len && none; i++)
    g_ptr_array_add (found, g_array_ref (g_ptr_array_index (from, i)));
  for (guint i = 0; i < found->len; i++)
    tr_sort_by_place (g_ptr_array_index (found, i));
  return found;
}
