// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-layers.h"

#include "app/panel/row-layer.h"

#include <glib/gi18n.h>

struct _TrLayerPage {
  TrPage parent;
  GtkListView *list;
  GArray *layers; // of TrLayerInfo: what is shown
};

G_DEFINE_FINAL_TYPE (TrLayerPage, tr_layer_page, TR_TYPE_PAGE)

const TrLayerInfo *
tr_layer_page_get (TrLayerPage *p, guint *n)
{
  *n = p->layers->len;
  return (const TrLayerInfo *) (gpointer) p->layers->data;
}

static bool
has (TrLayerPage *p, const char *name)
{
  for (guint i = 0; i < p->layers->len; i++)
    if (strcmp (g_array_index (p->layers, TrLayerInfo, i).name, name) == 0)
      return true;
  return false;
}

// The one that is drawn on is there even where the drawing has it no more.
static void
find_layers (TrLayerPage *p)
{
  TrLayerInfo current = {.name = tr_layer_page_get_current (p)};

  g_array_unref (p->layers);
  p->layers = tr_layering_list (tr_page_get_model (TR_PAGE (p)));
  if (!has (p, current.name))
    g_array_append_val (p->layers, current);
}

static void
show (TrLayerPage *p)
{
  find_layers (p);
  g_autofree TrRowKey *rows = g_new0 (TrRowKey, p->layers->len);
  int n = (int) p->layers->len;
  for (int i = 0; i < n; i++)
    rows[i] = (TrRowKey){0, i, (i == 0 ? TR_ROW_FIRST : 0) | (i + 1 == n ? TR_ROW_LAST : 0)};
  tr_page_set_rows (TR_PAGE (p), rows, (guint) n);
}

static void
tr_layer_page_update (TrPage *page, unsigned news)
{
  if (news & TR_NEWS_DRAWING)
    show (TR_LAYER_PAGE (page));
}

const char *
tr_layer_page_get_current (TrLayerPage *p)
{
  const char *name = tr_session_get_layer (tr_page_get_session (TR_PAGE (p)));
  return name ? name : "";
}

void
tr_layer_page_set_current (TrLayerPage *p, const char *name)
{
  tr_session_set_layer (tr_page_get_session (TR_PAGE (p)), *name ? name : NULL);
  show (p);
}

void
tr_layer_page_add (TrLayerPage *p)
{
  g_autofree char *name = NULL;

  find_layers (p);
  for (int i = 1; !name || has (p, name); i++) {
    g_free (name);
    name = g_strdup_printf (_ ("Layer %d"), i);
  }
  tr_session_set_layer (tr_page_get_session (TR_PAGE (p)), name);
  tr_layering_add (tr_page_get_session (TR_PAGE (p)), name);
  show (p);
}

void
tr_layer_page_edit (TrLayerPage *p, const char *name)
{
  show (p);
  for (guint i = 0; i < p->layers->len; i++)
    if (strcmp (g_array_index (p->layers, TrLayerInfo, i).name, name) == 0)
      tr_page_edit_row (TR_PAGE (p), i);
}

void
tr_layer_page_rename (TrLayerPage *p, const char *name, const char *to)
{
  g_autofree char *old = g_strdup (name), *new = g_strdup (to);
  bool is_current = strcmp (tr_layer_page_get_current (p), old) == 0;

  if (is_current)
    tr_session_set_layer (tr_page_get_session (TR_PAGE (p)), *new ? new : NULL);
  tr_layering_rename (tr_page_get_session (TR_PAGE (p)), old, new);
  show (p);
}

static const char *
tr_layer_page_row_id (TrPage *page, const TrRowKey *key)
{
  return " "; // a row, but of nothing that can be selected
}

static guint
tr_layer_page_subject (TrPage *page, const TrRowKey *key)
{
  TrLayerPage *p = TR_LAYER_PAGE (page);
  bool is_there = key->index < (int) p->layers->len;
  return is_there ? g_str_hash (g_array_index (p->layers, TrLayerInfo, key->index).name) : 0;
}

static void
tr_layer_page_finalize (GObject *object)
{
  TrLayerPage *p = TR_LAYER_PAGE (object);

  g_array_unref (p->layers);
  G_OBJECT_CLASS (tr_layer_page_parent_class)->finalize (object);
}

static void
tr_layer_page_class_init (TrLayerPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_layer_page_finalize;
  TR_PAGE_CLASS (class)->update = tr_layer_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_layer_page_row_id;
  TR_PAGE_CLASS (class)->subject = tr_layer_page_subject;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-layers.ui");
  gtk_widget_class_bind_template_child (widget, TrLayerPage, list);
}

static void
tr_layer_page_init (TrLayerPage *p)
{
  p->layers = g_array_new (FALSE, FALSE, sizeof (TrLayerInfo));
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_LAYER_ROW, false);
}
