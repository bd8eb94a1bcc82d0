// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces: what pulls at a drawing without holding it. Most are energies E(q) whose gradient is
// the force; springs join two connectors and so couple blocks as a constraint with compliance.

#pragma once

#include "model/constraint.h"

typedef enum {
  TR_FORCE_SPRING,
  TR_FORCE_PULL,
  TR_FORCE_PUSH,
  TR_FORCE_TORQUE,
  TR_FORCE_GRAVITY,
  TR_FORCE_MINIMIZE,
  TR_FORCE_FIT,
  TR_FORCE_SNAKE,
  TR_N_FORCE_KINDS,
} TrForceKind;

// Places in TrForce.scalar.
enum {
  TR_FORCE_REST = 0, // spring
  TR_FORCE_STIFFNESS = 1,
  TR_FORCE_DAMPING = 2,
  TR_FORCE_VALUE = 0,  // torque
  TR_FORCE_WEIGHT = 0, // minimize, snake
};

typedef struct {
  const char *id;
  TrForceKind kind;
  unsigned disabled : 1;
  const char *name;
  TrEnd end[2];
  TrScalar scalar[3];
  unsigned has;       // bit k: scalar[k] is there
  Vec2 place;         // pull: at; push: force; gravity: g
  const Vec2 *points; // fit
  int n_points;
  const TrExpr *expr; // minimize
  const TrVar *vars;
  const char *image; // snake: the body that carries the image
  const char *extras;
} TrForce;

typedef struct {
  const char *name;
  const TrField *fields;
} TrForceOps;

extern const TrForceOps tr_force_ops[TR_N_FORCE_KINDS];

// TR_N_FORCE_KINDS where no kind is called so.
TrForceKind tr_force_kind_from_name (const char *name);
