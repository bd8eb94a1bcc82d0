// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Leaves: a block x all of whose constraints are its own or go to one neighbour p is eliminated
// together with them (baraff-1996 §7.3, both kinds of nodes in one step):
//
//   Y = A⁻¹Jᵀ   W = A⁻¹E   S = JY + C   P = S⁻¹(K − JW)
//   A_p ← A_p + (K − JW)ᵀP − EᵀW        f_p ← f_p + Pᵀ(b − Yᵀf) − Wᵀf
//   λ = S⁻¹(b − Yᵀf) − P v_p            v = A⁻¹f + Yλ − W v_p
//
// J, K: the rows on x and on p; E: the block of A between x and p.

#pragma once

#include "solver/kkt/kkt-graph.h"

typedef struct _TrKktPeel TrKktPeel;

// blocked[block]: not to be peeled, whatever its shape. in_lanes: four blocks at a time where that can
// be, to the same bits.
TrKktPeel *tr_kkt_peel_new (const TrKktGraph *g, const bool *blocked, bool in_lanes);
void tr_kkt_peel_free (TrKktPeel *p);

// The blocks in the order of elimination, then those that are left, by index. To be freed.
int *tr_kkt_peel_order (const TrKktPeel *p);
int tr_kkt_peel_n_left (const TrKktPeel *p);
bool tr_kkt_peel_is_tree (const TrKktPeel *p); // nothing joins those that are left

// Which blocks and constraints are left.
const bool *tr_kkt_peel_left_blocks (const TrKktPeel *p);
const bool *tr_kkt_peel_left_cons (const TrKktPeel *p);

// Once the numbers have places.
void tr_kkt_peel_place (TrKktPeel *p, const TrKktNumbers *n);

// What the peeled blocks add to the A of those that are left, as tr_ldl_factor takes it.
const double *tr_kkt_peel_load (const TrKktPeel *p);
const int *tr_kkt_peel_load_at (const TrKktPeel *p);

// Factors and carries the right-hand side along, v of those left receives their f. Sets blocked
// for the blocks whose rows depend on each other (a pivot of S under 1e-8 of its unreduced size)
// and returns how many: then nothing is valid.
int tr_kkt_peel_factor (
    TrKktPeel *p, const double *f, const double *b, double *v, double *lambda, bool *blocked);

// The same where only what is marked has other numbers than at the last update, and all is on the
// first one. A step whose numbers and whose children's loads are the same is not factored,
// only its right-hand side goes along. Adds what was factored to *n_factored.
int tr_kkt_peel_update (TrKktPeel *p,
                        const TrKktChange *change,
                        const double *f,
                        const double *b,
                        double *v,
                        double *lambda,
                        bool *blocked,
                        size_t *n_factored);
// Of each block that is left: whether the last update has given it another load.
const bool *tr_kkt_peel_left_dirty (const TrKktPeel *p);
// The next update takes nothing for granted.
void tr_kkt_peel_forget (TrKktPeel *p);

// The right-hand side alone, with the factor at hand; f and v, b and lambda may be the same.
void
tr_kkt_peel_forward (TrKktPeel *p, const double *f, const double *b, double *v, double *lambda);

// From v of those left to the rest.
void tr_kkt_peel_backward (const TrKktPeel *p, double *v, double *lambda);
