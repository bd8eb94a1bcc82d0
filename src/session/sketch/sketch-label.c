// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/labels.h"
#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

static char *
question (const TrModel *m, const TrState *s, const TrSketchPoint *p)
{
  return g_strdup ("");
}

static bool
build_with (const TrState *s, const TrSketchPoint *p, const char *text, TrParts *parts)
{
  TrConnector at = tr_snap_connector (&p->snap);

  if (!*text)
    return false;
  g_autofree char *plain = tr_label_plain (text);
  tr_parts_add (parts, "{\"text\": %s, \"at\": %s}", tr_parts_string (parts, plain),
                tr_parts_connector (parts, &at, true));
  return true;
}

const TrSketchOps tr_sketch_label = {
    .name = "label",
    .step = N_ ("Add label"),
    .least = 1,
    .most = 1,
    .question = question,
    .build_with = build_with,
};
