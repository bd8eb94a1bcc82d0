// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/probe.h"
#include "app/recent.h"
#include "app/window/template.h"
#include "render/import/import.h"
#include "session/quantity.h"

#include <glib/gi18n.h>

#define SUFFIX ".trammel"

// What to do once the document is safely on the disk.
typedef enum { THEN_STAY, THEN_CLOSE } Then;

bool
tr_window_is_untouched (TrWindow *w)
{
  TrDocument *d = tr_window_get_document (w);
  return !tr_document_get_path (d) && tr_document_n_undo (d) == 0 && tr_document_n_redo (d) == 0 &&
         tr_session_get_model (w->session)->n_bodies == 0;
}

void
tr_window_set_units (TrWindow *w, const char *units)
{
  g_autofree char *text =
      g_strdup_printf ("{\"trammel\": 1, \"units\": \"%s\", \"bodies\": []}", units);
  const char *symbol = tr_units_symbol (tr_session_get_model (w->session)->units);

  if (!tr_window_is_untouched (w) || strcmp (symbol, units) == 0)
    return;
  tr_document_load_text (tr_window_get_document (w), text, strlen (text), "", NULL);
  tr_canvas_show_start (w->canvas);
}

TrWindow *
tr_window_of_file (TrWindow *w, GFile *file)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));

  for (GList *l = gtk_application_get_windows (app); l; l = l->next) {
    g_autoptr (GFile) other = TR_IS_WINDOW (l->data) ? tr_window_dup_file (l->data) : NULL;
    if (other && g_file_equal (file, other))
      return l->data;
  }
  return NULL;
}

void
tr_window_tell_failure (TrWindow *w, const char *format, GFile *file, const char *why)
{
  g_autofree char *path = g_file_get_parse_name (file);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *what = g_strdup_printf (format, base);
  tr_dialog_tell (GTK_WINDOW (w), what, why);
}

static bool
load (TrWindow *w, GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file);

  if (!path) {
    g_autofree char *uri = g_file_get_uri (file);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s: not a file on this machine"),
                 uri);
    return false;
  }
  // A drawing of another program becomes one without a file: saving asks for a name.
  if (tr_import_takes (path))
    return tr_window_take_drawing (w, file, error);
  return tr_document_load (tr_window_get_document (w), path, error);
}

bool
tr_window_try_open (TrWindow *w, GFile *file, GError **error)
{
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));
  TrWindow *at = tr_window_of_file (w, file);

  if (at) {
    gtk_window_present (GTK_WINDOW (at));
    return true;
  }
  at = tr_window_is_untouched (w) ? w : tr_window_new (TR_APPLICATION (app));
  if (!load (at, file, error)) {
    if (at != w)
      tr_window_discard (at);
    return false;
  }
  tr_window_arrive (at);
  tr_canvas_show_start (at->canvas);
  tr_recent_add (file);
  gtk_window_present (GTK_WINDOW (at));
  tr_probe_say ("opened", NULL);
  return true;
}

void
tr_window_open (TrWindow *w, GFile *file)
{
  g_autoptr (GError) error = NULL;

  if (!tr_window_try_open (w, file, &error) &&
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    tr_window_tell_failure (w, _ ("Could not open “%s”"), file, error->message);
}

// A drawing of its own: never in place of what has a history.
static void
template_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const TrTemplate *t = tr_template_find (g_variant_get_string (parameter, NULL));
  GtkApplication *app = gtk_window_get_application (GTK_WINDOW (w));

  if (!t)
    return;
  if (!tr_window_is_untouched (w))
    w = tr_window_new (TR_APPLICATION (app));
  tr_template_load (t, tr_window_get_document (w));
  tr_window_arrive (w);
  tr_canvas_show_start (w->canvas);
  gtk_widget_grab_focus (GTK_WIDGET (w->canvas));
  gtk_window_present (GTK_WINDOW (w));
  tr_probe_say ("opened", NULL);
}

static void
open_chosen_cb (GtkWindow *parent, GFile *file, gpointer data)
{
  if (file)
    tr_window_open (TR_WINDOW (parent), file);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TrDialogFilter filters[] = {
      {_ ("Trammel drawings"), "*" SUFFIX, "application/x-trammel"},
      {_ ("SVG drawings"), "*.svg", "image/svg+xml"},
      {_ ("DXF drawings"), "*.[dD][xX][fF]", "image/vnd.dxf"},
      {_ ("All files"), NULL, NULL},
  };
  tr_dialog_open (GTK_WINDOW (data), _ ("Open Drawing"), filters, G_N_ELEMENTS (filters),
                  open_chosen_cb, NULL);
}

static void save_to (TrWindow *w, GFile *file, bool overwrite, Then then);
static void choose_and_save (TrWindow *w, Then then);

void
tr_window_discard (TrWindow *w)
{
  w->is_closing = true;
  if (gtk_widget_get_realized (GTK_WIDGET (w)))
    gtk_window_close (GTK_WINDOW (w));
  else {
    tr_window_let_go (w);
    gtk_window_destroy (GTK_WINDOW (w));
  }
}

typedef struct {
  GFile *file;
  Then then;
} Changed;

static void
overwrite_answer_cb (GtkWindow *parent, int answer, gpointer data)
{
  enum { CANCEL, OVERWRITE, SAVE_AS };
  Changed *c = data;
  if (answer == OVERWRITE)
    save_to (TR_WINDOW (parent), c->file, true, c->then);
  else if (answer == SAVE_AS)
    choose_and_save (TR_WINDOW (parent), c->then);
  g_object_unref (c->file);
  g_free (c);
}

static void
ask_overwrite (TrWindow *w, GFile *file, Then then)
{
  const char *const buttons[] = {_ ("_Cancel"), _ ("_Overwrite"), _ ("Save _As…"), NULL};
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *why = g_strdup_printf (
      _ ("%s was changed after it was opened here. Saving replaces those changes."), name);
  Changed *c = g_new (Changed, 1);

  *c = (Changed){g_object_ref (file), then};
  tr_dialog_ask (GTK_WINDOW (w), _ ("Another program has changed the file"), why, buttons, 1,
                 overwrite_answer_cb, c);
}

static void
elsewhere_answer_cb (GtkWindow *parent, int answer, gpointer data)
{
  if (answer == 1)
    choose_and_save (TR_WINDOW (parent), (Then) GPOINTER_TO_INT (data));
}

// All is as it was; another name may do.
static void
offer_elsewhere (TrWindow *w, GFile *file, const char *why, Then then)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *what = g_strdup_printf (_ ("Could not save “%s”"), base);

  tr_dialog_offer (GTK_WINDOW (w), &(TrDialogFailure){what, why, _ ("Save _As…")},
                   elsewhere_answer_cb, GINT_TO_POINTER (then));
}

static void
save_to (TrWindow *w, GFile *file, bool overwrite, Then then)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (!path) {
    offer_elsewhere (w, file, _ ("It is not a file on this machine"), then);
    return;
  }
  tr_canvas_keep_view (w->canvas);
  if (tr_document_save (tr_window_get_document (w), path, overwrite, &error)) {
    tr_recent_add (file);
    tr_probe_say ("saved", NULL);
    if (then == THEN_CLOSE)
      tr_window_discard (w);
  } else if (g_error_matches (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_CHANGED))
    ask_overwrite (w, file, then);
  else
    offer_elsewhere (w, file, error->message, then);
}

// The dialog has asked about a file of that very name, not about one with our ending.
static void
save_chosen_cb (GtkWindow *parent, GFile *file, gpointer data)
{
  g_autoptr (GFile) with_suffix = NULL;
  g_autofree char *name = file ? g_file_get_basename (file) : NULL;

  if (!file)
    return;
  if (!strchr (name, '.')) {
    g_autofree char *uri = g_file_get_uri (file);
    g_autofree char *longer = g_strconcat (uri, SUFFIX, NULL);
    with_suffix = g_file_new_for_uri (longer);
    if (g_file_query_exists (with_suffix, NULL)) {
      tr_window_tell_failure (
          TR_WINDOW (parent), _ ("Could not save “%s”"), with_suffix,
          _ ("There is a file of that name already. Choose it with its ending to replace it."));
      return;
    }
  }
  save_to (TR_WINDOW (parent), with_suffix ? with_suffix : file, false,
           (Then) GPOINTER_TO_INT (data));
}

void
tr_window_propose (TrWindow *w, const char *suffix, char **folder, char **name)
{
  const char *path = tr_document_get_path (tr_window_get_document (w));
  g_autofree char *base = path ? g_filename_display_basename (path) : g_strdup (_ ("Untitled"));

  *folder = path ? g_path_get_dirname (path) : NULL;
  if (g_str_has_suffix (base, SUFFIX))
    base[strlen (base) - strlen (SUFFIX)] = '\0';
  *name = g_strconcat (base, suffix, NULL);
}

static void
choose_and_save (TrWindow *w, Then then)
{
  const TrDialogFilter filters[] = {
      {_ ("Trammel drawings"), "*" SUFFIX, "application/x-trammel"},
      {_ ("All files"), NULL, NULL},
  };
  g_autofree char *folder = NULL, *name = NULL;

  tr_window_propose (w, SUFFIX, &folder, &name);
  tr_dialog_save (GTK_WINDOW (w), _ ("Save Drawing"), folder, name, filters, G_N_ELEMENTS (filters),
                  save_chosen_cb, GINT_TO_POINTER (then));
}

static void
save (TrWindow *w, Then then)
{
  g_autoptr (GFile) file = tr_window_dup_file (w);

  tr_window_finish (w);
  if (file)
    save_to (w, file, false, then);
  else
    choose_and_save (w, then);
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  save (data, THEN_STAY);
}

static void
save_as_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_window_finish (data);
  choose_and_save (data, THEN_STAY);
}

static void
close_answer_cb (GtkWindow *parent, int answer, gpointer data)
{
  enum { CANCEL, DISCARD, SAVE };
  if (answer == DISCARD)
    tr_window_discard (TR_WINDOW (parent));
  else if (answer == SAVE)
    save (TR_WINDOW (parent), THEN_CLOSE);
}

bool
tr_window_may_close (TrWindow *w)
{
  const char *const buttons[] = {_ ("_Cancel"), _ ("_Discard"), _ ("_Save"), NULL};
  TrDocument *d = tr_window_get_document (w);
  const char *path = tr_document_get_path (d);

  if (!tr_document_is_modified (d))
    return true;
  g_autofree char *name = path ? tr_document_dup_title (d) : g_strdup (_ ("Untitled"));
  g_autofree char *what = g_strdup_printf (_ ("Save changes to “%s”?"), name);
  tr_dialog_ask (GTK_WINDOW (w), what, _ ("Changes that are not saved are lost for good."), buttons,
                 1, close_answer_cb, NULL);
  return false;
}

static const GActionEntry actions[] = {
    {.name = "open", .activate = open_cb},
    {.name = "template", .activate = template_cb, .parameter_type = "s"},
    {.name = "save", .activate = save_cb},
    {.name = "save-as", .activate = save_as_cb},
};

void
tr_window_add_file_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
