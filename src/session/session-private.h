// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of a session share.

#pragma once

#include "session/pick.h"
#include "session/playback.h"

// What time has done so far: frames to go back to, and the paths of the traced points.
typedef struct {
  bool playing;
  double speed;
  TrLoop loop;
  double from, to;    // of the loop
  double origin;      // time at the first of `ticks` frames, so that no rounding adds up
  int ticks;          // frames of this speed since then
  bool running;       // what is told right now is a frame of time
  bool touched;       // something else has moved the drawing since time last did
  guint generation;   // of the model that all this is of
  GPtrArray *tape;    // of TrSnapshot, by time
  int thin;           // frames that are left out between two of the tape
  int skipped;        // since the last that was kept
  GArray *times;      // of the points below
  GPtrArray *points;  // of GArray of Vec2, one for each trace
  GArray *parts;      // of TrTracePart, of the step of time that is made
  GArray *views;      // of TrTracePoints, made when they are asked for
  GPtrArray *stalled; // ids of drives, as last told
  GPtrArray *poles;   // of constraints that had no value then
} TrPlayback;

struct _TrSession {
  GObject parent;
  TrDocument *document;
  TrEngine *engine;
  TrKktMethod method;  // of the engine
  guint generation;    // of the model that the engine is for
  TrCheck *check;      // NULL: something has changed since
  guint checked;       // the document's generation when that was made
  TrLedgerMark solved; // how far the state's moves were solved by the engine
  double solved_time;  // and of what time
  TrStepResult last;
  TrConnector grab;
  bool dragging;
  bool pulled;        // the hand has moved something
  bool may_scrub;     // hands move time where they cannot move anything else
  bool scrubs;        // this one does
  TrSnapshot *before; // of the drag, as it was at the press
  TrLedgerMark since; // of the moves, then
  Vec2 pointer;
  GArray *load;  // int: the bodies that are carried together; NULL: a grab by the engine
  double *start; // their q at the press, of the whole state
  Vec2 pressed;  // where the pointer was then
  TrPlayback playback;
  TrPicker *picker;
  char *layer; // of bodies that are drawn from now on; NULL: none
};

void tr_playback_init (TrPlayback *p);
void tr_playback_clear (TrPlayback *p);
// As tr_session_seek(), while a hand drags or not.
TrStepResult tr_playback_go (TrSession *s, double time);

// A place of a traced point on the way of a step of time.
typedef struct {
  int trace;
  double time;
  Vec2 at;
} TrTracePart;

// On by the engine, whose steps are noted in the parts of the playback.
void tr_trace_parts_advance (TrSession *s, double time);
// How many times between `from` and now are worth a point of their own.
int tr_trace_parts_count (TrSession *s, double from);
// Where a trace was at the k-th of n such times, having come from `start`.
Vec2 tr_trace_parts_at (TrSession *s, int trace, double from, Vec2 start, int k, int n);

// The state has changed: those who look are told.
void tr_session_moved (TrSession *s);
