// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What must be true of any drawing, over seeded random ones: trees, loops, sets that say too much
// or what cannot be, all kinds mixed, dragged within, across and beyond their reach. A failing
// drawing prints itself and its seed; TRAMMEL_SEED=N runs that one alone.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { N_DRAWINGS = 320 };

typedef struct {
  GRand *rand;
  int n_bodies, n_cons;
  GString *bodies, *cons, *forces;
  const char *kind[24]; // of each body
} Maker;

static int
pick (Maker *k, int n)
{
  return g_rand_int_range (k->rand, 0, n);
}

static double
number (Maker *k, double low, double high)
{
  return g_rand_double_range (k->rand, low, high);
}

static void
add_body (Maker *k)
{
  static const char *const kinds[] = {"point", "segment", "segment", "point",  "rigid",   "circle",
                                      "arc",   "ellipse", "sheet",   "bezier", "polyline"};
  const char *kind = kinds[pick (k, pick (k, 2) ? 5 : G_N_ELEMENTS (kinds))];
  GString *out = k->bodies;
  double x = number (k, -10, 10), y = number (k, -10, 10), u = number (k, -6, 6),
         v = number (k, 1, 6);
  g_string_append_printf (out, "%s{'id': 'b%d', 'kind': '%s', ", out->len ? ", " : "", k->n_bodies,
                          kind);
  if (g_str_equal (kind, "point"))
    g_string_append_printf (out, "'at': [%.3f, %.3f]", x, y);
  else if (g_str_equal (kind, "segment"))
    g_string_append_printf (out, "'a': [%.3f, %.3f], 'b': [%.3f, %.3f]", x, y, x + u, y + v);
  else if (g_str_equal (kind, "rigid"))
    g_string_append_printf (out, "'position': [%.3f, %.3f], 'rotation': %.3f, 'length': %.3f", x, y,
                            u, v);
  else if (g_str_equal (kind, "circle"))
    g_string_append_printf (out, "'center': [%.3f, %.3f], 'radius': %.3f", x, y, v);
  else if (g_str_equal (kind, "arc"))
    g_string_append_printf (out, "'center': [%.3f, %.3f], 'radius': %.3f, 'start': 0.2, 'end': 2",
                            x, y, v);
  else if (g_str_equal (kind, "ellipse"))
    g_string_append_printf (out, "'center': [%.3f, %.3f], 'radii': [%.3f, 2], 'rotation': %.3f", x,
                            y, v, u);
  else if (g_str_equal (kind, "sheet"))
    g_string_append_printf (out,
                            "'origin': [%.3f, %.3f], 'u': [1, 0.2], 'v': [0.1, 1], 'size': "
                            "[3, 3]%s",
                            x, y, pick (k, 2) ? ", 'elastic': {'shape': 2}" : "");
  else
    g_string_append_printf (out,
                            "'points': [[%.3f, %.3f], [%.3f, %.3f], [%.3f, %.3f], [%.3f, %.3f]]", x,
                            y, x + 2, y + v, x + 4, y + 1, x + 6, y + u);
  g_string_append (out, pick (k, 20) ? "}" : ", 'locked': true}");
  k->kind[k->n_bodies++] = kind;
}

// A point of body b, in brackets; slides where they can be and may.
static char *
connector (Maker *k, int b, bool slide)
{
  const char *kind = k->kind[b];
  if (g_str_equal (kind, "point"))
    return g_strdup_printf ("<b%d.at>", b);
  if (g_str_equal (kind, "rigid") || g_str_equal (kind, "sheet"))
    return g_strdup_printf ("<b%d(%.2f;%.2f)>", b, number (k, -3, 3), number (k, -2, 2));
  if (slide)
    return g_strdup_printf ("<b%d~%.2f>", b, number (k, 0.1, 0.9));
  if (g_str_equal (kind, "segment"))
    return g_strdup_printf ("<b%d.%s>", b, pick (k, 2) ? "a" : "b");
  return g_strdup_printf ("<b%d@%.2f>", b, number (k, 0.1, 0.9));
}

// A body of a kind, from a random one on; −1: none.
static int
find_kind (Maker *k, const char *kind)
{
  int from = pick (k, k->n_bodies);
  for (int i = 0; i < k->n_bodies; i++)
    if (g_str_equal (k->kind[(from + i) % k->n_bodies], kind))
      return (from + i) % k->n_bodies;
  return -1;
}

static void
begin (Maker *k, const char *kind)
{
  g_string_append_printf (k->cons, "%s{'id': 'k%d', 'kind': '%s', ", k->cons->len ? ", " : "",
                          k->n_cons++, kind);
}

// Two points, joined or held apart.
static void
add_pair (Maker *k, int a, int b)
{
  static const char *const kinds[] = {"attach",   "attach",     "attach",
                                      "distance", "distance-x", "distance-y"};
  int which = pick (k, G_N_ELEMENTS (kinds));
  g_autofree char *p = connector (k, a, false);
  g_autofree char *q = connector (k, b, which == 0);
  begin (k, kinds[which]);
  g_string_append_printf (k->cons, "'a': %s, 'b': %s", p, q);
  if (which >= 3)
    g_string_append_printf (k->cons, ", 'value': %.2f", number (k, which == 3 ? 0 : -8, 8));
  g_string_append_c (k->cons, '}');
}

static void
add_of_segments (Maker *k)
{
  static const char *const kinds[] = {"parallel",   "perpendicular", "equal-length", "angle",
                                      "horizontal", "vertical",      "length",       "limit"};
  int which = pick (k, G_N_ELEMENTS (kinds)), a = find_kind (k, "segment"),
      b = find_kind (k, "segment");
  if (a < 0)
    return;
  begin (k, kinds[which]);
  if (which == 7)
    g_string_append_printf (k->cons, "'what': 'b%d.length', 'min': 1, 'max': 7}", a);
  else if (which < 4)
    g_string_append_printf (k->cons, "'a': 'b%d', 'b': 'b%d'%s}", a, b,
                            which == 3 ? ", 'value': 1.2" : "");
  else
    g_string_append_printf (k->cons, "'a': 'b%d'%s}", a, which == 6 ? ", 'value': 5" : "");
}

static void
add_other (Maker *k)
{
  int a = pick (k, k->n_bodies), b = pick (k, k->n_bodies), r = find_kind (k, "circle"),
      s = find_kind (k, "segment"), p = find_kind (k, "point");
  g_autofree char *at = connector (k, a, false);
  g_autofree char *to = connector (k, b, false);
  int which = pick (k, 7);
  if (which == 0 || which == 1) {
    begin (k, "nail");
    g_string_append_printf (k->cons, "'a': %s, 'at': [%.2f, %.2f]}", at, number (k, -10, 10),
                            number (k, -10, 10));
  } else if (which == 2 && r >= 0 && s >= 0) {
    begin (k, "tangent");
    g_string_append_printf (k->cons, "'a': <b%d~1>, 'b': <b%d~0.5>}", r, s);
  } else if (which == 3 && s >= 0) {
    begin (k, "symmetric");
    g_string_append_printf (k->cons, "'a': %s, 'b': %s, 'about': 'b%d'}", at, to, s);
  } else if (which == 4 && r >= 0) {
    begin (k, "equation");
    g_string_append_printf (k->cons, "'expr': 'b%d.radius + b%d.x/9 - 3', 'op': '%s'}", r, r,
                            pick (k, 2) ? "<=" : "=");
  } else if (which == 5 && s >= 0) {
    begin (k, "on-line");
    g_string_append_printf (k->cons, "'a': %s, 'b': 'b%d'}", at, s);
  } else if (p >= 0) {
    begin (k, "limit");
    g_string_append_printf (k->cons, "'what': 'b%d.y', 'max': %.2f}", p, number (k, -2, 9));
  }
}

static char *
make_text (GRand *rand)
{
  Maker k = {.rand = rand};
  k.bodies = g_string_new (NULL);
  k.cons = g_string_new (NULL);
  int n = g_rand_int_range (rand, 2, 21);
  for (int i = 0; i < n; i++) {
    add_body (&k);
    if (i > 0 && pick (&k, 5)) // a tree, with pieces left out
      add_pair (&k, i, pick (&k, i));
  }
  int extra = pick (&k, 3) == 0 ? pick (&k, n + 1) : pick (&k, 1 + n / 3);
  for (int i = 0; i < extra; i++) {
    int which = pick (&k, 4);
    if (which == 0)
      add_pair (&k, pick (&k, n), pick (&k, n));
    else if (which == 1)
      add_of_segments (&k);
    else
      add_other (&k);
  }
  char *text = g_strdup_printf ("{'trammel': 1, 'bodies': [%s], 'constraints': [%s]}",
                                k.bodies->str, k.cons->str);
  g_string_free (k.bodies, TRUE);
  g_string_free (k.cons, TRUE);
  return text;
}

typedef struct {
  guint seed;
  char *text;
  guint64 hash; // of every state that was passed through
  int frames;
  int bad;     // frames not within tolerance, for no reason, of a drawing that held
  bool lost;   // solved from afar it settled where it neither holds nor cannot
  int refused; // frames in which nothing could be done
} Run;

static void
look_at (Run *run, Drawing *d, TrStepResult r, const char *when)
{
  const TrState *s = tr_session_get_state (d->session);
  if (!drawing_is_finite (d) || !isfinite (r.residual) || !isfinite (r.gap))
    g_error ("seed %u, %s: not finite\n%s", run->seed, when, run->text);
  run->frames++;
  for (int i = 0; i < s->n_q; i++) {
    guint64 bits;
    memcpy (&bits, &s->q[i], sizeof bits);
    run->hash = (run->hash ^ bits) * 1099511628211u;
  }
}

// Named: a conflict, or a direction without length.
static bool
has_reason (const TrCheck *c)
{
  return c->conflicts->len > 0 || c->undefined->len > 0;
}

static void
drag_somewhere (Run *run, Drawing *d, GRand *rand)
{
  static const char *const points[] = {"at", "a", "b", "origin", "center", "point0", "point3"};
  const TrModel *m = tr_session_get_model (d->session);
  int body = g_rand_int_range (rand, 0, m->n_bodies);
  g_autofree char *text = NULL;
  TrConnector c;
  for (guint i = 0; i < G_N_ELEMENTS (points); i++) {
    g_free (text);
    text = g_strdup_printf ("b%d.%s", body, points[(i + run->seed) % G_N_ELEMENTS (points)]);
    if (tr_session_parse_connector (m, text, &c, NULL))
      break;
  }
  double speed = pow (10, g_rand_double_range (rand, -1, 2.3));
  double radius = pow (10, g_rand_double_range (rand, 0, 2));
  bool held = drawing_holds (d);
  tr_session_press (d->session, &c, false);
  Vec2 home = tr_session_get_pointer (d->session);
  for (int i = 1; i <= 12; i++) {
    Vec2 to = v2_add (home, v2_sub (v2_polar (radius, i * speed / radius), v2 (radius, 0)));
    TrStepResult r = tr_session_move (d->session, to);
    look_at (run, d, r, "drag");
    run->refused += !r.ok;
    if (held && r.relative > 1e-9) {
      g_autoptr (TrCheck) check =
          tr_engine_check (tr_session_get_engine (d->session), tr_session_get_state (d->session));
      run->bad += !check->holds && !has_reason (check);
    }
  }
  for (int i = 0; i < 10; i++) {
    TrStepResult r = tr_session_hold (d->session);
    look_at (run, d, r, "hold");
    if (r.at_rest)
      break;
  }
  tr_session_release (d->session);
}

static void
run_seed (Run *run)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (run->seed);
  g_clear_pointer (&run->text, g_free);
  run->text = make_text (rand);
  run->hash = 14695981039346656037u;
  g_auto (Drawing) d = {0};
  drawing_load (&d, run->text);
  TrStepResult r = tr_session_solve (d.session);
  look_at (run, &d, r, "solve");
  const TrCheck *c = tr_session_check (d.session);
  if (!c->holds && !has_reason (c))
    run->lost = true;
  for (int i = 0; i < 3; i++)
    drag_somewhere (run, &d, rand);
  // The way back is exact.
  while (tr_session_undo (d.session))
    ;
  r = tr_session_solve (d.session);
  look_at (run, &d, r, "solved again");
}

static void
test_random (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  // found among many more: what shrinks on the way to where it holds
  static const guint found[] = {1735, 1906};
  guint first = only ? (guint) atoi (only) : 1;
  guint n = only ? 1 : is_slow () ? N_DRAWINGS / 16 : N_DRAWINGS;
  guint more = only ? 0 : G_N_ELEMENTS (found);
  int frames = 0, bad = 0, refused = 0, lost = 0;
  for (guint i = 0; i < n + more; i++) {
    guint seed = i < n ? first + i : found[i - n];
    Run run = {.seed = seed}, again = {.seed = seed};
    run_seed (&run);
    if (run.bad || run.lost)
      g_test_message ("seed %u: %d frames astray%s\n%s", seed, run.bad,
                      run.lost ? ", solved to no place" : "", only ? run.text : "");
    if (seed % 4 == 0 || only) {
      run_seed (&again);
      if (run.hash != again.hash)
        g_error ("seed %u: other bits the second time\n%s", seed, run.text);
    }
    frames += run.frames;
    bad += run.bad > 0;
    lost += run.lost;
    refused += run.refused;
    g_free (run.text);
    g_free (again.text);
  }
  g_test_message ("%d frames, %d refused, %d drawings astray, %d lost", frames, refused, bad, lost);
  g_assert_cmpint (bad, ==, 0);
  g_assert_cmpint (lost, ==, 0);
}

// The motion under a force on a body, solved in one way; of each unknown. The state is not moved.
static double *
motion_by (Drawing *d, TrKktMethod method, const TrConnector *at, Vec2 force)
{
  tr_session_set_method (d->session, method);
  TrEngine *e = tr_session_get_engine (d->session);
  const TrState *s = tr_session_get_state (d->session);
  double *v = g_new0 (double, s->n_q + 1);
  g_autofree double *lambda = g_new0 (double, tr_engine_n_rows (e) + 1);
  tr_engine_velocity (e, s, at, force, v, lambda);
  return v;
}

// How far two motions are apart, as a share of the larger one; the force moves a free point by 1.
static double
apart (const double *v, const double *w, int n)
{
  double most = 1e-3, off = 0;
  for (int i = 0; i < n; i++) {
    most = fmax (most, fmax (fabs (v[i]), fabs (w[i])));
    off = fmax (off, fabs (v[i] - w[i]));
  }
  return off / most;
}

// A segment that has all but vanished: rows on its direction are then all but parallel, and ways
// that square them lose their digits.
static bool
has_shrunk (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const double *q = tr_session_get_state (d->session)->q;
  for (int i = 0; i < m->n_bodies; i++) {
    const double *p = q + m->bodies[i].q;
    if (m->bodies[i].kind == TR_BODY_SEGMENT && hypot (p[2] - p[0], p[3] - p[1]) < 0.01)
      return true;
  }
  return false;
}

// All ways to solve systems find the same motion of drawings that hold.
static void
test_solvers (void)
{
  static const TrKktMethod methods[] = {TR_KKT_AUTO, TR_KKT_TREE, TR_KKT_BLOCK, TR_KKT_AUXILIARY,
                                        TR_KKT_CG};
  int compared = 0;
  for (guint seed = 1000; seed < (is_slow () ? 1030u : 1160u); seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autofree char *text = make_text (rand);
    g_auto (Drawing) d = {0};
    drawing_load (&d, text);
    tr_session_solve (d.session);
    const TrModel *m = tr_session_get_model (d.session);
    TrConnector at = {
        .kind = TR_AT_NAMED, .body = g_rand_int_range (rand, 0, m->n_bodies), .slide = -1};
    Vec2 force = v2 (g_rand_double_range (rand, -2, 2), g_rand_double_range (rand, -2, 2));
    if (!tr_session_check (d.session)->holds || has_shrunk (&d))
      continue;
    g_autofree double *want = motion_by (&d, TR_KKT_DENSE, &at, force);
    for (guint i = 0; i < G_N_ELEMENTS (methods); i++) {
      g_autofree double *have = motion_by (&d, methods[i], &at, force);
      double off = apart (want, have, m->n_q);
      if (!(off < 1e-6))
        g_error ("seed %u: method %d finds a motion %g off\n%s", seed, methods[i], off, text);
    }
    compared++;
  }
  g_test_message ("%d drawings", compared);
  g_assert_cmpint (compared, >, is_slow () ? 10 : 60);
}

// A crank on the ground, and dyads: each a point held by two bars to two earlier points. One
// motion is left.
static void
linkage_init (Drawing *d, GRand *rand, int n)
{
  g_autoptr (GString) bodies = g_string_new ("{'id': 'b0', 'kind': 'point', 'at': [3, 0]}");
  g_autoptr (GString) con = g_string_new ("{'id': 'c0', 'kind': 'distance', 'a': <0;0>, 'b': "
                                          "<b0.at>, 'value': 3}");
  Vec2 at[16] = {{3, 0}};
  for (int i = 1; i <= n; i++) {
    int j = g_rand_int_range (rand, 0, i);
    Vec2 ground = v2 (g_rand_double_range (rand, 8, 20), g_rand_double_range (rand, -4, 4));
    at[i] = v2 (g_rand_double_range (rand, -9, 20), g_rand_double_range (rand, 5, 15));
    g_string_append_printf (bodies, ", {'id': 'b%d', 'kind': 'point', 'at': [%.17g, %.17g]}", i,
                            at[i].x, at[i].y);
    g_string_append_printf (con,
                            ", {'id': 'c%d', 'kind': 'distance', 'a': <b%d.at>, 'b': <b%d.at>, "
                            "'value': %.17g}, {'id': 'g%d', 'kind': 'distance', 'a': <%.17g;"
                            "%.17g>, 'b': <b%d.at>, 'value': %.17g}",
                            i, j, i, v2_dist (at[i], at[j]), i, ground.x, ground.y, i,
                            v2_dist (at[i], ground));
  }
  drawing_init (d, bodies->str, con->str, NULL);
}

// The least |sine| between the two bars of a dyad: near 0 it is about to turn over.
static double
least_sine (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const double *q = tr_session_get_state (d->session)->q;
  double least = 1;
  for (int i = 1; i + 1 < m->n_constraints; i += 2) {
    Vec2 u = v2_sub (tr_connector_point (m, &m->constraints[i].end[0].connector[0], q),
                     tr_connector_point (m, &m->constraints[i].end[1].connector[0], q));
    Vec2 v = v2_sub (tr_connector_point (m, &m->constraints[i + 1].end[0].connector[0], q),
                     tr_connector_point (m, &m->constraints[i + 1].end[1].connector[0], q));
    least = fmin (least, fabs (v2_cross (u, v)) / (v2_norm (u) * v2_norm (v)));
  }
  return least;
}

// The crank there and back: clear of where a dyad turns over all is where it was, and mostly also
// where it was led up to such a place and stopped there.
static void
test_back (void)
{
  int returned = 0, stopped = 0, returned_from_stop = 0;
  for (guint seed = 1; seed <= 80; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_auto (Drawing) d = {0};
    linkage_init (&d, rand, g_rand_int_range (rand, 1, 9));
    g_assert_cmpint (tr_session_check (d.session)->dof, ==, 1);
    g_autoptr (TrState) home = tr_state_copy (tr_session_get_state (d.session));
    double step = g_rand_double_range (rand, 0.01, 0.3), sine = least_sine (&d);
    drawing_press (&d, "b0.at");
    for (int i = 1; i <= 20; i++) {
      int there = i <= 10 ? i : 20 - i;
      drawing_move (&d, v2_polar (3, there * step));
      sine = fmin (sine, least_sine (&d));
    }
    drawing_hold (&d);
    tr_session_release (d.session);
    double off = 0;
    for (int i = 0; i < home->n_q; i++)
      off = fmax (off, fabs (home->q[i] - tr_session_get_state (d.session)->q[i]));
    if (sine >= 0.2 && !(off < 1e-6))
      g_error ("linkage %u did not come back: %g", seed, off);
    returned += sine >= 0.2;
    stopped += sine < 0.2;
    returned_from_stop += sine < 0.2 && off < 1e-6;
  }
  g_test_message ("%d linkages came back, and %d of %d that stopped", returned, returned_from_stop,
                  stopped);
  g_assert_cmpint (4 * returned_from_stop, >=, 3 * stopped);
  g_assert_cmpint (returned, >, 15);
}

// A crank p on a, a rocker q on b, and half of them with a point of the coupler.
static void
four_bar_init (Drawing *d, GRand *rand, Vec2 *a)
{
  double x[8];
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_rand_double_range (rand, -5, 5);
  Vec2 b = v2 (x[2], x[3]), p = v2 (x[4], x[5]), q = v2 (x[6], x[7]), r = v2 (0.3, 0.7);
  bool has_third = g_rand_boolean (rand);
  *a = v2 (x[0], x[1]);
  g_autofree char *bodies = g_strdup_printf (
      "{'id': 'p', 'kind': 'point', 'at': [%.17g, %.17g]}, {'id': 'q', 'kind': 'point', 'at': "
      "[%.17g, %.17g]}%s",
      p.x, p.y, q.x, q.y, has_third ? ", {'id': 'r', 'kind': 'point', 'at': [0.3, 0.7]}" : "");
  g_autoptr (GString) con = g_string_new (NULL);
  g_string_append_printf (
      con,
      "{'id': 'a', 'kind': 'distance', 'a': <%.17g;%.17g>, 'b': <p.at>, 'value': %.17g}, {'id': "
      "'c', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': %.17g}, {'id': 'b', 'kind': "
      "'distance', 'a': <%.17g;%.17g>, 'b': <q.at>, 'value': %.17g}",
      a->x, a->y, v2_dist (*a, p), v2_dist (p, q), b.x, b.y, v2_dist (b, q));
  if (has_third)
    g_string_append_printf (con,
                            ", {'id': 'pr', 'kind': 'distance', 'a': <p.at>, 'b': <r.at>, 'value': "
                            "%.17g}, {'id': 'qr', 'kind': 'distance', 'a': <q.at>, 'b': <r.at>, "
                            "'value': %.17g}",
                            v2_dist (p, r), v2_dist (q, r));
  drawing_init (d, bodies, con->str, NULL);
}

// The crank of a four-bar is led along its circle, past where it can go, and back: where the hand
// is says where all is, and the branch is the one that it started on. Slow and fast, and with a rest
// in between. TRAMMEL_FOUR_BARS: so many of them.
static void
test_four_bars (void)
{
  // past near branches, to rest at folds, and off them by a kick: each once came back elsewhere
  static const guint hard[] = {42,   481,  810,  932,  1219, 2293, 2298, 2389,
                               2464, 2700, 2802, 2890, 3254, 3938, 4005, 5867};
  const char *many = g_getenv ("TRAMMEL_FOUR_BARS");
  int stopped = 0, n = many ? atoi (many) : is_slow () ? 40 : 200;
  for (int number = 0; number < n + (int) G_N_ELEMENTS (hard); number++) {
    guint seed = number < n ? (guint) number + 1 : hard[number - n];
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_auto (Drawing) d = {0};
    Vec2 a;
    four_bar_init (&d, rand, &a);
    double sweep = g_rand_double_range (rand, -3, 3);
    int frames = (int) exp (g_rand_double_range (rand, log (6), log (250)));
    g_autoptr (TrState) home = tr_state_copy (tr_session_get_state (d.session));
    Vec2 arm = v2_sub (drawing_point (&d, "p.at"), a);
    double gap = 0;
    drawing_press (&d, "p.at");
    for (int i = 1; i <= frames; i++)
      gap = drawing_move (&d, v2_add (a, m2_apply (m2_rotation (sweep * i / frames), arm))).gap;
    if (g_rand_boolean (rand))
      drawing_hold (&d);
    for (int i = frames - 1; i >= 0; i--)
      drawing_move (&d, v2_add (a, m2_apply (m2_rotation (sweep * i / frames), arm)));
    drawing_hold (&d);
    tr_session_release (d.session);
    stopped += gap > 1e-3;
    for (int i = 0; i < home->n_q; i++)
      if (!(fabs (home->q[i] - tr_session_get_state (d.session)->q[i]) < 1e-6))
        g_error ("four-bar %u did not come back", seed);
  }
  g_test_message ("%d stopped on their way", stopped);
  g_assert_cmpint (stopped, >, is_slow () ? 10 : 60);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/drawings", test_random);
  g_test_add_func ("/random/back", test_back);
  g_test_add_func ("/random/four-bars", test_four_bars);
  g_test_add_func ("/random/solvers", test_solvers);
  return g_test_run ();
}
