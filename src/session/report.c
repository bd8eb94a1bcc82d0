// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/examine.h"
#include "session/report.h"

#include "doc/json.h"
#include "math/number.h"
#include "session/quantity.h"

void
tr_report_number (GString *out, double x)
{
  char buffer[32];
  tr_number_format (x, buffer);
  g_string_append (out, buffer);
}

void
tr_report_place (GString *out, Vec2 p)
{
  g_string_append_c (out, '[');
  tr_report_number (out, p.x);
  g_string_append (out, ", ");
  tr_report_number (out, p.y);
  g_string_append_c (out, ']');
}

void
tr_report_field (GString *out, const char *text)
{
  if (!strpbrk (text, ",\"\n")) {
    g_string_append (out, text);
    return;
  }
  g_string_append_c (out, '"');
  for (; *text; text++) {
    if (*text == '"')
      g_string_append_c (out, '"');
    g_string_append_c (out, *text);
  }
  g_string_append_c (out, '"');
}

// Axes of sheets and what a formula or a number stands for have none that is known.
char *
tr_report_unit (const TrModel *m, const char *expr)
{
  const char *dot = strchr (expr, '.');
  g_autofree char *id = dot ? g_strndup (expr, (gsize) (dot - expr)) : NULL;
  TrElement e = id ? tr_model_find (m, id) : (TrElement){TR_ELEMENT_NONE, -1};
  if (strcmp (expr, "time") == 0)
    return g_strdup ("s");
  if (e.kind != TR_ELEMENT_BODY)
    return NULL;
  const TrBody *b = &m->bodies[e.index];
  int member = tr_body_find_member (b, dot + 1);
  bool is_plain = b->kind == TR_BODY_FORMULA || b->kind == TR_BODY_NUMBER ||
                  (b->kind == TR_BODY_SHEET && member >= 2 && member < b->n);
  if (member < 0 || (is_plain && member < b->n))
    return NULL;
  if (tr_body_member_is_angle (b, member))
    return g_strdup ("rad");
  return g_strconcat (tr_units_symbol (m->units), tr_body_member_is_area (b, member) ? "²" : "",
                      NULL);
}

void
tr_report_column (GString *out, const TrModel *m, const char *expr)
{
  g_autofree char *unit = tr_report_unit (m, expr);
  g_autofree char *text = unit ? g_strdup_printf ("%s [%s]", expr, unit) : g_strdup (expr);
  tr_report_field (out, text);
}

void
tr_report_string (GString *out, const char *text)
{
  tr_json_append_string (out, text);
}

void
tr_report_strings (GString *out, const char *const *texts)
{
  g_string_append_c (out, '[');
  for (int i = 0; texts[i]; i++) {
    g_string_append (out, i ? ", " : "");
    tr_report_string (out, texts[i]);
  }
  g_string_append_c (out, ']');
}

void
tr_report_constraints (GString *out, const TrModel *m, const GArray *constraints)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < constraints->len; i++) {
    if (i)
      g_string_append (out, ", ");
    tr_report_string (out, m->constraints[g_array_index (constraints, int, i)].id);
  }
  g_string_append_c (out, ']');
}

void
tr_report_conflicts (GString *out, const TrModel *m, const GPtrArray *conflicts)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < conflicts->len; i++) {
    if (i)
      g_string_append (out, ", ");
    tr_report_constraints (out, m, g_ptr_array_index (conflicts, i));
  }
  g_string_append_c (out, ']');
}

void
tr_report_state (GString *out, const TrModel *m, const double *q)
{
  g_string_append_c (out, '{');
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    if (i)
      g_string_append (out, ", ");
    tr_report_string (out, b->id);
    g_string_append (out, ": {");
    for (int k = 0; k < b->n; k++) {
      char name[32];
      g_string_append (out, k ? ", " : "");
      tr_report_string (out, tr_body_member_name (b, k, name));
      g_string_append (out, ": ");
      tr_report_number (out, q[b->q + k]);
    }
    g_string_append_c (out, '}');
  }
  g_string_append_c (out, '}');
}

void
tr_report_multipliers (GString *out, const TrModel *m, const TrEngine *e, const double *lambda)
{
  g_string_append_c (out, '{');
  bool first = true;
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (c->disabled || c->driven)
      continue;
    g_string_append (out, first ? "" : ", ");
    first = false;
    tr_report_string (out, c->id);
    g_string_append (out, ": [");
    for (int r = 0; r < tr_constraint_row_count (c); r++) {
      g_string_append (out, r ? ", " : "");
      tr_report_number (out, lambda[tr_engine_row_at (e, i) + r]);
    }
    g_string_append_c (out, ']');
  }
  g_string_append_c (out, '}');
}

void
tr_report_check (GString *out, const TrModel *m, const TrCheck *c)
{
  g_string_append_printf (out,
                          "\"bodies\": %d, \"constraints\": %d, \"unknowns\": %d, "
                          "\"equations\": %d, \"rank\": %d, \"dof\": %d, \"worst\": ",
                          c->bodies, c->constraints, c->unknowns, c->equations, c->rank, c->dof);
  tr_report_number (out, c->worst);
  g_string_append (out, ", \"redundant\": ");
  tr_report_constraints (out, m, c->redundant);
  g_string_append (out, ", \"conflicting\": ");
  tr_report_constraints (out, m, c->conflicting);
  g_string_append (out, ", \"conflicts\": ");
  tr_report_conflicts (out, m, c->conflicts);
  g_string_append (out, ", \"undefined\": ");
  tr_report_constraints (out, m, c->undefined);
  g_string_append_printf (out, ", \"components\": %d", c->components);
}

static void
append_ids (GString *out, const TrModel *m, const GArray *constraints)
{
  for (guint i = 0; i < constraints->len; i++)
    g_string_append_printf (out, "%s%s", i ? ", " : " ",
                            m->constraints[g_array_index (constraints, int, i)].id);
}

char *
tr_report_check_text (const TrModel *m, const TrCheck *c)
{
  GString *out = g_string_new (NULL);
  char worst[32];
  tr_number_format (c->worst, worst);
  const struct {
    const char *lead, *one, *many;
    int n;
  } counts[] = {{"", "body", "bodies", c->bodies},
                {", ", "constraint", "constraints", c->constraints},
                {", ", "component", "components", c->components},
                {": ", "degree of freedom left", "degrees of freedom left", c->dof},
                {" (", "unknown", "unknowns", c->unknowns}};
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    g_string_append_printf (out, "%s%d %s", counts[i].lead, counts[i].n,
                            counts[i].n == 1 ? counts[i].one : counts[i].many);
  g_string_append_printf (out, ", rank %d of %d %s)\n", c->rank, c->equations,
                          c->equations == 1 ? "equation" : "equations");
  g_string_append_printf (out, "%s, worst residual %s\n",
                          c->holds ? "every constraint holds" : "not every constraint holds",
                          worst);
  if (c->redundant->len) {
    g_string_append (out, "redundant:");
    append_ids (out, m, c->redundant);
    g_string_append_c (out, '\n');
  }
  for (guint i = 0; i < c->conflicts->len; i++) {
    g_autoptr (GArray) set = tr_check_doubts (m, g_ptr_array_index (c->conflicts, i));
    g_string_append (out, set->len > 1 ? "cannot hold together (any one may go):" : "cannot hold:");
    append_ids (out, m, set);
    g_string_append_c (out, '\n');
  }
  if (c->undefined->len) {
    g_string_append (out, "without a direction for now:");
    append_ids (out, m, c->undefined);
    g_string_append_c (out, '\n');
  }
  for (guint i = 0; i < c->shrunk->len; i++)
    g_string_append_printf (out, "%s %s%s", i ? "," : "shrunk to nothing:",
                            m->bodies[g_array_index (c->shrunk, int, i)].id,
                            i + 1 < c->shrunk->len ? "" : "\n");
  return g_string_free (out, FALSE);
}
