// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/row-command.h"

#include "app/widget.h"

struct _TrCommandRow {
  GtkWidget parent;
  GtkWidget *title_label, *note_label, *keys_label;
};

G_DEFINE_FINAL_TYPE (TrCommandRow, tr_command_row, GTK_TYPE_WIDGET)

void
tr_command_row_show (TrCommandRow *r, const TrCommand *command, bool is_enabled, const char *why)
{
  g_autofree char *title = tr_command_dup_title (command), *keys = tr_command_dup_keys (command);
  g_autofree char *name = g_strdup_printf ("note-%s", command->action);
  const char *note = is_enabled || !why ? tr_command_group_title (command->group) : why;

  gtk_label_set_label (GTK_LABEL (r->title_label), title);
  gtk_label_set_label (GTK_LABEL (r->note_label), note);
  gtk_widget_set_name (r->note_label, name);
  gtk_label_set_label (GTK_LABEL (r->keys_label), keys ? keys : "");
  gtk_widget_set_visible (r->keys_label, keys != NULL);
  gtk_widget_set_sensitive (r->title_label, is_enabled);
  gtk_widget_set_sensitive (r->keys_label, is_enabled);
}

static void
tr_command_row_dispose (GObject *object)
{
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_command_row_parent_class)->dispose (object);
}

static void
tr_command_row_class_init (TrCommandRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_command_row_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-command.ui");
  gtk_widget_class_bind_template_child (widget, TrCommandRow, title_label);
  gtk_widget_class_bind_template_child (widget, TrCommandRow, note_label);
  gtk_widget_class_bind_template_child (widget, TrCommandRow, keys_label);
  gtk_widget_class_set_layout_manager_type (widget, GTK_TYPE_BIN_LAYOUT);
}

static void
tr_command_row_init (TrCommandRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}

GtkWidget *
tr_command_row_new (void)
{
  return g_object_new (TR_TYPE_COMMAND_ROW, NULL);
}
