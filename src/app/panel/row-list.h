// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A list whose items say what they stand for by a few integers, so that a drawing of any size is
// listed without an object for each of its parts: items are made when a view asks for them.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

typedef struct {
  int kind;  // as the list's owner counts
  int index; // in the model
  int place; // within a card, bits of TrRowPlace
} TrRowKey;

typedef enum { TR_ROW_INSIDE, TR_ROW_FIRST = 1, TR_ROW_LAST = 2, TR_ROW_ALONE = 3 } TrRowPlace;

// The keys from `start` on, an array of TrRowKey, make one card; none: nothing.
void tr_row_keys_make_card (GArray *keys, guint start);

#define TR_TYPE_ROW_ITEM (tr_row_item_get_type ())
G_DECLARE_FINAL_TYPE (TrRowItem, tr_row_item, TR, ROW_ITEM, GObject)
const TrRowKey *tr_row_item_get_key (TrRowItem *item);

#define TR_TYPE_ROW_LIST (tr_row_list_get_type ())
G_DECLARE_FINAL_TYPE (TrRowList, tr_row_list, TR, ROW_LIST, GObject)

TrRowList *tr_row_list_new (void);
// Only what differs is told to be new, so that a view keeps its place.
void tr_row_list_set (TrRowList *l, const TrRowKey *keys, guint n);
const TrRowKey *tr_row_list_get (TrRowList *l, guint *n);
