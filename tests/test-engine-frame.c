// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a frame costs in memory: nothing once warm; and drawings at other scales and places, which
// behave alike.

#include "make-drawing.h"
#include "slow.h"
#include "solver/component.h"
#include "solver/engine-private.h"
#include "solver/kkt/kkt.h"

#include <stdlib.h>

// Calls to the heap are counted where nothing else watches it.
#ifdef HEAP_CAN_BE_COUNTED
extern void *__libc_malloc (size_t n);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *p, size_t n);

static long n_calls;

void *
malloc (size_t n)
{
  n_calls++;
  return __libc_malloc (n);
}

void *
calloc (size_t n, size_t size)
{
  n_calls++;
  return __libc_calloc (n, size);
}

void *
realloc (void *p, size_t n)
{
  n_calls++;
  return __libc_realloc (p, n);
}

static long
heap_calls (void)
{
  return n_calls;
}
#else
static long
heap_calls (void)
{
  return 0;
}
#endif

// A chain of n links, each of length 1, zigzag; scaled and moved.
static void
chain_init (Drawing *d, int n, double scale, Vec2 by)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) con = g_string_new (NULL);
  Vec2 at = by;
  g_string_append_printf (con, "{'id': 'n', 'kind': 'nail', 'a': <s0.a>, 'at': [%.17g, %.17g]}",
                          by.x, by.y);
  for (int i = 0; i < n; i++) {
    Vec2 to = v2_add (at, v2_scale (v2 (0.8, i % 2 ? -0.6 : 0.6), scale));
    g_string_append_printf (
        bodies, "%s{'id': 's%d', 'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g]}",
        i ? ", " : "", i, at.x, at.y, to.x, to.y);
    g_string_append_printf (con, ", {'id': 'l%d', 'kind': 'length', 'a': 's%d', 'value': %.17g}", i,
                            i, scale);
    if (i)
      g_string_append_printf (con, ", {'id': 'j%d', 'kind': 'attach', 'a': <s%d.b>, 'b': <s%d.a>}",
                              i, i - 1, i);
    at = to;
  }
  drawing_init (d, bodies->str, con->str, NULL);
}

static void
four_bar_init (Drawing *d, double scale, Vec2 by)
{
  Vec2 o = by, p = v2_mad (by, scale, v2 (0, 2)), q = v2_mad (by, scale, v2 (6, 4)),
       c = v2_mad (by, scale, v2 (7, 0));
  g_autofree char *bodies = g_strdup_printf (
      "{'id': 'p', 'kind': 'point', 'at': [%.17g, %.17g]}, {'id': 'q', 'kind': 'point', 'at': "
      "[%.17g, %.17g]}",
      p.x, p.y, q.x, q.y);
  g_autofree char *con = g_strdup_printf (
      "{'id': 'a', 'kind': 'distance', 'a': <%.17g;%.17g>, 'b': <p.at>, 'value': %.17g}, {'id': "
      "'b', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': %.17g}, {'id': 'c', 'kind': "
      "'distance', 'a': <%.17g;%.17g>, 'b': <q.at>, 'value': %.17g}",
      o.x, o.y, 2 * scale, 6 * scale, c.x, c.y, 5 * scale);
  drawing_init (d, bodies, con, NULL);
}

// The engine's own calls, without a session's signals. One frame warms up.
static void
count_frames (Drawing *d, const char *grab, Vec2 centre, double radius)
{
  TrEngine *e = tr_session_get_engine (d->session);
  TrState *s = tr_session_get_state (d->session);
  TrConnector what = drawing_connector (d, grab);
  tr_engine_solve (e, s);
  tr_engine_grab (e, s, &what, false);
  tr_engine_drag (e, s, v2_add (centre, v2 (radius, 0)));
  long calls = heap_calls ();
  for (int i = 1; i < 60; i++) {
    tr_engine_drag (e, s, v2_add (centre, v2_polar (radius, 0.05 * i)));
    g_assert_cmpint (heap_calls () - calls, ==, 0);
  }
  for (int i = 0; i < 20; i++)
    tr_engine_hold (e, s, v2_add (centre, v2_polar (radius, 3)));
  g_assert_cmpint (heap_calls () - calls, ==, 0);
  tr_engine_release (e, s);
  g_assert_true (drawing_is_finite (d));
}

static void
test_no_heap (void)
{
#ifdef HEAP_CAN_BE_COUNTED
  long before = heap_calls ();
  g_free (g_malloc (1000));
  g_assert_cmpint (heap_calls (), >, before); // it does count
#endif
  g_auto (Drawing) chain = {0};
  chain_init (&chain, 40, 1, v2 (0, 0));
  count_frames (&chain, "s39.b", v2 (30, 0), 5);
  count_frames (&chain, "s20.b", v2 (60, 0), 9); // beyond reach
  g_auto (Drawing) bar = {0};
  four_bar_init (&bar, 1, v2 (0, 0));
  count_frames (&bar, "p.at", v2 (0, 0), 2);
  count_frames (&bar, "q.at", v2 (7, 0), 9);
}

// Slides, limits, springs and sheets take nothing either.
static void
test_no_heap_all (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (
      &d,
      "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 3}, {'id': 's', 'kind': "
      "'segment', 'a': [0, 4], 'b': [5, 4]}, {'id': 'h', 'kind': 'sheet', 'origin': [9, 0], 'u': "
      "[1, 0], 'v': [0, 1], 'elastic': {'shape': 2, 'area': 2}}",
      "{'id': 'j', 'kind': 'attach', 'a': <s.a>, 'b': <c~1.5>}, {'id': 'k', 'kind': 'attach', "
      "'a': <s.b>, 'b': <h(0;0)>}, {'id': 'l', 'kind': 'limit', 'what': 'c.radius', 'max': 4}, "
      "{'id': 'm', 'kind': 'equation', 'expr': 's.length - 4 - c.x^2', 'op': '='}",
      "{'id': 'f', 'kind': 'spring', 'a': <c.center>, 'b': <h.origin>, 'stiffness': 2}, {'id': "
      "'g', 'kind': 'gravity', 'g': [0, -1]}");
  count_frames (&d, "s.b", v2 (6, 3), 3);
}

// A point on a typed curve and under an equation, both long: a term of 300 operations, a term of
// 60, an equation in a hundred members.
static void
test_no_heap_typed (void)
{
  g_autoptr (GString) bodies = g_string_new ("{'id': 'p', 'kind': 'point', 'at': [0, 0]}, {'id': "
                                             "'f', 'kind': 'formula', 'unknowns': {'r': 2}, 't': "
                                             "[-9, 9], 'x': 'r*t', 'y': '(0");
  g_autoptr (GString) con = g_string_new ("{'id': 'j', 'kind': 'attach', 'a': <p.at>, 'b': <f~0>}, "
                                          "{'id': 'k', 'kind': 'fix', 'a': 'f', 'what': 'r', "
                                          "'value': 2}, {'id': 'u', 'kind': 'equation', 'expr': "
                                          "'q.y - (0");
  for (int i = 0; i < 30; i++)
    g_string_append (bodies, "+t/40");
  g_string_append (bodies, ")^2'}, {'id': 'q', 'kind': 'point', 'at': [5, 0]}");
  for (int i = 0; i < 150; i++)
    g_string_append (con, "+p.x/150");
  g_string_append (con, ")^2', 'op': '='}, {'id': 'm', 'kind': 'equation', 'op': '=', 'expr': '0");
  for (int i = 0; i < 100; i++) {
    g_string_append_printf (bodies, ", {'id': 'n%d', 'kind': 'number', 'value': 0}", i);
    g_string_append_printf (con, "+n%d", i);
  }
  g_string_append (con, " - p.x'}");
  g_auto (Drawing) d = {0};
  drawing_init (&d, bodies->str, con->str, NULL);
  count_frames (&d, "p.at", v2 (0, 2), 3);
}

typedef struct {
  double scale;
  Vec2 by;
  double within; // of the drawing's unit
} Scale;

static const Scale scales[] = {
    {1e-6, {0, 0}, 1e-6},
    {1e6, {0, 0}, 1e-6},
    {1, {1e6, -1e6}, 1e-5},
    {1e-3, {1, 2}, 1e-6},
};

// The same path of the pointer in every unit: the same path of every point.
static void
compare (Drawing *a, Drawing *b, const Scale *scale, const char *grab, Vec2 centre, double radius)
{
  drawing_press (a, grab);
  drawing_press (b, grab);
  const TrState *s = tr_session_get_state (a->session), *t = tr_session_get_state (b->session);
  double worst = 0;
  for (int i = 0; i < 150; i++) {
    Vec2 p = v2_add (centre, v2_polar (radius, 0.06 * i));
    drawing_move (a, p);
    drawing_move (b, v2_mad (scale->by, scale->scale, p));
    for (int k = 0; k < s->n_q; k += 2) {
      Vec2 q = v2_scale (v2_sub (v2 (t->q[k], t->q[k + 1]), scale->by), 1 / scale->scale);
      worst = fmax (worst, v2_dist (q, v2 (s->q[k], s->q[k + 1])));
    }
  }
  tr_session_release (a->session);
  tr_session_release (b->session);
  g_test_message ("scale %g at %g: %g", scale->scale, scale->by.x, worst);
  g_assert_cmpfloat (worst, <=, scale->within);
  g_assert_true (drawing_holds (b));
}

static void
test_scale (gconstpointer data)
{
  const Scale *scale = data;
  g_auto (Drawing) a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0};
  four_bar_init (&a, 1, v2 (0, 0));
  four_bar_init (&b, scale->scale, scale->by);
  tr_session_solve (a.session);
  tr_session_solve (b.session);
  compare (&a, &b, scale, "p.at", v2 (0, 0), 2);
  // From the start again, clear of the dead centres, where rounding may choose the crank's way.
  four_bar_init (&e, 1, v2 (0, 0));
  four_bar_init (&f, scale->scale, scale->by);
  tr_session_solve (e.session);
  tr_session_solve (f.session);
  compare (&e, &f, scale, "q.at", v2 (4.3, 4.2), 1);
  chain_init (&c, 12, 1, v2 (0, 0));
  chain_init (&d, 12, scale->scale, scale->by);
  compare (&c, &d, scale, "s11.b", v2 (7, 0), 2);
}

// A hand that has gone far in a few frames and rests there: the chain comes after it at its pace, and
// no frame makes more than its share of the way.
static void
test_flick (void)
{
  g_auto (Drawing) d;
  int frames = 0, most = 0;
  chain_init (&d, 40, 1, v2 (0, 0));
  drawing_press (&d, "s39.b");
  Vec2 from = tr_session_get_pointer (d.session), to = v2 (-18, 14);
  for (int i = 1; i <= 3; i++)
    most = MAX (most, drawing_move (&d, v2_lerp (from, to, i / 3.0)).iterations);
  for (; v2_dist (drawing_point (&d, "s39.b"), to) > 1e-3 && frames < 600; frames++) {
    TrStepResult r = tr_session_hold (d.session);
    drawing_look (&d, r);
    most = MAX (most, r.iterations);
  }
  tr_session_release (d.session);
  g_test_message ("%d frames, at the most %d solves in one", frames, most);
  g_assert_cmpint (frames, <=, 20);
  g_assert_cmpint (most, <=, 80);
  g_assert_cmpfloat (d.worst, <=, 1e-9);
}

// Of a row of circles, each tangent to the next.
static void
row_init (Drawing *d, int n, bool of_one_size, bool is_nailed)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) con = g_string_new (NULL);
  for (int i = 0; i < n; i++) {
    const char *comma = i > 0 ? ", " : "";
    g_string_append_printf (bodies,
                            "%s{'id': 'c%d', 'kind': 'circle', 'center': [%d, 0], 'radius': 1}",
                            comma, i, 2 * i);
    if (i > 0)
      g_string_append_printf (
          con, "%s{'id': 't%d', 'kind': 'tangent', 'a': <c%d~0>, 'b': <c%d~3.141592653589793>}",
          con->len > 0 ? ", " : "", i, i - 1, i);
    if (of_one_size)
      g_string_append_printf (con, "%s{'id': 'r%d', 'kind': 'radius', 'a': 'c%d', 'value': 1}",
                              con->len > 0 ? ", " : "", i, i);
  }
  if (is_nailed)
    g_string_append (con, ", {'id': 'n', 'kind': 'nail', 'a': <c0.center>, 'at': [0, 0]}");
  drawing_init (d, bodies->str, con->str, NULL);
}

// Solves and blocks factored in ten frames in which the middle of the row is dragged.
static void
count_work (int n, bool of_one_size, int *solves, size_t *factored)
{
  g_auto (Drawing) d = {0};
  row_init (&d, n, of_one_size, false);
  const TrConnector what = {.kind = TR_AT_T, .body = n / 2, .slide = -1};
  *solves = 0;
  tr_session_press (d.session, &what, false);
  for (int i = 1; i <= 10; i++) {
    TrStepResult r = tr_session_move (d.session, v2 (2 * (n / 2) + 1 + 0.05 * i, 0.1 * i));
    drawing_look (&d, r);
    *solves += r.iterations;
  }
  const TrEngine *e = tr_session_get_engine (d.session);
  *factored = tr_kkt_n_factored (e->slots[e->grab.component]->kkt);
  tr_session_release (d.session);
  g_assert_cmpfloat (d.worst, <=, 1e-9);
}

// However long the row, as many solves a frame and as much work a circle.
static void
test_row (void)
{
  for (int of_one_size = 0; of_one_size < 2; of_one_size++) {
    int few, many;
    size_t small, large;
    count_work (100, of_one_size, &few, &small);
    count_work (800, of_one_size, &many, &large);
    g_test_message ("%d and %d solves, %zu and %zu blocks", few, many, small, large);
    g_assert_cmpint (many, <=, few + few / 4);
    g_assert_cmpuint (large, <=, 10 * small);
  }
}

// Pushed and pulled exactly along its line, or off it, a nailed row folds or stands; no frame of a long one takes
// many solves, whatever is tried at rest: what is left is done in the next.
static void
test_row_in_line (void)
{
  const Vec2 way[] = {{-1, 0}, {20, 0}, {-12, 2}};
  const int n = is_slow () ? 300 : 800;
  for (guint i = 0; i < G_N_ELEMENTS (way); i++) {
    g_auto (Drawing) d = {0};
    TrStepResult r = {0};
    int most = 0, solves = 0;
    row_init (&d, n, true, true);
    const TrConnector what = {.kind = TR_AT_T, .body = n - 1, .slide = -1};
    tr_session_press (d.session, &what, false);
    for (int f = 0; f < 600 && !r.at_rest; f++) {
      Vec2 to = v2_mad (v2 (2 * n - 1, 0), MIN (f, 10) / 10.0, way[i]);
      r = f <= 10 ? tr_session_move (d.session, to) : tr_session_hold (d.session);
      most = MAX (most, r.iterations);
      solves += r.iterations;
    }
    tr_session_release (d.session);
    g_test_message ("%g: %d solves, %d at most in a frame, gap %g", way[i].x, solves, most, r.gap);
    g_assert_true (r.at_rest);
    g_assert_cmpfloat (fabs (r.gap - fmax (0, way[i].x)), <=, 1e-6);
    g_assert_cmpint (most, <=, is_slow () ? 24 : 8); // a short one has room for more
  }
}

// A row of square cells, nailed at a corner: each braced by one diagonal, or by both and so by one too many.
static void
cells_init (Drawing *d, int n, bool both)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) con =
      g_string_new ("{'id': 'n', 'kind': 'nail', 'a': <p0.at>, 'at': [0, 0]}");
  static const int bars[][2] = {{0, 1}, {0, 2}, {1, 3}, {0, 3}, {1, 2}};
  for (int i = 0; i < 2 * n + 2; i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%d, %d]}",
                            i > 0 ? ", " : "", i, i / 2, i % 2);
  for (int i = 0; i <= n; i++)
    for (int k = 0; k < (i == n ? 1 : both ? 5 : 4); k++)
      g_string_append_printf (con,
                              ", {'id': 'd%d_%d', 'kind': 'distance', 'a': <p%d.at>, 'b': "
                              "<p%d.at>, 'value': %.17g}",
                              i, k, 2 * i + bars[k][0], 2 * i + bars[k][1], k < 3 ? 1 : sqrt (2));
  drawing_init (d, bodies->str, con->str, NULL);
}

// Pulled beyond its reach and held: where each solve is much work, because rows curve or are refined for spare
// ones, a frame makes few, and the hand's way is gone all the same.
static void
test_cells (void)
{
  const int n[] = {250, 120}, most[] = {13, 17};
  for (int both = is_slow (); both < 2; both++) {
    g_auto (Drawing) d = {0};
    TrStepResult r = {0};
    int solves = 0, end = n[both];
    cells_init (&d, end, both);
    g_autofree char *corner = g_strdup_printf ("p%d.at", 2 * end + 1);
    drawing_press (&d, corner);
    for (int f = 0; f < 200 && !r.at_rest; f++) {
      r = f < 10 ? tr_session_move (d.session, v2 (end, 1 + end * (f + 1) / 10.0))
                 : tr_session_hold (d.session);
      solves = MAX (solves, r.iterations);
      drawing_look (&d, r);
    }
    tr_session_release (d.session);
    double reach = hypot (end, 1), far = hypot (end, 1 + end);
    g_test_message ("%d cells: %d solves at most, gap %g of %g", end, solves, r.gap, far - reach);
    g_assert_true (r.at_rest);
    g_assert_cmpfloat (r.gap, <=, (far - reach) * (1 + 1e-6));
    g_assert_cmpint (solves, <=, most[both]);
    g_assert_cmpfloat (d.worst, <=, 1e-9);
  }
}

// Stairs of n segments, each at right angles to the last one and parallel to the one before.
static void
stairs_init (Drawing *d, int n)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) con = g_string_new (NULL);
  for (int i = 0; i < n; i++) {
    const char *comma = i > 0 ? ", " : "";
    g_string_append_printf (bodies,
                            "%s{'id': 's%d', 'kind': 'segment', 'a': [%d, %d], 'b': [%d, %d]}",
                            comma, i, (i + 1) / 2, i / 2, (i + 2) / 2, (i + 1) / 2);
    if (i > 0)
      g_string_append_printf (
          con,
          "%s{'id': 'j%d', 'kind': 'attach', 'a': <s%d.b>, 'b': <s%d.a>}, {'id': "
          "'q%d', 'kind': 'perpendicular', 'a': 's%d', 'b': 's%d'}",
          i > 1 ? ", " : "", i, i - 1, i, i, i - 1, i);
    if (i > 1)
      g_string_append_printf (con, ", {'id': 'v%d', 'kind': 'parallel', 'a': 's%d', 'b': 's%d'}", i,
                              i - 2, i);
  }
  drawing_init (d, bodies->str, con->str, NULL);
}

// Very many rows that say nothing new take no solves beyond the first, but for one of the digits.
static void
test_spare (void)
{
  enum { N = 80 };
  for (int stairs = 0; stairs < 2; stairs++) {
    g_auto (Drawing) d = {0};
    if (stairs)
      stairs_init (&d, N);
    else
      cells_init (&d, N, true);
    g_autofree char *last =
        g_strdup_printf (stairs ? "s%d.b" : "p%d.at", stairs ? N - 1 : 2 * N + 1);
    drawing_press (&d, last);
    Vec2 from = tr_session_get_pointer (d.session);
    const TrEngine *e = tr_session_get_engine (d.session);
    for (int f = 1; f <= 10; f++) {
      drawing_move (&d, v2_mad (from, 0.5 * f, v2 (-0.6, 0.8)));
      const TrComponent *k = e->slots[e->grab.component];
      g_assert_cmpint (k->n_small, ==, stairs ? N - 2 : N);
      g_assert_cmpint (k->n_refined, <=, 2);
    }
    tr_session_release (d.session);
    g_assert_cmpfloat (d.worst, <=, 1e-9);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/frame/no-heap", test_no_heap);
  g_test_add_func ("/engine/frame/no-heap-all", test_no_heap_all);
  g_test_add_func ("/engine/frame/no-heap-typed", test_no_heap_typed);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/frame/scale/%u", i);
    g_test_add_data_func (path, &scales[i], test_scale);
  }
  g_test_add_func ("/engine/frame/flick", test_flick);
  g_test_add_func ("/engine/frame/row", test_row);
  g_test_add_func ("/engine/frame/row-in-line", test_row_in_line);
  g_test_add_func ("/engine/frame/cells", test_cells);
  g_test_add_func ("/engine/frame/spare", test_spare);
  return g_test_run ();
}
