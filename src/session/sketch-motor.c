// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drive of what turns: a rigid, or a segment by its angle.

#include "math/number.h"
#include "session/sketch-private.h"

#include <glib/gi18n-lib.h>

static bool
turns (const TrBody *b)
{
  return b->kind == TR_BODY_RIGID || b->kind == TR_BODY_SEGMENT;
}

static const char *
member (const TrBody *b)
{
  return b->kind == TR_BODY_RIGID ? "rotation" : "angle";
}

// A quarter turn a second, from where it is now.
static char *
question (const TrModel *m, const TrState *s, const TrSketchPoint *p)
{
  const TrBody *b = &m->bodies[p->snap.at[0].body];
  int angle = tr_body_find_member (b, member (b));
  double now = tr_body_member (b, tr_body_q (b, s->q), angle, NULL, NULL);
  char start[TR_NUMBER_SIZE];

  tr_number_format (now - 0.5 * G_PI * s->time, start);
  return g_strdup_printf ("%s + 90deg*time", start);
}

static bool
build_with (const TrSketchPoint *p, const char *text, TrParts *parts)
{
  const TrBody *b = &tr_parts_model (parts)->bodies[p->snap.at[0].body];

  if (!*text)
    return false;
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"drive\", \"what\": \"%s.%s\", \"value\": %s}",
                tr_parts_id (parts, "drive"), b->id, member (b), tr_parts_string (parts, text));
  return true;
}

const TrSketchOps tr_sketch_motor = {
    .name = "motor",
    .step = N_ ("Add motor"),
    .least = 1,
    .most = 1,
    .needs_body = true,
    .accepts = turns,
    .question = question,
    .build_with = build_with,
};
