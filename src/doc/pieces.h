// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the members of a document lie in its text, and the elements of its lists. An element at a
// time is parsed, read and freed, so that a large drawing is never there as a tree of values.
//
// The cuts alone prove nothing: a document is JSON where it could be cut and every piece is JSON.
// What cannot be cut, or has a piece that is none, is left to tr_json_parse, which tells why.

#pragma once

#include "doc/json.h"

// Bytes [start, end) of the text.
typedef struct {
  guint32 start, end;
} TrPiece;

// A member of the object at the top.
typedef struct {
  TrPiece key, value;
  int first, n; // where the value is a list: its elements; n −1: it is none
} TrCutMember;

typedef struct {
  const char *text;
  GArray *members;  // TrCutMember
  GArray *elements; // TrPiece, of all lists
} TrPieces;

// Cuts a text of n bytes, which has to outlive the pieces; false where it cannot be. Cleared by
// the caller in either case.
bool tr_pieces_init (TrPieces *o, const char *text, size_t n);
void tr_pieces_clear (TrPieces *o);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrPieces, tr_pieces_clear)

// The object at the top; lists that the format knows are empty in it. NULL: some piece is no JSON,
// or a member is there twice.
json_t *tr_pieces_top (const TrPieces *o);
// How many elements such a list has; 0 where there is none.
int tr_pieces_count (const TrPieces *o, const char *list);
// Element k of the list; NULL: it is no JSON.
json_t *tr_pieces_element (const TrPieces *o, const char *list, int k);
