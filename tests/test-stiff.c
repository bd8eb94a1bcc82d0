// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The second-order law under forces that no step of a sixtieth of a second follows: sheets, pulls
// and objectives from soft to as good as rigid. Energy never grows; what is not stretched moves as
// if nothing were stiff.

#include "make-drawing.h"
#include "session/playback.h"

#define GRAVITY 10.0

static void
init (Drawing *d, const char *bodies, const char *constraints, const char *forces, double density)
{
  g_autofree char *text = g_strdup_printf (
      "{'trammel': 1, 'bodies': [%s], 'constraints': [%s], 'forces': [%s], 'world': {'law': "
      "'second-order', 'density': %g, 'gravity': [0, -10]}}",
      bodies, constraints, forces, density);
  drawing_load (d, text);
}

static void
run_to (Drawing *d, double time)
{
  TrStepResult r = tr_session_run_to (d->session, time);
  g_assert_true (r.ok);
  drawing_look (d, r);
}

// A sheet of 4 by 2: its unknowns and their masses, 8·(1, 4²/2, 2²/2) on both coordinates each.
typedef struct {
  double shape, area, density;
} Sheet;

static double
sheet_energy (Drawing *d, const Sheet *e)
{
  static const double mass[] = {8, 8, 64, 64, 16, 16};
  const TrState *s = tr_session_get_state (d->session);
  const double *q = s->q;
  double sum = 8 * e->density * GRAVITY * q[1];
  for (int i = 0; i < 6; i++)
    sum += 0.5 * e->density * mass[i] * s->v[i] * s->v[i];
  // |F − R|² is least for the rotation R = (a, −b; b, a)/S
  double a = q[2] + q[5], b = q[3] - q[4], J = q[2] * q[5] - q[3] * q[4];
  double square = q[2] * q[2] + q[3] * q[3] + q[4] * q[4] + q[5] * q[5];
  double off = square - 2 * hypot (a, b) + 2;
  return sum + 0.5 * 8 * (e->shape * off + e->area * (J - 1) * (J - 1));
}

#define SHEET(shape, area)                                                                         \
  "{'id': 's', 'kind': 'sheet', 'origin': [0, 50], 'u': [1.2, 0.2], 'v': [-0.1, 0.9], 'size': "    \
  "[4, 2], 'velocity': {'origin': [3, 0], 'u': [0, 0.5], 'v': [-0.5, 0]}, 'elastic': "             \
  "{'shape': " #shape ", 'area': " #area "}}"

// Three seconds of frames; growth: of the energy there was beyond the lowest that is seen.
static void
assert_sheet (const char *sheet, const char *constraints, Sheet e, double growth)
{
  g_auto (Drawing) d = {0};
  init (&d, sheet, constraints, "", e.density);
  double first = sheet_energy (&d, &e), least = first, most = first;
  for (int i = 1; i <= 180; i++) {
    run_to (&d, i / 60.0);
    double now = sheet_energy (&d, &e);
    least = fmin (least, now);
    most = fmax (most, now);
  }
  double range = fmax (first - least, 8 * e.density * GRAVITY);
  if (!(most <= first + growth * range))
    g_error ("%g/%g: energy from %g up to %g, down to %g", e.shape, e.area, first, most, least);
  // a sheet that falls freely falls as a stone does
  if (!*constraints) {
    drawing_assert_near (drawing_point (&d, "s.origin"), v2 (9, 50 - 45), 1e-6);
  }
  if (growth < 1e-6)
    g_assert_cmpfloat_with_epsilon (drawing_value (&d, "s.area"), 8, 1e-2);
}

#define HELD "{'id': 'n', 'kind': 'nail', 'a': <s(-2;1)>, 'at': [-2.5, 50.5]}"

static void
test_sheets (void)
{
  // soft: followed, to second order in the part
  assert_sheet (SHEET (10, 0), "", (Sheet){10, 0, 1}, 1e-3);
  assert_sheet (SHEET (10, 5), HELD, (Sheet){10, 5, 1}, 1e-2);
  assert_sheet (SHEET (1e6, 0), "", (Sheet){1e6, 0, 1}, 1e-1);
  // stiff: damped
  assert_sheet (SHEET (1e9, 0), "", (Sheet){1e9, 0, 1}, 1e-9);
  assert_sheet (SHEET (1e10, 0), "", (Sheet){1e10, 0, 1}, 1e-9);
  assert_sheet (SHEET (1e10, 0), "", (Sheet){1e10, 0, 20}, 1e-9);
  assert_sheet (SHEET (1e7, 1e9), "", (Sheet){1e7, 1e9, 1}, 1e-9);
  assert_sheet (SHEET (1e9, 0), HELD, (Sheet){1e9, 0, 1}, 1e-9);
  assert_sheet (SHEET (1e10, 1e10), HELD, (Sheet){1e10, 1e10, 5}, 1e-9);
}

// ½ k |p|² and its like: 3 at first, nowhere farther later, at rest in the end where it is stiff.
static void
assert_force (const char *force, double density, double rest)
{
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'p', 'kind': 'point', 'at': [3, 1]}", "", force, density);
  for (int i = 1; i <= 120; i++) {
    run_to (&d, i / 60.0);
    g_assert_cmpfloat (fabs (drawing_value (&d, "p.x")), <, 3 * (1 + 1e-9));
  }
  g_assert_cmpfloat (fabs (drawing_value (&d, "p.x")), <, rest);
}

static void
test_forces (void)
{
  assert_force ("{'id': 'f', 'kind': 'pull', 'a': <p.at>, 'at': [0, 0], 'stiffness': 1e9}", 1,
                1e-3);
  assert_force ("{'id': 'f', 'kind': 'pull', 'a': <p.at>, 'at': [0, 0], 'stiffness': 1e9}", 50,
                1e-3);
  assert_force ("{'id': 'f', 'kind': 'minimize', 'expr': 'p.x^2 + p.y^2', 'weight': 1e8}", 1, 1e-3);
  assert_force ("{'id': 'f', 'kind': 'minimize', 'expr': 'p.x^2', 'weight': 1e8}", 9, 1e-3);
  assert_force ("{'id': 'f', 'kind': 'relation', 'expr': 'p.x/2', 'op': '=', 'weight': 1e9}", 9,
                1e-3);
  assert_force ("{'id': 'f', 'kind': 'spring', 'a': <0;1>, 'b': <p.at>, 'rest': 0, 'stiffness': "
                "1e9}",
                50, 1e-3);
}

// Two points drawn together by an objective over both: the middle falls as a stone, they do not fly
// apart.
static void
test_pair (void)
{
  g_auto (Drawing) d = {0};
  init (
      &d, "{'id': 'p', 'kind': 'point', 'at': [3, 1]}, {'id': 'r', 'kind': 'point', 'at': [-1, 0]}",
      "", "{'id': 'f', 'kind': 'minimize', 'expr': '(p.x - r.x)^2 + (p.y - r.y)^2', 'weight': 1e8}",
      2);
  for (int i = 1; i <= 120; i++) {
    run_to (&d, i / 60.0);
    double apart = v2_dist (drawing_point (&d, "p.at"), drawing_point (&d, "r.at"));
    g_assert_cmpfloat (apart, <, sqrt (17) * (1 + 1e-9));
  }
  Vec2 p = drawing_point (&d, "p.at"), r = drawing_point (&d, "r.at");
  drawing_assert_near (p, r, 1e-3);
  drawing_assert_near (v2_mid (p, r), v2 (1, 0.5 - 0.5 * GRAVITY * 4), 1e-6);
}

// A curve drawn to points that it cannot all meet: it does not fly away.
static void
test_fit (void)
{
  g_auto (Drawing) d = {0};
  init (&d, "{'id': 'c', 'kind': 'circle', 'center': [0, 0], 'radius': 4}", "",
        "{'id': 'f', 'kind': 'fit', 'a': 'c', 'points': [[3, 0], [0, 3.5], [-3, 0], [1, -3]], "
        "'stiffness': 1e8}",
        1);
  for (int i = 1; i <= 120; i++) {
    run_to (&d, i / 60.0);
    g_assert_cmpfloat (v2_norm (drawing_point (&d, "c.center")), <, 1);
    g_assert_cmpfloat (fabs (drawing_value (&d, "c.radius") - 3.5), <, 1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stiff/sheets", test_sheets);
  g_test_add_func ("/stiff/forces", test_forces);
  g_test_add_func ("/stiff/pair", test_pair);
  g_test_add_func ("/stiff/fit", test_fit);
  return g_test_run ();
}
