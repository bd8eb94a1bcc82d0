// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Sparse block LDLᵀ of the symmetric form of the system, unknowns v and −λ:
//
//   [ A   Jᵀ ]      nodes are blocks and constraints, the order is static, pivots are small
//   [ J  −C  ]      dense blocks, never exchanged.

#pragma once

#include "solver/kkt/kkt-graph.h"

typedef struct _TrLdl TrLdl;

typedef enum {
  // Blocks with few constraints, then least fill, a constraint never before the first of its
  // blocks: exact without regularisation as long as the rows are independent.
  TR_LDL_BLOCKS_FIRST,
  // Least fill alone. Needs −δ on every constraint; loses ε/δ at most, where the other order
  // can nest two small pivots and lose ε/δ².
  TR_LDL_LEAST_FILL,
} TrLdlOrder;

// Of the blocks and constraints whose flag is set; every block that such a constraint touches
// must be in.
TrLdl *tr_ldl_new (const TrKktGraph *g,
                   const TrKktNumbers *n,
                   const bool *has_block,
                   const bool *has_con,
                   TrLdlOrder order);
void tr_ldl_free (TrLdl *l);

// Whether a pivot that is small, but no smaller than the compliance in it makes it, stays; at first it is taken for one of
// a row that depends on others.
void tr_ldl_count_compliance (TrLdl *l, bool counts);

// load: what is added to the lower triangles of A's diagonal blocks, packed by rows, at
// load_at[block] (−1: nothing). delta: what is added to C, by row of the whole system; may be
// NULL. Returns the number of constraint pivots under 1e-8 of the sum of what was added up in
// them.
int tr_ldl_factor (
    TrLdl *l, const TrKktNumbers *n, const double *load, const int *load_at, const double *delta);

// Whether all pivots of the factor are positive: of blocks alone, whether what was factored is positive
// definite.
bool tr_ldl_is_definite (const TrLdl *l);

// As tr_ldl_factor with delta NULL, and the solution in one pass. What the forward sweep reads of a column is
// still at hand then.
int tr_ldl_factor_solve (TrLdl *l,
                         const TrKktNumbers *n,
                         const double *load,
                         const int *load_at,
                         const double *f,
                         const double *b,
                         double *v,
                         double *lambda);

// As tr_ldl_factor with delta NULL, where only what is marked has other numbers than at the last update
// (all, after tr_ldl_forget) and load only at the blocks of load_dirty. A column is factored again
// where something that it is made of has changed to the last bit. Adds the blocks among those to *n_factored.
int tr_ldl_update (TrLdl *l,
                   const TrKktNumbers *n,
                   const double *load,
                   const int *load_at,
                   const TrKktChange *change,
                   const bool *load_dirty,
                   size_t *n_factored);
void tr_ldl_forget (TrLdl *l);

// Of the whole system's vectors it reads and writes what belongs to its nodes. f and v, b and
// lambda may be the same.
void tr_ldl_solve (TrLdl *l, const double *f, const double *b, double *v, double *lambda);

// The most rows whose dependence is found at once.
enum { TR_LDL_MOST_NULL = 64 };

// After a factorisation with n small pivots, 1 to TR_LDL_MOST_NULL: the sums of rows that come to
// nothing. con receives the constraints that take part, z for each row of these (one after the other)
// its share in each of the n sums; returns how many constraints. row_size2, by row of the whole system:
// the square of its length. The sum of a row whose pivot is not nothing, or that depends on later
// ones, does not come to nothing.
int tr_ldl_null (TrLdl *l, int n, const double *row_size2, int *con, double *z);
// Makes the room for it.
void tr_ldl_reserve_null (TrLdl *l, int n);
