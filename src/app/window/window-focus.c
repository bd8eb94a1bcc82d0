// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// F6 goes from part to part of the window: the canvas, what was just told over it, the side panel,
// the time bar, the header bar, the tools.

#include "app/window/window-private.h"

#define N_PARTS 6

static void
get_parts (TrWindow *w, GtkWidget *parts[N_PARTS])
{
  parts[0] = GTK_WIDGET (w->canvas);
  parts[1] = w->toast;
  parts[2] = GTK_WIDGET (w->panel);
  parts[3] = GTK_WIDGET (w->time_bar);
  parts[4] = gtk_window_get_titlebar (GTK_WINDOW (w));
  parts[5] = w->palette;
}

// −1: none of them.
static int
find_part (TrWindow *w, GtkWidget *parts[N_PARTS])
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (w));

  for (int i = 0; focus && i < N_PARTS; i++)
    if (focus == parts[i] || gtk_widget_is_ancestor (focus, parts[i]))
      return i;
  return -1;
}

static bool
enter_part (TrWindow *w, GtkWidget *part)
{
  if (!gtk_widget_get_mapped (part))
    return false;
  return part == GTK_WIDGET (w->canvas) ? gtk_widget_grab_focus (part)
                                        : gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD);
}

// A part that is hidden, or has nothing to work on, is passed over.
static void
go (TrWindow *w, int step)
{
  GtkWidget *parts[N_PARTS];
  get_parts (w, parts);
  int at = find_part (w, parts);

  for (int i = 1; i <= N_PARTS; i++) {
    int next = ((at < 0 ? 0 : at) + i * step + i * N_PARTS) % N_PARTS;
    if (enter_part (w, parts[next]))
      return;
  }
}

static bool
is_wrong (GtkWidget *focus)
{
  for (; focus; focus = gtk_widget_get_parent (focus))
    if (GTK_IS_EDITABLE (focus) && gtk_widget_has_css_class (focus, "error"))
      return true;
  return false;
}

bool
tr_window_finish (TrWindow *w)
{
  GtkWindow *window = GTK_WINDOW (w);
  GtkWidget *focus = gtk_window_get_focus (window);
  bool ok = tr_canvas_take_edit (w->canvas);

  tr_canvas_finish (w->canvas);
  tr_canvas_end_gesture (w->canvas);
  if (!focus || !gtk_widget_is_ancestor (focus, GTK_WIDGET (w->panel)))
    return ok;
  g_object_ref (focus);
  gtk_window_set_focus (window, NULL);
  // Its row may have gone with what was written.
  if (gtk_widget_get_root (focus) == GTK_ROOT (window) && gtk_widget_get_mapped (focus)) {
    gtk_window_set_focus (window, focus);
    ok &= !is_wrong (focus);
  }
  g_object_unref (focus);
  return ok;
}

bool
tr_window_may_edit (TrWindow *w)
{
  return w->session && !tr_session_is_dragging (w->session) && tr_canvas_take_edit (w->canvas);
}

// Not those that lead from one part to another, or work what has the focus: arrows, Tab, Enter, Space.
static bool
is_of_canvas (guint key, GdkModifierType state)
{
  if (state & GDK_ALT_MASK)
    return false;
  return (state & GDK_CONTROL_MASK) || key == GDK_KEY_BackSpace ||
         gdk_keyval_to_unicode (key) > ' ';
}

// Letters are the tools', and what is selected is copied, deleted and so on, wherever the focus is,
// but where something is written; Escape leads back. What has its own use for such a key has had it.
static gboolean
key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrWindow *w)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (w));
  bool is_escape = key == GDK_KEY_Escape;

  if ((!is_escape && !is_of_canvas (key, state)) || !focus || focus == GTK_WIDGET (w->canvas) ||
      GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus) ||
      gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
    return FALSE;
  if (gtk_event_controller_key_forward (controller, GTK_WIDGET (w->canvas)))
    return TRUE;
  // Where there is nothing to leave, this part of the window is left.
  return is_escape && gtk_widget_grab_focus (GTK_WIDGET (w->canvas));
}

// Before another part of the window is worked, whose buttons leave the focus where it is. Popovers
// have surfaces of their own: the menu of the entry is one.
static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, TrWindow *w)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (w));
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (w), x, y, GTK_PICK_DEFAULT);
  GtkWidget *canvas = GTK_WIDGET (w->canvas);

  if (at && at != canvas && !gtk_widget_is_ancestor (at, canvas) && event &&
      gdk_event_get_surface (event) == surface)
    tr_canvas_take_edit (w->canvas);
}

static void
focus_moved_cb (TrWindow *w)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (w));

  if (focus && !gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER))
    g_set_weak_pointer (&w->before_menu, focus);
}

// Unless what was chosen has taken the focus elsewhere.
static void
menu_closed_cb (GtkWidget *menu, TrWindow *w)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (w));
  GtkWidget *button = gtk_widget_get_ancestor (menu, GTK_TYPE_MENU_BUTTON);

  if (w->before_menu && gtk_widget_get_mapped (w->before_menu) &&
      (!focus || focus == button || gtk_widget_is_ancestor (focus, button)))
    gtk_widget_grab_focus (w->before_menu);
}

void
tr_window_return_focus (TrWindow *w, GtkMenuButton *button)
{
  g_signal_connect_object (gtk_menu_button_get_popover (button), "closed",
                           G_CALLBACK (menu_closed_cb), w, 0);
}

static void
next_part_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go (data, 1);
}

static void
previous_part_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  go (data, -1);
}

static const GActionEntry actions[] = {
    {.name = "next-part", .activate = next_part_cb},
    {.name = "previous-part", .activate = previous_part_cb},
};

void
tr_window_add_focus_actions (TrWindow *w)
{
  GtkGesture *press = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (press), GTK_PHASE_CAPTURE);
  g_signal_connect (press, "pressed", G_CALLBACK (pressed_cb), w);
  gtk_widget_add_controller (GTK_WIDGET (w), GTK_EVENT_CONTROLLER (press));
  g_signal_connect (w, "notify::focus-widget", G_CALLBACK (focus_moved_cb), NULL);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), w);
  gtk_widget_add_controller (GTK_WIDGET (w), key);
}

const char *
tr_window_get_part (TrWindow *w)
{
  static const char *const names[N_PARTS] = {"canvas",  "toast",     "panel",
                                             "timebar", "headerbar", "palette"};
  GtkWidget *parts[N_PARTS];
  get_parts (w, parts);
  int at = find_part (w, parts);
  return at < 0 ? "" : names[at];
}
