// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a drawing is exported: chosen beside a picture of the page, and remembered for the next
// time. The file is asked for afterwards.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/window/export-run.h"
#include "app/probe.h"
#include "app/settings.h"
#include "render/export/export.h"
#include "session/playback.h"
#include "session/timetable.h"

#include <glib/gi18n.h>
#include <math.h>

#define PREVIEW_PIXELS 480 // of the longer side

#define TR_TYPE_EXPORT_DIALOG (tr_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrExportDialog, tr_export_dialog, TR, EXPORT_DIALOG, GtkWindow)

struct _TrExportDialog {
  GtkWindow parent;
  TrWindow *window;
  GtkDropDown *format_choice, *what_choice, *page_choice, *turn_choice, *background_choice;
  GtkSpinButton *margin_spin, *scale_spin, *dpi_spin, *seconds_spin, *fps_spin;
  GtkWidget *seconds_label, *fps_label, *traces_check;
  GtkWidget *preview, *size_label, *progress_bar, *export_button;
  guint8 *selected; // as TrExportOptions.filter
  TrExportRun *run; // NULL: none goes on
  GFile *file;      // of the run
  guint showing;    // source; 0: the preview is up to date
};

G_DEFINE_FINAL_TYPE (TrExportDialog, tr_export_dialog, GTK_TYPE_WINDOW)

// In the order of the choices in the template.
static const char *const formats[] = {"svg", "pdf", "png",        "eps",        "dxf",
                                      "csv", "gif", "png-frames", "svg-frames", NULL};

// What there is to say of a format.
static const struct {
  const char *ending, *name, *mime;
  bool runs; // a run of time, of which `kind`
  TrRunKind kind;
  bool has_page, has_pixels;
} infos[] = {
    {".svg", N_ ("SVG pictures"), "image/svg+xml", false, 0, true, false},
    {".pdf", N_ ("PDF documents"), "application/pdf", false, 0, true, false},
    {".png", N_ ("PNG pictures"), "image/png", false, 0, true, true},
    {".eps", N_ ("EPS pictures"), "image/x-eps", false, 0, true, false},
    {".dxf", N_ ("DXF drawings"), "image/vnd.dxf", false, 0, false, false},
    {".csv", N_ ("Tables (CSV)"), "text/csv", false, 0, false, false},
    {".gif", N_ ("Moving GIF pictures"), "image/gif", true, TR_RUN_GIF, true, true},
    {".png", N_ ("PNG pictures"), "image/png", true, TR_RUN_PNG, true, true},
    {".svg", N_ ("SVG pictures"), "image/svg+xml", true, TR_RUN_SVG, true, false},
};
static const char *const pages[] = {"drawing", "A5",     "A4",    "A3",      "A2", "A1",
                                    "A0",      "letter", "legal", "tabloid", NULL};
static const char *const turns[] = {"portrait", "landscape", NULL};
static const char *const backgrounds[] = {"none", "white", NULL};
static const char *const background_colors[] = {"none", "#ffffff"};

guint8 *
tr_window_selected_things (TrWindow *w)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  const TrModel *m = tr_session_get_model (w->session);
  g_autofree guint8 *bits = g_new0 (guint8, (m->n_bodies + m->n_labels) / 8 + 1);
  bool any = false;

  for (guint i = 0; i < n; i++) {
    TrElement e = item[i].element;
    int bit = e.index + (e.kind == TR_ELEMENT_LABEL ? m->n_bodies : 0);
    if (e.kind != TR_ELEMENT_BODY && e.kind != TR_ELEMENT_LABEL)
      continue;
    bits[bit / 8] |= (guint8) (1 << bit % 8);
    any = true;
  }
  return any ? g_steal_pointer (&bits) : NULL;
}

static guint
read_format (TrExportDialog *x)
{
  return MIN (gtk_drop_down_get_selected (x->format_choice), G_N_ELEMENTS (infos) - 1);
}

static bool
has_traces (TrExportDialog *x)
{
  const TrTracePoints *traces = tr_session_get_traces (x->window->session);
  int n = tr_session_get_model (x->window->session)->n_traces;
  bool any = false;

  for (int i = 0; i < n && traces; i++)
    any |= traces[i].n > 0;
  return any;
}

// Why what is chosen cannot be; NULL: it can.
static const char *
why_not (TrExportDialog *x)
{
  guint format = read_format (x);

  if (strcmp (formats[format], "csv") == 0 && !has_traces (x))
    return _ ("Nothing has been traced yet: trace a point (G) and let time run");
  if (infos[format].runs && !tr_timetable_has_motion (tr_session_get_model (x->window->session)))
    return _ ("Nothing moves by itself yet: mount a motor (M) or hang a spring (K)");
  return NULL;
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
  if (gtk_check_button_get_active (GTK_CHECK_BUTTON (x->traces_check)) ||
      strcmp (formats[read_format (x)], "csv") == 0)
    o.traces = tr_session_get_traces (x->window->session);
  return o;
}

// To a tenth of a millimetre, small ones to a hundredth: widths of lines add digits that nobody drew.
static double
rounded (double mm)
{
  double parts = mm < 10 ? 100 : 10;
  return round (parts * mm) / parts;
}

static void
show_size (TrExportDialog *x, const TrExportOptions *o, double w, double h)
{
  g_autofree char *mm = g_strdup_printf (_ ("%.6g × %.6g mm"), rounded (w), rounded (h));
  g_autofree char *both = NULL;

  if (infos[read_format (x)].has_pixels)
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

// What has no meaning now says why.
static void
allow (gpointer widget, bool is_allowed, const char *why)
{
  gtk_widget_set_sensitive (widget, is_allowed);
  gtk_widget_set_tooltip_text (widget, is_allowed ? NULL : why);
}

static void
show_choices (TrExportDialog *x)
{
  guint format = read_format (x);
  bool is_table = strcmp (formats[format], "csv") == 0;
  bool has_page = infos[format].has_page, runs = infos[format].runs;
  const char *no_page = is_table ? _ ("A table has no page") : _ ("A DXF drawing has no page");

  allow (x->page_choice, has_page, no_page);
  allow (x->turn_choice, has_page && gtk_drop_down_get_selected (x->page_choice) > 0,
         has_page ? _ ("The page is as large as the drawing") : no_page);
  allow (x->margin_spin, has_page, no_page);
  allow (x->background_choice, has_page && strcmp (formats[format], "gif") != 0,
         has_page ? _ ("A moving picture is white behind the drawing") : no_page);
  allow (x->scale_spin, !is_table, _ ("A table has the units of the drawing"));
  allow (x->dpi_spin, infos[format].has_pixels, _ ("Only PNG and GIF pictures are made of dots"));
  allow (x->what_choice, x->selected && !is_table,
         is_table ? _ ("A table has all traces") : _ ("Nothing is selected"));
  allow (x->traces_check, has_traces (x) && !is_table && !runs,
         runs       ? _ ("They are drawn as far as they have come in each picture")
         : is_table ? _ ("A table has all traces")
                    : _ ("Nothing has been traced yet"));
  gtk_widget_set_visible (GTK_WIDGET (x->seconds_spin), runs);
  gtk_widget_set_visible (GTK_WIDGET (x->fps_spin), runs);
  gtk_widget_set_visible (x->seconds_label, runs);
  gtk_widget_set_visible (x->fps_label, runs);
  allow (x->export_button, !why_not (x) && !x->run, why_not (x));
}

static gboolean
show_idle (gpointer data)
{
  TrExportDialog *x = data;
  g_autofree char *page = NULL;
  g_autoptr (GError) error = NULL;
  TrExportOptions o = read_options (x, &page);
  const char *why = why_not (x);
  double w, h;

  x->showing = 0;
  show_choices (x);
  if (!infos[read_format (x)].has_page) {
    o.page = NULL;
    o.margin = 0;
  }
  if (tr_export_measure (tr_session_get_model (x->window->session),
                         tr_session_get_state (x->window->session), &o, &w, &h, &error)) {
    show_size (x, &o, w, h);
    show_picture (x, o, w, h);
  } else {
    gtk_label_set_label (GTK_LABEL (x->size_label), error->message);
  }
  if (why)
    gtk_label_set_label (GTK_LABEL (x->size_label), why);
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

// Closes the dialog, unless it has failed: then something else may be chosen.
static void
finish (TrExportDialog *x, GFile *file, const char *note, const GError *error)
{
  const char *const close[] = {_ ("_Close"), NULL};

  if (error) {
    tr_window_tell_failure (x->window, _ ("Could not export “%s”"), file, error->message);
    return;
  }
  if (note)
    tr_dialog_ask (GTK_WINDOW (x->window), _ ("Exported, but not all of it"), note, close, -1,
                   read_cb, NULL);
  tr_probe_say ("exported", NULL);
  gtk_window_destroy (GTK_WINDOW (x));
}

static void
progress_cb (double share, gpointer data)
{
  TrExportDialog *x = data;
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (x->progress_bar), share);
}

static void
run_ended_cb (const char *path, const char *note, const GError *error, gpointer data)
{
  g_autoptr (TrExportDialog) x = g_object_ref (data);
  g_autoptr (GFile) file = g_steal_pointer (&x->file);

  x->run = NULL;
  gtk_widget_hide (x->progress_bar);
  changed_cb (x);
  if (error && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tr_probe_say ("run-stopped", NULL);
  else
    finish (x, file, note, error);
}

// The format is told by the ending, and of pictures by the choice whether there is one or a row.
static bool
is_run (TrExportDialog *x, const char *path, TrRunKind *kind)
{
  static const char *const endings[] = {".gif", ".png", ".svg"};
  const char *ending = strrchr (path, '.');

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (ending && g_ascii_strcasecmp (ending, endings[i]) == 0) {
      *kind = (TrRunKind) i;
      return *kind == TR_RUN_GIF || infos[read_format (x)].runs;
    }
  return false;
}

static void
start_run (TrExportDialog *x, GFile *file, const char *path, TrRunKind kind, TrExportOptions o)
{
  x->file = g_object_ref (file);
  x->run = tr_export_run_new (
      x->window->session, kind, path, gtk_spin_button_get_value (x->seconds_spin),
      gtk_spin_button_get_value (x->fps_spin), &o, progress_cb, run_ended_cb, x);
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (x->progress_bar), 0);
  gtk_widget_show (x->progress_bar);
  changed_cb (x);
  tr_probe_say ("run-started", NULL);
}

static void
export_to (TrExportDialog *x, GFile *file)
{
  TrWindow *w = x->window;
  g_autofree char *path = g_file_get_path (file), *note = NULL, *page = NULL;
  g_autofree char *title = tr_document_dup_title (tr_window_get_document (w));
  g_autoptr (GError) error = NULL;
  TrExportOptions o = read_options (x, &page);
  TrRunKind kind;

  o.title = title;
  if (!path) {
    tr_window_tell_failure (w, _ ("Could not export “%s”"), file,
                            _ ("It is not a file on this machine"));
    return;
  }
  if (is_run (x, path, &kind)) {
    start_run (x, file, path, kind, o);
    return;
  }
  tr_export (tr_session_get_model (w->session), tr_session_get_state (w->session), path, &o, &note,
             &error);
  finish (x, file, note, error);
}

// While a run goes on it ends that, and the choices are there again.
static void
cancel_cb (TrExportDialog *x)
{
  if (x->run)
    tr_export_run_stop (x->run);
  else
    gtk_window_close (GTK_WINDOW (x));
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
        _ ("The ending of the name tells the format: .svg, .pdf, .png, .eps, .dxf, .csv or .gif"));
}

// The chosen format comes first among the filters, as that is the one in force.
static void
export_cb (TrExportDialog *x)
{
  guint format = read_format (x);
  g_autofree char *folder = NULL, *name = NULL;
  g_autofree char *pattern = g_strconcat ("*", infos[format].ending, NULL);
  const TrDialogFilter filters[] = {
      {_ (infos[format].name), pattern, infos[format].mime},
      {_ ("All files"), NULL, NULL},
  };

  tr_window_propose (x->window, infos[format].ending, &folder, &name);
  tr_dialog_save (GTK_WINDOW (x), _ ("Export Drawing"), folder, name, filters,
                  G_N_ELEMENTS (filters), chosen_cb, NULL);
}

static void
tr_export_dialog_dispose (GObject *object)
{
  TrExportDialog *x = TR_EXPORT_DIALOG (object);
  g_clear_handle_id (&x->showing, g_source_remove);
  g_clear_pointer (&x->run, tr_export_run_free);
  g_clear_object (&x->file);
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
  gtk_widget_class_bind_template_child (widget, TrExportDialog, seconds_spin);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, seconds_label);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, fps_spin);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, fps_label);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, traces_check);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, progress_bar);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, preview);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, size_label);
  gtk_widget_class_bind_template_child (widget, TrExportDialog, export_button);
  gtk_widget_class_bind_template_callback (widget, changed_cb);
  gtk_widget_class_bind_template_callback (widget, export_cb);
  gtk_widget_class_bind_template_callback (widget, cancel_cb);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_export_dialog_init (TrExportDialog *x)
{
  gtk_widget_init_template (GTK_WIDGET (x));
  gtk_window_set_default_widget (GTK_WINDOW (x), x->export_button);
  gtk_spin_button_set_value (x->margin_spin, 5);
  gtk_spin_button_set_value (x->scale_spin, 100);
  gtk_spin_button_set_value (x->dpi_spin, 300);
  gtk_spin_button_set_value (x->seconds_spin, 5);
  gtk_spin_button_set_value (x->fps_spin, 30);
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
  g_settings_bind (settings, TR_SETTINGS_EXPORT_SECONDS, x->seconds_spin, "value",
                   G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_EXPORT_FPS, x->fps_spin, "value", G_SETTINGS_BIND_DEFAULT);
  g_settings_bind (settings, TR_SETTINGS_EXPORT_TRACES, x->traces_check, "active",
                   G_SETTINGS_BIND_DEFAULT);
}

static void
export_dialog_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  GSettings *settings = tr_application_get_settings (TR_APPLICATION (app));
  TrExportDialog *x = g_object_new (TR_TYPE_EXPORT_DIALOG, "transient-for", w, NULL);

  tr_window_finish (w);
  x->window = g_object_ref (w);
  x->selected = tr_window_selected_things (w);
  if (settings)
    bind (x, settings);
  gtk_drop_down_set_selected (x->what_choice, x->selected ? 1 : 0);
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
