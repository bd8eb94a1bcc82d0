// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the canvas says about constraints: dimensions with their labels, and cards with signs near
// what is bound, none over another. Laid out once a frame, painted, and asked what is under the
// pointer. The same drawing gives the same layout; from frame to frame notes keep their places
// beside what they belong to as long as there is room. Screen only, never exported; logical
// pixels, y down.

#pragma once

#include "render/dimension.h"

typedef enum {
  TR_NOTES_WANTED,     // those marked as hovered, selected, wanted or in conflict
  TR_NOTES_DIMENSIONS, // and all dimensions
  TR_NOTES_ALL,
} TrNotesShow;

typedef struct {
  TrOverlay on;
  const guint8 *states; // TrNoteState bits of each constraint, without DRIVEN and DISABLED, which
                        // the model tells; NULL: none
  guint drawing; // another number whenever model or state have changed; 0: look at them each time
  guint ground;  // the same of what notes are to stay clear of
  TrNotesShow show;
  TrNumberStyle numbers;
  double text_scale; // 1: labels of 12 pixels
  double beyond;     // pixels that the view of `on` reaches beyond what is seen, on all sides
} TrNoteScene;

typedef struct _TrNotes TrNotes;

TrNotes *tr_notes_new (void);
void tr_notes_free (TrNotes *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrNotes, tr_notes_free)

// Once a frame, before the others. Where nothing has changed since the last time it does nothing.
void tr_notes_layout (TrNotes *n, const TrNoteScene *scene);
void tr_notes_paint (const TrNotes *n, const TrNoteScene *scene, cairo_t *cr);

// The constraint whose card, label or lines lie within `tolerance` of p; −1: none. Labels and
// cards before lines, which are not found at a tolerance of 0: they begin at joints.
int tr_notes_find (const TrNotes *n, Vec2 p, double tolerance);
// The box of a dimension's label, to be edited in place, or of a card; false where it has none on
// the screen.
bool tr_notes_box (const TrNotes *n, int constraint, TrBounds *box);
// Of several cards that nearest to p, pixels.
bool tr_notes_box_near (const TrNotes *n, int constraint, Vec2 p, TrBounds *box);

// For tests and screen readers: every label and card, in the order of the document.
int tr_notes_n_boxes (const TrNotes *n);
TrBounds tr_notes_nth_box (const TrNotes *n, int i, int *constraint);
// The text of a label; NULL: a card.
const char *tr_notes_nth_text (const TrNotes *n, int i);
