// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What lies under a pointer: named points first, then the curves themselves, then the insides of
// sheets and filled drawings. A grid over the drawing keeps the search to what is near; of a large
// drawing what an edit or a hand has touched alone is looked at again.

#pragma once

#include "doc/document.h"

typedef struct _TrPicker TrPicker;

typedef enum {
  TR_PICK_NONE,
  TR_PICK_POINT, // a named point
  TR_PICK_CURVE, // a material point of a curve, or one on a line that a rigid or a sheet draws
  TR_PICK_AREA,  // inside a sheet or a filled drawing
} TrPickKind;

typedef struct {
  TrPickKind kind;
  TrConnector at;  // to grab it by
  Vec2 place;      // where that is
  double distance; // from the pointer, document units
} TrPick;

// d outlives it.
TrPicker *tr_picker_new (TrDocument *d);
void tr_picker_free (TrPicker *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrPicker, tr_picker_free)

// Brings the grid up to the drawing as its ledgers tell.
void tr_picker_follow (TrPicker *p);
// The same for who knows better, as nobody notes what time moves: since the picker last followed these
// bodies alone have moved (a bit for each), and there was no edit.
void tr_picker_touch (TrPicker *p, const guint8 *bodies);

// What is at `at`, nothing farther than tolerance (document units), in the drawing as it is. Of several
// at the same distance the one drawn last; hidden bodies are not there, nor locked ones unless with_locked.
TrPick tr_picker_find (TrPicker *p, Vec2 at, double tolerance, bool with_locked);
// Sets bodies (int) to those that may lie within reach of `at`, ascending, each once: in the drawing as it
// was when the picker last followed.
void tr_picker_near (TrPicker *p, Vec2 at, double reach, GArray *bodies);

// How far along from a to b, 0 to 1, the point nearest to p is.
double tr_nearest_on_chord (Vec2 a, Vec2 b, Vec2 p);
// Into how many chords the search for near points cuts a body's curve, each close to it; 0: it has none.
int tr_curve_n_chords (const TrBody *b);

// The point of a body's curve that is nearest to p, with its parameter; q is the body's own run.
// From afar it may be that of a bend farther by up to a thousandth. False where the body has no
// curve, or none that is finite.
bool tr_nearest_on_curve (const TrBody *b, const double *q, Vec2 p, double *t, Vec2 *x);

// Whether what was found is a named point that lies in the middle of its body: of a bar, of a sheet.
bool tr_pick_is_middle (const TrModel *m, const TrPick *pick);
