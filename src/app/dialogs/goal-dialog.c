// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/goal-dialog.h"

#include "app/probe.h"
#include "session/goals.h"
#include "session/quantity.h"

#define TR_TYPE_GOAL_DIALOG (tr_goal_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrGoalDialog, tr_goal_dialog, TR, GOAL_DIALOG, GtkWindow)

struct _TrGoalDialog {
  GtkWindow parent;
  GtkWidget *sort_list, *expr_entry, *weight_entry, *message_label, *add_button;
  TrCanvas *canvas;
};

G_DEFINE_FINAL_TYPE (TrGoalDialog, tr_goal_dialog, GTK_TYPE_WINDOW)

static const char *
text_of (GtkWidget *entry)
{
  return gtk_editable_get_text (GTK_EDITABLE (entry));
}

static void
tell (TrGoalDialog *d, const char *why)
{
  gtk_label_set_label (GTK_LABEL (d->message_label), why ? why : "");
}

// What is typed as an expression; NULL: nothing, or (with the error) what cannot be read.
static char *
read_expr (TrGoalDialog *d, GError **error)
{
  g_autofree char *text = tr_quantity_plain (text_of (d->expr_entry));
  const TrModel *m = tr_session_get_model (tr_canvas_get_session (d->canvas));
  return *text ? tr_goal_read (m, text, error) : NULL;
}

// It is looked at at once; what it would mean for the drawing when it is added.
static void
typed_cb (TrGoalDialog *d)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expr = read_expr (d, &error);
  tell (d, error ? error->message : NULL);
  gtk_widget_set_sensitive (d->add_button, expr != NULL);
}

static void
add_cb (TrGoalDialog *d)
{
  g_autoptr (GError) error = NULL;
  guint sort = gtk_drop_down_get_selected (GTK_DROP_DOWN (d->sort_list));
  TrSession *s = tr_canvas_get_session (d->canvas);
  g_autofree char *expr = read_expr (d, &error);
  if (!expr)
    return;
  g_autofree char *weight = tr_quantity_plain (text_of (d->weight_entry));
  bool ok = tr_goal_add (s, (TrGoalSort) sort, expr, weight, NULL, &error);
  tell (d, ok ? NULL : error->message);
  tr_probe_say ("goal-added", "\"ok\": %s", ok ? "true" : "false");
  if (ok)
    gtk_window_close (GTK_WINDOW (d));
}

static void
tr_goal_dialog_dispose (GObject *object)
{
  g_clear_object (&TR_GOAL_DIALOG (object)->canvas);
  G_OBJECT_CLASS (tr_goal_dialog_parent_class)->dispose (object);
}

static void
tr_goal_dialog_class_init (TrGoalDialogClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_goal_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/goal-dialog.ui");
  gtk_widget_class_bind_template_child (widget, TrGoalDialog, sort_list);
  gtk_widget_class_bind_template_child (widget, TrGoalDialog, expr_entry);
  gtk_widget_class_bind_template_child (widget, TrGoalDialog, weight_entry);
  gtk_widget_class_bind_template_child (widget, TrGoalDialog, message_label);
  gtk_widget_class_bind_template_child (widget, TrGoalDialog, add_button);
  gtk_widget_class_bind_template_callback (widget, add_cb);
}

static void
tr_goal_dialog_init (TrGoalDialog *d)
{
  gtk_widget_init_template (GTK_WIDGET (d));
}

void
tr_goal_dialog_open (GtkWindow *parent, TrCanvas *canvas, const char *expr)
{
  TrGoalDialog *d = g_object_new (TR_TYPE_GOAL_DIALOG, "transient-for", parent, NULL);

  d->canvas = g_object_ref (canvas);
  g_signal_connect_object (d->expr_entry, "changed", G_CALLBACK (typed_cb), d, G_CONNECT_SWAPPED);
  gtk_editable_set_text (GTK_EDITABLE (d->expr_entry), expr);
  typed_cb (d);
  gtk_widget_grab_focus (d->expr_entry);
  tr_probe_watch (GTK_WINDOW (d));
  gtk_window_present (GTK_WINDOW (d));
  tr_probe_say ("goal-dialog", NULL);
}
