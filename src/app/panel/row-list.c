// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-list.h"

#include <string.h>

void
tr_row_keys_make_card (GArray *keys, guint start)
{
  if (start >= keys->len)
    return;
  g_array_index (keys, TrRowKey, start).place |= TR_ROW_FIRST;
  g_array_index (keys, TrRowKey, keys->len - 1).place |= TR_ROW_LAST;
}

struct _TrRowItem {
  GObject parent;
  TrRowKey key;
};

G_DEFINE_FINAL_TYPE (TrRowItem, tr_row_item, G_TYPE_OBJECT)

static void
tr_row_item_class_init (TrRowItemClass *class)
{
}

static void
tr_row_item_init (TrRowItem *item)
{
}

const TrRowKey *
tr_row_item_get_key (TrRowItem *item)
{
  return &item->key;
}

struct _TrRowList {
  GObject parent;
  GArray *keys;
};

static GType
get_item_type (GListModel *model)
{
  return TR_TYPE_ROW_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return TR_ROW_LIST (model)->keys->len;
}

static gpointer
get_item (GListModel *model, guint position)
{
  TrRowList *l = TR_ROW_LIST (model);
  if (position >= l->keys->len)
    return NULL;
  TrRowItem *item = g_object_new (TR_TYPE_ROW_ITEM, NULL);
  item->key = g_array_index (l->keys, TrRowKey, position);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TrRowList,
                               tr_row_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
tr_row_list_finalize (GObject *object)
{
  g_array_unref (TR_ROW_LIST (object)->keys);
  G_OBJECT_CLASS (tr_row_list_parent_class)->finalize (object);
}

static void
tr_row_list_class_init (TrRowListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_row_list_finalize;
}

static void
tr_row_list_init (TrRowList *l)
{
  l->keys = g_array_new (FALSE, FALSE, sizeof (TrRowKey));
}

TrRowList *
tr_row_list_new (void)
{
  return g_object_new (TR_TYPE_ROW_LIST, NULL);
}

static bool
is_same (const TrRowKey *a, const TrRowKey *b)
{
  return a->kind == b->kind && a->index == b->index && a->place == b->place;
}

void
tr_row_list_set (TrRowList *l, const TrRowKey *keys, guint n)
{
  const TrRowKey *old = (const TrRowKey *) (gpointer) l->keys->data;
  guint n_old = l->keys->len, least = MIN (n_old, n), head = 0, tail = 0;

  while (head < least && is_same (&old[head], &keys[head]))
    head++;
  while (tail < least - head && is_same (&old[n_old - 1 - tail], &keys[n - 1 - tail]))
    tail++;
  if (head == n && n == n_old)
    return;
  g_array_set_size (l->keys, 0);
  if (n > 0)
    g_array_append_vals (l->keys, keys, n);
  g_list_model_items_changed (G_LIST_MODEL (l), head, n_old - head - tail, n - head - tail);
}

const TrRowKey *
tr_row_list_get (TrRowList *l, guint *n)
{
  *n = l->keys->len;
  return (const TrRowKey *) (gpointer) l->keys->data;
}
