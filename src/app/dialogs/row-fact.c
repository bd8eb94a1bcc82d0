// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/row-fact.h"

struct _TrFactRow {
  GtkListBoxRow parent;
  GtkWidget *title_label, *value_label, *detail_label;
};

G_DEFINE_FINAL_TYPE (TrFactRow, tr_fact_row, GTK_TYPE_LIST_BOX_ROW)

static void
tr_fact_row_class_init (TrFactRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-fact.ui");
  gtk_widget_class_bind_template_child (widget, TrFactRow, title_label);
  gtk_widget_class_bind_template_child (widget, TrFactRow, value_label);
  gtk_widget_class_bind_template_child (widget, TrFactRow, detail_label);
}

static void
tr_fact_row_init (TrFactRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}

GtkWidget *
tr_fact_row_new (int index)
{
  TrFactRow *r = g_object_new (TR_TYPE_FACT_ROW, NULL);
  g_autofree char *title = g_strdup_printf ("fact-%d", index);
  g_autofree char *value = g_strdup_printf ("fact-%d-value", index);
  g_autofree char *detail = g_strdup_printf ("fact-%d-detail", index);

  gtk_widget_set_name (r->title_label, title);
  gtk_widget_set_name (r->value_label, value);
  gtk_widget_set_name (r->detail_label, detail);
  return GTK_WIDGET (r);
}

// A label that says the same need not be laid out again.
static void
set_text (GtkWidget *label, const char *text)
{
  gtk_widget_set_visible (label, text && *text);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (label)), text ? text : "") != 0)
    gtk_label_set_label (GTK_LABEL (label), text ? text : "");
}

void
tr_fact_row_show (TrFactRow *r, const TrFact *fact)
{
  set_text (r->title_label, fact->title);
  set_text (r->value_label, fact->value);
  set_text (r->detail_label, fact->detail);
  if (fact->value)
    gtk_widget_remove_css_class (GTK_WIDGET (r), "chapter");
  else
    gtk_widget_add_css_class (GTK_WIDGET (r), "chapter");
}
