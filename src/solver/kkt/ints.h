// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A list of integers that grows: room is made for many at once, then they are pushed.

#pragma once

#include <glib.h>

typedef struct {
  int *at;
  int n, room;
} TrInts;

static inline void
tr_ints_make_room (TrInts *list, int more)
{
  if (list->n + more <= list->room)
    return;
  list->room = list->n + more + list->room / 2;
  list->at = g_renew (int, list->at, list->room);
}

static inline void
tr_ints_push (TrInts *list, int x)
{
  list->at[list->n++] = x;
}
