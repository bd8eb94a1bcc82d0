// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions on how bodies lie over each other, and on layers.

#include "app/window/window-private.h"

#include "session/arrange.h"

#include <glib/gi18n.h>

static TrLayerPage *
layers_of (TrWindow *w)
{
  return tr_panel_get_layers (w->panel);
}

static void
arrange (TrWindow *w, TrArrangement how, const char *nothing)
{
  if (!tr_window_may_edit (w))
    return;
  bool has_moved = tr_arrange (tr_canvas_get_selection (w->canvas), how);
  tr_canvas_set_message (w->canvas, has_moved ? NULL : nothing);
}

static void
front_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  arrange (data, TR_ARRANGE_FRONT, _ ("It is in front already"));
}

static void
raise_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  arrange (data, TR_ARRANGE_RAISE, _ ("Nothing lies over it"));
}

static void
lower_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  arrange (data, TR_ARRANGE_LOWER, _ ("Nothing lies under it"));
}

static void
back_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  arrange (data, TR_ARRANGE_BACK, _ ("It is at the back already"));
}

static void
add_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  tr_panel_show (w->panel, "bodies");
  tr_layer_page_add (layers_of (w));
  g_autofree char *name = g_strdup (tr_layer_page_get_current (layers_of (w)));
  tr_layer_page_edit (layers_of (w), name);
}

static void
rename_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autofree char *name = g_strdup (tr_layer_page_get_current (layers_of (w)));

  tr_panel_show (w->panel, "bodies");
  tr_layer_page_edit (layers_of (w), name);
}

static void
remove_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  // A copy: the name goes with the layer.
  g_autofree char *name = g_strdup (tr_layer_page_get_current (layers_of (w)));

  if (!tr_window_may_edit (w))
    return;
  if (*name)
    tr_layer_page_rename (layers_of (w), name, "");
  tr_canvas_set_message (w->canvas, *name ? NULL : _ ("The list of layers chooses which"));
}

// Tells that what is selected was moved to the layer, or why nothing was.
static void
take (TrWindow *w, const char *layer)
{
  TrSelection *s = tr_canvas_get_selection (w->canvas);
  const char *label = *layer ? layer : _ ("No layer");
  g_autofree char *text = NULL;

  if (!tr_window_may_edit (w))
    return;
  if (tr_selection_get_n (s) == 0)
    text = g_strdup (_ ("Select what is to be moved to the layer"));
  else if (tr_layering_take (s, layer))
    text = g_strdup_printf (_ ("Moved to “%s”"), label);
  else
    text = g_strdup_printf (_ ("It is in “%s” already"), label);
  tr_canvas_set_message (w->canvas, text);
}

static void
move_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autofree char *name = g_strdup (tr_layer_page_get_current (layers_of (w)));
  take (w, name);
}

static void
take_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  take (data, g_variant_get_string (parameter, NULL));
}

static TrLayerInfo
current_layer (TrWindow *w)
{
  const char *name = tr_layer_page_get_current (layers_of (w));
  g_autoptr (GArray) list = tr_layering_list (tr_session_get_model (w->session));

  for (guint i = 0; i < list->len; i++)
    if (strcmp (g_array_index (list, TrLayerInfo, i).name, name) == 0)
      return g_array_index (list, TrLayerInfo, i);
  return (TrLayerInfo){.name = name};
}

// Says where there is nothing to be done.
static bool
has_bodies (TrWindow *w, const TrLayerInfo *layer)
{
  if (!tr_window_may_edit (w))
    return false;
  tr_canvas_set_message (w->canvas, layer->n_bodies > 0 ? NULL : _ ("Nothing is in the layer"));
  return layer->n_bodies > 0;
}

static void
show_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  TrLayerInfo layer = current_layer (w);

  if (has_bodies (w, &layer))
    tr_layering_show (w->session, layer.name, layer.n_hidden == layer.n_bodies);
}

static void
lock_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  TrLayerInfo layer = current_layer (w);

  if (has_bodies (w, &layer))
    tr_layering_lock (w->session, layer.name, layer.n_locked < layer.n_bodies);
}

static void
select_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const TrModel *m = tr_session_get_model (w->session);
  const char *name = tr_layer_page_get_current (layers_of (w));
  TrLayerInfo layer = current_layer (w);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  if (!has_bodies (w, &layer))
    return;
  for (int i = 0; i < m->n_bodies; i++)
    if (strcmp (m->bodies[i].layer ? m->bodies[i].layer : "", name) == 0)
      g_ptr_array_add (ids, (gpointer) m->bodies[i].id);
  tr_selection_set_all (tr_canvas_get_selection (w->canvas), (const char *const *) ids->pdata,
                        ids->len);
}

static const GActionEntry actions[] = {
    {.name = "to-front", .activate = front_cb},
    {.name = "raise", .activate = raise_cb},
    {.name = "lower", .activate = lower_cb},
    {.name = "to-back", .activate = back_cb},
    {.name = "layer-add", .activate = add_cb},
    {.name = "layer-rename", .activate = rename_cb},
    {.name = "layer-remove", .activate = remove_cb},
    {.name = "layer-move", .activate = move_cb},
    {.name = "layer-take", .activate = take_cb, .parameter_type = "s"},
    {.name = "layer-select", .activate = select_cb},
    {.name = "layer-show", .activate = show_cb},
    {.name = "layer-lock", .activate = lock_cb},
};

void
tr_window_add_arrange_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
