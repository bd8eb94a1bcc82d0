// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/print-choices.h"

#include "app/settings.h"

struct _TrPrintChoices {
  GtkBox parent;
  GtkWidget *size_choice, *marks_check, *result_label;
  TrPrintJob *job;
  GtkPageSetup *page; // NULL: not known yet
};

G_DEFINE_FINAL_TYPE (TrPrintChoices, tr_print_choices, GTK_TYPE_BOX)

static guint signals[1]; // changed

// In the order of the choices in the template.
static const char *const sizes[] = {"true", "fit", NULL};

static void
show (TrPrintChoices *c)
{
  if (!c->page)
    return;
  TrPrintLayout layout = tr_print_job_lay_out_page (c->job, c->page);
  g_autofree char *text = tr_print_job_describe (&layout);

  gtk_label_set_label (GTK_LABEL (c->result_label), text);
  gtk_widget_set_sensitive (c->marks_check, tr_print_n_sheets (&layout) > 1);
}

static void
chosen_cb (TrPrintChoices *c)
{
  if (!c->job)
    return;
  c->job->fits = gtk_drop_down_get_selected (GTK_DROP_DOWN (c->size_choice)) == 1;
  c->job->marks = gtk_check_button_get_active (GTK_CHECK_BUTTON (c->marks_check));
  show (c);
  g_signal_emit (c, signals[0], 0);
}

static void
tr_print_choices_dispose (GObject *object)
{
  TrPrintChoices *c = TR_PRINT_CHOICES (object);

  g_clear_object (&c->page);
  g_clear_pointer (&c->job, tr_print_job_unref);
  G_OBJECT_CLASS (tr_print_choices_parent_class)->dispose (object);
}

static void
tr_print_choices_class_init (TrPrintChoicesClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_print_choices_dispose;
  signals[0] = g_signal_new ("changed", TR_TYPE_PRINT_CHOICES, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                             NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/print-choices.ui");
  gtk_widget_class_bind_template_child (widget, TrPrintChoices, size_choice);
  gtk_widget_class_bind_template_child (widget, TrPrintChoices, marks_check);
  gtk_widget_class_bind_template_child (widget, TrPrintChoices, result_label);
  gtk_widget_class_bind_template_callback (widget, chosen_cb);
}

static void
tr_print_choices_init (TrPrintChoices *c)
{
  gtk_widget_init_template (GTK_WIDGET (c));
}

GtkWidget *
tr_print_choices_new (TrPrintJob *job, GSettings *settings)
{
  TrPrintChoices *c = g_object_new (TR_TYPE_PRINT_CHOICES, NULL);

  if (settings) {
    tr_settings_bind_choice (settings, TR_SETTINGS_PRINT_SIZE, c->size_choice, sizes);
    g_settings_bind (settings, TR_SETTINGS_PRINT_MARKS, c->marks_check, "active",
                     G_SETTINGS_BIND_DEFAULT);
  }
  c->job = tr_print_job_ref (job);
  chosen_cb (c);
  return GTK_WIDGET (c);
}

void
tr_print_choices_set_page (TrPrintChoices *c, GtkPageSetup *setup)
{
  g_set_object (&c->page, setup);
  show (c);
}
