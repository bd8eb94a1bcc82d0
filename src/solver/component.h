// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: a connected component of the drawing, its blocks and rows, and the
// numbers of its system. All vectors over unknowns are local: block after block.

#pragma once

#include "math/scratch.h"
#include "model/pin.h"
#include "model/row.h"
#include "solver/engine.h"
#include "solver/kkt/kkt.h"

#include <stdint.h>
#include <string.h>

// What a solve and a check found, to be told again as long as nothing has moved (stand.h).
typedef struct TrStand TrStand;
void tr_stand_free (TrStand *stand);
// What was found of a typed curve (kept.h).
typedef struct TrKept TrKept;
// The boxes of its typed curves, as they were found (boxes.h).
typedef struct TrKeptBoxes TrKeptBoxes;
void tr_kept_boxes_free (TrKeptBoxes *kept);
// Where its drives have come to, and how they went there (trail.h).
typedef struct TrTrail TrTrail;
void tr_trail_free (TrTrail *trail);
// What cannot hold under the hand, and what it misses (conflict.h).
typedef struct TrCompromise TrCompromise;
void tr_compromise_free (TrCompromise *compromise);
// The system is made anew.
void tr_trail_forget (TrTrail *trail);

// A block of the state.
typedef struct {
  int at; // in q
  int dim;
  int v;    // in local vectors
  int m;    // in the packed drag matrices
  int body; // −1: a slide
  bool is_slide;
  bool of_force;       // the slide is a force's, not a constraint's
  int owner, nth;      // which one's, and which of its slides
  int bound, n_bounds; // its unknowns with ends
  double still;        // moves under this leave its rows straight; 0: any move is one
  double still_turn;   // the same of its third unknown
} TrBlock;

// A constraint as a node of the system.
typedef struct {
  int con; // in the model
  int rows;
  int lambda;                 // in local vectors over rows
  int incidence;              // its first one in the system
  int n_runs;                 // all that it touches, movable or not
  int run;                    // their first in run_block
  int pair;                   // its first entry in pair_of, −1: none
  int pin;                    // in pins, −1: it is none
  bool curved;                // may have geometric stiffness
  bool inequality;            // rows ≥ 0: in force only while active
  unsigned char saved_active; // of the state to go back to
  bool rim;                   // of a part: it touches what stands still outside
  bool velocity;              // a row on the motion, not on the place (skate)
  bool drive;                 // a drive or a path: a row that time moves
  bool stands;                // a drive that stands still, whatever time says (second order)
  bool turns; // of a compromise: what its first two rows miss is a vector, and turns with it
  double
      hold[TR_ROWS_MAX]; // of a drive that lags behind, or of a compromise: c − hold = 0 is solved
  double ell, tol[TR_ROWS_MAX];
  double faint;    // multipliers under this make no stiffness that matters beside M/h
  unsigned out;    // rows, as bits, that take no part for now, as if they had no direction
  unsigned never;  // of them those that take none before tr_take_in_void, for they have no value
  bool kept;       // its rows at hand are those of `seen`
  TrMemory memory; // and of this
} TrNode;

// A constraint that is a pin, between blocks that nothing freezes.
typedef struct {
  TrPin pin;
  int block[2]; // −1: the ground
} TrPinNode;

// Which way a block is turned.
typedef struct {
  double angle;
  Vec2 unit; // (cos, sin) of it
} TrTurn;

typedef enum {
  TR_SOFT_SPRING,
  TR_SOFT_PULL,
  TR_SOFT_RELATION,
  TR_SOFT_LOAD,
  TR_SOFT_SHEET,
  TR_SOFT_WORLD, // the world's gravity
} TrSoftKind;

// A force. Springs, pulls and relations are rows with compliance, the others loads on the blocks.
typedef struct {
  TrSoftKind kind;
  int force;  // in the model; of a sheet's elasticity: the body; of the world: −1
  int lambda; // of its row; −1: folded into its block
  bool tied;  // of a snake: its picture goes with the curve
  int rows;
  int incidence;
  int n_runs, run;
  int pair;     // of an expression: its first entry in pair_of, −1: none
  double start; // of a damped spring: g at the step's start
} TrSoft;

// An unknown with an end: a slide's parameter, a radius.
typedef struct {
  int block; // local
  int k;     // of the block
  double low, high;
  int frozen;   // −1 at low, +1 at high, 0 free; at a joint: the way it came
  bool joint;   // frozen where two spans meet at a corner
  int releases; // in this sub-step
} TrBound;

typedef struct {
  // What it consists of.
  int n_blocks, n_nodes, n_softs, n_bounds, n_runs, n_pairs;
  TrBlock *blocks;
  TrNode *nodes;
  TrSoft *softs;
  TrBound *bounds;
  TrPinNode *pins;
  TrTurn *turns;    // of each block
  int *run_block;   // local block of each run of each node, −1: it does not move
  int *run_at;      // and where in q it starts, to see when a slide leaves its span
  int *pair;        // blocks of each pair, the later one first
  int *pair_at;     // in pairs: n_pairs + 1
  int *pair_size;   // entries of each pair's matrix
  int *pair_of;     // of a node's movable runs (i > j) in order: a pair of the system
  int n_mass;       // couplings of points by the viscous metric
  TrMassPair *mass; // between local blocks i and j
  int mass_pair;    // their first entry in pair_of
  int n_v, n_rows;  // unknowns; rows, soft ones included
  int n_hard;       // rows of constraints
  int work;         // of a solve, in unknowns and rows of pins
  int n_bodies;
  int *bodies;
  double size;       // diagonal of its box, at the gesture's start
  double least_size; // of a part: that of the whole
  double link;       // how long most of its links are; 0: it has none

  bool has_inequality;
  bool has_drive; // a drive or a path: moves with time
  bool has_rope;  // a polyline of a fixed length
  bool has_blade; // a row on the motion: where it comes to depends on the way there

  // Its system, and the numbers that go into it and come out.
  TrKkt *kkt; // NULL: to be made
  int faint_age;
  TrKept **kept;      // of each block, NULL: nothing; NULL: of none (masses.c)
  TrKeptBoxes *boxes; // NULL: they were not asked for yet
  double *M;          // packed drag matrices at the step's start
  double *A;          // the blocks' own matrices, packed, while they are added up
  double *pairs;      // and those of pairs
  double *q0;         // state at the step's start
  double *f, *b, *d, *lambda, *lambda_new;
  double *scale;                // J M⁻¹ Jᵀ of each row, while they are soft
  double *trial;                // a state that is only looked at
  double *force;                // Jᵀλ + f at frozen unknowns
  double *heft;                 // of each block: how heavy it was where the mobility was measured
  double *limit;                // of each block: how far a point of it may move in a sub-step
  double allowance;             // and any point of the component in what is left of the frame
  double *saved, *saved_lambda; // state to go back to
  int soft_incidence;           // while soft rows are filled
  double conflict;              // of the last factorisation: what its rows miss in the end
  int n_small;                  // and its rank lost
  int n_refined;                // solves that it took beyond the first

  // What is known of the state, and of the way there.
  double residual, relative; // worst of the state as last projected, absolute and in ℓ
  double miss;               // and in units of the tolerance
  bool known;                // whether these are of the state as it is
  double settled;            // worst residual where a solve came to rest without holding; 0: none
  int slot;                  // in the engine's; −1: it is a part of one, or not yet there
  guint edition;             // of the engine when it was made or last solved
  TrStand *stand;            // NULL: nothing is known of it
  double *
      drawn; // n_v, where it stood before it was solved in vain; NULL: it holds, or stands as drawn
  TrTrail *trail;           // NULL: nothing is known of it
  TrCompromise *compromise; // that the hand keeps; NULL: all holds
  int n_void;               // nodes that are left out for want of a value
  bool warm;                // it was assembled: its numbers have a past
  bool projected;           // whether the last projection factored
  bool corners;             // whether slides stop where spans meet at a corner
  double tiny;              // moves of an unknown under this are none

  // The last look at the state: what has not moved since is not evaluated again (change.h).
  double *base;              // residuals of the rows at hand, straight on from there to
  double *seen;              // the state at which blocks have last moved; evaluated with
  double seen_time;          // this
  bool seen_any;             // and whether there is one
  bool loose;                // of the last task
  int n_cons;                // of the system: nodes, soft rows, the hand's
  bool *moved;               // of each block: it does not stand as in seen
  bool *new_block, *new_con; // have other numbers than when the system was factored
  double *column;            // J's columns of frozen unknowns, n_bounds × n_rows
} TrComponent;

// Makes the system for the pattern of blocks at s, with rows for the hand where it needs them.
void tr_component_prepare (TrEngine *e, TrComponent *k, const TrState *s);
// As much of that, where nothing of it is there yet, as rows are looked at with: the system is not
// made.
void tr_component_prepare_rows (TrEngine *e, TrComponent *k, const TrState *s);
void tr_component_clear (TrComponent *k);
void tr_component_free (TrComponent *k);
// Back to before it was prepared.
void tr_component_clear_system (TrComponent *k);
void tr_component_gather (const TrComponent *k, const double *q, double *local);
void tr_component_scatter (const TrComponent *k, const double *local, double *q);

// measure.c: its lengths, at the start of a gesture or a solve.
void tr_component_measure (TrEngine *e, TrComponent *k, const TrState *s);

// The connector that slides, where the model has it now: edits move elements in memory.
static inline const TrConnector *
tr_block_slide (const TrModel *m, const TrBlock *b)
{
  TrConnector *slides[6] = {NULL};
  if (b->of_force)
    tr_force_slides (&m->forces[b->owner], slides);
  else
    tr_constraint_slides (&m->constraints[b->owner], slides);
  return slides[b->nth];
}

static inline double *
tr_component_a (const TrComponent *k, int block)
{
  return k->A + k->blocks[block].m;
}

static inline double *
tr_component_pair (const TrComponent *k, int pair)
{
  return k->pairs + k->pair_at[pair];
}

// Whether a block of the node is marked as moved.
static inline bool
tr_node_moved (const TrComponent *k, const TrNode *n)
{
  for (int r = n->run; r < n->run + n->n_runs; r++)
    if (k->run_block[r] >= 0 && k->moved[k->run_block[r]])
      return true;
  return false;
}

// Σ|λ| over the rows of a node.
static inline double
tr_node_pull (const TrComponent *k, const TrNode *n)
{
  double pull = 0;
  for (int r = 0; r < n->rows; r++)
    pull += fabs (k->lambda[n->lambda + r]);
  return pull;
}
