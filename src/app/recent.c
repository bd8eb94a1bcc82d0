// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/recent.h"

#define MOST_ITEMS 8
#define MIME_TYPE  "application/x-trammel"

struct _TrRecent {
  GMenu *menu;
  gulong handler;
};

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) b),
                              gtk_recent_info_get_visited ((GtkRecentInfo *) a));
}

// A name is shown as it is: an underscore is no mnemonic.
static char *
escape_mnemonic (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);
  return g_strjoinv ("__", parts);
}

static void
rebuild (TrRecent *r)
{
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()),
                              compare_newest_first);
  int n = 0;

  g_menu_remove_all (r->menu);
  for (GList *l = items; l && n < MOST_ITEMS; l = l->next) {
    GtkRecentInfo *info = l->data;
    if (g_strcmp0 (gtk_recent_info_get_mime_type (info), MIME_TYPE) != 0 ||
        !gtk_recent_info_is_local (info) || !gtk_recent_info_exists (info))
      continue;
    g_autofree char *name = escape_mnemonic (gtk_recent_info_get_display_name (info));
    g_autoptr (GMenuItem) item = g_menu_item_new (name, NULL);
    g_menu_item_set_action_and_target (item, "app.open-recent", "s",
                                       gtk_recent_info_get_uri (info));
    g_menu_append_item (r->menu, item);
    n++;
  }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
}

TrRecent *
tr_recent_new (void)
{
  TrRecent *r = g_new0 (TrRecent, 1);
  r->menu = g_menu_new ();
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
