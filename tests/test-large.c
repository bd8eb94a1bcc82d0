// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Large drawings in which one value is wrong: what is done about that is counted.

#include "make-drawing.h"
#include "slow.h"

enum { N_CELLS = 150, N_RECTANGLES = 60 };

// Cells in a row, each braced both ways; one brace in the middle is too long by a twentieth.
typedef struct {
  int n_cells;
  double height;
  int missing; // which of the posts between cells is not there; −1: all are
} Truss;

static const Truss truss = {N_CELLS, 10, -1};

static Vec2
node_at (const Truss *t, int i)
{
  return v2 (10 * (i / 2) + 2 * sin (7 * i), t->height * (i % 2 + 0.2 * cos (5 * i)));
}

static void
append_bar (const Truss *t, GString *out, int a, int b, double factor)
{
  g_string_append_printf (
      out, "%s{'id': 'd%d_%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, 'value': %.17g}",
      out->len > 0 ? ", " : "", a, b, a, b, factor * v2_dist (node_at (t, a), node_at (t, b)));
}

static void
load_truss (Drawing *d, const Truss *t)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) cons = g_string_new (NULL);
  for (int i = 0; i < 2 * (t->n_cells + 1); i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%.17g, %.17g]}",
                            i > 0 ? ", " : "", i, node_at (t, i).x, node_at (t, i).y);
  for (int i = 0; i <= t->n_cells; i++) {
    int a = 2 * i;
    if (i != t->missing)
      append_bar (t, cons, a, a + 1, 1);
    for (int k = 0; k < 4 && i < t->n_cells; k++)
      append_bar (t, cons, a + k % 2, a + 2 + k / 2, i == t->n_cells / 2 && k == 1 ? 1.05 : 1);
  }
  drawing_init (d, bodies->str, cons->str, NULL);
}

// Rectangles in a row by four right angles each, one of which is too many; one of them is to be 10 and 11 wide.
static void
load_rectangles (Drawing *d)
{
  static const int x[] = {0, 10, 10, 0}, y[] = {0, 0, 5, 5};
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) cons = g_string_new (NULL);
  for (int i = 0; i < N_RECTANGLES; i++) {
    for (int k = 0; k < 4; k++) {
      int next = (k + 1) % 4;
      g_string_append_printf (
          bodies, "%s{'id': 's%d_%d', 'kind': 'segment', 'a': [%d, %d], 'b': [%d, %d]}",
          bodies->len > 0 ? ", " : "", i, k, 10 * i + x[k], y[k], 10 * i + x[next], y[next]);
      g_string_append_printf (
          cons,
          "%s{'id': 'j%d_%d', 'kind': 'attach', 'a': <s%d_%d.b>, 'b': <s%d_%d.a>}, "
          "{'id': 'r%d_%d', 'kind': 'perpendicular', 'a': 's%d_%d', 'b': 's%d_%d'}",
          cons->len > 0 ? ", " : "", i, k, i, k, i, next, i, k, i, k, i, next);
    }
    g_string_append_printf (cons,
                            ", {'id': 'w%d', 'kind': 'length', 'a': 's%d_0', 'value': 10}"
                            ", {'id': 'h%d', 'kind': 'length', 'a': 's%d_1', 'value': 5}",
                            i, i, i, i);
    if (i > 0)
      g_string_append_printf (cons,
                              ", {'id': 't%d', 'kind': 'attach', 'a': <s%d_0.b>, 'b': <s%d_0.a>}"
                              ", {'id': 'u%d', 'kind': 'parallel', 'a': 's%d_0', 'b': 's%d_0'}",
                              i, i - 1, i, i, i - 1, i);
  }
  g_string_append_printf (cons, ", {'id': 'wrong', 'kind': 'length', 'a': 's%d_2', 'value': 11}",
                          N_RECTANGLES / 2);
  drawing_init (d, bodies->str, cons->str, NULL);
}

// To where nothing that can hold is missed; in how many steps.
static int
solve (const Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d->session));
  g_autoptr (TrEngine) e = tr_engine_new (m, s);
  TrStepResult result = tr_engine_solve (e, s);
  g_test_message ("%d steps", result.iterations);
  return result.iterations;
}

// What contradicts is found out in a few steps, and its compromise does not creep there.
static void
test_steps (void)
{
  g_auto (Drawing) cells = {0}, rectangles = {0};
  load_truss (&cells, &truss);
  g_assert_cmpint (solve (&cells), <, 90);
  load_rectangles (&rectangles);
  g_assert_cmpint (solve (&rectangles), <, 60);
}

// The one wrong bar alone, for the others to hold as they were drawn.
static void
assert_left_out (const Drawing *d, const TrState *drawn)
{
  const TrCheck *check = tr_session_check (d->session);
  const TrModel *m = tr_session_get_model (d->session);
  int wrong = tr_model_find (m, "d151_152").index;
  g_assert_cmpuint (check->conflicts->len, ==, 1);
  g_assert_true (tr_check_names (check->conflicting, wrong));
  g_assert_nonnull (check->model);
  for (int i = 0; i < m->n_constraints; i++)
    g_assert_cmpint (check->model->constraints[i].disabled, ==, i == wrong);
  g_assert_true (tr_state_equal (check->at, drawn));
}

// What is missed as drawn is what is left out for the others to hold: without it nothing has to move.
static void
test_left_out (void)
{
  g_auto (Drawing) d = {0};
  load_truss (&d, &truss);
  g_autoptr (TrState) drawn = tr_state_copy (tr_session_get_state (d.session));
  assert_left_out (&d, drawn);
  tr_session_solve (d.session);
  g_assert_false (tr_state_equal (drawn, tr_session_get_state (d.session)));
  assert_left_out (&d, drawn);
}

// How many constraints of the only conflict are named where the truss was solved in vain, and nobody knows any more
// how it was drawn.
static guint
count_named (const Truss *t)
{
  g_auto (Drawing) d = {0};
  load_truss (&d, t);
  const TrModel *m = tr_session_get_model (d.session);
  g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d.session));
  g_autoptr (TrEngine) first = tr_engine_new (m, s);
  tr_engine_solve (first, s);
  g_autoptr (TrEngine) e = tr_engine_new (m, s);
  g_autoptr (TrCheck) check = tr_engine_check (e, s);
  g_autofree char *wrong =
      g_strdup_printf ("d%d_%d", t->n_cells / 2 * 2 + 1, t->n_cells / 2 * 2 + 2);
  g_assert_false (check->holds);
  g_assert_cmpuint (check->conflicts->len, ==, 1);
  g_assert_true (tr_check_names (check->conflicting, tr_model_find (m, wrong).index));
  return check->conflicting->len;
}

// What is long and thin bends by next to no force: its compromise is come to all the same, or what has not quite come there
// is not said to contradict.
static void
test_slender (void)
{
  static const Truss thin = {40, 1, -1}, thinner = {40, 0.3, -1}, open = {100, 1, 51};
  g_assert_cmpuint (count_named (&thin), ==, 6);
  if (is_slow ())
    return;
  g_assert_cmpuint (count_named (&thinner), ==, 6);
  g_assert_cmpuint (count_named (&open), ==, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/large/steps", test_steps);
  g_test_add_func ("/large/left-out", test_left_out);
  g_test_add_func ("/large/slender", test_slender);
  return g_test_run ();
}
