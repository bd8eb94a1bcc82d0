// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Connectors and directions: what constraints and forces take hold of (witkin-1990 §3.2).

#pragma once

#include "model/body.h"

typedef enum {
  TR_AT_GROUND, // {"at": [x, y]}
  TR_AT_NAMED,  // {"body", "point"}
  TR_AT_T,      // {"body", "t"}: a material point
  TR_AT_SLIDE,  // {"body", "slide"}: its parameter is an unknown of its own
  TR_AT_LOCAL,  // {"body", "local"}: a point of a rigid or a sheet
} TrConnectorKind;

typedef struct {
  TrConnectorKind kind;
  int body;  // index in the model; −1: the ground
  int point; // of a named one: index of the body's named point
  int slide; // of a slide: where its parameter lies in q; −1 where it is kept in p.x (traces)
  Vec2 p;    // ground: the place; local: (ξ, η); t: p.x
  const char *extras;
} TrConnector;

typedef enum {
  TR_END_NONE,
  TR_END_POINT,  // connector[0]
  TR_END_X,      // "x"
  TR_END_Y,      // "y"
  TR_END_BODY,   // a body by its id: as a direction or for itself
  TR_END_FROMTO, // connector[0] to connector[1]
} TrEndKind;

// One end of a constraint: a connector, a direction or a body.
typedef struct {
  TrEndKind kind;
  int body; // of TR_END_BODY; else −1
  TrConnector connector[2];
  const char *extras;
} TrEnd;

// Of a point one, of a direction between two points both.
static inline int
tr_end_n_connectors (const TrEnd *e)
{
  return e->kind == TR_END_POINT ? 1 : e->kind == TR_END_FROMTO ? 2 : 0;
}
