// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/snap.h"

#include "session/snap-find.h"

#include <glib/gi18n-lib.h>

struct _TrSnapper {
  TrSession *session;
  bool has_looked;  // the session's picker knows where all is
  guint generation; // of the model then
  GArray *near;     // int: bodies
  GArray *joined;   // int: bodies that are not offered
};

// A drag moves what hangs on the grabbed point; all else stays where the picker has it.
static void
changed_cb (TrSession *session, TrSnapper *s)
{
  s->has_looked &= tr_session_is_dragging (session);
}

TrSnapper *
tr_snapper_new (TrSession *session)
{
  TrSnapper *s = g_new0 (TrSnapper, 1);
  s->session = g_object_ref (session);
  s->near = g_array_new (FALSE, FALSE, sizeof (int));
  s->joined = g_array_new (FALSE, FALSE, sizeof (int));
  g_signal_connect (session, "changed", G_CALLBACK (changed_cb), s);
  return s;
}

void
tr_snapper_free (TrSnapper *s)
{
  if (!s)
    return;
  g_signal_handlers_disconnect_by_data (s->session, s);
  g_object_unref (s->session);
  g_array_unref (s->near);
  g_array_unref (s->joined);
  g_free (s);
}

static bool
lists (const GArray *bodies, int body)
{
  for (guint i = 0; i < bodies->len; i++)
    if (g_array_index (bodies, int, i) == body)
      return true;
  return false;
}

static bool
is_same (const TrConnector *a, const TrConnector *b)
{
  if (a->kind != b->kind || a->body != b->body)
    return false;
  switch (a->kind) {
  case TR_AT_NAMED:
    return a->point == b->point;
  case TR_AT_SLIDE:
    return a->slide == b->slide;
  case TR_AT_GROUND:
  case TR_AT_T:
  case TR_AT_LOCAL:
    break;
  }
  return !(v2_dist (a->p, b->p) > 0);
}

// The bodies of all connectors that attaches make one point with the held one: to attach it to
// these again would say the same twice, or draw a bar together.
static void
find_joined (const TrModel *m, const TrConnector *held, GArray *bodies)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (TrConnector));

  g_array_set_size (bodies, 0);
  if (!held || held->body < 0)
    return;
  g_array_append_val (points, *held);
  for (guint k = 0; k < points->len; k++) {
    TrConnector here = g_array_index (points, TrConnector, k);
    g_array_append_val (bodies, here.body);
    for (int i = 0; i < m->n_constraints; i++) {
      const TrConstraint *c = &m->constraints[i];
      if (c->kind != TR_CON_ATTACH || c->disabled)
        continue;
      for (int e = 0; e < 2; e++) {
        const TrConnector *there = &c->end[1 - e].connector[0];
        if (is_same (&c->end[e].connector[0], &here) && there->body >= 0 &&
            !lists (bodies, there->body))
          g_array_append_val (points, *there);
      }
    }
  }
}

static bool
is_within (const TrBody *b, const double *q, const TrSnapQuery *query)
{
  Vec2 low, high, p = query->at;
  double reach = query->tolerance;

  // A drawing may reach beyond the bar.
  if (b->n_drawing > 0)
    return true;
  if (!tr_body_box (b, q, &low, &high))
    return false;
  // The centre of an arc lies outside what it draws.
  if (b->kind == TR_BODY_ARC) {
    low = v2 (fmin (low.x, q[0]), fmin (low.y, q[1]));
    high = v2 (fmax (high.x, q[0]), fmax (high.y, q[1]));
  }
  return p.x >= low.x - reach && p.x <= high.x + reach && p.y >= low.y - reach &&
         p.y <= high.y + reach;
}

// Bodies that may have something within reach, those left out that are not to be offered.
static void
find_near (TrSnapper *s, const TrModel *m, const TrState *state, const TrSnapQuery *query)
{
  bool dragging = tr_session_is_dragging (s->session);
  const TrEngine *e = dragging ? tr_session_get_engine (s->session) : NULL;
  TrPicker *picker = tr_session_get_picker (s->session);
  guint generation = tr_document_get_generation (tr_session_get_document (s->session));
  guint n = 0;

  if (!s->has_looked || s->generation != generation)
    tr_picker_follow (picker);
  s->has_looked = true;
  s->generation = generation;
  tr_picker_near (picker, query->at, query->tolerance, s->near);
  for (guint i = 0; i < s->near->len; i++) {
    int body = g_array_index (s->near, int, i);
    if (!lists (s->joined, body) && !(e && tr_engine_touches (e, body)))
      g_array_index (s->near, int, n++) = body;
  }
  g_array_set_size (s->near, n);
  for (int i = 0; e && i < m->n_bodies; i++)
    if (tr_engine_touches (e, i) && !m->bodies[i].hidden && !lists (s->joined, i) &&
        is_within (&m->bodies[i], tr_body_q (&m->bodies[i], state->q), query))
      g_array_append_val (s->near, i);
}

TrSnap
tr_snap_none (Vec2 at)
{
  return (TrSnap){.kind = TR_SNAP_NONE, .place = at};
}

TrSnap
tr_snapper_find (TrSnapper *s, const TrSnapQuery *query)
{
  TrSnapSearch f = {.m = tr_session_get_model (s->session),
                    .s = tr_session_get_state (s->session),
                    .query = query,
                    .best = tr_snap_none (query->at)};

  g_return_val_if_fail (query->tolerance > 0, f.best);
  find_joined (f.m, query->held, s->joined);
  find_near (s, f.m, f.s, query);
  for (guint i = 0; i < s->near->len; i++)
    tr_snap_search_points (&f, g_array_index (s->near, int, i));
  if (f.best.kind != TR_SNAP_NONE)
    return f.best;
  for (guint i = 0; i < s->near->len; i++)
    tr_snap_search_body_curve (&f, g_array_index (s->near, int, i));
  tr_snap_search_crossings (&f);
  tr_snap_search_curves (&f);
  tr_snap_search_levels (&f);
  tr_snap_search_grid (&f);
  return f.best;
}

const char *
tr_snap_name (TrSnapKind kind)
{
  static const char *const names[TR_N_SNAP_KINDS] = {
      "",
      N_ ("End"),
      N_ ("Middle"),
      N_ ("Centre"),
      N_ ("Point"),
      N_ ("Intersection"),
      N_ ("Tangent"),
      N_ ("Perpendicular"),
      N_ ("On curve"),
      N_ ("Horizontal"),
      N_ ("Vertical"),
      N_ ("Grid"),
  };
  return names[kind];
}

TrConnector
tr_snap_connector (const TrSnap *snap)
{
  if (snap->n > 0)
    return snap->at[0];
  return (TrConnector){
      .kind = TR_AT_GROUND, .body = -1, .point = -1, .slide = -1, .p = snap->place};
}

static void
add_level (const TrSnap *snap, const char *line, TrParts *parts)
{
  const char *kind = snap->level == TR_SNAP_HORIZONTAL ? "horizontal" : "vertical";

  if (snap->level != TR_SNAP_NONE && line)
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"%s\", \"a\": %s}", tr_parts_id (parts, kind),
                  kind, line);
}

void
tr_snap_constraints (const TrSnap *snap, const char *point, const char *line, TrParts *parts)
{
  const TrModel *m = tr_parts_model (parts);

  if (snap->kind == TR_SNAP_TANGENT && line)
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"tangent\", \"a\": %s, \"b\": %s}",
                  tr_parts_id (parts, "tangent"), point,
                  tr_parts_connector (parts, &snap->at[0], false));
  else
    for (int i = 0; i < snap->n; i++)
      tr_parts_attach (parts, point, tr_parts_connector (parts, &snap->at[i], false));
  if (snap->kind == TR_SNAP_PERPENDICULAR && line)
    tr_parts_add (
        parts,
        "{\"id\": \"%s\", \"kind\": \"perpendicular\", \"a\": %s, \"b\": {\"body\": \"%s\"}}",
        tr_parts_id (parts, "perpendicular"), line, m->bodies[snap->at[0].body].id);
  add_level (snap, line, parts);
}
