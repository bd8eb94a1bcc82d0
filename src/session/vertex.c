// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/vertex.h"

#include "session/title.h"

#include <glib/gi18n-lib.h>

bool
tr_is_vertex (const TrModel *m, const TrConnector *c)
{
  return c->kind == TR_AT_NAMED && tr_body_get_ops (&m->bodies[c->body])->basis;
}

static void
settle (TrSession *s, const char *format, int body)
{
  g_autofree char *title =
      tr_element_title (tr_session_get_model (s), (TrElement){TR_ELEMENT_BODY, body});
  g_autofree char *name = g_strdup_printf (format, title);
  tr_session_settle (s, name);
}

bool
tr_session_put_vertex (TrSession *s, const TrConnector *at, char **text, GError **error)
{
  int body = at->body; // at may be of something that forgets it when the drawing changes
  TrConnector new = {.kind = TR_AT_NAMED, .body = body, .slide = -1};
  TrDocument *d = tr_session_get_document (s);

  if (at->kind != TR_AT_T && at->kind != TR_AT_SLIDE) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("expected a place on a curve"));
    return false;
  }
  if (!tr_document_put_vertex (d, body, at->p.x, &new.point, error))
    return false;
  settle (s, _ ("Add a vertex to %s"), body);
  if (text)
    *text = tr_session_connector_text (tr_session_get_model (s), &new);
  return true;
}

bool
tr_session_take_vertex (TrSession *s, const TrConnector *point, GPtrArray **removed, GError **error)
{
  int body = point->body;

  if (point->kind != TR_AT_NAMED) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("expected a vertex of a curve"));
    return false;
  }
  if (!tr_document_take_vertex (tr_session_get_document (s), body, point->point, removed, error))
    return false;
  settle (s, _ ("Remove a vertex of %s"), body);
  return true;
}

// ─── where one is added ─────────────────────────────────────────────────────

// By the chords of its halves.
static double
longest_span (const TrBody *b, const double *q, double t0, double t1)
{
  double best = -1, at = t0;

  for (double t = t0; t < t1; t++) {
    Vec2 middle = tr_body_place (b, q, t + 0.5);
    double length =
        v2_dist (tr_body_place (b, q, t), middle) + v2_dist (middle, tr_body_place (b, q, t + 1));
    if (length > best) {
      best = length;
      at = t;
    }
  }
  return at;
}

// The span behind a point, or the last one.
static double
span_of_point (const TrBody *b, int point, double t1)
{
  double span = b->kind == TR_BODY_BEZIER   ? point / 3
                : b->kind == TR_BODY_SPLINE ? point - 1 // where the point's own place is
                                            : point;
  return fmin (fmax (span, 0), t1 - 1);
}

bool
tr_vertex_find_place (TrSelection *s, TrConnector *at)
{
  const TrModel *m = tr_session_get_model (tr_selection_get_session (s));
  const TrState *state = tr_session_get_state (tr_selection_get_session (s));
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  bool is_point = n == 1 && item->element.kind == TR_ELEMENT_NONE;
  double t0, t1;

  if (n != 1 || (!is_point && item->element.kind != TR_ELEMENT_BODY) ||
      (is_point && item->at.kind == TR_AT_GROUND))
    return false;
  int body = is_point ? item->at.body : item->element.index;
  const TrBody *b = &m->bodies[body];
  if (!tr_body_get_ops (b)->basis)
    return false;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  *at = (TrConnector){.kind = TR_AT_T, .body = body, .slide = -1};
  at->p.x = is_point && item->at.kind == TR_AT_NAMED
                ? span_of_point (b, item->at.point, t1) + 0.5
                : longest_span (b, tr_body_q (b, state->q), t0, t1) + 0.5;
  return true;
}

// ─── removal ────────────────────────────────────────────────────────────────

// A handle of a Bézier goes with the end that it belongs to, where that is to go too.
static bool
goes_along (const GArray *points, const TrBody *b, const TrConnector *c)
{
  int n = b->n / 2, own = c->point % 3 == 1 ? c->point - 1 : c->point + 1;

  for (guint i = 0; b->kind == TR_BODY_BEZIER && c->point % 3 != 0 && i < points->len; i++) {
    const TrConnector *other = &g_array_index (points, TrConnector, i);
    if (other->body == c->body && other->point == own % n)
      return true;
  }
  return false;
}

// Handles first, which renumber nothing, then by falling number: what is still to come keeps its own.
static int
compare (gconstpointer a, gconstpointer b, gpointer model)
{
  const TrConnector *x = a, *y = b;
  const TrModel *m = model;
  bool is_bezier = m->bodies[x->body].kind == TR_BODY_BEZIER;
  int handle = is_bezier ? (x->point % 3 == 0) - (y->point % 3 == 0) : 0;

  if (x->body != y->body)
    return x->body - y->body;
  return handle != 0 ? handle : y->point - x->point;
}

// The vertices that are selected of bodies that are not, in the order in which they can go.
static GArray *
selected_vertices (TrSelection *s)
{
  TrModel *m = (TrModel *) tr_session_get_model (tr_selection_get_session (s));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TrConnector));
  GArray *points = g_array_new (FALSE, FALSE, sizeof (TrConnector));
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_NONE && tr_is_vertex (m, &item[i].at) &&
        !tr_selection_has_element (s, TR_ELEMENT_BODY, item[i].at.body))
      g_array_append_val (all, item[i].at);
  for (guint i = 0; i < all->len; i++) {
    const TrConnector *c = &g_array_index (all, TrConnector, i);
    if (!goes_along (all, &m->bodies[c->body], c))
      g_array_append_val (points, *c);
  }
  g_array_sort_with_data (points, compare, m);
  return points;
}

static void
append (GPtrArray *to, GPtrArray *from)
{
  for (guint i = 0; from && i < from->len; i++)
    g_ptr_array_add (to, g_strdup (g_ptr_array_index (from, i)));
}

// Curves that run out of points are left to be removed as a whole: their ids are added to `whole`.
static bool
take_vertices (
    TrDocument *d, const GArray *points, GPtrArray *whole, GPtrArray *gone, GError **error)
{
  for (guint i = 0; i < points->len; i++) {
    const TrConnector *c = &g_array_index (points, TrConnector, i);
    const char *id = tr_document_get_model (d)->bodies[c->body].id;
    g_autoptr (GPtrArray) removed = NULL;
    g_autoptr (GError) why = NULL;
    if (g_ptr_array_find_with_equal_func (whole, id, g_str_equal, NULL))
      continue;
    if (tr_document_take_vertex (d, c->body, c->point, &removed, &why))
      append (gone, removed);
    else if (g_error_matches (why, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_LEAST))
      g_ptr_array_add (whole, g_strdup (id));
    else {
      g_propagate_error (error, g_steal_pointer (&why));
      return false;
    }
  }
  return true;
}

// What is still there, of what was selected: constraints may have gone with a vertex.
static void
drop_missing (const TrModel *m, GPtrArray *ids)
{
  for (guint i = ids->len; i-- > 0;)
    if (tr_model_find (m, g_ptr_array_index (ids, i)).kind == TR_ELEMENT_NONE)
      g_ptr_array_remove_index (ids, i);
}

// What the step is called, of n things.
static char *
name_removal (const TrModel *m, const GPtrArray *whole, const GArray *points, guint n)
{
  if (n == 1 && whole->len == 0) {
    int body = g_array_index (points, TrConnector, 0).body;
    g_autofree char *of = tr_element_title (m, (TrElement){TR_ELEMENT_BODY, body});
    return g_strdup_printf (_ ("Remove a vertex of %s"), of);
  }
  const char *first = n == 1 ? g_ptr_array_index (whole, 0) : NULL;
  if (first && tr_model_find (m, first).kind == TR_ELEMENT_LABEL)
    return g_strdup (_ ("Remove text"));
  g_autofree char *title = first ? tr_title_of (m, first) : NULL;
  return first ? g_strdup_printf (_ ("Remove %s"), title)
               : g_strdup_printf (_ ("Remove %u elements"), n);
}

bool
tr_selection_delete (TrSelection *s, GPtrArray **removed, GError **error)
{
  TrSession *session = tr_selection_get_session (s);
  TrDocument *d = tr_session_get_document (session);
  g_autofree const char **selected = tr_selection_ids (s);
  g_autoptr (GArray) points = selected_vertices (s);
  g_autoptr (GPtrArray) whole = g_ptr_array_new_with_free_func (g_free), rest = NULL;
  g_autoptr (GPtrArray) gone = g_ptr_array_new_with_free_func (g_free);

  // Copies: the removal changes the selection.
  for (int i = 0; selected[i]; i++)
    g_ptr_array_add (whole, g_strdup (selected[i]));
  guint n = whole->len;
  if (n == 0 && points->len == 0) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                         _ ("A point goes with its body: select that to remove it"));
    return false;
  }
  bool ok = take_vertices (d, points, whole, gone, error);
  n += points->len;
  drop_missing (tr_session_get_model (session), whole);
  g_autofree char *name = name_removal (tr_session_get_model (session), whole, points, n);
  g_ptr_array_add (whole, NULL);
  if (ok && whole->len > 1)
    ok = tr_document_remove (d, (const char *const *) whole->pdata, &rest, error);
  if (!ok) {
    tr_document_revert (d);
    return false;
  }
  append (gone, rest);
  if (removed)
    *removed = g_steal_pointer (&gone);
  tr_session_settle (session, name);
  tr_selection_clear (s); // names of points are those of others now
  return true;
}
