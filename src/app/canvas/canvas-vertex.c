// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Vertices that are put into curves where a hand points.

#include "app/canvas/canvas-private.h"
#include "app/probe.h"
#include "session/vertex.h"

#include <glib/gi18n.h>

bool
tr_canvas_takes_vertex (TrCanvas *c, const TrPick *pick)
{
  const TrModel *m = tr_session_get_model (c->session);
  return pick->kind == TR_PICK_CURVE && pick->at.kind == TR_AT_T &&
         tr_body_get_ops (&m->bodies[pick->at.body])->basis;
}

// It is selected then: to be moved, or taken out again.
static void
put (TrCanvas *c, const TrConnector *at)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  bool ok = tr_session_put_vertex (c->session, at, &text, &error);

  tr_canvas_set_message (c, ok ? NULL : error->message);
  if (ok)
    tr_selection_set (c->selection, text);
  tr_probe_say ("vertex", "\"point\": \"%s\"", ok ? text : "");
}

bool
tr_canvas_put_vertex (TrCanvas *c, const TrPick *pick)
{
  bool takes = tr_canvas_takes_vertex (c, pick);
  if (takes)
    put (c, &pick->at);
  return takes;
}

void
tr_canvas_add_vertex (TrCanvas *c)
{
  TrConnector at;

  if (tr_session_is_dragging (c->session) || !tr_canvas_take_edit (c))
    return;
  if (c->menu && tr_canvas_put_vertex (c, &c->menu_pick))
    return;
  if (tr_vertex_find_place (c->selection, &at))
    put (c, &at);
  else
    tr_canvas_set_message (c, _ ("Select a polyline, a Bézier or a spline, or a vertex of one"));
}
