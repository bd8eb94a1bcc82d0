// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/finder.h"

#include "app/dialogs/match.h"
#include "app/probe.h"
#include "app/dialogs/row-command.h"
#include "app/panel/row-list.h"
#include "app/settings.h"
#include "session/report.h"

#define MOST_RECENT 8
#define OWN_ACTION  "win.commands"

struct _TrFinder {
  GtkPopover parent;
  GtkWidget *entry, *list, *scroll, *empty_label;
  TrRowList *rows; // key: index of the command, kind: whether it can be done
  GtkSingleSelection *selection;
  GSettings *settings;
  GStrv recent; // actions, the last one first; NULL at the end
  TrFinderCan can;
  TrFinderRun run;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (TrFinder, tr_finder, GTK_TYPE_POPOVER)

typedef struct {
  TrRowKey key;
  int fit;
  int age; // among the recent; MOST_RECENT: not one of them
} Found;

static int
age_of (TrFinder *f, const char *action)
{
  int age = 0;
  while (f->recent[age] && strcmp (f->recent[age], action) != 0)
    age++;
  return f->recent[age] ? age : MOST_RECENT;
}

// What fits best, of that what was done last, then by the table.
static int
compare (gconstpointer first, gconstpointer second)
{
  const Found *a = first, *b = second;
  if (a->fit != b->fit)
    return b->fit - a->fit;
  if (a->age != b->age)
    return a->age - b->age;
  return a->key.index - b->key.index;
}

static GArray *
find (TrFinder *f, const char *query)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (Found));

  for (int i = 0; tr_commands[i].action; i++) {
    const TrCommand *c = &tr_commands[i];
    g_autofree char *title = tr_command_dup_title (c);
    g_autofree char *text = g_strdup_printf ("%s %s", title, tr_command_group_title (c->group));
    const char *why;
    // A word of the title counts more than one of the group.
    int fit = tr_match (text, query) + tr_match (title, query);
    if (fit == 0 || strcmp (c->action, OWN_ACTION) == 0)
      continue;
    Found row = {{f->can (c, &why, f->data), i, 0}, fit, age_of (f, c->action)};
    g_array_append_val (found, row);
  }
  g_array_sort (found, compare);
  return found;
}

static void
tell (const TrRowKey *keys, guint n)
{
  g_autoptr (GString) out = g_string_new ("\"rows\": [");

  if (!tr_probe_is_on ())
    return;
  for (guint i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", [" : "[");
    tr_report_string (out, tr_commands[keys[i].index].action);
    g_string_append (out, keys[i].kind ? ", true]" : ", false]");
  }
  g_string_append_c (out, ']');
  tr_probe_say ("found", "%s", out->str);
}

static void
select_row (TrFinder *f, guint position)
{
  gtk_single_selection_set_selected (f->selection, position);
  gtk_widget_activate_action (f->list, "list.scroll-to-item", "u", position);
}

static void
searched_cb (TrFinder *f)
{
  g_autoptr (GArray) found = find (f, gtk_editable_get_text (GTK_EDITABLE (f->entry)));
  g_autofree TrRowKey *keys = g_new (TrRowKey, found->len + 1);
  guint first = 0;

  for (guint i = 0; i < found->len; i++)
    keys[i] = g_array_index (found, Found, i).key;
  tr_row_list_set (f->rows, keys, found->len);
  gtk_widget_set_visible (f->scroll, found->len > 0);
  gtk_widget_set_visible (f->empty_label, found->len == 0);
  while (first < found->len && !keys[first].kind)
    first++;
  if (found->len > 0)
    select_row (f, first < found->len ? first : 0);
  tell (keys, found->len);
}

static void
remember (TrFinder *f, const char *action)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_add (builder, action);
  for (int i = 0, n = 1; f->recent[i] && n < MOST_RECENT; i++)
    if (strcmp (f->recent[i], action) != 0) {
      g_strv_builder_add (builder, f->recent[i]);
      n++;
    }
  g_strfreev (f->recent);
  f->recent = g_strv_builder_end (builder);
  if (f->settings)
    g_settings_set_strv (f->settings, TR_SETTINGS_COMMANDS, (const char *const *) f->recent);
}

// A command that can not be done now leaves the list as it is: it says why.
static void
chosen_cb (TrFinder *f)
{
  guint n, at = gtk_single_selection_get_selected (f->selection);
  const TrRowKey *keys = tr_row_list_get (f->rows, &n);
  const TrCommand *c = at < n ? &tr_commands[keys[at].index] : NULL;

  if (!c || !keys[at].kind) {
    gtk_widget_error_bell (GTK_WIDGET (f));
    return;
  }
  remember (f, c->action);
  gtk_popover_popdown (GTK_POPOVER (f));
  tr_probe_say ("command", "\"action\": \"%s\"", c->action);
  f->run (c, f->data);
}

static void
row_activated_cb (GtkListView *list, guint position, TrFinder *f)
{
  gtk_single_selection_set_selected (f->selection, position);
  chosen_cb (f);
}

static gboolean
key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrFinder *f)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (f->selection));
  guint at = gtk_single_selection_get_selected (f->selection);

  if (n == 0 || (key != GDK_KEY_Up && key != GDK_KEY_Down))
    return FALSE;
  select_row (f, (at + (key == GDK_KEY_Down ? 1 : n - 1)) % n);
  return TRUE;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  gtk_list_item_set_child (item, tr_command_row_new ());
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, TrFinder *f)
{
  const TrRowKey *key = tr_row_item_get_key (gtk_list_item_get_item (item));
  const TrCommand *c = &tr_commands[key->index];
  const char *why = NULL;

  f->can (c, &why, f->data);
  tr_command_row_show (TR_COMMAND_ROW (gtk_list_item_get_child (item)), c, key->kind, why);
}

void
tr_finder_open (TrFinder *f)
{
  if (f->settings) {
    g_strfreev (f->recent);
    f->recent = g_settings_get_strv (f->settings, TR_SETTINGS_COMMANDS);
  }
  // Rows of commands that have become possible, or no longer are, are made anew.
  tr_row_list_set (f->rows, NULL, 0);
  gtk_editable_set_text (GTK_EDITABLE (f->entry), "");
  searched_cb (f);
  gtk_popover_popup (GTK_POPOVER (f));
  gtk_widget_grab_focus (f->entry);
}

static void
tr_finder_finalize (GObject *object)
{
  TrFinder *f = TR_FINDER (object);
  tr_probe_say ("finder-gone", NULL);
  g_clear_object (&f->rows);
  g_clear_object (&f->settings);
  g_strfreev (f->recent);
  G_OBJECT_CLASS (tr_finder_parent_class)->finalize (object);
}

static void
tr_finder_class_init (TrFinderClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_finder_finalize;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/finder.ui");
  gtk_widget_class_bind_template_child (widget, TrFinder, entry);
  gtk_widget_class_bind_template_child (widget, TrFinder, list);
  gtk_widget_class_bind_template_child (widget, TrFinder, scroll);
  gtk_widget_class_bind_template_child (widget, TrFinder, empty_label);
  gtk_widget_class_bind_template_callback (widget, searched_cb);
  gtk_widget_class_bind_template_callback (widget, chosen_cb);
  gtk_widget_class_bind_template_callback (widget, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget, key_cb);
  gtk_widget_class_bind_template_callback (widget, setup_cb);
  gtk_widget_class_bind_template_callback (widget, bind_cb);
}

static void
tr_finder_init (TrFinder *f)
{
  f->rows = tr_row_list_new ();
  f->recent = g_new0 (char *, 1);
  gtk_widget_init_template (GTK_WIDGET (f));
  f->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (f->rows)));
  gtk_list_view_set_model (GTK_LIST_VIEW (f->list), GTK_SELECTION_MODEL (f->selection));
  g_object_unref (f->selection);
}

GtkWidget *
tr_finder_new (GSettings *settings, TrFinderCan can, TrFinderRun run, gpointer data)
{
  TrFinder *f = g_object_new (TR_TYPE_FINDER, NULL);
  f->settings = settings ? g_object_ref (settings) : NULL;
  f->can = can;
  f->run = run;
  f->data = data;
  return GTK_WIDGET (f);
}
