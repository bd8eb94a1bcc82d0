// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The arithmetic of a small step (kkt-peel-small.c), for one body or for several side by side. To be
// included once, with
//
//   KERNEL_T       what it works on: double, or a vector of them
//   KERNEL_FACTOR  a struct of a_inv[6], y[6], s[3], p[6] as in TrPeelSmall
//   KERNEL_TARGET  attributes of the functions
//
// The operations and their order are the same for all, so that a body gets the same bits in any
// company.

#define KERNEL static inline __attribute__ ((always_inline)) KERNEL_TARGET

KERNEL KERNEL_T
dot3 (const KERNEL_T *x, const KERNEL_T *y)
{
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// y = A x
KERNEL void
apply3 (const KERNEL_T *a, const KERNEL_T *x, KERNEL_T *y)
{
  y[0] = a[0] * x[0] + a[1] * x[1] + a[3] * x[2];
  y[1] = a[1] * x[0] + a[2] * x[1] + a[4] * x[2];
  y[2] = a[3] * x[0] + a[4] * x[1] + a[5] * x[2];
}

// The adjugate of A, and its determinant.
KERNEL KERNEL_T
adjugate3 (const KERNEL_T *a, KERNEL_T *adj)
{
  adj[0] = a[2] * a[5] - a[4] * a[4];
  adj[1] = a[3] * a[4] - a[1] * a[5];
  adj[2] = a[0] * a[5] - a[3] * a[3];
  adj[3] = a[1] * a[4] - a[3] * a[2];
  adj[4] = a[1] * a[3] - a[0] * a[4];
  adj[5] = a[0] * a[2] - a[1] * a[1];
  return a[0] * adj[0] + a[1] * adj[1] + a[3] * adj[3];
}

// A determinant that is not larger has lost digits: tr_peel_adjugate_careful.
KERNEL KERNEL_T
careful_below (const KERNEL_T *a)
{
  return 1e-3 * (a[0] * a[2] * a[5]);
}

// Y = A⁻¹Jᵀ by rows of J, u = A⁻¹f, both times det A, so that no division waits for another.
KERNEL KERNEL_T
start (const KERNEL_T *a,
       const KERNEL_T *j,
       const KERNEL_T *f,
       KERNEL_T *adj,
       KERNEL_T *y,
       KERNEL_T *u)
{
  KERNEL_T det = adjugate3 (a, adj);
  apply3 (adj, j, y);
  apply3 (adj, j + 3, y + 3);
  apply3 (adj, f, u);
  return det;
}

// The rest of the step: v = A⁻¹f and λ = S⁻¹(b − Jv) wait for the way back, up_a and up_f are what the
// parent receives. S is regular where its determinant, which is returned, is above *bound.
KERNEL KERNEL_T
finish (KERNEL_T det,
        const KERNEL_T *adj,
        const KERNEL_T *y,
        KERNEL_T *u,
        const KERNEL_T *j,
        const KERNEL_T *k,
        const KERNEL_T *c,
        const KERNEL_T *b,
        KERNEL_FACTOR *q,
        KERNEL_T *v,
        KERNEL_T *lambda,
        KERNEL_T *up_a,
        KERNEL_T *up_f,
        KERNEL_T *bound)
{
  // S = JY + C
  KERNEL_T s00 = dot3 (j, y) + det * c[0], s10 = dot3 (j + 3, y),
           s11 = dot3 (j + 3, y + 3) + det * c[1];
  KERNEL_T det_s = s00 * s11 - s10 * s10, inv_s = 1 / s00;
  KERNEL_T l = s10 * inv_s, d0 = det * inv_s, d1 = s00 * (det / det_s), inv = 1 / det;

  // S⁻¹ = L⁻ᵀ(d₀, d₁)L⁻¹, whatever S is
  for (int i = 0; i < 3; i++)
    v[i] = u[i] *= inv;
  KERNEL_T g0 = b[0] - dot3 (j, u), g1 = b[1] - dot3 (j + 3, u) - l * g0;
  KERNEL_T h0 = d0 * g0, h1 = d1 * g1;
  lambda[0] = h0 - l * h1;
  lambda[1] = h1;

  // P = S⁻¹K, to the parent KᵀP and Kᵀλ, from the rows L⁻¹K
  KERNEL_T p[6], k1[3];
  for (int i = 0; i < 3; i++) {
    k1[i] = k[3 + i] - l * k[i];
    p[3 + i] = d1 * k1[i];
    p[i] = d0 * k[i];
    up_f[i] = k[i] * h0 + k1[i] * h1;
  }
  up_a[0] = k[0] * p[0] + k1[0] * p[3];
  up_a[1] = k[1] * p[0] + k1[1] * p[3];
  up_a[2] = k[1] * p[1] + k1[1] * p[4];
  up_a[3] = k[2] * p[0] + k1[2] * p[3];
  up_a[4] = k[2] * p[1] + k1[2] * p[4];
  up_a[5] = k[2] * p[2] + k1[2] * p[5];
  for (int i = 0; i < 3; i++)
    p[i] -= l * p[3 + i];

  for (int i = 0; i < 6; i++) {
    q->a_inv[i] = adj[i] * inv;
    q->y[i] = y[i] * inv;
    q->p[i] = p[i];
  }
  q->s[0] = d0;
  q->s[1] = l;
  q->s[2] = d1;
  *bound = 1e-8 * (s00 * s11);
  return det_s;
}

// The right-hand side of a step alone: g = b − Yᵀf, to the parent Pᵀg; A⁻¹f and S⁻¹g wait in v
// and λ.
KERNEL void
carry (const KERNEL_FACTOR *q,
       const KERNEL_T *f,
       const KERNEL_T *b,
       KERNEL_T *v,
       KERNEL_T *lambda,
       KERNEL_T *up_f)
{
  KERNEL_T g0 = b[0] - dot3 (q->y, f), g1 = b[1] - dot3 (q->y + 3, f);
  apply3 (q->a_inv, f, v);
  lambda[1] = q->s[2] * (g1 - q->s[1] * g0);
  lambda[0] = q->s[0] * g0 - q->s[1] * lambda[1];
  for (int i = 0; i < 3; i++)
    up_f[i] = q->p[i] * g0 + q->p[3 + i] * g1;
}

// λ ← λ − P v_p, v ← v + Yλ
KERNEL void
back (const KERNEL_FACTOR *q, const KERNEL_T *vp, KERNEL_T *v, KERNEL_T *lambda)
{
  KERNEL_T l0 = lambda[0] - dot3 (q->p, vp), l1 = lambda[1] - dot3 (q->p + 3, vp);
  for (int i = 0; i < 3; i++)
    v[i] += q->y[i] * l0 + q->y[3 + i] * l1;
  lambda[0] = l0;
  lambda[1] = l1;
}
