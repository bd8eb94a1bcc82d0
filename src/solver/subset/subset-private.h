// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: some of the constraints of a component, with the blocks that they touch, as a
// small system. Unknowns are in units of their drag: z = M^½ q by M's diagonal.

#pragma once

#include "math/gram.h"
#include "solver/component.h"

typedef struct {
  TrEngine *e;
  TrComponent *k;
  TrState *s;
  int n_nodes, *node; // of the component
  int n_blocks, *block, *place;
  int m, n;     // rows at the most, unknowns
  double *home; // the unknowns before a move
  double *d;    // the move
  double reach; // times as far as at first may moves go by now
} TrSubset;

// From a stack of memory; the component is measured, its masses are known. with: as constraints of the model
// (n of them), those on the motion left out.
void tr_subset_init (TrSubset *t,
                     TrScratch *scratch,
                     TrEngine *e,
                     TrComponent *k,
                     TrState *s,
                     int n,
                     const int *con);
// d from z to q; no unknown goes farther than allowed. turn: the length that a turn of 1, or a way of 1 along a
// curve's parameter, is as good as. Returns the largest move.
double tr_subset_limit (const TrSubset *t, double turn);
void tr_subset_keep_home (const TrSubset *t);
// s = home + share d, within the bounds.
void tr_subset_move (const TrSubset *t, double share);
// A fixed move of every unknown by so much of the size, out of a crease or off a ridge; it hangs on the names alone,
// as a throw does.
void tr_subset_kick (const TrSubset *t, double by);
// Far away, in a way that hangs on `which`: by turns all bodies are turned and moved, each by itself; some of them
// are turned round where they are; every unknown is moved; all are turned as they were. The moves hang on what
// things are called and turn with the drawing, so that the order and the place that it was made in change
// nothing.
void tr_subset_throw (const TrSubset *t, int which);
// To where the whole drawing, alike but of another size or at another place, misses little of what it misses where it
// stands; false: there is no such place, and it stands as before.
bool tr_subset_go_elsewhere (const TrSubset *t);

// How many of a body's unknowns, two by two and from the first on, are places; what is between them; and the
// body, turned and stretched about that, which goes by so much.
int tr_body_n_places (const TrBody *b);
Vec2 tr_body_middle (const TrBody *b, const double *q);
void tr_body_throw (const TrBody *b, double *q, double angle, double stretch, Vec2 by);

// Their rows, and the steps by which these come to hold.
typedef struct {
  TrSubset t;
  Gram a;               // rows, in units of their sizes and of the unknowns' drag
  double *c, *y;        // what they miss, in these units
  bool others_in_range; // what stays where it is
  int *at;              // of one row
  double *val;
} TrDescent;

// From a stack of memory.
void tr_descent_init (TrDescent *w, TrScratch *scratch, const TrSubset *t);
// ½|c|² of what is missed, and whether all holds; INFINITY where something has no value,
// or is too far away for a file.
double tr_descent_energy (const TrDescent *w, bool *holds);
// A and c of what is missed; inequalities that hold take no part.
void tr_descent_linearise (TrDescent *w);
// t.d, in units of the drag: the least step by which what was made linear holds, rows left out of which less than
// `cutoff` of their length is left beside others; as exact as these rows let it be, slower than by A Aᵀ.
void tr_descent_least_step (TrDescent *w, double cutoff);
