// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The step of the peeling that drawings are made of: three unknowns, one joint of two rows, a
// parent of three unknowns. Symmetric matrices are packed lower triangles: (00 10 11 20 21 22).
//
// One body at a time, though the steps of a level do not wait for each other: four at a time (AVX2)
// take 9 ns a body for the pass that eliminates, beside 26, but only from numbers that lie in
// lanes. From matrices that lie as assembly, updates and refinement want them, each whole, they take
// 24: 25 numbers a body into the lanes and 35 out of them are as much work as the arithmetic.

#include "solver/kkt-peel-private.h"

#include <glib.h>
#include <string.h>

// What a step leaves to its parent: A and f.
typedef struct {
  double a[6], f[3];
} Load;

static inline double
dot3 (const double *x, const double *y)
{
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// y = A x
static inline void
apply3 (const double *a, const double *x, double *y)
{
  y[0] = a[0] * x[0] + a[1] * x[1] + a[3] * x[2];
  y[1] = a[1] * x[0] + a[2] * x[1] + a[4] * x[2];
  y[2] = a[3] * x[0] + a[4] * x[1] + a[5] * x[2];
}

// The adjugate of A, and its determinant.
static inline double
adjugate3 (const double *a, double *adj)
{
  adj[0] = a[2] * a[5] - a[4] * a[4];
  adj[1] = a[3] * a[4] - a[1] * a[5];
  adj[2] = a[0] * a[5] - a[3] * a[3];
  adj[3] = a[1] * a[4] - a[3] * a[2];
  adj[4] = a[1] * a[3] - a[0] * a[4];
  adj[5] = a[0] * a[2] - a[1] * a[1];
  return a[0] * adj[0] + a[1] * adj[1] + a[3] * adj[3];
}

// The same by elimination, for an A so nearly singular that the cofactors lose their digits, and
// det A⁻¹ times each of the three vectors x, by substitution.
static __attribute__ ((noinline)) double
adjugate3_careful (const double *a, double *adj, const double *const x[3], double *const y[3])
{
  double l10 = a[1] / a[0], l20 = a[3] / a[0];
  double d1 = a[2] - l10 * a[1], t = a[4] - l20 * a[1], l21 = t / d1;
  double d2 = a[5] - l20 * a[3] - l21 * t;
  double m20 = l10 * l21 - l20;
  double i0 = d1 * d2, i1 = a[0] * d2, i2 = a[0] * d1;

  // A⁻¹ = L⁻ᵀ D⁻¹ L⁻¹
  adj[5] = i2;
  adj[4] = -l21 * i2;
  adj[3] = m20 * i2;
  adj[2] = i1 + l21 * l21 * i2;
  adj[1] = -l10 * i1 - l21 * m20 * i2;
  adj[0] = i0 + l10 * l10 * i1 + m20 * m20 * i2;

  for (int i = 0; i < 3; i++) {
    double z1 = x[i][1] - l10 * x[i][0], z2 = x[i][2] - l20 * x[i][0] - l21 * z1;
    y[i][2] = z2 * i2;
    y[i][1] = z1 * i1 - l21 * y[i][2];
    y[i][0] = x[i][0] * i0 - l10 * y[i][1] - l20 * y[i][2];
  }
  return a[0] * i0;
}

static inline void
load_add (Load *l, const double *from)
{
  for (int i = 0; i < 6; i++)
    l->a[i] += from[i];
  for (int i = 0; i < 3; i++)
    l->f[i] += from[6 + i];
}

static inline void
load_leave (const Load *l, double *to)
{
  for (int i = 0; i < 6; i++)
    to[i] += l->a[i];
  for (int i = 0; i < 3; i++)
    to[6 + i] += l->f[i];
}

// One step on A and f with all that the children left. What comes of A⁻¹ is kept times det A until
// the end, so that no division waits for another. Returns whether S is regular.
static inline __attribute__ ((always_inline)) bool
eliminate (const Load *x,
           const double *j,
           const double *k,
           const double *c,
           const double *b,
           TrPeelSmall *q,
           double *v,
           double *lambda,
           Load *parent)
{
  // Y = A⁻¹Jᵀ, u = A⁻¹f, S = JY + C
  double adj[6], y[6], u[3];
  double det = adjugate3 (x->a, adj);
  apply3 (adj, j, y);
  apply3 (adj, j + 3, y + 3);
  apply3 (adj, x->f, u);
  if (G_UNLIKELY (!(det > 1e-3 * (x->a[0] * x->a[2] * x->a[5]))))
    det = adjugate3_careful (x->a, adj, (const double *const[]){j, j + 3, x->f},
                             (double *const[]){y, y + 3, u});
  double s00 = dot3 (j, y) + det * c[0], s10 = dot3 (j + 3, y),
         s11 = dot3 (j + 3, y + 3) + det * c[1];
  double det_s = s00 * s11 - s10 * s10, inv_s = 1 / s00;
  double l = s10 * inv_s, d0 = det * inv_s, d1 = s00 * (det / det_s), inv = 1 / det;

  // v = A⁻¹f, λ = S⁻¹g with g = b − Jv; S⁻¹ = L⁻ᵀ(d₀, d₁)L⁻¹, whatever S is
  for (int i = 0; i < 3; i++)
    v[i] = u[i] *= inv;
  double g0 = b[0] - dot3 (j, u), g1 = b[1] - dot3 (j + 3, u) - l * g0;
  double h0 = d0 * g0, h1 = d1 * g1;
  lambda[0] = h0 - l * h1;
  lambda[1] = h1;

  // P = S⁻¹K, to the parent KᵀP and Kᵀλ, from the rows L⁻¹K
  double p[6], k1[3];
  for (int i = 0; i < 3; i++) {
    k1[i] = k[3 + i] - l * k[i];
    p[3 + i] = d1 * k1[i];
    p[i] = d0 * k[i];
    parent->f[i] = k[i] * h0 + k1[i] * h1;
  }
  parent->a[0] = k[0] * p[0] + k1[0] * p[3];
  parent->a[1] = k[1] * p[0] + k1[1] * p[3];
  parent->a[2] = k[1] * p[1] + k1[1] * p[4];
  parent->a[3] = k[2] * p[0] + k1[2] * p[3];
  parent->a[4] = k[2] * p[1] + k1[2] * p[4];
  parent->a[5] = k[2] * p[2] + k1[2] * p[5];
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
  return det_s > 1e-8 * (s00 * s11);
}

// The right-hand side of a step alone: g = b − Yᵀf, to the parent Pᵀg; A⁻¹f and S⁻¹g wait in v
// and λ.
static inline void
carry (
    const TrPeelSmall *q, const double *x, const double *b, double *v, double *lambda, double *to)
{
  double g0 = b[0] - dot3 (q->y, x), g1 = b[1] - dot3 (q->y + 3, x);
  apply3 (q->a_inv, x, v);
  lambda[1] = q->s[2] * (g1 - q->s[1] * g0);
  lambda[0] = q->s[0] * g0 - q->s[1] * lambda[1];
  for (int i = 0; i < 3; i++)
    to[i] = q->p[i] * g0 + q->p[3 + i] * g1;
}

int
tr_peel_factor_small (TrKktPeel *p,
                      int from,
                      int to,
                      const double *f,
                      const double *b,
                      double *v,
                      double *lambda,
                      bool *blocked)
{
  const double *num = p->num;
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + p->step[from].factor);
  Load handed = {0};
  int n_failed = 0;

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, q++) {
    const TrPeelRows *r = &p->rows[s->first];
    const double *a = num + s->a, *fx = f + s->v;
    Load x = {{a[0] + handed.a[0], a[3] + handed.a[1], a[4] + handed.a[2], a[6] + handed.a[3],
               a[7] + handed.a[4], a[8] + handed.a[5]},
              {fx[0] + handed.f[0], fx[1] + handed.f[1], fx[2] + handed.f[2]}};
    if (s->load >= 0) {
      load_add (&x, p->load + s->load);
      memset (p->load + s->load, 0, sizeof (Load));
    }

    bool regular = eliminate (&x, num + r->j, num + r->k, num + r->con, b + r->l, q, v + s->v,
                              lambda + r->l, &handed);
    if (G_UNLIKELY (!regular)) {
      blocked[s->block] = true;
      n_failed++;
    }
    if (!s->hands_on) {
      load_leave (&handed, p->load + s->load_p);
      handed = (Load){0};
    }
  }
  return n_failed;
}

// A of step s and what its children have handed on.
static inline void
gather_a (const TrKktPeel *p, const TrPeelStep *s, double *x)
{
  const double *a = p->num + s->a;
  double sum[6] = {0};
  for (int c = p->kin[s - p->step].child; c >= 0; c = p->kin[c].next)
    for (int i = 0; i < 6; i++)
      sum[i] += p->handed[p->kin[c].handed + i];
  const double own[6] = {a[0], a[3], a[4], a[6], a[7], a[8]};
  for (int i = 0; i < 6; i++)
    x[i] = own[i] + sum[i];
}

int
tr_peel_update_small (TrKktPeel *p,
                      int from,
                      int to,
                      const TrKktChange *change,
                      const double *f,
                      const double *b,
                      double *v,
                      double *lambda,
                      bool *blocked,
                      size_t *n_factored)
{
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + p->step[from].factor);
  Load handed = {0};
  int n_failed = 0;

  for (int e = from; e < to; e++, q++) {
    const TrPeelStep *s = &p->step[e];
    const TrPeelRows *r = &p->rows[s->first];
    Load x;
    for (int i = 0; i < 3; i++)
      x.f[i] = f[s->v + i] + handed.f[i];
    for (int i = 0; s->load >= 0 && i < 3; i++) {
      x.f[i] += p->load[s->load + 6 + i];
      p->load[s->load + 6 + i] = 0;
    }
    if (p->dirty[e] || tr_peel_is_changed (p, s, change)) {
      gather_a (p, s, x.a);
      bool regular = eliminate (&x, p->num + r->j, p->num + r->k, p->num + r->con, b + r->l, q,
                                v + s->v, lambda + r->l, &handed);
      if (G_UNLIKELY (!regular)) {
        blocked[s->block] = true;
        n_failed++;
      }
      tr_peel_keep (p, s, handed.a, change->close);
      p->dirty[e] = false;
      ++*n_factored;
    } else {
      carry (q, x.f, b + r->l, v + s->v, lambda + r->l, handed.f);
    }
    for (int i = 0; !s->hands_on && i < 3; i++) {
      p->load[s->load_p + 6 + i] += handed.f[i];
      handed.f[i] = 0;
    }
  }
  return n_failed;
}

void
tr_peel_forward_small (
    TrKktPeel *p, int from, int to, const double *f, const double *b, double *v, double *lambda)
{
  const TrPeelSmall *q = (const TrPeelSmall *) (void *) (p->factor + p->step[from].factor);
  double handed[3] = {0};

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, q++) {
    const TrPeelRows *r = &p->rows[s->first];
    double x[3];
    for (int i = 0; i < 3; i++)
      x[i] = f[s->v + i] + handed[i];
    for (int i = 0; s->load >= 0 && i < 3; i++) {
      x[i] += p->load[s->load + 6 + i];
      p->load[s->load + 6 + i] = 0;
    }

    carry (q, x, b + r->l, v + s->v, lambda + r->l, handed);
    for (int i = 0; !s->hands_on && i < 3; i++) {
      p->load[s->load_p + 6 + i] += handed[i];
      handed[i] = 0;
    }
  }
}

void
tr_peel_backward_small (const TrKktPeel *p, int from, int to, double *v, double *lambda)
{
  const TrPeelSmall *q = (const TrPeelSmall *) (void *) (p->factor + p->step[to - 1].factor);

  // λ ← λ − P v_p, v ← v + Yλ
  for (const TrPeelStep *s = p->step + to - 1; s >= p->step + from; s--, q--) {
    double *l = lambda + p->rows[s->first].l, *x = v + s->v;
    const double *vp = v + s->vp;
    double l0 = l[0] - dot3 (q->p, vp), l1 = l[1] - dot3 (q->p + 3, vp);
    for (int i = 0; i < 3; i++)
      x[i] += q->y[i] * l0 + q->y[3 + i] * l1;
    l[0] = l0;
    l[1] = l1;
  }
}
