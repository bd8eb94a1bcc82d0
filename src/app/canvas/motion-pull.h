// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A hand on a live coupler curve, or on a pin of one: the dimensions of the mechanism change so that the curve follows
// the pointer. What is seen meanwhile is a pose; the drawing takes it over on release, in one step, and a pin stays where the curve has
// been pulled to. Pins that are there hold their places.

#pragma once

#include "app/canvas/canvas-private.h"

typedef struct _TrMotionPull TrMotionPull;

// Whether a curve that can be pulled lies under a place of the drawing.
bool tr_motion_pull_is_over (TrCanvas *c, Vec2 at);
// The pin that is in the hand; of a new one the trace alone.
TrPinRef tr_motion_pull_get_held (const TrMotionPull *p);
// Takes hold of it; NULL: none lies there, or it hangs on nothing that may change.
TrMotionPull *tr_motion_pull_new (TrCanvas *c, Vec2 at);
void tr_motion_pull_move (TrMotionPull *p, Vec2 at);
// Once a frame; false where no more is to be gained.
bool tr_motion_pull_frame (TrMotionPull *p, TrCanvas *c);
// Ends it: the drawing follows, or stays as it was.
void tr_motion_pull_release (TrMotionPull *p, TrCanvas *c, bool keeps);
void tr_motion_pull_free (TrMotionPull *p);
void tr_motion_pull_paint (const TrMotionPull *p, TrCanvas *c, const TrOverlay *o, cairo_t *cr);
