// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/import-run.h"

#include "app/probe.h"

#include <glib/gi18n.h>

#define PULSE_MS 60
#define LARGE    (256 << 10) // bytes: smaller files are done before anybody notices

// The window that tells what goes on.

#define TR_TYPE_IMPORT_WINDOW (tr_import_window_get_type ())
G_DECLARE_FINAL_TYPE (TrImportWindow, tr_import_window, TR, IMPORT_WINDOW, GtkWindow)

struct _TrImportWindow {
  GtkWindow parent;
  GtkWidget *name_label, *bar;
  int *stop;
};

G_DEFINE_FINAL_TYPE (TrImportWindow, tr_import_window, GTK_TYPE_WINDOW)

static gboolean
tr_import_window_close_request (GtkWindow *window)
{
  g_atomic_int_set (TR_IMPORT_WINDOW (window)->stop, 1);
  return TRUE; // whoever has opened it closes it
}

static void
tr_import_window_class_init (TrImportWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  GTK_WINDOW_CLASS (class)->close_request = tr_import_window_close_request;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/import-run.ui");
  gtk_widget_class_bind_template_child (widget, TrImportWindow, name_label);
  gtk_widget_class_bind_template_child (widget, TrImportWindow, bar);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_import_window_init (TrImportWindow *w)
{
  gtk_widget_init_template (GTK_WIDGET (w));
}

// A window for the drawing alone is shown once there is something in it.
static GtkWindow *
shown_window (GtkWindow *parent)
{
  GtkApplication *app = gtk_window_get_application (parent);

  for (GList *l = app ? gtk_application_get_windows (app) : NULL; l; l = l->next)
    if (!gtk_widget_get_mapped (GTK_WIDGET (parent)) && gtk_widget_get_mapped (l->data))
      return l->data;
  return parent;
}

static TrImportWindow *
open_window (GtkWindow *parent, const char *name, int *stop)
{
  TrImportWindow *w =
      g_object_new (TR_TYPE_IMPORT_WINDOW, "transient-for", shown_window (parent), NULL);

  w->stop = stop;
  gtk_label_set_label (GTK_LABEL (w->name_label), name);
  gtk_window_present (GTK_WINDOW (w));
  return w;
}

// The work

// What the thread reads and makes.
typedef struct {
  char *text; // of the drawing that it goes into
  gsize length;
  GBytes *bytes;
  char *name;
  bool is_moved;
  Vec2 middle;
  int stop; // atomic
  TrDocument *grown;
  TrImported imported;
  bool ended; // of the main thread
} Work;

static void
work_clear (gpointer data)
{
  Work *w = data;

  g_free (w->text);
  g_bytes_unref (w->bytes);
  g_free (w->name);
  g_clear_object (&w->grown);
  tr_imported_clear (&w->imported);
}

static void
work_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, work_clear);
}

void
tr_imported_clear (TrImported *i)
{
  g_clear_pointer (&i->ids, g_strfreev);
  g_clear_pointer (&i->left_out, g_strfreev);
}

// What there is to add to a drawing, as texts; NULL with error set.
static GPtrArray *
read_elements (Work *w, const TrModel *into, GError **error)
{
  gsize n;
  const char *text = g_bytes_get_data (w->bytes, &n);
  g_autoptr (TrImport) t = tr_import_parse_until (text, n, w->name, into, &w->stop, error);
  Vec2 by = v2 (0, 0);

  if (!t)
    return NULL;
  if (tr_import_n_bodies (t) + tr_import_n_labels (t) == 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _ ("There is nothing in it that could be taken over"));
    return NULL;
  }
  TrBounds box = tr_import_box (t);
  if (w->is_moved)
    by = v2_sub (w->middle, v2_mid (box.low, box.high));
  g_autofree const char **ids = tr_import_ids (t);
  w->imported.ids = g_strdupv ((char **) ids);
  w->imported.left_out = g_strdupv ((char **) tr_import_left_out (t));
  return tr_import_elements (t, by);
}

// Adds them to a copy of the drawing.
static bool
grow (Work *w, GError **error)
{
  g_autoptr (TrDocument) d = tr_document_new ();

  if (!tr_document_load_text (d, w->text, w->length, w->name, error))
    return false;
  g_autoptr (GPtrArray) elements = read_elements (w, tr_document_get_model (d), error);
  if (!elements || !tr_document_add_all (d, (const char *const *) elements->pdata, error))
    return false;
  w->grown = g_steal_pointer (&d);
  return true;
}

static void
work_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (grow (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Work *w = g_task_get_task_data (G_TASK (result));
  w->ended = true;
}

static Work *
work_new (GBytes *bytes, const char *name, const Vec2 *middle)
{
  Work *w = g_atomic_rc_box_new0 (Work);

  w->bytes = g_bytes_ref (bytes);
  w->name = g_strdup (name);
  w->is_moved = middle != NULL;
  w->middle = middle ? *middle : v2 (0, 0);
  return w;
}

static gboolean
pulse (gpointer data)
{
  gtk_progress_bar_pulse (GTK_PROGRESS_BAR (TR_IMPORT_WINDOW (data)->bar));
  return G_SOURCE_CONTINUE;
}

// The main loop goes on until the thread has ended, or nobody wants to wait for it any more.
static void
wait_for (GtkWindow *parent, Work *w)
{
  TrImportWindow *window = open_window (parent, w->name, &w->stop);
  guint pulsing = g_timeout_add (PULSE_MS, pulse, window);

  tr_probe_say ("import-started", NULL);
  while (!w->ended && g_atomic_int_get (&w->stop) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (pulsing);
  gtk_window_destroy (GTK_WINDOW (window));
  tr_probe_say ("import-ended", "\"stopped\": %s", g_atomic_int_get (&w->stop) ? "true" : "false");
}

// What nobody notices is done at once.
static bool
add_small (TrSession *s, Work *w, const char *step, GError **error)
{
  g_autoptr (GPtrArray) elements = read_elements (w, tr_session_get_model (s), error);

  return elements && tr_session_add_all (s, (const char *const *) elements->pdata, step, error);
}

static bool
add_large (GtkWindow *parent, TrSession *s, Work *w, const char *step, GError **error)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, ended_cb, NULL);

  // The task keeps it for as long as the thread may look at it.
  g_task_set_task_data (task, g_atomic_rc_box_acquire (w), work_unref);
  w->text = tr_document_to_text (tr_session_get_document (s), &w->length);
  g_task_run_in_thread (task, work_thread);
  wait_for (parent, w);
  if (g_atomic_int_get (&w->stop) != 0) {
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("It was stopped"));
    return false;
  }
  if (!g_task_propagate_boolean (task, error))
    return false;
  tr_session_absorb (s, w->grown, step);
  return true;
}

bool
tr_import_run (GtkWindow *parent,
               TrSession *s,
               GBytes *bytes,
               const char *name,
               const Vec2 *middle,
               const char *step,
               TrImported *imported,
               GError **error)
{
  g_autoptr (GtkWindow) kept = g_object_ref (parent);
  g_autoptr (TrSession) session = g_object_ref (s);
  Work *w = work_new (bytes, name, middle);
  bool ok = g_bytes_get_size (bytes) < LARGE ? add_small (session, w, step, error)
                                             : add_large (kept, session, w, step, error);

  if (ok) {
    *imported = w->imported;
    w->imported = (TrImported){NULL, NULL};
  }
  work_unref (w);
  return ok;
}
