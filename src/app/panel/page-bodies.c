// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-bodies.h"

#include "app/panel/row-body.h"

#include <glib/gi18n.h>

struct _TrBodyPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *stack;
};

G_DEFINE_FINAL_TYPE (TrBodyPage, tr_body_page, TR_TYPE_PAGE)

static const char *const kinds[TR_N_BODY_KINDS] = {
    [TR_BODY_POINT] = N_ ("Point"),       [TR_BODY_SEGMENT] = N_ ("Segment"),
    [TR_BODY_POLYLINE] = N_ ("Polyline"), [TR_BODY_BEZIER] = N_ ("Bézier curve"),
    [TR_BODY_SPLINE] = N_ ("Spline"),     [TR_BODY_CIRCLE] = N_ ("Circle"),
    [TR_BODY_ARC] = N_ ("Arc"),           [TR_BODY_ELLIPSE] = N_ ("Ellipse"),
    [TR_BODY_RIGID] = N_ ("Rigid link"),  [TR_BODY_SHEET] = N_ ("Sheet"),
    [TR_BODY_FORMULA] = N_ ("Formula"),   [TR_BODY_NUMBER] = N_ ("Number"),
};

const char *
tr_body_kind_label (TrBodyKind kind)
{
  g_return_val_if_fail (kind < TR_N_BODY_KINDS, NULL);
  return _ (kinds[kind]);
}

// Bodies, then texts; the key's kind is the element's.
static void
tr_body_page_update (TrPage *page, unsigned news)
{
  const TrModel *m = tr_page_get_model (page);
  int n = m->n_bodies + m->n_labels;

  if (!(news & TR_NEWS_DRAWING))
    return;
  g_autofree TrRowKey *rows = g_new0 (TrRowKey, n + 1);
  for (int i = 0; i < n; i++) {
    int place = (i == 0 ? TR_ROW_FIRST : 0) | (i + 1 == n ? TR_ROW_LAST : 0);
    rows[i] = i < m->n_bodies ? (TrRowKey){TR_ELEMENT_BODY, i, place}
                              : (TrRowKey){TR_ELEMENT_LABEL, i - m->n_bodies, place};
  }
  tr_page_set_rows (page, rows, (guint) n);
  gtk_stack_set_visible_child_name (GTK_STACK (TR_BODY_PAGE (page)->stack),
                                    n > 0 ? "list" : "empty");
}

static const char *
tr_body_page_row_id (TrPage *page, const TrRowKey *key)
{
  const TrModel *m = tr_page_get_model (page);
  int n = key->kind == TR_ELEMENT_BODY ? m->n_bodies : m->n_labels;
  return key->index < n
             ? tr_model_element_id (m, (TrElement){(TrElementKind) key->kind, key->index})
             : NULL;
}

static void
tr_body_page_class_init (TrBodyPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_CLASS (class)->update = tr_body_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_body_page_row_id;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-bodies.ui");
  gtk_widget_class_bind_template_child (widget, TrBodyPage, list);
  gtk_widget_class_bind_template_child (widget, TrBodyPage, stack);
}

static void
tr_body_page_init (TrBodyPage *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_BODY_ROW, true);
}
