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
  bool is_of_menu = tr_canvas_get_menu_point (w->canvas, &at);
  if (!is_of_menu && !tr_path_point_of (selection_of (w), &at)) {
    tr_canvas_set_message (w->canvas,
                           _ ("Select the point that is to be led along a path; of a sheet or a "
                              "link, open the menu over the place (right button)"));
    return;
  }
  if (!tr_session_put_key (w->session, &at, &path, &error)) {
    tr_canvas_set_message (w->canvas, error->message);
    return;
  }
  // A place that is no point has no other name that the next key could be put by.
  if (is_of_menu && at.kind != TR_AT_NAMED)
    tr_selection_set (selection_of (w), path);
  g_autofree char *time =
      tr_quantity_format (tr_session_get_time (w->session), TR_QUANTITY_NUMBER, TR_UNITS_MM, 1e-3);
  g_autofree char *text = g_strdup_printf (
      _ ("A key at %s s. Go to another time, move the point with drives off, put the next"), time);
  tr_canvas_set_message (w->canvas, text);
  tr_probe_say ("path-key", "\"path\": \"%s\"", path);
}

static void
key_time_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  double time;

  if (!tr_canvas_get_key_time (w->canvas, &time)) {
    tr_canvas_set_message (w->canvas, _ ("Select a path and click one of its keys"));
    return;
  }
  tr_canvas_pause (w->canvas);
  if (tr_window_may_edit (w))
    tr_canvas_seek (w->canvas, time);
  tr_window_show_time (w);
}

static void
key_remove_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (tr_window_may_edit (w) && !tr_canvas_remove_key (w->canvas))
    tr_canvas_set_message (w->canvas, _ ("Select a path and click one of its keys"));
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
    {.name = "key-time", .activate = key_time_cb},
    {.name = "key-remove", .activate = key_remove_cb},
    {.name = "limit", .activate = limit_cb},
};

void
tr_window_add_motion_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
