// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A document: a drawing, its history and the file it belongs to. All edits come through here.
// A change is made, the session solves, and `commit` names the new entry of the history; what is
// not committed can be taken back with `revert`.

#pragma once

#include "model/snapshot.h"

#include <gio/gio.h>

#define TR_TYPE_DOCUMENT (tr_document_get_type ())
G_DECLARE_FINAL_TYPE (TrDocument, tr_document, TR, DOCUMENT, GObject)

#define TR_DOCUMENT_ERROR (tr_document_error_quark ())
GQuark tr_document_error_quark (void);
typedef enum {
  TR_DOCUMENT_ERROR_UNKNOWN, // nothing is called so
  TR_DOCUMENT_ERROR_VALUE,   // a value that the member cannot have
  TR_DOCUMENT_ERROR_LEAST,   // a curve that has only as many points as it needs
  TR_DOCUMENT_ERROR_CHANGED, // another program has changed the file since it was loaded
} TrDocumentError;

// An empty drawing without a file.
TrDocument *tr_document_new (void);

// Replaces the drawing; the history is empty afterwards. On error all stays as it was.
bool tr_document_load (TrDocument *d, const char *path, GError **error);
bool tr_document_load_text (
    TrDocument *d, const char *text, gsize length, const char *name, GError **error);
// Writes atomically and makes `path` the document's file. Where that is the file it came from
// and another program has changed it, ERROR_CHANGED, unless `overwrite`.
bool tr_document_save (TrDocument *d, const char *path, bool overwrite, GError **error);
// Whether another program has changed the document's file since it was loaded or saved.
bool tr_document_is_outdated (TrDocument *d);
// A copy written elsewhere; the document stays with its file.
bool tr_document_write (TrDocument *d, const char *path, GError **error);
char *tr_document_to_text (TrDocument *d, gsize *length);

const char *tr_document_get_path (TrDocument *d); // NULL: none yet
char *tr_document_dup_title (TrDocument *d);      // the file's name, or "Untitled"
bool tr_document_is_modified (TrDocument *d);

// The drawing. The model stays the same object until an edit, undo or redo; `generation` counts
// these. The state moves under the session's hands.
const TrModel *tr_document_get_model (TrDocument *d);
TrState *tr_document_get_state (TrDocument *d);
guint tr_document_get_generation (TrDocument *d);

// Notes that the state has moved, anywhere, and tells it (signal "moved").
void tr_document_moved (TrDocument *d);
// The two apart: who knows what has moved notes that in the ledger of the state (moves.h).
void tr_document_note_moved (TrDocument *d);
void tr_document_tell_moved (TrDocument *d);
TrLedger *tr_document_get_moves (TrDocument *d);

// How far somebody has looked at the bodies; all zero: not at all.
typedef struct {
  TrLedgerMark edits, moves;
  double time;
} TrTouchMark;
// The bodies that may be others, or lie otherwise, than what was seen (int, ascending, each once, by
// the numbers that they have now; those that went are not among them). NULL: any may. seen is then
// of now.
GArray *tr_document_touched (TrDocument *d, TrTouchMark *seen);

// Edits. Each checks everything before it changes anything, and changes model and state but not
// the history.
bool tr_document_add (TrDocument *d, const char *json, char **id, GError **error);
// Several at once, all or none: json ends with NULL, each may refer to those before it.
bool tr_document_add_all (TrDocument *d, const char *const *json, GError **error);
// Adds what another document, a copy of d, has more: bodies and labels that depend on nothing else.
// For additions made ready beside it, by a thread.
void tr_document_absorb (TrDocument *d, TrDocument *grown);
// Removes an element with all that depends on it; *removed: the ids, in document order, those of
// texts ("#1") at the end.
bool
tr_document_remove (TrDocument *d, const char *const *ids, GPtrArray **removed, GError **error);
// A vertex more on the curve of a body over a list of points, near t, drawn where it was as far as the
// kind allows; *point (may be NULL): the new one. What holds on to the other points keeps to them.
// False: the body is no such curve.
bool tr_document_put_vertex (TrDocument *d, int body, double t, int *point, GError **error);
// One less, with all that stands on it, *removed as above; an inner control point of a Bézier is laid
// straight instead. False also where the curve has no point to spare: ERROR_LEAST.
bool
tr_document_take_vertex (TrDocument *d, int body, int point, GPtrArray **removed, GError **error);
// ID.MEMBER: any member of the format of a body, constraint, force, trace, label (by its id while
// the drawing is open) or parameter; of a body also its scalar state members (p1.x); and of the world
// (world.law), where no element is called so. value: JSON if it parses as JSON, else an
// expression, kept as its text.
bool tr_document_set (TrDocument *d, const char *what, const char *value, GError **error);
// Several members of one element at once, all or none: json is an object of them; one that is null
// goes.
bool tr_document_change (TrDocument *d, const char *id, const char *json, GError **error);
bool tr_document_enable (TrDocument *d, const char *id, bool enabled, GError **error);
// The bodies in another order, see tr_edit_reorder.
void tr_document_reorder (TrDocument *d, const int *order);
// The layers that are there with or without bodies, to be committed with what else changes.
void tr_document_set_layers (TrDocument *d, const char *const *names, int n);
// What several bodies are to have: layer NULL: as they are, "": none; the others −1: as they are.
typedef struct {
  const char *layer;
  int hidden, locked;
} TrBodyMarks;
void tr_document_mark (TrDocument *d, const int *bodies, guint n, const TrBodyMarks *marks);

// The named elements, the constraints among them and the parameters that all these read, as text.
char *tr_document_copy (TrDocument *d, const char *const *ids, GError **error);
// Adds what `copy` made, moved by (dx, dy) and renamed (_2, …), but parameters that fit or are new.
// *renamed: old, new, old, new …
bool tr_document_paste (
    TrDocument *d, const char *text, double dx, double dy, GPtrArray **renamed, GError **error);

// Of such a copy, or of a whole document as a text: the units of its numbers, which paste leaves as
// they are.
TrUnits tr_document_copy_units (const char *text);

// Where a window looks, to be written with the drawing; extras stay. It is no edit: neither modified
// nor in the history for that.
void tr_document_set_view (TrDocument *d, Vec2 center, double zoom, Vec2 size);

// The history.
void tr_document_commit (TrDocument *d, const char *name);
// The last two entries become one, called as the first of them was. False, and nothing is done, where
// there are no two, where something can be made again, or where the first is as the file is.
bool tr_document_join (TrDocument *d);
// The present entry is of the state as it is now: of a drawing that was made to hold when it was
// read.
void tr_document_accept (TrDocument *d);
// The same of a drawing that time has moved, which is noted: no step of its own, but it is another
// than the file's.
void tr_document_run_on (TrDocument *d);
// Back to the last entry: what was not committed is forgotten.
void tr_document_revert (TrDocument *d);
bool tr_document_undo (TrDocument *d);
bool tr_document_redo (TrDocument *d);
int tr_document_n_undo (TrDocument *d);
int tr_document_n_redo (TrDocument *d);
const char *tr_document_undo_name (TrDocument *d); // NULL: nothing to undo
const char *tr_document_redo_name (TrDocument *d);
// Whether the state differs from the last entry's, bit for bit.
bool tr_document_has_moved (TrDocument *d);
// The state as it is, to go back to.
TrSnapshot *tr_document_take_snapshot (TrDocument *d);
