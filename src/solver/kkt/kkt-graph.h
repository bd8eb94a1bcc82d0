// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The shape of a saddle-point system, copied, with the lists both ways, and the flat array of
// its numbers. Private to the solver's kkt-*.c files.

#pragma once

#include "solver/kkt/kkt.h"

typedef struct {
  int n_blocks, n_cons, n_pairs, n_touch;
  int n_unknowns, n_rows;
  int *dim, *rows, *start, *touch, *pair; // as in TrKktShape
  int *v_at;                              // n_blocks + 1: first unknown of a block
  int *l_at;                              // n_cons + 1: first row of a constraint
  int *owner;                             // n_touch: constraint of an incidence
  int *block_start, *block_touch;         // n_blocks + 1; incidences of each block
  int *pair_start, *block_pair;           // n_blocks + 1; pairs of each block
  int max_dim, max_rows;
} TrKktGraph;

TrKktGraph *tr_kkt_graph_new (const TrKktShape *shape);
void tr_kkt_graph_free (TrKktGraph *g);

enum { TR_KKT_NOUGHTS = 6 };

// The numbers of the system. Offsets into num never move once laid out.
typedef struct {
  double *num; // and TR_KKT_NOUGHTS zeros after them, for who reads rows that are not there
  int n_num;
  int *a_at;    // n_blocks
  int *j_at;    // n_touch
  int *c_at;    // n_cons
  int *pair_at; // n_pairs
  double *size; // n_rows: lengths that rows count as, 0: their own; NULL: all do
} TrKktNumbers;

// Laid out in the order in which they are read: block by block as listed in order (n_blocks),
// each constraint with the first of its blocks.
TrKktNumbers *tr_kkt_numbers_new (const TrKktGraph *g, const int *order);
void tr_kkt_numbers_free (TrKktNumbers *n);

// out[row]: the square of the length of each row of J A^−½, with A's diagonal blocks alone:
// the unreduced size of the row; of another one where n->size says so. work: 2 max_dim² doubles.
void tr_kkt_row_sizes (const TrKktGraph *g, const TrKktNumbers *n, double *work, double *out);

// rf = f − A v + Jᵀ λ, rb = b − J v − C λ. f and b may be NULL, for zero; rf may be NULL.
void tr_kkt_residual (const TrKktGraph *g,
                      const TrKktNumbers *n,
                      const double *f,
                      const double *b,
                      const double *v,
                      const double *lambda,
                      double *rf,
                      double *rb);

// f ← f + Jᵀλ of constraint c alone.
void tr_kkt_add_forces (
    const TrKktGraph *g, const TrKktNumbers *n, int c, const double *lambda, double *f);
