// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Eigenvalues of small symmetric matrices, and their positive part.

#pragma once

// A = V diag (d) Vᵀ by cyclic Jacobi rotations: a (n × n, row major, symmetric) is destroyed,
// d (n) unsorted, the columns of v (n × n) orthonormal. Accurate to a few ε‖A‖.
void eig_jacobi (int n, double *a, double *d, double *v);

// a ← its positive semidefinite part Σ max(0, dᵢ) vᵢ vᵢᵀ, the nearest such matrix in the
// Frobenius norm. work: 3 n² + n.
void eig_clamp (int n, double *a, double *work);
