// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/path.h"

#include "render/fit.h"
#include "render/svg-path.h"

static Vec2
point_at (const double *q, int i)
{
  return v2 (q[2 * i], q[2 * i + 1]);
}

static void
add_segment (const double *q, TrOutline *out)
{
  tr_outline_move (out, point_at (q, 0));
  tr_outline_line (out, point_at (q, 1));
}

static void
add_polyline (const TrBody *b, const double *q, TrOutline *out)
{
  tr_outline_move (out, point_at (q, 0));
  for (int i = 1; i < b->n / 2; i++)
    tr_outline_line (out, point_at (q, i));
  if (b->closed)
    tr_outline_close (out);
}

static void
add_bezier (const TrBody *b, const double *q, TrOutline *out)
{
  int n = b->n / 2, n_spans = b->closed ? n / 3 : (n - 1) / 3;

  tr_outline_move (out, point_at (q, 0));
  for (int i = 0; i < n_spans; i++)
    tr_outline_curve (out, point_at (q, 3 * i + 1), point_at (q, 3 * i + 2),
                      point_at (q, (3 * i + 3) % n));
  if (b->closed)
    tr_outline_close (out);
}

// A span of the uniform cubic B-spline over d₀ d₁ d₂ d₃ is the Bézier cubic
//   (d₀ + 4d₁ + d₂)/6, (2d₁ + d₂)/3, (d₁ + 2d₂)/3, (d₁ + 4d₂ + d₃)/6.
static Vec2
knot (Vec2 a, Vec2 b, Vec2 c)
{
  return v2_scale (v2_add (v2_add (a, v2_scale (b, 4)), c), 1.0 / 6.0);
}

static void
add_spline (const TrBody *b, const double *q, TrOutline *out)
{
  int n = b->n / 2, n_spans = b->closed ? n : n - 3;

  tr_outline_move (out, knot (point_at (q, 0), point_at (q, 1 % n), point_at (q, 2 % n)));
  for (int i = 0; i < n_spans; i++) {
    Vec2 d1 = point_at (q, (i + 1) % n), d2 = point_at (q, (i + 2) % n);
    tr_outline_curve (out, v2_lerp (d1, d2, 1.0 / 3.0), v2_lerp (d1, d2, 2.0 / 3.0),
                      knot (d1, d2, point_at (q, (i + 3) % n)));
  }
  if (b->closed)
    tr_outline_close (out);
}

static void
add_round (Vec2 center, double u, double v, double rotation, TrOutline *out)
{
  Affine f = {m2_mul (m2_rotation (rotation), (Mat2){u, 0, 0, v}), center};

  tr_outline_arc (out, f, 0, 2 * G_PI, true);
  // The last point is the first, bit for bit.
  g_array_index (out->points, Vec2, out->points->len - 1) = aff_apply (f, v2 (1, 0));
  tr_outline_close (out);
}

static void
add_arc (const double *q, TrOutline *out)
{
  Affine f = {{q[2], 0, 0, q[2]}, v2 (q[0], q[1])};
  double sweep = q[4] - q[3];

  // Counted angles: beyond a few turns there is nothing new to draw.
  if (fabs (sweep) > 4 * G_PI)
    sweep = copysign (2 * G_PI + fmod (fabs (sweep), 2 * G_PI), sweep);
  tr_outline_arc (out, f, q[3], q[3] + sweep, true);
}

Affine
tr_path_frame (const TrBody *b, const double *q)
{
  g_assert (tr_body_get_ops (b)->has_local);
  if (b->kind == TR_BODY_RIGID)
    return (Affine){m2_rotation (q[2]), v2 (q[0], q[1])};
  return (Affine){{q[2], q[4], q[3], q[5]}, v2 (q[0], q[1])};
}

static void
add_bar (const TrBody *b, TrOutline *out)
{
  tr_outline_move (out, v2 (-b->rigid.length / 2, 0));
  tr_outline_line (out, v2 (b->rigid.length / 2, 0));
}

static void
add_sheet (const TrBody *b, TrOutline *out)
{
  Vec2 h = v2_scale (b->sheet.size, 0.5);

  tr_outline_move (out, v2 (-h.x, -h.y));
  tr_outline_line (out, v2 (h.x, -h.y));
  tr_outline_line (out, v2 (h.x, h.y));
  tr_outline_line (out, v2 (-h.x, h.y));
  tr_outline_close (out);
}

static void
add_local (const TrBody *b, const double *q, TrOutline *out)
{
  g_auto (TrOutline) local = tr_outline_make ();

  for (int i = 0; i < b->n_drawing; i++)
    if (b->drawing[i].kind == TR_MARK_PATH)
      tr_svg_path_parse (b->drawing[i].text, &local, NULL);
  if (b->n_drawing == 0) {
    if (b->kind == TR_BODY_RIGID)
      add_bar (b, &local);
    else
      add_sheet (b, &local);
  }
  tr_outline_transform (&local, tr_path_frame (b, q));
  tr_outline_append (out, &local);
}

static void
add_dot (const double *q, TrOutline *out)
{
  tr_outline_move (out, point_at (q, 0));
  tr_outline_line (out, point_at (q, 0));
}

static bool
state_is_finite (const TrBody *b, const double *q)
{
  for (int i = 0; i < b->n; i++)
    if (!isfinite (q[i]))
      return false;
  return true;
}

bool
tr_path_outline (const TrBody *b, const double *q, double tolerance, TrOutline *out)
{
  if (!state_is_finite (b, q))
    return false;
  switch (b->kind) {
  case TR_BODY_POINT:
    add_dot (q, out);
    break;
  case TR_BODY_SEGMENT:
    add_segment (q, out);
    break;
  case TR_BODY_POLYLINE:
    add_polyline (b, q, out);
    break;
  case TR_BODY_BEZIER:
    add_bezier (b, q, out);
    break;
  case TR_BODY_SPLINE:
    add_spline (b, q, out);
    break;
  case TR_BODY_CIRCLE:
    add_round (point_at (q, 0), q[2], q[2], 0, out);
    break;
  case TR_BODY_ARC:
    add_arc (q, out);
    break;
  case TR_BODY_ELLIPSE:
    add_round (point_at (q, 0), q[2], q[3], q[4], out);
    break;
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
    add_local (b, q, out);
    break;
  case TR_BODY_FORMULA:
    return tr_fit_curve (b, q, tolerance, out);
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return true;
}

void
tr_path_body (cairo_t *cr, const TrModel *m, const TrBody *b, const double *q)
{
  g_auto (TrOutline) outline = tr_outline_make ();
  double dx = cairo_get_tolerance (cr), dy = 0;

  cairo_device_to_user_distance (cr, &dx, &dy);
  tr_path_outline (b, tr_body_q (b, q), hypot (dx, dy), &outline);
  if (tr_outline_is_finite (&outline))
    tr_outline_to_cairo (&outline, cr);
}
