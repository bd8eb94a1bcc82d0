// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What each kind of constraint says: residuals of one drawing as worked out independently, signs,
// memories, directions without length, inequalities, tolerances.

#include "model/row.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { P1, P2, S1, S2, C1, A1, R1, R2, SH, B1, N1, E1, N_BODIES };
enum { N_Q = 64, TIME_QUARTERS = 5 };

static const struct {
  TrBodyKind kind;
  int n;
  double q[8];
} drawing[N_BODIES] = {
    [P1] = {TR_BODY_POINT, 2, {1, 2}},
    [P2] = {TR_BODY_POINT, 2, {4, 6.5}},
    [S1] = {TR_BODY_SEGMENT, 4, {0, 0, 4, 1}},
    [S2] = {TR_BODY_SEGMENT, 4, {1, 3, 2, 7}},
    [C1] = {TR_BODY_CIRCLE, 3, {5, 5, 2}},
    [A1] = {TR_BODY_ARC, 5, {-1, 2, 3, 0.3, 2.1}},
    [R1] = {TR_BODY_RIGID, 3, {2, -1, 0.7}},
    [R2] = {TR_BODY_RIGID, 3, {-3, 1, -1.2}},
    [SH] = {TR_BODY_SHEET, 6, {1, 1, 2, 0.5, -0.3, 1.5}},
    [B1] = {TR_BODY_BEZIER, 8, {0, 0, 1, 2, 3, 3, 4, 1}},
    [N1] = {TR_BODY_NUMBER, 1, {1.5}},
    [E1] = {TR_BODY_ELLIPSE, 5, {2, 2, 3, 1, 0.4}},
};

typedef struct {
  TrBody bodies[N_BODIES];
  TrConstraint con;
  TrModel m;
  double q[N_Q];
  TrVar vars[8];
  TrMemory memory;
  TrScratch *scratch;
} Drawing;

static void
drawing_init (Drawing *d, TrConstraint con)
{
  memset (d, 0, sizeof *d);
  for (int i = 0; i < N_BODIES; i++) {
    d->bodies[i] = (TrBody){.id = "b", .kind = drawing[i].kind, .q = d->m.n_q, .n = drawing[i].n};
    memcpy (d->q + d->m.n_q, drawing[i].q, sizeof (double) * (size_t) drawing[i].n);
    d->m.n_q += drawing[i].n;
  }
  d->bodies[R1].rigid.length = d->bodies[R2].rigid.length = 1;
  d->bodies[SH].sheet.size = v2 (3, 2);
  d->con = con;
  d->m.bodies = d->bodies;
  d->m.n_bodies = N_BODIES;
  d->m.constraints = &d->con;
  d->m.n_constraints = 1;
  d->m.n_body_q = d->m.n_q;
  d->memory = (TrMemory){.dir = {1, 0}};
  d->scratch = tr_scratch_new ();

  TrConnector *slides[6];
  int n = tr_constraint_slides (&d->con, slides);
  for (int k = 0; k < n; k++) {
    slides[k]->slide = d->m.n_q++;
    d->q[slides[k]->slide] = slides[k]->p.x;
  }
}

static void
drawing_clear (Drawing *d)
{
  g_clear_pointer ((TrExpr **) &d->con.expr, tr_expr_unref);
  tr_scratch_free (d->scratch);
}

static double *
body_q (Drawing *d, int body)
{
  return d->q + d->bodies[body].q;
}

static int
residual (Drawing *d, double c[TR_ROWS_MAX], bool *undefined)
{
  return tr_constraint_residual (&d->m, 0, d->q, &d->memory, TIME_QUARTERS / 4.0, c, undefined);
}

static TrRowBlock
rows_of (Drawing *d)
{
  TrRowBlock rows;
  tr_constraint_rows (&d->m, 0, d->q, &d->memory, TIME_QUARTERS / 4.0, d->scratch, &rows);
  return rows;
}

static void
assert_near (const char *what, double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%s: %.17g, expected %.17g", what, value, expected);
}

// ---- ends

static TrEnd
connector (TrConnectorKind kind, int body, int point, double x, double y)
{
  return (TrEnd){
      .kind = TR_END_POINT, .body = -1, .connector[0] = {kind, body, point, -1, {x, y}, NULL}};
}

static TrEnd
ground (double x, double y)
{
  return connector (TR_AT_GROUND, -1, 0, x, y);
}

static TrEnd
named (int body, const char *point)
{
  TrBody b = {.kind = drawing[body].kind, .n = drawing[body].n};
  return connector (TR_AT_NAMED, body, tr_body_find_point (&b, point), 0, 0);
}

static TrEnd
body_end (int body)
{
  return (TrEnd){.kind = TR_END_BODY, .body = body};
}

static TrEnd
axis (TrEndKind kind)
{
  return (TrEnd){.kind = kind, .body = -1};
}

static TrEnd
from_to (TrEnd from, TrEnd to)
{
  from.kind = TR_END_FROMTO;
  from.connector[1] = to.connector[0];
  return from;
}

static TrConstraint
make (TrConKind kind, TrEnd a, TrEnd b, TrEnd c, double value, double second)
{
  return (TrConstraint){.id = "k",
                        .kind = kind,
                        .end = {a, b, c},
                        .scalar = {{value, NULL}, {second, NULL}},
                        .has = 3};
}

static TrConstraint
one (TrConKind kind, TrEnd a, double value)
{
  return make (kind, a, axis (TR_END_NONE), axis (TR_END_NONE), value, 0);
}

static TrConstraint
two (TrConKind kind, TrEnd a, TrEnd b, double value)
{
  return make (kind, a, b, axis (TR_END_NONE), value, 0);
}

static TrConstraint
of_member (TrConKind kind, int body, const char *member, double value)
{
  TrConstraint c = one (kind, body_end (body), value);
  TrBody b = {.kind = drawing[body].kind, .n = drawing[body].n};
  c.member = tr_body_find_member (&b, member);
  g_assert_cmpint (c.member, >=, 0);
  return c;
}

// ---- residuals, worked out by another program from the format's definitions alone

static void
expect (TrConstraint con, int n, double c0, double c1, double c2)
{
  Drawing d;
  double c[TR_ROWS_MAX], expected[TR_ROWS_MAX] = {c0, c1, c2};
  bool undefined;
  drawing_init (&d, con);
  const char *name = tr_con_get_ops (&con)->name;
  g_assert_cmpint (residual (&d, c, &undefined), ==, n);
  g_assert_false (undefined);
  for (int r = 0; r < n; r++)
    assert_near (name, c[r], expected[r], 1e-13);
  TrRowBlock rows = rows_of (&d);
  for (int r = 0; r < n; r++)
    assert_near (name, rows.c[r], expected[r], 1e-13);
  tr_scratch_free (d.scratch);
}

static void
test_points (void)
{
  TrEnd p1 = named (P1, "at"), p2 = named (P2, "at");
  TrConstraint nail = one (TR_CON_NAIL, connector (TR_AT_T, B1, 0, 0.25, 0), 0);
  nail.place = v2 (1, -1);
  expect (nail, 2, -0.09375, 2.28125, 0);
  expect (two (TR_CON_ATTACH, connector (TR_AT_LOCAL, R1, 0, 1, 2),
               connector (TR_AT_T, C1, 0, 0.5, 0), 0),
          2, -5.278758310971639, -4.784949015401738, 0);
  expect (two (TR_CON_DISTANCE, p1, p2, 2.5), 1, 2.9083269131959844, 0, 0);
  expect (two (TR_CON_DISTANCE_X, p1, p2, 2.5), 1, 0.5, 0, 0);
  expect (two (TR_CON_DISTANCE_Y, p1, p2, 2.5), 1, 2.0, 0, 0);
  expect (make (TR_CON_MIDPOINT, p1, named (S2, "a"), connector (TR_AT_LOCAL, SH, 0, 1, 2), 0, 0),
          2, -0.7, -1.75, 0);
  expect (make (TR_CON_SYMMETRIC, p1, p2, body_end (S1), 0, 0), 2, 4.001837813099494,
          3.5167665630268283, 0);
}

static void
test_directions (void)
{
  TrEnd p1 = named (P1, "at"), p2 = named (P2, "at"), s1 = body_end (S1), s2 = body_end (S2);
  expect (two (TR_CON_ON_LINE, p1, s2, 0), 1, -0.24253562503633297, 0, 0);
  expect (two (TR_CON_ON_LINE, named (A1, "end"), from_to (p1, p2), 0), 1, 4.360739853649321, 0, 0);
  expect (two (TR_CON_DISTANCE, p1, s2, 0.5), 1, -0.24253562503633297 - 0.5, 0, 0);
  expect (one (TR_CON_LENGTH, s1, 3), 1, 1.1231056256176606, 0, 0);
  expect (two (TR_CON_ANGLE, s1, s2, 2.5), 1, -1.4191609994588317, 0, 0);
  expect (two (TR_CON_ANGLE, body_end (R1), axis (TR_END_Y), -3), 1, -2.41238898038469, 0, 0);
  expect (one (TR_CON_HORIZONTAL, body_end (R1), 0), 1, 0.644217687237691, 0, 0);
  expect (one (TR_CON_VERTICAL, s2, 0), 1, 1, 0, 0);
  expect (two (TR_CON_PARALLEL, s1, s2, 0), 1, 0.8823529411764706, 0, 0);
  expect (two (TR_CON_PERPENDICULAR, s1, body_end (R2), 0), 1, 0.1254859756016948, 0, 0);
  expect (two (TR_CON_EQUAL_LENGTH, s1, body_end (SH), 0), 1, 2.0615528128088303, 0, 0);
  expect (two (TR_CON_TANGENT, connector (TR_AT_SLIDE, C1, 0, 2.5, 0),
               connector (TR_AT_T, A1, 0, 0.3, 0), 0),
          3, 2.395324291382208, 1.9630149282953342, -1.66 + G_PI);
}

static void
test_members (void)
{
  TrEnd r1 = body_end (R1), r2 = body_end (R2);
  TrEnd rail = from_to (ground (0, 3), ground (5, 3));
  expect (one (TR_CON_RADIUS, body_end (A1), 1.25), 1, 1.75, 0, 0);
  expect (two (TR_CON_EQUAL_RADIUS, body_end (A1), body_end (C1), 0), 1, 1, 0, 0);
  expect (of_member (TR_CON_FIX, E1, "area", 9), 1, 0.42477796076937935, 0, 0);
  expect (of_member (TR_CON_FIX, S2, "angle", 1), 1, 0.32581766366803233, 0, 0);
  expect (of_member (TR_CON_FIX, S2, "angle", 1 + 2 * G_PI), 1, 0.32581766366803233, 0, 0);
  expect (of_member (TR_CON_FIX, R1, "rotation", 0.7 + 2 * G_PI), 1, -2 * G_PI, 0, 0);
  expect (make (TR_CON_GEAR, r1, r2, axis (TR_END_NONE), -0.5, 0.25), 1, -0.15, 0, 0);
  expect (make (TR_CON_RACK, r1, r2, axis (TR_END_NONE), 1.5, 0.25), 1, 6.275866944317821, 0, 0);
  expect (make (TR_CON_RACK, r1, rail, axis (TR_END_NONE), -1.5, 0.25), 1, 0.7, 0, 0);
}

static void
test_paths (void)
{
  static const TrKey keys[] = {
      {0, {0, 0}, NULL}, {0.5, {2, 1}, NULL}, {2, {3, 5}, NULL}, {2.5, {0, 0}, NULL}};
  static const TrKey early[] = {
      {-8, {0, 0}, NULL}, {-7.5, {2, 1}, NULL}, {-6, {3, 5}, NULL}, {-5.5, {0, 0}, NULL}};
  TrConstraint c = one (TR_CON_PATH, named (P1, "at"), 0);
  c.keys = keys;
  c.n_keys = G_N_ELEMENTS (keys);
  expect (c, 2, -2.90625, -2.6875, 0);
  c.loop = true;
  expect (c, 2, -2.90625, -2.6875, 0);
  c.keys = early;
  expect (c, 2, -2.7881944444444446, -3.9652777777777777, 0);
  // held before and after
  c.loop = false;
  expect (c, 2, 1, 2, 0);
  c.n_keys = 1;
  expect (c, 2, 1, 2, 0);
}

// Variables by name: "n" the number, "length" of S1, "radius" of C1, "angle" of S2, time.
static void
bind (Drawing *d, const char *text)
{
  static const struct {
    const char *name;
    int body;
  } known[] = {{"value", N1}, {"length", S1}, {"radius", C1}, {"angle", S2}};
  TrExpr *e = tr_expr_parse (text, NULL);
  g_assert_nonnull (e);
  for (int v = 0; v < tr_expr_n_vars (e); v++) {
    d->vars[v] = (TrVar){-2, 0};
    for (guint k = 0; k < G_N_ELEMENTS (known); k++)
      if (strcmp (known[k].name, tr_expr_var_name (e, v)) == 0)
        d->vars[v] =
            (TrVar){known[k].body, tr_body_find_member (&d->bodies[known[k].body], known[k].name)};
  }
  d->con.expr = e;
  d->con.vars = d->vars;
}

static void
expect_expr (TrConstraint con, const char *text, double expected)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  drawing_init (&d, con);
  bind (&d, text);
  g_assert_cmpint (residual (&d, c, NULL), ==, 1);
  assert_near (text, c[0], expected, 1e-13);
  assert_near (text, rows_of (&d).c[0], expected, 1e-13);
  drawing_clear (&d);
}

static void
test_expressions (void)
{
  const char *text = "length*value - radius^2 + angle";
  TrConstraint c = {.id = "k", .kind = TR_CON_EQUATION};
  expect_expr (c, text, 3.5104761020945228);
  c.op = TR_OP_GE;
  expect_expr (c, text, 3.5104761020945228);
  c.op = TR_OP_LE;
  expect_expr (c, text, -3.5104761020945228);
  expect_expr (of_member (TR_CON_DRIVE, R1, "rotation", 0), "9*time", 2.016370614359172);
  expect_expr (of_member (TR_CON_DRIVE, C1, "radius", 0), "1 + time^2", -0.5625);
}

// ---- what takes part

static void
test_limits (void)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  TrConstraint limit = of_member (TR_CON_LIMIT, C1, "radius", 0.5);
  limit.scalar[1].value = 1.5;
  drawing_init (&d, limit);
  g_assert_cmpint (residual (&d, c, NULL), ==, 2);
  assert_near ("radius − min", c[0], 1.5, 0);
  assert_near ("max − radius", c[1], -0.5, 0);
  d.con.has = 2;
  g_assert_cmpint (residual (&d, c, NULL), ==, 1);
  assert_near ("max − radius alone", c[0], -0.5, 0);
  assert_near ("its slope", rows_of (&d).J[2], -1, 0);
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 0);
  drawing_clear (&d);
}

static void
test_takes_part (void)
{
  Drawing d;
  drawing_init (&d, two (TR_CON_ATTACH, named (P1, "at"), named (P2, "at"), 0));
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 2);
  d.con.driven = 1;
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 0);
  g_assert_cmpint (rows_of (&d).m, ==, 2); // it can still be measured
  d.con.driven = 0;
  d.con.disabled = 1;
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 0);
  d.con = (TrConstraint){.kind = TR_CON_EQUATION};
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 1);
  d.con.op = TR_OP_GE;
  g_assert_cmpint (tr_constraint_n_rows (&d.m, 0), ==, 0);
  tr_scratch_free (d.scratch);
}

static void
test_names (void)
{
  for (int kind = 0; kind < TR_N_CON_KINDS; kind++) {
    g_assert_nonnull (tr_con_ops[kind]);
    g_assert_cmpint (tr_con_kind_from_name (tr_con_ops[kind]->name), ==, kind);
  }
  g_assert_cmpint (tr_con_kind_from_name ("distance-z"), ==, TR_N_CON_KINDS);
  for (int kind = 0; kind < TR_N_FORCE_KINDS; kind++)
    g_assert_cmpint (tr_force_kind_from_name (tr_force_ops[kind]->name), ==, kind);
  g_assert_cmpint (tr_force_kind_from_name (""), ==, TR_N_FORCE_KINDS);
}

// ---- states without direction

static void
expect_undefined (TrConstraint con)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  bool undefined = false;
  drawing_init (&d, con);
  memcpy (body_q (&d, S1), (double[]){2, 3, 2 + 4e-15, 3}, 4 * sizeof (double));
  memset (body_q (&d, B1), 0, 8 * sizeof (double));
  int m = residual (&d, c, &undefined);
  g_assert_true (undefined);
  TrRowBlock rows = rows_of (&d);
  g_assert_true (rows.undefined);
  g_assert_cmpint (rows.m, ==, m);
  for (int k = 0; k < rows.m * rows.n; k++)
    assert_near ("J of what is undefined", rows.J[k], 0, 0);
  for (int r = 0; r < m; r++) {
    assert_near ("c of what is undefined", rows.c[r], 0, 0);
    assert_near ("the residual of what is undefined", c[r], 0, 0);
  }
  double *K = tr_scratch_doubles (d.scratch, (size_t) (rows.n * rows.n));
  tr_constraint_stiffness (&d.m, 0, d.q, &d.memory, 0, (double[]){1, 1, 1}, &rows, d.scratch, K);
  for (int k = 0; k < rows.n * rows.n; k++)
    assert_near ("K of what is undefined", K[k], 0, 0);
  tr_scratch_free (d.scratch);
}

static void
test_undefined (void)
{
  TrEnd s1 = body_end (S1), s2 = body_end (S2), p1 = named (P1, "at"), p2 = named (P2, "at");
  expect_undefined (two (TR_CON_PARALLEL, s1, s2, 0));
  expect_undefined (two (TR_CON_PERPENDICULAR, s2, s1, 0));
  expect_undefined (two (TR_CON_ANGLE, from_to (p1, p1), s2, 1));
  expect_undefined (two (TR_CON_ON_LINE, p1, s1, 0));
  expect_undefined (two (TR_CON_DISTANCE, p1, s1, 1));
  expect_undefined (make (TR_CON_SYMMETRIC, p1, p2, s1, 0, 0));
  expect_undefined (make (TR_CON_RACK, body_end (R1), s1, axis (TR_END_NONE), 1, 0));
}

// A large drawing does not make an axis of length 1 short.
static void
test_axes_have_no_unit (void)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  bool undefined;
  drawing_init (&d, two (TR_CON_PARALLEL, body_end (R1), body_end (S1), 0));
  body_q (&d, S1)[2] = 1e11;
  residual (&d, c, &undefined);
  g_assert_false (undefined);
  tr_scratch_free (d.scratch);
}

// ---- memories

static void
test_distance_remembers (void)
{
  Drawing d;
  drawing_init (&d, two (TR_CON_DISTANCE, named (P1, "at"), named (P2, "at"), 2));
  tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
  assert_near ("dir", d.memory.dir.x, 3 / sqrt (29.25), 1e-15);
  memcpy (body_q (&d, P2), body_q (&d, P1), 2 * sizeof (double));
  tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
  TrRowBlock rows = rows_of (&d);
  g_assert_false (rows.undefined);
  assert_near ("c", rows.c[0], -2, 0);
  assert_near ("leaves along x", rows.J[2], 3 / sqrt (29.25), 1e-15);
  assert_near ("leaves along y", rows.J[3], 4.5 / sqrt (29.25), 1e-15);
  // after a load: along +x
  tr_constraint_rows (&d.m, 0, d.q, NULL, 0, d.scratch, &rows);
  assert_near ("+x", rows.J[2], 1, 0);
  // or along what it has
  body_q (&d, P2)[1] += 3;
  TrState state = {.n_q = d.m.n_q, .q = d.q, .n_memory = 1, .memory = &d.memory};
  tr_state_remember_all (&d.m, &state);
  assert_near ("+y", d.memory.dir.y, 1, 0);
  tr_scratch_free (d.scratch);
}

static void
test_tangent_remembers (void)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  drawing_init (&d, two (TR_CON_TANGENT, connector (TR_AT_SLIDE, C1, 0, 0, 0),
                         connector (TR_AT_T, S1, 0, 0.5, 0), 0));
  double *t = &d.q[d.con.end[0].connector[0].slide];
  *t = -G_PI_2 + atan2 (1, 4) + 0.1; // nearly along the segment
  tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
  assert_near ("sense", d.memory.sign, 1, 0);
  residual (&d, c, NULL);
  assert_near ("angle", c[2], -0.1, 1e-14);
  // turned round, the angle grows on instead of finding the opposite root
  *t += 2.5;
  tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
  assert_near ("sense kept", d.memory.sign, 1, 0);
  residual (&d, c, NULL);
  assert_near ("angle kept", c[2], -2.6, 1e-14);
  d.memory.sign = -1;
  residual (&d, c, NULL);
  assert_near ("other sense", c[2], G_PI - 2.6, 1e-14);
  tr_scratch_free (d.scratch);
}

static void
test_rack_counts (void)
{
  Drawing d;
  double c[TR_ROWS_MAX];
  TrEnd line = from_to (ground (0, 0), named (P1, "at"));
  drawing_init (&d, make (TR_CON_RACK, body_end (R1), line, axis (TR_END_NONE), 2, 0));
  memcpy (body_q (&d, R1), (double[]){0, 0, 0}, 3 * sizeof (double));
  for (int i = 0; i <= 40; i++) {
    double turn = 0.25 * i;
    memcpy (body_q (&d, P1), (double[]){cos (turn), sin (turn)}, 2 * sizeof (double));
    residual (&d, c, NULL);
    assert_near ("−radius · turn", c[0], -2 * turn, 1e-13);
    tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
  }
  tr_scratch_free (d.scratch);
}

// A file does not tell how often the line has gone round: a rack that held does so when it is read.
static void
test_rack_is_read (void)
{
  for (int i = -40; i <= 40; i++) {
    Drawing d;
    double c[TR_ROWS_MAX], turn = 0.25 * i;
    TrEnd line = from_to (ground (0, 0), named (P1, "at"));
    drawing_init (&d, make (TR_CON_RACK, body_end (R1), line, axis (TR_END_NONE), 2, -2 * turn));
    memcpy (body_q (&d, R1), (double[]){0, 0, 0}, 3 * sizeof (double));
    memcpy (body_q (&d, P1), (double[]){cos (turn), sin (turn)}, 2 * sizeof (double));
    residual (&d, c, NULL);
    assert_near ("as it is read", c[0], 0, 1e-13);
    tr_constraint_remember (&d.m, 0, d.q, 0, &d.memory);
    residual (&d, c, NULL);
    assert_near ("and from then on", c[0], 0, 1e-13);
    tr_scratch_free (d.scratch);
  }
}

// ---- blocks and tolerances

// Both ends on one body: one run, its columns merged.
static void
test_one_run_a_body (void)
{
  Drawing d;
  drawing_init (&d, two (TR_CON_DISTANCE_X, named (S1, "a"), named (S1, "b"), 1));
  TrRowBlock rows = rows_of (&d);
  g_assert_cmpint (rows.n_runs, ==, 1);
  g_assert_cmpint (rows.n, ==, 4);
  for (int k = 0; k < 4; k++)
    assert_near ("J", rows.J[k], (double[]){-1, 0, 1, 0}[k], 0);
  tr_scratch_free (d.scratch);
}

static void
expect_tolerance (TrConstraint con, int row, double ell, double extent, double tolerance)
{
  Drawing d;
  drawing_init (&d, con);
  TrRowBlock rows = rows_of (&d);
  assert_near ("ell", rows.ell, ell, 1e-14 * ell);
  assert_near ("extent", rows.extent, extent, 1e-14 * extent);
  assert_near ("tolerance", rows.tol[row], tolerance, 1e-14 * tolerance);
  tr_scratch_free (d.scratch);
}

static void
test_tolerances (void)
{
  const double e = 32 * DBL_EPSILON;
  double far = hypot (3, 4.5);
  expect_tolerance (two (TR_CON_ATTACH, named (P1, "at"), named (P2, "at"), 0), 1, far, 6.5,
                    1e-9 * far + e * 6.5);
  expect_tolerance (two (TR_CON_DISTANCE, named (P1, "at"), named (P2, "at"), 20), 0, 20, 6.5,
                    20e-9 + e * 6.5);
  expect_tolerance (two (TR_CON_PARALLEL, body_end (S1), body_end (S2), 0), 0, sqrt (17), 7,
                    1e-9 + e * 7 / sqrt (17));
  expect_tolerance (one (TR_CON_HORIZONTAL, body_end (R1), 0), 0, 1, 2, 1e-9 + e * 2);
  // the area of the sheet: ‖∂/∂q‖ = 6 ‖(u, v)‖
  double area = 6 * (2 * 1.5 + 0.5 * 0.3), norm = 6 * sqrt (4 + 0.25 + 0.09 + 2.25);
  Drawing d;
  drawing_init (&d, of_member (TR_CON_FIX, SH, "area", area));
  TrRowBlock rows = rows_of (&d);
  assert_near ("area", rows.tol[0], 1e-9 * rows.ell * norm + e * 2 * area, 1e-14 * area);
  tr_scratch_free (d.scratch);
  // a nail of nothing but a point: nothing gives a length
  expect_tolerance (one (TR_CON_NAIL, named (P2, "at"), 0), 0, 1, 6.5, 1e-9 + e * 6.5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/constraint/names", test_names);
  g_test_add_func ("/constraint/points", test_points);
  g_test_add_func ("/constraint/directions", test_directions);
  g_test_add_func ("/constraint/members", test_members);
  g_test_add_func ("/constraint/paths", test_paths);
  g_test_add_func ("/constraint/expressions", test_expressions);
  g_test_add_func ("/constraint/limits", test_limits);
  g_test_add_func ("/constraint/takes-part", test_takes_part);
  g_test_add_func ("/constraint/undefined", test_undefined);
  g_test_add_func ("/constraint/axes-have-no-unit", test_axes_have_no_unit);
  g_test_add_func ("/constraint/distance-remembers", test_distance_remembers);
  g_test_add_func ("/constraint/tangent-remembers", test_tangent_remembers);
  g_test_add_func ("/constraint/rack-counts", test_rack_counts);
  g_test_add_func ("/constraint/rack-is-read", test_rack_is_read);
  g_test_add_func ("/constraint/one-run-a-body", test_one_run_a_body);
  g_test_add_func ("/constraint/tolerances", test_tolerances);
  return g_test_run ();
}
