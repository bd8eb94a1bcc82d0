// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A tool: what pointer and keys do on the canvas. A kind of tool is one file with one table.

#pragma once

#include "app/canvas/canvas.h"
#include "render/overlay.h"
#include "session/sketch/sketch.h"

typedef struct {
  Vec2 widget; // pixels
  Vec2 at;     // the same in the drawing
  GdkModifierType modifiers;
  int n_press; // 2: the second press of a double click
} TrPointer;

// A key that is good for something right now.
typedef struct {
  const char *key;  // "Shift", as it is printed on the key
  const char *does; // translated when shown
} TrKeyHint;

typedef struct _TrTool TrTool;

// press, motion …: of the first button. Motion comes with the button down and without.
typedef struct {
  const char *name;
  const char *cursor; // NULL: the usual one
  // It is the canvas's now. May be NULL.
  void (*begin) (TrTool *t, TrCanvas *c);
  void (*press) (TrTool *t, TrCanvas *c, const TrPointer *p);
  void (*motion) (TrTool *t, TrCanvas *c, const TrPointer *p);
  void (*release) (TrTool *t, TrCanvas *c, const TrPointer *p);
  void (*leave) (TrTool *t, TrCanvas *c);
  // Escape: false where there was nothing to take back.
  bool (*cancel) (TrTool *t, TrCanvas *c);
  // Undo in a gesture, which comes before steps of the history: false where there is nothing of it to
  // take back. May be NULL.
  bool (*undo) (TrTool *t, TrCanvas *c);
  // A press of the second button, or another tool, ends what is being drawn: false where nothing is.
  // May be NULL.
  bool (*end) (TrTool *t, TrCanvas *c);
  // Any other key, Ctrl and Alt up; false where it is none of the tool's. May be NULL.
  bool (*key) (TrTool *t, TrCanvas *c, guint key);
  // Once a frame after tr_canvas_start_frames, until it returns false.
  bool (*frame) (TrTool *t, TrCanvas *c);
  // The drawing is another: what was under the pointer may be gone.
  void (*forget) (TrTool *t, TrCanvas *c);
  void (*paint) (TrTool *t, TrCanvas *c, const TrOverlay *o, cairo_t *cr);
  // Ends with a NULL key.
  const TrKeyHint *(*hints) (TrTool *t, TrCanvas *c);
  void (*free) (TrTool *t);
} TrToolOps;

// Kinds begin with this.
struct _TrTool {
  const TrToolOps *ops;
};

// What keys do on the canvas now.
const TrKeyHint *tr_canvas_get_hints (TrCanvas *c);

// Drags whatever is under the pointer.
TrTool *tr_tool_select_new (void);
// Shows what can still move; NULL: nothing can, and the canvas has a message that says so.
TrTool *tr_tool_wiggle_new (TrCanvas *c);
// Draws with a sketch.
TrTool *tr_tool_sketch_new (TrCanvas *c, TrSketchKind kind);
