// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Elimination orders of a graph: approximate minimum degree on the quotient graph (Amestoy,
// Davis and Duff 1996, without supervariables).

#pragma once

// n nodes; the neighbours of i are adj[start[i]] … adj[start[i + 1] − 1], both ways, without i
// itself or doubles. stage[i] is 0: eliminated first, in the order of the indices; 1: by minimum
// degree; 2: last, the others ordered as if these were absent. order receives the n nodes. Depends on nothing but the input.
void tr_kkt_order (int n, const int *start, const int *adj, const int *stage, int *order);
