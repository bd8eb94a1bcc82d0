// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/paint.h"

#include "render/clip.h"
#include "render/picture.h"
#include "render/text.h"

#define TAG_BASE    1000
#define MOST_DASHES 1e5

// Device units that Cairo's 24.8 fixed point holds, with room for a stroke; on screens less, as
// there is nothing to win by rasterising (and dashing) what nobody sees.
#define REACH_PAPER  8.3e6
#define REACH_SCREEN 3e4

// From this size in pixels on, letters are filled as paths: no glyph cache holds them.
#define GLYPH_PIXELS 200

typedef struct {
  cairo_t *cr;
  const TrPaintOptions *options;
  TrBounds view, hold; // mm
  double scale;        // device units per mm
} Painter;

double
tr_tag_make (TrTag tag)
{
  return TAG_BASE + 6.0 * tag.element + 2 * (int) tag.join + (tag.ghost ? 1 : 0);
}

bool
tr_tag_read (double limit, TrTag *tag)
{
  int code = (int) lround (limit) - TAG_BASE;

  if (code < 0)
    return false;
  *tag = (TrTag){code / 6, (cairo_line_join_t) (code / 2 % 3), code % 2 == 1};
  return true;
}

bool
tr_dashes_are_too_many (const TrOutline *stroked, const TrPen *pen)
{
  double period = tr_pen_dash_period (pen);
  TrBounds b = tr_outline_hull (stroked);

  if (!(period > 0) || tr_bounds_is_empty (b))
    return false;
  return (b.high.x - b.low.x) + (b.high.y - b.low.y) > MOST_DASHES * period;
}

static double
reach (cairo_t *cr)
{
  switch ((int) cairo_surface_get_type (cairo_get_group_target (cr))) {
  case CAIRO_SURFACE_TYPE_SVG:
  case CAIRO_SURFACE_TYPE_PDF:
  case CAIRO_SURFACE_TYPE_PS:
    return REACH_PAPER;
  default:
    return REACH_SCREEN;
  }
}

// hold: the square around the device's origin that stays in reach under any rotation.
static Painter
painter_make (cairo_t *cr, const TrPaintOptions *options)
{
  Painter p = {.cr = cr, .options = options};
  Vec2 o = {0, 0};
  cairo_matrix_t ctm;
  double half;

  cairo_get_matrix (cr, &ctm);
  cairo_device_to_user (cr, &o.x, &o.y);
  half = reach (cr) / fmax (fabs (ctm.xx) + fabs (ctm.xy), fabs (ctm.yx) + fabs (ctm.yy));
  p.hold = (TrBounds){v2 (o.x - half, o.y - half), v2 (o.x + half, o.y + half)};
  p.scale = hypot (ctm.xx, ctm.yx);
  cairo_clip_extents (cr, &p.view.low.x, &p.view.low.y, &p.view.high.x, &p.view.high.y);
  return p;
}

static TrBounds
grow (TrBounds b, double by)
{
  return (TrBounds){v2 (b.low.x - by, b.low.y - by), v2 (b.high.x + by, b.high.y + by)};
}

static bool
is_held (const Painter *p, const TrInk *ink)
{
  TrBounds b = grow (tr_outline_hull (ink->outline), TR_STYLE_MITRE_LIMIT * ink->pen.width);

  return b.low.x >= p->hold.low.x && b.high.x <= p->hold.high.x && b.low.y >= p->hold.low.y &&
         b.high.y <= p->hold.high.y;
}

static void
set_pen (const Painter *p, const TrInk *ink, const TrOutline *stroked)
{
  bool ghost = !tr_pen_has_stroke (&ink->pen);
  bool solid = ghost || tr_dashes_are_too_many (stroked, &ink->pen);

  cairo_set_line_width (p->cr, ghost ? 1 / p->scale : ink->pen.width);
  cairo_set_line_cap (p->cr, ink->pen.cap);
  cairo_set_line_join (p->cr, p->options->tagged ? CAIRO_LINE_JOIN_BEVEL : ink->pen.join);
  cairo_set_dash (p->cr, ink->pen.dash, solid ? 0 : ink->pen.n_dash, 0);
  cairo_set_miter_limit (p->cr, p->options->tagged
                                    ? tr_tag_make ((TrTag){ink->element, ink->pen.join, ghost})
                                    : TR_STYLE_MITRE_LIMIT);
  if (ghost)
    cairo_set_source_rgba (p->cr, 0, 0, 0, 1.0 / 64); // Cairo drops a stroke that is clear
  else
    tr_color_set (p->cr, ink->pen.stroke, 1);
}

// Fill and stroke of one path, back to back, so that vector surfaces merge them.
static void
paint_held (const Painter *p, const TrInk *ink, const TrOutline *fill, const TrOutline *stroke)
{
  bool has_fill = tr_pen_has_fill (&ink->pen);

  if (has_fill) {
    tr_outline_to_cairo (fill, p->cr);
    tr_color_set (p->cr, ink->pen.fill, 1);
    cairo_fill_preserve (p->cr);
  }
  if (!has_fill || fill != stroke) {
    cairo_new_path (p->cr);
    tr_outline_to_cairo (stroke, p->cr);
  }
  if (tr_pen_has_stroke (&ink->pen) || (has_fill && p->options->tagged)) {
    set_pen (p, ink, stroke);
    cairo_stroke (p->cr);
  }
  cairo_new_path (p->cr);
}

// A stroke is cut well outside the view, so that no cap or corner of the cut is seen; dashes may
// begin up to a period before it.
static void
paint_clipped (const Painter *p, const TrInk *ink)
{
  g_auto (TrOutline) fill = tr_outline_make ();
  g_auto (TrOutline) stroke = tr_outline_make ();
  double pad = TR_STYLE_MITRE_LIMIT * ink->pen.width + 2 / p->scale;
  double period = tr_pen_dash_period (&ink->pen);
  TrBounds keep = grow (p->view, pad);

  if (period * p->scale > REACH_SCREEN)
    period = 0;
  tr_clip_fill (ink->outline, keep, 0.1 / p->scale, &fill);
  tr_clip_stroke (ink->outline, keep, tr_bounds_union (keep, p->hold), period, &stroke);
  paint_held (p, ink, &fill, &stroke);
}

static void
paint_path (const Painter *p, const TrInk *ink)
{
  if (is_held (p, ink))
    paint_held (p, ink, ink->outline, ink->outline);
  else
    paint_clipped (p, ink);
}

static void
paint_text (const Painter *p, const TrInk *ink)
{
  double pixels = sqrt (fabs (m2_det (ink->frame.m))) * p->scale;

  if (p->options->outline_text || pixels > GLYPH_PIXELS || !is_held (p, ink)) {
    paint_path (p, ink);
    return;
  }
  tr_color_set (p->cr, ink->pen.fill, 1);
  tr_text_show (p->cr, ink->text, ink->frame);
}

static void
paint_picture (const Painter *p, const TrInk *ink)
{
  GHashTable *cache = p->options->pictures;
  cairo_surface_t *picture =
      cache ? tr_picture_cache_get (cache, ink->text) : tr_picture_load (ink->text, NULL);
  cairo_matrix_t frame = {ink->frame.m.xx, ink->frame.m.yx, ink->frame.m.xy,
                          ink->frame.m.yy, ink->frame.t.x,  ink->frame.t.y};

  double w, h;

  if (!picture)
    return;
  if (p->options->tagged) {
    TrInk border = *ink;
    border.pen.fill = border.pen.stroke = (TrColor){.is_none = true};
    tr_outline_to_cairo (ink->outline, p->cr);
    set_pen (p, &border, ink->outline);
    cairo_stroke (p->cr);
  }
  cairo_save (p->cr);
  cairo_transform (p->cr, &frame);
  cairo_translate (p->cr, 0, 1);
  w = cairo_image_surface_get_width (picture);
  h = cairo_image_surface_get_height (picture);
  cairo_scale (p->cr, 1 / w, -1 / h);
  cairo_set_source_surface (p->cr, picture, 0, 0);
  if (reach (p->cr) < REACH_PAPER) {
    // Pixels fade into nothing at the border unless they go on beyond it.
    cairo_rectangle (p->cr, 0, 0, w, h);
    cairo_pattern_set_extend (cairo_get_source (p->cr), CAIRO_EXTEND_PAD);
    cairo_fill (p->cr);
  } else {
    cairo_paint (p->cr);
  }
  cairo_restore (p->cr);
  if (!cache)
    cairo_surface_destroy (picture);
}

static void
paint_ink (const TrInk *ink, gpointer data)
{
  const Painter *p = data;

  switch (ink->kind) {
  case TR_INK_PATH:
    paint_path (p, ink);
    break;
  case TR_INK_TEXT:
    paint_text (p, ink);
    break;
  case TR_INK_PICTURE:
    paint_picture (p, ink);
    break;
  }
}

void
tr_paint_model (const TrModel *m, const TrState *state, const TrPaintOptions *options, cairo_t *cr)
{
  Painter p = painter_make (cr, options);

  cairo_save (cr);
  cairo_new_path (cr);
  tr_ink_each (m, state, options, paint_ink, &p);
  cairo_restore (cr);
}

void
tr_paint_body (
    const TrModel *m, const TrState *state, int body, const TrPaintOptions *options, cairo_t *cr)
{
  Painter p = painter_make (cr, options);

  cairo_save (cr);
  cairo_new_path (cr);
  tr_ink_body (m, state, body, options, paint_ink, &p);
  cairo_restore (cr);
}
