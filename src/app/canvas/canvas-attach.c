// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point that is dragged meets other points and curves: it snaps, is attached where it is let go,
// and with Alt is detached first.

#include "app/canvas/canvas-private.h"

#include "session/scrub.h"
#include "session/parts.h"

#define SNAP_PIXELS  9
#define REACH_PIXELS 0.5

TrSnap
tr_canvas_find_hold (TrCanvas *c, const TrConnector *held, Vec2 at)
{
  TrSnapQuery query = {.at = at, .tolerance = SNAP_PIXELS / c->view.zoom, .held = held};
  TrSnap snap = tr_snap_none (at);

  if (held->kind != TR_AT_NAMED)
    return snap;
  snap = tr_snapper_find (c->snapper, &query);
  return snap.n > 0 ? snap : tr_snap_none (at);
}

bool
tr_canvas_has_reached (TrCanvas *c, const TrConnector *held, const TrSnap *snap)
{
  Vec2 place = tr_connector_point (tr_session_get_model (c->session), held,
                                   tr_session_get_state (c->session)->q);
  return snap->n > 0 && !tr_session_is_scrubbing (c->session) &&
         v2_dist (place, snap->place) * c->view.zoom <= REACH_PIXELS;
}

bool
tr_canvas_release_attached (TrCanvas *c, const TrConnector *held, const TrSnap *snap)
{
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (c->session));
  g_autoptr (GError) error = NULL;

  tr_snap_constraints (snap, tr_parts_connector (parts, held, false), NULL, parts);
  bool ok = tr_session_release_adding (c->session, tr_parts_get (parts), &error);
  tr_canvas_set_message (c, ok ? NULL : error->message);
  return ok;
}

bool
tr_canvas_detach (TrCanvas *c, const TrConnector *held)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (int i = 0; i < m->n_constraints; i++) {
    if (tr_constraint_attaches (&m->constraints[i], held))
      g_ptr_array_add (ids, (gpointer) m->constraints[i].id);
  }
  if (ids->len == 0)
    return false;
  g_ptr_array_add (ids, NULL);
  return tr_document_remove (tr_session_get_document (c->session), (const char *const *) ids->pdata,
                             NULL, NULL);
}
