// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is selected: bodies, constraints, forces, traces and texts by their ids, points by the text of
// their connectors (s1.b), in the order in which they were picked. It outlives edits and undo;
// what is gone from the drawing is gone from the selection.

#pragma once

#include "session/session.h"

#define TR_TYPE_SELECTION (tr_selection_get_type ())
G_DECLARE_FINAL_TYPE (TrSelection, tr_selection, TR, SELECTION, GObject)

// One thing selected, as the drawing is now.
typedef struct {
  const char *text;  // an id or a connector's text
  TrElement element; // TR_ELEMENT_NONE: a point
  TrConnector at;    // of a point
} TrSelected;

typedef enum {
  TR_BOX_TOUCHING, // any part of the curve in the box
  TR_BOX_INSIDE,   // the whole curve
} TrBoxMode;

// Signal "changed": other things are selected than before.
TrSelection *tr_selection_new (TrSession *session);
TrSession *tr_selection_get_session (TrSelection *s);

// The things selected, in order; valid until the selection or the drawing changes.
const TrSelected *tr_selection_get (TrSelection *s, guint *n);
guint tr_selection_get_n (TrSelection *s);
bool tr_selection_has (TrSelection *s, const char *text);
bool tr_selection_has_element (TrSelection *s, TrElementKind kind, int index);
// The ids of all that is selected but points, NULL at the end; g_free the array alone.
const char **tr_selection_ids (TrSelection *s);

// False where nothing is called so: the selection stays as it was.
bool tr_selection_add (TrSelection *s, const char *text);
bool tr_selection_remove (TrSelection *s, const char *text);
bool tr_selection_toggle (TrSelection *s, const char *text);
// This alone; NULL: nothing.
void tr_selection_set (TrSelection *s, const char *text);
// These alone; those that nothing is called by are passed over.
void tr_selection_set_all (TrSelection *s, const char *const *texts, guint n);
void tr_selection_clear (TrSelection *s);
// Every body and text that is neither hidden nor locked.
void tr_selection_all (TrSelection *s);

// A rubber band between two corners, document units: what is neither hidden nor locked, bodies by
// their true curves (lines and cubics exactly; formulas to 1e-4 of the box), texts by the box of
// their letters. extend: added to what is selected, else instead of it.
void tr_selection_box (TrSelection *s, Vec2 a, Vec2 b, TrBoxMode mode, bool extend);
// Whether the curve of one body is so; false of a body that draws nothing.
bool tr_body_is_in_box (
    const TrModel *m, const TrState *state, int body, Vec2 low, Vec2 high, TrBoxMode mode);

// Tab: the body or text neither hidden nor locked after (step 1) or before (−1) the one selected
// last, in document order, texts behind bodies, and around; it alone is selected then. False where there is none.
bool tr_selection_walk (TrSelection *s, int step);
