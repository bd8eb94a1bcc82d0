// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the reader share: the drawing in the making, the place in the document for
// messages, and the reading of simple values.
//
// Functions that return bool return false after tr_fail: what was read so far is thrown away.

#pragma once

#include "doc/json.h"
#include "doc/members.h"
#include "doc/pieces.h"
#include "math/vec.h"
#include "model/edit.h"

typedef struct {
  const char *key; // NULL: the element index of a list
  int index;
} TrStep;

// An element that was read, and where its unknowns are in TrReader.q.
typedef struct {
  TrElement element;
  int q;
} TrWasRead;

typedef struct {
  TrModel *m;
  TrEdit *edit;           // that is made; NULL: of the whole drawing
  const TrPieces *pieces; // where lists have their elements from; NULL: from their values
  double time;
  GArray *q;        // double: unknowns of bodies as read
  GArray *was_read; // TrWasRead
  // The place: "bodies[3]", or "body s1" once the id is known, and the steps below it.
  TrElementKind kind;
  const char *list, *id;
  int index; // in the list; −1: not in one
  TrStep step[TR_JSON_DEPTH];
  int depth;
  GString *text; // scratch
  GError *error;
} TrReader;

// Sets r->error: "PLACE, member PATH: message", all in the user's language. Returns false.
bool tr_fail (TrReader *r, const char *format, ...) G_GNUC_PRINTF (2, 3);
// "expected WHAT, found a string"
bool tr_fail_type (TrReader *r, const char *expected, const json_t *found);
// "PLACE, PATH: message" of an error from elsewhere, which is freed.
bool tr_fail_with (TrReader *r, GError *error);

// Steps into a member or list element, and back out. Not needed after a failure.
void tr_enter (TrReader *r, const char *key);
void tr_enter_index (TrReader *r, int index);
void tr_leave (TrReader *r);

// What to read of an object: true where the member is there. Absent and required: r->error.
typedef enum { TR_REQUIRED, TR_OPTIONAL } TrNeed;

// Each reads a value; place is where r stands.
bool tr_read_number (TrReader *r, const json_t *v, double *x);
bool tr_read_vec2 (TrReader *r, const json_t *v, Vec2 *p);
bool tr_read_bool (TrReader *r, const json_t *v, bool *is);
bool tr_read_text (TrReader *r, const json_t *v, const char **text);
bool tr_read_name (TrReader *r, const json_t *v, const char *const *names, int *index);
bool tr_read_id (TrReader *r, const json_t *v, const char **id);
bool tr_read_scalar (TrReader *r, const json_t *v, TrScalar *s);
bool tr_read_expr (TrReader *r, const json_t *v, TrExpr **e, bool *is_number);
// n points appended to a fresh array.
bool tr_read_points (TrReader *r, const json_t *v, Vec2 **points, int *n);

// Enters a member of the object: *v is NULL where it is absent and optional. Followed by
// tr_leave.
bool tr_member (TrReader *r, json_t *object, const char *key, TrNeed need, json_t **v);

// Members that `members` does not name, and those that say no more than their absence would, as
// TrBody.extras. NULL: none.
const char *tr_read_extras (TrReader *r, json_t *object, const TrMembers *members);

// expected: marked for translation by N_().
bool tr_is_object (TrReader *r, const json_t *v, const char *expected);

// Makes the element known; refuses a second one of the name.
bool tr_register (TrReader *r, TrElementKind kind, int index, const char *id);

bool tr_read_style (TrReader *r, json_t *v, const TrStyle **style);
bool tr_read_drawing (TrReader *r, json_t *v, TrBody *b);
bool tr_read_connector (TrReader *r, json_t *v, TrConnector *c);
bool tr_read_end (TrReader *r, json_t *v, unsigned accepts, TrEnd *end);

// Elements, at their place in the model's lists.
bool tr_read_parameter (TrReader *r, json_t *v, int index);
bool tr_read_body (TrReader *r, json_t *v, int index);
bool tr_read_constraint (TrReader *r, json_t *v, int index);
bool tr_read_force (TrReader *r, json_t *v, int index);
bool tr_read_trace (TrReader *r, json_t *v, int index);
bool tr_read_label (TrReader *r, json_t *v, int index);

bool tr_read_world (TrReader *r, json_t *v);
bool tr_read_view (TrReader *r, json_t *v);
// False: the value, which may be NULL, is no list of layers; nothing is wrong with that.
bool tr_read_layers (TrReader *r, const json_t *v);
