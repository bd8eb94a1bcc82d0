// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

// As stiff as moves a bar of as many units in about a second.
#define STIFFNESS "50"

static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  b->kind = TR_BODY_SEGMENT;
  tr_shape_add (q, p[0].place);
  tr_shape_add (q, p[n - 1].place);
  return n == 2;
}

// At rest as it is drawn, or as long as was typed. From ground to ground it would pull nothing.
static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  TrConnector a = tr_snap_connector (&p[0].snap), b = tr_snap_connector (&p[1].snap);
  double length = v2_dist (p[0].place, p[1].place);

  if (a.body < 0 && b.body < 0)
    return false;
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"spring\", \"a\": %s, \"b\": %s, \"rest\": %s, "
                "\"stiffness\": " STIFFNESS "}",
                tr_parts_id (parts, "spring"), tr_parts_connector (parts, &a, true),
                tr_parts_connector (parts, &b, true),
                p[1].given[0] ? p[1].given[0] : tr_parts_number (parts, length));
  return true;
}

const TrSketchOps tr_sketch_spring = {
    .name = "spring",
    .step = N_ ("Add spring"),
    .why_empty = N_ ("A spring from ground to ground pulls nothing: click an end on a body"),
    .least = 2,
    .most = 2,
    .measure = {TR_MEASURE_NONE, TR_MEASURE_POLAR, TR_MEASURE_POLAR},
    .shape = shape,
    .build = build,
};
