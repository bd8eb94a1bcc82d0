// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Printing by the dialog of the system, with a page of our own choices, and a preview of our own.
// The paper and what was chosen are kept for the next time.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/window/print-choices.h"
#include "app/window/print-preview.h"
#include "app/probe.h"
#include "app/settings.h"

#include <glib/gi18n.h>

// What lives as long as an operation.
typedef struct {
  TrWindow *window;
  TrPrintJob *job;
  TrPrintLayout layout;
} Printing;

static void
printing_free (gpointer data, GClosure *closure)
{
  Printing *p = data;

  g_object_unref (p->window);
  tr_print_job_unref (p->job);
  g_free (p);
}

static GSettings *
settings_of (TrWindow *w)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  return app ? tr_application_get_settings (TR_APPLICATION (app)) : NULL;
}

// The paper of the last time; the usual one of the place where there was none.
static GtkPageSetup *
kept_page (GSettings *settings)
{
  g_autoptr (GVariant) v =
      settings ? g_settings_get_value (settings, TR_SETTINGS_PRINT_PAGE) : NULL;
  return v && g_variant_n_children (v) > 0 ? gtk_page_setup_new_from_gvariant (v)
                                           : gtk_page_setup_new ();
}

// A file to print to is named anew for each drawing.
static GtkPrintSettings *
kept_settings (GSettings *settings, const TrPrintJob *job)
{
  g_autoptr (GVariant) v =
      settings ? g_settings_get_value (settings, TR_SETTINGS_PRINT_SETTINGS) : NULL;
  GtkPrintSettings *s = v ? gtk_print_settings_new_from_gvariant (v) : gtk_print_settings_new ();
  g_autofree char *base = g_strdup (job->title);

  if (g_str_has_suffix (base, ".trammel"))
    base[strlen (base) - strlen (".trammel")] = '\0';
  gtk_print_settings_unset (s, GTK_PRINT_SETTINGS_OUTPUT_URI);
  gtk_print_settings_unset (s, GTK_PRINT_SETTINGS_PRINT_PAGES);
  gtk_print_settings_unset (s, GTK_PRINT_SETTINGS_PAGE_RANGES);
  gtk_print_settings_set (s, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, base);
  if (job->folder)
    gtk_print_settings_set (s, GTK_PRINT_SETTINGS_OUTPUT_DIR, job->folder);
  return s;
}

static void
keep (GSettings *settings, GtkPageSetup *page, GtkPrintSettings *print)
{
  if (settings && page)
    g_settings_set_value (settings, TR_SETTINGS_PRINT_PAGE, gtk_page_setup_to_gvariant (page));
  if (settings && print)
    g_settings_set_value (settings, TR_SETTINGS_PRINT_SETTINGS,
                          gtk_print_settings_to_gvariant (print));
}

static GtkWidget *
create_choices_cb (GtkPrintOperation *op, Printing *p)
{
  GtkWidget *choices = tr_print_choices_new (p->job, settings_of (p->window));

  gtk_widget_add_css_class (choices, "sheet");
  tr_print_choices_set_page (TR_PRINT_CHOICES (choices),
                             gtk_print_operation_get_default_page_setup (op));
  tr_probe_say ("printing", NULL);
  return choices;
}

static void
update_choices_cb (GtkPrintOperation *op,
                   GtkWidget *choices,
                   GtkPageSetup *page,
                   GtkPrintSettings *settings,
                   Printing *p)
{
  tr_print_choices_set_page (TR_PRINT_CHOICES (choices), page);
}

static void
begin_cb (GtkPrintOperation *op, GtkPrintContext *context, Printing *p)
{
  GtkPrintSettings *s = gtk_print_operation_get_print_settings (op);

  p->job->only_selected =
      s && gtk_print_settings_get_print_pages (s) == GTK_PRINT_PAGES_SELECTION && p->job->selected;
  p->layout = tr_print_job_lay_out (p->job, gtk_print_context_get_width (context),
                                    gtk_print_context_get_height (context));
  if (tr_print_job_is_possible (&p->layout)) {
    gtk_print_operation_set_n_pages (op, (int) tr_print_n_sheets (&p->layout));
    return;
  }
  g_autofree char *why = tr_print_job_describe (&p->layout);
  gtk_print_operation_cancel (op);
  tr_dialog_tell (GTK_WINDOW (p->window), _ ("The drawing was not printed"), why);
}

static void
draw_cb (GtkPrintOperation *op, GtkPrintContext *context, int sheet, Printing *p)
{
  TrPrintOptions options = tr_print_job_options (p->job, gtk_print_context_get_width (context),
                                                 gtk_print_context_get_height (context));

  tr_print_sheet (p->job->model, p->job->state, &options, &p->layout, sheet,
                  gtk_print_context_get_cairo_context (context));
}

static void
done_cb (GtkPrintOperation *op, GtkPrintOperationResult result, Printing *p)
{
  g_autoptr (GError) error = NULL;

  if (result == GTK_PRINT_OPERATION_RESULT_APPLY)
    keep (settings_of (p->window), gtk_print_operation_get_default_page_setup (op),
          gtk_print_operation_get_print_settings (op));
  if (result == GTK_PRINT_OPERATION_RESULT_ERROR) {
    gtk_print_operation_get_error (op, &error);
    tr_dialog_tell (GTK_WINDOW (p->window), _ ("The drawing was not printed"), error->message);
  }
  tr_probe_say ("printed", "\"done\": %s",
                result == GTK_PRINT_OPERATION_RESULT_APPLY ? "true" : "false");
}

static void print_job (TrWindow *w, TrPrintJob *job);

static void
preview_print_cb (TrPrintPreview *preview, TrWindow *w)
{
  g_autoptr (TrPrintJob) job = tr_print_job_new (w);

  keep (settings_of (w), tr_print_preview_get_page (preview), NULL);
  gtk_window_destroy (GTK_WINDOW (preview));
  print_job (w, job);
}

static void
preview_job (TrWindow *w, TrPrintJob *job, GtkPageSetup *page)
{
  TrPrintPreview *preview = tr_print_preview_new (GTK_WINDOW (w), job, page, settings_of (w));

  g_signal_connect_object (preview, "print", G_CALLBACK (preview_print_cb), w, 0);
  tr_probe_watch (GTK_WINDOW (preview));
  gtk_window_present (GTK_WINDOW (preview));
}

// The operation wants to paint on something before its end.
static gboolean
preview_cb (GtkPrintOperation *op,
            GtkPrintOperationPreview *preview,
            GtkPrintContext *context,
            GtkWindow *parent,
            Printing *p)
{
  cairo_surface_t *nowhere = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (nowhere);

  gtk_print_context_set_cairo_context (context, cr, 72, 72);
  cairo_destroy (cr);
  cairo_surface_destroy (nowhere);
  g_signal_connect (preview, "ready", G_CALLBACK (gtk_print_operation_preview_end_preview), NULL);
  preview_job (p->window, p->job, gtk_print_context_get_page_setup (context));
  return TRUE;
}

static void
connect (GtkPrintOperation *op, Printing *p)
{
  g_signal_connect (op, "create-custom-widget", G_CALLBACK (create_choices_cb), p);
  g_signal_connect (op, "update-custom-widget", G_CALLBACK (update_choices_cb), p);
  g_signal_connect (op, "begin-print", G_CALLBACK (begin_cb), p);
  g_signal_connect (op, "draw-page", G_CALLBACK (draw_cb), p);
  g_signal_connect (op, "preview", G_CALLBACK (preview_cb), p);
  g_signal_connect_data (op, "done", G_CALLBACK (done_cb), p, printing_free, 0);
}

static void
print_job (TrWindow *w, TrPrintJob *job)
{
  g_autoptr (GtkPrintOperation) op = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) page = kept_page (settings_of (w));
  g_autoptr (GtkPrintSettings) settings = kept_settings (settings_of (w), job);
  Printing *p = g_new0 (Printing, 1);

  p->window = g_object_ref (w);
  p->job = tr_print_job_ref (job);
  connect (op, p);
  gtk_print_operation_set_unit (op, GTK_UNIT_MM);
  gtk_print_operation_set_job_name (op, job->title);
  gtk_print_operation_set_default_page_setup (op, page);
  gtk_print_operation_set_print_settings (op, settings);
  gtk_print_operation_set_embed_page_setup (op, TRUE);
  gtk_print_operation_set_support_selection (op, TRUE);
  gtk_print_operation_set_has_selection (op, job->selected != NULL);
  gtk_print_operation_set_custom_tab_label (op, _ ("Drawing"));
  gtk_print_operation_set_allow_async (op, TRUE);
  // What goes wrong is told by "done".
  gtk_print_operation_run (op, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (w), NULL);
}

static void
print_action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  tr_window_finish (w);
  g_autoptr (TrPrintJob) job = tr_print_job_new (w);
  print_job (w, job);
}

static void
preview_action_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  tr_window_finish (w);
  g_autoptr (TrPrintJob) job = tr_print_job_new (w);
  g_autoptr (GtkPageSetup) page = kept_page (settings_of (w));
  preview_job (w, job, page);
}

void
tr_window_add_print_actions (TrWindow *w)
{
  static const GActionEntry actions[] = {
      {.name = "print", .activate = print_action_cb},
      {.name = "print-preview", .activate = preview_action_cb},
  };
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
