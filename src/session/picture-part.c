// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/picture-part.h"

// v is u turned by a right angle:  v.x + u.y = 0,  v.y − u.x = 0
static void
keep_shape (TrParts *parts, const char *id)
{
  g_autofree char *upright = g_strdup_printf ("%s.vx + %s.uy", id, id);
  g_autofree char *even = g_strdup_printf ("%s.vy - %s.ux", id, id);
  const char *const equations[] = {upright, even};

  for (guint i = 0; i < G_N_ELEMENTS (equations); i++)
    tr_parts_add (parts,
                  "{\"id\": \"%s\", \"kind\": \"equation\", \"name\": \"%s keeps its shape\", "
                  "\"expr\": \"%s\", \"op\": \"=\"}",
                  tr_parts_id (parts, "shape"), id, equations[i]);
}

const char *
tr_picture_add (TrParts *parts, const char *uri, Vec2 middle, Vec2 size)
{
  const char *id = tr_parts_id (parts, "picture");
  const char *low = tr_parts_number (parts, -0.5 * size.x);

  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"sheet\", \"origin\": %s, \"u\": [1, 0], \"v\": [0, "
                "1], \"size\": %s, \"drawing\": [{\"image\": \"%s\", \"rect\": [%s, %s, %s, %s]}]}",
                id, tr_parts_place (parts, middle), tr_parts_place (parts, size), uri, low,
                tr_parts_number (parts, -0.5 * size.y), tr_parts_number (parts, size.x),
                tr_parts_number (parts, size.y));
  keep_shape (parts, id);
  return id;
}
