// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The whole: what is peeled, what is left, and what the regularised solution needs.

#pragma once

#include "solver/kkt/kkt-bundle.h"
#include "solver/kkt/kkt-ldl.h"
#include "solver/kkt/kkt-peel.h"
#include "solver/kkt/kkt-reference.h"
#include "solver/kkt/kkt-spare.h"

// Room for the regularised solution; made when first needed.
typedef struct {
  double *size;  // n_rows: length of each row of J A^−½ (1 for an empty row)
  double *delta; // n_rows: δ size²
  double *rf, *rb, *dv, *dl;
  double *b;     // n_rows: the right-hand side without the conflict
  double *zero;  // n_unknowns
  double *basis; // n_rows each: the Krylov space
  double *work;
} TrKktRefine;

struct _TrKkt {
  TrKktMethod method;
  TrKktGraph *g;
  TrKktNumbers *n;
  TrKktBundle
      *bundle;   // what solves it where very many constraints are on the same blocks, else NULL
  bool *blocked; // per block: not to be peeled
  TrKktPeel *peel;
  TrLdl *left;               // of what is left, δ = 0; NULL: nothing is left
  TrLdl *left_safe;          // the same in the order for δ > 0; made when first needed
  const TrKktReference *way; // NULL: peeling and elimination
  void *reference;
  TrKktRefine *refine;
  TrKktSpare *spare; // made when first needed
  bool by_spare;     // the last factor is left's without spare rows
  bool by_rest;      // and there are too many of these to find what they depend on
  bool counts_compliance;
  double may_miss;  // what spare rows may, of what is asked for
  bool regularised; // the last factor is left_safe
  int patience;     // factorisations until δ = 0 is tried again
  TrKkt *whole;     // the same system without peeling, for when that fails; NULL: it is mended then
  int rest;         // factorisations until peeling is tried again
  bool by_whole;    // the last factor is that of the whole
  int n_small;
  bool kept; // the peeling's and left's factors are those of the last call, as updates need them
  size_t n_factored;
};

// As TR_KKT_AUTO, every row by itself.
TrKkt *tr_kkt_new_single (const TrKktShape *shape);

// v, λ with the factor at hand, one pass, no refinement.
void tr_kkt_apply (TrKkt *k, const double *f, const double *b, double *v, double *lambda);

TrKktRefine *tr_kkt_refine_new (const TrKktGraph *g);
void tr_kkt_refine_free (TrKktRefine *r);

// δ of each row from the numbers at hand, into k->refine->delta.
void tr_kkt_refine_prepare (TrKkt *k);

// v, λ by the factor without very many spare rows, whose multipliers are 0; false where a row misses more than
// k->may_miss of what is asked for, or more than rounding.
bool tr_kkt_refine_rest (
    TrKkt *k, const double *f, const double *b, double *v, double *lambda, TrKktResult *result);

// The solution from the regularised factor: refinement, Krylov steps, deflation.
void tr_kkt_refine_solve (
    TrKkt *k, const double *f, const double *b, double *v, double *lambda, TrKktResult *result);
