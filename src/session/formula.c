// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/formula.h"

#include "doc/reader.h"
#include "render/path.h"
#include "session/quantity.h"

#include <glib/gi18n.h>
#include <string.h>

// A number is written as one.
static const char *
bound_text (TrParts *parts, const char *text)
{
  double x;
  return tr_session_parse_number (text, &x) ? tr_parts_number (parts, x)
                                            : tr_parts_string (parts, text);
}

// What is typed, as members of the format.
static const char *
members_text (const TrFormulaText *f, TrParts *parts)
{
  g_autoptr (GString) unknowns = g_string_new (NULL);

  for (int i = 0; i < f->n_unknowns; i++)
    g_string_append_printf (unknowns, "%s%s: %s", i > 0 ? ", " : "",
                            tr_parts_string (parts, f->unknowns[i]),
                            tr_parts_number (parts, f->values[i]));
  g_autofree char *text = g_strdup_printf (
      "\"unknowns\": {%s}, \"x\": %s, \"y\": %s, \"t\": [%s, %s], \"closed\": %s", unknowns->str,
      tr_parts_string (parts, f->x), tr_parts_string (parts, f->y), bound_text (parts, f->from),
      bound_text (parts, f->to), f->closed ? "true" : "false");
  return tr_parts_keep (parts, text);
}

const char *
tr_formula_add (const TrFormulaText *f, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "f");

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"formula\", %s}", id, members_text (f, parts));
  return id;
}

bool
tr_formula_change (TrSession *session, const char *id, const TrFormulaText *f, GError **error)
{
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (session));
  g_autofree char *json = g_strdup_printf ("{%s}", members_text (f, parts));

  if (!tr_document_change (tr_session_get_document (session), id, json, error))
    return false;
  tr_session_settle (session, _ ("Change formula"));
  return true;
}

static const char *
scalar_text (const TrScalar *s, TrParts *keep)
{
  return s->expr ? tr_expr_text (s->expr) : tr_parts_number (keep, s->value);
}

TrFormulaText
tr_formula_get (TrSession *session, int body, TrParts *keep)
{
  const TrBody *b = &tr_session_get_model (session)->bodies[body];

  if (b->kind != TR_BODY_FORMULA)
    return (TrFormulaText){0};
  const TrFormula *f = b->formula.f;
  return (TrFormulaText){
      .x = tr_expr_text (f->expr[0]),
      .y = tr_expr_text (f->expr[1]),
      .from = scalar_text (&f->range[0], keep),
      .to = scalar_text (&f->range[1], keep),
      .n_unknowns = b->n,
      .unknowns = f->names,
      .values = tr_body_q (b, tr_session_get_state (session)->q),
      .closed = b->closed,
  };
}

static bool
is_known (const TrModel *m, const TrFormulaText *f, const char *name, bool in_curve)
{
  if (in_curve && g_str_equal (name, "t"))
    return true;
  for (int i = 0; in_curve && i < f->n_unknowns; i++)
    if (g_str_equal (name, f->unknowns[i]))
      return true;
  return tr_model_find (m, name).kind == TR_ELEMENT_PARAMETER;
}

static bool
check_field (
    const TrModel *m, const TrFormulaText *f, TrFormulaField field, int *column, GError **error)
{
  const char *const texts[] = {NULL, f->x, f->y, f->from, f->to};
  bool in_curve = field == TR_FORMULA_X || field == TR_FORMULA_Y;
  g_autoptr (GError) problem = NULL;
  g_autoptr (TrExpr) e = tr_expr_parse (texts[field], &problem);

  *column = 0;
  if (!e) {
    *column = tr_expr_error_column (problem);
    g_propagate_error (error, g_steal_pointer (&problem));
    return false;
  }
  for (int i = 0; i < tr_expr_n_vars (e); i++)
    if (!is_known (m, f, tr_expr_var_name (e, i), in_curve)) {
      *column = tr_expr_var_column (e, i);
      tr_expr_error_set (error, TR_EXPR_ERROR_SYNTAX, *column,
                         in_curve ? _ ("expected t, an unknown or a parameter, found \"%s\"")
                                  : _ ("expected a parameter, found \"%s\""),
                         tr_expr_var_name (e, i));
      return false;
    }
  return true;
}

// The drawing with the curve as its last body.
static bool
read_curve (TrSession *session, const TrFormulaText *f, TrModel **m, TrState **s, GError **error)
{
  const TrModel *old = tr_session_get_model (session);
  g_autoptr (TrParts) parts = tr_parts_new (old);

  tr_formula_add (f, parts);
  return tr_read_elements (old, tr_session_get_state (session), tr_parts_get (parts), m, s, error);
}

// What is no number where t starts or ends is told with what is expected there.
static void
add_expectation (GError **error)
{
  g_autoptr (GError) why = g_steal_pointer (error);
  g_set_error (error, why->domain, why->code, _ ("%s. Expected is one number, such as 0 or 2*pi"),
               why->message);
}

// From a number to a larger one.
static bool
check_range (const TrModel *m, const TrFormulaText *f, TrFormulaField *field, GError **error)
{
  const char *const texts[] = {f->from, f->to};
  double t[2];

  for (int i = 0; i < 2; i++) {
    *field = i == 0 ? TR_FORMULA_FROM : TR_FORMULA_TO;
    if (!tr_quantity_parse (texts[i], TR_QUANTITY_NUMBER, m, &t[i], NULL, NULL) ||
        !(fabs (t[i]) <= TR_VALUE_MAX)) {
      g_set_error_literal (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX, _ ("it has no value"));
      add_expectation (error);
      return false;
    }
  }
  if (t[0] < t[1])
    return true;
  g_autofree char *from = tr_quantity_format (t[0], TR_QUANTITY_NUMBER, m->units, 0);
  g_set_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX,
               _ ("expected more than where t starts, %s"), from);
  return false;
}

bool
tr_formula_check (
    TrSession *session, const TrFormulaText *f, TrFormulaField *field, int *column, GError **error)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;

  for (*field = TR_FORMULA_X; *field <= TR_FORMULA_TO; (*field)++)
    if (!check_field (tr_session_get_model (session), f, *field, column, error)) {
      if (error && *field >= TR_FORMULA_FROM)
        add_expectation (error);
      return false;
    }
  *column = 0;
  if (!check_range (tr_session_get_model (session), f, field, error))
    return false;
  *field = TR_FORMULA_WHOLE;
  *column = 0;
  return read_curve (session, f, &m, &s, error);
}

bool
tr_formula_outline (TrSession *session, const TrFormulaText *f, double tolerance, TrOutline *out)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;

  if (!read_curve (session, f, &m, &s, NULL))
    return false;
  const TrBody *b = &m->bodies[m->n_bodies - 1];
  return tr_path_outline (b, tr_body_q (b, s->q), tolerance, out);
}

enum {
  SAMPLES = 257,
  HALVINGS = 40,
  PROBES = 80,
};

// A coordinate beyond is a pole, no place.
#define FAR 1e12

typedef struct {
  const TrBody *b;
  const double *q;
} Curve;

static bool
has_place (Curve c, double t, Vec2 *place)
{
  *place = tr_body_place (c.b, c.q, t);
  return v2_is_finite (*place) && fabs (place->x) < FAR && fabs (place->y) < FAR;
}

// Between a t with a place and one without: the last without.
static double
find_edge (Curve c, double good, double bad)
{
  Vec2 place;

  for (int i = 0; i < HALVINGS; i++) {
    double middle = 0.5 * (good + bad);
    if (has_place (c, middle, &place))
      good = middle;
    else
      bad = middle;
  }
  return bad;
}

static double
size_of (Vec2 place)
{
  return fmax (fabs (place.x), fabs (place.y));
}

// Whether the curve goes off to a pole between two t, where it is farther out than at both; sought
// by the golden section.
static bool
find_pole (Curve c, double from, double to, double *low, double *high)
{
  const double golden = 0.6180339887498949, start = from, end = to;

  for (int i = 0; i < PROBES; i++) {
    double left = to - golden * (to - from), right = from + golden * (to - from);
    Vec2 a, b;
    bool is_left_good = has_place (c, left, &a), is_right_good = has_place (c, right, &b);
    if (!is_left_good || !is_right_good) {
      *low = find_edge (c, start, is_left_good ? right : left);
      *high = find_edge (c, end, is_left_good ? right : left);
      return true;
    }
    if (size_of (a) > size_of (b))
      to = right;
    else
      from = left;
  }
  return false;
}

// A pole is a single t, however far around it the curve is too far away; and what is nearly nothing
// is nothing.
static void
add_gap (TrFormulaSurvey *survey, double range, double from, double to)
{
  const double narrow = 1e-5 * range, least = 1e-9 * range;

  if (to - from < narrow)
    from = to = 0.5 * (from + to);
  if (survey->n_gaps < (int) G_N_ELEMENTS (survey->gap))
    survey->gap[survey->n_gaps] = v2 (fabs (from) > least ? from : 0, fabs (to) > least ? to : 0);
  survey->n_gaps++;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

// The span of sorted numbers; where a few at the ends are far from all others, without them.
static void
robust_span (double *x, int n, double *low, double *high)
{
  int cut = n / 24;

  qsort (x, (size_t) n, sizeof *x, compare_numbers);
  double inner = x[n - 1 - cut] - x[cut];
  bool is_wild = x[n - 1] - x[0] > 10 * inner && inner > 0;
  *low = is_wild ? x[cut] - inner : x[0];
  *high = is_wild ? x[n - 1 - cut] + inner : x[n - 1];
}

static void
survey_curve (Curve c, double t0, double t1, TrFormulaSurvey *survey)
{
  const double range = t1 - t0, step = range / (SAMPLES - 1);
  double x[SAMPLES], y[SAMPLES], t = t0, last = t0, from = t0, low, high;
  double size = 0, last_size = 0; // of the last places in a row without a gap
  bool was_good = true;
  int n = 0, in_row = 0;

  for (int i = 0; i < SAMPLES; i++, last = t) {
    Vec2 place;
    t = t0 + range * i / (SAMPLES - 1);
    bool is_good = has_place (c, t, &place);
    if (is_good) {
      x[n] = place.x;
      y[n++] = place.y;
    }
    in_row = is_good ? in_row + 1 : 0;
    if (in_row > 2 && size > last_size && size >= size_of (place) &&
        find_pole (c, last - step, t, &low, &high))
      add_gap (survey, range, low, high);
    last_size = size;
    size = is_good ? size_of (place) : 0;
    if (!is_good && was_good)
      from = i > 0 ? find_edge (c, last, t) : t;
    if ((is_good && !was_good) || (!is_good && i == SAMPLES - 1))
      add_gap (survey, range, from, is_good ? find_edge (c, t, last) : t);
    was_good = is_good;
  }
  survey->is_there = n > 0;
  if (n > 0) {
    robust_span (x, n, &survey->frame.low.x, &survey->frame.high.x);
    robust_span (y, n, &survey->frame.low.y, &survey->frame.high.y);
  }
}

bool
tr_formula_survey (TrSession *session, const TrFormulaText *f, TrFormulaSurvey *survey)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  double t0, t1;

  *survey = (TrFormulaSurvey){.frame = tr_bounds_empty ()};
  if (!read_curve (session, f, &m, &s, NULL))
    return false;
  const TrBody *b = &m->bodies[m->n_bodies - 1];
  tr_body_get_ops (b)->range (b, &t0, &t1);
  survey_curve ((Curve){b, tr_body_q (b, s->q)}, t0, t1, survey);
  return true;
}
