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

// What a step leaves to its parent: A and f.
typedef struct {
  double a[6], f[3];
} Load;

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

// One step on A and f with all that the children left. Returns whether S is regular.
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
  double adj[6], y[6], u[3];
  double det = start (x->a, j, x->f, adj, y, u);
  if (G_UNLIKELY (!(det > careful_below (x->a))))
    det = tr_peel_adjugate_careful (x->a, adj, (const double *const[]){j, j + 3, x->f},
                                    (double *const[]){y, y + 3, u});
  double bound;
  double det_s = finish (det, adj, y, u, j, k, c, b, q, v, lambda, parent->a, parent->f, &bound);
  return det_s > bound;
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
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + at->factor);
  Load handed = {0};
  int n_failed = 0;

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, at++, q++) {
    const TrPeelRows *r = &p->rows[at->rows];
    const double *a = num + at->a, *fx = f + at->v;
    Load x = {{a[0] + handed.a[0], a[3] + handed.a[1], a[4] + handed.a[2], a[6] + handed.a[3],
               a[7] + handed.a[4], a[8] + handed.a[5]},
              {fx[0] + handed.f[0], fx[1] + handed.f[1], fx[2] + handed.f[2]}};
    if (at->load >= 0) {
      load_add (&x, p->load + at->load);
      memset (p->load + at->load, 0, sizeof (Load));
    }

    bool regular = eliminate (&x, num + r->j, num + r->k, num + r->con, b + r->l, q, v + at->v,
                              lambda + r->l, &handed);
    if (G_UNLIKELY (!regular)) {
      blocked[s->block] = true;
      n_failed++;
    }
    if (!s->hands_on) {
      load_leave (&handed, p->load + at->load_p);
      handed = (Load){0};
    }
  }
  return n_failed;
}

void
tr_peel_gather_a (const TrKktPeel *p, const TrPeelStep *s, int at, double *x)
{
  const double *a = p->num + at;
  double sum[6] = {0};
  for (int c = p->kin[s - p->step].child; c >= 0; c = tr_peel_next (p, c))
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
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  TrPeelSmall *q = (TrPeelSmall *) (void *) (p->factor + at->factor);
  Load handed = {0};
  int n_failed = 0;

  for (int e = from; e < to; e++, at++, q++) {
    const TrPeelStep *s = &p->step[e];
    const TrPeelRows *r = &p->rows[at->rows];
    Load x;
    for (int i = 0; i < 3; i++)
      x.f[i] = f[at->v + i] + handed.f[i];
    for (int i = 0; at->load >= 0 && i < 3; i++) {
      x.f[i] += p->load[at->load + 6 + i];
      p->load[at->load + 6 + i] = 0;
    }
    if (p->dirty[e] || tr_peel_is_changed (p, s, change)) {
      tr_peel_gather_a (p, s, at->a, x.a);
      bool regular = eliminate (&x, p->num + r->j, p->num + r->k, p->num + r->con, b + r->l, q,
                                v + at->v, lambda + r->l, &handed);
      if (G_UNLIKELY (!regular)) {
        blocked[s->block] = true;
        n_failed++;
      }
      tr_peel_keep (p, s, handed.a, change->close);
      p->dirty[e] = false;
      ++*n_factored;
    } else {
      carry (q, x.f, b + r->l, v + at->v, lambda + r->l, handed.f);
    }
    for (int i = 0; !s->hands_on && i < 3; i++) {
      p->load[at->load_p + 6 + i] += handed.f[i];
      handed.f[i] = 0;
    }
  }
  return n_failed;
}

void
tr_peel_forward_small (
    TrKktPeel *p, int from, int to, const double *f, const double *b, double *v, double *lambda)
{
  const TrPeelSite *at = tr_peel_site (p, &p->step[from]);
  const TrPeelSmall *q = (const TrPeelSmall *) (void *) (p->factor + at->factor);
  double handed[3] = {0};

  for (const TrPeelStep *s = p->step + from; s < p->step + to; s++, at++, q++) {
    const TrPeelRows *r = &p->rows[at->rows];
    double x[3];
    for (int i = 0; i < 3; i++)
      x[i] = f[at->v + i] + handed[i];
    for (int i = 0; at->load >= 0 && i < 3; i++) {
      x[i] += p->load[at->load + 6 + i];
      p->load[at->load + 6 + i] = 0;
    }

    carry (q, x, b + r->l, v + at->v, lambda + r->l, handed);
    for (int i = 0; !s->hands_on && i < 3; i++) {
      p->load[at->load_p + 6 + i] += handed[i];
      handed[i] = 0;
    }
  }
}

void
tr_peel_backward_small (const TrKktPeel *p, int from, int to, double *v, double *lambda)
{
  const TrPeelSite *first = tr_peel_site (p, &p->step[from]), *at = first + (to - from) - 1;
  const TrPeelSmall *q = (const TrPeelSmall *) (void *) (p->factor + at->factor);

  for (; at >= first; at--, q--)
    back (q, v + at->vp, v + at->v, lambda + p->rows[at->rows].l);
}
