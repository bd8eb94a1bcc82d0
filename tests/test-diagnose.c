// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "diagnose-system.h"
#include "slow.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Points in the plane, unknowns 2p and 2p + 1; one constraint after the other.
typedef struct {
  System s;
  const double (*at)[2];
  int n;
} Sketch;

static Sketch
sketch_make (int n_points, const double (*at)[2])
{
  return (Sketch){system_make (2 * n_points), at, 0};
}

static void
nail (Sketch *k, int p, double cx, double cy)
{
  add_entry (&k->s, 2 * p, 1);
  end_row (&k->s, k->n, cx);
  add_entry (&k->s, 2 * p + 1, 1);
  end_row (&k->s, k->n++, cy);
}

static void
add_difference (Sketch *k, int p, int q, double x, double y)
{
  add_entry (&k->s, 2 * p, -x);
  add_entry (&k->s, 2 * p + 1, -y);
  add_entry (&k->s, 2 * q, x);
  add_entry (&k->s, 2 * q + 1, y);
}

static void
distance (Sketch *k, int p, int q, double c)
{
  double x = k->at[q][0] - k->at[p][0], y = k->at[q][1] - k->at[p][1], l = hypot (x, y);
  add_difference (k, p, q, x / l, y / l);
  end_row (&k->s, k->n++, c);
}

static void
level (Sketch *k, int p, int q, double c)
{
  add_entry (&k->s, 2 * p + 1, -1);
  add_entry (&k->s, 2 * q + 1, 1);
  end_row (&k->s, k->n++, c);
}

// The angle at p from q to r.
static void
angle (Sketch *k, int p, int q, int r, double c)
{
  double ax = k->at[q][0] - k->at[p][0], ay = k->at[q][1] - k->at[p][1];
  double bx = k->at[r][0] - k->at[p][0], by = k->at[r][1] - k->at[p][1];
  double a = ax * ax + ay * ay, b = bx * bx + by * by;
  add_difference (k, p, r, -by / b, bx / b);
  add_difference (k, p, q, ay / a, -ax / a); // meets unknowns of p again: to be added up
  end_row (&k->s, k->n++, c);
}

// ---- Known systems ----

static void
test_bar_nailed_twice (void)
{
  static const double at[][2] = {{0, 0}, {3, 4}};
  Sketch k = sketch_make (2, at);
  nail (&k, 0, 0, 0);
  nail (&k, 1, 0, 0);
  distance (&k, 0, 1, 0);
  assert_diagnosis (&k.s, 4, "2", "");
  nail (&k, 0, 0, 0);
  assert_diagnosis (&k.s, 4, "2 3", "");
  system_clear (&k.s);

  k = sketch_make (2, at);
  nail (&k, 0, -0.1, -0.1);
  distance (&k, 0, 1, 0.1);
  nail (&k, 1, 0.1, 0.1);
  assert_diagnosis (&k.s, 4, "", "0 1 2");
  system_clear (&k.s);
}

// Between nailed points the line names at most the pins and itself.
static void
test_level_between_pins (void)
{
  static const double at[][2] = {{0, 2}, {6, 2}, {1, 9}};
  Sketch k = sketch_make (3, at);
  nail (&k, 0, 0, 0.1);
  nail (&k, 1, 0, -0.1);
  nail (&k, 2, 0, 0);
  level (&k, 0, 1, 0.1);
  assert_diagnosis (&k.s, 6, "", "0 1 3");
  system_clear (&k.s);
}

static void
test_parallelogram (void)
{
  static const double at[][2] = {{0, 0}, {4, 0}, {8, 0}, {1, 3}, {5, 3}, {9, 3}};
  Sketch k = sketch_make (6, at);
  for (int p = 0; p < 3; p++) {
    nail (&k, p, 0, 0);
    distance (&k, p, p + 3, 0);
  }
  distance (&k, 3, 4, 0);
  assert_diagnosis (&k.s, 10, "", "");
  distance (&k, 4, 5, 0);
  assert_diagnosis (&k.s, 11, "", "");
  distance (&k, 3, 5, 0);
  assert_diagnosis (&k.s, 11, "8", "");
  system_clear (&k.s);
}

static void
test_three_angles (void)
{
  static const double at[][2] = {{0, 0}, {6, 0}, {3, 5.196152422706632}};
  for (int wrong = 0; wrong < 2; wrong++) {
    Sketch k = sketch_make (3, at);
    nail (&k, 0, 0, 0);
    level (&k, 0, 1, 0);
    distance (&k, 0, 1, 0);
    angle (&k, 0, 1, 2, -0.05 * wrong);
    angle (&k, 1, 2, 0, -0.05 * wrong);
    angle (&k, 2, 0, 1, -0.05 * wrong);
    assert_diagnosis (&k.s, 6, wrong ? "" : "5", wrong ? "3 4 5" : "");
    system_clear (&k.s);
  }
}

// Sides 3, 4 and 8 with their compromise in one line, exactly and to half of the digits; pins,
// levels and a second figure stand by. The three are named, in every order.
static void
test_impossible_triangle (void)
{
  for (int form = 0; form < 2; form++) {
    double at[][2] = {{0, 0}, {3.333, form * 3e-7}, {7.667, 0}, {10, 0}, {14, 0}, {10, 5}};
    Sketch k = sketch_make (6, (const double (*)[2]) at);
    nail (&k, 0, 0, 0);
    nail (&k, 3, 0, 0);
    level (&k, 0, 1, 0);
    distance (&k, 0, 1, 0.333);
    distance (&k, 1, 2, 0.334);
    distance (&k, 0, 2, -0.333);
    level (&k, 3, 4, 0);
    distance (&k, 3, 4, 0);
    distance (&k, 3, 5, 0);
    GRand *rand = g_rand_new_with_seed (3);
    int order[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    for (int trial = 0; trial < 60; trial++) {
      System t = reordered (&k.s, 9, order);
      TrDiagnosis *d = diagnose (&t);
      bool named[9] = {false};
      g_assert_cmpint (d->n_conflicts, ==, 1);
      g_assert_cmpint (d->conflict_start[1], ==, 3);
      for (int i = 0; i < 3; i++)
        named[order[d->conflict[i]]] = true;
      g_assert_true (named[3] && named[4] && named[5]);
      g_assert_cmpint (d->rank, ==, form == 0 ? 10 : 11);
      g_assert_cmpint (d->n_redundant, ==, 0);
      tr_diagnosis_free (d);
      system_clear (&t);
      shuffle (rand, 9, order);
    }
    g_rand_free (rand);
    system_clear (&k.s);
  }
}

static void
test_two_conflicts (void)
{
  static const double at[][2] = {{0, 0}, {4, 0}, {4, 3}, {8, 3}};
  Sketch k = sketch_make (4, at);
  distance (&k, 0, 1, 0.5);
  distance (&k, 1, 2, 0);
  distance (&k, 2, 3, 0.25);
  distance (&k, 1, 0, -0.5);
  distance (&k, 3, 2, -0.25);
  assert_diagnosis (&k.s, 3, "", "0 3;2 4");
  system_clear (&k.s);
}

// The same length twice against a third: two sets share the third, one of the equals is redundant.
static void
test_duplicates (void)
{
  static const double at[][2] = {{0, 0}, {4, 0}};
  static const double c[3] = {1, 1, -2};
  static const struct {
    int order[3];
    const char *redundant, *conflicts;
  } cases[] = {
      {{0, 1, 2}, "1", "0 2;1 2"},
      {{2, 0, 1}, "2", "0 1;0 2"},
      {{0, 2, 1}, "2", "0 1;1 2"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    Sketch k = sketch_make (2, at);
    for (int l = 0; l < 3; l++)
      distance (&k, 0, 1, c[cases[i].order[l]]);
    assert_diagnosis (&k.s, 1, cases[i].redundant, cases[i].conflicts);
    system_clear (&k.s);
  }
}

static int
count_of (const TrDiagnosis *d, int owner)
{
  int n = 0;
  for (int i = 0; i < d->conflict_start[d->n_conflicts]; i++)
    n += d->conflict[i] == owner;
  return n;
}

// Lengths of one bar, seven different ones: of few all pairs at odds are listed, of very many each with
// the shortest or the longest. What is the same is told as that, what differs as at odds alone.
static void
test_many_lengths (void)
{
  static const double at[][2] = {{0, 0}, {4, 0}};
  static const struct {
    int lengths, conflicts;
  } cases[] = {{42, 21 * 36}, {140, 120 + 120 - 1}, {8400, 7200 + 7200 - 1}};
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    Sketch k = sketch_make (2, at);
    int n = cases[c].lengths;
    for (int l = 0; l < n; l++)
      distance (&k, 0, 1, 1e-3 * (l % 7 - 3));
    TrDiagnosis *d = diagnose (&k.s);
    g_assert_cmpint (d->rank, ==, 1);
    g_assert_cmpint (d->n_conflicts, ==, cases[c].conflicts);
    g_assert_cmpint (d->n_redundant, ==, n - 7);
    for (int l = 0; l < n; l += n / 21)
      g_assert_cmpint (count_of (d, l), >, 0);
    tr_diagnosis_free (d);
    system_clear (&k.s);
  }
}

// A square with both diagonals, one side of which is said by very many lengths, the last of them
// another one: all that could hold is too many by one of each, and what is at odds is the last alone.
static void
test_many_in_a_loop (void)
{
  enum { MANY = 60 };
  static const double at[][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
  Sketch k = sketch_make (4, at);
  for (int l = 0; l < MANY; l++)
    distance (&k, 0, 1, l == MANY - 1 ? 1e-3 : 0);
  for (int i = 0; i < 4; i++)
    for (int j = i + 1; j < 4; j++)
      if (j > 1)
        distance (&k, i, j, 0);
  TrDiagnosis *d = diagnose (&k.s);
  g_assert_cmpint (d->rank, ==, 5);
  g_assert_cmpint (d->n_conflicts, ==, MANY - 1);
  g_assert_cmpint (count_of (d, MANY - 1), ==, MANY - 1);
  g_assert_cmpint (d->n_redundant, ==, MANY - 1);
  g_assert_cmpint (d->redundant[MANY - 3], ==, MANY - 2);
  g_assert_cmpint (d->redundant[MANY - 2], ==, MANY + 4);
  tr_diagnosis_free (d);
  system_clear (&k.s);
}

// A constraint of two equations, one of which a lesser constraint says too: the lesser may go,
// wherever it stands.
static void
test_whole_before_part (void)
{
  static const double at[][2] = {{0, 0}, {4, 0}};
  for (int late = 0; late < 2; late++) {
    Sketch k = sketch_make (2, at);
    nail (&k, 0, 0, 0);
    if (late)
      nail (&k, 1, 0, 0);
    level (&k, 0, 1, 0);
    if (!late)
      nail (&k, 1, 0, 0);
    assert_diagnosis (&k.s, 4, late ? "2" : "1", "");
    system_clear (&k.s);
  }
}

static void
test_rows_without_unknowns (void)
{
  System s = system_make (2);
  end_row (&s, 0, 0);
  add_entry (&s, 0, 1);
  end_row (&s, 1, 0);
  add_entry (&s, 1, 0);
  end_row (&s, 2, 0.5);
  assert_diagnosis (&s, 1, "0", "2");
  system_clear (&s);
  s = system_make (0);
  assert_diagnosis (&s, 0, "", "");
  end_row (&s, 7, 1);
  assert_diagnosis (&s, 0, "", "7");
  system_clear (&s);
}

// ---- Compromises ----

// Gauss–Newton with a little damping on ½ Σ (|q − p| − value)².
static void
find_compromise (
    int n_points, double (*at)[2], int n_bars, const int (*bar)[2], const double *value)
{
  enum { MOST = 20 };
  int n = 2 * n_points;
  g_assert_cmpint (n, <=, MOST);
  for (int turn = 0; turn < 400; turn++) {
    double h[MOST][MOST + 1] = {{0}};
    for (int b = 0; b < n_bars; b++) {
      int p = bar[b][0], q = bar[b][1], u[4] = {2 * p, 2 * p + 1, 2 * q, 2 * q + 1};
      double x = at[q][0] - at[p][0], y = at[q][1] - at[p][1], l = hypot (x, y);
      double row[4] = {-x / l, -y / l, x / l, y / l};
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++)
          h[u[i]][u[j]] += row[i] * row[j];
        h[u[i]][n] -= row[i] * (l - value[b]);
      }
    }
    for (int i = 0; i < n; i++)
      h[i][i] += 1e-6;
    for (int p = 0; p < n; p++)
      for (int i = 0; i < n; i++) {
        double f = h[i][p] / h[p][p];
        for (int j = p; j <= n && i != p; j++)
          h[i][j] -= f * h[p][j];
      }
    for (int i = 0; i < n; i++)
      at[i / 2][i % 2] += h[i][n] / h[i][i];
  }
}

// Three braced cells in a row, one bar of the first wrong by much: the residuals spread over its
// neighbours through the shared bars, and still only the first cell is named.
static void
test_compromise_spreads (void)
{
  static const int bar[][2] = {{0, 1}, {1, 2}, {2, 3}, {4, 5}, {5, 6}, {6, 7}, {0, 4}, {1, 5},
                               {2, 6}, {3, 7}, {0, 5}, {1, 6}, {2, 7}, {1, 4}, {2, 5}, {3, 6}};
  enum { N_BARS = G_N_ELEMENTS (bar) };
  for (int wrong = -3; wrong <= 3; wrong++) {
    double at[][2] = {{0, 0}, {1.1, 0.1}, {2, 0}, {3, 0.2}, {0, 1}, {0.9, 1.2}, {2, 1}, {3.1, 1}};
    double value[N_BARS];
    for (int b = 0; b < N_BARS; b++)
      value[b] = hypot (at[bar[b][1]][0] - at[bar[b][0]][0], at[bar[b][1]][1] - at[bar[b][0]][1]);
    value[13] += 0.05 * wrong;
    find_compromise (8, at, N_BARS, bar, value);
    Sketch k = sketch_make (8, (const double (*)[2]) at);
    for (int b = 0; b < N_BARS; b++) {
      double x = at[bar[b][1]][0] - at[bar[b][0]][0], y = at[bar[b][1]][1] - at[bar[b][0]][1];
      distance (&k, bar[b][0], bar[b][1], hypot (x, y) - value[b]);
    }
    assert_diagnosis (&k.s, 13, wrong == 0 ? "13 14 15" : "14 15",
                      wrong == 0 ? "" : "0 3 6 7 10 13");
    system_clear (&k.s);
  }
}

// ---- Units ----

// Lengths by 1e±6 and angles beside them: the answer stays.
static void
test_units (void)
{
  for (int e = -6; e <= 6; e += 3) {
    double unit = pow (10, e);
    double at[][2] = {{0, 0}, {6 * unit, 0}, {3 * unit, 5 * unit}, {11 * unit, 2 * unit}};
    Sketch k = sketch_make (4, (const double (*)[2]) at);
    nail (&k, 0, 0, 0);
    level (&k, 0, 1, 0);
    angle (&k, 0, 1, 2, 0.02);
    angle (&k, 1, 2, 0, 0.02);
    angle (&k, 2, 0, 1, 0.02);
    distance (&k, 1, 3, 0.5 * unit);
    distance (&k, 3, 1, -0.5 * unit);
    level (&k, 1, 0, 0);
    assert_diagnosis (&k.s, 6, "7", "2 3 4;5 6");
    system_clear (&k.s);
  }
}

// ---- Size ----

// Seconds of processor time.
static double
timed (const System *s, TrDiagnosis **d)
{
  clock_t start = clock ();
  *d = diagnose (s);
  return (double) (clock () - start) / CLOCKS_PER_SEC;
}

static void
test_long_chain (void)
{
  enum { N = 4000 };
  g_autofree double (*at)[2] = g_malloc (sizeof (double[2]) * (N + 1));
  GRand *rand = g_rand_new_with_seed (5);
  for (int i = 0; i <= N; i++) {
    at[i][0] = i + g_rand_double_range (rand, -0.3, 0.3);
    at[i][1] = g_rand_double_range (rand, -1, 1);
  }
  Sketch k = sketch_make (N + 1, (const double (*)[2]) at);
  nail (&k, 0, 0, 0);
  for (int i = 0; i < N; i++)
    distance (&k, i, i + 1, 0);
  distance (&k, 7, 8, 0);
  distance (&k, 70, 71, 0.5);
  TrDiagnosis *d;
  double seconds = timed (&k.s, &d);
  g_autofree char *r = redundant_text (d), *c = conflicts_text (d);
  g_test_message ("chain of %d: %.1f ms", N, 1e3 * seconds);
  g_assert_cmpint (d->rank, ==, N + 2);
  g_assert_cmpstr (r, ==, "4001");
  g_assert_cmpstr (c, ==, "71 4002");
  g_assert_cmpfloat (seconds, <, 1);
  tr_diagnosis_free (d);
  system_clear (&k.s);
  g_rand_free (rand);
}

// Everything said twice, the second time the other way round, and one of these wrong.
static void
test_all_twice (void)
{
  enum { N = 2000 };
  g_autofree double (*at)[2] = g_malloc (sizeof (double[2]) * (N + 1));
  for (int i = 0; i <= N; i++) {
    at[i][0] = i;
    at[i][1] = 0.1 * (i * 7919 % 13);
  }
  Sketch k = sketch_make (N + 1, (const double (*)[2]) at);
  for (int i = 0; i < N; i++)
    distance (&k, i, i + 1, 0);
  for (int i = 0; i < N; i++)
    distance (&k, i + 1, i, i == 17 ? 0.1 : 0);
  TrDiagnosis *d;
  double seconds = timed (&k.s, &d);
  g_autofree char *c = conflicts_text (d);
  g_test_message ("%d lengths twice: %.1f ms", N, 1e3 * seconds);
  g_assert_cmpint (d->rank, ==, N);
  g_assert_cmpint (d->n_redundant, ==, N - 1);
  g_assert_cmpint (d->redundant[0], ==, N);
  g_assert_cmpstr (c, ==, "17 2017");
  g_assert_cmpfloat (seconds, <, 2);
  tr_diagnosis_free (d);
  system_clear (&k.s);
}

// A strip or a sheet of w × h cells, each with one diagonal, some with both; nailed at two corners.
// Each second diagonal is one equation too many; the wrong ones conflict.
static Sketch
braced_grid (int w, int h, double (*at)[2], int second_every, int wrong_cell)
{
  GRand *rand = g_rand_new_with_seed (9);
  for (int i = 0; i < (w + 1) * (h + 1); i++) {
    at[i][0] = i % (w + 1) + g_rand_double_range (rand, -0.2, 0.2);
    at[i][1] = i / (w + 1) + g_rand_double_range (rand, -0.2, 0.2);
  }
  g_rand_free (rand);
  Sketch k = sketch_make ((w + 1) * (h + 1), (const double (*)[2]) at);
  nail (&k, 0, 0, 0);
  level (&k, 0, w, 0);
  for (int y = 0; y <= h; y++)
    for (int x = 0; x <= w; x++) {
      int p = y * (w + 1) + x, cell = y * w + x;
      if (x < w)
        distance (&k, p, p + 1, 0);
      if (y < h)
        distance (&k, p, p + w + 1, 0);
      if (x < w && y < h)
        distance (&k, p, p + w + 2, 0);
      if (x < w && y < h && second_every > 0 && cell % second_every == 1 % second_every)
        distance (&k, p + 1, p + w + 1, cell == wrong_cell ? 0.1 : 0);
    }
  return k;
}

static double
owner_residual (const System *s, int owner)
{
  double most = 0;
  for (int i = 0; i < n_rows (s); i++)
    if (g_array_index (s->owner, int, i) == owner)
      most = fmax (most, fabs (g_array_index (s->c, double, i)));
  return most;
}

static void
assert_grid (int w, int h, int second_every, int wrong_cell)
{
  g_autofree double (*at)[2] = g_malloc (sizeof (double[2]) * (size_t) ((w + 1) * (h + 1)));
  Sketch k = braced_grid (w, h, at, second_every, wrong_cell);
  TrDiagnosis *d;
  double seconds = timed (&k.s, &d);
  int n_second = second_every > 0 ? (w * h - 1 - 1 % second_every) / second_every + 1 : 0;
  g_test_message (
      "grid %d x %d, %d bars, %d too many: rank %d, %d redundant, %d conflicts, %.1f ms", w, h, k.n,
      n_rows (&k.s) - d->rank, d->rank, d->n_redundant, d->n_conflicts, 1e3 * seconds);
  g_autofree char *c = conflicts_text (d);
  g_test_message ("conflicts %s", c);
  g_assert_cmpint (d->n_conflicts > 0, ==, wrong_cell >= 0);
  g_assert_cmpint (n_rows (&k.s) - d->rank, ==, d->n_redundant + (wrong_cell >= 0));
  if (h == 1)
    g_assert_cmpint (n_rows (&k.s) - d->rank, ==, n_second);
  // The wrong bar and the others of its cell; perhaps also those around one of its ends.
  int n_cells = 0;
  for (int i = 0; i < d->n_conflicts; i++) {
    bool has_wrong = false;
    for (int l = d->conflict_start[i]; l < d->conflict_start[i + 1]; l++)
      has_wrong |= fabs (owner_residual (&k.s, d->conflict[l])) > 0;
    g_assert_true (has_wrong);
    n_cells += d->conflict_start[i + 1] - d->conflict_start[i] == 6;
    g_assert_cmpint (d->conflict_start[i + 1] - d->conflict_start[i], <, 12);
  }
  g_assert_cmpint (n_cells, ==, wrong_cell >= 0);
  tr_diagnosis_free (d);
  system_clear (&k.s);
}

static void
test_trusses (void)
{
  int length = is_slow () ? 50 : 250, side = is_slow () ? 8 : 18;
  assert_grid (length, 1, 0, -1);
  assert_grid (length, 1, 5, -1);
  assert_grid (length, 1, 5, length / 2 - length / 2 % 5 + 1);
  assert_grid (length, 1, 1, length / 2);
  assert_grid (side, side, 0, -1);
  assert_grid (side, side, 16, -1);
  if (!is_slow ())
    assert_grid (side, side, 16, 161);
  assert_grid (6, 6, 4, 17);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/diagnose/bar-nailed-twice", test_bar_nailed_twice);
  g_test_add_func ("/diagnose/level-between-pins", test_level_between_pins);
  g_test_add_func ("/diagnose/parallelogram", test_parallelogram);
  g_test_add_func ("/diagnose/three-angles", test_three_angles);
  g_test_add_func ("/diagnose/impossible-triangle", test_impossible_triangle);
  g_test_add_func ("/diagnose/two-conflicts", test_two_conflicts);
  g_test_add_func ("/diagnose/duplicates", test_duplicates);
  g_test_add_func ("/diagnose/many-lengths", test_many_lengths);
  g_test_add_func ("/diagnose/many-in-a-loop", test_many_in_a_loop);
  g_test_add_func ("/diagnose/whole-before-part", test_whole_before_part);
  g_test_add_func ("/diagnose/rows-without-unknowns", test_rows_without_unknowns);
  g_test_add_func ("/diagnose/compromise-spreads", test_compromise_spreads);
  g_test_add_func ("/diagnose/units", test_units);
  g_test_add_func ("/diagnose/long-chain", test_long_chain);
  g_test_add_func ("/diagnose/all-twice", test_all_twice);
  g_test_add_func ("/diagnose/trusses", test_trusses);
  return g_test_run ();
}
