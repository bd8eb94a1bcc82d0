// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/shortcuts.h"

#include "app/command.h"
#include "app/probe.h"

#include <glib/gi18n.h>
#include <string.h>

// What keys do while the pointer works, and no command does.
static const struct {
  const char *keys[2], *title;
} gestures[] = {
    {{"Esc"}, N_ ("Take back, leave the tool, deselect")},
    {{"Enter"}, N_ ("End what is being drawn")},
    {{"Tab"}, N_ ("Next measure, next body")},
    {{"Ctrl"}, N_ ("No snapping, while held")},
    {{"F3"}, N_ ("Snapping off, for one gesture")},
    {{"Shift"}, N_ ("Move whole; add to the selection")},
    {{"Alt"}, N_ ("Detach the end that is pulled")},
    {{"← ↑ → ↓"}, N_ ("Nudge, or move the paper")},
    {{"← ↑ → ↓", "Ctrl"}, N_ ("Move the cross of a tool, to points with Ctrl")},
    {{N_ ("Space")}, N_ ("Click where the cross is")},
};

// Groups are in columns of about the same height.
static int
column_of (TrCommandGroup group)
{
  switch (group) {
  case TR_GROUP_FILE:
  case TR_GROUP_TEMPLATE:
  case TR_GROUP_EDIT:
  case TR_GROUP_ARRANGE:
    return 0;
  case TR_GROUP_DRAW:
    return 1;
  case TR_GROUP_CONSTRAIN:
  case TR_GROUP_TIME:
  case TR_GROUP_VIEW:
  case TR_GROUP_PROGRAM:
  case TR_N_GROUPS:
    break;
  }
  return 2;
}

static void
add_label (GtkWidget *box, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_add_css_class (label, class);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_box_append (GTK_BOX (box), label);
}

// The title, and at the end of the line its keys.
static void
add_line (GtkBuilder *builder, int column, const char *title, const char *const *keys)
{
  g_autofree char *name = g_strdup_printf ("column%d", column);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_widget_add_css_class (line, "line");
  add_label (line, title, "title");
  gtk_widget_set_hexpand (gtk_widget_get_first_child (line), TRUE);
  for (; *keys; keys++)
    add_label (line, *keys, "keycap");
  gtk_box_append (GTK_BOX (gtk_builder_get_object (builder, name)), line);
}

static void
add_heading (GtkBuilder *builder, int column, const char *title)
{
  g_autofree char *name = g_strdup_printf ("column%d", column);
  add_label (GTK_WIDGET (gtk_builder_get_object (builder, name)), title, "heading");
}

// "<Control>z" as it is printed on the keys; what the number pad has too is not told twice.
static void
make_labels (char **keys)
{
  char **label = keys;

  for (; *keys; keys++) {
    GdkModifierType modifiers;
    guint key;
    g_autofree char *name = *keys;
    if (strstr (name, "KP_"))
      continue;
    *label++ = gtk_accelerator_parse (name, &key, &modifiers)
                   ? gtk_accelerator_get_label (key, modifiers)
                   : g_steal_pointer (&name);
  }
  *label = NULL;
}

static int
add_group (GtkBuilder *builder, TrCommandGroup group)
{
  int n = 0;

  for (const TrCommand *c = tr_commands; c->action; c++) {
    if (c->group != group || !c->keys)
      continue;
    g_auto (GStrv) keys = tr_command_dup_key_list (c);
    g_autofree char *title = tr_command_dup_title (c);
    if (n++ == 0)
      add_heading (builder, column_of (group), tr_command_group_title (group));
    make_labels (keys);
    add_line (builder, column_of (group), title, (const char *const *) keys);
  }
  return n;
}

void
tr_shortcuts_open (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/org/trammel/Trammel/shortcuts.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));
  int n = 0;

  for (int group = 0; group < TR_N_GROUPS; group++)
    n += add_group (builder, group);
  add_heading (builder, 0, _ ("With the Pointer"));
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++) {
    const char *const *keys = gestures[i].keys;
    add_line (builder, 0, _ (gestures[i].title),
              (const char *[]){_ (keys[0]), keys[1] ? _ (keys[1]) : NULL, NULL});
  }
  gtk_window_set_transient_for (window, parent);
  tr_probe_watch (window);
  gtk_window_present (window);
  tr_probe_say ("shortcuts", "\"commands\": %d", n);
}
