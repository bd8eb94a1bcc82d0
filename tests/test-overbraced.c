// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Trusses and grids with 6 to 70 bars too many, as drawings: what is said about them against dense
// answers made here and against what anyone can count.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { MOST_NODES = 160, MOST_BARS = 560 };

typedef struct {
  int a, b;
  double factor; // of the length it should have
} Bar;

// Columns × rows of nodes, neighbours joined sideways, upwards and across both ways.
typedef struct {
  int columns, rows, n_nodes, n_bars;
  Vec2 at[MOST_NODES];
  Bar bar[MOST_BARS];
  GString *more; // constraints after the bars
} Grid;

static void
add_bar (Grid *g, int a, int b)
{
  g->bar[g->n_bars++] = (Bar){a, b, 1};
}

static Grid *
grid_new (GRand *rand, int columns, int rows)
{
  Grid *g = g_new0 (Grid, 1);
  g->columns = columns;
  g->rows = rows;
  g->more = g_string_new (NULL);
  for (int i = 0; i < columns * rows; i++)
    g->at[g->n_nodes++] = v2 (10 * (i % columns) + g_rand_double_range (rand, -2, 2),
                              10 * (i / columns) + g_rand_double_range (rand, -2, 2));
  for (int i = 0; i < g->n_nodes; i++) {
    bool right = i % columns + 1 < columns, up = i / columns + 1 < rows;
    if (right)
      add_bar (g, i, i + 1);
    if (up)
      add_bar (g, i, i + columns);
    if (right && up) {
      add_bar (g, i, i + columns + 1);
      add_bar (g, i + 1, i + columns);
    }
  }
  return g;
}

static void
grid_free (Grid *g)
{
  g_string_free (g->more, TRUE);
  g_free (g);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Grid, grid_free)

static void
shuffle (GRand *rand, int n, int *x)
{
  for (int i = 0; i < n; i++)
    x[i] = i;
  for (int i = n - 1; i > 0 && rand; i--) {
    int k = g_rand_int_range (rand, 0, i + 1), swap = x[i];
    x[i] = x[k];
    x[k] = swap;
  }
}

// The drawing, with nodes and bars created in some order; without rand, in that of the grid. Bars
// are called by their number in the grid.
static void
load (Drawing *d, const Grid *g, GRand *rand, int *order)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) cons = g_string_new (NULL);
  int node[MOST_NODES];
  shuffle (rand, g->n_nodes, node);
  shuffle (rand, g->n_bars, order);
  for (int i = 0; i < g->n_nodes; i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%.17g, %.17g]}",
                            i ? ", " : "", node[i], g->at[node[i]].x, g->at[node[i]].y);
  for (int i = 0; i < g->n_bars; i++) {
    const Bar *b = &g->bar[order[i]];
    g_string_append_printf (
        cons, "%s{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, 'value': %.17g}",
        i ? ", " : "", order[i], b->a, b->b, b->factor * v2_dist (g->at[b->a], g->at[b->b]));
  }
  g_string_append (cons, g->more->str);
  drawing_init (d, bodies->str, cons->str, NULL);
}

// ---- Dense answers ----

// Rows of unit length, 2 n_nodes long.
static void
bar_row (const Grid *g, int bar, double *row)
{
  const Bar *b = &g->bar[bar];
  Vec2 u = v2_sub (g->at[b->b], g->at[b->a]);
  u = v2_scale (u, 1 / (sqrt (2) * v2_norm (u)));
  memset (row, 0, sizeof (double) * 2 * (size_t) g->n_nodes);
  row[2 * b->a] = -u.x;
  row[2 * b->a + 1] = -u.y;
  row[2 * b->b] = u.x;
  row[2 * b->b + 1] = u.y;
}

static double
dot (int n, const double *x, const double *y)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// Adds x to the orthonormal rows of basis unless it lies in their span.
static bool
extend (int n, double *basis, int *rank, const double *x)
{
  double *q = basis + *rank * n;
  memcpy (q, x, sizeof (double) * (size_t) n);
  for (int pass = 0; pass < 2; pass++)
    for (int j = 0; j < *rank; j++) {
      double f = dot (n, basis + j * n, q);
      for (int i = 0; i < n; i++)
        q[i] -= f * basis[j * n + i];
    }
  double left = sqrt (dot (n, q, q));
  if (left < 1e-9)
    return false;
  for (int i = 0; i < n; i++)
    q[i] /= left;
  ++*rank;
  return true;
}

// The bars that follow from earlier ones, in the order of the document; their ids.
static char *
later_than_needed (const Grid *g, const int *order, int *rank)
{
  int n = 2 * g->n_nodes;
  g_autofree double *basis = g_new (double, (n + 1) * n), *row = g_new (double, n);
  GString *out = g_string_new (NULL);
  *rank = 0;
  for (int i = 0; i < g->n_bars; i++) {
    bar_row (g, order[i], row);
    if (!extend (n, basis, rank, row))
      g_string_append_printf (out, " d%d", order[i]);
  }
  return g_string_free (out, FALSE);
}

static char *
ids_of (Drawing *d, const GArray *set)
{
  const TrModel *m = tr_session_get_model (d->session);
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < set->len; i++)
    g_string_append_printf (out, " %s", m->constraints[g_array_index (set, int, i)].id);
  return g_string_free (out, FALSE);
}

// ---- What is redundant ----

typedef struct {
  int columns, rows;
} Size;

static const Size sizes[] = {{3, 3}, {7, 2}, {4, 4}, {5, 4}, {6, 5}, {71, 2}, {7, 7}};

static int
n_sizes (void)
{
  return is_slow () ? 3 : G_N_ELEMENTS (sizes);
}

// One for each cell, one for each node inside.
static int
n_too_many (Size s)
{
  return (s.columns - 1) * (s.rows - 1) + MAX (0, (s.columns - 2) * (s.rows - 2));
}

static void
test_consistent (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  for (int i = 0; i < n_sizes (); i++) {
    g_autoptr (Grid) g = grid_new (rand, sizes[i].columns, sizes[i].rows);
    for (int turn = 0; turn < 3; turn++) {
      int order[MOST_BARS], rank;
      g_auto (Drawing) d = {0};
      load (&d, g, turn ? rand : NULL, order);
      const TrCheck *c = tr_session_check (d.session);
      g_autofree char *expected = later_than_needed (g, order, &rank);
      g_autofree char *found = ids_of (&d, c->redundant);
      g_assert_cmpint (c->rank, ==, rank);
      g_assert_cmpint (c->dof, ==, 3);
      g_assert_cmpuint (c->redundant->len, ==, n_too_many (sizes[i]));
      g_assert_cmpstr (found, ==, expected);
      g_assert_cmpuint (c->conflicts->len, ==, 0);
      g_assert_true (c->holds);
    }
  }
}

// ---- What conflicts ----

static int
bar_between (const Grid *g, int a, int b)
{
  for (int i = 0; i < g->n_bars; i++)
    if ((g->bar[i].a == a && g->bar[i].b == b) || (g->bar[i].a == b && g->bar[i].b == a))
      return i;
  return -1;
}

static int
compare_ints (const void *pa, const void *pb)
{
  return *(const int *) pa - *(const int *) pb;
}

static int
compare_texts (const void *pa, const void *pb)
{
  return strcmp (*(const char *const *) pa, *(const char *const *) pb);
}

static void
add_set (GPtrArray *sets, int n, int *bar)
{
  GString *text = g_string_new (NULL);
  qsort (bar, (size_t) n, sizeof *bar, compare_ints);
  for (int i = 0; i < n; i++)
    g_string_append_printf (text, " %d", bar[i]);
  g_ptr_array_add (sets, g_string_free (text, FALSE));
}

static char *
sets_text (GPtrArray *sets)
{
  GString *text = g_string_new (NULL);
  g_ptr_array_sort (sets, compare_texts);
  for (guint i = 0; i < sets->len; i++)
    g_string_append_printf (text, "%s;", (const char *) sets->pdata[i]);
  return g_string_free (text, FALSE);
}

static bool
has_wrong (const Grid *g, int n, const int *bar)
{
  for (int i = 0; i < n; i++)
    if (fabs (g->bar[bar[i]].factor - 1) > 0)
      return true;
  return false;
}

// The smallest figures that are stiff with one bar to spare are a cell, of six bars, and a node
// with its four neighbours, of eight: all else is made of them. Those with a wrong bar conflict.
static char *
expected_sets (const Grid *g)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  int w = g->columns;
  for (int i = 0; i < g->n_nodes; i++) {
    int x = i % w, y = i / w;
    if (x + 1 < w && y + 1 < g->rows) {
      int corner[4] = {i, i + 1, i + w, i + w + 1}, bar[6], n = 0;
      for (int a = 0; a < 4; a++)
        for (int b = a + 1; b < 4; b++)
          bar[n++] = bar_between (g, corner[a], corner[b]);
      if (has_wrong (g, n, bar))
        add_set (sets, n, bar);
    }
    if (x > 0 && x + 1 < w && y > 0 && y + 1 < g->rows) {
      int rim[4] = {i + 1, i + w, i - 1, i - w}, bar[8], n = 0;
      for (int a = 0; a < 4; a++) {
        bar[n++] = bar_between (g, i, rim[a]);
        bar[n++] = bar_between (g, rim[a], rim[(a + 1) % 4]);
      }
      if (has_wrong (g, n, bar))
        add_set (sets, n, bar);
    }
  }
  return sets_text (sets);
}

static char *
found_sets (Drawing *d, const TrCheck *c)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  const TrModel *m = tr_session_get_model (d->session);
  for (guint i = 0; i < c->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (c->conflicts, i);
    int bar[MOST_BARS];
    for (guint k = 0; k < set->len; k++)
      bar[k] = atoi (m->constraints[g_array_index (set, int, k)].id + 1);
    add_set (sets, (int) set->len, bar);
  }
  return sets_text (sets);
}

// Some bars are made for another drawing; the report after a solve names what they stand in, and
// no more, in whatever order things were created.
static void
test_conflicting (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  for (int i = 0; i < n_sizes (); i++)
    for (int n_wrong = 1; n_wrong <= 4; n_wrong += n_too_many (sizes[i]) > 20 ? 3 : 1) {
      g_autoptr (Grid) g = grid_new (rand, sizes[i].columns, sizes[i].rows);
      for (int k = 0; k < n_wrong; k++) {
        double part = g_rand_double_range (rand, 0.003, 0.03);
        g->bar[g_rand_int_range (rand, 0, g->n_bars)].factor = 1 + (k % 2 ? -part : part);
      }
      g_autofree char *expected = expected_sets (g);
      int redundant = -1;
      for (int turn = 0; turn < 2; turn++) {
        int order[MOST_BARS];
        g_auto (Drawing) d = {0};
        load (&d, g, turn ? rand : NULL, order);
        tr_session_solve (d.session);
        const TrCheck *c = tr_session_check (d.session);
        g_autofree char *found = found_sets (&d, c);
        g_assert_false (c->holds);
        if (!g_str_equal (found, expected))
          g_error ("%d x %d, %d wrong: found %s, expected %s", sizes[i].columns, sizes[i].rows,
                   n_wrong, found, expected);
        g_assert_cmpint (c->dof, ==, 3);
        if (turn)
          g_assert_cmpint ((int) c->redundant->len, ==, redundant);
        redundant = (int) c->redundant->len;
      }
      g_assert_cmpint (redundant, <, n_too_many (sizes[i]));
      g_assert_cmpint (redundant, >=, n_too_many (sizes[i]) - n_wrong);
    }
}

// ---- How it moves ----

// v = J⁺ b + (I − J⁺ J) f by a complete orthogonal decomposition: J = L Q, Q orthonormal rows that
// span those of J; L z = b by least squares, z from a QR decomposition of L.
static void
dense_motion (int m, int n, const double *J, const double *b, const double *f, double *v)
{
  g_autofree double *Q = g_new (double, (n + 1) * n);
  int r = 0;
  for (int i = 0; i < m; i++)
    extend (n, Q, &r, J + i * n);
  g_autofree double *U = g_new (double, (r + 1) * m), *R = g_new0 (double, r *r);
  g_autofree double *z = g_new0 (double, r + 1);
  for (int j = 0; j < r; j++) {
    double *u = U + j * m;
    for (int i = 0; i < m; i++)
      u[i] = dot (n, J + i * n, Q + j * n);
    for (int pass = 0; pass < 2; pass++)
      for (int k = 0; k < j; k++) {
        double s = dot (m, U + k * m, u);
        R[k * r + j] += s;
        for (int i = 0; i < m; i++)
          u[i] -= s * U[k * m + i];
      }
    double length = R[j * r + j] = sqrt (dot (m, u, u));
    for (int i = 0; i < m; i++)
      u[i] /= length;
  }
  for (int j = r - 1; j >= 0; j--) {
    z[j] = dot (m, U + j * m, b);
    for (int k = j + 1; k < r; k++)
      z[j] -= R[j * r + k] * z[k];
    z[j] /= R[j * r + j];
  }
  memcpy (v, f, sizeof (double) * (size_t) n);
  for (int j = 0; j < r; j++) {
    double s = z[j] - dot (n, Q + j * n, f);
    for (int i = 0; i < n; i++)
      v[i] += s * Q[j * n + i];
  }
}

// Three nodes are led along paths that no stiff figure can follow, one is pulled at: the motion is
// that of least violation, and of all these the one of least effort.
static void
test_motion (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int i = 0; i < n_sizes (); i++) {
    g_autoptr (Grid) g = grid_new (rand, sizes[i].columns, sizes[i].rows);
    int n = 2 * g->n_nodes, m = 0;
    g_autofree double *J = g_new0 (double, (g->n_bars + 6) * n);
    g_autofree double *b = g_new0 (double, g->n_bars + 6), *f = g_new0 (double, n);
    g_autofree double *expected = g_new (double, n), *found = g_new0 (double, n);
    for (; m < g->n_bars; m++)
      bar_row (g, m, J + m * n);
    for (int k = 0; k < 3; k++) {
      int node = k == 0 ? 0 : k == 1 ? g->columns - 1 : g->n_nodes - 1;
      Vec2 p = g->at[node], u = v2 (g_rand_double_range (rand, -1, 1), g_rand_double (rand));
      g_string_append_printf (
          g->more,
          ", {'id': 'path%d', 'kind': 'path', 'a': <p%d.at>, 'keys': [{'time': -1, 'at': [%.17g, "
          "%.17g]}, {'time': 0, 'at': [%.17g, %.17g]}, {'time': 1, 'at': [%.17g, %.17g]}]}",
          k, node, p.x - u.x, p.y - u.y, p.x, p.y, p.x + u.x, p.y + u.y);
      for (int axis = 0; axis < 2; axis++) {
        J[m * n + 2 * node + axis] = 1;
        b[m++] = axis ? u.y : u.x;
      }
    }
    int order[MOST_BARS];
    g_auto (Drawing) d = {0};
    load (&d, g, NULL, order);
    const TrModel *model = tr_session_get_model (d.session);
    TrEngine *e = tr_session_get_engine (d.session);
    g_autofree char *hand = g_strdup_printf ("p%d.at", g->n_nodes / 2);
    TrConnector at = drawing_connector (&d, hand);
    g_autofree double *lambda = g_new0 (double, tr_engine_n_rows (e) + 1);
    f[2 * (g->n_nodes / 2)] = 0.7;
    f[2 * (g->n_nodes / 2) + 1] = -0.4;
    g_assert_true (
        tr_engine_velocity (e, tr_session_get_state (d.session), &at, v2 (0.7, -0.4), found, lambda)
            .ok);
    g_assert_cmpint (model->n_body_q, ==, n);
    dense_motion (m, n, J, b, f, expected);
    double off = 0;
    for (int k = 0; k < n; k++)
      off = fmax (off, fabs (found[k] - expected[k]));
    g_test_message ("%d x %d: %d rows of %d unknowns, off by %.2g", g->columns, g->rows, m, n, off);
    g_assert_cmpfloat (off, <, 1e-7);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overbraced/consistent", test_consistent);
  g_test_add_func ("/overbraced/conflicting", test_conflicting);
  g_test_add_func ("/overbraced/motion", test_motion);
  return g_test_run ();
}
