// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-points.h"

#include "model/body-parts.h"
#include "model/points-span.h"

#include <glib.h>
#include <string.h>

const TrField tr_points_fields[] = {
    {.name = "points", .type = TR_FIELD_POINTS, .at = 0, .required = true},
    {.name = "closed", .type = TR_FIELD_CLOSED},
    {.name = NULL},
};

void
tr_points_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = 0;
  *t1 = tr_span_count (b);
}

// The span that t lies on, and s in it: at the very end s = 1 of the last. Closed curves wrap.
static int
find_span (const TrBody *b, double t, double *s)
{
  double n = tr_span_count (b);
  if (b->closed && (t < 0 || t > n))
    t -= n * floor (t / n);
  double span = fmin (fmax (floor (t), 0), n - 1);
  *s = t - span;
  return (int) span;
}

// Where point p has its unknowns in the jet: a closed curve of one span meets its first twice.
static int
jet_slot (TrJet *j, int p)
{
  for (int k = 0; k < j->n; k += 2)
    if (j->at[k] == 2 * p)
      return k;
  int k = j->n;
  j->n += 2;
  for (int c = k; c < j->n; c++) {
    j->at[c] = 2 * p + c - k;
    j->x_q[c] = j->x_tq[c] = j->x_ttq[c] = v2 (0, 0);
  }
  return k;
}

void
tr_points_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  double s;
  TrSpan span = tr_span_make (b, find_span (b, t, &s));
  tr_jet_clear (j, 0);
  for (int k = 0; k < span.width; k++) {
    double w[4];
    tr_span_weights (&span, k, s, w);
    Vec2 p = tr_span_point (&span, q, k);
    j->x = v2_mad (j->x, w[0], p);
    j->x_t = v2_mad (j->x_t, w[1], p);
    j->x_tt = v2_mad (j->x_tt, w[2], p);
    j->x_ttt = v2_mad (j->x_ttt, w[3], p);
    int x = jet_slot (j, span.point[k]), y = x + 1;
    j->x_q[x].x += w[0];
    j->x_q[y].y += w[0];
    j->x_tq[x].x += w[1];
    j->x_tq[y].y += w[1];
    j->x_ttq[x].x += w[2];
    j->x_ttq[y].y += w[2];
  }
}

static void
add_block (double *M, int p, double m)
{
  M[4 * p] += m;
  M[4 * p + 3] += m;
}

// Since Σ b_j = 1, the row sums of ∫ b_i b_j |x_t| dt are ∫ b_i |x_t| dt.
void
tr_points_lumped (const TrBody *b, const double *q, double *M)
{
  memset (M, 0, sizeof (double) * 2 * (size_t) b->n);
  for (int i = 0; i < tr_span_count (b); i++) {
    double mu[4];
    TrSpan span = tr_span_make (b, i);
    tr_span_moments (&span, q, 4, mu);
    for (int k = 0; k < span.width; k++) {
      const double *c = span.basis->power[k];
      add_block (M, span.point[k], c[0] * mu[0] + c[1] * mu[1] + c[2] * mu[2] + c[3] * mu[3]);
    }
  }
}

// Of one span: ∫ b_j b_k |x_t| dt.
static void
span_mass (const TrSpan *span, const double *q, double m[TR_SPAN_POINTS][TR_SPAN_POINTS])
{
  double mu[TR_SPAN_MOMENTS];
  tr_span_moments (span, q, TR_SPAN_MOMENTS, mu);
  for (int j = 0; j < span->width; j++)
    for (int k = 0; k < span->width; k++) {
      const double *a = span->basis->power[j], *c = span->basis->power[k];
      m[j][k] = 0;
      for (int l = 0; l < 4; l++)
        for (int n = 0; n < 4; n++)
          m[j][k] += a[l] * c[n] * mu[l + n];
    }
}

void
tr_points_consistent (const TrBody *b, const double *q, double *M)
{
  memset (M, 0, sizeof (double) * 2 * (size_t) b->n);
  for (int i = 0; i < tr_span_count (b); i++) {
    double m[TR_SPAN_POINTS][TR_SPAN_POINTS];
    TrSpan span = tr_span_make (b, i);
    span_mass (&span, q, m);
    for (int j = 0; j < span.width; j++)
      for (int k = 0; k < span.width; k++)
        if (span.point[j] == span.point[k])
          add_block (M, span.point[j], m[j][k]);
  }
}

// The pair of points i, j among the n that there are. Only neighbours share one, and the ends of
// a closed curve: 18 pairs cover the three spans that a span overlaps on either side.
static TrMassPair *
find_pair (TrMassPair *pairs, int n, int i, int j)
{
  const int reach = 18;
  for (int k = 0; k < n; k++) {
    if (k >= reach && k < n - reach)
      k = n - reach;
    if ((pairs[k].i == i && pairs[k].j == j) || (pairs[k].i == j && pairs[k].j == i))
      return &pairs[k];
  }
  return NULL;
}

int
tr_points_pairs (const TrBody *b, const double *q, TrMassPair *pairs)
{
  int n = 0;
  for (int i = 0; i < tr_span_count (b); i++) {
    double m[TR_SPAN_POINTS][TR_SPAN_POINTS];
    TrSpan span = tr_span_make (b, i);
    span_mass (&span, q, m);
    for (int j = 0; j < span.width; j++)
      for (int k = j + 1; k < span.width; k++) {
        int a = span.point[j], c = span.point[k];
        if (a == c)
          continue;
        TrMassPair *pair = find_pair (pairs, n, a, c);
        if (pair == NULL) {
          pair = &pairs[n++];
          *pair = (TrMassPair){a, c, {0, 0}};
        }
        pair->m = v2_add (pair->m, v2 (m[j][k], m[j][k]));
      }
  }
  g_assert (n <= 3 * (b->n / 2));
  return n;
}

double
tr_points_drag (const TrBody *b, const double *q)
{
  double length = 0;
  for (int i = 0; i < tr_span_count (b); i++) {
    double mu;
    TrSpan span = tr_span_make (b, i);
    tr_span_moments (&span, q, 1, &mu);
    length += mu;
  }
  return length;
}

// The extent of one coordinate: x_t = a₁ + 2 a₂ s + 3 a₃ s² = 0 at the larger root and, through
// the product of the two, at the smaller; so nothing cancels. Returns how many lie inside.
static int
find_turns (const double a[4], double s[2])
{
  double half = a[2], disc = a[2] * a[2] - 3 * a[3] * a[1];
  if (!(disc >= 0))
    return 0;
  int n = 0;
  double root = -(half + copysign (sqrt (disc), half));
  const double candidates[2][2] = {{root, 3 * a[3]}, {a[1], root}};
  for (int k = 0; k < 2; k++) {
    double t = candidates[k][0] / candidates[k][1];
    if (t > 0 && t < 1)
      s[n++] = t;
  }
  return n;
}

void
tr_points_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  TrSpan first = tr_span_make (b, 0);
  tr_box_start (tr_span_place (&first, q, 0), low, high);
  for (int i = 0; i < tr_span_count (b); i++) {
    double turn[2];
    Vec2 a[4];
    TrSpan span = tr_span_make (b, i);
    tr_box_add (tr_span_place (&span, q, 0), low, high);
    tr_box_add (tr_span_place (&span, q, 1), low, high);
    tr_span_polynomial (&span, q, a);
    int n = find_turns ((const double[4]){a[0].x, a[1].x, a[2].x, a[3].x}, turn);
    for (int k = 0; k < n; k++)
      tr_box_add (tr_span_place (&span, q, turn[k]), low, high);
    n = find_turns ((const double[4]){a[0].y, a[1].y, a[2].y, a[3].y}, turn);
    for (int k = 0; k < n; k++)
      tr_box_add (tr_span_place (&span, q, turn[k]), low, high);
  }
}
