// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/overlay.h"

#include "model/con-shape.h"
#include "model/row.h"
#include "render/clip.h"
#include "render/path.h"

// Logical pixels.
#define RING           5.5
#define RING_WIDTH     2
#define HANDLE         4
#define KEY            5
#define CHOSEN_KEY     7
#define PATH_PARTS     24 // of a span between two keys
#define HALO           9
#define GROUND_HALF    13
#define HATCH          7
#define SPECK          16
#define HALO_TOLERANCE 0.2

#define MOST_HANDLES 400

static void
disc (cairo_t *cr, Vec2 p, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, p.x, p.y, radius, 0, 2 * G_PI);
}

static bool
is_seen (const TrOverlay *o, Vec2 p)
{
  return p.x >= o->view.low.x && p.x <= o->view.high.x && p.y >= o->view.low.y &&
         p.y <= o->view.high.y;
}

// Half a line with strokes below it, under the ring.
static void
ground (const TrOverlay *o, Vec2 p, cairo_t *cr)
{
  tr_color_set (cr, o->theme->fixed, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_move_to (cr, p.x - GROUND_HALF, p.y + RING + 1);
  cairo_line_to (cr, p.x + GROUND_HALF, p.y + RING + 1);
  cairo_stroke (cr);
  tr_color_set (cr, o->theme->quiet, 1);
  cairo_set_line_width (cr, 1.25);
  for (int i = 0; i < 5; i++) {
    double x = p.x - GROUND_HALF + 3 + 5.5 * i;
    cairo_move_to (cr, x, p.y + RING + 2);
    cairo_line_to (cr, x - HATCH + 2, p.y + RING + 1 + HATCH);
  }
  cairo_stroke (cr);
}

static void
ring (const TrOverlay *o, Vec2 p, cairo_t *cr)
{
  disc (cr, p, RING);
  tr_color_set (cr, o->theme->paper, 1);
  cairo_fill_preserve (cr);
  tr_color_set (cr, o->theme->fixed, 1);
  cairo_set_line_width (cr, RING_WIDTH);
  cairo_stroke (cr);
}

// A body that takes up less than a few joints; points do not count.
static bool
is_speck (const TrOverlay *o, int body)
{
  const TrBody *b;
  Vec2 low, high;

  if (body < 0)
    return false;
  b = &o->m->bodies[body];
  if (b->kind == TR_BODY_POINT || !tr_body_box (b, tr_body_q (b, o->s->q), &low, &high))
    return false;
  return v2_dist (aff_apply (o->to_pixels, low), aff_apply (o->to_pixels, high)) < SPECK;
}

static bool
is_hidden (const TrOverlay *o, int body)
{
  return body >= 0 && o->m->bodies[body].hidden;
}

static bool
is_in (const guint8 *bits, int body)
{
  return bits && body >= 0 && (bits[body / 8] >> (body % 8) & 1);
}

static void
joint (const TrOverlay *o, const TrConstraint *c, const guint8 *moving, bool of_moving, cairo_t *cr)
{
  const TrConnector *a = &c->end[0].connector[0];
  const TrConnector *b = c->kind == TR_CON_ATTACH ? &c->end[1].connector[0] : a;
  Vec2 p;

  if ((is_in (moving, a->body) || is_in (moving, b->body)) != of_moving)
    return;
  if (is_speck (o, a->body) || is_speck (o, b->body) || is_hidden (o, a->body) ||
      is_hidden (o, b->body))
    return;
  p = tr_connector_point (o->m, a, o->s->q);
  if (!v2_is_finite (p) || !is_seen (o, p))
    return;
  p = aff_apply (o->to_pixels, p);
  if (c->kind == TR_CON_NAIL || a->kind == TR_AT_GROUND || b->kind == TR_AT_GROUND)
    ground (o, p, cr);
  ring (o, p, cr);
}

void
tr_overlay_joints (const TrOverlay *o, const guint8 *moving, bool of_moving, cairo_t *cr)
{
  for (int i = 0; i < o->m->n_constraints; i++) {
    const TrConstraint *c = &o->m->constraints[i];
    if (!c->disabled && !c->driven && (c->kind == TR_CON_ATTACH || c->kind == TR_CON_NAIL))
      joint (o, c, moving, of_moving, cr);
  }
}

void
tr_overlay_halo (const TrOverlay *o, int body, TrColor color, double alpha, cairo_t *cr)
{
  const TrBody *b = &o->m->bodies[body];
  double scale = sqrt (fabs (m2_det (o->to_pixels.m)));
  g_auto (TrOutline) outline = tr_outline_make (), seen = tr_outline_make ();
  TrBounds keep =
      tr_bounds_add (tr_bounds_add (tr_bounds_empty (), aff_apply (o->to_pixels, o->view.low)),
                     aff_apply (o->to_pixels, o->view.high));

  tr_path_outline (b, tr_body_q (b, o->s->q), HALO_TOLERANCE / scale, &outline);
  tr_outline_transform (&outline, o->to_pixels);
  if (tr_outline_is_empty (&outline) || !tr_outline_is_finite (&outline))
    return;
  tr_color_set (cr, color, alpha);
  cairo_set_line_width (cr, HALO);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  tr_clip_stroke (&outline, keep, keep, 0, &seen);
  tr_outline_to_cairo (&seen, cr);
  cairo_stroke (cr);
}

void
tr_overlay_handles (const TrOverlay *o, int body, cairo_t *cr)
{
  int n = tr_body_n_points (&o->m->bodies[body]);

  if (n > MOST_HANDLES)
    return;
  for (int i = 0; i < n; i++) {
    TrConnector c = {.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1};
    Vec2 p = tr_connector_point (o->m, &c, o->s->q);
    if (!v2_is_finite (p) || !is_seen (o, p))
      continue;
    disc (cr, aff_apply (o->to_pixels, p), HANDLE);
    tr_color_set (cr, o->theme->paper, 1);
    cairo_fill_preserve (cr);
    tr_color_set (cr, o->theme->accent, 1);
    cairo_set_line_width (cr, 1.5);
    cairo_stroke (cr);
  }
}

void
tr_overlay_grip (const TrOverlay *o, Vec2 place, bool is_held, cairo_t *cr)
{
  double radius = is_held ? RING + 0.5 : HANDLE + 1;

  disc (cr, aff_apply (o->to_pixels, place), radius + 2);
  tr_color_set (cr, o->theme->paper, 1);
  cairo_fill (cr);
  disc (cr, aff_apply (o->to_pixels, place), radius);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_fill (cr);
}

void
tr_overlay_box (const TrOverlay *o, Vec2 start, Vec2 end, bool is_dashed, cairo_t *cr)
{
  static const double dashes[2] = {5, 3};
  Vec2 size = v2_sub (end, start);

  cairo_save (cr);
  cairo_rectangle (cr, floor (start.x) + 0.5, floor (start.y) + 0.5, round (size.x),
                   round (size.y));
  tr_color_set (cr, o->theme->accent, 0.12);
  cairo_fill_preserve (cr);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_set_line_width (cr, 1);
  if (is_dashed)
    cairo_set_dash (cr, dashes, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
tr_overlay_band (const TrOverlay *o, Vec2 place, Vec2 pointer, cairo_t *cr)
{
  static const double dots[2] = {3, 3};
  Vec2 a = aff_apply (o->to_pixels, place), b = aff_apply (o->to_pixels, pointer);

  // On a seam of paper, to be seen over the drawing as well.
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  tr_color_set (cr, o->theme->paper, 0.8);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dots, 2, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
end_halo (const TrOverlay *o, const TrEnd *end, TrColor color, double alpha, cairo_t *cr)
{
  int n = end->kind == TR_END_POINT ? 1 : end->kind == TR_END_FROMTO ? 2 : 0;

  if (end->kind == TR_END_BODY && end->body >= 0)
    tr_overlay_halo (o, end->body, color, 0.6 * alpha, cr);
  for (int i = 0; i < n; i++) {
    Vec2 p = tr_connector_point (o->m, &end->connector[i], o->s->q);
    if (!v2_is_finite (p) || !is_seen (o, p))
      continue;
    disc (cr, aff_apply (o->to_pixels, p), RING + 5);
    tr_color_set (cr, color, alpha);
    cairo_set_line_width (cr, 3);
    cairo_stroke (cr);
  }
}

static void
add_path (const TrOverlay *o, const TrConstraint *c, TrOutline *out)
{
  tr_outline_move (out, aff_apply (o->to_pixels, c->keys[0].at));
  for (int i = 0; i + 1 < c->n_keys; i++) {
    double from = c->keys[i].time, span = c->keys[i + 1].time - from;
    for (int k = 1; k < PATH_PARTS; k++)
      tr_outline_line (out,
                       aff_apply (o->to_pixels, tr_path_place (c, from + span * k / PATH_PARTS)));
    tr_outline_line (out, aff_apply (o->to_pixels, c->keys[i + 1].at));
  }
}

void
tr_overlay_key (const TrOverlay *o, Vec2 at, bool is_chosen, cairo_t *cr)
{
  Vec2 p = aff_apply (o->to_pixels, at);
  double r = is_chosen ? CHOSEN_KEY : KEY;

  if (!is_seen (o, at))
    return;
  for (int i = 0; i < 4; i++) {
    Vec2 corner = v2_add (p, v2_polar (r, i * G_PI_2));
    cairo_line_to (cr, corner.x, corner.y);
  }
  cairo_close_path (cr);
  tr_color_set (cr, is_chosen ? o->theme->accent : o->theme->paper, 1);
  cairo_fill_preserve (cr);
  tr_color_set (cr, is_chosen ? o->theme->paper : o->theme->accent, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

void
tr_overlay_path (
    const TrOverlay *o, const TrConstraint *path, TrColor color, double alpha, cairo_t *cr)
{
  g_auto (TrOutline) outline = tr_outline_make ();
  g_auto (TrOutline) seen = tr_outline_make ();
  TrBounds keep =
      tr_bounds_add (tr_bounds_add (tr_bounds_empty (), aff_apply (o->to_pixels, o->view.low)),
                     aff_apply (o->to_pixels, o->view.high));

  add_path (o, path, &outline);
  tr_clip_stroke (&outline, keep, keep, 0, &seen);
  tr_outline_to_cairo (&seen, cr);
  tr_color_set (cr, color, alpha);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  for (int i = 0; i < path->n_keys; i++)
    tr_overlay_key (o, path->keys[i].at, false, cr);
}

void
tr_overlay_constraint (const TrOverlay *o, int constraint, TrColor color, double alpha, cairo_t *cr)
{
  const TrConstraint *c = &o->m->constraints[constraint];

  for (int i = 0; i < 3; i++)
    end_halo (o, &c->end[i], color, alpha, cr);
  if (c->kind == TR_CON_PATH)
    tr_overlay_path (o, c, color, alpha, cr);
}
