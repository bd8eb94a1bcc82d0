// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/mechanism-window.h"

#include "app/probe.h"
#include "app/dialogs/row-fact.h"
#include "session/mechanism/mechanism-watch.h"

struct _TrMechanismWindow {
  GtkWindow parent;
  GtkWidget *list, *pages;
  TrSession *session;
  TrMechanismWatch *watch;
};

G_DEFINE_FINAL_TYPE (TrMechanismWindow, tr_mechanism_window, GTK_TYPE_WINDOW)

// Rows stay where they are, and say what is new.
static void
show (TrMechanismWindow *w, GPtrArray *facts)
{
  GtkListBox *list = GTK_LIST_BOX (w->list);
  GtkListBoxRow *row;

  for (guint i = 0; i < facts->len; i++) {
    row = gtk_list_box_get_row_at_index (list, (int) i);
    if (!row) {
      gtk_list_box_append (list, tr_fact_row_new ((int) i));
      row = gtk_list_box_get_row_at_index (list, (int) i);
    }
    tr_fact_row_show (TR_FACT_ROW (row), facts->pdata[i]);
  }
  while ((row = gtk_list_box_get_row_at_index (list, (int) facts->len)) != NULL)
    gtk_list_box_remove (list, GTK_WIDGET (row));
}

static void
found_cb (const TrMechanism *x, const TrModel *m, GPtrArray *facts, double ms, gpointer data)
{
  TrMechanismWindow *w = data;
  gint64 start = g_get_monotonic_time ();
  // One link is the ground alone: nothing is joined yet.
  const char *page = !x ? "large" : x->links->len < 2 ? "empty" : "report";

  if (x && x->links->len >= 2)
    show (w, facts);
  gtk_stack_set_visible_child_name (GTK_STACK (w->pages), page);
  tr_probe_say ("mechanism",
                "\"page\": \"%s\", \"four-bars\": %u, \"ms\": %.3f, \"shown-ms\": %.3f", page,
                x ? x->four_bars->len : 0, ms, 1e-3 * (double) (g_get_monotonic_time () - start));
}

static void
changed_cb (TrMechanismWindow *w)
{
  tr_mechanism_watch_ask (w->watch, w->session);
}

static void
tr_mechanism_window_dispose (GObject *object)
{
  TrMechanismWindow *w = TR_MECHANISM_WINDOW (object);

  g_clear_pointer (&w->watch, tr_mechanism_watch_free);
  g_clear_object (&w->session);
  G_OBJECT_CLASS (tr_mechanism_window_parent_class)->dispose (object);
}

static void
tr_mechanism_window_class_init (TrMechanismWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_mechanism_window_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/mechanism-window.ui");
  gtk_widget_class_bind_template_child (widget, TrMechanismWindow, list);
  gtk_widget_class_bind_template_child (widget, TrMechanismWindow, pages);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
}

static void
tr_mechanism_window_init (TrMechanismWindow *w)
{
  gtk_widget_init_template (GTK_WIDGET (w));
  w->watch = tr_mechanism_watch_new (found_cb, w);
}

GtkWidget *
tr_mechanism_window_new (GtkWindow *parent, TrSession *session)
{
  TrMechanismWindow *w = g_object_new (TR_TYPE_MECHANISM_WINDOW, "transient-for", parent, NULL);

  gtk_widget_insert_action_group (GTK_WIDGET (w), "win", G_ACTION_GROUP (parent));
  w->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), w, G_CONNECT_SWAPPED);
  g_signal_connect_object (tr_session_get_document (session), "changed", G_CALLBACK (changed_cb), w,
                           G_CONNECT_SWAPPED);
  changed_cb (w);
  tr_probe_watch (GTK_WINDOW (w));
  return GTK_WIDGET (w);
}
