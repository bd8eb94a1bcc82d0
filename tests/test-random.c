// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What must be true of any drawing, over seeded random ones: trees, loops, sets that say too much
// or what cannot be, all kinds mixed, dragged within, across and beyond their reach. A failing
// drawing prints itself and its seed; TRAMMEL_SEED=N runs that one alone.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { N_DRAWINGS = 40 };

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
  guint n = only ? 1 : is_slow () ? N_DRAWINGS / 10 : N_DRAWINGS;
  guint more = only ? 0 : is_slow () ? 1 : G_N_ELEMENTS (found);
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
  for (guint seed = 1000; seed < (is_slow () ? 1010u : 1030u); seed++) {
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
  g_assert_cmpint (compared, >, is_slow () ? 2 : 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random/drawings", test_random);
  g_test_add_func ("/random/solvers", test_solvers);
  return g_test_run ();
}
