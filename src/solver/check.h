// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be said of a drawing as it stands: counts, freedoms, what is said twice, what cannot
// hold together.

#pragma once

#include "solver/engine.h"

typedef struct {
  int bodies, constraints, components;
  int unknowns;  // of bodies that move and of slides of constraints in force
  int equations; // rows of the equality constraints in force
  int rank, dof;
  double worst;         // largest |residual|, in the constraints' own units
  double relative;      // in units of ℓ
  bool holds;           // every constraint to its tolerance (cli.md)
  GArray *redundant;    // int: constraints in document order, one for each equation too many
  GArray *conflicting;  // int: the union of the conflicts
  GPtrArray *conflicts; // GArray of int
  GArray *undefined;    // int: those that take no part for want of a direction
  GArray *shrunk;       // int: bodies that have come to nothing: without length, or a radius
  bool is_open;         // as it stands nothing tells why something misses: copies were tried
  gint64 tried;         // work of trials whether some rows can hold, of the part with most of it
  TrState *at;          // where rank, redundancy and conflicts were looked for; NULL: as it stands
  TrModel *model;       // and of what; NULL: of the whole
} TrCheck;

TrCheck *tr_check_new (void);
// Whether one of these lists has the constraint.
bool tr_check_names (const GArray *list, int constraint);
void tr_check_free (TrCheck *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrCheck, tr_check_free)

// Constraints in document order, conflicts each once, and their union.
void tr_check_sort (TrCheck *check);
// The conflicts alone.
void tr_check_sort_conflicts (TrCheck *check);
// Constraints have other numbers now. Lists of conflicts are shared with checks that were handed out: each gets a
// new one.
void tr_check_renumber (TrCheck *check, const int *con_to);
