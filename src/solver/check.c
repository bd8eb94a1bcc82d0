// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/check.h"

#include <stdlib.h>

TrCheck *
tr_check_new (void)
{
  TrCheck *check = g_new0 (TrCheck, 1);
  check->holds = true;
  check->redundant = g_array_new (FALSE, FALSE, sizeof (int));
  check->conflicting = g_array_new (FALSE, FALSE, sizeof (int));
  check->undefined = g_array_new (FALSE, FALSE, sizeof (int));
  check->shrunk = g_array_new (FALSE, FALSE, sizeof (int));
  check->conflicts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  return check;
}

bool
tr_check_names (const GArray *list, int constraint)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, int, i) == constraint)
      return true;
  return false;
}

void
tr_check_free (TrCheck *c)
{
  if (!c)
    return;
  g_array_unref (c->redundant);
  g_array_unref (c->conflicting);
  g_array_unref (c->undefined);
  g_array_unref (c->shrunk);
  g_ptr_array_unref (c->conflicts);
  tr_state_free (c->at);
  tr_model_free (c->model);
  g_free (c);
}

// ---- Order ----

static int
compare_int (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

static int
compare_sets (const void *a, const void *b)
{
  const GArray *x = *(GArray *const *) a, *y = *(GArray *const *) b;
  for (guint i = 0; i < x->len && i < y->len; i++) {
    int u = g_array_index (x, int, i), v = g_array_index (y, int, i);
    if (u != v)
      return u < v ? -1 : 1;
  }
  return x->len < y->len ? -1 : x->len > y->len;
}

static void
sort_unique (GArray *a)
{
  if (a->len == 0)
    return;
  qsort (a->data, a->len, sizeof (int), compare_int);
  guint n = 1;
  for (guint i = 1; i < a->len; i++)
    if (g_array_index (a, int, i) != g_array_index (a, int, n - 1))
      g_array_index (a, int, n++) = g_array_index (a, int, i);
  g_array_set_size (a, n);
}

void
tr_check_sort_conflicts (TrCheck *check)
{
  GPtrArray *sets = check->conflicts;
  if (sets->len > 0)
    qsort (sets->pdata, sets->len, sizeof (gpointer), compare_sets);
  for (guint i = sets->len; i-- > 1;)
    if (compare_sets (&sets->pdata[i], &sets->pdata[i - 1]) == 0)
      g_ptr_array_remove_index (sets, i);
  g_array_set_size (check->conflicting, 0);
  for (guint i = 0; i < sets->len; i++) {
    const GArray *set = g_ptr_array_index (sets, i);
    g_array_append_vals (check->conflicting, set->data, set->len);
  }
  sort_unique (check->conflicting);
}

void
tr_check_sort (TrCheck *check)
{
  sort_unique (check->redundant);
  sort_unique (check->undefined);
  tr_check_sort_conflicts (check);
}

static GArray *
renumber (GArray *list, const int *con_to)
{
  GArray *new = g_array_sized_new (FALSE, FALSE, sizeof (int), list->len);
  for (guint i = 0; i < list->len; i++)
    g_array_append_val (new, con_to[g_array_index (list, int, i)]);
  g_array_unref (list);
  return new;
}

void
tr_check_renumber (TrCheck *found, const int *con_to)
{
  found->redundant = renumber (found->redundant, con_to);
  found->conflicting = renumber (found->conflicting, con_to);
  found->undefined = renumber (found->undefined, con_to);
  for (guint i = 0; i < found->conflicts->len; i++) {
    GArray *set = g_ptr_array_index (found->conflicts, i);
    g_ptr_array_index (found->conflicts, i) = renumber (set, con_to);
  }
}
