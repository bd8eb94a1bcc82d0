// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What one edit changes in a model: the elements that it took out and those that it put in. The
// model is changed where it stands, and an edit can be taken back and made again however large the
// drawing is.

#pragma once

#include "model/model.h"

typedef struct TrEdit TrEdit;

// Of nothing yet; m is laid out.
TrEdit *tr_edit_new (const TrModel *m);
void tr_edit_free (TrEdit *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrEdit, tr_edit_free)

// While an edit is made, elements are changed by these alone. The ids of what goes are forgotten;
// those of what comes are to be told by tr_model_index.
//
// Element i is about to be written anew.
void tr_edit_replace (TrEdit *e, TrModel *m, TrElementKind kind, int i);
// n elements at the end of a list, all zero; returns the index of the first.
int tr_edit_append (TrEdit *e, TrModel *m, TrElementKind kind, int n);
// All that is in gone (TrElement, by list and in order), of an edit of nothing else;
// the model is laid out and its names resolved.
void tr_edit_remove (TrEdit *e, TrModel *m, const GArray *gone);

// The bodies in another order, that in which they are drawn, of an edit of nothing else: at i is then
// what was at order[i], a permutation of all. Everything that holds a body holds the same one as
// before; the model is laid out and its names resolved.
void tr_edit_reorder (TrEdit *e, TrModel *m, const int *order);

// To be called when an edit is made, but for the last two: the model is laid out and evaluated, its
// names are resolved; of what the edit has put in alone, where nothing else has changed for it.
bool tr_edit_finish (TrEdit *e, TrModel *m, GError **error);
// Whether that was so: all else is where it was, and as it was.
bool tr_edit_is_local (const TrEdit *e);
// The places of what it has put in (int, ascending).
const GArray *tr_edit_put (const TrEdit *e, TrElementKind kind);

// tr_model_remove as an edit.
TrEdit *tr_model_edit_out (TrModel *m, const TrElement *elements, int n, GArray *removed);
// tr_edit_append of no edit, for a model in the making.
int tr_model_append (TrModel *m, TrElementKind kind, int n);

// tr_model_layout without the table of ids, which edits keep up to date.
int tr_model_place (TrModel *m);

// The id of an element that the edit took out, by where it was; NULL: it has none.
const char *tr_edit_taken_id (const TrEdit *e, TrElement it);

// Takes the edit back, or makes it again; the model is laid out, evaluated and its names resolved.
// The state is the caller's to change.
void tr_edit_swap (TrEdit *e, TrModel *m);

// The state of the model before the edit, moved to what it is now, laid out: unknowns and memories of
// all that stays, and of what was replaced by its like; the rest as of a new state. Slides beyond the
// ends of a curve that has become shorter are brought to them. s is freed.
TrState *tr_edit_carry (TrEdit *e, const TrModel *m, TrState *s);
// Whether it brought there a slide of anything.
bool tr_edit_clips (const TrEdit *e);
