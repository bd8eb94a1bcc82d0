// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/window-private.h"

#include "app/command.h"
#include "app/dialogs/dialog.h"
#include "app/window/desk.h"
#include "app/window/fold-layout.h"
#include "app/window/gallery.h"
#include "app/window/palette.h"
#include "app/probe.h"
#include "app/recent.h"
#include "app/settings.h"
#include "app/dialogs/shortcuts.h"
#include "app/theme.h"
#include "app/widget.h"
#include "session/scrub.h"
#include "session/quantity.h"
#include "session/report.h"

#include <glib/gi18n.h>

#define ZOOM_STEP       1.25
#define STATUS_EVERY_MS 60

G_DEFINE_FINAL_TYPE (TrWindow, tr_window, GTK_TYPE_APPLICATION_WINDOW)

TrDocument *
tr_window_get_document (TrWindow *w)
{
  return tr_session_get_document (w->session);
}

GFile *
tr_window_dup_file (TrWindow *w)
{
  const char *path = tr_document_get_path (tr_window_get_document (w));
  return path ? g_file_new_for_path (path) : NULL;
}

static void
enable (TrWindow *w, const char *action, bool is_enabled)
{
  GAction *a = g_action_map_lookup_action (G_ACTION_MAP (w), action);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (a), is_enabled);
}

static void
show_history (TrWindow *w)
{
  TrDocument *d = tr_window_get_document (w);
  const char *undo = tr_document_undo_name (d), *redo = tr_document_redo_name (d);
  g_autofree char *undo_text = undo ? g_strdup_printf (_ ("Undo “%s” (Ctrl+Z)"), undo) : NULL;
  g_autofree char *redo_text = redo ? g_strdup_printf (_ ("Redo “%s” (Ctrl+Shift+Z)"), redo) : NULL;

  enable (w, "undo", tr_document_n_undo (d) > 0);
  enable (w, "redo", tr_document_n_redo (d) > 0);
  gtk_widget_set_tooltip_text (w->undo_button, undo_text ? undo_text : _ ("Undo (Ctrl+Z)"));
  gtk_widget_set_tooltip_text (w->redo_button, redo_text ? redo_text : _ ("Redo (Ctrl+Shift+Z)"));
}

static void
show_selection (TrWindow *w)
{
  static const char *const verbs[] = {"cut", "copy", "duplicate", "delete"};
  static const char *const of_bodies[] = {"to-front", "raise", "lower", "to-back"};
  TrSelection *selection = tr_canvas_get_selection (w->canvas);
  g_autoptr (GArray) attachments = tr_relate_attachments (selection);
  guint n;
  const TrSelected *item = tr_selection_get (selection, &n);
  bool has_body = false;

  for (guint i = 0; i < n && !has_body; i++)
    has_body = item[i].element.kind == TR_ELEMENT_BODY;
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    enable (w, verbs[i], n > 0);
  for (guint i = 0; i < G_N_ELEMENTS (of_bodies); i++)
    enable (w, of_bodies[i], has_body);
  enable (w, "detach", attachments->len > 0);
}

// Where nothing is drawn yet, out of the way of who is about to.
static void
show_gallery (TrWindow *w)
{
  const TrModel *m = tr_session_get_model (w->session);
  bool is_empty = m->n_bodies == 0 && m->n_labels == 0;
  bool is_idle = strcmp (tr_canvas_get_tool (w->canvas), "select") == 0;

  gtk_widget_set_visible (w->gallery, is_empty && is_idle);
}

static void
document_changed_cb (TrWindow *w)
{
  tr_window_show_title (w);
  tr_window_watch_file (w);
  show_history (w);
  show_gallery (w);
  show_selection (w);
  tr_window_show_time (w);
}

static gboolean
tell_status (gpointer data)
{
  TrWindow *w = data;
  w->telling = 0;
  w->told = g_get_monotonic_time ();
  if (w->session) {
    tr_status_update (w->status, w->canvas);
    tr_window_show_time (w);
  }
  return G_SOURCE_REMOVE;
}

// Numbers that change more often can not be read, and laying them out costs frames.
static void
status_cb (TrCanvas *canvas, TrWindow *w)
{
  if (!w->session || w->telling)
    return;
  // Not at once: bars that come and go would be in the way of a layout that is under way.
  if (g_get_monotonic_time () - w->told >= STATUS_EVERY_MS * 1000)
    w->telling = g_idle_add_full (G_PRIORITY_DEFAULT, tell_status, w, NULL);
  else
    w->telling = g_timeout_add (STATUS_EVERY_MS, tell_status, w);
}

static void
undo_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_canvas_take_back (w->canvas) || tr_session_is_dragging (w->session))
    return;
  tr_session_undo (w->session);
  tr_canvas_tell_key (w->canvas);
}

static void
redo_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_session_is_dragging (w->session))
    return;
  tr_session_redo (w->session);
  tr_canvas_tell_key (w->canvas);
}

static void
zoom_in_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_zoom_by (((TrWindow *) data)->canvas, ZOOM_STEP);
}

static void
zoom_out_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_zoom_by (((TrWindow *) data)->canvas, 1 / ZOOM_STEP);
}

static void
zoom_100_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_zoom_true_size (((TrWindow *) data)->canvas);
}

static void
zoom_fit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_fit (((TrWindow *) data)->canvas);
}

static void
close_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_window_close (GTK_WINDOW (data));
}

static void
shortcuts_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_shortcuts_open (GTK_WINDOW (data));
}

// win.panel-constraints and the like.
static void
show_page_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name = g_action_get_name (G_ACTION (action));
  tr_panel_show (((TrWindow *) data)->panel, name + strlen ("panel-"));
}

static const GActionEntry actions[] = {
    {.name = "undo", .activate = undo_cb},
    {.name = "redo", .activate = redo_cb},
    {.name = "zoom-in", .activate = zoom_in_cb},
    {.name = "zoom-out", .activate = zoom_out_cb},
    {.name = "zoom-100", .activate = zoom_100_cb},
    {.name = "zoom-fit", .activate = zoom_fit_cb},
    {.name = "close", .activate = close_cb},
    {.name = "shortcuts", .activate = shortcuts_cb},
    {.name = "panel-constraints", .activate = show_page_cb},
    {.name = "panel-parameters", .activate = show_page_cb},
    {.name = "panel-properties", .activate = show_page_cb},
    {.name = "panel-bodies", .activate = show_page_cb},
};

// Letters are the tools', wherever in the gallery the focus is.
static gboolean
gallery_key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrWindow *w)
{
  return gdk_keyval_to_unicode (key) > ' ' &&
         gtk_event_controller_key_forward (controller, GTK_WIDGET (w->canvas));
}

static void
keep_size (TrWindow *w)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  GSettings *settings = app ? tr_application_get_settings (TR_APPLICATION (app)) : NULL;
  bool is_maximized = gtk_window_is_maximized (GTK_WINDOW (w));
  int width, height;

  if (!settings)
    return;
  gtk_window_get_default_size (GTK_WINDOW (w), &width, &height);
  g_settings_set_boolean (settings, TR_SETTINGS_MAXIMIZED, is_maximized);
  if (!is_maximized)
    g_settings_set (settings, TR_SETTINGS_SIZE, "(ii)", width, height);
}

// Actions that are properties of the window or of a part of it.
static const char *const on_canvas[] = {
    "show-grid", "tool", "snap", "show-constraints", "show-forces", "show-curves", "show-centres"};

static void
add_property_action (TrWindow *w, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);
  g_action_map_add_action (G_ACTION_MAP (w), G_ACTION (action));
}

static void
add_property_actions (TrWindow *w)
{
  for (guint i = 0; i < G_N_ELEMENTS (on_canvas); i++)
    add_property_action (w, on_canvas[i], w->canvas, on_canvas[i]);
  add_property_action (w, "toggle-panel", w->panel, "visible");
  add_property_action (w, "fullscreen", w, "fullscreened");
}

// The actions hold what they are properties of, and something of GTK's holds them after the window
// is gone: it would outlive the window, and still follow the settings.
void
tr_window_let_go (TrWindow *w)
{
  tr_widget_close_popovers (GTK_WIDGET (w));
  // An entry that is left takes what was written, which needs the drawing.
  gtk_window_set_focus (GTK_WINDOW (w), NULL);
  // What is given up or saved is not offered at the next start, whoever still holds the window.
  g_clear_pointer (&w->autosave, tr_autosave_free);
  for (guint i = 0; i < G_N_ELEMENTS (on_canvas); i++)
    g_action_map_remove_action (G_ACTION_MAP (w), on_canvas[i]);
  g_action_map_remove_action (G_ACTION_MAP (w), "toggle-panel");
  g_action_map_remove_action (G_ACTION_MAP (w), "fullscreen");
}

static gboolean
tr_window_close_request (GtkWindow *window)
{
  TrWindow *w = TR_WINDOW (window);

  bool is_taken = tr_window_finish (w);
  tr_canvas_pause (w->canvas);
  tr_window_end_record (w);
  // What is no value is told as such first: it would be lost.
  if (!w->is_closing && (!is_taken || !tr_window_may_close (w)))
    return TRUE;
  keep_size (w);
  tr_window_let_go (w);
  return GTK_WINDOW_CLASS (tr_window_parent_class)->close_request (window);
}

static void
tr_window_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tr_window_parent_class)->css_changed (widget, change);
  if (tr_theme_is_strong (widget))
    gtk_widget_add_css_class (widget, "high-contrast");
  else
    gtk_widget_remove_css_class (widget, "high-contrast");
}

static void
tr_window_dispose (GObject *object)
{
  TrWindow *w = TR_WINDOW (object);
  tr_probe_say ("window-gone", NULL);
  tr_window_clear_toast (w);
  tr_window_stop_watching (w);
  g_clear_pointer (&w->finder, gtk_widget_unparent);
  g_clear_weak_pointer (&w->before_menu);
  g_clear_weak_pointer (&w->preferences);
  g_clear_weak_pointer (&w->help);
  g_clear_weak_pointer (&w->plot);
  g_clear_weak_pointer (&w->mechanism);
  if (w->panel)
    tr_panel_set_selection (w->panel, NULL);
  if (w->canvas)
    tr_canvas_set_session (w->canvas, NULL);
  g_clear_pointer (&w->autosave, tr_autosave_free);
  g_clear_pointer (&w->recorder, tr_recorder_free);
  g_clear_object (&w->session);
  g_clear_handle_id (&w->telling, g_source_remove); // until now there was something to tell
  G_OBJECT_CLASS (tr_window_parent_class)->dispose (object);
}

static void
tr_window_class_init (TrWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_CANVAS);
  g_type_ensure (TR_TYPE_DESK);
  g_type_ensure (TR_TYPE_FOLD_LAYOUT);
  g_type_ensure (TR_TYPE_GALLERY);
  g_type_ensure (TR_TYPE_PALETTE);
  g_type_ensure (TR_TYPE_PANEL);
  g_type_ensure (TR_TYPE_STATUS);
  g_type_ensure (TR_TYPE_TIME_BAR);
  G_OBJECT_CLASS (class)->dispose = tr_window_dispose;
  GTK_WINDOW_CLASS (class)->close_request = tr_window_close_request;
  widget->css_changed = tr_window_css_changed;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/window.ui");
  gtk_widget_class_bind_template_child (widget, TrWindow, canvas);
  gtk_widget_class_bind_template_child (widget, TrWindow, status);
  gtk_widget_class_bind_template_child (widget, TrWindow, time_bar);
  gtk_widget_class_bind_template_child (widget, TrWindow, play_button);
  gtk_widget_class_bind_template_child (widget, TrWindow, palette);
  gtk_widget_class_bind_template_child (widget, TrWindow, panel);
  gtk_widget_class_bind_template_child (widget, TrWindow, gallery);
  gtk_widget_class_bind_template_child (widget, TrWindow, toast);
  gtk_widget_class_bind_template_child (widget, TrWindow, toast_label);
  gtk_widget_class_bind_template_child (widget, TrWindow, toast_more);
  gtk_widget_class_bind_template_child (widget, TrWindow, title_label);
  gtk_widget_class_bind_template_child (widget, TrWindow, folder_label);
  gtk_widget_class_bind_template_child (widget, TrWindow, undo_button);
  gtk_widget_class_bind_template_child (widget, TrWindow, redo_button);
  gtk_widget_class_bind_template_child (widget, TrWindow, open_button);
  gtk_widget_class_bind_template_child (widget, TrWindow, menu_button);
  gtk_widget_class_bind_template_callback (widget, status_cb);
  gtk_widget_class_bind_template_callback (widget, tr_window_show_title);
  gtk_widget_class_bind_template_callback (widget, gallery_key_cb);
}

static void
tr_window_init (TrWindow *w)
{
  g_autoptr (TrDocument) document = tr_document_new ();

  gtk_widget_init_template (GTK_WIDGET (w));
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
  tr_window_add_file_actions (w);
  tr_window_add_export_actions (w);
  tr_window_add_print_actions (w);
  tr_window_add_edit_actions (w);
  tr_window_add_arrange_actions (w);
  tr_window_add_command_actions (w);
  tr_window_add_draw_actions (w);
  tr_window_add_goal_actions (w);
  tr_window_add_motion_actions (w);
  tr_window_add_diagnose_actions (w);
  tr_window_add_focus_actions (w);
  tr_window_add_time_actions (w);
  tr_window_add_record_actions (w);
  tr_window_add_toast_actions (w);
  tr_window_add_watch_actions (w);
  tr_window_add_drop (w);
  add_property_actions (w);
  w->session = tr_session_new (document);
  tr_session_let_scrub (w->session, true);
  tr_window_keep_draft (w);
  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), w,
                           G_CONNECT_SWAPPED);
  tr_canvas_set_session (w->canvas, w->session);
  tr_panel_set_selection (w->panel, tr_canvas_get_selection (w->canvas));
  g_signal_connect_object (w->canvas, "time-frame", G_CALLBACK (tr_window_record_frame), w,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (w->canvas, "notify::tool", G_CALLBACK (show_gallery), w,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (tr_canvas_get_selection (w->canvas), "changed",
                           G_CALLBACK (show_selection), w, G_CONNECT_SWAPPED);
  document_changed_cb (w);
  show_selection (w);
  gtk_widget_grab_focus (GTK_WIDGET (w->canvas));
}

static void
open_menu_shown_cb (GtkWidget *menu, TrRecent *recent)
{
  tr_recent_describe (recent, menu);
}

// News of a file that was opened comes late, maybe to a menu that is there; it follows first.
static void
recent_changed_cb (GMenuModel *recent, int position, int n_removed, int n_added, TrWindow *w)
{
  GtkWidget *menu = GTK_WIDGET (gtk_menu_button_get_popover (w->open_button));
  TrApplication *app = TR_APPLICATION (gtk_window_get_application (GTK_WINDOW (w)));
  if (app && gtk_widget_get_mapped (menu))
    tr_recent_describe (tr_application_get_recent (app), menu);
}

static void
fill_open_menu (TrWindow *w, TrApplication *app)
{
  TrRecent *recent = tr_application_get_recent (app);
  g_autoptr (GMenu) menu = g_menu_new ();
  tr_command_append (menu, "win.open");
  g_menu_append_section (menu, _ ("Recent"), tr_recent_get_menu (recent));
  gtk_menu_button_set_menu_model (w->open_button, G_MENU_MODEL (menu));
  tr_window_return_focus (w, w->open_button);
  g_signal_connect (gtk_menu_button_get_popover (w->open_button), "map",
                    G_CALLBACK (open_menu_shown_cb), recent);
  g_signal_connect_object (tr_recent_get_menu (recent), "items-changed",
                           G_CALLBACK (recent_changed_cb), w, G_CONNECT_AFTER);
}

static void
units_cb (GSettings *settings, const char *key, TrWindow *w)
{
  g_autofree char *units = g_settings_get_string (settings, key);
  tr_window_set_units (w, units);
}

static gboolean
get_shown (GValue *value, GVariant *setting, gpointer data)
{
  g_value_set_boolean (value, g_variant_get_boolean (setting));
  return TRUE;
}

// What a narrow window shows of the panel is no choice for all windows.
static GVariant *
keep_shown (const GValue *value, const GVariantType *type, gpointer data)
{
  GtkWidget *desk = gtk_widget_get_parent (data);
  if (!desk || tr_desk_is_narrow (TR_DESK (desk)))
    return NULL;
  return g_variant_new_boolean (g_value_get_boolean (value));
}

static void
bind_settings (TrWindow *w, GSettings *settings)
{
  g_settings_bind_with_mapping (settings, TR_SETTINGS_PANEL, w->panel, "visible",
                                G_SETTINGS_BIND_DEFAULT, get_shown, keep_shown, w->panel, NULL);
  g_settings_bind (settings, TR_SETTINGS_PANEL_WIDTH, w->panel, "panel-width",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_ANIMATE, w->gallery, "animate", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_GRID, w->canvas, "show-grid", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_SNAP, w->canvas, "snap", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_CONSTRAINTS, w->canvas, "show-constraints",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_CURVES, w->canvas, "show-curves", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (settings, "changed::" TR_SETTINGS_UNITS, G_CALLBACK (units_cb), w, 0);
  units_cb (settings, TR_SETTINGS_UNITS, w);
  tr_window_bind_draft (w, settings);
}

TrWindow *
tr_window_new (TrApplication *app)
{
  TrWindow *w = g_object_new (TR_TYPE_WINDOW, "application", app, NULL);
  GSettings *settings = tr_application_get_settings (app);
  int width, height;

  fill_open_menu (w, app);
  if (settings) {
    g_settings_get (settings, TR_SETTINGS_SIZE, "(ii)", &width, &height);
    gtk_window_set_default_size (GTK_WINDOW (w), width, height);
    if (g_settings_get_boolean (settings, TR_SETTINGS_MAXIMIZED))
      gtk_window_maximize (GTK_WINDOW (w));
    bind_settings (w, settings);
  }
  tr_probe_watch (GTK_WINDOW (w));
  return w;
}

static const char *
json_bool (bool b)
{
  return b ? "true" : "false";
}

// What can be chosen once for all drawings.
static void
describe_options (TrWindow *w, GString *out)
{
  gboolean grid, snap, constraints, is_dark;

  g_object_get (w->canvas, "show-grid", &grid, "snap", &snap, "show-constraints", &constraints,
                NULL);
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (w)), "gtk-application-prefer-dark-theme",
                &is_dark, NULL);
  g_string_append_printf (
      out, ", \"options\": {\"grid\": %s, \"snap\": %s, \"constraints\": %s, \"dark\": %s",
      json_bool (grid), json_bool (snap), json_bool (constraints), json_bool (is_dark));
  g_string_append_printf (out, ", \"units\": \"%s\"}",
                          tr_units_symbol (tr_session_get_model (w->session)->units));
}

char *
tr_window_describe (TrWindow *w)
{
  TrDocument *d = tr_window_get_document (w);
  TrViewport v = tr_canvas_get_view (w->canvas);
  g_autoptr (GString) out = g_string_new (NULL);
  graphene_rect_t r;
  double x = 0, y = 0;
  guint n;

  if (!gtk_widget_compute_bounds (GTK_WIDGET (w->canvas), GTK_WIDGET (w), &r))
    r = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  gtk_native_get_surface_transform (GTK_NATIVE (w), &x, &y);
  g_string_append (out, "\"title\": ");
  tr_report_string (out, gtk_window_get_title (GTK_WINDOW (w)));
  g_string_append_printf (out, ", \"modified\": %s, \"undo\": %d, \"redo\": %d, ",
                          json_bool (tr_document_is_modified (d)), tr_document_n_undo (d),
                          tr_document_n_redo (d));
  g_string_append (out, "\"step\": ");
  tr_report_string (out, tr_document_undo_name (d) ? tr_document_undo_name (d) : "");
  g_string_append_printf (out, ", \"canvas\": [%g, %g, %g, %g], ", r.origin.x + x, r.origin.y + y,
                          (double) r.size.width, (double) r.size.height);
  g_string_append (out, "\"origin\": [");
  tr_report_number (out, v.origin.x);
  g_string_append (out, ", ");
  tr_report_number (out, v.origin.y);
  g_string_append (out, "], \"zoom\": ");
  tr_report_number (out, v.zoom);
  g_string_append_printf (out, ", \"dragging\": %s, \"tool\": \"%s\", \"selection\": [",
                          json_bool (tr_session_is_dragging (w->session)),
                          tr_canvas_get_tool (w->canvas));
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    tr_report_string (out, item[i].text);
  }
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (w));
  g_string_append_printf (out, "], \"focus\": \"%s\"", focus ? gtk_widget_get_name (focus) : "");
  g_string_append_printf (out, ", \"part\": \"%s\"", tr_window_get_part (w));
  describe_options (w, out);
  g_autofree char *canvas = tr_canvas_describe (w->canvas);
  g_string_append_printf (out, ", %s, \"bodies\": %d, \"constraints\": %d, \"state\": ", canvas,
                          tr_session_get_model (w->session)->n_bodies,
                          tr_session_get_model (w->session)->n_constraints);
  tr_report_state (out, tr_session_get_model (w->session), tr_session_get_state (w->session)->q);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
