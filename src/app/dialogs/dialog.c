// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/dialog.h"

#include "app/probe.h"
#include "session/report.h"

#include <glib/gi18n.h>

typedef struct {
  TrDialogAnswer answer;
  TrDialogFile chosen;
  gpointer data;
  GtkWindow *parent;
} Waiting;

static GtkWidget *
message_new (GtkWindow *parent, GtkMessageType type, const char *what, const char *why)
{
  GtkWidget *dialog =
      gtk_message_dialog_new (parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT, type,
                              GTK_BUTTONS_NONE, "%s", what);
  if (why)
    gtk_message_dialog_format_secondary_text (GTK_MESSAGE_DIALOG (dialog), "%s", why);
  return dialog;
}

// A file's name or a reason may hold any text, tests read it from the log.
static void
say (const char *event, const char *what, const char *why)
{
  g_autoptr (GString) text = g_string_new ("\"what\": ");
  tr_report_string (text, what);
  g_string_append (text, ", \"why\": ");
  tr_report_string (text, why ? why : "");
  tr_probe_say (event, "%s", text->str);
}

void
tr_dialog_tell (GtkWindow *parent, const char *what, const char *why)
{
  GtkWidget *dialog = message_new (parent, GTK_MESSAGE_ERROR, what, why);
  gtk_dialog_add_button (GTK_DIALOG (dialog), _ ("_Close"), GTK_RESPONSE_CLOSE);
  g_signal_connect (dialog, "response", G_CALLBACK (gtk_window_destroy), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
  say ("told", what, why);
}

static void
answer_cb (GtkDialog *dialog, int response, Waiting *w)
{
  GtkWindow *parent = g_object_ref (w->parent);
  Waiting copy = *w;
  // The answer may close the parent, before this emission lets go of the dialog.
  gtk_window_set_transient_for (GTK_WINDOW (dialog), NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
  copy.answer (parent, response >= 0 ? response : -1, copy.data);
  g_object_unref (parent);
}

static void
waiting_free (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
wait_for_answer (GtkWidget *dialog,
                 GtkWindow *parent,
                 const char *const *buttons,
                 int destructive,
                 TrDialogAnswer answer,
                 gpointer data)
{
  Waiting *w = g_new0 (Waiting, 1);
  *w = (Waiting){.answer = answer, .data = data, .parent = parent};
  for (int i = 0; buttons[i]; i++) {
    GtkWidget *button = gtk_dialog_add_button (GTK_DIALOG (dialog), buttons[i], i);
    if (i == destructive)
      gtk_widget_add_css_class (button, "destructive-action");
    if (!buttons[i + 1])
      gtk_dialog_set_default_response (GTK_DIALOG (dialog), i);
  }
  g_signal_connect_data (dialog, "response", G_CALLBACK (answer_cb), w, waiting_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
tr_dialog_ask (GtkWindow *parent,
               const char *what,
               const char *why,
               const char *const *buttons,
               int destructive,
               TrDialogAnswer answer,
               gpointer data)
{
  GtkWidget *dialog = message_new (parent, GTK_MESSAGE_QUESTION, what, why);
  wait_for_answer (dialog, parent, buttons, destructive, answer, data);
  say ("asked", what, why);
}

void
tr_dialog_offer (GtkWindow *parent,
                 const TrDialogFailure *failure,
                 TrDialogAnswer answer,
                 gpointer data)
{
  const char *const buttons[] = {_ ("_Close"), failure->cure, NULL};
  GtkWidget *dialog = message_new (parent, GTK_MESSAGE_ERROR, failure->what, failure->why);
  wait_for_answer (dialog, parent, buttons, -1, answer, data);
  say ("told", failure->what, failure->why);
}

static void
add_filters (GtkFileChooser *chooser, const TrDialogFilter *filters, int n)
{
  for (int i = 0; i < n; i++) {
    g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
    gtk_file_filter_set_name (filter, filters[i].name);
    gtk_file_filter_add_pattern (filter, filters[i].pattern ? filters[i].pattern : "*");
    if (filters[i].mime)
      gtk_file_filter_add_mime_type (filter, filters[i].mime);
    gtk_file_chooser_add_filter (chooser, filter);
  }
}

// The native dialog is ours until it has answered.
static void
chosen_cb (GtkNativeDialog *dialog, int response, Waiting *w)
{
  g_autoptr (GFile) file = NULL;
  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  GtkWindow *parent = g_object_ref (w->parent);
  Waiting copy = *w;
  gtk_native_dialog_destroy (dialog);
  g_object_unref (dialog);
  copy.chosen (parent, file, copy.data);
  g_object_unref (parent);
}

static GtkFileChooser *
chooser_new (GtkWindow *parent,
             const char *title,
             GtkFileChooserAction action,
             TrDialogFile chosen,
             gpointer data)
{
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (title, parent, action, NULL, NULL);
  Waiting *w = g_new0 (Waiting, 1);
  *w = (Waiting){.chosen = chosen, .data = data, .parent = parent};
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (chosen_cb), w, waiting_free, 0);
  return GTK_FILE_CHOOSER (dialog);
}

void
tr_dialog_open (GtkWindow *parent,
                const char *title,
                const TrDialogFilter *filters,
                int n_filters,
                TrDialogFile chosen,
                gpointer data)
{
  GtkFileChooser *dialog = chooser_new (parent, title, GTK_FILE_CHOOSER_ACTION_OPEN, chosen, data);
  add_filters (dialog, filters, n_filters);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  tr_probe_say ("choosing", NULL);
}

void
tr_dialog_save (GtkWindow *parent,
                const char *title,
                const char *folder,
                const char *name,
                const TrDialogFilter *filters,
                int n_filters,
                TrDialogFile chosen,
                gpointer data)
{
  GtkFileChooser *dialog = chooser_new (parent, title, GTK_FILE_CHOOSER_ACTION_SAVE, chosen, data);
  add_filters (dialog, filters, n_filters);
  if (folder) {
    g_autoptr (GFile) file = g_file_new_for_path (folder);
    gtk_file_chooser_set_current_folder (dialog, file, NULL);
  }
  gtk_file_chooser_set_current_name (dialog, name);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  tr_probe_say ("choosing", NULL);
}
