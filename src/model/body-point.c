// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>

// x(t) = at, whatever t.
static void
point_range (const TrBody *b, double *t0, double *t1)
{
  *t0 = *t1 = 0;
}

static void
point_jet (const TrBody *b, const double *q, double t, TrJetOrder order, TrJet *j)
{
  tr_jet_clear (j, 2);
  j->x = v2 (q[0], q[1]);
  tr_jet_place (j, 0, 1);
}

static bool
point_named (const TrBody *b, int point, int *offset, double *t)
{
  *offset = 0;
  *t = NAN;
  return point == 0;
}

static void
point_mass (const TrBody *b, const double *q, double *M)
{
  tr_set_diagonal (M, 2, 1);
}

static double
point_drag (const TrBody *b, const double *q)
{
  return 1;
}

static void
point_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  tr_box_start (v2 (q[0], q[1]), low, high);
}

static const TrField point_fields[] = {
    {.name = "at", .type = TR_FIELD_POINT, .at = 0, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_point = {
    .name = N_ ("point"),
    .fields = point_fields,
    .n = 2,
    .members = (const char *const[]){"x", "y", NULL},
    .points = (const char *const[]){"at", NULL},
    .range = point_range,
    .jet = point_jet,
    .named = point_named,
    .mass = point_mass,
    .drag = point_drag,
    .box = point_box,
};
