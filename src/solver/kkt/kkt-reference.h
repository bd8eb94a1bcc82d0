// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Other ways to the same answer, each a table of functions: what the solver is tested against and
// raced with. None of them is fast where it matters, and each is right for a reason of its own.

#pragma once

#include "solver/kkt/kkt-graph.h"

typedef struct {
  const char *path; // tr_kkt_path
  // NULL where the system is too large for it.
  void *(*make) (const TrKktGraph *g);
  void (*free) (void *reference);
  // Takes the numbers in, which stay as they are until the next call; returns the rank lost,
  // 0 where it cannot tell.
  int (*factor) (void *reference, const TrKktNumbers *n);
  // conflict as in TrKktResult.
  double (*solve) (void *reference, const double *f, const double *b, double *v, double *lambda);
} TrKktReference;

// The most that a reference asks for: doubles of one of its matrices (1 GiB).
#define TR_KKT_REFERENCE_MOST ((size_t) 1 << 27)

// Dense, by singular values: any system, whatever its rank. Cubic time, square memory.
extern const TrKktReference tr_kkt_dense;

// A forest of primary constraints, the others on top of it (baraff-1996 §8). Where rows conflict,
// those of the forest hold and the others miss.
extern const TrKktReference tr_kkt_auxiliary;

// Conjugate residuals on J A⁻¹ Jᵀ + C (witkin-1997 §4.4): no factor but that of A.
extern const TrKktReference tr_kkt_cg;

// What they share (kkt-reference.c). A into a solver of the same blocks and pairs.
void tr_kkt_reference_fill_a (const TrKktGraph *g, const TrKktNumbers *n, TrKkt *to);
// size[row]: the length of each row of J A^−½, 1 for an empty one. work: 2 max_dim² doubles.
void
tr_kkt_reference_sizes (const TrKktGraph *g, const TrKktNumbers *n, double *work, double *size);
// rb ← b − J v − C λ; returns the largest of them in rows of unit length.
double tr_kkt_reference_conflict (const TrKktGraph *g,
                                  const TrKktNumbers *n,
                                  const double *size,
                                  const double *b,
                                  const double *v,
                                  const double *lambda,
                                  double *rb);
