// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A document being worked on: one hand that grabs and drags, edits followed by a solve, named
// steps of history. The window and the command line are two doors to it.

#pragma once

#include "doc/document.h"
#include "model/row.h"
#include "session/pick.h"
#include "solver/check.h"
#include "solver/engine.h"

#define TR_TYPE_SESSION (tr_session_get_type ())
G_DECLARE_FINAL_TYPE (TrSession, tr_session, TR, SESSION, GObject)

TrSession *tr_session_new (TrDocument *document);
TrDocument *tr_session_get_document (TrSession *s);
// It follows the model.
TrEngine *tr_session_get_engine (TrSession *s);
// Which way its linear systems are solved: see tr_engine_set_method.
void tr_session_set_method (TrSession *s, TrKktMethod method);
const TrModel *tr_session_get_model (TrSession *s);
// What finds bodies in the drawing.
TrPicker *tr_session_get_picker (TrSession *s);
TrState *tr_session_get_state (TrSession *s);

// The layer that bodies get which are added or pasted without one; NULL: none.
const char *tr_session_get_layer (TrSession *s);
void tr_session_set_layer (TrSession *s, const char *layer);

// A drag. press → any frames → release (one entry in the history if something moved) or cancel
// (all as before the press). A frame with the pointer moved, or resting where it is.
void tr_session_press (TrSession *s, const TrConnector *what, bool whole);
// The same of several bodies, each as it is, by a point of one of them (tr_engine_carry). Not while
// time runs.
void tr_session_lift (TrSession *s, const TrConnector *what, const int *bodies, int n);
bool tr_session_is_lifting (TrSession *s);
Vec2 tr_session_get_way (TrSession *s); // of the pointer since then; (0, 0) where nothing is lifted
TrStepResult tr_session_move (TrSession *s, Vec2 pointer);
TrStepResult tr_session_hold (TrSession *s);
void tr_session_release (TrSession *s);
void tr_session_cancel (TrSession *s);
// Releases and adds elements, in the same entry of the history; false (and nothing added, but
// released all the same) where they cannot be read.
bool tr_session_release_adding (TrSession *s, const char *const *json, GError **error);
bool tr_session_is_dragging (TrSession *s);
const TrConnector *tr_session_get_grab (TrSession *s); // NULL: none
Vec2 tr_session_get_pointer (TrSession *s);
// What "changed" tells at this moment is a frame of a hand or of running time: the state alone.
bool tr_session_is_moving (TrSession *s);

// Edits: the document's, then a solve, then a named entry; names are in the user's language. False: nothing has changed.
bool tr_session_add (TrSession *s, const char *json, char **id, GError **error);
// Several at once (json ends with NULL, each may refer to those before it) with one solve and one
// entry, called `name`.
bool tr_session_add_all (TrSession *s, const char *const *json, const char *name, GError **error);
// The same of what was added to a copy of the drawing.
void tr_session_absorb (TrSession *s, TrDocument *grown, const char *name);
bool tr_session_remove (TrSession *s, const char *const *ids, GPtrArray **removed, GError **error);
bool tr_session_set (TrSession *s, const char *what, const char *value, GError **error);
bool tr_session_enable (TrSession *s, const char *id, bool enabled, GError **error);
bool tr_session_paste (
    TrSession *s, const char *text, double dx, double dy, GPtrArray **renamed, GError **error);
// What was edited on the document itself: the drawing follows, and the step gets its name.
TrStepResult tr_session_settle (TrSession *s, const char *name);
// The same without a solve: what the engine has moved.
void tr_session_commit (TrSession *s, const char *name);
// An entry only where something moved.
TrStepResult tr_session_solve (TrSession *s);
// The same for a drawing that was just read: no entry, and it does not count as modified.
TrStepResult tr_session_follow (TrSession *s);
// Goals and other forces to rest, time standing still; an entry only where something moved.
TrStepResult tr_session_settle_forces (TrSession *s);
bool tr_session_undo (TrSession *s);
bool tr_session_redo (TrSession *s);

// As the state is now. Kept until something changes.
const TrCheck *tr_session_check (TrSession *s);
// Of the last frame or solve.
TrStepResult tr_session_last_result (TrSession *s);

// A number as people write it on a command line (.5, -.5): finite, with a point always.
bool tr_session_parse_number (const char *text, double *x);
// X,Y of at most TR_VALUE_MAX.
bool tr_session_parse_place (const char *text, Vec2 *p);
// Connectors as people write them: s1.b, c1@0.5, sheet1(3,4), and the ground as 3,4.
bool
tr_session_parse_connector (const TrModel *m, const char *text, TrConnector *c, GError **error);
char *tr_session_connector_text (const TrModel *m, const TrConnector *c);
