// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The canvas: shows the drawing of a session and lets tools work on it.

#pragma once

#include "app/canvas/view.h"
#include "render/look.h"
#include "session/pick.h"
#include "session/relate.h"

#include <gtk/gtk.h>

#define TR_TYPE_CANVAS (tr_canvas_get_type ())
G_DECLARE_FINAL_TYPE (TrCanvas, tr_canvas, TR, CANVAS, GtkWidget)

// Properties: "show-grid", "show-constraints", "show-forces", "show-curves", "show-centres",
// "snap" (boolean);
// "tool": "select" or the name of a sketch, "segment". Signals: "status": something that a status
// line tells may have changed: pointer, zoom, solver, what keys do; "time-frame": after each tick
// of running time.

TrSession *tr_canvas_get_session (TrCanvas *c);
void tr_canvas_set_session (TrCanvas *c, TrSession *session);
// What is selected in it; another one with another session.
TrSelection *tr_canvas_get_selection (TrCanvas *c);

const char *tr_canvas_get_tool (TrCanvas *c);
// A name that no tool has changes nothing.
void tr_canvas_set_tool (TrCanvas *c, const char *name);

// The next click or drag places a picture: a PNG as the format has it. False where it is none.
bool tr_canvas_place_picture (TrCanvas *c, const char *uri, GError **error);

// Time, by the session's playback. Pausing while a hand drags is fine.
void tr_canvas_play (TrCanvas *c);
void tr_canvas_pause (TrCanvas *c);
bool tr_canvas_is_playing (TrCanvas *c);
// False, and nothing done, while a hand drags.
bool tr_canvas_seek (TrCanvas *c, double time);
void tr_canvas_clear_traces (TrCanvas *c);

TrViewport tr_canvas_get_view (TrCanvas *c);
void tr_canvas_set_view (TrCanvas *c, TrViewport view);
// The document keeps it, for the file; but not where nobody has touched it, or it is that of the file.
void tr_canvas_keep_view (TrCanvas *c);
// The view that the document asks for, or all of it.
void tr_canvas_show_start (TrCanvas *c);
void tr_canvas_fit (TrCanvas *c);
// About the pointer where it is over the canvas, else about the middle.
void tr_canvas_zoom_by (TrCanvas *c, double factor);
void tr_canvas_zoom_true_size (TrCanvas *c);
// 1 where a millimetre of the drawing is one on a screen of 96 dots an inch.
double tr_canvas_get_magnification (TrCanvas *c);

// Asks for a text in an entry whose left side has its middle at `at` (widget pixels). done is told
// the text at Enter, and keeps the entry open by returning false; NULL where the entry was left.
typedef bool (*TrEditFunc) (TrCanvas *c, const char *text, gpointer data);
void tr_canvas_edit (TrCanvas *c, Vec2 at, const char *text, TrEditFunc done, gpointer data);
// As by Enter. False: it is no value, and stays, told as wrong.
bool tr_canvas_take_edit (TrCanvas *c);
bool tr_canvas_is_editing (TrCanvas *c);
// The value of a constraint, where it is shown; false: it has none. is_new: what is typed belongs to
// the step that has just made it.
bool tr_canvas_edit_dimension (TrCanvas *c, const char *id, bool is_new);
// A text where it stands; false: it is none.
bool tr_canvas_edit_text (TrCanvas *c, const char *id);

// Constrains what is selected; where that does not fit, the next clicks pick what does.
void tr_canvas_relate (TrCanvas *c, TrRelationId relation);
void tr_canvas_open_menu (TrCanvas *c);
// The point of a body that the menu was opened over; false: there is no menu, or none there.
bool tr_canvas_get_menu_point (TrCanvas *c, TrConnector *at);
// A vertex more where the menu is, else on the curve that is selected.
void tr_canvas_add_vertex (TrCanvas *c);

// The key of a path that is chosen: its time, and its removal as a step. False: none is.
bool tr_canvas_get_key_time (TrCanvas *c, double *time);
bool tr_canvas_remove_key (TrCanvas *c);
// After undo and redo: which one is chosen, and where it is in time, is told anew.
void tr_canvas_tell_key (TrCanvas *c);

// Constraints that are shown for a moment, as of something that is spoken of; n 0: none any more.
void tr_canvas_mark (TrCanvas *c, const int *constraints, guint n);
// Where the label or the sign of a constraint is, widget pixels; false: nowhere in sight.
bool tr_canvas_get_note_place (TrCanvas *c, int constraint, Vec2 *at);

// False while the pointer is elsewhere; at in document units.
bool tr_canvas_get_pointer (TrCanvas *c, Vec2 *at);

// Undo within what is under way; false: there is nothing of it to take back.
bool tr_canvas_take_back (TrCanvas *c);
// Takes back what is under way. False: nothing was.
bool tr_canvas_cancel (TrCanvas *c);
// What is being drawn ends with what it has so far, as by the second button. False: nothing was.
bool tr_canvas_end_gesture (TrCanvas *c);
// What is under way ends as if the button had been let go.
void tr_canvas_finish (TrCanvas *c);

// What can be said of the drawing as it stands; NULL until there was time to find out.
const TrCheck *tr_canvas_get_check (TrCanvas *c);
// Of the last frame: what the solver took, and what making the picture took.
double tr_canvas_get_solve_ms (TrCanvas *c);
double tr_canvas_get_snapshot_ms (TrCanvas *c);
// For tests, as members of a JSON object: what is under the pointer, its shape, what keys do.
char *tr_canvas_describe (TrCanvas *c);
// A message of the tool for the status line ("fixed by …"); NULL: none.
const char *tr_canvas_get_message (TrCanvas *c);
void tr_canvas_set_message (TrCanvas *c, const char *message);
// Tells which bodies have no size, by links: format has one %s, for their names. false: all have one,
// and nothing is told.
bool tr_canvas_tell_shrunk (TrCanvas *c, const char *format);
// The same as markup, what it names as links to their ids; NULL: there are none.
const char *tr_canvas_get_message_links (TrCanvas *c);
