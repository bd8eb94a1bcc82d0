// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The saddle-point system of one connected component, and its direct solution:
//
//   A v − Jᵀ λ = f        A symmetric positive definite, block diagonal but for pairs
//   J v + C λ = b         C = diag (compliance) ≥ 0, most often 0
//
// The caller knows blocks and rows and no kinds of bodies; this file knows nothing else.
// Leaves are peeled by Baraff's fused elimination (baraff-1996 §7.3), what is left after the
// peeling is a sparse block LDLᵀ of the same graph in a static order; a tree leaves nothing. Rows that
// are combinations of others are taken out exactly where they are few (kkt-spare.h), else, and where
// they nearly are, −δ makes the factor regular and refinement the answer right (kkt-refine.c).

#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct _TrKkt TrKkt;

typedef enum {
  TR_KKT_AUTO,   // peel leaves, then block LDLᵀ
  TR_KKT_TREE,   // as AUTO, but refuses (returns NULL) where the peeling leaves more than a root
  TR_KKT_BLOCK,  // no peeling
  TR_KKT_SERIAL, // as AUTO, but never four bodies at a time: the same bits, more slowly
  // References, to test against and to race with (kkt-reference.h). They refuse (NULL) what is too
  // large for them.
  TR_KKT_DENSE,     // singular values
  TR_KKT_AUXILIARY, // a forest, all other rows on top
  TR_KKT_CG,        // iteration
} TrKktMethod;

// auto, tree, block, serial, dense, auxiliary, cg; false: none of them.
bool tr_kkt_method_by_name (const char *name, TrKktMethod *method);

// What is joined to what. Everything is copied.
typedef struct {
  int n_blocks;
  const int *dim; // unknowns of each block, ≥ 1
  int n_cons;
  const int *rows;  // rows of each constraint, ≥ 1
  const int *start; // n_cons + 1: constraint c touches touch[start[c]] … touch[start[c + 1] − 1]
  const int *touch; // blocks, distinct within a constraint; at least one
  int n_pairs;
  const int *pair; // 2 n_pairs: blocks (i, j), i ≠ j, that A couples; no pair twice in either order
} TrKktShape;

typedef struct {
  bool ok;          // all numbers finite
  bool regularised; // a pivot was small: spare rows taken out, or −δ on the diagonals, refined
  int n_small;      // constraint pivots under 1e-8 of their unreduced size: the rank lost
  int refinements;  // solves beyond the first
  double conflict; // largest |b − J v − C λ| that remains, in rows scaled to J A^−½ of length 1
} TrKktResult;

// Which numbers are other than at the last factorisation.
typedef struct {
  const bool *block; // n_blocks: A, or a pair's that the block belongs to
  const bool *con;   // n_cons: J or C
  // What a block hands on to the next may differ by this share and count as the same. That is as
  // if A were a little other there: rows hold as they do, v is the least in another metric.
  double close;
} TrKktChange;

TrKkt *tr_kkt_new (const TrKktShape *shape, TrKktMethod method);
void tr_kkt_free (TrKkt *k);

int tr_kkt_n_unknowns (const TrKkt *k);
int tr_kkt_n_rows (const TrKkt *k);
// How many rows are factored: those of very many constraints on the same blocks are told by as many
// as these have unknowns.
int tr_kkt_n_distinct (const TrKkt *k);
// "tree" where the peeling leaves at most a root, else "block", or the reference's name.
const char *tr_kkt_path (const TrKkt *k);

// Where the numbers go: the caller fills all of these before each factorisation. The places are
// the solver's own records, in elimination order; they stay put for the life of k.
double *tr_kkt_a (TrKkt *k, int block);      // dim × dim, row major, both triangles
double *tr_kkt_j (TrKkt *k, int incidence);  // rows × dim, row major; incidence as in shape.touch
double *tr_kkt_pair (TrKkt *k, int pair);    // dim i × dim j, row major: the (i, j) block of A
double *tr_kkt_c (TrKkt *k, int constraint); // rows

// Factors and solves in one pass. f, v: blocks in order; b, lambda: constraints in order.
// Never allocates after the first call on a k, but when a regularised solve is first needed and
// when the rows of a leaf turn out to depend on each other and the leaf is peeled no more; and not
// even then after tr_kkt_reserve.
// A rank-deficient system gives the least-squares motion (of rows scaled to J A^−½ of length 1)
// and multipliers of moderate size.
TrKktResult
tr_kkt_factor_solve (TrKkt *k, const double *f, const double *b, double *v, double *lambda);

// The same where only what is marked has other numbers than when this or the above was called
// last; f and b may be other throughout. What the change does not reach is not factored again:
// a hand on a long chain moves a few of its links, a sheet's system is constant.
TrKktResult tr_kkt_refactor_solve (TrKkt *k,
                                   const TrKktChange *change,
                                   const double *f,
                                   const double *b,
                                   double *v,
                                   double *lambda);

// Makes room for rows that will depend on each other now and then, as at a dead centre: from here
// on no factorisation allocates where at most eight rows more than now do. Of systems of more than 1000 blocks only those that peel nothing
// have the room. To be called once what depends always has been factored.
void tr_kkt_reserve (TrKkt *k);

// How many blocks (with their rows) have been factored since k was made, each time counted.
size_t tr_kkt_n_factored (const TrKkt *k);

// From here on, of very many spare rows each may miss this share of what is asked for, as they do where they contradict
// the others, which are had exactly: Newton's next step finds it. 0, as at first: v is the least-squares motion.
void tr_kkt_let_miss (TrKkt *k, double share);

// Whether rows with a compliance are soft however small it is; not, as at first: those that depend on others are spare where
// it is next to nothing beside what the rows would be without them.
void tr_kkt_count_compliance (TrKkt *k, bool counts);

// The same with the factor that the last call left.
TrKktResult tr_kkt_solve (TrKkt *k, const double *f, const double *b, double *v, double *lambda);
