// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys of the path that is selected, or that leads the point that is, under the hand of the select
// tool: chosen by a click, pulled, nudged, removed. The chosen one is known by its time, as others may
// come and go before it. While one is pulled the drawing is seen where it will be, as a pose; time that
// runs waits.

#pragma once

#include "app/canvas/tool.h"
#include "session/key-pull.h"
#include "session/snap.h"

// Places in the list of keys; −1: none.
typedef struct {
  int hover, held;
  bool is_moving;
  Vec2 start; // where it was pressed, widget pixels
  Vec2 off;   // of the pointer from the key there, document units
  Vec2 at;    // where it has been pulled to
  TrSnap snap;
  TrKeyPull *pull; // NULL: not begun
  bool is_new;     // the pull has not been given `at`
  bool was_playing;
} TrKeyGrip;

#define TR_KEY_GRIP_NONE ((TrKeyGrip){.hover = -1, .held = -1})

// The key there; −1: none. The point that is led lies over its keys where it is selected itself: it can
// still be pulled away from one that was just put.
int tr_key_grip_find (TrCanvas *c, Vec2 widget);
// Whether one is under the pointer; is_free: nothing has the pointer.
bool tr_key_grip_look (TrKeyGrip *g, TrCanvas *c, Vec2 widget, bool is_free);
// False: the press is none of its.
bool tr_key_grip_press (TrKeyGrip *g, TrCanvas *c, const TrPointer *p);
// False: none is held.
bool tr_key_grip_motion (TrKeyGrip *g, TrCanvas *c, const TrPointer *p);
// Once a frame while one is pulled; false where there is no more to do.
bool tr_key_grip_frame (TrKeyGrip *g, TrCanvas *c);
bool tr_key_grip_release (TrKeyGrip *g, TrCanvas *c);
// What is held is put back, or else what is chosen let go of.
bool tr_key_grip_cancel (TrKeyGrip *g, TrCanvas *c);
// The drawing is another: what is held is let go of.
void tr_key_grip_forget (TrKeyGrip *g, TrCanvas *c);
void tr_key_grip_clear (TrKeyGrip *g);
void tr_key_grip_paint (const TrKeyGrip *g, TrCanvas *c, const TrOverlay *o, cairo_t *cr);
