// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The step of the peeling that drawings are made of: three unknowns, one joint of two rows, a
// parent of three unknowns. Symmetric matrices are packed lower triangles: (00 10 11 20 21 22).
//
// Here one body at a time; kkt-peel-lanes.c takes four where it can.

#include "solver/kkt/kkt-peel-private.h"

#include <glib.h>
#include <string.h>

#define KERNEL_T      double
#define KERNEL_FACTOR TrPeelSmall
#define KERNEL_TARGET
#include "solver/kkt/kkt-peel-kernel.h"

double
tr_peel_adjugate_careful (const double *a,
                          double *adj,
                          const double *const x[3],
                          double *const y[3])
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

// x ← A and what the children have handed on, child by child. The first one is added by itself: it may
// be the step before, whose numbers are still on their way to memory, one by one.
static inline void
take_loaded_a (const TrKktPeel *p, const TrPeelSite *at, double *x)
{
  const double *a = p->num + at->a, *handed = p->handed + at->load.from;
  const double own[TR_PEEL_SMALL_HANDED] = {a[0], a[3], a[4], a[6], a[7], a[8]};
  int n = at->load.end - at->load.from;
  for (int i = 0; i < TR_PEEL_SMALL_HANDED; i++)
    x[i] = own[i] + handed[i];
  for (int k = TR_PEEL_SMALL_HANDED; k < n; k += TR_PEEL_SMALL_HANDED)
    for (int i = 0; i < TR_PEEL_SMALL_HANDED; i++)
      x[i] += handed[k + i];
}

// One step. v holds f with what the children have added; f goes on to the parent there, A is put
// into up_a. Returns whether S is regular.
static inline __attribute__ ((always_inline)) bool
eliminate (const TrKktPeel *p,
           const TrPeelStep *s,
           const TrPeelSite *at,
           const double *b,
           TrPeelSmall *q,
           double *v,
           double *lambda,
           double *up_a)
{
  const TrPeelRows *r = &p->rows[at->rows];
  const double *j = p->num + r->j, *f = v + at->v;
  double a[6], adj[6], y[6], u[3], up_f[3], bound;
  take_loaded_a (p, at, a);
  double det = start (a, j, f, adj, y, u);
  if (G_UNLIKELY (!(det > careful_below (a))))
    det = tr_peel_adjugate_careful (a, adj, (const double *const[]){j, j + 3, f},
                                    (double *const[]){y, y + 3, u});
  double det_s = finish (det, adj, y, u, j, p->num + r->k, p->num + r->con, b + r->l, q, v + at->v,
                         lambda + r->l, up_a, up_f, &bound);
  for (int i = 0; s->up >= 0 && i < 3; i++)
    v[at->vp + i] += up_f[i];
  return det_s > bound;
}

// The right-hand side of one step alone.
static inline void
forward (const TrKktPeel *p,
         const TrPeelStep *s,
         const TrPeelSite *at,
         const double *b,
         const TrPeelSmall *q,
         double *v,
         double *lambda)
{
  int l = p->rows[at->rows].l;
  const double f[3] = {v[at->v], v[at->v + 1], v[at->v + 2]};
  double up_f[3];
  carry (q, f, b + l, v + at->v, lambda + l, up_f);
  for (int i = 0; s->up >= 0 && i < 3; i++)
    v[at->vp + i] += up_f[i];
}

int
tr_peel_factor_small (
    TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda, bool *blocked)
{
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + at->factor);
  int n_failed = 0;

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, at++, q++)
    if (G_UNLIKELY (!eliminate (p, s, at, b, q, v, lambda, p->handed + at->to))) {
      blocked[s->block] = true;
      n_failed++;
    }
  return n_failed;
}

int
tr_peel_update_small (TrKktPeel *p,
                      int from,
                      int to,
                      const TrKktChange *change,
                      const double *b,
                      double *v,
                      double *lambda,
                      bool *blocked,
                      size_t *n_factored)
{
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + at->factor);
  int n_failed = 0;

  for (int e = from; e < to; e++, at++, q++) {
    const TrPeelStep *s = &p->step[e];
    double up_a[TR_PEEL_SMALL_HANDED];
    if (!p->dirty[e] && !tr_peel_is_changed (p, s, change)) {
      forward (p, s, at, b, q, v, lambda);
      continue;
    }
    if (G_UNLIKELY (!eliminate (p, s, at, b, q, v, lambda, up_a))) {
      blocked[s->block] = true;
      n_failed++;
    }
    tr_peel_keep (p, s, at->to, TR_PEEL_SMALL_HANDED, up_a, change->close);
    p->dirty[e] = false;
    ++*n_factored;
  }
  return n_failed;
}

void
tr_peel_forward_small (
    const TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda)
{
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  const TrPeelSmall *q = (const TrPeelSmall *) (const void *) (p->factor + at->factor);

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, at++, q++)
    forward (p, s, at, b, q, v, lambda);
}

void
tr_peel_backward_small (const TrKktPeel *p, int from, int to, double *v, double *lambda)
{
  const TrPeelSite *first = tr_peel_site (p, &p->step[from]), *at = first + (to - from) - 1;
  const TrPeelSmall *q = (const TrPeelSmall *) (const void *) (p->factor + at->factor);

  for (; at >= first; at--, q--)
    back (q, v + at->vp, v + at->v, lambda + p->rows[at->rows].l);
}
