// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawing by pointer and keys, without a display: a canvas feeds events in, paints the outline, the
// snap and the fields that come out, and commits what is ready. Each kind is one table. Nothing
// touches the document before a commit.

#pragma once

#include "render/outline.h"
#include "session/quantity.h"
#include "session/snap.h"

typedef enum {
  TR_SKETCH_POINT,
  TR_SKETCH_SEGMENT, // chains
  TR_SKETCH_POLYLINE,
  TR_SKETCH_RECTANGLE, // four segments
  TR_SKETCH_CIRCLE,    // centre, rim
  TR_SKETCH_ARC,       // start, end, between
  TR_SKETCH_ELLIPSE,   // centre, end of an axis, rim
  TR_SKETCH_BEZIER,    // press, and drag for a handle
  TR_SKETCH_SPLINE,    // goes through the clicks
  TR_SKETCH_LINK,      // a rigid between two points
  TR_SKETCH_SHEET,     // two corners
  TR_SKETCH_LABEL,     // asks for its text
  TR_SKETCH_NAIL,
  TR_SKETCH_SPRING,
  TR_SKETCH_MOTOR, // on what turns, a circle too; asks for its angle over `time`
  TR_SKETCH_TRACE,
  TR_N_SKETCH_KINDS,
} TrSketchKind;

// What an event has led to.
enum {
  TR_SKETCH_CHANGED = 1 << 0, // to be painted again
  TR_SKETCH_READY = 1 << 1,   // complete: commit it
  TR_SKETCH_ASKS = 1 << 2,    // complete but for a text: show its question, then answer
  TR_SKETCH_LEAVES = 1 << 3,  // Escape with nothing under way
  TR_SKETCH_WRONG = 1 << 4,   // what was typed cannot be read: nothing was placed
  TR_SKETCH_MISSED = 1 << 5,  // pressed on nothing that it could be on: nothing was placed
  TR_SKETCH_EMPTY = 1 << 6,   // complete, but the points make nothing: they are gone
};

enum { TR_SKETCH_FIELDS = 2 }; // live measures, at most

typedef enum {
  TR_SKETCH_KEY_ESCAPE,
  TR_SKETCH_KEY_ENTER,
  TR_SKETCH_KEY_BACKSPACE,
  TR_SKETCH_KEY_TAB,
  TR_SKETCH_KEY_UNDO, // takes back what was typed, or the last click; 0: nothing of the gesture's own
} TrSketchKey;

typedef struct _TrSketch TrSketch;

// The snapper is borrowed.
TrSketch *tr_sketch_new (TrSketchKind kind, TrSession *session, TrSnapper *snapper);
void tr_sketch_free (TrSketch *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSketch, tr_sketch_free)

const char *tr_sketch_kind_name (TrSketchKind kind); // "segment"
TrSketchKind tr_sketch_get_kind (const TrSketch *t);

// Document units, to be told whenever the zoom changes: how near a snap is, and how far a press
// may wander and still be a click; the step of the grid, 0: none.
void tr_sketch_set_reach (TrSketch *t, double tolerance, double grid);

// Events of the first button, at places of the drawing; each returns TR_SKETCH_CHANGED … or 0.
// snaps: false while Ctrl is down. A double click is told instead of its second press.
unsigned tr_sketch_press (TrSketch *t, Vec2 at, bool snaps);
unsigned tr_sketch_motion (TrSketch *t, Vec2 at, bool snaps);
unsigned tr_sketch_release (TrSketch *t, Vec2 at, bool snaps);
unsigned tr_sketch_double_click (TrSketch *t);
unsigned tr_sketch_leave (TrSketch *t); // the pointer has left the canvas
// Another tool is taken, or the button that ends a gesture: a number that was typed places its
// point, what the points make is ready; what makes nothing yet is given up.
unsigned tr_sketch_end (TrSketch *t);
unsigned tr_sketch_key (TrSketch *t, TrSketchKey key);
// Whether one point on the body is all that it wants; and a press at that point, wherever the
// pointer is.
bool tr_sketch_takes (const TrSketch *t, const TrBody *b);
unsigned tr_sketch_press_on (TrSketch *t, const TrConnector *at);
// Text typed: a digit, a sign or = begins a number for the live field. 0: not taken, it may be a
// shortcut.
unsigned tr_sketch_type (TrSketch *t, const char *text);
// The drawing has moved or changed: points follow what they are on; where an edit or undo has
// taken the ground away, the gesture ends. Called by every event too.
unsigned tr_sketch_follow (TrSketch *t);

// After TR_SKETCH_ASKS. question: a text to begin with, free with g_free.
char *tr_sketch_question (TrSketch *t);
unsigned tr_sketch_answer (TrSketch *t, const char *text);

// After TR_SKETCH_READY: the elements, for tr_session_add_all, and the name of the step.
const char *const *tr_sketch_get_elements (TrSketch *t); // NULL: not ready
const char *tr_sketch_get_step (TrSketch *t);
// Adds them as one step. False (a text that is no expression): nothing is added; what was asked for
// may be answered again.
bool tr_sketch_commit (TrSketch *t, GError **error);

// What to paint.
bool tr_sketch_is_active (const TrSketch *t); // a gesture is under way
// Appends the shape as it would be, in document units; tolerance: of fitted curves.
void tr_sketch_outline (TrSketch *t, double tolerance, TrOutline *out);
int tr_sketch_n_points (const TrSketch *t);
Vec2 tr_sketch_get_point (const TrSketch *t, int i);
// False: a corner. The handles are at point ± handle.
bool tr_sketch_get_handle (const TrSketch *t, int i, Vec2 *handle);
// Where the next point would be, and why; kind NONE where the pointer is free or away.
const TrSnap *tr_sketch_get_snap (const TrSketch *t);

// The live measures beside the pointer.
typedef struct {
  const char *label; // "Length": to be translated
  TrQuantityKind kind;
  double value;      // as it is now
  const char *typed; // what stands in its place; NULL: nothing was typed
  bool is_valid;     // typed can be read
  bool is_active;    // typing goes here
} TrSketchField;

bool tr_sketch_has_typed (const TrSketch *t); // in any of them
// After TR_SKETCH_WRONG: why. Free with g_free; NULL: all that was typed can be read.
char *tr_sketch_complaint (const TrSketch *t);
// After TR_SKETCH_EMPTY: why, to be translated.
const char *tr_sketch_why_empty (const TrSketch *t);
int tr_sketch_n_fields (const TrSketch *t);
TrSketchField tr_sketch_get_field (const TrSketch *t, int i);
