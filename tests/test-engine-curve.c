// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Points that slide on curves, tangencies, radii; limits and inequalities.

#include "make-drawing.h"

typedef struct {
  const char *name, *body; // locked
  double t;                // where the slide starts
  double first, last;      // its range
  bool closed;
} Track;

static const Track tracks[] = {
    {"segment", "'kind': 'segment', 'a': [0, 0], 'b': [10, 2]", 0.3, 0, 1, false},
    {"polyline", "'kind': 'polyline', 'points': [[0, 0], [3, 1], [6, -1], [10, 2]]", 0.7, 0, 3,
     false},
    {"polygon",
     "'kind': 'polyline', 'closed': true, 'points': [[0, 0], [6, -1], [10, 3], [6, 8], [0, 7]]",
     0.7, 0, 5, true},
    {"bezier",
     "'kind': 'bezier', 'points': [[0, 0], [1, 3], [3, 3], [5, 0], [7, -3], [9, -2], [10, 2]]", 0.4,
     0, 2, false},
    {"zero-handles",
     "'kind': 'bezier', 'points': [[0, 0], [0, 0], [3, 3], [5, 0], [7, -3], [10, 2], [10, 2]]", 0.4,
     0, 2, false},
    {"closed-bezier",
     "'kind': 'bezier', 'closed': true, 'points': [[0, 0], [1, 4], [7, 4], [8, 0], [7, -4], [1, "
     "-4]]",
     0.5, 0, 2, true},
    {"spline", "'kind': 'spline', 'points': [[0, 0], [2, 3], [5, 3], [8, 1], [9, 0], [12, 2]]", 0.5,
     0, 3, false},
    {"closed-spline",
     "'kind': 'spline', 'closed': true, 'points': [[0, 0], [6, -2], [8, 4], [2, "
     "7]]",
     0.5, 0, 4, true},
    {"circle", "'kind': 'circle', 'center': [4, 1], 'radius': 3", 0.5, 0, 6.283185307179586, true},
    {"ellipse", "'kind': 'ellipse', 'center': [4, 1], 'radii': [5, 2], 'rotation': 0.2", 0.5, 0,
     6.283185307179586, true},
    {"arc", "'kind': 'arc', 'center': [4, 0], 'radius': 4, 'start': 0.2, 'end': 2.8", 0.5, 0, 1,
     false},
    {"formula",
     "'kind': 'formula', 'unknowns': {'a': 0}, 'x': '3*t + a', 'y': 'a + 2*sin(t)', 't': [0, 3]",
     0.5, 0, 3, false},
};

static void
slide_init (Drawing *d, const Track *k, bool locked)
{
  g_autofree char *bodies =
      g_strdup_printf ("{'id': 'c', %s, 'locked': %s}, {'id': 'p', 'kind': 'point', 'at': [4, 3]}",
                       k->body, locked ? "true" : "false");
  g_autofree char *con =
      g_strdup_printf ("{'id': 'k', 'kind': 'attach', 'a': <p.at>, 'b': <c~%g>}", k->t);
  drawing_init (d, bodies, con, NULL);
  g_assert_true (tr_session_solve (d->session).ok);
  g_assert_true (drawing_holds (d));
}

static double
parameter (Drawing *d)
{
  const TrState *s = tr_session_get_state (d->session);
  return s->q[s->n_q - 1];
}

static Vec2
on_track (Drawing *d, double t)
{
  g_autofree char *text = g_strdup_printf ("c@%.17g", t);
  return drawing_point (d, text);
}

// Led along its track, slightly aside, the point follows over every joint of spans.
static void
test_follow (gconstpointer data)
{
  const Track *k = data;
  g_auto (Drawing) d = {0};
  slide_init (&d, k, true);
  drawing_press (&d, "p.at");
  double t = parameter (&d);
  int turns = k->closed ? 2 : 1;
  for (int i = 0; i <= 200; i++) {
    double u = t + (turns * (k->last - k->first)) * i / 200;
    if (!k->closed)
      u = t + (k->last - t) * i / 200;
    else
      u = k->first + fmod (u - k->first, k->last - k->first);
    drawing_move (&d, on_track (&d, u));
    g_assert_cmpfloat (parameter (&d), >=, k->first);
    g_assert_cmpfloat (parameter (&d), <=, k->last);
    if (i % 10 == 0) // corners are cut by the drag of the parameter
      drawing_assert_near (drawing_point (&d, "p.at"), on_track (&d, u), 0.5);
  }
  tr_session_release (d.session);
  g_assert_true (drawing_holds (&d));
  g_assert_cmpfloat (d.worst, <=, 1e-9);
}

// Far beyond its ends it stops there; pulled back it lets go at once.
static void
test_ends (gconstpointer data)
{
  const Track *k = data;
  if (k->closed)
    return;
  for (int frames = 2; frames <= 50; frames *= 5) {
    g_auto (Drawing) d = {0};
    slide_init (&d, k, true);
    for (int end = 0; end < 2; end++) {
      double t = end ? k->last : k->first, in = end ? k->last - 0.3 : k->first + 0.3;
      Vec2 at = on_track (&d, t), inside = on_track (&d, in);
      Vec2 out = v2_scale (v2_sub (at, inside), 4 / v2_dist (at, inside));
      if (!end) // by way of the middle: the far end may be a nearest place of its own
        drawing_drag (&d, "p.at", on_track (&d, k->first + 0.4), 40);
      else
        for (double u = k->first; u < k->last; u += 0.1 * (k->last - k->first))
          drawing_drag (&d, "p.at", on_track (&d, u), 5);
      drawing_drag (&d, "p.at", v2_add (at, out), frames);
      drawing_assert_near (drawing_point (&d, "p.at"), at, 1e-6);
      g_assert_cmpfloat (fabs (parameter (&d) - t), <, 1e-9);
      drawing_drag (&d, "p.at", inside, frames);
      drawing_assert_near (drawing_point (&d, "p.at"), inside, 1e-5);
      g_assert_true (drawing_holds (&d));
    }
  }
}

// The track itself is free: whatever is pulled, all holds and nothing flies away.
static void
test_free_track (gconstpointer data)
{
  const Track *k = data;
  g_auto (Drawing) d = {0};
  slide_init (&d, k, false);
  for (int i = 0; i < 8; i++) {
    drawing_drag (&d, i % 2 ? "p.at" : "c@0.6", v2_polar (4 + 3 * i, 1.9 * i), 4 + 3 * i);
    g_assert_true (drawing_holds (&d));
  }
  g_assert_cmpfloat (d.worst, <=, 1e-9);
  for (int i = 0; i < tr_session_get_state (d.session)->n_q; i++)
    g_assert_cmpfloat (fabs (tr_session_get_state (d.session)->q[i]), <, 300);
}

// Written beyond its end, it is brought back to it.
static void
test_outside (void)
{
  static const double at[] = {2, -1, 1.5};
  for (int i = 0; i < 3; i++) {
    g_autofree char *con =
        g_strdup_printf ("{'id': 'k', 'kind': 'attach', 'a': <p.at>, 'b': <s~%g>}", at[i]);
    g_auto (Drawing) d = {0};
    drawing_init (&d,
                  "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [10, 0], 'locked': true}, "
                  "{'id': 'p', 'kind': 'point', 'at': [13, 0]}",
                  con, NULL);
    if (i == 2)
      drawing_drag (&d, "p.at", v2 (30, 1), 5);
    else
      tr_session_solve (d.session);
    drawing_assert_near (drawing_point (&d, "p.at"), v2 (10, 0), 1e-9);
    g_assert_true (drawing_holds (&d));
  }
}

#define LINE "{'id': 's', 'kind': 'segment', 'a': [-30, 0], 'b': [30, 0], 'locked': true}"

// A circle stays above its line, outside or inside its neighbour, dragged roughly.
static void
test_tangent_side (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                LINE ", {'id': 'c', 'kind': 'circle', 'center': [0, 2], 'radius': 2}, {'id': 'd', "
                     "'kind': 'circle', 'center': [5, 3], 'radius': 3}",
                "{'id': 'v', 'kind': 'tangent', 'a': <c~4.71>, 'b': <s~0.5>}, {'id': 'u', 'kind': "
                "'tangent', 'a': <c~0>, 'b': <d~3.14>}, {'id': 'r', 'kind': 'radius', 'a': 'd', "
                "'value': 3}",
                NULL);
  g_assert_true (tr_session_solve (d.session).ok);
  static const char *const grabs[] = {"c.center", "d.center", "c@1.5", "d@2"};
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int i = 0; i < 12; i++) {
    drawing_press (&d, grabs[i % 4]);
    Vec2 from = tr_session_get_pointer (d.session);
    Vec2 to = v2 (g_rand_double_range (rand, -25, 25), g_rand_double_range (rand, -12, 12));
    for (int f = 1; f <= 8; f++) {
      drawing_move (&d, v2_lerp (from, to, f / 8.0));
      g_assert_cmpfloat (drawing_value (&d, "c.radius"), >, 0);
      g_assert_cmpfloat (drawing_value (&d, "c.y - c.radius"), >, -1e-7);
      double outside = drawing_value (&d, "hypot(c.x - d.x, c.y - d.y) - c.radius - d.radius");
      g_assert_cmpfloat (fabs (outside), <, 1e-7);
    }
    drawing_hold (&d);
    tr_session_release (d.session);
    g_assert_true (drawing_holds (&d));
  }
}

// A radius drawn through nought stops short of it and grows again.
static void
test_radius (void)
{
  static const char *const kinds[] = {
      "'kind': 'circle', 'center': [0, 0], 'radius': 5",
      "'kind': 'ellipse', 'center': [0, 0], 'radii': [5, 3], 'rotation': 0",
      "'kind': 'arc', 'center': [0, 0], 'radius': 5, 'start': 0, 'end': 2",
  };
  static const char *const radii[] = {"c.radius", "min(c.u, c.v)", "c.radius"};
  for (int i = 0; i < 3; i++) {
    g_autofree char *body = g_strdup_printf ("{'id': 'c', %s}", kinds[i]);
    g_auto (Drawing) d = {0};
    drawing_init (&d, body, "{'id': 'n', 'kind': 'nail', 'a': <c.center>, 'at': [0, 0]}", NULL);
    drawing_press (&d, "c@0");
    for (int f = 1; f <= 30; f++) {
      drawing_move (&d, v2 (5 - 0.5 * f, 0));
      g_assert_cmpfloat (drawing_value (&d, radii[i]), >=, 0);
    }
    for (int f = 30; f >= 0; f--)
      drawing_move (&d, v2 (5 - 0.5 * f, 0));
    drawing_hold (&d);
    tr_session_release (d.session);
    drawing_assert_near (drawing_point (&d, "c@0"), v2 (5, 0), 1e-5);
  }
}

// How small a radius may be does not depend on how large the drawing is: to nought and back.
static void
test_radius_small (void)
{
  static const char *const values[] = {"5", "0.5", "0", "7", "1e-4", "0", "50", "4"};
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [20000, 0]}, {'id': 'c', 'kind': "
                "'circle', 'center': [20000, 0], 'radius': 50}",
                "{'id': 'n', 'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': "
                "'length', 'a': 's', 'value': 20000}, {'id': 'j', 'kind': 'attach', 'a': <s.b>, "
                "'b': <c.center>}, {'id': 'r', 'kind': 'radius', 'a': 'c', 'value': 50}",
                NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++) {
    g_assert_true (tr_session_set (d.session, "r.value", values[i], NULL));
    g_assert_true (drawing_holds (&d));
    double radius = g_ascii_strtod (values[i], NULL);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c.radius") - radius), <, 1e-7);
  }
  g_assert_true (tr_session_enable (d.session, "r", false, NULL));
  drawing_press (&d, "c@1.5707963267948966"); // a small one gives way to the hand as well
  for (int f = 1; f <= 30; f++)
    drawing_move (&d, v2 (20000, 4 - 0.1 * f));
  drawing_hold (&d);
  tr_session_release (d.session);
  g_assert_cmpfloat (fabs (drawing_value (&d, "c.radius") - 1), <, 0.05); // the bar turns a little
}

typedef struct {
  const char *name, *constraint;
  double stop; // of p.x, when pulled to x = 9
} Stop;

static const Stop stops[] = {
    {"limit", "'kind': 'limit', 'what': 'p.x', 'min': -1, 'max': 3", 3},
    {"le", "'kind': 'equation', 'expr': 'p.x - 3', 'op': '<='", 3},
    {"ge", "'kind': 'equation', 'expr': '9 - p.x^2', 'op': '>='", 3},
    {"driven", "'kind': 'limit', 'what': 'p.x', 'max': 3, 'driven': true", 9},
    {"disabled", "'kind': 'limit', 'what': 'p.x', 'max': 3, 'enabled': false", 9},
};

// Against the stop the point runs on sideways, does not tremble, and comes away freely.
static void
test_stop (gconstpointer data)
{
  const Stop *c = data;
  g_autofree char *con = g_strdup_printf ("{'id': 'k', %s}", c->constraint);
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}", con, NULL);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= 45; i++) {
    drawing_move (&d, v2 (0.2 * i, 0.1 * i));
    Vec2 p = drawing_point (&d, "p.at");
    g_assert_cmpfloat (p.x, <=, c->stop + 1e-9);
    g_assert_cmpfloat (fabs (p.y - 0.1 * i), <, 0.02);
    if (0.2 * i > c->stop + 0.1)
      g_assert_cmpfloat (fabs (p.x - c->stop), <, 1e-8);
  }
  for (int i = 44; i >= 0; i--) {
    drawing_move (&d, v2 (0.2 * i, 0.1 * i));
    double x = drawing_point (&d, "p.at").x;
    g_assert_cmpfloat (fabs (x - fmin (0.2 * i, c->stop)), <, 0.02);
  }
  drawing_hold (&d);
  tr_session_release (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (0, 0), 1e-6);
  g_assert_true (drawing_holds (&d));
}

// Two limits at once make a corner; a lever stops at its angle; both let go.
static void
test_corner (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 0]}",
                "{'id': 'k', 'kind': 'limit', 'what': 'p.x', 'max': 3}, {'id': 'l', 'kind': "
                "'equation', 'expr': 'p.y - 2', 'op': '<='}, {'id': 'm', 'kind': 'equation', "
                "'expr': 'p.x + p.y', 'op': '>='}",
                NULL);
  drawing_drag (&d, "p.at", v2 (9, 9), 10);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 2), 1e-8);
  drawing_drag (&d, "p.at", v2 (9, 1), 10);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (3, 1), 1e-6);
  drawing_drag (&d, "p.at", v2 (-5, -5), 10);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (0, 0), 1e-6);
  drawing_drag (&d, "p.at", v2 (1, 1), 10);
  drawing_assert_near (drawing_point (&d, "p.at"), v2 (1, 1), 1e-6);
}

static void
test_lever (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d, "{'id': 'g', 'kind': 'rigid', 'position': [5, 0], 'rotation': 0, 'length': 10}",
                "{'id': 'n', 'kind': 'nail', 'a': <g(-5;0)>, 'at': [0, 0]}, {'id': 'l', 'kind': "
                "'limit', 'what': 'g.rotation', 'min': -0.5, 'max': 0.5}",
                NULL);
  drawing_press (&d, "g(5,0)");
  int changes = 0;
  double last = 0;
  for (int i = 1; i <= 60; i++) {
    drawing_move (&d, v2_polar (10, 0.05 * i));
    double a = drawing_value (&d, "g.rotation");
    g_assert_cmpfloat (a, <=, 0.5 + 1e-9);
    changes += i > 12 && fabs (a - last) > 1e-7;
    last = a;
  }
  g_assert_cmpint (changes, ==, 0);
  for (int i = 60; i >= -60; i--)
    drawing_move (&d, v2_polar (10, 0.05 * i));
  g_assert_cmpfloat (fabs (drawing_value (&d, "g.rotation") + 0.5), <, 1e-8);
  drawing_move (&d, v2_polar (10, -0.2));
  drawing_hold (&d);
  tr_session_release (d.session);
  g_assert_cmpfloat (fabs (drawing_value (&d, "g.rotation") + 0.2), <, 1e-6);
}

// A segment touches a circle with its end, and the end is pulled straight out: the touch stands at its
// bound and no force along the segment says that it should go inside, though only then can the end
// follow.
static void
test_tangent_end (void)
{
  for (int frames = 1; frames <= 64; frames *= 2)
    for (int has_length = 0; has_length < 2; has_length++) {
      g_auto (Drawing) d = {0};
      g_autofree char *constraints = g_strdup_printf (
          "{'id': 'touch', 'kind': 'tangent', 'a': <c~0.25>, 'b': <s~1>}%s",
          has_length ? ", {'id': 'l', 'kind': 'length', 'a': 's', 'value': 10}" : "");
      drawing_init (&d,
                    "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 5, 'locked': true}, "
                    "{'id': 's', 'kind': 'segment', 'a': [-10, 5], 'b': [0, 5]}",
                    constraints, NULL);
      drawing_drag (&d, "s.b", v2 (0, 9), frames);
      drawing_assert_near (drawing_point (&d, "s.b"), v2 (0, 9), 1e-6);
      g_assert_true (drawing_holds (&d));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tracks); i++) {
    static void (*const test[]) (gconstpointer) = {test_follow, test_ends, test_free_track};
    static const char *const names[] = {"follow", "ends", "free"};
    for (int k = 0; k < 3; k++) {
      g_autofree char *path = g_strdup_printf ("/engine/slide/%s/%s", names[k], tracks[i].name);
      g_test_add_data_func (path, &tracks[i], test[k]);
    }
  }
  g_test_add_func ("/engine/slide/outside", test_outside);
  g_test_add_func ("/engine/tangent-side", test_tangent_side);
  g_test_add_func ("/engine/tangent-end", test_tangent_end);
  g_test_add_func ("/engine/radius", test_radius);
  g_test_add_func ("/engine/radius/small", test_radius_small);
  for (guint i = 0; i < G_N_ELEMENTS (stops); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/stop/%s", stops[i].name);
    g_test_add_data_func (path, &stops[i], test_stop);
  }
  g_test_add_func ("/engine/corner", test_corner);
  g_test_add_func ("/engine/lever", test_lever);
  return g_test_run ();
}
