// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is named where nothing depends on anything else and still not all can hold.

#include "make-drawing.h"

static char *
conflicts_of (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrCheck *c = tr_session_check (d->session);
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < c->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (c->conflicts, i);
    for (guint k = 0; k < set->len; k++)
      g_string_append_printf (out, "%s%s",
                              k   ? " "
                              : i ? ";"
                                  : "",
                              m->constraints[g_array_index (set, int, k)].id);
  }
  return g_string_free (out, FALSE);
}

#define CHAIN                                                                                      \
  "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [4, 1]},"                                      \
  "{'id': 'b', 'kind': 'segment', 'a': [4, 1], 'b': [8, 0]},"                                      \
  "{'id': 'c', 'kind': 'segment', 'a': [8, 0], 'b': [9, 5]}"
#define JOINTS                                                                                     \
  "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]},"                                         \
  "{'id': 'j', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>},"                                         \
  "{'id': 'k', 'kind': 'attach', 'a': <b.b>, 'b': <c.a>},"                                         \
  "{'id': 'la', 'kind': 'length', 'a': 'a', 'value': 5},"                                          \
  "{'id': 'h', 'kind': 'horizontal', 'a': 'b'},"

// The rest of the chain bends to meet the impossible half way; it is not blamed for that.
static void
test_least_sets (void)
{
  static const struct {
    const char *constraints, *conflicts;
  } cases[] = {
      {JOINTS "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': -2}", "l"},
      {JOINTS "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': -2},"
              "{'id': 'd', 'kind': 'distance', 'a': <c.b>, 'b': <20;0>, 'value': -1},"
              "{'id': 'q', 'kind': 'equation', 'expr': 'abs(c.ax - 3) + 2', 'op': '='}",
       "l;d;q"},
      {JOINTS "{'id': 'q', 'kind': 'equation', 'expr': 'abs(c.ax - 3) + b.by', 'op': '='},"
              "{'id': 'r', 'kind': 'equation', 'expr': 'abs(c.bx) - b.by + 1', 'op': '='}",
       "q r"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, CHAIN, cases[i].constraints, NULL);
    tr_session_solve (d.session);
    g_autofree char *found = conflicts_of (&d);
    g_assert_false (tr_session_check (d.session)->holds);
    g_assert_cmpstr (found, ==, cases[i].conflicts);
  }
}

// A hand on what does not hold yet moves it all the same, and it holds from the first frame on; a
// click moves nothing.
static void
test_drag_solves (void)
{
  g_auto (Drawing) d = {0};
  drawing_init (&d,
                "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [40, 10]},"
                "{'id': 'b', 'kind': 'segment', 'a': [-3, 30], 'b': [8, 0]}",
                "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [1, -20]},"
                "{'id': 'j', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>},"
                "{'id': 'la', 'kind': 'length', 'a': 'a', 'value': 5},"
                "{'id': 'lb', 'kind': 'length', 'a': 'b', 'value': 7}",
                NULL);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d.session));
  drawing_press (&d, "b.b");
  tr_session_release (d.session);
  g_assert_true (tr_state_equal (before, tr_session_get_state (d.session)));
  drawing_press (&d, "b.b");
  for (int i = 1; i <= 20; i++) {
    TrStepResult r = drawing_move (&d, v2 (8 - i, -0.5 * i));
    g_assert_true (r.ok);
    g_assert_cmpfloat (r.relative, <, 1e-9);
  }
  drawing_hold (&d);
  tr_session_release (d.session);
  g_assert_true (drawing_holds (&d));
  g_assert_true (tr_session_undo (d.session));
  g_assert_true (tr_state_equal (before, tr_session_get_state (d.session)));
}

// A crank that cannot turn past its dead centre is pulled far beyond it in n frames and led back: the
// other branch begins there, and is not taken.
static void
lead_there_and_back (bool has_coupler_point, int n)
{
  g_auto (Drawing) d = {0};
  g_autofree char *bodies = g_strdup_printf (
      "{'id': 'p', 'kind': 'point', 'at': [1.244, 0.196]},"
      "{'id': 'q', 'kind': 'point', 'at': [-2.32, -2.293]}%s",
      has_coupler_point ? ",{'id': 'r', 'kind': 'point', 'at': [-2.591, 1.657]}" : "");
  g_autofree char *constraints = g_strdup_printf (
      "{'id': 'a', 'kind': 'distance', 'a': <4.1;3.75>, 'b': <p.at>, 'value': 4.55934776},"
      "{'id': 'b', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 4.347092937},"
      "{'id': 'c', 'kind': 'distance', 'a': <0.165;1.322>, 'b': <q.at>, 'value': 4.386735688}%s",
      has_coupler_point
          ? ",{'id': 'c1', 'kind': 'distance', 'a': <p.at>, 'b': <r.at>, 'value': 4.103869637},"
            "{'id': 'c2', 'kind': 'distance', 'a': <q.at>, 'b': <r.at>, 'value': 3.959285415}"
          : "");
  drawing_init (&d, bodies, constraints, NULL);
  tr_session_solve (d.session);
  Vec2 p = drawing_point (&d, "p.at"), q = drawing_point (&d, "q.at"), centre = v2 (4.1, 3.75);
  double from = atan2 (p.y - centre.y, p.x - centre.x);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= n; i++)
    drawing_move (&d, v2_add (centre, v2_polar (4.55934776, from + 2.4 * i / n)));
  drawing_hold (&d);
  tr_session_release (d.session);
  g_assert_cmpfloat (v2_dist (drawing_point (&d, "p.at"), v2 (8.646398759, 3.406619278)), <, 1e-2);
  Vec2 stop = drawing_point (&d, "p.at");
  double end = atan2 (stop.y - centre.y, stop.x - centre.x);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= n; i++)
    drawing_move (&d, v2_add (centre, v2_polar (4.55934776, end + (from - end) * i / n)));
  drawing_hold (&d);
  tr_session_release (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), p, 1e-6);
  drawing_assert_near (drawing_point (&d, "q.at"), q, 1e-6);
}

static void
test_way_back (void)
{
  static const int frames[] = {12, 30, 47, 60, 83, 97, 120, 151, 200, 333};

  for (gsize i = 0; i < G_N_ELEMENTS (frames); i++)
    for (int has = 0; has < 2; has++) {
      g_test_message ("%d frames%s", frames[i], has ? ", with a point of the coupler" : "");
      lead_there_and_back (has, frames[i]);
    }
}

// A crank p on a, a rocker q on b; the crank cannot turn round.
typedef struct {
  Vec2 a, b, p, q;
  int frames;   // there
  double sweep; // radians, to beyond a dead centre
} FourBar;

static const FourBar four_bars[] = {
    {{4.7455, -2.4726}, {-4.9039, -0.7582}, {1.6155, -4.6375}, {-0.7913, -2.1845}, 7, -2.7975},
    {{-4.4184, -1.7399}, {1.9011, 0.6474}, {3.1195, 3.9151}, {-1.8463, -0.0627}, 12, 1.2368},
    {{0.6547, -4.8653}, {4.5386, 4.5881}, {-2.7408, -4.2954}, {0.7935, 1.1843}, 30, 2.4322},
    {{3.9832, 1.3273}, {0.4912, -4.4606}, {0.0853, -3.2485}, {-2.8498, -0.6539}, 47, -1.5008},
    {{2.1863, 4.9406}, {0.2273, 1.5196}, {1.6706, -3.5728}, {-1.2854, -1.5110}, 60, 1.8228},
};

// Pulled along its circle to beyond where it can go, at rest there, and back in a straight line.
static void
pull_and_return (const FourBar *f)
{
  g_auto (Drawing) d = {0};
  g_autofree char *bodies = g_strdup_printf ("{'id': 'p', 'kind': 'point', 'at': [%.17g, %.17g]},"
                                             "{'id': 'q', 'kind': 'point', 'at': [%.17g, %.17g]}",
                                             f->p.x, f->p.y, f->q.x, f->q.y);
  double crank = v2_dist (f->a, f->p);
  g_autofree char *constraints = g_strdup_printf (
      "{'id': 'c', 'kind': 'distance', 'a': <%.17g;%.17g>, 'b': <p.at>, 'value': %.17g},"
      "{'id': 'd', 'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': %.17g},"
      "{'id': 'f', 'kind': 'distance', 'a': <%.17g;%.17g>, 'b': <q.at>, 'value': %.17g}",
      f->a.x, f->a.y, crank, v2_dist (f->p, f->q), f->b.x, f->b.y, v2_dist (f->b, f->q));
  drawing_init (&d, bodies, constraints, NULL);
  double from = atan2 (f->p.y - f->a.y, f->p.x - f->a.x);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= f->frames; i++)
    drawing_move (&d, v2_add (f->a, v2_polar (crank, from + f->sweep * i / f->frames)));
  drawing_hold (&d);
  tr_session_release (d.session);
  Vec2 stop = drawing_point (&d, "p.at");
  g_assert_cmpfloat (v2_dist (stop, v2_add (f->a, v2_polar (crank, from + f->sweep))), >, 0.1);
  drawing_press (&d, "p.at");
  for (int i = 1; i <= f->frames; i++)
    drawing_move (&d, v2_lerp (stop, f->p, (double) i / f->frames));
  drawing_hold (&d);
  tr_session_release (d.session);
  drawing_assert_near (drawing_point (&d, "p.at"), f->p, 1e-6);
  drawing_assert_near (drawing_point (&d, "q.at"), f->q, 1e-6);
}

static void
test_four_bars (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (four_bars); i++)
    pull_and_return (&four_bars[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/missed/least-sets", test_least_sets);
  g_test_add_func ("/missed/drag-solves", test_drag_solves);
  g_test_add_func ("/missed/way-back", test_way_back);
  g_test_add_func ("/missed/four-bars", test_four_bars);
  return g_test_run ();
}
