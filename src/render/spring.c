// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/row.h"
#include "render/overlay.h"

// Logical pixels.
#define WIDTH     1.5
#define AMPLITUDE 5
#define TOOTH     9 // at rest
// Straight at each end, of the whole.
#define LEAD        0.15
#define FEWEST      4
#define MOST_TEETH  24
#define USUAL_TEETH 8 // where there is no rest length

// False: it cannot be seen.
static bool
find_end (const TrOverlay *o, const TrEnd *end, Vec2 *p)
{
  if (end->kind != TR_END_POINT)
    return false;
  const TrConnector *c = &end->connector[0];
  if (c->kind != TR_AT_GROUND && o->m->bodies[c->body].hidden)
    return false;
  *p = aff_apply (o->to_pixels, tr_connector_point (o->m, c, o->s->q));
  return v2_is_finite (*p);
}

// As many as at rest: drawn apart they lean, pushed together they stand up.
static int
count_teeth (const TrOverlay *o, const TrForce *f)
{
  double rest = f->scalar[TR_FORCE_REST].value;
  double pixels = rest * hypot (o->to_pixels.m.xx, o->to_pixels.m.yx);
  return rest > 0 ? (int) CLAMP (round (pixels / TOOTH), FEWEST, MOST_TEETH) : USUAL_TEETH;
}

void
tr_overlay_spring (const TrOverlay *o, int force, TrColor color, cairo_t *cr)
{
  const TrForce *f = &o->m->forces[force];
  Vec2 a, b;

  if (f->kind != TR_FORCE_SPRING || f->disabled || !find_end (o, &f->end[0], &a) ||
      !find_end (o, &f->end[1], &b))
    return;
  int n = count_teeth (o, f);
  Vec2 side = v2_scale (v2_unit_or (v2_perp (v2_sub (b, a)), v2 (0, 1)), AMPLITUDE);

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to (cr, a.x, a.y);
  for (int i = 0; i <= n; i++) {
    double s = LEAD + (1 - 2 * LEAD) * i / n;
    double way = i == 0 || i == n ? 0 : i % 2 ? 1 : -1;
    Vec2 p = v2_mad (v2_lerp (a, b, s), way, side);
    cairo_line_to (cr, p.x, p.y);
  }
  cairo_line_to (cr, b.x, b.y);
  tr_color_set (cr, color, 1);
  cairo_set_line_width (cr, WIDTH);
  cairo_stroke (cr);
  cairo_restore (cr);
}
