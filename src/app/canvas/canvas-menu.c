// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The context menu: what can be done with what is selected, and with what lies under the pointer.

#include "app/canvas/canvas-private.h"

#include "app/command.h"
#include "app/probe.h"
#include "session/keys.h"
#include "session/layering.h"
#include "session/vertex.h"

#include <glib/gi18n.h>

#define MOST_RELATIONS 6

// Where a key of a path is chosen; false: none is.
static bool
append_key (TrCanvas *c, GMenu *menu)
{
  int path;

  if (tr_canvas_get_key (c, &path) < 0)
    return false;
  g_menu_append (menu, _ ("_Go to Its Time"), "win.key-time");
  g_menu_append (menu, _ ("Remove _Key"), "win.key-remove");
  return true;
}

// Where a formula alone is selected.
static void
append_formula (TrCanvas *c, GMenu *menu)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  const TrModel *m = tr_session_get_model (c->session);

  if (n != 1 || item->element.kind != TR_ELEMENT_BODY ||
      m->bodies[item->element.index].kind != TR_BODY_FORMULA)
    return;
  g_autofree char *action = g_strconcat ("win.edit-formula::", item->text, NULL);
  g_menu_append (menu, _ ("Edit _Formula…"), action);
}

// Where a text alone is selected.
static void
append_text (TrCanvas *c, GMenu *menu)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  if (n == 1 && item->element.kind == TR_ELEMENT_LABEL)
    g_menu_append (menu, _ ("_Edit Text"), "win.edit");
}

// Where a curve over a list of points is under the pointer, or selected.
static void
append_vertex (TrCanvas *c, GMenu *menu)
{
  TrConnector at;

  if (tr_canvas_takes_vertex (c, &c->menu_pick))
    g_menu_append (menu, _ ("Add _Vertex Here"), "win.add-vertex");
  else if (tr_vertex_find_place (c->selection, &at))
    tr_command_append (menu, "win.add-vertex");
}

bool
tr_canvas_get_menu_point (TrCanvas *c, TrConnector *at)
{
  bool is_there = c->menu && c->menu_pick.kind != TR_PICK_NONE;
  if (is_there)
    *at = c->menu_pick.at;
  return is_there;
}

// Where a point is under the pointer, or selected, that can be led.
static void
append_lead (TrCanvas *c, GMenu *menu)
{
  TrConnector at;

  if (c->menu_pick.kind != TR_PICK_NONE || tr_path_point_of (c->selection, &at))
    tr_command_append (menu, "win.path-key");
}

// Where a body that can carry a drawing is selected alone.
static void
append_carry (TrCanvas *c, GMenu *menu)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  const TrModel *m = tr_session_get_model (c->session);

  if (n == 1 && item->element.kind == TR_ELEMENT_BODY &&
      tr_body_get_ops (&m->bodies[item->element.index])->has_local)
    tr_command_append (menu, "win.carry");
}

// Bodies or their points, which lie in layers and over each other.
static bool
has_bodies (TrCanvas *c)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  bool has = false;

  for (guint i = 0; i < n; i++)
    has |= item[i].element.kind == TR_ELEMENT_BODY || item[i].element.kind == TR_ELEMENT_NONE;
  return has;
}

// One, and nothing else.
static bool
has_constraint (TrCanvas *c)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  return n == 1 && item[0].element.kind == TR_ELEMENT_CONSTRAINT;
}

static void
append_layer (GMenu *menu, const char *name, const char *label)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);
  g_autoptr (GString) text = g_string_new (label);

  g_string_replace (text, "_", "__", 0); // no mnemonic
  g_menu_item_set_label (item, text->str);
  g_menu_item_set_action_and_target (item, "win.layer-take", "s", name);
  g_menu_append_item (menu, item);
}

// Which lies over which, and in which layer.
static void
append_arrange (TrCanvas *c, GMenu *menu)
{
  static const char *const order[] = {"win.to-front", "win.raise", "win.lower", "win.to-back",
                                      NULL};
  g_autoptr (GMenu) layers = g_menu_new (), add = g_menu_new (), names = g_menu_new ();
  g_autoptr (GArray) list = tr_layering_list (tr_session_get_model (c->session));
  const char *current = tr_session_get_layer (c->session);
  bool has_current = !current;

  tr_command_append_submenu (menu, _ ("A_rrange"), order);
  for (guint i = 0; i < list->len; i++) {
    const char *name = g_array_index (list, TrLayerInfo, i).name;
    append_layer (names, name, *name ? name : _ ("No layer"));
    has_current |= g_strcmp0 (name, current) == 0;
  }
  if (!has_current)
    append_layer (names, current, current);
  tr_command_append (add, "win.layer-add");
  g_menu_append_section (layers, NULL, G_MENU_MODEL (names));
  g_menu_append_section (layers, NULL, G_MENU_MODEL (add));
  g_menu_append_submenu (menu, _ ("Move to _Layer"), G_MENU_MODEL (layers));
}

// What the selection can be constrained by: many have a page of their own, or the menu would be
// higher than a small screen.
static void
append_relations (TrCanvas *c, GMenu *menu)
{
  g_autoptr (GMenu) relations = g_menu_new ();

  for (int i = 0; i < TR_N_RELATIONS; i++) {
    g_autofree char *action = g_strconcat ("win.relate::", tr_relations[i].name, NULL);
    if (tr_relate_can (c->selection, i, NULL))
      tr_command_append (relations, action);
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (relations)) > MOST_RELATIONS)
    g_menu_append_submenu (menu, _ ("Co_nstrain"), G_MENU_MODEL (relations));
  else
    g_menu_append_section (menu, NULL, G_MENU_MODEL (relations));
}

static GMenuModel *
make_menu (TrCanvas *c)
{
  static const char *const with_selection[] = {"win.detach", "win.cut",       "win.copy",
                                               "win.paste",  "win.duplicate", "win.delete"};
  static const char *const of_constraint[] = {"win.explain", "win.toggle-reference"};
  static const char *const rest[] = {"win.select-all", "win.show-constraints"};
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) key = g_menu_new ();
  g_autoptr (GMenu) relations = g_menu_new ();
  g_autoptr (GMenu) edit = g_menu_new ();
  g_autoptr (GMenu) place = g_menu_new ();
  g_autoptr (GMenu) general = g_menu_new ();
  bool has_selection = tr_selection_get_n (c->selection) > 0;

  if (has_selection)
    append_relations (c, relations);
  bool has_key = append_key (c, key); // which is what Delete means
  append_formula (c, edit);
  append_text (c, edit);
  append_vertex (c, edit);
  if (!has_key)
    append_lead (c, edit);
  append_carry (c, edit);
  for (guint i = 0; i < G_N_ELEMENTS (of_constraint) && has_constraint (c); i++)
    tr_command_append (relations, of_constraint[i]);
  for (guint i = 0; i < G_N_ELEMENTS (with_selection) && !has_key; i++)
    if (i == 0 ? has_bodies (c) : has_selection || strcmp (with_selection[i], "win.paste") == 0)
      tr_command_append (edit, with_selection[i]);
  if (has_bodies (c))
    append_arrange (c, place);
  for (guint i = 0; i < G_N_ELEMENTS (rest); i++)
    tr_command_append (general, rest[i]);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (key));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (relations));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (edit));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (place));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (general));
  return G_MENU_MODEL (menu);
}

// A menu that is closed, but there, may keep the pointer: the next press would be taken for one
// beside it and be swallowed. It goes when what was chosen in it has been done.
static gboolean
closed_idle (gpointer data)
{
  TrCanvas *c = data;

  c->menu_idle = 0;
  g_clear_pointer (&c->menu, gtk_widget_unparent);
  tr_probe_say ("menu-closed", NULL);
  return G_SOURCE_REMOVE;
}

static void
closed_cb (TrCanvas *c)
{
  gtk_widget_grab_focus (GTK_WIDGET (c));
  if (c->menu_idle == 0)
    c->menu_idle = g_idle_add (closed_idle, c);
}

void
tr_canvas_drop_menu (TrCanvas *c)
{
  g_clear_handle_id (&c->menu_idle, g_source_remove);
  g_clear_pointer (&c->menu, gtk_widget_unparent);
}

static void
pop_up (TrCanvas *c, Vec2 at)
{
  c->menu_pick = tr_canvas_pick (c, tr_viewport_to_drawing (c->view, at), false);
  g_autoptr (GMenuModel) model = make_menu (c);

  tr_canvas_drop_menu (c);
  c->menu = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_name (c->menu, "context-menu");
  gtk_widget_set_parent (c->menu, GTK_WIDGET (c));
  gtk_popover_set_has_arrow (GTK_POPOVER (c->menu), FALSE);
  gtk_widget_set_halign (c->menu, GTK_ALIGN_START);
  gtk_popover_set_position (GTK_POPOVER (c->menu), GTK_POS_BOTTOM);
  gtk_popover_set_pointing_to (GTK_POPOVER (c->menu),
                               &(GdkRectangle){(int) at.x, (int) at.y, 1, 1});
  g_signal_connect_swapped (c->menu, "closed", G_CALLBACK (closed_cb), c);
  gtk_popover_popup (GTK_POPOVER (c->menu));
  g_autofree char *labels = tr_command_describe_menu (model);
  tr_probe_say ("menu", "\"labels\": %s", labels);
}

// What lies there is selected, unless it is already.
static void
open_at (TrCanvas *c, Vec2 at)
{
  g_autofree char *text = NULL;

  if (!c->session || tr_session_is_dragging (c->session) || !tr_canvas_take_edit (c))
    return;
  tr_canvas_cancel (c);
  c->pointer = at;
  if (tr_canvas_choose_key_at (c, at)) {
    pop_up (c, at);
    return;
  }
  text = tr_canvas_text_at (c, at);
  if (text && !tr_selection_has (c->selection, text))
    tr_selection_set (c->selection, text);
  pop_up (c, at);
}

static void
click_cb (GtkGestureClick *gesture, int n, double x, double y, TrCanvas *c)
{
  if (!tr_canvas_is_editing (c))
    gtk_widget_grab_focus (GTK_WIDGET (c));
  if (!c->session || !tr_canvas_end_gesture (c))
    open_at (c, v2 (x, y));
}

static void
long_press_cb (GtkGestureLongPress *gesture, double x, double y, TrCanvas *c)
{
  // The finger has pressed on what lies there, to drag it: it does not.
  tr_canvas_break_off (c);
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_grab_focus (GTK_WIDGET (c));
  open_at (c, v2 (x, y));
}

void
tr_canvas_open_menu (TrCanvas *c)
{
  if (c->session && !tr_session_is_dragging (c->session))
    pop_up (c, c->is_over ? c->pointer : v2_scale (c->size, 0.5));
}

void
tr_canvas_init_menu (TrCanvas *c)
{
  GtkGesture *click = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  g_signal_connect (click, "pressed", G_CALLBACK (click_cb), c);
  g_signal_connect (hold, "pressed", G_CALLBACK (long_press_cb), c);
  gtk_widget_add_controller (GTK_WIDGET (c), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (c), GTK_EVENT_CONTROLLER (hold));
}
