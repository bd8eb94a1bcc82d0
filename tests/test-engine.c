// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Every kind of body by every point that it has, free and nailed; every kind of constraint.

#include "make-drawing.h"

typedef struct {
  const char *name, *body;
  const char *grabs[8];
  const char *nail; // connector; NULL: grabs[0]
  bool stiff;       // nailed, its points cannot go anywhere
} BodyCase;

static const BodyCase bodies[] = {
    {"point", "'kind': 'point', 'at': [1, 2]", {"b.at"}, NULL, false},
    {"segment",
     "'kind': 'segment', 'a': [0, 0], 'b': [4, 1]",
     {"b.a", "b.b", "b.middle", "b@0.25", "b@0", "b@1"},
     NULL,
     false},
    {"polyline",
     "'kind': 'polyline', 'points': [[0, 0], [3, 1], [4, 4], [7, 3]]",
     {"b.point0", "b.point2", "b.point3", "b@0.5", "b@1.25", "b@3"},
     NULL,
     false},
    {"polygon",
     "'kind': 'polyline', 'closed': true, 'points': [[0, 0], [3, 1], [4, 4]]",
     {"b.point0", "b.point2", "b@2.5", "b@0.5"},
     NULL,
     false},
    {"bezier",
     "'kind': 'bezier', 'points': [[0, 0], [1, 3], [4, 3], [5, 0], [6, -3], [8, -1], [9, 1]]",
     {"b.point0", "b.point1", "b.point6", "b@0.5", "b@1.75"},
     NULL,
     false},
    {"closed-bezier",
     "'kind': 'bezier', 'closed': true, 'points': [[0, 0], [1, 3], [4, 3], [5, 0], [4, -3], "
     "[1, -3]]",
     {"b.point0", "b.point4", "b@0.5", "b@1.5"},
     NULL,
     false},
    {"spline",
     "'kind': 'spline', 'points': [[0, 0], [1, 3], [4, 3], [5, 0], [8, 1], [9, 4]]",
     {"b.point0", "b.point5", "b@0", "b@1.5", "b@3"},
     NULL,
     false},
    {"circle",
     "'kind': 'circle', 'center': [1, 1], 'radius': 3",
     {"b.center", "b@0", "b@2"},
     NULL,
     true},
    {"arc",
     "'kind': 'arc', 'center': [1, 1], 'radius': 3, 'start': 0.5, 'end': 2.5",
     {"b.center", "b.start", "b.end", "b@0.5"},
     NULL,
     false},
    {"ellipse",
     "'kind': 'ellipse', 'center': [1, 1], 'radii': [5, 2], 'rotation': 0.3",
     {"b.center", "b@0", "b@1.2", "b@4"},
     NULL,
     false},
    {"rigid",
     "'kind': 'rigid', 'position': [1, 1], 'rotation': 0.2, 'length': 6",
     {"b.origin", "b(3,0)", "b(-3,1)"},
     "b.origin",
     true},
    {"sheet",
     "'kind': 'sheet', 'origin': [1, 1], 'u': [1, 0.1], 'v': [0, 1], 'size': [4, 3]",
     {"b.origin", "b(2,1.5)", "b(-2,0)"},
     NULL,
     false},
    {"formula",
     "'kind': 'formula', 'unknowns': {'r': 2, 'x0': 1, 'y0': 0}, 'x': 'x0 + r*t', 'y': 'y0 + "
     "r*sin(t)', 't': [0, 3]",
     {"b@0", "b@1.5", "b@3"},
     NULL,
     true},
};

// As <b(3;0)>: the short form of the same connector.
static char *
bracketed (const char *connector)
{
  char *text = g_strdup_printf ("<%s>", connector);
  for (char *c = text; *c; c++)
    if (*c == ',')
      *c = ';';
  return text;
}

static void
drag_free (const BodyCase *c, const char *grab)
{
  static const Vec2 to[] = {{9, 7}, {-3, 5}, {2, -6}, {1.5, 1.5}};
  g_autofree char *body = g_strdup_printf ("{'id': 'b', %s}", c->body);
  g_auto (Drawing) d = {0};
  drawing_init (&d, body, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (to); i++) {
    drawing_drag (&d, grab, to[i], 6 + 5 * (int) i);
    drawing_assert_near (drawing_point (&d, grab), to[i], 1e-6);
  }
  g_assert_true (drawing_holds (&d));
}

static void
drag_nailed (const BodyCase *c, const char *grab)
{
  const char *nail = c->nail ? c->nail : c->grabs[0];
  g_autofree char *body = g_strdup_printf ("{'id': 'b', %s}", c->body);
  g_auto (Drawing) d = {0};
  drawing_init (&d, body, NULL, NULL);
  Vec2 held = drawing_point (&d, nail);
  g_autofree char *end = bracketed (nail);
  g_autofree char *con = g_strdup_printf (
      "{'id': 'n', 'kind': 'nail', 'a': %s, 'at': [%.17g, %.17g]}", end, held.x, held.y);
  g_auto (Drawing) n = {0};
  drawing_init (&n, body, con, NULL);
  bool same = v2_dist (held, drawing_point (&d, grab)) < 1e-9;
  for (int i = 0; i < 4; i++) {
    Vec2 to = v2_add (held, v2_polar (3 + i, 1 + 1.3 * i));
    drawing_press (&n, grab);
    Vec2 from = tr_session_get_pointer (n.session);
    for (int k = 1; k <= 10; k++) {
      drawing_move (&n, v2_lerp (from, to, k / 10.0));
      drawing_assert_near (drawing_point (&n, nail), held, 1e-8);
    }
    double gap = drawing_hold (&n).gap;
    tr_session_release (n.session);
    g_assert_true (drawing_holds (&n));
    drawing_assert_near (drawing_point (&n, nail), held, 1e-9);
    if (same)
      g_assert_cmpfloat (fabs (gap - (3 + i)), <, 1e-6);
    else if (!c->stiff)
      g_assert_cmpfloat (gap, <, 1e-6); // two unknowns are left to move it
  }
}

static void
test_bodies (gconstpointer data)
{
  const BodyCase *c = data;
  for (int i = 0; c->grabs[i]; i++) {
    drag_free (c, c->grabs[i]);
    drag_nailed (c, c->grabs[i]);
  }
}

typedef struct {
  const char *kind;   // of the constraint at test
  const char *bodies; // the drawing
  const char *constraint;
  const char *grab;
} ConCase;

#define SEGMENTS                                                                                   \
  "{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [6, 1]}, {'id': 'r', 'kind': 'segment', 'a': " \
  "[1, 4], 'b': [5, 6]}"
#define POINTS                                                                                     \
  "{'id': 'p', 'kind': 'point', 'at': [0, 0]}, {'id': 'q', 'kind': 'point', 'at': [4, 3]}, "       \
  "{'id': 's', 'kind': 'segment', 'a': [1, -2], 'b': [3, 6]}"
#define ROUNDS                                                                                     \
  "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 2}, {'id': 'd', 'kind': 'circle', "   \
  "'center': [6, 0], 'radius': 3}, {'id': 's', 'kind': 'segment', 'a': [-4, -2.5], 'b': [9, -3]}"
#define RIGIDS                                                                                     \
  "{'id': 'g', 'kind': 'rigid', 'position': [0, 0], 'rotation': 0.1, 'length': 4}, {'id': 'h', "   \
  "'kind': 'rigid', 'position': [6, 1], 'rotation': 0.4, 'length': 4}, {'id': 's', 'kind': "       \
  "'segment', 'a': [-4, -2], 'b': [9, -3]}"

static const ConCase constraints[] = {
    {"attach", SEGMENTS, "'a': <s.b>, 'b': <r.a>", "r.b"},
    {"attach", SEGMENTS, "'a': <s.b>, 'b': <r~0.5>", "r.b"},
    {"nail", SEGMENTS, "'a': <s@0.3>, 'at': [2, 1]", "s.b"},
    {"on-line", POINTS, "'a': <p.at>, 'b': 's'", "p.at"},
    {"on-line", POINTS, "'a': <p.at>, 'b': {'from': <q.at>, 'to': <s.b>}", "q.at"},
    {"distance", POINTS, "'a': <p.at>, 'b': <q.at>, 'value': 4", "q.at"},
    {"distance", POINTS, "'a': <p.at>, 'b': 's', 'value': 2", "s.a"},
    {"distance-x", POINTS, "'a': <p.at>, 'b': <q.at>, 'value': 3", "q.at"},
    {"distance-y", POINTS, "'a': <p.at>, 'b': <s.b>, 'value': -2", "p.at"},
    {"length", SEGMENTS, "'a': 's', 'value': 5", "s.b"},
    {"length", POINTS, "'a': {'from': <p.at>, 'to': <s.b>}, 'value': 5", "s.b"},
    {"radius", ROUNDS, "'a': 'c', 'value': 2.5", "c@0"},
    {"fix", ROUNDS, "'a': 'c', 'what': 'area', 'value': 15", "c@0"},
    {"fix", SEGMENTS, "'a': 's', 'what': 'ax', 'value': 1", "s.a"},
    {"angle", SEGMENTS, "'a': 's', 'b': 'r', 'value': '90deg'", "r.b"},
    {"angle", SEGMENTS, "'a': 'x', 'b': 's', 'value': 0.7", "s.b"},
    {"horizontal", SEGMENTS, "'a': 's'", "s.b"},
    {"vertical", SEGMENTS, "'a': {'from': <s.b>, 'to': <r.a>}", "r.a"},
    {"horizontal", RIGIDS, "'a': 'h'", "h(2,0)"},
    {"parallel", SEGMENTS, "'a': 's', 'b': 'r'", "r.b"},
    {"perpendicular", SEGMENTS, "'a': 's', 'b': 'r'", "r.b"},
    {"equal-length", SEGMENTS, "'a': 's', 'b': 'r'", "r.b"},
    {"equal-radius", ROUNDS, "'a': 'c', 'b': 'd'", "c@1"},
    {"midpoint", POINTS, "'a': <p.at>, 'b': <q.at>, 'c': <s.a>", "s.a"},
    {"symmetric", POINTS, "'a': <p.at>, 'b': <q.at>, 'about': 's'", "q.at"},
    {"tangent", ROUNDS, "'a': <c~4.7>, 'b': <s~0.3>", "c.center"},
    {"tangent", ROUNDS, "'a': <c~0>, 'b': <d~3.1>", "d.center"},
    {"gear", RIGIDS, "'a': 'g', 'b': 'h', 'ratio': -2, 'phase': 0.1", "h(2,0)"},
    {"rack", RIGIDS, "'a': 'g', 'b': 's', 'radius': 2", "g(2,0)"},
    {"skate", RIGIDS, "'a': <g(1;0)>", "g.origin"},
    {"drive", RIGIDS, "'what': 'g.rotation', 'value': '2*time + 1'", "g(2,0)"},
    {"path", POINTS, "'a': <p.at>, 'keys': [{'time': 0, 'at': [1, 1]}, {'time': 2, 'at': [4, 4]}]",
     "p.at"},
    {"equation", ROUNDS, "'expr': 'c.radius^2 + c.x - d.radius', 'op': '='", "c@0"},
    {"equation", ROUNDS, "'expr': 'c.radius - 2.5', 'op': '<='", "c@0"},
    {"equation", ROUNDS, "'expr': 'd.x - c.x - 5', 'op': '>='", "d.center"},
    {"limit", RIGIDS, "'what': 'g.rotation', 'min': -0.5, 'max': 0.5", "g(2,0)"},
    {"limit", SEGMENTS, "'what': 's.length', 'max': 5", "s.b"},
};

// It is solved from where it is, dragged about, and taken back step by step.
static void
test_constraint (gconstpointer data)
{
  const ConCase *c = data;
  g_autofree char *con = g_strdup_printf ("{'id': 'k', 'kind': '%s', %s}", c->kind, c->constraint);
  g_auto (Drawing) d = {0};
  drawing_init (&d, c->bodies, con, NULL);
  g_autoptr (TrState) first = tr_state_copy (tr_session_get_state (d.session));
  TrStepResult r = tr_session_solve (d.session);
  g_assert_true (r.ok && drawing_is_finite (&d));
  g_assert_true (drawing_holds (&d));
  g_autoptr (TrState) solved = tr_state_copy (tr_session_get_state (d.session));
  int entries = tr_document_n_undo (d.document);

  Vec2 home = drawing_point (&d, c->grab);
  for (int i = 0; i < 4; i++) {
    drawing_drag (&d, c->grab, v2_add (home, v2_polar (4 - i * 0.5, 1 + 2.1 * i)), 5 + 4 * i);
    g_assert_true (drawing_holds (&d));
  }
  g_assert_cmpfloat (d.worst, <=, 1e-9);
  while (tr_document_n_undo (d.document) > entries)
    g_assert_true (tr_session_undo (d.session));
  g_assert_true (tr_state_equal (solved, tr_session_get_state (d.session)));
  while (tr_session_undo (d.session))
    ;
  g_assert_true (tr_state_equal (first, tr_session_get_state (d.session)));
}

// Solved from states some way off: it holds, and nothing flies away.
static void
test_perturbed (gconstpointer data)
{
  const ConCase *c = data;
  g_autofree char *con = g_strdup_printf ("{'id': 'k', 'kind': '%s', %s}", c->kind, c->constraint);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (int round = 0; round < 5; round++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, c->bodies, con, NULL);
    TrState *s = tr_session_get_state (d.session);
    const TrModel *m = tr_session_get_model (d.session);
    for (int i = 0; i < s->n_q; i++)
      s->q[i] += g_rand_double_range (rand, -0.5, 0.5);
    tr_state_remember_all (m, s);
    TrStepResult r = tr_session_solve (d.session);
    g_assert_true (r.ok && drawing_is_finite (&d) && drawing_holds (&d));
    for (int i = 0; i < s->n_q; i++)
      g_assert_cmpfloat (fabs (s->q[i]), <, 50);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bodies); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/body/%s", bodies[i].name);
    g_test_add_data_func (path, &bodies[i], test_bodies);
  }
  for (guint i = 0; i < G_N_ELEMENTS (constraints); i++) {
    g_autofree char *path = g_strdup_printf ("/engine/constraint/%u-%s", i, constraints[i].kind);
    g_test_add_data_func (path, &constraints[i], test_constraint);
    g_autofree char *far = g_strdup_printf ("/engine/perturbed/%u-%s", i, constraints[i].kind);
    g_test_add_data_func (far, &constraints[i], test_perturbed);
  }
  return g_test_run ();
}
