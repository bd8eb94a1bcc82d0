// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces: what pulls at a drawing without holding it. Most are energies E(q) whose gradient is
// the force; springs join two connectors and so couple blocks as a constraint with compliance.

#pragma once

#include "model/constraint.h"
#include "model/contrast.h"

typedef enum {
  TR_FORCE_SPRING,
  TR_FORCE_PULL,
  TR_FORCE_PUSH,
  TR_FORCE_TORQUE,
  TR_FORCE_GRAVITY,
  TR_FORCE_MINIMIZE,
  TR_FORCE_RELATION,
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
  TR_FORCE_WEIGHT = 0, // minimize, relation, snake
};

typedef struct {
  const char *id;
  TrForceKind kind;
  unsigned stamp; // of its last edit: tr_pool_stamp
  unsigned disabled : 1;
  const char *name;
  TrEnd end[2];
  TrScalar scalar[3];
  unsigned has;       // bit k: scalar[k] is there
  Vec2 place;         // pull: at; push: force; gravity: g
  const Vec2 *points; // fit
  int n_points;
  const TrExpr *expr; // minimize, relation
  const TrVar *vars;
  const TrLive *live;         // its expr alone: what else hangs on free parameters is only read
  TrOp op;                    // relation
  const char *image;          // snake: the body that carries the image, which is end[1] too
  const TrContrast *contrast; // and where that image is of high contrast
  const char *extras;
} TrForce;

// What a goal does at a point: f = −E_x, and the positive part of E_xx.
typedef struct {
  TrConnector at;
  Vec2 force;
  Mat2 stiffness;
  Vec2 along;  // and what answers a change of x_t: the stiffness along·alongᵀ
  bool answer; // of a snake: what its picture feels where the two are tied to each other
} TrPointLoad;

typedef struct {
  const char *name;
  const TrField *fields;
  // Goals of points, NULL of others: at most how many there are, and what pulls at them at q;
  // loads returns the energy E, *n how many.
  int (*n_loads) (const TrBody *bodies, const TrForce *f);
  double (*loads) (
      const TrBody *bodies, const TrForce *f, const double *q, TrPointLoad *out, int *n);
  // Goals of an expression of value x, NULL of others: E(x), E′ and E″ ≥ 0.
  double (*of_value) (const TrForce *f, double x, double *first, double *second);
} TrForceOps;

extern const TrForceOps *const tr_force_ops[TR_N_FORCE_KINDS];
extern const TrForceOps tr_force_minimize, tr_force_relation, tr_force_fit, tr_force_snake;

// TR_N_FORCE_KINDS where no kind is called so.
TrForceKind tr_force_kind_from_name (const char *name);
