// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Elimination orders of a graph: minimum fill, estimated on the quotient graph (after Amestoy,
// Davis and Duff 1996).

#pragma once

// n nodes; the neighbours of i are adj[start[i]] … adj[start[i + 1] − 1], both ways, without i
// itself or doubles. stage[i] is 0: eliminated first, in the order of the indices; 1: by least
// fill; 2: last, the others ordered as if these were absent. order receives the n nodes; it depends
// on nothing but the input.
void tr_kkt_order (int n, const int *start, const int *adj, const int *stage, int *order);
