// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand that comes back by the way that it went brings the drawing back: seeded mechanisms with one
// motion, led there and back, past where they can go. TRAMMEL_BACK=N runs N of each kind, and
// TRAMMEL_SEED=N that one alone.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

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
test_linkages (void)
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

// ─── mechanisms with a crank ────────────────────────────────────────────────

typedef struct {
  GRand *rand;
  GString *bodies, *cons;
  int n_cons;
  Vec2 centre; // of the crank's circle
} Maker;

static Vec2
somewhere (Maker *k)
{
  double x = g_rand_double_range (k->rand, -5, 5);
  return v2 (x, g_rand_double_range (k->rand, -5, 5));
}

static void
put_body (Maker *k, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_string_append (k->bodies, k->bodies->len ? ", " : "");
  g_string_append_vprintf (k->bodies, format, args);
  va_end (args);
}

static void
put_point (Maker *k, const char *id, Vec2 at)
{
  put_body (k, "{'id': '%s', 'kind': 'point', 'at': [%.17g, %.17g]}", id, at.x, at.y);
}

static void
put_constraint (Maker *k, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_string_append_printf (k->cons, "%s{'id': 'k%d', ", k->cons->len ? ", " : "", k->n_cons++);
  g_string_append_vprintf (k->cons, format, args);
  g_string_append_c (k->cons, '}');
  va_end (args);
}

// A bar between two connectors, as long as they are apart.
static void
put_bar (Maker *k, const char *a, Vec2 at_a, const char *b, Vec2 at_b)
{
  put_constraint (k, "'kind': 'distance', 'a': <%s>, 'b': <%s>, 'value': %.17g", a, b,
                  v2_dist (at_a, at_b));
}

// And from the ground.
static void
put_rocker (Maker *k, Vec2 ground, const char *b, Vec2 at_b)
{
  g_autofree char *a = g_strdup_printf ("%.17g;%.17g", ground.x, ground.y);
  put_bar (k, a, ground, b, at_b);
}

// A crank p on a, a rocker q on b, and half of them with a point of the coupler.
static void
make_four_bar (Maker *k)
{
  double x[8];
  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    x[i] = g_rand_double_range (k->rand, -5, 5);
  Vec2 a = v2 (x[0], x[1]), b = v2 (x[2], x[3]), p = v2 (x[4], x[5]), q = v2 (x[6], x[7]);
  Vec2 r = v2 (0.3, 0.7);
  bool has_third = g_rand_boolean (k->rand);
  k->centre = a;
  put_point (k, "p", p);
  put_point (k, "q", q);
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
  put_rocker (k, b, "q.at", q);
  if (!has_third)
    return;
  put_point (k, "r", r);
  put_bar (k, "p.at", p, "r.at", r);
  put_bar (k, "q.at", q, "r.at", r);
}

// Six bars: a four-bar a p q b with a point r of its coupler or of its rocker, or of both (u), and
// from there a dyad to the ground, or from one to the other.
static void
make_six_bar (Maker *k)
{
  Vec2 a = somewhere (k), b = somewhere (k), c = somewhere (k), p = somewhere (k),
       q = somewhere (k), r = somewhere (k), u = somewhere (k), s = somewhere (k);
  int which = g_rand_int_range (k->rand, 0, 3);
  k->centre = a;
  put_point (k, "p", p);
  put_point (k, "q", q);
  put_point (k, "r", r);
  put_point (k, "s", s);
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
  put_rocker (k, b, "q.at", q);
  put_bar (k, "q.at", q, "r.at", r);
  if (which == 0) // Watt's second: the dyad moves with the rocker
    put_rocker (k, b, "r.at", r);
  else
    put_bar (k, "p.at", p, "r.at", r);
  put_bar (k, "r.at", r, "s.at", s);
  if (which < 2) { // Stephenson's third: with the coupler
    put_rocker (k, c, "s.at", s);
    return;
  }
  put_point (k, "u", u); // Watt's first
  put_bar (k, "q.at", q, "u.at", u);
  put_rocker (k, b, "u.at", u);
  put_bar (k, "u.at", u, "s.at", s);
}

// A line that stands still, through a place.
static void
put_line (Maker *k, Vec2 at, Vec2 along)
{
  Vec2 from = v2_mad (at, -100, along), to = v2_mad (at, 100, along);
  put_body (k,
            "{'id': 'g', 'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g], 'locked': "
            "true}",
            from.x, from.y, to.x, to.y);
}

// A slider q on a line, by one of three ways to say so.
static void
make_slider_crank (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), q = somewhere (k);
  int which = g_rand_int_range (k->rand, 0, 3);
  Vec2 along = which == 2 ? v2 (1, 0) : v2_polar (1, g_rand_double_range (k->rand, 0, 3));
  k->centre = a;
  put_point (k, "p", p);
  put_point (k, "q", q);
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
  if (which == 2) {
    put_constraint (k, "'kind': 'distance-y', 'a': <0;0>, 'b': <q.at>, 'value': %.17g", q.y);
    return;
  }
  put_line (k, q, along);
  put_constraint (k, which ? "'kind': 'on-line', 'a': <q.at>, 'b': 'g'"
                           : "'kind': 'attach', 'a': <q.at>, 'b': <g~0.5>");
}

static double
angle_of (Vec2 v)
{
  return atan2 (v.y, v.x);
}

// A point q on a circle that stands still, or on one that a bar of its own leads round.
static void
make_circle (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), m = somewhere (k), q = somewhere (k);
  bool stands = g_rand_boolean (k->rand);
  k->centre = a;
  put_point (k, "p", p);
  put_point (k, "q", q);
  put_body (k, "{'id': 'c', 'kind': 'circle', 'center': [%.17g, %.17g], 'radius': %.17g%s}", m.x,
            m.y, v2_dist (m, q), stands ? ", 'locked': true" : "");
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
  put_constraint (k, "'kind': 'attach', 'a': <q.at>, 'b': <c~%.17g>", angle_of (v2_sub (q, m)));
  if (stands)
    return;
  Vec2 b = somewhere (k), c = somewhere (k);
  put_constraint (k, "'kind': 'radius', 'a': 'c', 'value': %.17g", v2_dist (m, q));
  put_rocker (k, b, "c.center", m);
  put_rocker (k, c, "q.at", q);
}

// A wheel that touches a line or a circle that stand still, and hangs on the crank.
static void
make_wheel (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), touch = somewhere (k);
  double radius = g_rand_double_range (k->rand, 0.3, 3), other = 0;
  Vec2 out = v2_polar (1, g_rand_double_range (k->rand, 0, 6)), m = v2_mad (touch, radius, out);
  bool on_line = g_rand_boolean (k->rand);
  k->centre = a;
  put_point (k, "p", p);
  put_body (k, "{'id': 'c', 'kind': 'circle', 'center': [%.17g, %.17g], 'radius': %.17g}", m.x, m.y,
            radius);
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "c.center", m);
  put_constraint (k, "'kind': 'radius', 'a': 'c', 'value': %.17g", radius);
  if (on_line) {
    put_line (k, touch, v2_perp (out));
  } else {
    other = g_rand_double_range (k->rand, 0.5, 4);
    Vec2 n = v2_mad (touch, -other, out);
    put_body (k,
              "{'id': 'g', 'kind': 'circle', 'center': [%.17g, %.17g], 'radius': %.17g, 'locked': "
              "true}",
              n.x, n.y, other);
  }
  put_constraint (k, "'kind': 'tangent', 'a': <c~%.17g>, 'b': <g~%.17g>",
                  angle_of (v2_scale (out, -1)), on_line ? 0.5 : angle_of (out));
}

// Two cranks on the ground that gears couple, and a point that a bar from each of them leads.
static void
make_geared (Maker *k)
{
  static const double ratios[] = {-1, 1, 2, -2, 0.5};
  Vec2 a = somewhere (k), b = somewhere (k), p = somewhere (k), q = somewhere (k),
       s = somewhere (k);
  double ratio = ratios[g_rand_int_range (k->rand, 0, G_N_ELEMENTS (ratios))];
  double first = angle_of (v2_sub (p, a)), second = angle_of (v2_sub (q, b));
  k->centre = a;
  put_point (k, "p", p);
  put_body (k, "{'id': 'u', 'kind': 'rigid', 'position': [%.17g, %.17g], 'rotation': %.17g}", a.x,
            a.y, first);
  put_body (k, "{'id': 'v', 'kind': 'rigid', 'position': [%.17g, %.17g], 'rotation': %.17g}", b.x,
            b.y, second);
  put_point (k, "s", s);
  put_constraint (k, "'kind': 'nail', 'a': <u.origin>, 'at': [%.17g, %.17g]", a.x, a.y);
  put_constraint (k, "'kind': 'nail', 'a': <v.origin>, 'at': [%.17g, %.17g]", b.x, b.y);
  put_constraint (k, "'kind': 'attach', 'a': <p.at>, 'b': <u(%.17g;0)>", v2_dist (a, p));
  put_constraint (k, "'kind': 'gear', 'a': 'v', 'b': 'u', 'ratio': %.17g, 'phase': %.17g", ratio,
                  second - ratio * first);
  g_autofree char *end = g_strdup_printf ("v(%.17g;0)", v2_dist (b, q));
  put_bar (k, "p.at", p, "s.at", s);
  put_bar (k, end, q, "s.at", s);
}

// A point that slides on a wave or an ellipse that stand still.
static void
make_curve (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), m = somewhere (k), q;
  k->centre = a;
  put_point (k, "p", p);
  if (g_rand_boolean (k->rand)) {
    double u = g_rand_double_range (k->rand, 1, 5), v = g_rand_double_range (k->rand, 1, 5);
    double t = g_rand_double_range (k->rand, 0, 6);
    q = v2_add (m, v2 (u * cos (t), v * sin (t)));
    put_point (k, "q", q);
    put_body (k,
              "{'id': 'c', 'kind': 'ellipse', 'center': [%.17g, %.17g], 'radii': [%.17g, %.17g], "
              "'rotation': 0, 'locked': true}",
              m.x, m.y, u, v);
    put_constraint (k, "'kind': 'attach', 'a': <q.at>, 'b': <c~%.17g>", t);
  } else {
    double t = g_rand_double_range (k->rand, -5, 5), height = g_rand_double_range (k->rand, 0, 2);
    q = v2 (t, m.y + height * sin (t));
    put_point (k, "q", q);
    put_body (k,
              "{'id': 'c', 'kind': 'formula', 'unknowns': {'h': %.17g, 'y0': %.17g}, 'x': 't', "
              "'y': 'y0 + h*sin(t)', 't': [-60, 60], 'locked': true}",
              height, m.y);
    put_constraint (k, "'kind': 'attach', 'a': <q.at>, 'b': <c~%.17g>", t);
  }
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
}

// A sheet nailed at a place, that the crank and a rocker pull at.
static void
make_sheet (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), o = somewhere (k), b = somewhere (k), f[3];
  Vec2 u = v2_polar (g_rand_double_range (k->rand, 0.5, 2), g_rand_double_range (k->rand, 0, 6)),
       v = v2_scale (v2_perp (u), g_rand_double_range (k->rand, 0.5, 2));
  for (int i = 0; i < 3; i++) {
    double x = g_rand_double_range (k->rand, -2, 2);
    f[i] = v2 (x, g_rand_double_range (k->rand, -2, 2));
  }
  k->centre = a;
  put_point (k, "p", p);
  put_body (k,
            "{'id': 'f', 'kind': 'sheet', 'origin': [%.17g, %.17g], 'u': [%.17g, %.17g], 'v': "
            "[%.17g, %.17g]}",
            o.x, o.y, u.x, u.y, v.x, v.y);
  put_rocker (k, a, "p.at", p);
  for (int i = 0; i < 3; i++) {
    Vec2 at = v2_mad (v2_mad (o, f[i].x, u), f[i].y, v);
    g_autofree char *place = g_strdup_printf ("f(%.17g;%.17g)", f[i].x, f[i].y);
    if (i == 0)
      put_constraint (k, "'kind': 'nail', 'a': <%s>, 'at': [%.17g, %.17g]", place, at.x, at.y);
    if (i == 1)
      put_bar (k, "p.at", p, place, at);
    if (i == 2)
      put_rocker (k, b, place, at);
  }
  double size = v2_norm (u) / v2_norm (v); // its axes keep their shape
  put_constraint (k, "'kind': 'equation', 'expr': 'f.ux*f.vx + f.uy*f.vy', 'op': '='");
  put_constraint (k,
                  "'kind': 'equation', 'expr': 'hypot(f.ux, f.uy) - %.17g*hypot(f.vx, f.vy)', "
                  "'op': '='",
                  size);
}

// A point as far from two others, or that sees them under one angle, on a rocker.
static void
make_equal (Maker *k)
{
  Vec2 a = somewhere (k), p = somewhere (k), b = somewhere (k), c = somewhere (k), q;
  k->centre = a;
  put_point (k, "p", p);
  if (g_rand_boolean (k->rand)) {
    q = v2_mad (v2_lerp (p, b, 0.5), g_rand_double_range (k->rand, -1, 1), v2_perp (v2_sub (b, p)));
    put_constraint (k,
                    "'kind': 'equal-length', 'a': {'from': <q.at>, 'to': <p.at>}, 'b': {'from': "
                    "<q.at>, 'to': <%.17g;%.17g>}",
                    b.x, b.y);
  } else {
    q = somewhere (k);
    Vec2 u = v2_sub (p, q), v = v2_sub (b, q);
    put_constraint (k,
                    "'kind': 'angle', 'a': {'from': <q.at>, 'to': <p.at>}, 'b': {'from': <q.at>, "
                    "'to': <%.17g;%.17g>}, 'value': %.17g",
                    b.x, b.y, atan2 (v2_cross (u, v), v2_dot (u, v)));
  }
  put_point (k, "q", q);
  put_rocker (k, a, "p.at", p);
  put_rocker (k, c, "q.at", q);
}

// A four-bar that a limit stops.
static void
make_limited (Maker *k)
{
  Vec2 a = somewhere (k), b = somewhere (k), p = somewhere (k), q = somewhere (k);
  bool is_high = g_rand_boolean (k->rand);
  k->centre = a;
  put_point (k, "p", p);
  put_point (k, "q", q);
  put_rocker (k, a, "p.at", p);
  put_bar (k, "p.at", p, "q.at", q);
  put_rocker (k, b, "q.at", q);
  put_constraint (k, "'kind': 'limit', 'what': 'q.x', '%s': %.17g", is_high ? "max" : "min",
                  q.x + (is_high ? 1 : -1) * g_rand_double_range (k->rand, 0.1, 2));
}

static void
maker_load (Maker *k, Drawing *d, void (*make) (Maker *k))
{
  k->bodies = g_string_new (NULL);
  k->cons = g_string_new (NULL);
  make (k);
  drawing_init (d, k->bodies->str, k->cons->str, NULL);
  g_string_free (k->bodies, TRUE);
  g_string_free (k->cons, TRUE);
}

// How far the crank's end goes beside what goes farthest. Near 0 it is at a dead centre, where the place
// of the hand tells the rest no better than to the root of its last digits.
static double
crank_share (Drawing *d)
{
  TrEngine *e = tr_session_get_engine (d->session);
  const TrState *s = tr_session_get_state (d->session);
  const TrBody *p = &tr_session_get_model (d->session)->bodies[0];
  g_autofree double *v = g_new0 (double, s->n_q + 1);
  g_autofree double *lambda = g_new0 (double, tr_engine_n_rows (e) + 1);
  double share = 0;
  for (int axis = 0; axis < 2; axis++) {
    double most = 0;
    TrConnector at = drawing_connector (d, "p.at");
    tr_engine_velocity (e, s, &at, axis == 0 ? v2 (1, 0) : v2 (0, 1), v, lambda);
    for (int i = 0; i < s->n_q; i++)
      most = fmax (most, fabs (v[i]));
    share = fmax (share, most > 0 ? hypot (v[p->q], v[p->q + 1]) / most : 0);
  }
  return share;
}

// Of a frame, however far it has to look into a bend: what is left waits for the next.
enum { MOST_SOLVES = 96 };

// Whether the hand's rest is the drawing's before long. *most: solves of a frame.
static bool
come_to_rest (Drawing *d, int *most)
{
  for (int i = 0; i < 600; i++) {
    TrStepResult r = tr_session_hold (d->session);
    drawing_look (d, r);
    *most = MAX (*most, r.iterations);
    if (r.at_rest)
      return true;
  }
  return false;
}

// The crank is led along its circle, past where it can go, and back: where the hand is says where all
// is, and the branch is the one that it started on. Slow and fast, and with a rest in between. How
// far from home it ended, infinity where it came to no rest; *gap: of the hand where it turned back;
// *most: solves of a frame.
static double
go_there_and_back (guint seed, void (*make) (Maker *k), double *gap, int *most)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_auto (Drawing) d = {0};
  Maker k = {.rand = rand};
  maker_load (&k, &d, make);
  double sweep = g_rand_double_range (rand, -3, 3), off = 0;
  int frames = (int) exp (g_rand_double_range (rand, log (6), log (250)));
  g_autoptr (TrState) home = tr_state_copy (tr_session_get_state (d.session));
  if (crank_share (&d) < 1e-4)
    return 0;
  Vec2 a = k.centre, arm = v2_sub (drawing_point (&d, "p.at"), a);
  drawing_press (&d, "p.at");
  bool rests = true;
  for (int i = 1 - frames; i <= frames; i++) {
    int there = frames - ABS (i);
    Vec2 to = v2_add (a, m2_apply (m2_rotation (sweep * there / frames), arm));
    TrStepResult r = drawing_move (&d, to);
    *most = MAX (*most, r.iterations);
    if (i == 0) {
      *gap = r.gap;
      rests = !g_rand_boolean (rand) || come_to_rest (&d, most);
    }
  }
  rests = come_to_rest (&d, most) && rests;
  tr_session_release (d.session);
  if (!rests)
    return INFINITY;
  for (int i = 0; i < tr_session_get_model (d.session)->n_body_q; i++)
    off = fmax (off, fabs (home->q[i] - tr_session_get_state (d.session)->q[i]));
  return off;
}

typedef struct {
  void (*make) (Maker *k);
  guint
      hard[36]; // past near branches, to rest at folds, and off them by a kick: each once came back
                // elsewhere
} Kind;

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;
  const char *many = g_getenv ("TRAMMEL_BACK"), *only = g_getenv ("TRAMMEL_SEED");
  int stopped = 0, lost = 0, most = 0, n = only ? 1 : many ? atoi (many) : is_slow () ? 12 : 120;
  int n_hard = 0;
  while (!only && kind->hard[n_hard])
    n_hard++;
  for (int i = 0; i < n + n_hard; i++) {
    guint seed = only ? (guint) atoi (only) : i < n ? (guint) i + 1 : kind->hard[i - n];
    double gap = 0, off = go_there_and_back (seed, kind->make, &gap, &most);
    stopped += gap > 1e-3;
    lost += !(off < 1e-6);
    if (!(off < 1e-6))
      g_test_message ("seed %u ends %g off", seed, off);
  }
  g_test_message ("%d stopped on their way; %d solves in a frame", stopped, most);
  g_assert_cmpint (lost, ==, 0);
  g_assert_cmpint (most, <=, MOST_SOLVES);
  g_assert_cmpint (stopped, >, only ? -1 : n / 4);
}

static const Kind four_bar = {make_four_bar,
                              {42,   373,  385,  481,  769,  810,   932,   1101,  1219,  1287,
                               1572, 2293, 2298, 2389, 2464, 2700,  2802,  2890,  3254,  3938,
                               4005, 5395, 5867, 7068, 7288, 12967, 13958, 13420, 14294, 15249}};
static const Kind six_bar = {
    make_six_bar, {292, 433, 462, 868, 1317, 1329, 1533, 1769, 2578, 2653, 4216, 9845, 9943}};
static const Kind slider_crank = {make_slider_crank, {341, 971, 2770, 3981, 4389}};
static const Kind circle = {make_circle,
                            {657, 2167, 2633, 2726, 2892, 4136, 7336, 8311, 9182, 9228}};
static const Kind wheel = {
    make_wheel,
    {38, 130, 360, 807, 1357, 1766, 1951, 2455, 2460, 2683, 872, 2601, 4907, 7553, 8389, 9643}};
static const Kind geared = {make_geared, {0}};
static const Kind curve = {make_curve, {502, 1033, 1570, 1765, 5037, 8357, 9335, 9483, 9910}};
static const Kind sheet = {make_sheet, {170}};
static const Kind equal = {make_equal, {91, 331, 597, 1100, 6460, 7344, 7382}};
static const Kind limited = {make_limited, {1050, 1607, 2282, 2755}};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/back/linkages", test_linkages);
  g_test_add_data_func ("/back/four-bars", &four_bar, test_kind);
  g_test_add_data_func ("/back/six-bars", &six_bar, test_kind);
  g_test_add_data_func ("/back/slider-cranks", &slider_crank, test_kind);
  g_test_add_data_func ("/back/circles", &circle, test_kind);
  g_test_add_data_func ("/back/wheels", &wheel, test_kind);
  g_test_add_data_func ("/back/geared", &geared, test_kind);
  g_test_add_data_func ("/back/curves", &curve, test_kind);
  g_test_add_data_func ("/back/sheets", &sheet, test_kind);
  g_test_add_data_func ("/back/equal", &equal, test_kind);
  g_test_add_data_func ("/back/limited", &limited, test_kind);
  return g_test_run ();
}
