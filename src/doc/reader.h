// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Documents, and parts of documents, from text. What is read is checked whole: every id leads
// somewhere, every expression has a finite value. Errors are of TR_READ_ERROR (doc/json.h):
//   "FILE:LINE:COLUMN: message"                                 where it is no JSON
//   "FILE: body s1, member a: expected [x, y], found a string"  where it is no drawing

#pragma once

#include "doc/json.h"
#include "model/edit.h"

// Reads a document of n bytes; name is what messages call it.
bool tr_read_model (
    const char *text, size_t n, const char *name, TrModel **model, TrState **state, GError **error);
// Only regular files are read: a FIFO is refused without waiting for its writer.
bool tr_read_file (const char *path, TrModel **model, TrState **state, GError **error);

// The drawing with one element more or another one in its place. The model is changed where it
// stands, the edit (of nothing yet) tells what was changed, and the state is another one, to which
// everything else is carried over: see tr_edit_carry. The element's unknowns, and its slides, are
// those of the text. False: all is as before, but elements may lie elsewhere in memory.
//
// index −1 adds at the end of the list of the kind; else the element replaces the one at that
// index, which may change its id, and what depends on it is read again: errors may be about that.
// TR_ELEMENT_NONE: the kind is seen from the text ("add JSON"); index has to be −1 then.
// read (may be NULL) says where the element is now. Messages have no file name.
bool tr_edit_read_element (TrEdit *e,
                           TrModel *m,
                           TrState **s,
                           TrElementKind kind,
                           int index,
                           const char *text,
                           size_t n,
                           TrElement *read,
                           GError **error);

// The same for a few elements at the ends of their lists, all or none: texts ends with NULL, and
// each may refer to those before it.
bool tr_edit_read_elements (
    TrEdit *e, TrModel *m, TrState **s, const char *const *texts, GError **error);
// The same of n elements that are there, in their places.
bool tr_edit_read_again (TrEdit *e,
                         TrModel *m,
                         TrState **s,
                         const TrElement *at,
                         const char *const *texts,
                         guint n,
                         GError **error);
// The same of a drawing that stays as it is: a new model (of the same pool) and a new state.
bool tr_read_elements (const TrModel *old,
                       const TrState *os,
                       const char *const *texts,
                       TrModel **model,
                       TrState **state,
                       GError **error);

// The world of a drawing from its object; its time stays. False: all is as before.
bool tr_read_world_again (TrModel *m, const char *text, GError **error);

// The same for many elements at the end of the lists: the text is an object with any of the lists
// of a document (parameters, bodies, constraints, forces, traces, labels), whose elements may refer
// to each other and to those of the drawing.
bool tr_edit_read_fragment (
    TrEdit *e, TrModel *m, TrState **s, const char *text, size_t n, GError **error);
