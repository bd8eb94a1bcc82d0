// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drag matrices: against numbers of an independent implementation of the written definitions,
// against brute quadrature, and the rules of weights, floor and slides.

#include "make-body.h"
#include "model/row.h"

#include <math.h>

// M z of the natural and of the viscous metric for z_i = 1/(1 + i).
typedef struct {
  TrBodyKind kind;
  int n, closed;
  double q[16], natural[16], viscous[16];
} Golden;

static const Golden golden[] = {
    {TR_BODY_POINT, 2, 0, {3, -4}, {1, 0.5}, {1, 0.5}},
    {TR_BODY_SEGMENT,
     4,
     0,
     {1, 2, 4, -2.5},
     {2.7041634565979922, 1.3520817282989961, 0.90138781886599739, 0.67604086414949804},
     {2.1032382440206607, 1.1267347735824969, 1.5023130314433284, 0.90138781886599717}},
    {TR_BODY_POLYLINE,
     8,
     0,
     {0, 0, 3, 1, 2, 5, -4, 2},
     {1.5811388300841898, 0.79056941504209488, 1.2142305476310067, 0.91067291072325507,
      1.083130955811703, 0.90260912984308583, 0.47915742374995496, 0.41926274578121059},
     {1.2297746456210366, 0.65880784586841246, 1.4739701626359896, 0.9851691239855811,
      1.1108678687698792, 0.91328973622319665, 0.54304508024994891, 0.46584749531245617}},
    {TR_BODY_POLYLINE,
     4,
     1,
     {0, 0, 3, 1},
     {3.1622776601683791, 1.5811388300841895, 1.0540925533894598, 0.79056941504209499},
     {2.4595492912420727, 1.3176156917368247, 1.7568209223157663, 1.0540925533894598}},
    {TR_BODY_POLYLINE,
     6,
     1,
     {0, 0, 3, 1, 2, 5},
     {4.2737212336514423, 2.1368606168257211, 1.2142305476310067, 0.91067291072325507,
      0.95082704327521661, 0.79235586939601377},
     {3.204335074903689, 1.7059232250334553, 1.4739701626359896, 0.9851691239855811,
      1.7604735870179868, 1.1487970479259535}},
    {TR_BODY_BEZIER,
     8,
     0,
     {0, 0, 1, 3, 4, 3, 5, 0},
     {7.658521713818776, 3.829260856909388, 0.56022739923187048, 0.42017054942390286,
      0.33613643953912231, 0.28011369961593524, 1.0940745305455393, 0.95731521422734689},
     {1.3817772768600611, 0.74875337315800194, 0.81202907820343451, 0.49075871880133426,
      0.51264936222907087, 0.35592212260327866, 0.37805718256950516, 0.30149405226140696}},
    {TR_BODY_BEZIER,
     14,
     0,
     {0, 0, 1, 3, 4, 3, 5, 0, 6, -2, 9, 1, 10, 4},
     {7.658521713818776, 3.829260856909388, 0.56022739923187048, 0.42017054942390286,
      0.33613643953912231, 0.28011369961593524, 1.9325873973458123, 1.6910139726775859,
      0.19284877927357669, 0.17356390134621902, 0.19093108131726699, 0.17502015787416139,
      0.72028587354095641, 0.66883688257374507},
     {1.3817772768600611, 0.74875337315800194, 0.81202907820343451, 0.49075871880133426,
      0.51264936222907087, 0.35592212260327866, 0.56090864220999337, 0.46359597733079611,
      0.18749287428333136, 0.16855947915742839, 0.20161035718771197, 0.18335900064818619,
      0.20152485456461944, 0.18519756460137274}},
    {TR_BODY_BEZIER,
     6,
     1,
     {0, 0, 5, 1, 1, 6},
     {19.805657556000675, 9.9028287780003375, 0.55994957221847597, 0.41996217916385703,
      0.33808792489914219, 0.28173993741595177},
     {3.8203003386846253, 2.0254995351631009, 1.0167354527058003, 0.5789141847014766,
      1.0124160947273617, 0.57299559121531585}},
    {TR_BODY_BEZIER,
     12,
     1,
     {0, 0, 4, 1, 6, 4, 3, 7, 0, 6, -2, 3},
     {19.998268667055353, 9.9991343335276763, 0.78706430341039346, 0.59029822755779515,
      0.45431384012184817, 0.37859486676820675, 2.7359149933806863, 2.3939256192081007,
      0.24237218322706203, 0.21813496490435585, 0.19785375414374431, 0.18136594129843225},
     {3.3904270555561218, 1.8159186717709626, 1.1506891522532248, 0.6940870983452937,
      0.70678336850915757, 0.48761612095079493, 0.8442374363774765, 0.67854986322501976,
      0.47027407023521534, 0.32336405844251553, 0.80273891308086143, 0.46712317597814756}},
    {TR_BODY_SPLINE,
     10,
     0,
     {0, 0, 3, 1, 5, 4, 4, 8, 1, 9},
     {0.13649757325235762, 0.068248786626178809, 0.55957339888768209, 0.41968004916576157,
      0.63768381182956968, 0.53140317652464131, 0.24921965629709553, 0.2180671992599586,
      0.015683166343563842, 0.014114849709207459},
     {0.048744355383161492, 0.033998237164825224, 0.50393282996441935, 0.37044691795167645,
      0.71826910132302557, 0.57035221030030547, 0.3054967295598785, 0.25761227792100666,
      0.022214590379783902, 0.019104417947934025}},
    {TR_BODY_SPLINE,
     8,
     1,
     {0, 0, 4, 1, 5, 5, -1, 4},
     {3.169265427323174, 1.584632713661587, 1.0890002809994261, 0.81675021074956966,
      0.68076960119445318, 0.56730800099537759, 0.50068154548315291, 0.43809635229775878},
     {1.8791648230801972, 1.055234222069402, 1.4767676610813618, 0.92926842465306636,
      0.86291955334792081, 0.64799826389643067, 1.2208648174907273, 0.77428636708539422}},
    {TR_BODY_SPLINE,
     12,
     1,
     {0, 0, 4, -1, 7, 2, 6, 5, 2, 6, -1, 3},
     {3.2587037095456215, 1.6293518547728107, 1.1773493409685534, 0.88301200572641503,
      0.6519126059679724, 0.54326050497331024, 0.46552910136366027, 0.40733796369320274,
      0.39244978032285122, 0.35320480229056611, 0.29632391180362377, 0.27163025248665507},
     {1.9144810229257956, 1.0625732557359973, 1.5837796417430869, 0.99784680274545212,
      0.78332922260040228, 0.60582584396853278, 0.49180837656646831, 0.42322854980361957,
      0.47674124099587067, 0.39580193062926011, 0.99212894514065864, 0.6025210010600982}},
    {TR_BODY_CIRCLE,
     3,
     0,
     {1, 2, 2.5},
     {15.707963267948966, 7.8539816339744828, 5.2359877559829879},
     {15.707963267948989, 7.8539816339744943, 5.2359877559829968}},
    {TR_BODY_ARC,
     5,
     0,
     {1, 2, 2.5, 0.3, 2.1},
     {3.1955588719847023, 4.1181170650837755, 4.2873487029617117, 2.6736297507638191,
      -2.6617969624246776},
     {2.9478605508121891, 4.3375841360290766, 4.7444511421256621, 0.89307843898947603,
      -1.917066024812573}},
    {TR_BODY_ARC,
     5,
     0,
     {1, 2, 1.5, 4, -5},
     {14.972085666527006, 6.9467932171655233, 6.1602716108947062, 9.6716638888930149,
      0.7476652879413932},
     {12.168260679444867, 6.3497192533752109, 2.6293891997885259, 1.5334175125373728,
      1.2618268070098004}},
    {TR_BODY_ELLIPSE,
     5,
     0,
     {1, 2, 6, 1.25, 0.7},
     {25.294881041171621, 12.64744052058581, 8.4316270137238725, 6.3237202602929052,
      182.12314349643566},
     {25.294881041171621, 12.64744052058581, 3.043168710346019, 4.0413437275333957,
      70.784123802890775}},
    {TR_BODY_RIGID, 3, 0, {1, 2, 0.7}, {3, 1.5, 2.25}, {3, 1.5, 2.25}},
    {TR_BODY_SHEET,
     6,
     0,
     {1, 2, 1, 0.2, -0.3, 1.5},
     {6, 3, 9, 6.75, 2.4000000000000004, 2},
     {6, 3, 9, 6.75, 2.4000000000000004, 2}},
    {TR_BODY_NUMBER, 1, 0, {7}, {1}, {1}},
    {TR_BODY_FORMULA,
     3,
     0,
     {2, 3, 1.5},
     {74.525954914626055, 0.73388540967495697, 117.84285087650277},
     {74.525954914626055, 0.73388540967495697, 117.84285087650277}},
    {TR_BODY_FORMULA,
     3,
     1,
     {2, 2.1, 1.5},
     {277.43803209481177, 85.639452916096246, 405.17342609418199},
     {277.43803209481177, 85.639452916096246, 405.17342609418199}},
};

static void
assert_close (const char *name, double value, double expected, double tolerance)
{
  if (!(fabs (value - expected) <= tolerance))
    g_error ("%s: %.17g, expected %.17g", name, value, expected);
}

// The whole n × n matrix of the only body of a drawing, whatever form it comes in.
static void
dense_mass (const TrModel *m, const double *q, double ell, double *M)
{
  const TrBody *b = m->bodies;
  TrMassPair pairs[3 * MAKE_MAX];
  double blocks[2 * MAKE_MAX];
  if (tr_body_get_ops (b)->block == 0) {
    tr_body_mass (m, b, q, ell, M);
    g_assert_cmpint (tr_body_mass_pairs (m, b, q, pairs), ==, 0);
    return;
  }
  memset (M, 0, sizeof (double) * (size_t) (b->n * b->n));
  tr_body_mass (m, b, q, ell, blocks);
  for (int i = 0; i < b->n; i++) {
    M[i * b->n + i] = blocks[2 * i + i % 2];
    M[i * b->n + (i ^ 1)] = blocks[2 * i + 1 - i % 2];
  }
  int n = tr_body_mass_pairs (m, b, q, pairs);
  for (int k = 0; k < n; k++)
    for (int c = 0; c < 2; c++) {
      int i = 2 * pairs[k].i + c, j = 2 * pairs[k].j + c;
      g_assert_false (fabs (M[i * b->n + j]) > 0); // each pair once
      M[i * b->n + j] = M[j * b->n + i] = c == 0 ? pairs[k].m.x : pairs[k].m.y;
    }
}

static TrModel
model_of (MadeBody *made, TrMetric metric)
{
  return (TrModel){.n_bodies = 1, .bodies = &made->b, .n_q = made->b.n, .world.metric = metric};
}

static void
check_golden (const Golden *g, TrMetric metric, const double *expected)
{
  MadeBody made;
  double M[MAKE_MAX * MAKE_MAX], size = 0;
  MadeList list = {g->kind, g->n / 2, g->closed};
  bool is_list = tr_body_ops[g->kind]->basis != NULL;
  make_body (g->kind, is_list ? &list : NULL,
             g->kind == TR_BODY_FORMULA ? &made_formulas[g->closed] : NULL, &made);
  memcpy (made.q, g->q, sizeof (double) * (size_t) g->n);
  TrModel m = model_of (&made, metric);
  dense_mass (&m, made.q, 1, M);
  for (int i = 0; i < g->n; i++)
    size = fmax (size, fabs (expected[i]));
  for (int i = 0; i < g->n; i++) {
    double sum = 0;
    for (int k = 0; k < g->n; k++)
      sum += M[i * g->n + k] / (1 + k);
    assert_close (tr_body_ops[g->kind]->name, sum, expected[i], 1e-13 * size);
  }
  made_clear (&made);
}

static void
test_golden (void)
{
  bool seen[TR_N_BODY_KINDS] = {false};
  for (size_t k = 0; k < G_N_ELEMENTS (golden); k++) {
    check_golden (&golden[k], TR_METRIC_NATURAL, golden[k].natural);
    check_golden (&golden[k], TR_METRIC_VISCOUS, golden[k].viscous);
    seen[golden[k].kind] = true;
  }
  for (int kind = 0; kind < TR_N_BODY_KINDS; kind++)
    g_assert_true (seen[kind]);
}

// ∫ X_qᵀ X_q |x_t| dt by the midpoint rule on many pieces, and ∫ |x_t| dt.
static double
brute_mass (const TrBody *b, const double *q, double *M)
{
  const int pieces = 27720;
  double t0, t1, length = 0;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  memset (M, 0, sizeof (double) * (size_t) (b->n * b->n));
  for (int i = 0; i < pieces; i++) {
    TrJet j;
    tr_body_get_ops (b)->jet (b, q, t0 + (t1 - t0) * (i + 0.5) / pieces, TR_JET_PLACE, &j);
    double w = v2_norm (j.x_t) * (t1 - t0) / pieces;
    length += w;
    for (int k = 0; k < j.n; k++)
      for (int l = 0; l < j.n; l++)
        M[j.at[k] * b->n + j.at[l]] += w * v2_dot (j.x_q[k], j.x_q[l]);
  }
  return length;
}

// The rule itself is off by up to 1e-4 on curves that nearly stop and turn within a span.
static void
check_brute (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const TrBodyOps *ops = tr_body_get_ops (b);
  double M[MAKE_MAX * MAKE_MAX], expected[MAKE_MAX * MAKE_MAX];
  if (!ops->has_curve)
    return;
  double length = brute_mass (b, made->q, expected), size = length;
  for (int i = 0; i < b->n; i++)
    size = fmax (size, expected[i * b->n + i]);
  bool rough = b->kind == TR_BODY_BEZIER || b->kind == TR_BODY_SPLINE || b->kind == TR_BODY_FORMULA;
  double off = rough ? 1e-4 : 1e-7;
  TrModel m = model_of (made, TR_METRIC_VISCOUS);
  dense_mass (&m, made->q, 1, M);
  for (int i = 0; i < b->n * b->n; i++)
    assert_close (ops->name, M[i], expected[i], off * size);
  assert_close (ops->name, ops->drag (b, made->q), length, off * size);
}

static void
test_brute (void)
{
  for_each_body (check_brute);
}

// Lumped: the row sums of the consistent matrix, four times as much at the ends of Béziers.
static void
check_lumped (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  double natural[MAKE_MAX * MAKE_MAX], viscous[MAKE_MAX * MAKE_MAX];
  if (b->kind != TR_BODY_SEGMENT && tr_body_get_ops (b)->basis == NULL)
    return;
  TrModel m = model_of (made, TR_METRIC_NATURAL);
  dense_mass (&m, made->q, 1e-3, natural);
  m.world.metric = TR_METRIC_VISCOUS;
  dense_mass (&m, made->q, 1e-3, viscous);
  for (int i = 0; i < b->n; i++) {
    double sum = 0, times = b->kind == TR_BODY_BEZIER && i / 2 % 3 == 0 ? 4 : 1;
    for (int k = 0; k < b->n; k++) {
      sum += viscous[i * b->n + k];
      g_assert_true (k == i || !(fabs (natural[i * b->n + k]) > 0));
    }
    assert_close ("lumped", natural[i * b->n + i], times * sum, 1e-12 * (1 + times * sum));
  }
}

static void
test_lumped (void)
{
  for_each_body (check_lumped);
}

// Row and column times √w, in both metrics.
static void
check_weights (MadeBody *made, GRand *rand)
{
  double plain[MAKE_MAX * MAKE_MAX], weighed[MAKE_MAX * MAKE_MAX], weights[MAKE_MAX];
  int n = made->b.n;
  for (int i = 0; i < n; i++)
    weights[i] = g_rand_double_range (rand, 0.1, 20);
  for (int metric = 0; metric < 2; metric++) {
    TrModel m = model_of (made, metric == 0 ? TR_METRIC_NATURAL : TR_METRIC_VISCOUS);
    made->b.weights = NULL;
    dense_mass (&m, made->q, 1e-9, plain);
    made->b.weights = weights;
    dense_mass (&m, made->q, 1e-9, weighed);
    for (int i = 0; i < n * n; i++) {
      double expected = plain[i] * sqrt (weights[i / n] * weights[i % n]);
      assert_close ("weighed", weighed[i], expected, 1e-12 * (1e-9 + fabs (expected)));
    }
  }
}

static void
test_weights (void)
{
  for_each_body (check_weights);
}

// A body of no size keeps 1e-6 ℓ, 1e-6 ℓ³ for angles.
static void
check_floor (MadeBody *made, GRand *rand)
{
  const TrBody *b = &made->b;
  const double ell = 50;
  double M[MAKE_MAX * MAKE_MAX];
  memset (made->q, 0, sizeof made->q);
  if (b->kind == TR_BODY_RIGID)
    made->b.rigid.length = 1e-9;
  TrModel m = model_of (made, TR_METRIC_NATURAL);
  dense_mass (&m, made->q, ell, M);
  for (int i = 0; i < b->n; i++) {
    g_assert_cmpfloat (M[i * b->n + i], >=, 1e-6 * ell);
    char buf[32];
    const char *name = tr_body_member_name (b, i, buf);
    bool turns =
        g_str_equal (name, "rotation") || g_str_equal (name, "start") || g_str_equal (name, "end");
    if (turns)
      assert_close (name, M[i * b->n + i], 1e-6 * ell * ell * ell, 1e-12);
  }
}

static void
test_floor (void)
{
  for_each_body (check_floor);
}

static double
slide_mass (const TrModel *m, const TrConnector *c, const double *q, double ell)
{
  return tr_slide_mass (m, c, q, ell, tr_slide_drag (m, c, q));
}

// A radius of 2 at its full turn: 1e-4 · 4π · 2².
static void
test_slide (void)
{
  MadeBody made;
  make_body (TR_BODY_CIRCLE, NULL, NULL, &made);
  memcpy (made.q, (double[]){3, 4, 2, 0.7}, 4 * sizeof (double));
  TrModel m = model_of (&made, TR_METRIC_NATURAL);
  TrConnector slide = {.kind = TR_AT_SLIDE, .body = 0, .slide = 3};
  assert_close ("slide", slide_mass (&m, &slide, made.q, 10), 1.6e-3 * G_PI, 1e-15);
  // |x_t| counts as at least 1e-3 ℓ
  assert_close ("slow", slide_mass (&m, &slide, made.q, 1e4), 4e-2 * G_PI, 1e-13);
  made.q[2] = 0;
  g_assert_cmpfloat (slide_mass (&m, &slide, made.q, 10), >, 0);
  // A trace keeps its parameter in the connector.
  slide = (TrConnector){.kind = TR_AT_SLIDE, .body = 0, .slide = -1, .p = {0.7, 0}};
  g_assert_cmpfloat (slide_mass (&m, &slide, made.q, 10), >, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mass/golden", test_golden);
  g_test_add_func ("/mass/brute", test_brute);
  g_test_add_func ("/mass/lumped", test_lumped);
  g_test_add_func ("/mass/weights", test_weights);
  g_test_add_func ("/mass/floor", test_floor);
  g_test_add_func ("/mass/slide", test_slide);
  return g_test_run ();
}
