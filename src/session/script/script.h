// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Session scripts: one command a line, the same code paths as the window's.

#pragma once

#include "session/session.h"

typedef struct _TrScript TrScript;

#define TR_SCRIPT_ERROR (tr_script_error_quark ())
GQuark tr_script_error_quark (void);
typedef enum {
  TR_SCRIPT_ERROR_COMMAND, // unknown command, wrong arguments
  TR_SCRIPT_ERROR_SANDBOX, // a file where none may be touched
} TrScriptError;

// A line of output (JSON, without the newline); a note for people.
typedef void (*TrScriptOutput) (const char *line, gpointer data);

TrScript *
tr_script_new (TrSession *session, TrScriptOutput output, TrScriptOutput note, gpointer data);
void tr_script_free (TrScript *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrScript, tr_script_free)

// How command i is written; NULL: there are no more.
const char *tr_script_usage (int i);

// Commands that touch files are refused: for fuzzing.
void tr_script_forbid_files (TrScript *s);

// Runs the text to its end or to the first error, whose message begins "NAME:LINE: ". A press
// that is still held at the end is released.
bool tr_script_run (TrScript *s, const char *text, const char *name, GError **error);

// One drag as the verb and the command have it: grab, `frames` equal steps to the pointer, hold
// until at rest, release. each (may be NULL) is called after every frame.
typedef void (*TrFrameFunc) (TrSession *session, const TrStepResult *result, gpointer data);
void tr_script_drag (TrSession *session,
                     const TrConnector *what,
                     Vec2 to,
                     int frames,
                     TrFrameFunc each,
                     gpointer data);

// Runs time for so many seconds, `fps` frames in each of them; the last one ends exactly there.
void tr_script_run_time (
    TrSession *session, double seconds, double fps, TrFrameFunc each, gpointer data);
