// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/formula.h"

#include "doc/reader.h"
#include "render/path.h"

#include <string.h>

const char *
tr_formula_add (const TrFormulaText *f, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "f");
  g_autoptr (GString) unknowns = g_string_new (NULL);

  for (int i = 0; i < f->n_unknowns; i++)
    g_string_append_printf (unknowns, "%s%s: %s", i > 0 ? ", " : "",
                            tr_parts_string (parts, f->unknowns[i]),
                            tr_parts_number (parts, f->values[i]));
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"formula\", \"unknowns\": {%s}, \"x\": %s, \"y\": %s, "
                "\"t\": [%s, %s]%s}",
                id, unknowns->str, tr_parts_string (parts, f->x), tr_parts_string (parts, f->y),
                tr_parts_string (parts, f->from), tr_parts_string (parts, f->to),
                f->closed ? ", \"closed\": true" : "");
  return id;
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
    if (g_str_has_prefix (problem->message, "column "))
      *column = (int) g_ascii_strtoull (problem->message + strlen ("column "), NULL, 10);
    g_propagate_error (error, g_steal_pointer (&problem));
    return false;
  }
  for (int i = 0; i < tr_expr_n_vars (e); i++)
    if (!is_known (m, f, tr_expr_var_name (e, i), in_curve)) {
      *column = tr_expr_var_column (e, i);
      g_set_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX,
                   "column %d: expected %s, found \"%s\"", *column,
                   in_curve ? "t, an unknown or a parameter" : "a parameter",
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

bool
tr_formula_check (
    TrSession *session, const TrFormulaText *f, TrFormulaField *field, int *column, GError **error)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;

  for (*field = TR_FORMULA_X; *field <= TR_FORMULA_TO; (*field)++)
    if (!check_field (tr_session_get_model (session), f, *field, column, error))
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
