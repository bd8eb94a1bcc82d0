// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-body.h"

#include "app/panel/page-bodies.h"
#include "model/label-text.h"
#include "render/label.h"

#include <glib/gi18n.h>

struct _TrBodyRow {
  TrPageRow parent;
  GtkWidget *body, *name_label, *kind_label, *toggle;
  bool is_telling; // the switch follows the drawing
};

G_DEFINE_FINAL_TYPE (TrBodyRow, tr_body_row, TR_TYPE_PAGE_ROW)

// NULL: it is a text's row.
static const TrBody *
body_of (TrBodyRow *r)
{
  const TrModel *m = tr_page_get_model (tr_page_row_get_page (TR_PAGE_ROW (r)));
  const TrRowKey *key = tr_page_row_get_key (TR_PAGE_ROW (r));
  return key->kind == TR_ELEMENT_BODY && key->index < m->n_bodies ? &m->bodies[key->index] : NULL;
}

static const TrLabel *
label_of (TrBodyRow *r)
{
  const TrModel *m = tr_page_get_model (tr_page_row_get_page (TR_PAGE_ROW (r)));
  const TrRowKey *key = tr_page_row_get_key (TR_PAGE_ROW (r));
  return key->kind == TR_ELEMENT_LABEL && key->index < m->n_labels ? &m->labels[key->index] : NULL;
}

static void
toggled_cb (TrBodyRow *r)
{
  const TrBody *b = body_of (r);
  const TrLabel *l = label_of (r);
  bool is_shown = gtk_switch_get_active (GTK_SWITCH (r->toggle));
  g_autoptr (GError) error = NULL;

  if (r->is_telling || (!b && !l))
    return;
  g_autofree char *what = g_strdup_printf ("%s.hidden", b ? b->id : l->id);
  const char *value = is_shown ? "false" : "true";
  TrSession *s = tr_page_get_session (tr_page_row_get_page (TR_PAGE_ROW (r)));
  if (b ? !tr_session_set (s, what, value, &error)
        : !tr_document_set (tr_session_get_document (s), what, value, &error))
    gtk_widget_set_tooltip_text (r->toggle, error->message);
  else if (l)
    tr_session_commit (s, _ ("Change text")); // what numbers it is of no use to read
}

static void
show (TrBodyRow *r, const char *name, const char *kind, bool is_hidden)
{
  g_autofree char *label = g_strdup_printf ("%s %s", kind, name);

  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), !is_hidden);
  r->is_telling = false;
  gtk_label_set_label (GTK_LABEL (r->name_label), name);
  gtk_widget_set_tooltip_text (r->name_label, name);
  gtk_label_set_label (GTK_LABEL (r->kind_label), kind);
  gtk_widget_set_opacity (r->name_label, is_hidden ? 0.55 : 1);
  tr_page_row_set_label (TR_PAGE_ROW (r), label);
}

static void
show_body (TrBodyRow *r, const TrBody *b)
{
  g_autofree char *body_name = g_strdup_printf ("body-%s", b->id);
  g_autofree char *switch_name = g_strdup_printf ("show-%s", b->id);

  show (r, b->name && *b->name ? b->name : b->id, tr_body_kind_label (b->kind), b->hidden);
  gtk_widget_set_name (r->body, body_name);
  gtk_widget_set_name (r->toggle, switch_name);
  gtk_widget_set_sensitive (r->toggle, TRUE);
}

// What is read on the paper. While the body that it hangs on is hidden, so is it.
static void
show_text (TrBodyRow *r, const TrLabel *l)
{
  TrPage *page = tr_page_row_get_page (TR_PAGE_ROW (r));
  const TrModel *m = tr_page_get_model (page);
  const TrBody *b = tr_label_body (m, l);
  g_autofree char *name =
      tr_label_format (m, tr_session_get_state (tr_page_get_session (page)), l->text);
  g_autofree char *body_name = g_strdup_printf ("text-%s", l->id + 1);
  g_autofree char *switch_name = g_strdup_printf ("show-text-%s", l->id + 1);
  g_autofree char *label_name = g_strdup_printf ("text-name-%s", l->id + 1);

  show (r, name, _ ("Text"), tr_label_is_hidden (m, l));
  gtk_widget_set_name (r->body, body_name);
  gtk_widget_set_name (r->name_label, label_name);
  gtk_widget_set_name (r->toggle, switch_name);
  gtk_widget_set_sensitive (r->toggle, !b || !b->hidden);
}

static void
tr_body_row_show_key (TrPageRow *row, bool is_new)
{
  TrBodyRow *r = TR_BODY_ROW (row);
  const TrBody *b = body_of (r);
  const TrLabel *l = label_of (r);

  if (b)
    show_body (r, b);
  else if (l)
    show_text (r, l);
}

static void
tr_body_row_edit (TrPageRow *row)
{
  const TrBody *b = body_of (TR_BODY_ROW (row));
  const TrLabel *l = label_of (TR_BODY_ROW (row));

  if (!l && !(b && b->kind == TR_BODY_FORMULA))
    return;
  tr_selection_set (tr_page_get_selection (tr_page_row_get_page (row)), l ? l->id : b->id);
  gtk_widget_activate_action (GTK_WIDGET (row), "win.edit", NULL);
}

static const char *const *
tr_body_row_menu (TrPageRow *row)
{
  static const char *const commands[] = {"win.edit",      "", "win.cut",    "win.copy", "",
                                         "win.duplicate", "", "win.delete", NULL};
  const TrBody *b = body_of (TR_BODY_ROW (row));
  return b && b->kind != TR_BODY_FORMULA ? commands + 2 : commands;
}

static void
tr_body_row_class_init (TrBodyRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_ROW_CLASS (class)->show_key = tr_body_row_show_key;
  TR_PAGE_ROW_CLASS (class)->edit = tr_body_row_edit;
  TR_PAGE_ROW_CLASS (class)->menu = tr_body_row_menu;
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
