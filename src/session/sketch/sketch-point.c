// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  const char *id = tr_parts_id (parts, "p");

  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"point\", \"at\": %s}", id,
                tr_parts_place (parts, p->place));
  tr_snap_constraints (&p->snap, tr_parts_point (parts, id, "at"), NULL, parts);
  return true;
}

const TrSketchOps tr_sketch_point = {
    .name = "point", .step = N_ ("Draw point"), .least = 1, .most = 1, .build = build};
