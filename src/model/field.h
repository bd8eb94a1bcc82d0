// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The members that a kind has in a document: one table a kind, from which reading, writing,
// property panels and tests are made. Names are those of the file format.

#pragma once

#include <stdbool.h>

typedef enum {
  // State of a body, in q from `at` on.
  TR_FIELD_POINT,    // [x, y]
  TR_FIELD_PAIR,     // two lengths [u, v]
  TR_FIELD_LENGTH,   // a number ≥ 0
  TR_FIELD_ANGLE,    // radians, counted
  TR_FIELD_NUMBER,   // any number
  TR_FIELD_POINTS,   // [[x, y], …]: the whole of q
  TR_FIELD_UNKNOWNS, // {name: value, …}: the whole of q
  // Constants of a body.
  TR_FIELD_CLOSED,
  TR_FIELD_BAR_LENGTH, // rigid.length
  TR_FIELD_SIZE,       // sheet.size
  TR_FIELD_ELASTIC,    // sheet: {"shape": expr, "area": expr}
  TR_FIELD_REST,       // sheet: {"u": [x, y], "v": [x, y]}
  TR_FIELD_DRAWING,    // rigid, sheet
  TR_FIELD_CURVE_X,    // formula: expression
  TR_FIELD_CURVE_Y,
  TR_FIELD_RANGE, // formula: [expr, expr]
  // Constraints and forces.
  TR_FIELD_END,     // ends[at]: what `accepts` allows
  TR_FIELD_SCALAR,  // scalars[at]: number or expression over parameters
  TR_FIELD_PLACE,   // place: [x, y]
  TR_FIELD_MEMBER,  // member: a scalar member of ends[0], named alone ("radius")
  TR_FIELD_WHAT,    // member of ends[0], named in full ("c1.radius")
  TR_FIELD_EXPR,    // expr: expression over members, parameters (and time where the kind has it)
  TR_FIELD_OP,      // op: "=", "<=", ">="
  TR_FIELD_KEYS,    // keys: [{"time", "at"}, …]
  TR_FIELD_LOOP,    // loop: true or false
  TR_FIELD_SCATTER, // points: [[x, y], …]
  TR_FIELD_IMAGE,   // the body whose drawing holds the image: a string
} TrFieldType;

// What an end may be (bits of TrField.accepts).
enum {
  TR_ACCEPT_POINT = 1 << 0,     // a connector
  TR_ACCEPT_DIRECTION = 1 << 1, // "x", "y", a body with a direction, {from, to}
  TR_ACCEPT_LINE = 1 << 2,      // a direction that has a place: not "x", "y"
  TR_ACCEPT_ROUND = 1 << 3,     // a circle or an arc, by its id
  TR_ACCEPT_RIGID = 1 << 4,     // a rigid, by its id
  TR_ACCEPT_SEGMENT = 1 << 5,   // a segment, by its id
  TR_ACCEPT_CURVE = 1 << 6,     // a body with a curve, by its id
  TR_ACCEPT_BODY = 1 << 7,      // any body, by its id
};

typedef struct {
  const char *name;
  TrFieldType type;
  int at;
  unsigned accepts;
  bool required;
  double otherwise; // a scalar's value where the member is absent
} TrField;
