// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  TrConnector a = tr_snap_connector (&p->snap);

  tr_parts_add (parts, "{\"id\": \"%s\", \"a\": %s}", tr_parts_id (parts, "trace"),
                tr_parts_connector (parts, &a, true));
  return true;
}

const TrSketchOps tr_sketch_trace = {
    .name = "trace",
    .step = N_ ("Add trace"),
    .least = 1,
    .most = 1,
    .needs_body = true,
    .build = build,
};
