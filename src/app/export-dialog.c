// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a drawing is exported: chosen beside a picture of the page, and remembered for the next
// time. The file is asked for afterwards.

#include "app/window-private.h"

#include "app/dialog.h"
#include "app/probe.h"
#include "app/settings.h"
#include "render/export.h"

#include <glib/gi18n.h>
#include <math.h>

#define PREVIEW_PIXELS 480 // of the longer side

#define TR_TYPE_EXPORT_DIALOG (tr_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrExportDialog, tr_export_dialog, TR, EXPORT_DIALOG, GtkWindow)

struct _TrExportDialog {
  GtkWindow parent;
  TrWindow *window;
  GtkDropDown *format_choice, *what_choice, *page_choice, *turn_choice, *background_choice;
  GtkSpinButton *margin_spin, *scale_spin, *dpi_spin;
  GtkWidget *preview, *size_label, *export_button;
  guint8 *selected; // a bit for each body
  guint showing;    // source; 0: the preview is up to date
};

G_DEFINE_FINAL_TYPE (TrExportDialog, tr_export_dialog, GTK_TYPE_WINDOW)

// In the order of the choices in the template.
static const char *const formats[] = {"svg", "pdf", "png", "eps", NULL};
static const TrExportFormat format_of[] = {TR_EXPORT_SVG, TR_EXPORT_PDF, TR_EXPORT_PNG,
                                           TR_EXPORT_EPS};
static const char *const pages[] = {"drawing", "A5",     "A4",    "A3",      "A2", "A1",
                                    "A0",      "letter", "legal", "tabloid", NULL};
static const char *const turns[] = {"portrait", "landscape", NULL};
static const char *const backgrounds[] = {"none", "white", NULL};
static const char *const background_colors[] = {"none", "#ffffff"};

guint8 *
tr_window_selected_bodies (TrWindow *w)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  int n_bodies = tr_session_get_model (w->session)->n_bodies;
  g_autofree guint8 *bits = g_new0 (guint8, n_bodies / 8 + 1);
  bool any = false;

  for (guint i = 0; i < n; i++) {
    int body = item[i].element.index;
    if (item[i].element.kind != TR_ELEMENT_BODY)
      continue;
    bits[body / 8] |= (guint8) (1 << body % 8);
    any = true;
  }
  return any ? g_steal_pointer (&bits) : NULL;
}

// page: of the options, to be freed by the caller.
static TrExportOptions
read_options (TrExportDialog *x, char **page)
{
  TrExportOptions o = tr_export_options_make ();
  guint paper = gtk_drop_down_get_selected (x->page_choice);
  bool is_wide = gtk_drop_down_get_selected (x->turn_choice) == 1;

  *page = paper == 0 ? NULL : g_strconcat (pages[paper], is_wide ? "-landscape" : NULL, NULL);
  o.page = *page;
  o.margin = gtk_spin_button_get_value (x->margin_spin);
  o.scale = gtk_spin_button_get_value (x->scale_spin) / 100;
  o.dpi = gtk_spin_button_get_value (x->dpi_spin);
  o.background = background_colors[gtk_drop_down_get_selected (x->background_choice)];
  o.filter = gtk_drop_down_get_selected (x->what_choice) == 1 ? x->selected : NULL;
  return o;
}

static TrExportFormat
read_format (TrExportDialog *x)
{
  return format_of[gtk_drop_down_get_selected (x->format_choice)];
}

static void
show_size (TrExportDialog *x, const TrExportOptions *o, double w, double h)
{
  g_autofree char *mm = g_strdup_printf (_ ("%.6g × %.6g mm"), w, h);
  g_autofree char *both = NULL;

  if (read_format (x) == TR_EXPORT_PNG)
    both = g_strdup_printf (_ ("%s, %d × %d pixels"), mm, tr_export_pixels (w, o->dpi),
                            tr_export_pixels (h, o->dpi));
  gtk_label_set_label (GTK_LABEL (x->size_label), both ? both : mm);
  tr_probe_say ("preview", "\"w\": %.6f, \"h\": %.6f, \"px\": %d", w, h,
                tr_export_pixels (w, o->dpi));
}

// White paper is shown even where nothing will be behind the drawing: ink is black.
static void
show_picture (TrExportDialog *x, TrExportOptions o, double w, double h)
{
  const TrModel *m = tr_session_get_model (x->window->session);
  const TrState *state = tr_session_get_state (x->window->session);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  o.dpi = 25.4 * PREVIEW_PIXELS / fmax (w, h);
  o.background = "#ffffff";
  bytes = tr_export_bytes (m, state, TR_EXPORT_PNG, &o, NULL, NULL);
  texture = bytes ? gdk_texture_new_from_bytes (bytes, NULL) : NULL;
  gtk_picture_set_paintable (GTK_PICTURE (x->preview), GDK_PAINTABLE (texture));
}

static gboolean
show_idle (gpointer data)
{
  TrExportDialog *x = data;
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;
  TrExportOptions o = read_options (x, &page);
  double w, h;

  x->showing = 0;
  gtk_widget_set_sensitive (GTK_WIDGET (x->turn_choice), o.page != NULL);
  gtk_widget_set_sensitive (GTK_WIDGET (x->dpi_spin), read_format (x) == TR_EXPORT_PNG);
  if (tr_export_measure (tr_session_get_model (x->window->session),
                         tr_session_get_state (x->window->session), &o, &w, &h, &error)) {
    show_size (x, &o, w, h);
    show_picture (x, o, w, h);
  } else {
    gtk_label_set_label (GTK_LABEL (x->size_label), error->message);
  }
  return G_SOURCE_REMOVE;
}

// Several choices may change at once, as at the start.
static void
changed_cb (TrExportDialog *x)
{
  if (x->window && x->showing == 0)
    x->showing = g_idle_add (show_idle, x);
}

// A note that was read asks for nothing.
static void
read_cb (GtkWindow *parent, int answer, gpointer data)
{
}

static void
export_to (TrExportDialog *x, GFile *file)
{
  const char *const close[] = {_ ("_Close"), NULL};
  TrWindow *w = x->window;
  g_autofree char *path = g_file_get_path (file), *note = NULL, *page = NULL;
  g_autofree char *title = tr_document_dup_title (tr_window_get_document (w));
  g_autoptr (GError) error = NULL;
  TrExportOptions o = read_options (x, &page);

  o.title = title;
  if (!path) {
    tr_window_tell_failure (w, _ ("Could not export “%s”"), file,
                            _ ("It is not a file on this machine"));
    return;
  }
  if (!tr_export (tr_session_get_model (w->session), tr_session_get_state (w->session), path, &o,
                  &note, &error)) {
    tr_window_tell_failure (w, _ ("Could not export “%s”"), file, error->message);
    return;
  }
  if (note)
    tr_dialog_ask (GTK_WINDOW (w), _ ("Exported, but not all of it"), note, close, -1, read_cb,
                   NULL);
  tr_probe_say ("exported", NULL);
  gtk_window_destroy (GTK_WINDOW (x));
}

static void
chosen_cb (GtkWindow *parent, GFile *file, gpointer data)
{
  TrExportDialog *x = TR_EXPORT_DIALOG (parent);
  g_autofree char *name = file ? g_file_get_basename (file) : NULL;

  if (!file || !x->window)
    return;
  if (strchr (name, '.'))
    export_to (x, file);
  else
    tr_window_tell_failure (
        x->window, _ ("Could not export “%s”"), file,
        _ ("The ending of the name tells the format: .svg, .pdf, .png or .eps"));
}

// The chosen format comes first among the filters, as that is the one in force.
static void
export_cb (TrExportDialog *x)
{
  static const char *const mimes[] = {"image/svg+xml", "application/pdf", "image/png",
                                      "image/x-eps"};
  const char *const names[] = {_ ("SVG pictures"), _ ("PDF documents"), _ ("PNG pictures"),
                               _ ("EPS pictures")};
  guint format = gtk_drop_down_get_selected (x->format_choice);
  g_autofree char *folder = NULL, *name = NULL;
  g_autofree char *ending = g_strconcat (".", formats[format], NULL);
  g_autofree char *pattern = g_strconcat ("*", ending, NULL);
  const TrDialogFilter filters[] = {
      {names[format], pattern, mimes[format]},
      {_ ("Pictures: SVG, PDF, PNG, EPS"), "*.[sSpPeE][vVdDnNpP][gGfFsS]", NULL},
  };

  tr_window_propose (x->window, ending, &folder, &name);
  tr_dialog_save (GTK_WINDOW (x), _ ("Export Drawing"), folder, name, filters,
                  G_N_ELEMENTS (filters), chosen_cb, NULL);
}

static void
tr_export_dialog_dispose (GObject *object)
{
  TrExportDialog *x = TR_EXPORT_DIALOG (object);
  g_clear_handle_id (&x->showing, g_source_remove);
  g_clear_pointer (&x->selected, g_free);
  g_clear_object (&x->window);
  G_OBJECT_CLASS (tr_export_dialog_parent_class)->dispose (object);
}

static void
tr_export_dialog_class_init (TrExportDialogClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_export_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/export-dialog.ui");
  gtk_widget_class_bind_template_child (widget, TrExportDialog, format_choice);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, what_choice);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, page_choice);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, turn_choice);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, background_choice);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, margin_spin);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, scale_spin);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, dpi_spin);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, preview);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, size_label);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget, changed_cb);
  gtk_widget_class_bind_template_callback (widget, export_cb);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_export_dialog_init (TrExportDialog *x)
{
  gtk_widget_init_template (GTK_WIDGET (x));
  gtk_window_set_default_widget (GTK_WINDOW (x), x->export_button);
  gtk_spin_button_set_value (x->scale_spin, 100);
  gtk_spin_button_set_value (x->dpi_spin, 300);
}

static void
bind (TrExportDialog *x, GSettings *settings)
{
  tr_settings_bind_choice (settings, TR_SETTINGS_EXPORT_FORMAT, x->format_choice, formats);
  tr_settings_bind_choice (settings, TR_SETTINGS_EXPORT_PAGE, x->page_choice, pages);
  tr_settings_bind_choice (settings, TR_SETTINGS_EXPORT_BACKGROUND, x->background_choice,
                           backgrounds);
  tr_settings_bind_choice (settings, TR_SETTINGS_EXPORT_ORIENTATION, x->turn_choice, turns);
  g_settings_bind (settings, TR_SETTINGS_EXPORT_MARGIN, x->margin_spin, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_EXPORT_SCALE, x->scale_spin, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_EXPORT_DPI, x->dpi_spin, "value", G_SETTINGS_BIND_DEFAULT);
}

static void
export_dialog_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  GSettings *settings = tr_application_get_settings (TR_APPLICATION (app));
  TrExportDialog *x = g_object_new (TR_TYPE_EXPORT_DIALOG, "transient-for", w, NULL);

  tr_canvas_finish (w->canvas);
  x->window = g_object_ref (w);
  x->selected = tr_window_selected_bodies (w);
  if (settings)
    bind (x, settings);
  gtk_drop_down_set_selected (x->what_choice, x->selected ? 1 : 0);
  gtk_widget_set_sensitive (GTK_WIDGET (x->what_choice), x->selected != NULL);
  gtk_window_present (GTK_WINDOW (x));
  changed_cb (x);
}

static const GActionEntry actions[] = {
    {.name = "export", .activate = export_dialog_cb},
};

void
tr_window_add_export_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
