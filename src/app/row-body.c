// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/row-body.h"

#include "app/page-bodies.h"

#include <glib/gi18n.h>

struct _TrBodyRow {
  TrPageRow parent;
  GtkWidget *body, *name_label, *kind_label, *toggle;
  bool is_telling; // the switch follows the drawing
};

G_DEFINE_FINAL_TYPE (TrBodyRow, tr_body_row, TR_TYPE_PAGE_ROW)

static const TrBody *
body_of (TrBodyRow *r)
{
  const TrModel *m = tr_page_get_model (tr_page_row_get_page (TR_PAGE_ROW (r)));
  int index = tr_page_row_get_key (TR_PAGE_ROW (r))->index;
  return index < m->n_bodies ? &m->bodies[index] : NULL;
}

static void
toggled_cb (TrBodyRow *r)
{
  const TrBody *b = body_of (r);
  bool is_shown = gtk_switch_get_active (GTK_SWITCH (r->toggle));
  g_autoptr (GError) error = NULL;

  if (r->is_telling || !b)
    return;
  g_autofree char *what = g_strdup_printf ("%s.hidden", b->id);
  if (!tr_session_set (tr_page_get_session (tr_page_row_get_page (TR_PAGE_ROW (r))), what,
                       is_shown ? "false" : "true", &error))
    gtk_widget_set_tooltip_text (r->toggle, error->message);
}

static void
tr_body_row_show_key (TrPageRow *row, bool is_new)
{
  TrBodyRow *r = TR_BODY_ROW (row);
  const TrBody *b = body_of (r);

  if (!b)
    return;
  const char *name = b->name && *b->name ? b->name : b->id;
  const char *kind = tr_body_kind_label (b->kind);
  g_autofree char *label = g_strdup_printf ("%s %s", kind, name);
  g_autofree char *body_name = g_strdup_printf ("body-%s", b->id);
  g_autofree char *switch_name = g_strdup_printf ("show-%s", b->id);
  gtk_label_set_label (GTK_LABEL (r->name_label), name);
  gtk_widget_set_tooltip_text (r->name_label, name);
  gtk_label_set_label (GTK_LABEL (r->kind_label), kind);
  gtk_widget_set_name (r->body, body_name);
  gtk_widget_set_name (r->toggle, switch_name);
  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), !b->hidden);
  r->is_telling = false;
  gtk_widget_set_opacity (r->name_label, b->hidden ? 0.55 : 1);
  tr_page_row_set_label (row, label);
}

static const char *const menu[] = {"win.cut", "win.copy",   "",  "win.duplicate",
                                   "",        "win.delete", NULL};

static void
tr_body_row_class_init (TrBodyRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_ROW_CLASS (class)->show_key = tr_body_row_show_key;
  TR_PAGE_ROW_CLASS (class)->menu = menu;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-body.ui");
  gtk_widget_class_bind_template_child (widget, TrBodyRow, body);
  gtk_widget_class_bind_template_child (widget, TrBodyRow, name_label);
  gtk_widget_class_bind_template_child (widget, TrBodyRow, kind_label);
  gtk_widget_class_bind_template_child (widget, TrBodyRow, toggle);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
}

static void
tr_body_row_init (TrBodyRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}
