// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The name of the file in the header bar, and the folder it is in.

#include "app/window/window-private.h"

#include "doc/file-names.h"

#include <glib/gi18n.h>

// The folder of a file, as "~/Drawings" where it is in the user's own.
static char *
describe_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *home = g_get_home_dir ();
  gsize n = strlen (home);

  if (strncmp (folder, home, n) == 0 && (folder[n] == '/' || folder[n] == '\0')) {
    g_autofree char *rest = tr_file_line (folder + n);
    return g_strconcat ("~", rest, NULL);
  }
  return tr_file_line (folder);
}

// In a narrow window the name has two lines, and the folder none.
static void
show_lines (TrWindow *w, bool has_folder)
{
  GtkWidget *desk = gtk_widget_get_parent (GTK_WIDGET (w->panel));
  GtkLabel *title = GTK_LABEL (w->title_label);
  gboolean is_narrow = FALSE;

  if (desk)
    g_object_get (desk, "narrow", &is_narrow, NULL);
  gtk_widget_set_visible (w->folder_label, has_folder && !is_narrow);
  gtk_label_set_wrap (title, is_narrow);
  gtk_label_set_lines (title, is_narrow ? 2 : 1);
  gtk_label_set_ellipsize (title, is_narrow ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE);
}

void
tr_window_show_title (TrWindow *w)
{
  TrDocument *d = tr_window_get_document (w);
  const char *path = tr_document_get_path (d);
  g_autofree char *name = path ? tr_document_dup_title (d) : g_strdup (_ ("Untitled"));
  g_autofree char *folder = path ? describe_folder (path) : NULL;

  if (g_str_has_suffix (name, ".trammel"))
    name[strlen (name) - strlen (".trammel")] = '\0';
  g_autofree char *title = g_strconcat (tr_document_is_modified (d) ? "• " : "", name, NULL);
  gtk_label_set_label (GTK_LABEL (w->title_label), title);
  gtk_label_set_label (GTK_LABEL (w->folder_label), folder ? folder : "");
  gtk_widget_set_tooltip_text (w->folder_label, folder);
  gtk_widget_set_tooltip_text (w->title_label, path ? name : NULL);
  show_lines (w, folder != NULL);
  gtk_window_set_title (GTK_WINDOW (w), title);
}
