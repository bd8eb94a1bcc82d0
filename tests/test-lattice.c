// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Lattices of points with far more bars than they need: their rank is that of a rigid body, and what
// they have too many of is found around each point.

#include "diagnose-system.h"

#include "math/vec.h"
#include "slow.h"
#include "solver/rank/null-groups.h"
#include "solver/rank/unit-rows.h"

typedef struct {
  int columns, rows;
  double reach, turn; // bars between points up to so far apart; the whole turned
  double shift;       // of points, up to
} Lattice;

static Vec2
place (const Lattice *l, GRand *rand, int i)
{
  double x = i % l->columns + l->shift * g_rand_double_range (rand, -1, 1);
  double y = i / l->columns + l->shift * g_rand_double_range (rand, -1, 1);
  return v2 (x * cos (l->turn) - y * sin (l->turn), x * sin (l->turn) + y * cos (l->turn));
}

// Rows of bars of their right lengths but one.
static System
lattice_make (const Lattice *l, int wrong)
{
  int n = l->columns * l->rows;
  System s = system_make (2 * n);
  GRand *rand = g_rand_new_with_seed (5);
  g_autofree Vec2 *at = g_new (Vec2, n);
  for (int i = 0; i < n; i++)
    at[i] = place (l, rand, i);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      int dx = j % l->columns - i % l->columns, dy = j / l->columns - i / l->columns;
      if (hypot (dx, dy) > l->reach)
        continue;
      Vec2 u = v2_unit_or (v2_sub (at[j], at[i]), v2 (1, 0));
      const double val[] = {-u.x, -u.y, u.x, u.y};
      for (int k = 0; k < 4; k++)
        if (fabs (val[k]) > 0)
          add_entry (&s, 2 * (k < 2 ? i : j) + k % 2, val[k]);
      end_row (&s, n_rows (&s), n_rows (&s) == wrong ? 0.1 : 0);
    }
  g_rand_free (rand);
  return s;
}

// Diagonals, and bars to the points after the next, turned so that no unknown is left out.
static void
test_rank (void)
{
  const Lattice all[] = {{8, 30, 2.3, 0.3, 0}, {30, 8, 2.3, 0.3, 0}, {8, 30, 2.3, 0.3, 0.2},
                         {12, 12, 3.2, 0, 0},  {4, 80, 2.3, 1, 0},   {20, 20, 2.3, 0.3, 0}};
  for (guint i = 0; i < G_N_ELEMENTS (all) - (is_slow () ? 3 : 0); i++) {
    System s = lattice_make (&all[i], -1);
    TrDiagnosis *d = diagnose (&s);
    g_test_message ("%d x %d: %d bars, rank %d", all[i].columns, all[i].rows, n_rows (&s), d->rank);
    g_assert_cmpint (d->rank, ==, 2 * all[i].columns * all[i].rows - 3);
    g_assert_cmpint (d->n_redundant, ==, n_rows (&s) - d->rank);
    g_assert_cmpint (d->n_conflicts, ==, 0);
    tr_diagnosis_free (d);
    system_clear (&s);
  }
}

// Of one bar that is too long, the two cells beside it are at odds with it.
static void
test_conflict (void)
{
  const Lattice all[] = {{14, 14, 1.5, 0, 0}, {14, 14, 1.5, 0.3, 0.2}};
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    System s = lattice_make (&all[i], 300);
    TrDiagnosis *d = diagnose (&s);
    g_assert_cmpint (d->rank, ==, 2 * 14 * 14 - 3);
    g_assert_cmpint (d->n_conflicts, >, 0);
    for (int c = 0; c < d->n_conflicts; c++) {
      bool has_wrong = false;
      for (int k = d->conflict_start[c]; k < d->conflict_start[c + 1]; k++)
        has_wrong |= d->conflict[k] == 300;
      g_assert_true (has_wrong);
      g_assert_cmpint (d->conflict_start[c + 1] - d->conflict_start[c], <=, 8);
    }
    tr_diagnosis_free (d);
    system_clear (&s);
  }
}

// However wide, and along the axes or not, what a cell and what the bars around a point have too many
// of is found as circuits of few bars.
static void
test_short_circuits (void)
{
  const int side = 27;
  for (int turned = 0; turned < 2; turned++) {
    const Lattice l = {side, side, 1.5, 0.3 * turned, 0};
    System s = lattice_make (&l, -1);
    TrRows rows = system_rows (&s);
    TrScratch *scratch = tr_scratch_new ();
    TrUnitRows unit;
    TrNullGroups null;
    tr_unit_rows_measure (&unit, &rows, scratch);
    tr_unit_rows_scale (&unit);
    tr_null_groups (&unit.a, 1e-8, 1e-6, scratch, &null);
    g_assert_cmpint (null.nullity, ==, n_rows (&s) - (2 * side * side - 3));
    g_assert_cmpint (null.n_groups, ==, 1);
    int n_short = 0;
    for (int i = 0; i < null.group[0].n; i++)
      n_short += null.group[0].vec[i].n <= 20;
    g_test_message ("%d circuits, %d of them short", null.nullity, n_short);
    g_assert_cmpint (n_short, >=, null.nullity * 99 / 100);
    tr_scratch_free (scratch);
    system_clear (&s);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lattice/rank", test_rank);
  g_test_add_func ("/lattice/conflict", test_conflict);
  g_test_add_func ("/lattice/short-circuits", test_short_circuits);
  return g_test_run ();
}
