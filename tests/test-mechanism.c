// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Four-bars, sliders and instant centres: closed forms against linkages that are turned step by
// step, and drawings against closed forms.

#include "make-drawing.h"
#include "session/mechanism/mechanism.h"

#define DEGREE (M_PI / 180)

// Where circles about p and q meet, left (side > 0) or right of the way from p to q.
static bool
meet (Vec2 p, double a, Vec2 q, double b, double side, Vec2 *out)
{
  double d = v2_dist (p, q), along = (a * a - b * b + d * d) / (2 * d);
  double off = a * a - along * along;
  Vec2 u = v2_scale (v2_sub (q, p), 1 / d);
  if (off < 0)
    return false;
  *out = v2_mad (v2_mad (p, along, u), side * sqrt (off), v2_perp (u));
  return true;
}

typedef struct {
  double ground, input, coupler, output, at; // lengths; the input's angle to begin with
  TrFourBarKind kind;
  bool turns; // the input, all round
} FourBar;

static const FourBar four_bars[] = {
    {70, 24, 60, 52, 65 * DEGREE, TR_FOUR_BAR_CRANK_ROCKER, true},
    {70, 24, 60, 52, -40 * DEGREE, TR_FOUR_BAR_CRANK_ROCKER, true},
    {70, 52, 60, 24, 45 * DEGREE, TR_FOUR_BAR_ROCKER_CRANK, false},
    {24, 60, 52, 70, 10 * DEGREE, TR_FOUR_BAR_DOUBLE_CRANK, true},
    {60, 52, 24, 70, 70 * DEGREE, TR_FOUR_BAR_DOUBLE_ROCKER, false},
    {90, 40, 40, 45, 20 * DEGREE, TR_FOUR_BAR_TRIPLE_ROCKER, false},
    {40, 90, 45, 50, 30 * DEGREE, TR_FOUR_BAR_TRIPLE_ROCKER, false},
    {40, 50, 90, 45, 100 * DEGREE, TR_FOUR_BAR_TRIPLE_ROCKER, false},
    {45, 40, 50, 90, 150 * DEGREE, TR_FOUR_BAR_TRIPLE_ROCKER, false},
    {70, 30, 70, 30, 50 * DEGREE, TR_FOUR_BAR_PARALLELOGRAM, true},
    {60, 60, 35, 35, 50 * DEGREE, TR_FOUR_BAR_DELTOID, false},
    {70, 20, 60, 30, 50 * DEGREE, TR_FOUR_BAR_CHANGE_POINT, true},
};

static bool
is_within (const TrTurn *t, double angle)
{
  for (int k = -1; k <= 1; k++)
    if (angle + 2 * M_PI * k > t->from - 1e-6 && angle + 2 * M_PI * k < t->to + 1e-6)
      return true;
  return t->full;
}

// What a linkage comes to while the input turns as far as it can.
typedef struct {
  double out_least, out_most, mu_least, mu_most;
} Seen;

static void
look (Seen *seen, const TrFourBar *f, double theta, Vec2 b, Vec2 c)
{
  Vec2 out = v2_sub (c, v2 (f->ground, 0)), back = v2_sub (b, c);
  double mu = acos (-v2_dot (back, out) / (f->coupler * f->output));
  g_assert_true (is_within (&f->output_turn, atan2 (out.y, out.x)));
  g_assert_true (is_within (&f->input_turn, theta));
  seen->mu_least = fmin (seen->mu_least, mu);
  seen->mu_most = fmax (seen->mu_most, mu);
  double psi = atan2 (out.y, out.x), middle = (f->output_turn.from + f->output_turn.to) / 2;
  double off = tr_angle_wrap (psi - middle);
  seen->out_least = fmin (seen->out_least, middle + off);
  seen->out_most = fmax (seen->out_most, middle + off);
}

// Densest at its ends, where coupler and output turn fastest. Both sides belong to the circuit
// where the input has ends, and where it may change over.
static void
walk (const FourBar *t, const TrFourBar *f, double side, Seen *seen)
{
  for (int i = 0; i <= 36000; i++) {
    const TrTurn *turn = &f->input_turn;
    double part = 0.5 - 0.5 * cos (M_PI * i / 36000);
    double theta = turn->from + (turn->to - turn->from) * part;
    Vec2 b = v2_polar (t->input, theta), c;
    if (meet (b, t->coupler, v2 (t->ground, 0), t->output, side, &c))
      look (seen, f, theta, b, c);
  }
}

static void
assert_dead_points (const TrFourBar *f)
{
  for (int i = 0; i < f->n_dead; i++) {
    Vec2 b = v2_polar (f->input, f->dead[i].input);
    Vec2 d = v2 (f->ground, 0), c = v2_add (d, v2_polar (f->output, f->dead[i].output));
    Vec2 coupler = v2_sub (c, b);
    bool of_input = f->dead[i].kind == TR_DEAD_INPUT;
    double across = v2_cross (coupler, of_input ? v2_sub (c, d) : b);
    g_assert_cmpfloat_with_epsilon (v2_norm (coupler), f->coupler, 1e-9);
    g_assert_cmpfloat_with_epsilon (across / (f->coupler * f->output), 0, 1e-9);
  }
}

static void
test_four_bars (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (four_bars); i++) {
    const FourBar *t = &four_bars[i];
    Vec2 b = v2_polar (t->input, t->at), c = b, d = v2 (t->ground, 0);
    Seen seen = {INFINITY, -INFINITY, M_PI, 0};
    TrFourBar f;

    g_assert_true (meet (b, t->coupler, d, t->output, 1, &c));
    tr_four_bar_find (v2 (0, 0), b, c, d, &f);
    g_assert_cmpint (f.kind, ==, t->kind);
    walk (t, &f, 1, &seen);
    if (!f.input_turn.full || f.kind >= TR_FOUR_BAR_CHANGE_POINT)
      walk (t, &f, -1, &seen);
    g_assert_cmpfloat_with_epsilon (seen.mu_least, f.transmission_least, 1e-3);
    g_assert_cmpfloat_with_epsilon (seen.mu_most, f.transmission_most, 1e-3);
    if (!f.output_turn.full) {
      g_assert_cmpfloat_with_epsilon (seen.out_least, f.output_turn.from, 1e-3);
      g_assert_cmpfloat_with_epsilon (seen.out_most, f.output_turn.to, 1e-3);
    }
    assert_dead_points (&f);
    g_assert_cmpint (f.n_dead, ==, 2 * !f.input_turn.full + 2 * !f.output_turn.full);
    g_assert_cmpint (f.input_turn.full, ==, t->turns);
  }
}

// The textbook's numbers, each from a formula of its own.
static void
test_crank_rocker (void)
{
  double g = 70, a = 24, b = 60, c = 52;
  Vec2 pin = v2_polar (a, 1.1), end = pin;
  TrFourBar f;
  g_assert_true (meet (pin, b, v2 (g, 0), c, 1, &end));
  tr_four_bar_find (v2 (0, 0), pin, end, v2 (g, 0), &f);

  double far = acos ((g * g + c * c - (b + a) * (b + a)) / (2 * g * c));
  double near = acos ((g * g + c * c - (b - a) * (b - a)) / (2 * g * c));
  g_assert_cmpfloat_with_epsilon (tr_turn_swing (&f.output_turn), far - near, 1e-9);
  g_assert_cmpfloat_with_epsilon (f.output_turn.from, M_PI - far, 1e-9);
  double out = acos ((g * g + (b + a) * (b + a) - c * c) / (2 * g * (b + a)));
  double in = acos ((g * g + (b - a) * (b - a) - c * c) / (2 * g * (b - a)));
  double imbalance = in - out; // of the crank's two ways, beside half a turn each
  g_assert_cmpfloat_with_epsilon (f.time_ratio, (M_PI + imbalance) / (M_PI - imbalance), 1e-9);
  g_assert_cmpfloat_with_epsilon (f.transmission_least,
                                  acos ((b * b + c * c - (g - a) * (g - a)) / (2 * b * c)), 1e-9);
  g_assert_cmpfloat_with_epsilon (f.transmission_most,
                                  acos ((b * b + c * c - (g + a) * (g + a)) / (2 * b * c)), 1e-9);
}

// Turned step by step: the slider stays between its ends and comes to them.
static void
assert_slider (double a, double b, double e, double at)
{
  Vec2 pin = v2_polar (a, at), slider = v2 (pin.x + sqrt (b * b - pow (pin.y - e, 2)), e);
  double least = INFINITY, most = -INFINITY, mu_least = M_PI, mu_most = 0;
  TrSlider s;
  tr_slider_crank_find (v2 (0, 0), pin, slider, v2 (1, 0), &s);

  for (int i = 0; i <= 72000; i++) {
    double part = 0.5 - 0.5 * cos (M_PI * i / 72000);
    double theta = s.crank_turn.from + (s.crank_turn.to - s.crank_turn.from) * part;
    double h = a * sin (theta) - e, root = sqrt (fmax (0, b * b - h * h));
    double places[] = {a * cos (theta) + root, a * cos (theta) - root};
    for (int k = 0; k < (s.crank_turn.full ? 1 : 2); k++) {
      least = fmin (least, places[k]);
      most = fmax (most, places[k]);
    }
    mu_least = fmin (mu_least, acos (fmin (1, fabs (h) / b)));
    mu_most = fmax (mu_most, acos (fmin (1, fabs (h) / b)));
  }
  g_assert_cmpfloat_with_epsilon (s.least, least, 1e-4 * a);
  g_assert_cmpfloat_with_epsilon (s.most, most, 1e-4 * a);
  g_assert_cmpfloat_with_epsilon (s.transmission_least, mu_least, 2e-3);
  g_assert_cmpfloat_with_epsilon (s.transmission_most, mu_most, 2e-3);
  for (int i = 0; i < s.n_dead; i++) {
    Vec2 p = v2_polar (a, s.dead[i].input), rod = v2_sub (v2 (s.dead[i].output, e), p);
    double off = s.dead[i].kind == TR_DEAD_INPUT ? rod.x : v2_cross (p, rod);
    g_assert_cmpfloat_with_epsilon (v2_norm (rod), b, 1e-7 * b);
    g_assert_cmpfloat_with_epsilon (off / (a * b), 0, 1e-9);
  }
}

static void
test_sliders (void)
{
  assert_slider (25, 80, 0, 0.4);
  assert_slider (25, 80, 20, 0.4);
  assert_slider (25, 80, -20, 2.4);
  assert_slider (80, 25, 10, 0.2); // the crank rocks on one side of the line
  assert_slider (50, 60, 30, 0.3); // the slider passes the crank's pivot
  assert_slider (50, 60, -30, 0.3);

  TrSlider s;
  double a = 25, b = 80, e = 20;
  tr_slider_crank_find (v2 (0, 0), v2 (0, a), v2 (sqrt (b * b - 25), e), v2 (1, 0), &s);
  double far = sqrt ((a + b) * (a + b) - e * e), near = sqrt ((b - a) * (b - a) - e * e);
  double imbalance = asin (e / (b - a)) - asin (e / (a + b));
  g_assert_cmpfloat_with_epsilon (s.most - s.least, far - near, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.time_ratio, (M_PI + imbalance) / (M_PI - imbalance), 1e-9);
  g_assert_cmpfloat_with_epsilon (s.transmission_least, acos ((a + e) / b), 1e-9);
}

// The crank's pin at distance e left of the lever's line all round.
static void
test_slotted_lever (void)
{
  double a = 20, d = 70, e = 12, low = INFINITY, high = -INFINITY;
  TrSlider s = {.n_dead = 0};
  for (int i = 0; i <= 72000; i++) {
    Vec2 pivot = v2 (-d, 0), pin = v2_polar (a, 2 * M_PI * i / 72000);
    Vec2 to = v2_sub (pin, pivot);
    double alpha = atan2 (to.y, to.x) - asin (e / v2_norm (to));
    low = fmin (low, alpha);
    high = fmax (high, alpha);
    if (i == 9000)
      tr_slider_lever_find (TR_SLIDER_SLOTTED_LEVER, v2 (0, 0), pin, pivot, v2_polar (1, alpha),
                            &s);
  }
  g_assert_cmpfloat_with_epsilon (s.offset, e, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.lever_turn.from, low, 1e-6);
  g_assert_cmpfloat_with_epsilon (s.lever_turn.to, high, 1e-6);
  double swing = asin ((a + e) / d) + asin ((a - e) / d);
  g_assert_cmpfloat_with_epsilon (tr_turn_swing (&s.lever_turn), swing, 1e-9);
  g_assert_cmpfloat_with_epsilon (s.time_ratio, (M_PI + swing) / (M_PI - swing), 1e-9);
  for (int i = 0; i < 2; i++) { // the crank stands across the slot; its angle from A towards D
    double crank = s.dead[i].input + M_PI;
    g_assert_cmpfloat_with_epsilon (cos (crank - s.dead[i].output), 0, 1e-9);
  }
}

static const TrPole *
pole (const TrMechanism *x, const char *a, const char *b)
{
  for (guint i = 0; i < x->poles->len; i++) {
    const TrPole *p = &g_array_index (x->poles, TrPole, i);
    const char *first = tr_mechanism_link (x, p->a)->name;
    const char *second = tr_mechanism_link (x, p->b)->name;
    if ((g_str_equal (first, a) && g_str_equal (second, b)) ||
        (g_str_equal (first, b) && g_str_equal (second, a)))
      return p;
  }
  g_assert_not_reached ();
}

static TrMechanism *
mechanism (Drawing *d, const char *drive)
{
  g_autoptr (GError) error = NULL;
  TrMechanism *x = tr_mechanism_new (tr_session_get_model (d->session),
                                     tr_session_get_state (d->session), drive, &error);
  g_assert_no_error (error);
  return x;
}

// A four-bar of segments, of distances between points and of rigids: the same mechanism.
static void
assert_is_four_bar (const char *bodies,
                    const char *constraints,
                    const char *drive,
                    const char *names[4])
{
  Drawing d;
  drawing_init (&d, bodies, constraints, NULL);
  tr_session_solve (d.session);
  g_autoptr (TrMechanism) x = mechanism (&d, drive);
  g_assert_cmpint (x->mobility, ==, 1);
  g_assert_cmpint (x->count, ==, 1);
  g_assert_cmpint (x->n_links, ==, 4);
  g_assert_cmpint (x->n_pins, ==, 4);
  g_assert_cmpint (x->sliders->len, ==, 0);
  g_assert_cmpint (x->four_bars->len, ==, 1);
  const TrFourBarLoop *loop = &g_array_index (x->four_bars, TrFourBarLoop, 0);
  for (int i = 0; i < 4; i++)
    g_assert_cmpstr (tr_mechanism_link (x, loop->link[i])->name, ==, names[i]);
  g_assert_cmpint (loop->four_bar.kind, ==, TR_FOUR_BAR_CRANK_ROCKER);
  g_assert_cmpfloat_with_epsilon (loop->four_bar.ground, 70, 1e-9);
  g_assert_cmpfloat_with_epsilon (loop->four_bar.input, 24, 1e-9);
  g_assert_cmpfloat_with_epsilon (loop->four_bar.coupler, 60, 1e-9);
  g_assert_cmpfloat_with_epsilon (loop->four_bar.output, 52, 1e-9);

  // The coupler turns about where crank and rocker meet (A at the origin, D on the x axis).
  Vec2 b = loop->at[1], out = v2_sub (loop->at[2], loop->at[3]);
  double along = 70 * out.y / v2_cross (b, out);
  const TrPole *p = pole (x, "ground", names[2]);
  g_assert_cmpint (p->kind, ==, TR_POLE_AT);
  drawing_assert_near (p->at, v2_scale (b, along), 1e-9 * (1 + v2_norm (p->at)));
  drawing_assert_near (pole (x, names[1], names[2])->at, b, 1e-9);
  drawing_assert_near (pole (x, names[2], names[3])->at, loop->at[2], 1e-9);
  // Crank and rocker about where the coupler's line meets the ground's; their speeds go with it.
  Vec2 coupler = v2_sub (loop->at[2], b);
  const TrPole *q = pole (x, names[1], names[3]);
  drawing_assert_near (q->at, v2 (b.x - b.y * coupler.x / coupler.y, 0), 1e-9 * 100);
  double ratio = pole (x, "ground", names[3])->turn / pole (x, "ground", names[1])->turn;
  g_assert_cmpfloat_with_epsilon (ratio, q->at.x / (q->at.x - 70), 1e-9);
  g_assert_cmpfloat_with_epsilon (ratio, loop->four_bar.ratio, 1e-9);
  drawing_clear (&d);
}

#define SEGMENTS                                                                                   \
  "{'id': 'crank', 'kind': 'segment', 'a': [0, 0], 'b': [11, 21]},"                                \
  "{'id': 'coupler', 'kind': 'segment', 'a': [11, 21], 'b': [62, 51]},"                            \
  "{'id': 'rocker', 'kind': 'segment', 'a': [70, 0], 'b': [62, 51]}"
#define SEGMENTS_HOLD                                                                              \
  "{'id': 'na', 'kind': 'nail', 'a': <crank.a>, 'at': [0, 0]},"                                    \
  "{'id': 'nd', 'kind': 'nail', 'a': <rocker.a>, 'at': [70, 0]},"                                  \
  "{'id': 'jb', 'kind': 'attach', 'a': <crank.b>, 'b': <coupler.a>},"                              \
  "{'id': 'jc', 'kind': 'attach', 'a': <coupler.b>, 'b': <rocker.b>},"                             \
  "{'id': 'lr', 'kind': 'length', 'a': 'rocker', 'value': 52},"                                    \
  "{'id': 'lb', 'kind': 'length', 'a': 'coupler', 'value': 60},"                                   \
  "{'id': 'la', 'kind': 'length', 'a': 'crank', 'value': 24}"

static void
test_drawings (void)
{
  assert_is_four_bar (SEGMENTS, SEGMENTS_HOLD, NULL,
                      (const char *[]){"ground", "crank", "coupler", "rocker"});
  assert_is_four_bar (
      "{'id': 'B', 'kind': 'point', 'at': [11, 21]}, {'id': 'C', 'kind': 'point', 'at': [62, 51]}",
      "{'id': 'a', 'kind': 'distance', 'a': <0;0>, 'b': <B.at>, 'value': 24},"
      "{'id': 'b', 'kind': 'distance', 'a': <B.at>, 'b': <C.at>, 'value': 60},"
      "{'id': 'c', 'kind': 'distance', 'a': <C.at>, 'b': <70;0>, 'value': 52}",
      NULL, (const char *[]){"ground", "a", "b", "c"});
  assert_is_four_bar (
      "{'id': 'a', 'kind': 'rigid', 'position': [0, 0], 'rotation': 1.1, 'length': 10},"
      "{'id': 'b', 'kind': 'rigid', 'position': [11, 21], 'rotation': 0.5, 'length': 10},"
      "{'id': 'c', 'kind': 'rigid', 'position': [70, 0], 'rotation': 1.7, 'length': 10}",
      "{'id': 'na', 'kind': 'nail', 'a': <a.origin>, 'at': [0, 0]},"
      "{'id': 'nd', 'kind': 'nail', 'a': <c.origin>, 'at': [70, 0]},"
      "{'id': 'jb', 'kind': 'attach', 'a': <a(24;0)>, 'b': <b.origin>},"
      "{'id': 'jc', 'kind': 'attach', 'a': <b(60;0)>, 'b': <c(52;0)>},"
      "{'id': 'm', 'kind': 'drive', 'what': 'a.rotation', 'value': '1.1 + time'}",
      "m", (const char *[]){"ground", "a", "b", "c"});
}

// The drive says which end is the input.
static void
test_input (void)
{
  Drawing d;
  drawing_init (&d, SEGMENTS,
                SEGMENTS_HOLD ","
                              "{'id': 'm', 'kind': 'drive', 'enabled': false, 'what': "
                              "'rocker.angle', 'value': '1.7 + time'}",
                NULL);
  tr_session_solve (d.session);
  g_autoptr (GError) error = NULL;
  g_autoptr (TrMechanism) x = mechanism (&d, NULL);
  const TrFourBarLoop *loop = &g_array_index (x->four_bars, TrFourBarLoop, 0);
  g_assert_cmpstr (tr_mechanism_link (x, loop->link[1])->name, ==, "rocker");
  g_assert_cmpint (loop->four_bar.kind, ==, TR_FOUR_BAR_ROCKER_CRANK);
  g_assert_null (tr_mechanism_new (tr_session_get_model (d.session),
                                   tr_session_get_state (d.session), "nobody", &error));
  g_assert_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE);
  drawing_clear (&d);
}

// Three cranks alike between ground and one coupler: the count gives it no freedom, its lengths
// one. The middles of two cranks keep their distance, and are no link.
static void
test_paradox (void)
{
  Drawing d;
  drawing_init (
      &d,
      "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]},"
      "{'id': 'b', 'kind': 'segment', 'a': [10, 0], 'b': [13, 4]},"
      "{'id': 'c', 'kind': 'segment', 'a': [20, 0], 'b': [23, 4]},"
      "{'id': 'bar', 'kind': 'rigid', 'position': [3, 4], 'rotation': 0, 'length': 20},"
      "{'id': 'P', 'kind': 'point', 'at': [1.5, 2]}, {'id': 'Q', 'kind': 'point', 'at': [11.5, 2]}",
      "{'id': 'na', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]},"
      "{'id': 'nb', 'kind': 'nail', 'a': <b.a>, 'at': [10, 0]},"
      "{'id': 'nc', 'kind': 'nail', 'a': <c.a>, 'at': [20, 0]},"
      "{'id': 'la', 'kind': 'length', 'a': 'a', 'value': 5},"
      "{'id': 'lb', 'kind': 'length', 'a': 'b', 'value': 5},"
      "{'id': 'lc', 'kind': 'length', 'a': 'c', 'value': 5},"
      "{'id': 'ja', 'kind': 'attach', 'a': <a.b>, 'b': <bar(0;0)>},"
      "{'id': 'jb', 'kind': 'attach', 'a': <b.b>, 'b': <bar(10;0)>},"
      "{'id': 'jc', 'kind': 'attach', 'a': <c.b>, 'b': <bar(20;0)>},"
      "{'id': 'jp', 'kind': 'attach', 'a': <a.middle>, 'b': <P.at>},"
      "{'id': 'jq', 'kind': 'attach', 'a': <b.middle>, 'b': <Q.at>}",
      NULL);
  tr_session_solve (d.session);
  g_autoptr (TrMechanism) x = mechanism (&d, NULL);
  g_assert_cmpint (x->mobility, ==, 1);
  g_assert_cmpint (x->count, ==, 0);
  g_assert_cmpint (x->n_links, ==, 5);
  g_assert_cmpint (x->four_bars->len, ==, 3);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (g_array_index (x->four_bars, TrFourBarLoop, i).four_bar.kind, ==,
                     TR_FOUR_BAR_PARALLELOGRAM);
  const TrPole *p = pole (x, "ground", "bar"); // it shifts: its pole lies along the cranks
  g_assert_cmpint (p->kind, ==, TR_POLE_FAR);
  g_assert_cmpfloat_with_epsilon (v2_cross (p->at, v2 (0.6, 0.8)), 0, 1e-9);
  g_assert_cmpint (pole (x, "a", "b")->kind, ==, TR_POLE_FAR);
  drawing_clear (&d);
}

// A slider drawn as a point on a line, level with another, and as a block that does not turn.
static void
test_slider_drawings (void)
{
  static const char *const slides[] = {
      "{'id': 's', 'kind': 'distance-y', 'a': <0;0>, 'b': <C.at>, 'value': 12}",
      "{'id': 's', 'kind': 'on-line', 'a': <C.at>, 'b': {'from': <0;12>, 'to': <50;12>}}",
      "{'id': 's', 'kind': 'horizontal', 'a': {'from': <C.at>, 'to': <0;12>}}",
      "{'id': 's', 'kind': 'fix', 'a': 'C', 'what': 'y', 'value': 12}",
      "{'id': 's', 'kind': 'fix', 'a': 'block', 'what': 'y', 'value': 15},"
      "{'id': 'h', 'kind': 'horizontal', 'a': 'block'},"
      "{'id': 'jc', 'kind': 'attach', 'a': <C.at>, 'b': <block(0;-3)>}",
  };
  for (guint i = 0; i < G_N_ELEMENTS (slides); i++) {
    Drawing d;
    bool block = strstr (slides[i], "block") != NULL;
    g_autofree char *bodies = g_strdup_printf (
        "{'id': 'B', 'kind': 'point', 'at': [15, 20]},"
        "{'id': 'C', 'kind': 'point', 'at': [94, 12]}%s",
        block ? ", {'id': 'block', 'kind': 'rigid', 'position': [94, 15], 'rotation': 0}" : "");
    g_autofree char *constraints = g_strdup_printf (
        "{'id': 'crank', 'kind': 'distance', 'a': <0;0>, 'b': <B.at>, 'value': 25},"
        "{'id': 'rod', 'kind': 'distance', 'a': <B.at>, 'b': <C.at>, 'value': 80}, %s",
        slides[i]);
    drawing_init (&d, bodies, constraints, NULL);
    tr_session_solve (d.session);
    g_autoptr (TrMechanism) x = mechanism (&d, NULL);
    g_assert_cmpint (x->mobility, ==, 1);
    g_assert_cmpint (x->count, ==, 1);
    g_assert_cmpint (x->n_links, ==, block ? 4 : 3);
    g_assert_cmpint (x->four_bars->len, ==, 0);
    g_assert_cmpint (x->sliders->len, ==, 1);
    const TrSliderLoop *loop = &g_array_index (x->sliders, TrSliderLoop, 0);
    g_assert_cmpint (loop->slider.kind, ==, TR_SLIDER_CRANK);
    g_assert_cmpfloat_with_epsilon (loop->slider.offset, 12, 1e-9);
    g_assert_cmpfloat_with_epsilon (loop->slider.most, sqrt (105 * 105 - 144), 1e-9);
    // The rod turns about where the crank meets the slide's normal.
    Vec2 b = loop->at[1], c = loop->at[2];
    drawing_assert_near (pole (x, "ground", "rod")->at, v2 (c.x, b.y / b.x * c.x), 1e-7);
    drawing_clear (&d);
  }
}

// A yoke made of an upright bar with the crank's pin in it and a level one fast to its middle: that both
// never turn makes them one link, and what holds them so is counted once.
static void
test_yoke (void)
{
  Drawing d;
  drawing_init (&d,
                "{'id': 'crank', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]},"
                "{'id': 'slot', 'kind': 'segment', 'a': [3, -10], 'b': [3, 10]},"
                "{'id': 'rod', 'kind': 'segment', 'a': [3, 0], 'b': [20, 0]}",
                "{'id': 'o', 'kind': 'nail', 'a': <crank.a>, 'at': [0, 0]},"
                "{'id': 'lc', 'kind': 'length', 'a': 'crank', 'value': 5},"
                "{'id': 'pin', 'kind': 'attach', 'a': <crank.b>, 'b': <slot~0.7>},"
                "{'id': 'v', 'kind': 'vertical', 'a': 'slot'},"
                "{'id': 'ls', 'kind': 'length', 'a': 'slot', 'value': 20},"
                "{'id': 'h', 'kind': 'horizontal', 'a': 'rod'},"
                "{'id': 'lr', 'kind': 'length', 'a': 'rod', 'value': 17},"
                "{'id': 'j', 'kind': 'attach', 'a': <slot.middle>, 'b': <rod.a>},"
                "{'id': 'g', 'kind': 'distance-y', 'a': <0;0>, 'b': <rod.b>, 'value': 0}",
                NULL);
  tr_session_solve (d.session);
  g_autoptr (TrMechanism) x = mechanism (&d, NULL);
  g_assert_cmpint (x->mobility, ==, 1);
  g_assert_cmpint (x->n_links, ==, 3);
  g_assert_cmpint (x->count, ==, 1);
  drawing_clear (&d);
}

// The pin of a crank in a slot, and a rod through a block that swings.
static void
test_inversions (void)
{
  Drawing d;
  drawing_init (&d,
                "{'id': 'lever', 'kind': 'segment', 'a': [-70, 0], 'b': [40, 20]},"
                "{'id': 'B', 'kind': 'point', 'at': [14, 14]}",
                "{'id': 'n', 'kind': 'nail', 'a': <lever.a>, 'at': [-70, 0]},"
                "{'id': 'l', 'kind': 'length', 'a': 'lever', 'value': 112},"
                "{'id': 'crank', 'kind': 'distance', 'a': <0;0>, 'b': <B.at>, 'value': 20},"
                "{'id': 's', 'kind': 'attach', 'a': <B.at>, 'b': <lever~0.7>}",
                NULL);
  tr_session_solve (d.session);
  g_autoptr (TrMechanism) x = mechanism (&d, NULL);
  g_assert_cmpint (x->count, ==, 1);
  g_assert_cmpint (x->sliders->len, ==, 1);
  const TrSlider *s = &g_array_index (x->sliders, TrSliderLoop, 0).slider;
  g_assert_cmpint (s->kind, ==, TR_SLIDER_SLOTTED_LEVER);
  g_assert_cmpfloat_with_epsilon (tr_turn_swing (&s->lever_turn), 2 * asin (2.0 / 7), 1e-9);
  drawing_clear (&d);

  drawing_init (&d,
                "{'id': 'rod', 'kind': 'segment', 'a': [14, 14], 'b': [90, -6]},"
                "{'id': 'B', 'kind': 'point', 'at': [14, 14]}",
                "{'id': 'j', 'kind': 'attach', 'a': <rod.a>, 'b': <B.at>},"
                "{'id': 'l', 'kind': 'length', 'a': 'rod', 'value': 100},"
                "{'id': 'crank', 'kind': 'distance', 'a': <0;0>, 'b': <B.at>, 'value': 20},"
                "{'id': 's', 'kind': 'nail', 'a': <rod~0.7>, 'at': [70, 0]}",
                NULL);
  tr_session_solve (d.session);
  g_autoptr (TrMechanism) y = mechanism (&d, NULL);
  g_assert_cmpint (y->count, ==, 1);
  g_assert_cmpint (y->sliders->len, ==, 1);
  s = &g_array_index (y->sliders, TrSliderLoop, 0).slider;
  g_assert_cmpint (s->kind, ==, TR_SLIDER_SWING_BLOCK);
  g_assert_cmpfloat_with_epsilon (tr_turn_swing (&s->lever_turn), 2 * asin (2.0 / 7), 1e-9);
  drawing_clear (&d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mechanism/four-bars", test_four_bars);
  g_test_add_func ("/mechanism/crank-rocker", test_crank_rocker);
  g_test_add_func ("/mechanism/sliders", test_sliders);
  g_test_add_func ("/mechanism/slotted-lever", test_slotted_lever);
  g_test_add_func ("/mechanism/drawings", test_drawings);
  g_test_add_func ("/mechanism/input", test_input);
  g_test_add_func ("/mechanism/paradox", test_paradox);
  g_test_add_func ("/mechanism/slider-drawings", test_slider_drawings);
  g_test_add_func ("/mechanism/yoke", test_yoke);
  g_test_add_func ("/mechanism/inversions", test_inversions);
  return g_test_run ();
}
