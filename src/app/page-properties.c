// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/page-properties.h"

#include "app/row-property.h"

// Members of the state that are listed; of long lists of points no more.
#define MOST_MEMBERS 16

struct _TrPropertyPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *stack;
  GArray *bodies; // int
};

G_DEFINE_FINAL_TYPE (TrPropertyPage, tr_property_page, TR_TYPE_PAGE)

const GArray *
tr_property_page_get_bodies (TrPropertyPage *p)
{
  return p->bodies;
}

static void
find_bodies (TrPropertyPage *p)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_page_get_selection (TR_PAGE (p)), &n);

  g_array_set_size (p->bodies, 0);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_BODY)
      g_array_append_val (p->bodies, item[i].element.index);
}

static bool
are_sheets (TrPropertyPage *p, const TrModel *m)
{
  bool are = p->bodies->len > 0;
  for (guint i = 0; i < p->bodies->len; i++)
    are &= m->bodies[g_array_index (p->bodies, int, i)].kind == TR_BODY_SHEET;
  return are;
}

static void
add_row (GArray *rows, int kind, int index)
{
  TrRowKey key = {kind, index, TR_ROW_INSIDE};
  g_array_append_val (rows, key);
}

static void
tr_property_page_update (TrPage *page, unsigned news)
{
  TrPropertyPage *p = TR_PROPERTY_PAGE (page);
  const TrModel *m = tr_page_get_model (page);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TrRowKey));

  find_bodies (p);
  add_row (rows, TR_PROPERTY_HEADING, 0);
  if (p->bodies->len == 1) {
    const TrBody *b = &m->bodies[g_array_index (p->bodies, int, 0)];
    add_row (rows, TR_PROPERTY_NAME, 0);
    if (b->kind == TR_BODY_FORMULA)
      add_row (rows, TR_PROPERTY_FORMULA, 0);
    for (int i = 0; i < MIN (b->n, MOST_MEMBERS); i++)
      add_row (rows, TR_PROPERTY_MEMBER, i);
    tr_row_keys_make_card (rows, 1);
  }
  guint start = rows->len;
  for (int k = TR_PROPERTY_SHAPE; k <= TR_PROPERTY_DRAG && are_sheets (p, m); k++)
    add_row (rows, k, 0);
  tr_row_keys_make_card (rows, start);
  start = rows->len;
  for (int k = TR_PROPERTY_STROKE; k <= TR_PROPERTY_FILL; k++)
    add_row (rows, k, 0);
  tr_row_keys_make_card (rows, start);
  start = rows->len;
  for (int k = TR_PROPERTY_CONSTRUCTION; k <= TR_PROPERTY_LOCKED; k++)
    add_row (rows, k, 0);
  tr_row_keys_make_card (rows, start);
  if (p->bodies->len == 0)
    g_array_set_size (rows, 0);
  tr_page_set_rows (page, (const TrRowKey *) (gpointer) rows->data, rows->len);
  gtk_stack_set_visible_child_name (GTK_STACK (p->stack), p->bodies->len ? "list" : "empty");
}

static const char *
tr_property_page_row_id (TrPage *page, const TrRowKey *key)
{
  return key->kind == TR_PROPERTY_HEADING ? NULL : "property";
}

static void
tr_property_page_finalize (GObject *object)
{
  g_array_unref (TR_PROPERTY_PAGE (object)->bodies);
  G_OBJECT_CLASS (tr_property_page_parent_class)->finalize (object);
}

static void
tr_property_page_class_init (TrPropertyPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_property_page_finalize;
  TR_PAGE_CLASS (class)->update = tr_property_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_property_page_row_id;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-properties.ui");
  gtk_widget_class_bind_template_child (widget, TrPropertyPage, list);
  gtk_widget_class_bind_template_child (widget, TrPropertyPage, stack);
}

static void
tr_property_page_init (TrPropertyPage *p)
{
  p->bodies = g_array_new (FALSE, FALSE, sizeof (int));
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_PROPERTY_ROW, false);
}
