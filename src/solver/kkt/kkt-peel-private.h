// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The steps of the peeling, shared by the file that lists them and the one that takes them.

#pragma once

#include "solver/kkt/kkt-peel.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// One constraint of a step.
typedef struct {
  int j, k; // incidences at first, then places in the numbers: on x, on p (−1: unary)
  int con;  // constraint at first, then the place of its compliance
  int l;    // its first row in λ
} TrPeelRows;

// One block x that goes, with its constraints, into its parent. Drawings have many: what can be told
// from elsewhere is not kept. (A block of more unknowns than 16 bits tell would fill the memory.)
typedef struct {
  int block;
  int up;               // the parent's step; n_steps + k: the k-th of those left; −1: a root
  int first;            // in con_of; its constraints end where those of the next step begin
  int site;             // in site; in lanes: nothing
  guint16 d, dp, m;     // unknowns of x and of the parent, rows
  bool pair_turned : 1; // the stored block is Eᵀ
  bool small : 1; // three unknowns, one constraint of two rows, a parent of three unknowns or none
  bool in_lanes : 1; // one of four that go together
} TrPeelStep;

// Where in handed lies what children hand on: one after the other, as they go.
typedef struct {
  int from, end;
} TrPeelHanded;

// Where a step finds its numbers.
typedef struct {
  int a;             // place of A
  int pair;          // pair at first, then the place of E; −1: none
  int v, vp;         // in v; of a root small as others are both its own
  TrPeelHanded load; // its children's
  int to;            // its own place in handed
  int factor;        // in factor
  int rows;          // the first of its TrPeelRows, which are as many as its constraints
} TrPeelSite;

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
  TR_PEEL_LANES_KEPT = 21
};

// Small steps that do not wait for each other, and their places, those of TrPeelSite and TrPeelRows.
// Where they are less than four, the lanes left do once more what the first does, as its own parent:
// what they write the first one overwrites.
typedef struct {
  int first, n; // of the steps
  int most;     // children of one
  int to;       // of the first; those of the others follow
  int a[TR_PEEL_LANES], j[TR_PEEL_LANES], k[TR_PEEL_LANES], con[TR_PEEL_LANES];
  int v[TR_PEEL_LANES], vp[TR_PEEL_LANES], l[TR_PEEL_LANES];
  int from[TR_PEEL_LANES], end[TR_PEEL_LANES]; // as of TrPeelHanded
} TrPeelLanes;

struct _TrKktPeel {
  const TrKktGraph *g;
  const double *num;
  int n_steps, n_left;
  TrPeelStep *step; // and one that begins where the last one ends
  TrPeelSite *site; // of the steps not in lanes; until the numbers have places, of all
  TrPeelRun *run;
  int n_runs;
  TrPeelLanes *lanes;
  int n_lanes;
  double *lanes_kept; // TR_PEEL_LANES_KEPT numbers of each of the four, number by number
  TrPeelRows *rows;
  bool is_tree;
  double *factor;
  double *work;
  int work_dim;   // the most unknowns of a step that is not small, and of its parent
  int *con_of;    // the constraints, step by step
  double *handed; // what the parent's A receives of each step: packed lower triangles
  bool *dirty;    // of each step and of those left: a child has handed on something else
  // Of what is left; where nothing is, NULL.
  int *left;               // the blocks, by index
  TrPeelHanded *left_load; // of each of them
  bool *left_block, *left_con;
  bool *left_dirty; // of each block: the last update has given it another load
  int *load_at;     // of each block: what its children add to A, in load; −1: none
  double *load;
};

static inline const TrPeelSite *
tr_peel_site (const TrKktPeel *p, const TrPeelStep *s)
{
  return &p->site[s->site];
}

// What a small step hands on. The first in handed is noughts, for lanes with fewer children.
enum { TR_PEEL_SMALL_HANDED = 6 };

// A constraint or a block of a step has other numbers.
static inline bool
tr_peel_is_changed (const TrKktPeel *p, const TrPeelStep *s, const TrKktChange *change)
{
  bool changed = change->block[s->block];
  for (int i = s->first; i < s[1].first; i++)
    changed |= change->con[p->con_of[i]];
  return changed;
}

// Lists the runs of the steps, and makes room for their factors.
void tr_peel_group (TrKktPeel *p, bool in_lanes);

// The largest difference by the largest of x. In line, as the next: n is a number that the compiler
// knows, most often.
G_ALWAYS_INLINE static inline bool
tr_peel_is_close (const double *x, const double *y, int n, double close)
{
  double largest = 0, apart = 0;
  for (int i = 0; i < n; i++) {
    double size = fabs (x[i]), change = fabs (x[i] - y[i]);
    largest = size > largest ? size : largest;
    apart = change > apart ? change : apart;
  }
  return apart <= close * largest;
}

// Keeps what step s hands on, n numbers, at place `to`; where that is new, what it goes into is dirty.
G_ALWAYS_INLINE static inline void
tr_peel_keep (TrKktPeel *p, const TrPeelStep *s, int to, int n, const double *a, double close)
{
  double *kept = p->handed + to;
  if (s->up < 0 || tr_peel_is_close (kept, a, n, close))
    return;
  memcpy (kept, a, sizeof (double) * (size_t) n);
  p->dirty[s->up] = true;
}

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

// Steps from … to − 1, all of them small. What they do is in kkt-peel.h; v holds f at first, with what
// the children have added to it.
int tr_peel_factor_small (
    TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda, bool *blocked);
// The same where only some have other numbers: see tr_kkt_peel_update.
int tr_peel_update_small (TrKktPeel *p,
                          int from,
                          int to,
                          const TrKktChange *change,
                          const double *b,
                          double *v,
                          double *lambda,
                          bool *blocked,
                          size_t *n_factored);
void tr_peel_forward_small (
    const TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda);
void tr_peel_backward_small (const TrKktPeel *p, int from, int to, double *v, double *lambda);

// Whether the processor has the instructions for the following.
bool tr_peel_lanes_at_hand (void);
// The same of groups from … to − 1, to the same bits.
int tr_peel_factor_lanes (
    TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda, bool *blocked);
int tr_peel_update_lanes (TrKktPeel *p,
                          int from,
                          int to,
                          const TrKktChange *change,
                          const double *b,
                          double *v,
                          double *lambda,
                          bool *blocked,
                          size_t *n_factored);
void tr_peel_forward_lanes (
    const TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda);
void tr_peel_backward_lanes (const TrKktPeel *p, int from, int to, double *v, double *lambda);
