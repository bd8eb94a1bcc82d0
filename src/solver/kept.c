// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/kept.h"

#include "solver/change.h"

enum { PLACES = 8 };

struct TrKept {
  int n, n_values;
  int n_places, next; // the one that is forgotten next
  double x[];         // of each place n numbers that the values were found for, then these
};

static TrKept *
kept_new (int n, int n_values)
{
  size_t numbers = (size_t) PLACES * (size_t) (n + n_values);
  TrKept *kept = g_malloc0 (sizeof *kept + sizeof (double) * numbers);
  kept->n = n;
  kept->n_values = n_values;
  return kept;
}

static double *
place_of (TrKept *kept, int i)
{
  return kept->x + (size_t) i * (size_t) (kept->n + kept->n_values);
}

double *
tr_kept_find (
    TrKept **kept, const TrBody *b, const double *q, int n_values, TrScratch *scratch, bool *is_new)
{
  int n = tr_formula_n_inputs (b), found = -1;
  size_t mark = tr_scratch_mark (scratch);
  double *now = tr_scratch_doubles (scratch, (size_t) n);
  tr_formula_inputs (b, q, now);
  if (*kept && ((*kept)->n != n || (*kept)->n_values != n_values))
    g_clear_pointer (kept, g_free);
  if (!*kept)
    *kept = kept_new (n, n_values);
  for (int i = 0; i < (*kept)->n_places && found < 0; i++)
    if (tr_same_bits (place_of (*kept, i), now, n))
      found = i;
  *is_new = found < 0;
  if (*is_new) {
    found = (*kept)->next;
    (*kept)->next = (found + 1) % PLACES;
    (*kept)->n_places = MAX ((*kept)->n_places, found + 1);
    memcpy (place_of (*kept, found), now, sizeof *now * (size_t) n);
  }
  tr_scratch_release (scratch, mark);
  return place_of (*kept, found) + n;
}
