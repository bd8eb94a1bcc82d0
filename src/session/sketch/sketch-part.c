// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

void
tr_shape_add (GArray *q, Vec2 p)
{
  g_array_append_val (q, p.x);
  g_array_append_val (q, p.y);
}

const char *
tr_sketch_quoted (TrParts *parts, const char *id)
{
  return tr_parts_string (parts, id);
}

const char *
tr_sketch_from_to (TrParts *parts, const char *from, const char *to)
{
  g_autofree char *text = g_strdup_printf ("{\"from\": %s, \"to\": %s}", from, to);
  return tr_parts_keep (parts, text);
}

void
tr_sketch_add_given (const TrSketchPoint *p, const char *line, TrParts *parts)
{
  if (p->given[0])
    tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"length\", \"a\": %s, \"value\": %s}",
                  tr_parts_id (parts, "length"), line, p->given[0]);
  if (p->given[1])
    tr_parts_add (parts,
                  "{\"id\": \"%s\", \"kind\": \"angle\", \"a\": \"x\", \"b\": %s, \"value\": %s}",
                  tr_parts_id (parts, "angle"), line, p->given[1]);
}

// Two slides that meet say nothing: curves cross anyway.
void
tr_sketch_pass (const TrSketchPoint *p, const char *id, double t, TrParts *parts)
{
  bool touches = p->snap.kind == TR_SNAP_TANGENT;

  if (p->snap.n == 1 && (touches || p->snap.at[0].kind != TR_AT_SLIDE))
    tr_snap_constraints (&p->snap, tr_parts_slide (parts, id, t), touches ? id : NULL, parts);
}
