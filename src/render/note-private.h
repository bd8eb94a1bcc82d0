// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Between the parts of notes.

#pragma once

#include "render/note-room.h"
#include "render/note.h"

// What a card belongs to: a place, and the direction of the line that it is to stay off.
typedef struct {
  Vec2 at;
  Vec2 along; // a unit vector; of a point one that puts the first try at the upper right
} TrNoteAnchor;

#define TR_NOTE_CARDS 2 // most cards of a constraint

// The anchors of the cards of a constraint; returns how many, 0 where it has no place.
int tr_note_anchors (const TrOverlay *o, int constraint, TrNoteAnchor out[TR_NOTE_CARDS]);
// Whether all that a constraint binds is too small on the screen for notes.
bool tr_note_is_speck (const TrOverlay *o, int constraint);
// Whether one of its bodies is hidden.
bool tr_note_is_hidden (const TrOverlay *o, int constraint);

// Places for a card: offsets from its anchor, along and across, best first. False after the last.
bool tr_note_card_offset (int k, Vec2 *offset);
// A card at an offset from its anchor.
TrBounds tr_note_card_box (const TrNoteAnchor *a, Vec2 offset, double side);
// The first free place off the lines, else the free one over the least ink. False: none is free.
bool tr_note_find_card (const TrRoom *room, const TrNoteAnchor *a, double side, Vec2 *offset);
bool tr_note_find_label (
    const TrRoom *room, const TrDimension *d, Vec2 center, Vec2 size, TrDimensionPlace *place);
