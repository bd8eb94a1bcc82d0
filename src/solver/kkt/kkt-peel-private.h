// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The steps of the peeling, shared by the file that lists them and the one that takes them.

#pragma once

#include "solver/kkt/kkt-peel.h"

// One constraint of a step.
typedef struct {
  int j, k; // incidences at first, then places in the numbers: on x, on p (−1: unary)
  int con;  // constraint at first, then the place of its compliance
  int l;    // its first row in λ
  int rows;
} TrPeelRows;

// One block x that goes, with its constraints, into its parent.
typedef struct {
  int block, parent; // parent −1: a root
  int d, dp, m;      // unknowns of x and of the parent, rows
  int first, end;    // of its TrPeelRows
  int a;             // place of A
  int pair;          // pair at first, then the place of E; −1: none
  bool pair_turned;  // the stored block is Eᵀ
  bool small;    // three unknowns, one constraint of two rows, a parent of three unknowns or none
  bool hands_on; // the parent is the next step and both are small: no detour through memory
  bool in_lanes; // one of four that go together
  int v, vp;     // in v
  int load, load_p; // where children leave what they add, −1: nothing; the parent's
  int factor;       // in factor; in lanes: nothing
} TrPeelStep;

// Steps that one function takes, one after the other.
typedef enum { TR_PEEL_ANY, TR_PEEL_SMALL, TR_PEEL_IN_LANES } TrPeelSort;
typedef struct {
  TrPeelSort sort;
  int from, to; // steps; in lanes: groups of them
} TrPeelRun;

enum {
  TR_PEEL_LANES = 4,
  TR_PEEL_ALL_LANES = 15,
  TR_PEEL_FEWEST_LANES = 2,
  TR_PEEL_LANES_KEPT = 26 * TR_PEEL_LANES
};

// Small steps that do not wait for each other. The places are those of TrPeelStep and TrPeelRows.
// Where they are less than four, the lanes left do once more what the first does, to no effect.
typedef struct {
  int first, n; // of the steps
  bool loaded;  // children have left something in some load; that of the others stays 0
  int a[TR_PEEL_LANES], j[TR_PEEL_LANES], k[TR_PEEL_LANES], con[TR_PEEL_LANES];
  int v[TR_PEEL_LANES], vp[TR_PEEL_LANES], l[TR_PEEL_LANES];
  int load[TR_PEEL_LANES], load_p[TR_PEEL_LANES];
} TrPeelLanes;

// What updates need of a step besides: apart, so that the rest of them stays in the cache.
typedef struct {
  int up;          // the parent's step, −1: none
  int child, next; // the first step that goes into this one, the next that goes where this does
  int handed;      // in handed: what the parent's A has received, packed
} TrPeelKin;

struct _TrKktPeel {
  const TrKktGraph *g;
  const double *num;
  int n_steps, n_left;
  TrPeelStep *step;
  TrPeelRun *run;
  int n_runs;
  TrPeelLanes *lanes;
  int n_lanes;
  double *lanes_kept; // TR_PEEL_LANES_KEPT of each, number by number of the four
  TrPeelRows *rows;
  int *order;
  bool *left_block, *left_con;
  bool is_tree;
  int *load_at; // per block: packed lower triangle of A, then f; −1: no children
  double *load; // zero between two calls, but for A of those that are left
  int n_load;
  double *factor;
  double *work;
  TrPeelKin *kin; // of each step
  int *con_of;    // of each TrPeelRows: its constraint
  double *handed;
  int n_handed;
  bool *dirty;      // of each step: a child has handed on something else
  bool *left_dirty; // of each block: the same, of those that are left
  int *left_child;  // of each block: the first step that goes into it, of those that are left
};

// A constraint or a block of a step has other numbers.
static inline bool
tr_peel_is_changed (const TrKktPeel *p, const TrPeelStep *s, const TrKktChange *change)
{
  bool changed = change->block[s->block];
  for (int i = s->first; i < s->end; i++)
    changed |= change->con[p->con_of[i]];
  return changed;
}

// Keeps what step s hands on (A, packed); where that is new, what it goes into is dirty.
void tr_peel_keep (TrKktPeel *p, const TrPeelStep *s, const double *a, double close);

// A of step s and what its children have handed on, packed.
void tr_peel_gather_a (const TrKktPeel *p, const TrPeelStep *s, double *x);

// The bits of the lanes of a group that are steps.
static inline int
tr_peel_lanes_of (const TrPeelLanes *g)
{
  return (1 << g->n) - 1;
}

// Of a step of three unknowns and two rows.
typedef struct {
  double a_inv[6]; // packed lower triangle
  double y[6];     // A⁻¹Jᵀ, by rows of J
  double s[3];     // S = L D Lᵀ: 1/d₀, l, 1/d₁
  double p[6];
} TrPeelSmall;

// The adjugate of A by elimination, for an A so nearly singular that the cofactors lose their digits, and
// det A⁻¹ times each of the three vectors x, by substitution. Returns the determinant.
double tr_peel_adjugate_careful (const double *a,
                                 double *adj,
                                 const double *const x[3],
                                 double *const y[3]);

// Steps from … to − 1, all of them small. What they do is in kkt-peel.h.
int tr_peel_factor_small (TrKktPeel *p,
                          int from,
                          int to,
                          const double *f,
                          const double *b,
                          double *v,
                          double *lambda,
                          bool *blocked);
// The same where only some have other numbers: see tr_kkt_peel_update.
int tr_peel_update_small (TrKktPeel *p,
                          int from,
                          int to,
                          const TrKktChange *change,
                          const double *f,
                          const double *b,
                          double *v,
                          double *lambda,
                          bool *blocked,
                          size_t *n_factored);
void tr_peel_forward_small (
    TrKktPeel *p, int from, int to, const double *f, const double *b, double *v, double *lambda);
void tr_peel_backward_small (const TrKktPeel *p, int from, int to, double *v, double *lambda);

// Whether the processor has the instructions for the following.
bool tr_peel_lanes_at_hand (void);
// The same of groups from … to − 1, to the same bits. v and λ are written by the way back alone.
int tr_peel_factor_lanes (
    TrKktPeel *p, int from, int to, const double *f, const double *b, bool *blocked);
int tr_peel_update_lanes (TrKktPeel *p,
                          int from,
                          int to,
                          const TrKktChange *change,
                          const double *f,
                          const double *b,
                          bool *blocked,
                          size_t *n_factored);
void tr_peel_forward_lanes (TrKktPeel *p, int from, int to, const double *f, const double *b);
void tr_peel_backward_lanes (const TrKktPeel *p, int from, int to, double *v, double *lambda);
