// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/plot-window.h"

#include "app/dialogs/dialog.h"
#include "app/dialogs/plot-view.h"
#include "app/probe.h"
#include "doc/file.h"
#include "math/number.h"
#include "session/quantity.h"

#include <glib/gi18n.h>

struct _TrPlotWindow {
  GtkWindow parent;
  GtkWidget *y_entry, *x_entry, *order_menu, *error_label, *hint_label, *view, *save_button,
      *clear_button;
  TrSession *session;
  TrPlot *plot;
};

G_DEFINE_FINAL_TYPE (TrPlotWindow, tr_plot_window, GTK_TYPE_WINDOW)

static void
show (TrPlotWindow *p)
{
  int n;

  tr_plot_get (p->plot, &n);
  gtk_widget_set_sensitive (p->save_button, n > 0);
  gtk_widget_set_sensitive (p->clear_button, n > 0);
  gtk_widget_set_visible (p->hint_label, n < 2);
  gtk_widget_queue_draw (p->view);
}

// Frames of time and of a hand; edits begin nothing new, but may move the drawing.
static void
changed_cb (TrPlotWindow *p)
{
  if (tr_session_is_moving (p->session) && tr_plot_sample (p->plot, p->session))
    show (p);
}

// Of an axis, with a decimal comma where the language has one.
static char *
title_of (TrPlotWindow *p, bool is_x)
{
  g_autofree char *plain = tr_plot_title (p->plot, tr_session_get_model (p->session), is_x);
  return tr_number_tell_in (plain);
}

// What is wrong, and whose curve is still to be seen; NULL: nothing is.
static void
tell (TrPlotWindow *p, const char *why)
{
  g_autoptr (GString) text = g_string_new (why ? why : "");
  int n;

  tr_plot_get (p->plot, &n);
  if (why && n > 0) {
    g_autofree char *x = title_of (p, true), *y = title_of (p, false);
    g_string_append_c (text, '\n');
    g_string_append_printf (text, _ ("The curve is still that of %s over %s"), y, x);
  }
  gtk_label_set_label (GTK_LABEL (p->error_label), text->str);
}

static bool
set (TrPlotWindow *p,
     GtkWidget *entry,
     bool (*setter) (TrPlot *, TrSession *, const char *, GError **))
{
  // A blank behind it is on its way to more, and is none of the title.
  g_autofree char *text =
      g_strchomp (tr_quantity_plain (gtk_editable_get_text (GTK_EDITABLE (entry))));
  g_autoptr (GError) error = NULL;
  bool ok = setter (p->plot, p->session, text, &error);

  tell (p, ok ? NULL : error->message);
  gtk_widget_set_visible (p->error_label, !ok);
  if (ok)
    gtk_widget_remove_css_class (entry, "error");
  else
    gtk_widget_add_css_class (entry, "error");
  return ok;
}

static void
show_titles (TrPlotWindow *p)
{
  g_autofree char *x = title_of (p, true), *y = title_of (p, false);

  tr_plot_view_set_titles (TR_PLOT_VIEW (p->view), x, y);
}

// While it is being typed, too: what means nothing yet leaves the curve as it is.
static void
entered_cb (TrPlotWindow *p)
{
  if (!p->session || !set (p, p->y_entry, tr_plot_set_y) || !set (p, p->x_entry, tr_plot_set_x))
    return;
  tr_plot_set_order (p->plot, gtk_drop_down_get_selected (GTK_DROP_DOWN (p->order_menu)));
  tr_plot_sample (p->plot, p->session);
  show_titles (p);
  show (p);
}

static void
clear_cb (TrPlotWindow *p)
{
  tr_plot_clear (p->plot);
  show (p);
}

static void
chosen_cb (GtkWindow *parent, GFile *file, gpointer data)
{
  TrPlotWindow *p = TR_PLOT_WINDOW (parent);
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autofree char *text = tr_plot_to_csv (p->plot, tr_session_get_model (p->session));
  g_autoptr (GError) error = NULL;

  if (!file)
    return;
  if (!path || !tr_write_file (path, text, strlen (text), &error))
    tr_dialog_tell (parent, _ ("The table could not be saved"),
                    path ? error->message : _ ("It is not a file on this machine"));
  else
    tr_probe_say ("table", NULL);
}

static void
save_cb (TrPlotWindow *p)
{
  const TrDialogFilter filters[] = {{_ ("Tables (CSV)"), "*.csv", "text/csv"},
                                    {_ ("All files"), NULL, NULL}};
  const char *path = tr_document_get_path (tr_session_get_document (p->session));
  g_autofree char *folder = path ? g_path_get_dirname (path) : NULL;

  tr_dialog_save (GTK_WINDOW (p), _ ("Save the Table"), folder, "plot.csv", filters,
                  G_N_ELEMENTS (filters), chosen_cb, NULL);
}

static void
tr_plot_window_dispose (GObject *object)
{
  TrPlotWindow *p = TR_PLOT_WINDOW (object);

  if (p->view)
    tr_plot_view_set_plot (TR_PLOT_VIEW (p->view), NULL);
  g_clear_object (&p->session);
  g_clear_pointer (&p->plot, tr_plot_free);
  G_OBJECT_CLASS (tr_plot_window_parent_class)->dispose (object);
}

static void
tr_plot_window_class_init (TrPlotWindowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_PLOT_VIEW);
  G_OBJECT_CLASS (class)->dispose = tr_plot_window_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/plot-window.ui");
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, y_entry);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, x_entry);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, order_menu);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, error_label);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, hint_label);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, view);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, save_button);
  gtk_widget_class_bind_template_child (widget, TrPlotWindow, clear_button);
  gtk_widget_class_bind_template_callback (widget, entered_cb);
  gtk_widget_class_bind_template_callback (widget, clear_cb);
  gtk_widget_class_bind_template_callback (widget, save_cb);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_w, GDK_CONTROL_MASK, "window.close", NULL);
}

static void
tr_plot_window_init (TrPlotWindow *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
}

// What is most likely wanted: how far up a traced point is, or what a drive turns.
static char *
propose (const TrModel *m)
{
  for (int i = 0; i < m->n_traces; i++) {
    const TrConnector *a = &m->traces[i].a;
    if (a->body >= 0 && m->bodies[a->body].kind == TR_BODY_POINT)
      return g_strdup_printf ("%s.y", m->bodies[a->body].id);
  }
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    char name[32];
    if (c->kind == TR_CON_DRIVE && c->end[0].body >= 0)
      return g_strdup_printf ("%s.%s", m->bodies[c->end[0].body].id,
                              tr_body_member_name (&m->bodies[c->end[0].body], c->member, name));
  }
  return g_strdup ("time");
}

GtkWidget *
tr_plot_window_new (GtkWindow *parent, TrSession *session)
{
  TrPlotWindow *p = g_object_new (TR_TYPE_PLOT_WINDOW, "transient-for", parent, NULL);
  g_autofree char *y = propose (tr_session_get_model (session));

  p->plot = tr_plot_new ();
  tr_plot_view_set_plot (TR_PLOT_VIEW (p->view), p->plot);
  gtk_editable_set_text (GTK_EDITABLE (p->x_entry), "time");
  gtk_editable_set_text (GTK_EDITABLE (p->y_entry), y);
  p->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), p, G_CONNECT_SWAPPED);
  entered_cb (p);
  tr_probe_watch (GTK_WINDOW (p));
  return GTK_WIDGET (p);
}
