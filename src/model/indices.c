// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/indices.h"

static int
compare (gconstpointer a, gconstpointer b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

void
tr_indices_sort (GArray *list)
{
  guint n = 0;
  g_array_sort (list, compare);
  for (guint i = 0; i < list->len; i++)
    if (i == 0 || g_array_index (list, int, i) != g_array_index (list, int, n - 1))
      g_array_index (list, int, n++) = g_array_index (list, int, i);
  g_array_set_size (list, n);
}
