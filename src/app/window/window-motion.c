// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions on what moves the drawing: the world with its masses, keys of paths, limits.

#include "app/probe.h"
#include "app/window/window-private.h"
#include "session/keys.h"
#include "session/playback.h"
#include "session/quantity.h"

#include <glib/gi18n.h>

static TrSelection *
selection_of (TrWindow *w)
{
  return tr_canvas_get_selection (w->canvas);
}

// The world is shown where nothing is selected.
static void
masses_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  if (tr_session_get_model (w->session)->n_bodies == 0) {
    tr_canvas_set_message (w->canvas, _ ("Draw something first that can have a mass"));
    return;
  }
  tr_selection_clear (selection_of (w));
  tr_panel_show (w->panel, "properties");
}

// Of a selection of one thing: a point, or a path. False: it is neither.
static bool
find_point (TrWindow *w, TrConnector *at)
{
  guint n;
  const TrModel *m = tr_session_get_model (w->session);
  const TrSelected *item = tr_selection_get (selection_of (w), &n);

  if (n != 1)
    return false;
  TrElement e = item->element;
  if (e.kind == TR_ELEMENT_NONE)
    *at = item->at;
  else if (e.kind == TR_ELEMENT_BODY && m->bodies[e.index].kind == TR_BODY_POINT)
    *at = (TrConnector){.kind = TR_AT_NAMED, .body = e.index, .point = 0, .slide = -1};
  else if (e.kind == TR_ELEMENT_CONSTRAINT && m->constraints[e.index].kind == TR_CON_PATH)
    *at = m->constraints[e.index].end[0].connector[0];
  else
    return false;
  return at->body >= 0;
}

// What it leads is selected still, so that it can be taken on.
static void
path_key_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  TrConnector at;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  if (!tr_window_may_edit (w))
    return;
  if (!find_point (w, &at)) {
    tr_canvas_set_message (w->canvas, _ ("Select the point that is to be led along a path"));
    return;
  }
  if (!tr_session_put_key (w->session, &at, &path, &error)) {
    tr_canvas_set_message (w->canvas, error->message);
    return;
  }
  g_autofree char *time =
      tr_quantity_format (tr_session_get_time (w->session), TR_QUANTITY_NUMBER, TR_UNITS_MM, 1e-3);
  g_autofree char *text = g_strdup_printf (
      _ ("A key at %s s. Go to another time, move the point with drives off, put the next"), time);
  tr_canvas_set_message (w->canvas, text);
  tr_probe_say ("path-key", "\"path\": \"%s\"", path);
}

// Its bounds are shown, to be set.
static void
limit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  guint n;
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  if (!tr_window_may_edit (w))
    return;
  const TrSelected *item = tr_selection_get (selection_of (w), &n);
  if (n != 1 || (item->element.kind != TR_ELEMENT_BODY && item->element.kind != TR_ELEMENT_NONE)) {
    tr_canvas_set_message (w->canvas,
                           _ ("Select the body that is to move no farther than a limit"));
    return;
  }
  int body = item->element.kind == TR_ELEMENT_BODY ? item->element.index : item->at.body;
  if (body < 0 || !tr_session_add_limit (w->session, body, &id, &error)) {
    tr_canvas_set_message (w->canvas, error ? error->message : NULL);
    return;
  }
  tr_selection_set (selection_of (w), id);
  tr_panel_show (w->panel, "properties");
}

static const GActionEntry actions[] = {
    {.name = "masses", .activate = masses_cb},
    {.name = "path-key", .activate = path_key_cb},
    {.name = "limit", .activate = limit_cb},
};

void
tr_window_add_motion_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
