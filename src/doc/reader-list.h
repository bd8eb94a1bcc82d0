// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A reader's life: a model, elements read into its lists, the checks that need all of them, and
// the state that was read.

#pragma once

#include "doc/reader-private.h"

// Takes over the model, which is laid out (its table of ids is its own).
void tr_reader_init (TrReader *r, TrModel *m);
// Where model is not NULL it gets the model, else error gets the error (and the model is freed, but
// for one that is edited). Returns whether it did.
bool tr_reader_clear (TrReader *r, TrModel **model, GError **error);

// Appends what the lists of an object have, in an order in which each can be resolved.
bool tr_reader_lists (TrReader *r, json_t *object);
// Reads one element in the place of list index; one more than there are: at the end.
bool tr_reader_element (TrReader *r, TrElementKind kind, int index, json_t *v);

// Places in q, values of parameters, formulas, ranges.
bool tr_reader_finish (TrReader *r);
// Puts what was read into the state, which it returns.
TrState *tr_reader_state (TrReader *r, TrState *s);
