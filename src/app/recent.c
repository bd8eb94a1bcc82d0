// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/recent.h"

#include "doc/file-names.h"

#include <stdbool.h>

#define MOST_ITEMS 8
#define MIME_TYPE  "application/x-trammel"

struct _TrRecent {
  GMenu *menu;
  GPtrArray *paths; // of char, those of the menu
  GStrv names;      // what it shows for them
  gulong handler;
};

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

// Labels show names as they are: an underscore is no mnemonic.
static char *
escape_mnemonic (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  return g_strjoinv ("__", parts);
}

static bool
is_ours (GtkRecentInfo *info)
{
  return g_strcmp0 (gtk_recent_info_get_mime_type (info), MIME_TYPE) == 0 &&
         gtk_recent_info_is_local (info) && gtk_recent_info_exists (info);
}

static void
append (TrRecent *r, const char *name, const char *path)
{
  g_autofree char *label = escape_mnemonic (name);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GMenuItem) item = g_menu_item_new (NULL, NULL);

  g_menu_item_set_label (item, label);
  g_menu_item_set_action_and_target (item, "app.open-recent", "s", uri);
  g_menu_append_item (r->menu, item);
}

static void
rebuild (TrRecent *r)
{
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()),
                              compare_newest_first);

  g_ptr_array_set_size (r->paths, 0);
  for (GList *l = items; l && r->paths->len < MOST_ITEMS; l = l->next) {
    char *path = is_ours (l->data)
                     ? g_filename_from_uri (gtk_recent_info_get_uri (l->data), NULL, NULL)
                     : NULL;
    if (path)
      g_ptr_array_add (r->paths, path);
  }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_strfreev (r->names);
  r->names = tr_file_names ((const char *const *) r->paths->pdata, r->paths->len);
  g_menu_remove_all (r->menu);
  for (guint i = 0; i < r->paths->len; i++)
    append (r, r->names[i], g_ptr_array_index (r->paths, i));
}

// The item of a name in a menu that is shown; −1: it is none of these.
static int
find (const TrRecent *r, const char *name)
{
  for (guint i = 0; i < r->paths->len; i++)
    if (strcmp (r->names[i], name) == 0)
      return (int) i;
  return -1;
}

// The one of its children that says something; NULL: none does.
static GtkWidget *
label_of (GtkWidget *widget)
{
  for (GtkWidget *w = gtk_widget_get_first_child (widget); w; w = gtk_widget_get_next_sibling (w))
    if (GTK_IS_LABEL (w) && *gtk_label_get_text (GTK_LABEL (w)))
      return w;
  return NULL;
}

static void
describe_item (TrRecent *r, int i, GtkWidget *item, GtkWidget *label)
{
  g_autofree char *path = tr_file_line (g_ptr_array_index (r->paths, i));
  g_autofree char *name = g_strdup_printf ("recent-%d", i);
  g_autofree char *label_name = g_strdup_printf ("recent-name-%d", i);

  gtk_widget_set_name (item, name);
  gtk_widget_set_name (label, label_name);
  gtk_widget_set_tooltip_text (item, path);
  gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, path,
                                  -1);
}

// A menu model has no place for a tooltip: the items are found by what they show.
void
tr_recent_describe (TrRecent *r, GtkWidget *menu)
{
  GtkWidget *label = label_of (menu);
  int i = label ? find (r, gtk_label_get_text (GTK_LABEL (label))) : -1;

  if (i >= 0) {
    describe_item (r, i, menu, label);
    return;
  }
  for (GtkWidget *w = gtk_widget_get_first_child (menu); w; w = gtk_widget_get_next_sibling (w))
    tr_recent_describe (r, w);
}

TrRecent *
tr_recent_new (void)
{
  TrRecent *r = g_new0 (TrRecent, 1);
  r->menu = g_menu_new ();
  r->paths = g_ptr_array_new_with_free_func (g_free);
  r->handler = g_signal_connect_swapped (gtk_recent_manager_get_default (), "changed",
                                         G_CALLBACK (rebuild), r);
  rebuild (r);
  return r;
}

void
tr_recent_free (TrRecent *r)
{
  if (!r)
    return;
  g_signal_handler_disconnect (gtk_recent_manager_get_default (), r->handler);
  g_object_unref (r->menu);
  g_ptr_array_unref (r->paths);
  g_strfreev (r->names);
  g_free (r);
}

GMenuModel *
tr_recent_get_menu (TrRecent *r)
{
  return G_MENU_MODEL (r->menu);
}

void
tr_recent_add (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);
  GtkRecentData data = {
      .mime_type = (char *) MIME_TYPE,
      .app_name = (char *) "Trammel",
      .app_exec = (char *) "trammel %u",
  };
  gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
