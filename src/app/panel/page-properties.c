// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-properties.h"

#include "app/panel/page-bodies.h"
#include "app/panel/page-settings.h"
#include "app/panel/row-property.h"

#include <glib/gi18n.h>

// Members of the state that are listed; of long lists of points no more.
#define MOST_MEMBERS 16

struct _TrPropertyPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *stack;
  TrPage *settings; // where it is none of these
  GArray *subjects; // TrElement, all of one kind
  guint subject;    // hash of their ids
};

G_DEFINE_FINAL_TYPE (TrPropertyPage, tr_property_page, TR_TYPE_PAGE)

const GArray *
tr_property_page_get_subjects (TrPropertyPage *p)
{
  return p->subjects;
}

char *
tr_property_page_heading (TrPropertyPage *p)
{
  guint n = p->subjects->len;
  TrElement first = g_array_index (p->subjects, TrElement, 0);

  if (first.kind == TR_ELEMENT_LABEL)
    return n > 1 ? g_strdup_printf (ngettext ("%u text", "%u texts", n), n) : g_strdup (_ ("Text"));
  if (n > 1)
    return g_strdup_printf (ngettext ("%u body", "%u bodies", n), n);
  const TrBody *b = &tr_page_get_model (TR_PAGE (p))->bodies[first.index];
  return g_strdup_printf ("%s · %s", tr_body_kind_label (b->kind), b->id);
}

static void
find_of_kind (TrPropertyPage *p, TrElementKind kind)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_page_get_selection (TR_PAGE (p)), &n);

  g_array_set_size (p->subjects, 0);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == kind)
      g_array_append_val (p->subjects, item[i].element);
}

// The bodies of points that are selected, each once.
static void
find_of_points (TrPropertyPage *p)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_page_get_selection (TR_PAGE (p)), &n);

  g_array_set_size (p->subjects, 0);
  for (guint i = 0; i < n; i++) {
    TrElement e = {TR_ELEMENT_BODY, item[i].at.body};
    bool is_new = item[i].element.kind == TR_ELEMENT_NONE && e.index >= 0;
    for (guint k = 0; k < p->subjects->len; k++)
      is_new &= g_array_index (p->subjects, TrElement, k).index != e.index;
    if (is_new)
      g_array_append_val (p->subjects, e);
  }
}

static guint
hash_subjects (TrPropertyPage *p, const TrModel *m)
{
  guint h = 0;
  for (guint i = 0; i < p->subjects->len; i++)
    h = 33 * h + g_str_hash (tr_model_element_id (m, g_array_index (p->subjects, TrElement, i)));
  return h;
}

static bool
are_sheets (TrPropertyPage *p, const TrModel *m)
{
  bool are = p->subjects->len > 0;
  for (guint i = 0; i < p->subjects->len; i++)
    are &= m->bodies[g_array_index (p->subjects, TrElement, i).index].kind == TR_BODY_SHEET;
  return are;
}

static void
add_row (GArray *rows, int kind, int index)
{
  TrRowKey key = {kind, index, TR_ROW_INSIDE};
  g_array_append_val (rows, key);
}

// A card of the rows from one to another.
static void
add_card (GArray *rows, int from, int to)
{
  guint start = rows->len;

  for (int k = from; k <= to; k++)
    add_row (rows, k, 0);
  tr_row_keys_make_card (rows, start);
}

static void
add_body_rows (TrPropertyPage *p, const TrModel *m, GArray *rows)
{
  if (p->subjects->len == 1) {
    const TrBody *b = &m->bodies[g_array_index (p->subjects, TrElement, 0).index];
    guint start = rows->len;
    add_row (rows, TR_PROPERTY_NAME, 0);
    if (b->kind == TR_BODY_FORMULA)
      add_row (rows, TR_PROPERTY_FORMULA, 0);
    for (int i = 0; i < MIN (b->n, MOST_MEMBERS); i++)
      add_row (rows, TR_PROPERTY_MEMBER, i);
    tr_row_keys_make_card (rows, start);
  }
  if (are_sheets (p, m))
    add_card (rows, TR_PROPERTY_SHAPE, TR_PROPERTY_DRAG);
  add_card (rows, TR_PROPERTY_STROKE, TR_PROPERTY_FILL);
  add_card (rows, TR_PROPERTY_CONSTRUCTION, TR_PROPERTY_LOCKED);
}

static void
add_text_rows (TrPropertyPage *p, GArray *rows)
{
  if (p->subjects->len == 1)
    add_card (rows, TR_PROPERTY_NAME, TR_PROPERTY_NAME);
  add_card (rows, TR_PROPERTY_TEXT, TR_PROPERTY_PLACE_Y);
  add_card (rows, TR_PROPERTY_HIDDEN, TR_PROPERTY_LOCKED);
}

static void
tr_property_page_update (TrPage *page, unsigned news)
{
  TrPropertyPage *p = TR_PROPERTY_PAGE (page);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TrRowKey));

  find_of_kind (p, TR_ELEMENT_LABEL);
  bool are_texts = p->subjects->len > 0;
  find_of_kind (p, TR_ELEMENT_BODY);
  if (p->subjects->len == 0 && !are_texts)
    find_of_points (p);
  if (p->subjects->len > 0) {
    add_row (rows, TR_PROPERTY_HEADING, 0);
    add_body_rows (p, tr_page_get_model (page), rows);
  } else if (are_texts) {
    find_of_kind (p, TR_ELEMENT_LABEL);
    add_row (rows, TR_PROPERTY_HEADING, 0);
    add_text_rows (p, rows);
  }
  p->subject = hash_subjects (p, tr_page_get_model (page));
  tr_page_set_rows (page, (const TrRowKey *) (gpointer) rows->data, rows->len);
  tr_page_set_selection (p->settings, tr_page_get_selection (page));
  TrElement of;
  bool has_settings = tr_setting_page_find (tr_page_get_selection (page), &of);
  gtk_stack_set_visible_child_name (GTK_STACK (p->stack), rows->len > 0  ? "list"
                                                          : has_settings ? "settings"
                                                                         : "empty");
}

static const char *
tr_property_page_row_id (TrPage *page, const TrRowKey *key)
{
  return key->kind == TR_PROPERTY_HEADING ? NULL : "property";
}

static guint
tr_property_page_subject (TrPage *page, const TrRowKey *key)
{
  return TR_PROPERTY_PAGE (page)->subject;
}

static void
tr_property_page_finalize (GObject *object)
{
  g_array_unref (TR_PROPERTY_PAGE (object)->subjects);
  G_OBJECT_CLASS (tr_property_page_parent_class)->finalize (object);
}

static void
tr_property_page_class_init (TrPropertyPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_SETTING_PAGE);
  G_OBJECT_CLASS (class)->finalize = tr_property_page_finalize;
  TR_PAGE_CLASS (class)->update = tr_property_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_property_page_row_id;
  TR_PAGE_CLASS (class)->subject = tr_property_page_subject;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-properties.ui");
  gtk_widget_class_bind_template_child (widget, TrPropertyPage, list);
  gtk_widget_class_bind_template_child (widget, TrPropertyPage, stack);
  gtk_widget_class_bind_template_child (widget, TrPropertyPage, settings);
}

static void
tr_property_page_init (TrPropertyPage *p)
{
  p->subjects = g_array_new (FALSE, FALSE, sizeof (TrElement));
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_PROPERTY_ROW, false);
}
