// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/unknown-row.h"

#include "session/quantity.h"

struct _TrUnknownRow {
  GtkBox parent;
  GtkWidget *name_entry, *value_entry, *remove_button;
  double value; // it was made with
  char *text;   // that, with the digits that are shown
};

G_DEFINE_FINAL_TYPE (TrUnknownRow, tr_unknown_row, GTK_TYPE_BOX)

enum { CHANGED, REMOVE, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
changed_cb (TrUnknownRow *r)
{
  g_signal_emit (r, signals[CHANGED], 0);
}

static void
remove_cb (TrUnknownRow *r)
{
  g_signal_emit (r, signals[REMOVE], 0);
}

static void
tr_unknown_row_finalize (GObject *object)
{
  g_free (TR_UNKNOWN_ROW (object)->text);
  G_OBJECT_CLASS (tr_unknown_row_parent_class)->finalize (object);
}

static void
tr_unknown_row_class_init (TrUnknownRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_unknown_row_finalize;
  signals[CHANGED] = g_signal_new ("changed", TR_TYPE_UNKNOWN_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
  signals[REMOVE] = g_signal_new ("remove", TR_TYPE_UNKNOWN_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/unknown-row.ui");
  gtk_widget_class_bind_template_child (widget, TrUnknownRow, name_entry);
  gtk_widget_class_bind_template_child (widget, TrUnknownRow, value_entry);
  gtk_widget_class_bind_template_child (widget, TrUnknownRow, remove_button);
  gtk_widget_class_bind_template_callback (widget, changed_cb);
  gtk_widget_class_bind_template_callback (widget, remove_cb);
}

static void
tr_unknown_row_init (TrUnknownRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}

static void
set_widget_name (GtkWidget *w, const char *stem, int number)
{
  g_autofree char *name = g_strdup_printf ("%s-%d", stem, number);
  gtk_widget_set_name (w, name);
}

GtkWidget *
tr_unknown_row_new (int number, const char *name, double value)
{
  TrUnknownRow *r = g_object_new (TR_TYPE_UNKNOWN_ROW, NULL);

  r->value = value;
  r->text = tr_quantity_format (value, TR_QUANTITY_NUMBER, TR_UNITS_MM, 0);
  set_widget_name (r->name_entry, "unknown-name", number);
  set_widget_name (r->value_entry, "unknown-value", number);
  set_widget_name (r->remove_button, "unknown-remove", number);
  gtk_editable_set_text (GTK_EDITABLE (r->name_entry), name);
  gtk_editable_set_text (GTK_EDITABLE (r->value_entry), r->text);
  return GTK_WIDGET (r);
}

const char *
tr_unknown_row_get_name (TrUnknownRow *r)
{
  return gtk_editable_get_text (GTK_EDITABLE (r->name_entry));
}

bool
tr_unknown_row_get_value (TrUnknownRow *r, const TrModel *m, double *value, GError **error)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (r->value_entry));

  *value = r->value;
  return strcmp (text, r->text) == 0 ||
         tr_quantity_parse (text, TR_QUANTITY_NUMBER, m, value, NULL, error);
}

static void
set_error (GtkWidget *w, bool is_wrong)
{
  if (is_wrong)
    gtk_widget_add_css_class (w, "error");
  else
    gtk_widget_remove_css_class (w, "error");
}

void
tr_unknown_row_mark (TrUnknownRow *r, bool name, bool value)
{
  set_error (r->name_entry, name);
  set_error (r->value_entry, value);
}

void
tr_unknown_row_focus (TrUnknownRow *r)
{
  gtk_widget_grab_focus (r->name_entry);
}
