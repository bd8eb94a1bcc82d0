// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Room on the canvas: the boxes that are taken, in a grid of buckets, and a coarse picture of the
// ink. Logical pixels, y down.

#pragma once

#include "render/overlay.h"

typedef struct {
  Vec2 low;
  TrBounds seen;          // what of it people see
  int wide, high;         // buckets
  GArray *boxes;          // TrBounds
  GArray *next;           // int: chain of entries, two a box and bucket: box, next entry
  int *head;              // of each bucket, −1: empty
  int ink_wide, ink_high; // cells
  guint8 *ink;
} TrRoom;

// As large as the view, which reaches so many pixels beyond what is seen, on all sides.
TrRoom *tr_room_new (const TrOverlay *o, double beyond);
TrRoom *tr_room_copy (const TrRoom *r);
void tr_room_free (TrRoom *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrRoom, tr_room_free)

// What bodies that are not hidden draw. Of very many nothing.
void tr_room_draw (TrRoom *r, const TrOverlay *o);
void tr_room_dot (TrRoom *r, Vec2 p, double radius);
void tr_room_line (TrRoom *r, Vec2 a, Vec2 b);

bool tr_room_is_free (const TrRoom *r, TrBounds box);
// Cells under the box that have ink, or lie beyond what is seen.
int tr_room_ink (const TrRoom *r, TrBounds box);
void tr_room_take (TrRoom *r, TrBounds box);
