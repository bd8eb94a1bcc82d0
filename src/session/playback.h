// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Time in a session: play, pause, single frames, any place in time, backwards, in a loop. What was
// played is kept on a tape, so that going back finds every frame as it was; what a hand or an edit
// has changed since holds from there on. While time runs everything can be dragged and edited.

#pragma once

#include "render/ink.h"
#include "session/session.h"

typedef enum {
  TR_LOOP_OFF,
  TR_LOOP_REPEAT, // from the end back to the start
  TR_LOOP_BOUNCE, // there and back
} TrLoop;

// Time that runs is no step of the history: undoing one goes back to where time had come when it
// was made.
void tr_session_play (TrSession *s);
void tr_session_pause (TrSession *s);
bool tr_session_is_playing (TrSession *s);
// A frame of TR_FRAME_SECONDS × speed; to be called once for each frame of the display, whether a
// hand drags or not (its frames come after this one). Nothing unless playing.
TrStepResult tr_session_tick (TrSession *s);

double tr_session_get_time (TrSession *s);
// To any time, later or earlier: on the tape where it was played, else by the engine, frame by
// frame. Not while dragging.
TrStepResult tr_session_seek (TrSession *s, double time);
// n single frames of speed 1, backwards where n < 0.
TrStepResult tr_session_step_frames (TrSession *s, int n);
// On from here to a time as one frame, on the tape and in the traces: for a hand too.
TrStepResult tr_session_run_to (TrSession *s, double time);

// 1: as written; −1: backwards; 0 is refused.
void tr_session_set_speed (TrSession *s, double speed);
double tr_session_get_speed (TrSession *s);
void tr_session_set_loop (TrSession *s, TrLoop loop, double from, double to);
TrLoop tr_session_get_loop (TrSession *s, double *from, double *to);

// The first and last time on the tape; false where nothing was played.
bool tr_session_get_played (TrSession *s, double *from, double *to);
// The ids of drives and paths that have stopped short of where time wants them, in document order;
// ends with NULL, borrowed until the next frame.
const char *const *tr_session_get_stalled (TrSession *s);
// "The drive motor stands still: …" for people; NULL: all go on. Free with g_free.
char *tr_session_stalled_text (TrSession *s);
// Where the traced points have been, one for each trace of the model; NULL: nowhere yet. Borrowed
// until the next frame.
const TrTracePoints *tr_session_get_traces (TrSession *s);
void tr_session_clear_traces (TrSession *s);
