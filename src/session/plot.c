// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/plot.h"

#include "session/report.h"

#include <float.h>
#include <string.h>

#define MOST_POINTS 100000
// Frames: a longer way in time is a jump.
#define JUMP 30
// Of time, for derivatives along the motion: their error is of its square.
#define DIFFERENCE 1e-4
// Halvings of the way between two points, to see whether a value jumps there.
#define HALVINGS 24
// What is left of the difference then: of its first size, and of the values'.
#define LEFT_OVER 1e-2
#define ROUNDING  1e-9
// A curve with poles: how much of it lies outside, to either side, how much more room the rest has,
// and how many times as far it all goes at least.
#define SHARE_OUTSIDE 0.08
#define ROOM          0.6
// What is less than so many roundings of the values, or than such a part of what is shown, is none.
#define NOISE      1e3
#define LEAST_PART 1e-6
#define WILD       4

typedef struct {
  char *text;
  TrExpr *expr;
  const TrVar *vars; // of the model of `generation`; NULL: the names mean nothing in it
} Axis;

struct _TrPlot {
  Axis x, y;
  TrPlotOrder order;
  guint generation;
  bool is_bound;
  GArray *points;    // of TrPlotPoint
  double *q;         // the state that was sampled last; NULL: none
  double time;       // of it
  bool is_undefined; // there
  double size;       // of the values of y so far, whatever is plotted of them
};

static void
axis_clear (Axis *a)
{
  g_free (a->text);
  g_clear_pointer (&a->expr, tr_expr_unref);
  *a = (Axis){.text = NULL};
}

static void
axis_init (Axis *a, const char *text)
{
  *a = (Axis){.text = g_strdup (text), .expr = tr_expr_parse (text, NULL)};
  g_assert (a->expr);
}

TrPlot *
tr_plot_new (void)
{
  TrPlot *p = g_new0 (TrPlot, 1);
  axis_init (&p->x, "time");
  axis_init (&p->y, "time");
  p->points = g_array_new (FALSE, FALSE, sizeof (TrPlotPoint));
  return p;
}

void
tr_plot_free (TrPlot *p)
{
  if (!p)
    return;
  axis_clear (&p->x);
  axis_clear (&p->y);
  g_array_unref (p->points);
  g_free (p->q);
  g_free (p);
}

static bool
set_axis (TrPlot *p, Axis *a, TrSession *s, const char *text, GError **error)
{
  g_autoptr (TrExpr) expr = tr_expr_parse (text, error);

  if (!expr || !tr_model_bind (tr_session_get_model (s), expr, true, error))
    return false;
  if (strcmp (text, a->text) == 0)
    return true;
  axis_clear (a);
  axis_init (a, text);
  p->is_bound = false;
  tr_plot_clear (p);
  return true;
}

bool
tr_plot_set_x (TrPlot *p, TrSession *s, const char *text, GError **error)
{
  return set_axis (p, &p->x, s, text, error);
}

bool
tr_plot_set_y (TrPlot *p, TrSession *s, const char *text, GError **error)
{
  return set_axis (p, &p->y, s, text, error);
}

void
tr_plot_set_order (TrPlot *p, TrPlotOrder order)
{
  if (p->order == order)
    return;
  p->order = order;
  tr_plot_clear (p);
}

TrPlotOrder
tr_plot_get_order (const TrPlot *p)
{
  return p->order;
}

const char *
tr_plot_get_x (const TrPlot *p)
{
  return p->x.text;
}

const char *
tr_plot_get_y (const TrPlot *p)
{
  return p->y.text;
}

void
tr_plot_clear (TrPlot *p)
{
  g_array_set_size (p->points, 0);
  p->is_undefined = false;
  p->size = 0;
}

// An edit may have made another model, where names lead elsewhere or nowhere.
static bool
bind (TrPlot *p, TrSession *s)
{
  guint now = tr_document_get_generation (tr_session_get_document (s));

  if (!p->is_bound || p->generation != now) {
    p->x.vars = tr_model_bind (tr_session_get_model (s), p->x.expr, true, NULL);
    p->y.vars = tr_model_bind (tr_session_get_model (s), p->y.expr, true, NULL);
    p->generation = now;
    p->is_bound = true;
  }
  return p->x.vars && p->y.vars;
}

static bool
same (double a, double b)
{
  return !(a < b) && !(a > b);
}

// q̇ and q̈ as drives, forces and, in the second-order law, the velocities of the drawing have them.
static void
find_motion (TrSession *s, double *v, double *a)
{
  const TrConnector nothing = {.kind = TR_AT_GROUND, .body = -1, .slide = -1};
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  TrEngine *e = tr_session_get_engine (s);
  g_autofree double *lambda = g_new0 (double, tr_engine_n_rows (e) + 1);
  g_autofree double *forces = g_new0 (double, tr_engine_n_rows (e) + 1);

  tr_engine_velocity (e, state, &nothing, v2 (0, 0), v, lambda);
  if (m->world.law == TR_LAW_SECOND_ORDER) {
    memcpy (v, state->v, sizeof (double) * (size_t) state->n_q);
    tr_engine_project_velocity (e, state, v);
  }
  tr_engine_acceleration (e, state, v, lambda, a, forces);
}

// With y at the places q ± h q̇ + h² q̈ / 2 of the motion, at the times t ± h:
//
//   ẏ = (y₊ − y₋) / 2h,   ÿ = (y₊ − 2 y + y₋) / h²
static double
derivative (TrPlot *p, TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  size_t n = (size_t) state->n_q + 1;
  g_autofree double *v = g_new0 (double, n), *a = g_new0 (double, n), *q = g_new (double, n);
  const double h = DIFFERENCE;
  double y[3];

  find_motion (s, v, a);
  for (int k = 0; k < 3; k++) {
    double at = h * (k - 1);
    for (int i = 0; i < state->n_q; i++)
      q[i] = state->q[i] + at * v[i] + 0.5 * at * at * a[i];
    y[k] = tr_model_expr_value (m, p->y.expr, p->y.vars, q, state->time + at);
  }
  return p->order == TR_PLOT_VELOCITY ? (y[2] - y[0]) / (2 * h)
                                      : (y[2] - 2 * y[1] + y[0]) / (h * h);
}

// Whether the value of an axis jumps, or goes through infinity, while the state goes from p->q to
// now. The half of the way with more of the difference is halved again: of what is smooth next to
// nothing is left, a jump stays, and at a pole it grows.
static bool
leaps (const TrPlot *p, const Axis *axis, const TrModel *m, const TrState *now)
{
  g_autofree double *q = g_new (double, now->n_q + 1);
  double low = 0, high = 1;
  double a = tr_model_expr_value (m, axis->expr, axis->vars, p->q, p->time);
  double b = tr_model_expr_value (m, axis->expr, axis->vars, now->q, now->time);
  double first = fabs (b - a), size = fabs (a) + fabs (b);

  for (int k = 0; k < HALVINGS; k++) {
    double s = 0.5 * (low + high);
    for (int i = 0; i < now->n_q; i++)
      q[i] = p->q[i] + s * (now->q[i] - p->q[i]);
    double x =
        tr_model_expr_value (m, axis->expr, axis->vars, q, p->time + s * (now->time - p->time));
    if (!isfinite (x))
      return true;
    bool is_first_half = fabs (x - a) > fabs (b - x);
    *(is_first_half ? &high : &low) = s;
    *(is_first_half ? &b : &a) = x;
  }
  double left = fabs (b - a);
  return left > LEFT_OVER * first && left > ROUNDING * size;
}

static void
keep_state (TrPlot *p, const TrState *s)
{
  p->q = g_renew (double, p->q, s->n_q + 1);
  for (int i = 0; i < s->n_q; i++)
    p->q[i] = s->q[i];
  p->time = s->time;
}

// Whether the line from the last point to this one would lead over a jump or a pole.
static void
look_back (TrPlot *p, const TrModel *m, const TrState *s, TrPlotPoint *now)
{
  now->leaps =
      p->is_undefined || (!now->begins && (leaps (p, &p->x, m, s) || leaps (p, &p->y, m, s)));
  now->begins |= now->leaps;
  p->is_undefined = false;
}

bool
tr_plot_sample (TrPlot *p, TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  guint n = p->points->len, before = p->generation;
  const TrPlotPoint *last = n > 0 ? &g_array_index (p->points, TrPlotPoint, n - 1) : NULL;

  if (!bind (p, s) || n >= MOST_POINTS)
    return false;
  TrPlotPoint now = {
      .time = state->time,
      .x = tr_model_expr_value (m, p->x.expr, p->x.vars, state->q, state->time),
      .y = p->order == TR_PLOT_VALUE
               ? tr_model_expr_value (m, p->y.expr, p->y.vars, state->q, state->time)
               : derivative (p, s),
      .begins = !last || before != p->generation ||
                fabs (state->time - last->time) > JUMP * TR_FRAME_SECONDS,
  };
  if (!isfinite (now.x) || !isfinite (now.y)) {
    p->is_undefined = last != NULL;
    return false;
  }
  if (last && same (last->time, now.time) && same (last->x, now.x) && same (last->y, now.y))
    return false;
  look_back (p, m, state, &now);
  p->size =
      fmax (p->size, fabs (tr_model_expr_value (m, p->y.expr, p->y.vars, state->q, state->time)));
  keep_state (p, state);
  g_array_append_val (p->points, now);
  return true;
}

static int
by_value (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

// What of a constant is but rounding, ε y/hⁿ of the n-th derivative, does not fill the height.
static void
leave_out_noise (const TrPlot *p, double *low, double *high)
{
  double part = LEAST_PART * fmax (fabs (*low), fabs (*high));
  double noise = NOISE * DBL_EPSILON * p->size / pow (DIFFERENCE, p->order);

  if (*high - *low < fmax (part, noise))
    *low = *high = fabs (*low) < noise ? 0 : 0.5 * (*low + *high);
}

bool
tr_plot_range (const TrPlot *p, double *low, double *high)
{
  guint n = p->points->len, cut = (guint) (SHARE_OUTSIDE * n);
  const TrPlotPoint *point = (const TrPlotPoint *) (void *) p->points->data;
  g_autofree double *y = g_new (double, n + 1);
  bool has_leaps = false;

  for (guint i = 0; i < n; i++) {
    y[i] = point[i].y;
    has_leaps |= point[i].leaps;
  }
  if (n == 0)
    return false;
  qsort (y, n, sizeof *y, by_value);
  double inner = y[n - 1 - cut] - y[cut], room = ROOM * inner;
  bool is_wild = has_leaps && inner > 0 && y[n - 1] - y[0] > WILD * inner;
  *low = is_wild ? fmax (y[0], y[cut] - room) : y[0];
  *high = is_wild ? fmin (y[n - 1], y[n - 1 - cut] + room) : y[n - 1];
  leave_out_noise (p, low, high);
  return true;
}

const TrPlotPoint *
tr_plot_get (const TrPlot *p, int *n)
{
  *n = (int) p->points->len;
  return (const TrPlotPoint *) (void *) p->points->data;
}

char *
tr_plot_title (const TrPlot *p, const TrModel *m, bool is_x)
{
  static const char *const names[] = {"%s", "d %s/dt", "d² %s/dt²"};
  static const char *const units[] = {"%s", "%s/s", "%s/s²"};
  const char *expr = is_x ? p->x.text : p->y.text;
  TrPlotOrder order = is_x ? TR_PLOT_VALUE : p->order;
  bool is_name =
      strspn (expr, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.") ==
      strlen (expr);
  g_autofree char *whole =
      is_name || order == TR_PLOT_VALUE ? g_strdup (expr) : g_strdup_printf ("(%s)", expr);
  g_autofree char *unit = tr_report_unit (m, expr);
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, names[order], whole);
  if (unit) {
    g_string_append (out, " [");
    g_string_append_printf (out, units[order], unit);
    g_string_append_c (out, ']');
  }
  return g_string_free (out, FALSE);
}

char *
tr_plot_to_csv (const TrPlot *p, const TrModel *m)
{
  GString *out = g_string_new (NULL);
  bool has_x = strcmp (p->x.text, "time") != 0;

  tr_report_column (out, m, "time");
  if (has_x) {
    g_string_append_c (out, ',');
    g_autofree char *x = tr_plot_title (p, m, true);
    tr_report_field (out, x);
  }
  g_autofree char *y = tr_plot_title (p, m, false);
  g_string_append_c (out, ',');
  tr_report_field (out, y);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < p->points->len; i++) {
    const TrPlotPoint *q = &g_array_index (p->points, TrPlotPoint, i);
    tr_report_number (out, q->time);
    for (int k = has_x ? 0 : 1; k < 2; k++) {
      g_string_append_c (out, ',');
      tr_report_number (out, k == 0 ? q->x : q->y);
    }
    g_string_append_c (out, '\n');
  }
  return g_string_free (out, FALSE);
}
