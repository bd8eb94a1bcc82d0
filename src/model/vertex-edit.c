// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A change of vertices made in the drawing: what takes hold of points and parameters of the curve, or
// computes with them, gets their new names.

#include "model/edit-parts.h"
#include "model/label-text.h"
#include "model/vertex.h"

#include <string.h>

// ─── what is lost ───────────────────────────────────────────────────────────

typedef struct {
  const TrModel *m;
  const TrVertexChange *c;
  int body;
} Loss;

static bool
loses_member (const Loss *l, int body, int member)
{
  return body == l->body && member < 2 * l->c->n && tr_vertex_loses (l->c, member / 2);
}

static bool
loses_connector (const Loss *l, const TrConnector *at)
{
  return at->kind == TR_AT_NAMED && at->body == l->body && tr_vertex_loses (l->c, at->point);
}

static bool
loses_ends (const Loss *l, const TrEnd *ends, int n)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < tr_end_n_connectors (&ends[i]); k++)
      if (loses_connector (l, &ends[i].connector[k]))
        return true;
  return false;
}

static bool
loses_vars (const Loss *l, const TrExpr *e, const TrVar *vars)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++)
    if (loses_member (l, vars[v].body, vars[v].member))
      return true;
  return false;
}

// fix, drive and limit name a member of their first end.
static bool
has_member (const TrConstraint *c)
{
  return c->kind == TR_CON_FIX || c->kind == TR_CON_DRIVE || c->kind == TR_CON_LIMIT;
}

static bool
loses_constraint (const Loss *l, const TrConstraint *c)
{
  return (has_member (c) && loses_member (l, c->end[0].body, c->member)) ||
         loses_ends (l, c->end, G_N_ELEMENTS (c->end)) || loses_vars (l, c->expr, c->vars);
}

// A name in the braces of a label.
static bool
is_lost_name (const char *name, gpointer data)
{
  const Loss *l = data;
  const char *dot = strchr (name, '.');
  const TrBody *b = &l->m->bodies[l->body];
  if (dot == NULL || strlen (b->id) != (size_t) (dot - name) || !g_str_has_prefix (name, b->id))
    return false;
  int member = tr_body_find_member (b, dot + 1);
  return member >= 0 && loses_member (l, l->body, member);
}

static void
add (GArray *lost, TrElementKind kind, int i)
{
  TrElement e = {kind, i};
  g_array_append_val (lost, e);
}

GArray *
tr_vertex_find_lost (const TrModel *m, int body, const TrVertexChange *c)
{
  Loss l = {m, c, body};
  GArray *lost = g_array_new (FALSE, FALSE, sizeof (TrElement));
  for (int i = 0; i < m->n_constraints; i++)
    if (loses_constraint (&l, &m->constraints[i]))
      add (lost, TR_ELEMENT_CONSTRAINT, i);
  for (int i = 0; i < m->n_forces; i++)
    if (loses_ends (&l, m->forces[i].end, G_N_ELEMENTS (m->forces[i].end)) ||
        loses_vars (&l, m->forces[i].expr, m->forces[i].vars))
      add (lost, TR_ELEMENT_FORCE, i);
  for (int i = 0; i < m->n_traces; i++)
    if (loses_connector (&l, &m->traces[i].a))
      add (lost, TR_ELEMENT_TRACE, i);
  for (int i = 0; i < m->n_labels; i++)
    if (loses_connector (&l, &m->labels[i].at) ||
        tr_label_reads (m->labels[i].text, is_lost_name, &l))
      add (lost, TR_ELEMENT_LABEL, i);
  return lost;
}

// ─── new names ──────────────────────────────────────────────────────────────

typedef struct {
  TrEdit *e;
  TrModel *m;
  const TrVertexChange *c;
  TrBody was; // the body before
  int body;
} Change;

static int
new_member (const Change *g, int member)
{
  if (member >= g->was.n)
    return member + 2 * (g->c->n_new - g->c->n);
  return 2 * g->c->to[member / 2] + member % 2;
}

static bool
is_word (char x)
{
  return g_ascii_isalnum (x) || x == '_';
}

// The bytes of a name (a word, or two with a dot) or number at `at`.
static size_t
measure_word (const char *at)
{
  size_t n = 0;
  while (is_word (at[n]) || (at[n] == '.' && n > 0 && is_word (at[n + 1])))
    n++;
  return n;
}

// Every name of one of the body's points in an expression, as it is now.
static char *
rename_expr (const char *text, gpointer data)
{
  const Change *g = data;
  size_t n_id = strlen (g->was.id);
  GString *out = g_string_new (NULL);
  for (size_t n; *text != '\0'; text += n) {
    n = MAX (measure_word (text), 1);
    if (n > n_id + 1 && text[n_id] == '.' && strncmp (text, g->was.id, n_id) == 0) {
      char buf[32];
      g_autofree char *name = g_strndup (text + n_id + 1, n - n_id - 1);
      int member = tr_body_find_member (&g->was, name);
      if (member >= 0 && member < g->was.n) {
        member = new_member (g, member);
        g_string_append_printf (out, "%s.%s", g->was.id,
                                tr_body_member_name (&g->m->bodies[g->body], member, buf));
        continue;
      }
    }
    g_string_append_len (out, text, (gssize) n);
  }
  return g_string_free (out, FALSE);
}

static bool
reads_body (const Change *g, const TrExpr *e, const TrVar *vars)
{
  for (int v = 0; e != NULL && v < tr_expr_n_vars (e); v++)
    if (vars[v].body == g->body)
      return true;
  return false;
}

// It is bound again with all the others.
static const TrExpr *
change_expr (const Change *g, const TrExpr *e, const TrVar *vars)
{
  if (!reads_body (g, e, vars))
    return e;
  g_autofree char *text = rename_expr (tr_expr_text (e), (gpointer) g);
  TrExpr *renamed = tr_expr_parse (text, NULL);
  g_assert (renamed != NULL);
  return tr_pool_expr (g->m->pool, renamed);
}

static void
change_connector (const Change *g, TrConnector *at)
{
  if (at->kind == TR_AT_GROUND || at->body != g->body)
    return;
  if (at->kind == TR_AT_NAMED)
    at->point = g->c->to[at->point];
  else
    at->p.x = tr_vertex_parameter (g->c, at->p.x);
}

static void
change_ends (const Change *g, TrEnd *ends, int n)
{
  for (int i = 0; i < n; i++)
    for (int k = 0; k < tr_end_n_connectors (&ends[i]); k++)
      change_connector (g, &ends[i].connector[k]);
}

// Element i is about to be changed in its place.
static void
open_element (const Change *g, TrElementKind kind, int i)
{
  const char *id = tr_model_element_id (g->m, (TrElement){kind, i});
  tr_edit_replace (g->e, g->m, kind, i);
  tr_model_index (g->m, kind, i, id);
}

static void
change_constraint (const Change *g, int i)
{
  open_element (g, TR_ELEMENT_CONSTRAINT, i);
  TrConstraint *c = &g->m->constraints[i];
  c->stamp = tr_pool_stamp (g->m->pool);
  change_ends (g, c->end, G_N_ELEMENTS (c->end));
  if (has_member (c) && c->end[0].body == g->body)
    c->member = new_member (g, c->member);
  c->expr = change_expr (g, c->expr, c->vars);
}

static void
change_force (const Change *g, int i)
{
  open_element (g, TR_ELEMENT_FORCE, i);
  TrForce *f = &g->m->forces[i];
  f->stamp = tr_pool_stamp (g->m->pool);
  change_ends (g, f->end, G_N_ELEMENTS (f->end));
  f->expr = change_expr (g, f->expr, f->vars);
}

static void
change_label (const Change *g, int i)
{
  TrLabel *l = &g->m->labels[i];
  g_autofree char *text = tr_label_map (l->text, rename_expr, (gpointer) g);
  if (!tr_connector_uses (&l->at, g->body) && g_str_equal (text, l->text))
    return;
  open_element (g, TR_ELEMENT_LABEL, i);
  l->text = tr_pool_text (g->m->pool, text);
  change_connector (g, &l->at);
}

static void
change_users (const Change *g)
{
  TrModel *m = g->m;
  for (int i = 0; i < m->n_constraints; i++)
    if (tr_constraint_uses (&m->constraints[i], g->body))
      change_constraint (g, i);
  for (int i = 0; i < m->n_forces; i++)
    if (tr_force_uses (m, &m->forces[i], g->body))
      change_force (g, i);
  for (int i = 0; i < m->n_traces; i++)
    if (tr_connector_uses (&m->traces[i].a, g->body)) {
      open_element (g, TR_ELEMENT_TRACE, i);
      change_connector (g, &m->traces[i].a);
    }
  for (int i = 0; i < m->n_labels; i++)
    change_label (g, i);
}

// ─── the body ───────────────────────────────────────────────────────────────

// Two numbers for each point, in their new places; `otherwise` of a point that is new.
static void
move_pairs (const TrVertexChange *c, const double *was, double otherwise, double *now)
{
  for (int k = 0; k < 2 * c->n_new; k++)
    now[k] = otherwise;
  for (int i = 0; i < c->n; i++)
    if (c->to[i] >= 0) {
      now[2 * c->to[i]] = was[2 * i];
      now[2 * c->to[i] + 1] = was[2 * i + 1];
    }
}

static void
change_body (const Change *g)
{
  const TrVertexChange *c = g->c;
  size_t n = 2 * (size_t) c->n_new;
  g_autofree double *pairs = g_new (double, 2 * n);
  open_element (g, TR_ELEMENT_BODY, g->body);
  TrBody *b = &g->m->bodies[g->body];
  b->stamp = tr_pool_stamp (g->m->pool);
  b->n = (int) n;
  if (g->was.weights != NULL) {
    move_pairs (c, g->was.weights, 1, pairs);
    move_pairs (c, g->was.weights + g->was.n, 0, pairs + n);
    b->weights = tr_pool_copy (g->m->pool, pairs, 2 * n * sizeof (double));
  }
  if (g->was.velocity != NULL) {
    move_pairs (c, g->was.velocity, -0.0, pairs); // not written: see the reader
    b->velocity = tr_pool_copy (g->m->pool, pairs, n * sizeof (double));
  }
}

// A slide of the body has kept its number: it is of the old curve.
static void
change_slides (const Change *g, TrConnector *const *slides, int n, TrState *s)
{
  for (int k = 0; k < n; k++)
    if (slides[k]->body == g->body)
      s->q[slides[k]->slide] = tr_vertex_parameter (g->c, s->q[slides[k]->slide]);
}

// tr_edit_carry takes constraints on other points for other ones: they are the same as they were.
static TrState *
change_state (const Change *g, TrState *s)
{
  TrModel *m = g->m;
  const TrBody *b = &m->bodies[g->body];
  TrConnector *slides[6];
  g_autoptr (TrState) was = tr_state_copy (s);
  s = tr_edit_carry_numbers (g->e, m, s);
  for (int i = 0; i < m->n_constraints; i++) {
    s->memory[i] = was->memory[i];
    change_slides (g, slides, tr_constraint_slides (&m->constraints[i], slides), s);
  }
  for (int i = 0; i < m->n_forces; i++)
    change_slides (g, slides, tr_force_slides (&m->forces[i], slides), s);
  for (int k = 0; k < g->c->n_new; k++) {
    s->q[b->q + 2 * k] = g->c->points[k].x;
    s->q[b->q + 2 * k + 1] = g->c->points[k].y;
  }
  move_pairs (g->c, was->v + g->was.q, 0, s->v + b->q);
  return s;
}

void
tr_vertex_change (TrEdit *e, TrModel *m, TrState **s, int body, const TrVertexChange *c)
{
  Change g = {e, m, c, m->bodies[body], body};
  g_return_if_fail (g.was.n == 2 * c->n);
  change_body (&g);
  change_users (&g);
  // Nothing that stands on a lost point is there any more.
  if (!tr_edit_finish (e, m, NULL))
    g_assert_not_reached ();
  *s = change_state (&g, *s);
}
