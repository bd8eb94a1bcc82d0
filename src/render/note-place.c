// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where notes find room: fixed lists of places about what they belong to, best first.

#include "render/note-private.h"

// Logical pixels: rings of places about the anchor.
#define FIRST_RING 19
#define NEXT_RING  13
#define RINGS      10
// Of these the one over the least ink is taken before any farther one.
#define NEAR_RINGS 4

static int
ring_size (int ring)
{
  return 8 + 4 * ring;
}

// Place j of n around the ring: one across on the good side, one on the other, then to and fro.
static double
ring_angle (int j, int n)
{
  double side = j % 2 ? -0.5 : 0.5, step = (j / 2 + 1) / 2, sign = (j / 2) % 2 ? 1 : -1;
  return G_PI * side + sign * step * 2 * G_PI / n;
}

bool
tr_note_card_offset (int k, Vec2 *offset)
{
  int ring = 0;

  while (ring < RINGS && k >= ring_size (ring))
    k -= ring_size (ring++);
  if (ring == RINGS)
    return false;
  *offset = v2_polar (FIRST_RING + NEXT_RING * ring, ring_angle (k, ring_size (ring)));
  return true;
}

TrBounds
tr_note_card_box (const TrNoteAnchor *a, Vec2 offset, double side)
{
  Vec2 at = v2_mad (v2_mad (a->at, offset.x, a->along), offset.y, v2_perp (a->along));
  Vec2 low = v2 (round (at.x - side / 2), round (at.y - side / 2));
  return (TrBounds){low, v2_add (low, v2 (side, side))};
}

bool
tr_note_find_card (const TrRoom *room, const TrNoteAnchor *a, double side, Vec2 *offset)
{
  Vec2 best = {0, 0}, trial;
  int least = G_MAXINT, n_near = 0;

  for (int ring = 0; ring < NEAR_RINGS; ring++)
    n_near += ring_size (ring);
  for (int k = 0; tr_note_card_offset (k, &trial); k++) {
    TrBounds box = tr_note_card_box (a, trial, side);
    if (k >= n_near && least < G_MAXINT)
      break;
    if (!tr_room_is_free (room, box))
      continue;
    int ink = tr_room_ink (room, box);
    if (ink < least) {
      least = ink;
      best = trial;
    }
    if (ink == 0)
      break;
  }
  *offset = best;
  return least < G_MAXINT;
}

bool
tr_note_find_label (
    const TrRoom *room, const TrDimension *d, Vec2 center, Vec2 size, TrDimensionPlace *place)
{
  int least = G_MAXINT;

  // Places that are farther on the list are farther off: each is worth a cell of ink.
  for (int k = 0; k < TR_DIMENSION_PLACES && least > k; k++) {
    TrDimensionPlace trial = tr_dimension_place (d, k, center, size);
    TrBounds box = tr_dimension_label (d, trial, size);
    int cost = tr_room_is_free (room, box) ? tr_room_ink (room, box) + k : G_MAXINT;
    if (cost < least) {
      least = cost;
      *place = trial;
    }
  }
  return least < G_MAXINT;
}
