// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand in a drawing that cannot hold: what has no part in the conflict holds at every frame, what has
// misses no more than when it was solved, the point goes with the hand, and a hand that comes back brings
// the drawing back. Over seeded drawings; TRAMMEL_SEED=N runs that one alone.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { N_DRAWINGS = 120, N_CALM = 120, FRAMES = 12, MOST_SOLVES = 160 };

typedef struct {
  GRand *rand;
  GString *bodies, *cons;
  int n_points, n_bars, n_wrong; // n_wrong: constraints of conflicts, which come first
  Vec2 at[24];
} Maker;

static double
number (Maker *k, double low, double high)
{
  return g_rand_double_range (k->rand, low, high);
}

static int
put_point (Maker *k, Vec2 at)
{
  k->at[k->n_points] = at;
  g_string_append_printf (k->bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%.17g, %.17g]}",
                          k->bodies->len ? ", " : "", k->n_points, at.x, at.y);
  return k->n_points++;
}

static void
put_bar (Maker *k, int i, int j, double length)
{
  g_string_append_printf (k->cons,
                          "%s{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, "
                          "'value': %.17g}",
                          k->cons->len ? ", " : "", k->n_bars++, i, j, length);
}

static double
apart (const Maker *k, int i, int j)
{
  return v2_dist (k->at[i], k->at[j]);
}

static Vec2
beside (Maker *k, Vec2 at)
{
  return v2_add (at, v2_polar (number (k, 3, 8), number (k, 0, 6.28)));
}

// Four points, all six bars, one of a wrong length.
static void
put_braced (Maker *k, Vec2 at)
{
  int p[4];
  for (int i = 0; i < 4; i++)
    p[i] = put_point (k, v2_mad (at, number (k, 4, 7), v2_polar (1, 1.57 * i + number (k, 0, 1))));
  int wrong = g_rand_int_range (k->rand, 0, 6), n = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < i; j++)
      put_bar (k, p[i], p[j], apart (k, p[i], p[j]) + (n++ == wrong ? number (k, 0.5, 2) : 0));
  k->n_wrong += n;
}

// Two points, two distances.
static void
put_twice (Maker *k, Vec2 at)
{
  int i = put_point (k, at), j = put_point (k, beside (k, at));
  put_bar (k, i, j, apart (k, i, j));
  put_bar (k, j, i, apart (k, i, j) + number (k, 0.5, 3));
  k->n_wrong += 2;
}

// A triangle with a side that is too long.
static void
put_triangle (Maker *k, Vec2 at)
{
  int i = put_point (k, at), j = put_point (k, beside (k, at)), l = put_point (k, beside (k, at));
  double a = number (k, 2, 5), b = number (k, 2, 5);
  put_bar (k, i, j, a);
  put_bar (k, j, l, b);
  put_bar (k, l, i, a + b + number (k, 0.5, 3));
  k->n_wrong += 3;
}

// Level, upright and as long as something.
static void
put_bent (Maker *k, Vec2 at)
{
  int i = put_point (k, at), j = put_point (k, beside (k, at));
  g_string_append_printf (k->cons,
                          "%s{'id': 'h%d', 'kind': 'horizontal', 'a': {'from': <p%d.at>, 'to': "
                          "<p%d.at>}}, {'id': 'v%d', 'kind': 'vertical', 'a': {'from': <p%d.at>, "
                          "'to': <p%d.at>}}, ",
                          k->cons->len ? ", " : "", i, i, j, i, i, j);
  g_string_append_printf (k->cons,
                          "{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, "
                          "'value': %.17g}",
                          k->n_bars++, i, j, apart (k, i, j));
  k->n_wrong += 3;
}

// A wheel on a wheel whose centres are too far apart.
static void
put_wheels (Maker *k, Vec2 at)
{
  int c = k->n_points;
  double r = number (k, 1, 3), s = number (k, 1, 3), far = r + s + number (k, 0.5, 2);
  int i = put_point (k, at), j = put_point (k, v2_add (at, v2 (far, 0)));
  g_string_append_printf (k->bodies,
                          ", {'id': 'c%d', 'kind': 'circle', 'center': [%.17g, %.17g], 'radius': "
                          "%.17g}, {'id': 'c%d', 'kind': 'circle', 'center': [%.17g, %.17g], "
                          "'radius': %.17g}",
                          i, at.x, at.y, r, j, at.x + far, at.y, s);
  g_string_append_printf (
      k->cons,
      "%s{'id': 'r%d', 'kind': 'radius', 'a': 'c%d', 'value': %.17g}, {'id': 'r%d', 'kind': "
      "'radius', 'a': 'c%d', 'value': %.17g}, {'id': 't%d', 'kind': 'tangent', 'a': <c%d~0>, 'b': "
      "<c%d~3.141592653589793>}, {'id': 'a%d', 'kind': 'attach', 'a': <c%d.center>, 'b': "
      "<p%d.at>}, {'id': 'a%d', 'kind': 'attach', 'a': <c%d.center>, 'b': <p%d.at>}, ",
      k->cons->len ? ", " : "", i, i, r, j, j, s, c, i, j, i, i, i, j, j, j);
  g_string_append_printf (k->cons,
                          "{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, "
                          "'value': %.17g}",
                          k->n_bars++, i, j, far);
  k->n_wrong += 6;
}

// One or two conflicts, then bars from their points on, to the ground or to each other.
static void
make (Maker *k, guint seed)
{
  static void (*const put[]) (Maker * k, Vec2 at) = {put_braced, put_twice, put_triangle, put_bent,
                                                     put_wheels};
  int n = g_rand_int_range (k->rand, 1, 3);
  put[seed % G_N_ELEMENTS (put)](k, v2 (0, 0));
  int first = k->n_points;
  if (n > 1)
    put[g_rand_int_range (k->rand, 0, G_N_ELEMENTS (put))](k, v2 (30, 0));
  int tail = g_rand_int_range (k->rand, 1, 5), from = g_rand_int_range (k->rand, 0, first);
  for (int i = 0; i < tail; i++) {
    int to = put_point (k, beside (k, k->at[from]));
    put_bar (k, from, to, apart (k, from, to));
    from = to;
  }
  if (n > 1) {
    int to = first; // of the second
    put_bar (k, from, to, apart (k, from, to));
  } else if (g_rand_boolean (k->rand)) {
    g_string_append_printf (k->cons,
                            ", {'id': 'n', 'kind': 'nail', 'a': <p%d.at>, 'at': "
                            "[%.17g, %.17g]}",
                            from, k->at[from].x, k->at[from].y);
  }
}

// What the conflicts miss, in squares, and the worst of all else, in tolerances.
static double
miss_of (Drawing *d, int n_wrong, double *others)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrState *s = tr_session_get_state (d->session);
  TrScratch *scratch = tr_scratch_new ();
  double sum = 0;
  *others = 0;
  for (int i = 0; i < m->n_constraints; i++) {
    TrRowBlock rows;
    tr_constraint_rows (m, i, s->q, &s->memory[i], s->time, scratch, &rows);
    for (int r = 0; r < rows.m; r++)
      if (i < n_wrong)
        sum += rows.c[r] * rows.c[r];
      else
        *others = fmax (*others, fabs (rows.c[r]) / rows.tol[r]);
  }
  tr_scratch_free (scratch);
  return sum;
}

static void
look (Drawing *d, const Maker *k, double least, const char *when)
{
  double others, miss = miss_of (d, k->n_wrong, &others);
  if (others > 2) // tolerances were taken at the press
    g_error ("%s: what has no part in the conflict misses %g tolerances\n%s", when, others,
             k->cons->str);
  if (!(fabs (miss - least) <= 1e-6 * least))
    g_error ("%s: the conflict misses %.9g, %.9g at first\n%s", when, miss, least, k->cons->str);
}

// What cannot hold pulls at nothing but what the hand does: W c, that it would pull at itself with, has no
// part in its multipliers.
static void
look_at_tensions (Drawing *d, const Maker *k, const char *when)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrState *s = tr_session_get_state (d->session);
  const TrEngine *e = tr_session_get_engine (d->session);
  TrScratch *scratch = tr_scratch_new ();
  double sum = 0, parts = 0;
  for (int i = 0; i < k->n_wrong; i++) {
    const double *lambda = tr_engine_lambda (e) + tr_engine_row_at (e, i);
    TrRowBlock rows;
    tr_constraint_rows (m, i, s->q, &s->memory[i], s->time, scratch, &rows);
    for (int r = 0; r < rows.m; r++) {
      g_assert_true (isfinite (lambda[r]));
      sum += rows.c[r] * lambda[r];
      parts += fabs (rows.c[r] * lambda[r]);
    }
  }
  tr_scratch_free (scratch);
  if (!(fabs (sum) <= 0.05 * parts + 1e-9))
    g_error ("%s: tensions pull at each other with %g of %g\n%s", when, sum, parts, k->cons->str);
}

// Until at rest; no frame takes longer than a few steps do.
static TrStepResult
hold (Drawing *d, const char *when)
{
  for (int i = 0; i < 600; i++) {
    TrStepResult r = tr_session_hold (d->session);
    if (r.iterations > MOST_SOLVES)
      g_error ("%s: %d solves in a frame at rest", when, r.iterations);
    if (r.at_rest)
      return r;
  }
  g_error ("%s: never at rest", when);
}

// Returns whether the point came back to the hand. *stuck: frames in which it did not go, though it can.
static bool
drag (guint seed, guint *stuck)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) bodies = g_string_new (NULL), cons = g_string_new (NULL);
  Maker k = {.rand = rand, .bodies = bodies, .cons = cons};
  g_auto (Drawing) d = {0};
  double others;
  make (&k, seed);
  drawing_init (&d, bodies->str, cons->str, NULL);
  tr_session_solve (d.session);
  double least = miss_of (&d, k.n_wrong, &others);
  g_assert_cmpfloat (least, >, 1e-3);
  g_autofree char *what = g_strdup_printf ("p%d.at", g_rand_int_range (rand, 0, k.n_points));
  g_autofree char *when = g_strdup_printf ("seed %u, %s", seed, what);
  look (&d, &k, least, when);
  double speed = pow (200, g_rand_double (rand));
  drawing_press (&d, what);
  Vec2 from = tr_session_get_pointer (d.session), dir = v2_polar (1, number (&k, 0, 6.28));
  for (int i = 1; i <= 2 * FRAMES; i++) {
    Vec2 to = v2_mad (from, speed * (i <= FRAMES ? i : 2 * FRAMES - i), dir);
    TrStepResult moved = tr_session_move (d.session, to);
    if (moved.iterations > MOST_SOLVES) // what was solved is not solved again
      g_error ("%s: %d solves in frame %d", when, moved.iterations, i);
    *stuck += moved.substeps == 0 && !moved.fixed;
    look (&d, &k, least, when);
    look_at_tensions (&d, &k, when);
  }
  TrStepResult r = hold (&d, when);
  look (&d, &k, least, when);
  tr_session_release (d.session);
  look (&d, &k, least, when);
  if (r.gap > 1e-3)
    g_test_message ("seed %u: %s at %.3g, gap %g", seed, what, speed, r.gap);
  return r.fixed || r.gap <= 1e-3;
}

static void
test_hand (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  guint first = only ? (guint) atoi (only) : 1, back = 0, stuck = 0;
  guint n = only ? 1 : is_slow () ? N_DRAWINGS / 12 : N_DRAWINGS;
  for (guint i = 0; i < n; i++)
    back += drag (first + i, &stuck);
  g_test_message ("of %u points %u came back to the hand", n, back);
  g_test_message ("of %u frames %u were stuck", 2 * FRAMES * n, stuck);
  if (!only) {
    g_assert_cmpuint (100 * back, >=, 98 * n);
    g_assert_cmpuint (500 * stuck, <=, 2 * FRAMES * n);
  }
}

// Bars in a row whose ends are to be farther apart than all of them reach: they lie in one line, and go with
// the hand as a whole, however many they are.
static void
test_row (void)
{
  enum { BARS = 300 };
  g_autoptr (GString) bodies = g_string_new (NULL), cons = g_string_new (NULL);
  g_auto (Drawing) d = {0};
  for (int i = 0; i <= BARS; i++)
    g_string_append_printf (bodies, "%s{'id': 'p%d', 'kind': 'point', 'at': [%g, %g]}",
                            i > 0 ? ", " : "", i, 0.9 * i, 0.4 * (i % 2));
  for (int i = 0; i < BARS; i++)
    g_string_append_printf (cons,
                            "{'id': 'd%d', 'kind': 'distance', 'a': <p%d.at>, 'b': <p%d.at>, "
                            "'value': 1}, ",
                            i, i, i + 1);
  g_string_append_printf (
      cons, "{'id': 'z', 'kind': 'distance', 'a': <p0.at>, 'b': <p%d.at>, 'value': %g}", BARS,
      1.1 * BARS);
  drawing_init (&d, bodies->str, cons->str, NULL);
  tr_session_solve (d.session);
  double others, least = miss_of (&d, BARS + 1, &others);
  drawing_press (&d, "p100.at");
  Vec2 from = tr_session_get_pointer (d.session);
  for (int i = 1; i <= 2 * FRAMES; i++) {
    int far = MIN (i, 2 * FRAMES - i);
    TrStepResult r = drawing_move (&d, v2_mad (from, far, v2 (0.2, 0.5)));
    g_assert_cmpint (r.iterations, <=, MOST_SOLVES);
    g_assert_cmpint (r.substeps, >, 0);
    g_assert_cmpfloat (fabs (miss_of (&d, BARS + 1, &others) - least), <=, 1e-6 * least);
  }
  TrStepResult r = hold (&d, "row");
  g_assert_cmpfloat (r.gap, <=, 1e-6);
  tr_session_release (d.session);
}

// A row of six bars, too short for what its ends are to be apart, with so many nails at its ends: what the bars
// carry goes with how hard the hand pulls.
static void
pull_row (int n_nails)
{
  enum { BARS = 6 };
  g_autoptr (GString) bodies = g_string_new (NULL), cons = g_string_new (NULL);
  Maker k = {.bodies = bodies, .cons = cons};
  g_auto (Drawing) d = {0};
  double before[BARS] = {0}, most = 0, jump = 0;
  for (int i = 0; i <= BARS; i++)
    put_point (&k, v2 (i, 0.3 * (i % 2)));
  for (int i = 0; i < BARS; i++)
    put_bar (&k, i, i + 1, 1);
  put_bar (&k, 0, BARS, 9);
  for (int i = 0; i < n_nails; i++)
    g_string_append_printf (cons, ", {'id': 'n%d', 'kind': 'nail', 'a': <p%d.at>, 'at': [%d, 0]}",
                            i, i * BARS, i * BARS);
  drawing_init (&d, bodies->str, cons->str, NULL);
  tr_session_solve (d.session);
  drawing_press (&d, "p3.at");
  Vec2 from = tr_session_get_pointer (d.session);
  const TrEngine *e = tr_session_get_engine (d.session);
  for (int i = 1; i <= FRAMES; i++) {
    tr_session_move (d.session, v2_mad (from, 0.5 * i, v2 (0.2, 1)));
    for (int j = 0; j < BARS; j++) {
      double now = tr_engine_lambda (e)[tr_engine_row_at (e, j)];
      most = fmax (most, fabs (now));
      jump = fmax (jump, i > 1 ? fabs (now - before[j]) : 0);
      before[j] = now;
    }
  }
  tr_session_release (d.session);
  g_assert_cmpfloat (most, >, 10);
  g_assert_cmpfloat (jump, <=, 0.25 * most);
}

static void
test_tensions (void)
{
  for (int i = 0; i <= 2; i++)
    pull_row (i);
}

// A ring of four segments, each side parallel to the one across, and two at right angles. is_rigid: they have
// lengths, a brace and an angle that is another; else two are parallel and upright at once.
static void
put_ring (Maker *k, bool is_rigid)
{
  double turn = number (k, 0, 6.28);
  Vec2 u = v2_scale (v2_polar (1, turn), number (k, 5, 20));
  Vec2 v = v2_scale (v2_perp (v2_polar (1, turn)), number (k, 5, 20));
  Vec2 at[] = {v2 (0, 0), u, v2_add (u, v), v};
  for (int i = 0; i < 4; i++) {
    Vec2 a = at[i], b = at[(i + 1) % 4];
    g_string_append_printf (k->bodies,
                            "%s{'id': 's%d', 'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, "
                            "%.17g]}",
                            i > 0 ? ", " : "", i, a.x, a.y, b.x, b.y);
    g_string_append_printf (k->cons,
                            "%s{'id': 'a%d', 'kind': 'attach', 'a': <s%d.b>, 'b': <s%d.a>}",
                            i > 0 ? ", " : "", i, i, (i + 1) % 4);
    if (is_rigid)
      g_string_append_printf (k->cons,
                              ", {'id': 'l%d', 'kind': 'length', 'a': 's%d', 'value': %.17g}", i, i,
                              v2_dist (a, b));
  }
  if (is_rigid)
    g_string_append_printf (k->cons,
                            ", {'id': 'd', 'kind': 'distance', 'a': <s0.a>, 'b': <s2.a>, 'value': "
                            "%.17g}, {'id': 'w', 'kind': 'angle', 'a': 's0', 'b': 's1', 'value': "
                            "%.17g}",
                            v2_dist (at[0], at[2]), number (k, 0.6, 2.5));
  else
    g_string_append (k->cons, ", {'id': 'u', 'kind': 'parallel', 'a': 's0', 'b': 's2'}, {'id': "
                              "'v', 'kind': 'parallel', 'a': 's1', 'b': 's3'}, {'id': 'x', "
                              "'kind': 'perpendicular', 'a': 's0', 'b': 's1'}, ");
  if (!is_rigid)
    g_string_append (k->cons, g_rand_boolean (k->rand)
                                  ? "{'id': 'y', 'kind': 'parallel', 'a': 's0', 'b': 's1'}"
                                  : "{'id': 'y', 'kind': 'perpendicular', 'a': 's0', 'b': 's2'}");
  if (!is_rigid && g_rand_boolean (k->rand))
    g_string_append_printf (k->cons, ", {'id': 'l', 'kind': 'length', 'a': 's0', 'value': %.17g}",
                            v2_norm (u));
}

// Of the bars and the segments as they are.
static double
shortest_link (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const double *q = tr_session_get_state (d->session)->q;
  double least = INFINITY;
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (c->kind == TR_CON_DISTANCE)
      least = fmin (least, v2_dist (tr_connector_point (m, &c->end[0].connector[0], q),
                                    tr_connector_point (m, &c->end[1].connector[0], q)));
  }
  for (int i = 0; i < m->n_bodies; i++) {
    const double *x = q + m->bodies[i].q;
    if (m->bodies[i].kind == TR_BODY_SEGMENT)
      least = fmin (least, hypot (x[2] - x[0], x[3] - x[1]));
  }
  return least;
}

// How far an end of anything is from where it was, along the axes.
static double
farthest (Drawing *d, const TrState *before)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrState *s = tr_session_get_state (d->session);
  double far = 0;
  for (int i = 0; i < m->n_bodies; i++)
    for (int j = m->bodies[i].q; j < m->bodies[i].q + m->bodies[i].n; j++)
      far = fmax (far, fabs (s->q[j] - before->q[j]));
  return far;
}

// What was solved, there and back: nothing goes far where the hand does not, but in so many frames.
static void
go_calmly (guint seed, guint *jumps)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) bodies = g_string_new (NULL), cons = g_string_new (NULL);
  Maker k = {.rand = rand, .bodies = bodies, .cons = cons};
  g_auto (Drawing) d = {0};
  if (seed % 2)
    put_ring (&k, seed % 4 == 1);
  else
    make (&k, seed / 2);
  drawing_init (&d, bodies->str, cons->str, NULL);
  tr_session_solve (d.session);
  g_assert_false (drawing_holds (&d));
  g_autofree char *what = g_strdup_printf (seed % 2 ? "s%d.a" : "p%d.at",
                                           g_rand_int_range (rand, 0, seed % 2 ? 4 : k.n_points));
  double speed = 0.5 * pow (40, g_rand_double (rand)), gap = 0;
  drawing_press (&d, what);
  Vec2 from = tr_session_get_pointer (d.session), dir = v2_polar (1, number (&k, 0, 6.28));
  for (int i = 1; i <= 2 * FRAMES; i++) {
    g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d.session));
    double link = shortest_link (&d);
    TrStepResult r =
        tr_session_move (d.session, v2_mad (from, speed * (i <= FRAMES ? i : 2 * FRAMES - i), dir));
    double far = farthest (&d, before);
    if (far > 3 * (speed + gap) && far > 0.5 * link) { // what it is behind it may catch up with
      g_test_message ("seed %u, %s: something goes %g in frame %d, the hand %g", seed, what, far, i,
                      speed);
      ++*jumps;
    }
    gap = r.gap;
  }
  tr_session_release (d.session);
}

static void
test_calm (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  guint first = only ? (guint) atoi (only) : 1, jumps = 0;
  guint n = only ? 1 : is_slow () ? N_CALM / 12 : N_CALM;
  for (guint i = 0; i < n; i++)
    go_calmly (first + i, &jumps);
  g_test_message ("of %u frames %u jumped", 2 * FRAMES * n, jumps);
  if (!only)
    g_assert_cmpuint (2000 * jumps, <=, 2 * FRAMES * n);
}

// A triangle of 3, 4 and 8 lies in one line; with 5 for 8 it opens to the side that its point came from,
// whichever way the paper lies.
static void
test_side (void)
{
  for (int i = 0; i < 24; i++) {
    g_auto (Drawing) d = {0};
    double turn = 0.37 * i, side = i % 2 ? 1 : -1;
    Vec2 c = v2_polar (5, turn + side * atan2 (4, 3)), b = v2_polar (3, turn);
    g_autofree char *bodies = g_strdup_printf (
        "{'id': 'l', 'kind': 'segment', 'a': [0, 0], 'b': [%.17g, %.17g], 'locked': true}, {'id': "
        "'b', 'kind': 'point', 'at': [%.17g, %.17g]}, {'id': 'c', 'kind': 'point', 'at': [%.17g, "
        "%.17g]}",
        9 * b.x, 9 * b.y, b.x, b.y, c.x, c.y);
    drawing_init (&d, bodies,
                  "{'id': 'o', 'kind': 'on-line', 'a': <b.at>, 'b': 'l'}, {'id': 'p', 'kind': "
                  "'distance', 'a': <0;0>, 'b': <b.at>, 'value': 3}, {'id': 'q', 'kind': "
                  "'distance', 'a': <b.at>, 'b': <c.at>, 'value': 4}, {'id': 'r', 'kind': "
                  "'distance', 'a': <0;0>, 'b': <c.at>, 'value': 8}",
                  NULL);
    tr_session_solve (d.session);
    g_assert_true (!drawing_holds (&d));
    g_assert_true (tr_session_set (d.session, "r.value", "5", NULL));
    drawing_assert_near (drawing_point (&d, "c.at"), c, 1e-9);
  }
}

// What has no slope where it cannot hold keeps a spring beside it from nothing.
static void
test_settles (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'x', 'kind': 'number', 'value': 0}, {'id': 'p', 'kind': 'point', 'at': [1, "
                "2]}",
                "{'id': 'k', 'kind': 'equation', 'expr': 'x^2 + 1', 'op': '='}, {'id': 'm', "
                "'kind': 'equation', 'expr': 'p.x - 3*x - 5', 'op': '='}",
                "{'id': 'f', 'kind': 'spring', 'a': <p.at>, 'b': <9;9>, 'rest': 1, 'stiffness': "
                "3}");
  TrStepResult r =
      tr_engine_settle (tr_session_get_engine (d.session), tr_session_get_state (d.session));
  g_assert_true (r.ok && r.at_rest);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (5, 9), 1e-6);
  const TrCheck *c = tr_session_check (d.session);
  g_assert_cmpint (c->conflicting->len, ==, 1);
  g_assert_cmpint (g_array_index (c->conflicting, int, 0), ==, 0);
}

// A compromise that a hand has left at rest, or a file tells, stays where it is, bit for bit, though it
// is solved as what nobody knows.
static void
test_stays (void)
{
  static const char *const conflicts[] = {
      "{'id': 'l', 'kind': 'limit', 'what': 'p.x', 'min': 5}, {'id': 'u', 'kind': 'limit', 'what': "
      "'p.x', 'max': 2}",
      "{'id': 'l', 'kind': 'equation', 'expr': 'p.x - q.x - 3', 'op': '>='}, {'id': 'u', 'kind': "
      "'equation', 'expr': 'p.x - q.x + 3', 'op': '<='}",
      "{'id': 'l', 'kind': 'distance-x', 'a': <p.at>, 'b': <q.at>, 'value': 1}, {'id': 'u', "
      "'kind': "
      "'distance-x', 'a': <p.at>, 'b': <q.at>, 'value': 2}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (conflicts); i++) {
    g_auto (Drawing) d = {0};
    g_autofree char *constraints = g_strconcat (
        conflicts[i],
        ", {'id': 'a', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 5}, {'id': 'b', "
        "'kind': 'distance', 'a': <q.at>, 'b': <r.at>, 'value': 4}",
        NULL);
    drawing_init (&d,
                  "{'id': 'p', 'kind': 'point', 'at': [0, 0]}, {'id': 'q', 'kind': 'point', 'at': "
                  "[3, 4]}, {'id': 'r', 'kind': 'point', 'at': [7, 4]}",
                  constraints, NULL);
    tr_session_solve (d.session);
    drawing_drag (&d, "r.at", v2 (9, -3), 20);
    g_assert_true (!drawing_holds (&d));
    g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d.session));
    g_autoptr (TrEngine) e = tr_engine_new (tr_session_get_model (d.session), s);
    g_assert_false (tr_engine_solve (e, s).moved);
    g_assert_true (tr_state_equal (s, tr_session_get_state (d.session)));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/conflict/hand", test_hand);
  g_test_add_func ("/conflict/row", test_row);
  g_test_add_func ("/conflict/tensions", test_tensions);
  g_test_add_func ("/conflict/calm", test_calm);
  g_test_add_func ("/conflict/side", test_side);
  g_test_add_func ("/conflict/settles", test_settles);
  g_test_add_func ("/conflict/stays", test_stays);
  return g_test_run ();
}
