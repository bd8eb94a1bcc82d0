// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The signs of constraints: small marks in one hand, round strokes on a grid of 12, and the cards
// that they sit on. Screen only, logical pixels, y down.

#pragma once

#include "model/constraint.h"
#include "render/look.h"

// How a note on the canvas shows; bits.
typedef enum {
  TR_NOTE_HOVERED = 1 << 0,
  TR_NOTE_SELECTED = 1 << 1,
  TR_NOTE_REDUNDANT = 1 << 2, // broken border
  TR_NOTE_CONFLICT = 1 << 3,  // dashes, and a warning sign
  TR_NOTE_UNDEFINED = 1 << 4, // dotted border
  TR_NOTE_DRIVEN = 1 << 5,    // in parentheses
  TR_NOTE_DISABLED = 1 << 6,  // struck through
  TR_NOTE_WANTED = 1 << 7,    // shown even where not all are
} TrNoteState;

#define TR_GLYPH_CARD 20 // side of a card

// The sign of a kind about `at`, `size` across, stroked and filled with the current source.
void tr_glyph_sign (TrConKind kind, Vec2 at, double size, cairo_t *cr);
// A sign on its card, the size of the box.
void
tr_glyph_card (TrConKind kind, TrBounds box, unsigned states, const TrTheme *theme, cairo_t *cr);

// The colour of lines and letters of a note.
TrColor tr_note_color (unsigned states, const TrTheme *theme);
// Paper, border by state, and what lies under letters.
void tr_note_box (TrBounds box, unsigned states, const TrTheme *theme, cairo_t *cr);
// A triangle with a stroke and a dot in it.
void tr_warning_sign (Vec2 at, double size, const TrTheme *theme, cairo_t *cr);
