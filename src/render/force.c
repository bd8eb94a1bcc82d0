// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/force.h"

// Logical pixels: of nothing, and what the largest adds.
#define BAR_WIDTH   3
#define BAR_MORE    6
#define ARROW       16
#define ARROW_MORE  52
#define ARROW_START 7 // outside the ring of a joint
#define HEAD        7
#define HEAD_GAP    9 // half of what lies between the two heads of a bar
#define SEAM        3
#define BAR_ALPHA   0.55

// A barb with its tip at p.
static void
trace_head (Vec2 p, Vec2 u, double size, cairo_t *cr)
{
  Vec2 back = v2_mad (p, -size, u), side = v2_scale (v2_perp (u), 0.7 * size);

  cairo_move_to (cr, back.x + side.x, back.y + side.y);
  cairo_line_to (cr, p.x, p.y);
  cairo_line_to (cr, back.x - side.x, back.y - side.y);
}

// On a seam of paper, to be seen over the drawing as well.
static void
stroke (const TrOverlay *o, TrColor color, double width, cairo_t *cr)
{
  tr_color_set (cr, o->theme->paper, 0.9);
  cairo_set_line_width (cr, width + SEAM);
  cairo_stroke_preserve (cr);
  tr_color_set (cr, color, 1);
  cairo_set_line_width (cr, width);
  cairo_stroke (cr);
}

static void
paint_bar (const TrOverlay *o, const TrForceLook *f, bool is_hovered, cairo_t *cr)
{
  Vec2 a = aff_apply (o->to_pixels, f->at), b = aff_apply (o->to_pixels, f->to),
       mid = v2_mid (a, b);
  double length = v2_dist (a, b), head = HEAD + 3 * f->part;

  if (!(length > 0))
    return;
  Vec2 u = v2_scale (v2_sub (b, a), 1 / length);
  tr_color_set (cr, f->color, is_hovered ? 1 : BAR_ALPHA);
  cairo_set_line_width (cr, BAR_WIDTH + BAR_MORE * f->part);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_stroke (cr);
  // Apart: the tips lie outside. Together: inside.
  if (length < 4 * head)
    return;
  double tip = f->is_tension ? HEAD_GAP + head : HEAD_GAP;
  Vec2 out = f->is_tension ? u : v2_scale (u, -1);
  trace_head (v2_mad (mid, tip, u), out, head, cr);
  trace_head (v2_mad (mid, -tip, u), v2_scale (out, -1), head, cr);
  stroke (o, f->color, 2.5, cr);
}

static void
arrow_ends (const TrOverlay *o, const TrForceLook *f, Vec2 *from, Vec2 *to)
{
  Vec2 at = aff_apply (o->to_pixels, f->at), u = v2 (f->direction.x, -f->direction.y);

  *from = v2_mad (at, ARROW_START, u);
  *to = v2_mad (*from, ARROW + ARROW_MORE * f->part, u);
}

static void
paint_arrow (const TrOverlay *o, const TrForceLook *f, bool is_hovered, cairo_t *cr)
{
  Vec2 from, to;

  arrow_ends (o, f, &from, &to);
  cairo_move_to (cr, from.x, from.y);
  cairo_line_to (cr, to.x, to.y);
  trace_head (to, v2 (f->direction.x, -f->direction.y), HEAD, cr);
  stroke (o, f->color, is_hovered ? 3 : 2, cr);
}

void
tr_force_paint (const TrOverlay *o, const TrForceLook *f, bool is_hovered, cairo_t *cr)
{
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (f->is_bar)
    paint_bar (o, f, is_hovered, cr);
  else
    paint_arrow (o, f, is_hovered, cr);
  cairo_restore (cr);
}

// From a segment: the foot of the perpendicular is kept between its ends.
double
tr_force_distance (const TrOverlay *o, const TrForceLook *f, Vec2 p)
{
  Vec2 a = aff_apply (o->to_pixels, f->at), b = aff_apply (o->to_pixels, f->to);

  if (!f->is_bar)
    arrow_ends (o, f, &a, &b);
  Vec2 along = v2_sub (b, a);
  double square = v2_dot (along, along);
  double t = square > 0 ? v2_dot (v2_sub (p, a), along) / square : 0;
  return v2_dist (p, v2_mad (a, fmin (fmax (t, 0), 1), along));
}
