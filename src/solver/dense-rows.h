// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The equations of one component as a dense matrix in the metric of its drag: small drawings, and
// questions that are asked now and then.

#pragma once

#include "solver/engine.h"

typedef struct {
  int m, n;    // rows; unknowns of the component
  int *at;     // n: where each unknown is in q
  int *owner;  // m: the constraint of each row; rows of one are adjacent
  double *row; // m × n: J L⁻ᵀ, rows of unit length (zero ones stay zero)
  int n_blocks;
  int *block_at, *block_n; // runs of unknowns that M couples, in order
  double *L;               // M = L Lᵀ, block after block, n × n each, row major
} TrDenseRows;

// Equality constraints in force of component k at s; undefined ones are left out.
TrDenseRows *tr_dense_rows_new (TrEngine *e, const TrState *s, int component);
void tr_dense_rows_free (TrDenseRows *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrDenseRows, tr_dense_rows_free)

// v ← L⁻ᵀ y: a motion whose metric length is that of y. n long, both.
void tr_dense_rows_motion (const TrDenseRows *r, const double *y, double *v);

// An orthonormal basis of the rows of an m × n matrix a, by Gram–Schmidt with pivoting: what is
// left of a row under `cutoff` of unit length counts as zero. basis: room for min (m, n) rows of
// n. Returns the rank.
int tr_dense_span (int m, int n, const double *a, double cutoff, double *basis);
// The same for what is orthogonal to n_set orthonormal rows: n − n_set orthonormal rows, each the
// part of one unit vector, of the one with the longest part first. set: room for n rows, those
// of the complement come behind.
int tr_dense_complement (int n, int n_set, double *set);
