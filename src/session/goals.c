// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/goals.h"

#include "doc/json.h"
#include "math/number.h"
#include "model/live.h"
#include "session/force-title.h"
#include "session/quantity.h"
#include "session/session-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

enum { APPROACH_FRAMES = 20 };
static const double least_miss = 1e-6;
static const double snake_weight = 30; // the curve is there within a few seconds of play

static char *
free_id (const TrModel *m, const char *word)
{
  for (int i = 1;; i++) {
    char *id = g_strdup_printf ("%s%d", word, i);
    if (tr_model_find (m, id).kind == TR_ELEMENT_NONE)
      return id;
    g_free (id);
  }
}

// Takes the id.
static bool
add (TrSession *s, GString *json, char *own_id, char **id, GError **error)
{
  const char *const elements[] = {json->str, NULL};
  g_autofree char *name = g_strdup_printf (_ ("Add %s"), own_id);
  bool ok = !s->dragging && tr_document_add_all (s->document, elements, error);
  if (ok) {
    TrEngine *e = tr_session_get_engine (s);
    tr_engine_solve (e, tr_session_get_state (s));
    tr_engine_settle (e, tr_session_get_state (s));
    tr_document_note_moved (s->document);
    tr_session_settle (s, name);
  }
  if (ok && id)
    *id = g_steal_pointer (&own_id);
  g_free (own_id);
  return ok;
}

static GString *
begin (const char *id, const char *kind)
{
  GString *json = g_string_new (NULL);
  g_string_printf (json, "{\"id\": \"%s\", \"kind\": \"%s\"", id, kind);
  return json;
}

static void
append_text (GString *json, const char *member, const char *text)
{
  g_string_append_printf (json, ", \"%s\": ", member);
  tr_json_append_string (json, text);
}

static bool
is_bound (const TrModel *m, const char *text, GError **error)
{
  g_autoptr (TrExpr) e = tr_expr_parse (text, error);
  return e && tr_model_bind (m, e, false, error);
}

char *
tr_goal_read (const TrModel *m, const char *typed, GError **error)
{
  static const char simple[] = "0123456789.ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
  const char *sign = strchr (typed, '=');
  if (!sign)
    return is_bound (m, typed, error) ? g_strdup (typed) : NULL;
  // Columns of errors are those of what was typed.
  g_autofree char *blank = g_strnfill ((gsize) g_utf8_strlen (typed, sign + 1 - typed), ' ');
  g_autofree char *left = g_strndup (typed, (gsize) (sign - typed));
  g_autofree char *right = g_strconcat (blank, sign + 1, NULL);
  if (!is_bound (m, left, error) || !is_bound (m, right, error))
    return NULL;
  g_strstrip (left);
  g_strstrip (right);
  bool is_simple = right[strspn (right, simple)] == '\0';
  return g_strdup_printf (is_simple ? "%s - %s" : "%s - (%s)", left, right);
}

bool
tr_goal_add (
    TrSession *s, TrGoalSort sort, const char *expr, const char *weight, char **id, GError **error)
{
  static const char *const ops[] = {"=", "<=", ">="};
  weight += strspn (weight, " \t");
  bool minimizes = sort == TR_GOAL_MINIMIZE, holds = !*weight;
  if (minimizes && holds) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("What is to be as small as can be has a weight"));
    return false;
  }
  char *own = free_id (tr_session_get_model (s), holds ? "equation" : "goal");
  GString *json = begin (own, minimizes ? "minimize" : holds ? "equation" : "relation");
  append_text (json, "expr", expr);
  if (!minimizes)
    append_text (json, "op", ops[sort]);
  if (!holds && strcmp (weight, "1") != 0)
    append_text (json, "weight", weight);
  g_string_append_c (json, '}');
  bool ok = add (s, json, own, id, error);
  g_string_free (json, TRUE);
  return ok;
}

// A curve that lies beside the points is taken to them as it is, as far as it may go: from afar it would
// hardly tell one from another, and might make for one that is the same to all of them.
static void
approach (TrSession *s, const char *curve, const GArray *points)
{
  const TrModel *m = tr_session_get_model (s);
  TrState *state = tr_session_get_state (s);
  TrEngine *e = tr_session_get_engine (s);
  TrElement found = tr_model_find (m, curve);
  Vec2 low, high, least = v2 (G_MAXDOUBLE, G_MAXDOUBLE), most = v2 (-G_MAXDOUBLE, -G_MAXDOUBLE);
  const TrBody *b = found.kind == TR_ELEMENT_BODY ? &m->bodies[found.index] : NULL;
  if (!b || !tr_body_get_ops (b)->range || !tr_body_box (b, tr_body_q (b, state->q), &low, &high))
    return;
  for (guint i = 0; i < points->len; i++) {
    Vec2 p = g_array_index (points, Vec2, i);
    least = v2 (fmin (least.x, p.x), fmin (least.y, p.y));
    most = v2 (fmax (most.x, p.x), fmax (most.y, p.y));
  }
  if (least.x <= high.x && most.x >= low.x && least.y <= high.y && most.y >= low.y)
    return;
  double from, to;
  tr_body_get_ops (b)->range (b, &from, &to);
  TrConnector at = {.kind = TR_AT_T, .body = found.index, .point = -1, .slide = -1};
  at.p = v2 (0.5 * (from + to), 0);
  Vec2 start = tr_connector_point (m, &at, state->q);
  Vec2 way = v2_sub (v2_mid (least, most), v2_mid (low, high));
  tr_engine_grab (e, state, &at, true);
  for (int i = 1; i <= APPROACH_FRAMES; i++)
    tr_engine_drag (e, state, v2_mad (start, (double) i / APPROACH_FRAMES, way));
  tr_engine_release (e, state);
}

bool
tr_goal_add_fit (TrSession *s,
                 const char *curve,
                 const GArray *points,
                 double stiffness,
                 char **id,
                 GError **error)
{
  char *own = free_id (tr_session_get_model (s), "fit");
  char x[TR_NUMBER_SIZE], y[TR_NUMBER_SIZE];
  GString *json = begin (own, "fit");
  append_text (json, "a", curve);
  g_string_append (json, ", \"points\": [");
  for (guint i = 0; i < points->len; i++) {
    tr_number_format (g_array_index (points, Vec2, i).x, x);
    tr_number_format (g_array_index (points, Vec2, i).y, y);
    g_string_append_printf (json, "%s[%s, %s]", i ? ", " : "", x, y);
  }
  tr_number_format (stiffness, x);
  g_string_append_printf (json, "], \"stiffness\": %s}", x);
  g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (s));
  if (!s->dragging)
    approach (s, curve, points);
  bool ok = add (s, json, own, id, error);
  if (!ok)
    tr_state_assign (tr_session_get_state (s), before);
  g_string_free (json, TRUE);
  return ok;
}

bool
tr_goal_add_snake (TrSession *s, const char *curve, const char *carrier, char **id, GError **error)
{
  char *own = free_id (tr_session_get_model (s), "snake");
  char weight[TR_NUMBER_SIZE];
  GString *json = begin (own, "snake");
  append_text (json, "a", curve);
  append_text (json, "image", carrier);
  tr_number_format (snake_weight, weight);
  g_string_append_printf (json, ", \"weight\": %s}", weight);
  bool ok = add (s, json, own, id, error);
  g_string_free (json, TRUE);
  return ok;
}

// The next number of a line; false where there is none.
static bool
next_number (const char **at, double *x)
{
  static const char parts[] = ",; \t\r";
  *at += strspn (*at, parts);
  g_autofree char *word = g_strndup (*at, strcspn (*at, parts));
  *at += strlen (word);
  return *word && tr_session_parse_number (word, x) && fabs (*x) <= TR_VALUE_MAX;
}

// In a table whose columns are parted by semicolons or tabs a comma before a digit is a decimal one.
static void
settle_commas (char *line)
{
  for (char *c = strpbrk (line, ";\t") ? line : NULL; c && *c; c++)
    if (*c == ',' && g_ascii_isdigit (c[1]))
      *c = '.';
}

// Which column of a heading is x or y, or such a coordinate of something, "pen.x [mm]"; −1: none.
static int
find_column (const char *heading, char axis)
{
  g_auto (GStrv) titles = g_strsplit_set (heading, ",;\t", -1);

  for (int i = 0; titles[i]; i++) {
    char *title = g_strstrip (titles[i]);
    size_t n = strcspn (title, " [\"\r");
    bool is_axis = n > 0 && g_ascii_tolower (title[n - 1]) == axis;
    if (is_axis && (n == 1 || title[n - 2] == '.'))
      return i;
  }
  return -1;
}

// The number in a column.
static bool
read_column (char *const *fields, int column, double *x)
{
  const char *at = (int) g_strv_length ((char **) fields) > column ? fields[column] : "";
  return next_number (&at, x);
}

// column: of x and y; 0 and 0: the first two numbers.
static bool
read_point (const char *line, const int column[2], Vec2 *p, bool *has_more)
{
  g_auto (GStrv) fields = g_strsplit_set (line, ",;\t", -1);
  const char *at = line;
  double third;

  if (column[0] != column[1])
    return read_column (fields, column[0], &p->x) && read_column (fields, column[1], &p->y);
  if (!next_number (&at, &p->x) || !next_number (&at, &p->y))
    return false;
  *has_more |= next_number (&at, &third);
  return true;
}

bool
tr_goal_read_points (const char *text, GArray *points, bool *has_more, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  int column[2] = {0, 0};
  bool may_head = true, more = false;

  for (int i = 0; lines[i]; i++) {
    settle_commas (lines[i]);
    const char *at = lines[i] + strspn (lines[i], " \t\r");
    int x = find_column (lines[i], 'x'), y = find_column (lines[i], 'y');
    Vec2 p;
    if (*at == '\0' || *at == '#')
      continue;
    if (read_point (lines[i], column, &p, &more))
      g_array_append_val (points, p);
    else if (!may_head) {
      g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
                   _ ("line %d: expected two numbers, x and y"), i + 1);
      return false;
    } else if (x >= 0 && y >= 0) {
      column[0] = x;
      column[1] = y;
    }
    may_head = false;
  }
  if (points->len == 0)
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
                 _ ("expected a point of two numbers, found none"));
  if (has_more)
    *has_more = more;
  return points->len > 0;
}

double
tr_goal_missed (const TrModel *m, const TrState *s, int force)
{
  const TrForce *f = &m->forces[force];
  if (f->kind != TR_FORCE_RELATION || f->disabled)
    return 0;
  double x = tr_model_expr_value (m, tr_live_expr (f->live, f->expr),
                                  tr_live_vars (f->live, f->vars), s->q, s->time);
  bool is_met = (f->op == TR_OP_LE && x <= 0) || (f->op == TR_OP_GE && x >= 0);
  return is_met || !(fabs (x) > least_miss) ? 0 : fabs (x);
}

const char *
tr_goal_weight_text (const TrForce *f)
{
  bool is_below = f->kind == TR_FORCE_RELATION && f->scalar[TR_FORCE_WEIGHT].value < 0;
  return is_below ? _ ("a weight below 0 counts as 0") : NULL;
}

char *
tr_goal_missed_text (const TrModel *m, const TrState *s)
{
  GString *out = g_string_new (NULL);
  for (int i = 0; i < m->n_forces; i++) {
    double by = tr_goal_missed (m, s, i);
    if (!(by > 0))
      continue;
    g_autofree char *title = tr_force_title (m, i);
    g_autofree char *number = tr_quantity_format (by, TR_QUANTITY_NUMBER, m->units, 0);
    // Translators: a goal, and by how much it is missed
    g_autofree char *one = g_strdup_printf (_ ("%s by %s"), title, number);
    g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", one);
    const char *weight = tr_goal_weight_text (&m->forces[i]);
    if (weight)
      g_string_append_printf (out, " (%s)", weight);
  }
  return g_string_free (out, out->len == 0);
}
