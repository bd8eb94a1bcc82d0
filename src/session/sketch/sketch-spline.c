// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A B-spline through the clicks: knot i is at (dᵢ + 4dᵢ₊₁ + dᵢ₊₂)/6. Open ends have no curvature:
// d₀ − 2d₁ + d₂ = 0, so that the end point is d₁ itself.

#include "session/sketch/sketch-private.h"

#include <glib/gi18n-lib.h>

#include <string.h>

// Gauss–Seidel takes half of the error and more away in each sweep.
#define MOST_SWEEPS 100

// Solves d[k − 1] + 4 d[k] + d[k + 1] = 6 x[k] for k from first to last, cyclic over n where
// first is 0 and last n − 1.
static void
relax (const Vec2 *x, int n, int first, int last, Vec2 *d)
{
  bool moves = true;

  for (int sweep = 0; sweep < MOST_SWEEPS && moves; sweep++) {
    moves = false;
    for (int k = first; k <= last; k++) {
      Vec2 sides = v2_add (d[(k + n - 1) % n], d[(k + 1) % n]);
      Vec2 next = v2_scale (v2_sub (v2_scale (x[k], 6), sides), 0.25);
      moves |= v2_dist (next, d[k]) > 0;
      d[k] = next;
    }
  }
}

// Open: n + 2 control points; closed: n, of which the second is the one at the first click.
static bool
shape (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q)
{
  g_autofree Vec2 *x = g_new (Vec2, n), *d = g_new (Vec2, n);

  b->kind = TR_BODY_SPLINE;
  if (n < 2)
    return false;
  for (int i = 0; i < n; i++)
    x[i] = d[i] = p[i].place;
  if (closed) {
    relax (x, n, 0, n - 1, d);
    tr_shape_add (q, d[n - 1]);
    for (int i = 0; i < n - 1; i++)
      tr_shape_add (q, d[i]);
    return true;
  }
  relax (x, n, 1, n - 2, d);
  tr_shape_add (q, v2_sub (v2_scale (d[0], 2), d[1]));
  for (int i = 0; i < n; i++)
    tr_shape_add (q, d[i]);
  tr_shape_add (q, v2_sub (v2_scale (d[n - 1], 2), d[n - 2]));
  return true;
}

static bool
build (const TrSketchPoint *p, int n, bool closed, TrParts *parts)
{
  g_autoptr (GArray) q = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GString) points = g_string_new (NULL);
  const char *id;
  TrBody b;

  if (!shape (p, n, closed, &b, q) || (int) q->len / 2 < tr_body_least_points (b.kind, closed))
    return false;
  id = tr_parts_id (parts, "n");
  for (guint i = 0; i < q->len; i += 2)
    g_string_append_printf (points, "%s%s", i > 0 ? ", " : "",
                            tr_parts_place (parts, v2 (g_array_index (q, double, i),
                                                       g_array_index (q, double, i + 1))));
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"spline\", \"points\": [%s]%s}", id,
                points->str, closed ? ", \"closed\": true" : "");
  for (int i = 0; i < n; i++)
    tr_snap_constraints (&p[i].snap, tr_parts_material (parts, id, i), NULL, parts);
  return true;
}

const TrSketchOps tr_sketch_spline = {
    .name = "spline",
    .step = N_ ("Draw spline"),
    .least = 2,
    .can_close = true,
    .shape = shape,
    .build = build,
};
