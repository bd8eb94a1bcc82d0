// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>
#include <glib.h>

// x(t) = (1 − t) a + t b,  q = (a, b)

static Vec2
along (const double *q)
{
  return v2 (q[2] - q[0], q[3] - q[1]);
}

static void
segment_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = 0;
  *t1 = 1;
}

static void
segment_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  tr_jet_clear (j, 4);
  j->x = v2_lerp (v2 (q[0], q[1]), v2 (q[2], q[3]), t);
  j->x_t = along (q);
  tr_jet_place (j, 0, 1 - t);
  tr_jet_place (j, 2, t);
  j->x_tq[0] = v2 (-1, 0);
  j->x_tq[1] = v2 (0, -1);
  j->x_tq[2] = v2 (1, 0);
  j->x_tq[3] = v2 (0, 1);
}

enum { POINT_A, POINT_B, POINT_MIDDLE };

static bool
segment_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = point == POINT_A ? 0 : point == POINT_B ? 2 : -1;
  *t = point == POINT_A ? 0 : point == POINT_B ? 1 : 0.5;
  return point >= POINT_A && point <= POINT_MIDDLE;
}

static double
segment_drag (const TrBody *b, const double *q)
{
  return v2_norm (along (q));
}

// Row sums of the consistent matrix: half the length at each end.
static void
segment_mass (const TrBody *b, const double *q, double *M)
{
  tr_set_diagonal (M, 4, 0.5 * segment_drag (b, q));
}

// L (1/3 1/6; 1/6 1/3) ⊗ I
static void
segment_consistent (const TrBody *b, const double *q, double *M)
{
  double length = segment_drag (b, q);
  tr_set_diagonal (M, 4, length / 3);
  tr_add_symmetric (M, 4, 0, 2, length / 6);
  tr_add_symmetric (M, 4, 1, 3, length / 6);
}

// f(b − a):  f_q = (−g, g),  f_qq = (H −H; −H H)
static double
segment_derived (const TrBody *b, const double *q, TrDerived which, double *grad, double *hess)
{
  Vec2 g;
  Mat2 h;
  g_assert (which != TR_DERIVED_AREA);
  double value = which == TR_DERIVED_LENGTH ? tr_vector_length (along (q), &g, &h)
                                            : tr_vector_angle (along (q), &g, &h);
  const double gradient[2] = {g.x, g.y}, second[2][2] = {{h.xx, h.xy}, {h.yx, h.yy}};
  for (int i = 0; i < 4; i++) {
    double sign = i < 2 ? -1 : 1;
    if (grad != NULL)
      grad[i] = sign * gradient[i % 2];
    for (int k = 0; hess != NULL && k < 4; k++)
      hess[i * 4 + k] = (k < 2 ? -sign : sign) * second[i % 2][k % 2];
  }
  return value;
}

static void
segment_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  tr_box_start (v2 (q[0], q[1]), low, high);
  tr_box_add (v2 (q[2], q[3]), low, high);
}

static const TrField segment_fields[] = {
    {.name = "a", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = "b", .type = TR_FIELD_POINT, .at = 2, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_segment = {
    .name = N_ ("segment"),
    .fields = segment_fields,
    .n = 4,
    .has_curve = true,
    .has_direction = true,
    .members = (const char *const[]){"ax", "ay", "bx", "by", NULL},
    .points = (const char *const[]){"a", "b", "middle", NULL},
    .range = segment_range,
    .jet = segment_jet,
    .named = segment_named,
    .mass = segment_mass,
    .consistent = segment_consistent,
    .drag = segment_drag,
    .derived = segment_derived,
    .has_derived = 1 << TR_DERIVED_LENGTH | 1 << TR_DERIVED_ANGLE,
    .box = segment_box,
};
