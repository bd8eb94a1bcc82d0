// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body-parts.h"

#include <glib/gi18n.h>

// One scalar unknown, nowhere in the plane.

static void
number_mass (const TrBody *b, const double *q, double *M)
{
  M[0] = 1;
}

static double
number_drag (const TrBody *b, const double *q)
{
  return 1;
}

static const TrField number_fields[] = {
    {.name = "value", .type = TR_FIELD_NUMBER, .at = 0, .required = true},
    {.name = NULL},
};

const TrBodyOps tr_body_number = {
    .name = N_ ("number"),
    .fields = number_fields,
    .n = 1,
    .members = (const char *const[]){"value", NULL},
    .mass = number_mass,
    .drag = number_drag,
};
