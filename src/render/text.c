// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/text.h"

#include <pango/pangocairo.h>

// Pixels of an em in the layout: outlines keep 1/64 of a pixel.
#define EM 1000

// Unhinted, so that a text has the same shape and width at every zoom and on paper.
static PangoLayout *
layout_new (const char *text)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  cairo_font_options_t *options = cairo_font_options_create ();
  PangoFontDescription *font = pango_font_description_from_string ("Sans");
  PangoLayout *layout;

  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (context, options);
  cairo_font_options_destroy (options);
  pango_context_set_round_glyph_positions (context, FALSE);
  layout = pango_layout_new (context);
  g_object_unref (context);
  pango_font_description_set_absolute_size (font, (double) EM * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

// From layout coordinates (y down from the top) to ems from the baseline.
static Affine
layout_frame (PangoLayout *layout)
{
  double baseline = (double) pango_layout_get_baseline (layout) / PANGO_SCALE;

  return (Affine){{1.0 / EM, 0, 0, -1.0 / EM}, v2 (0, baseline / EM)};
}

static void
append_cairo_path (const cairo_path_t *path, TrOutline *out)
{
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t *d = &path->data[i];
    bool last = i + d->header.length >= path->num_data;
    switch (d->header.type) {
    case CAIRO_PATH_MOVE_TO:
      // Each glyph leaves the pen where it closed; nothing is drawn from there.
      if (!last && path->data[i + d->header.length].header.type != CAIRO_PATH_MOVE_TO)
        tr_outline_move (out, v2 (d[1].point.x, d[1].point.y));
      break;
    case CAIRO_PATH_LINE_TO:
      tr_outline_line (out, v2 (d[1].point.x, d[1].point.y));
      break;
    case CAIRO_PATH_CURVE_TO:
      tr_outline_curve (out, v2 (d[1].point.x, d[1].point.y), v2 (d[2].point.x, d[2].point.y),
                        v2 (d[3].point.x, d[3].point.y));
      break;
    case CAIRO_PATH_CLOSE_PATH:
      tr_outline_close (out);
      break;
    }
  }
}

void
tr_text_outline (const char *text, TrOutline *out)
{
  PangoLayout *layout = layout_new (text);
  // without bounds: Cairo leaves out glyphs that lie ten ems beyond those of a surface
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);
  g_auto (TrOutline) letters = tr_outline_make ();
  cairo_path_t *path;

  pango_cairo_layout_path (cr, layout);
  path = cairo_copy_path (cr);
  append_cairo_path (path, &letters);
  tr_outline_transform (&letters, layout_frame (layout));
  tr_outline_append (out, &letters);
  cairo_path_destroy (path);
  g_object_unref (layout);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

double
tr_text_width (const char *text)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  tr_text_outline (text, &outline);
  TrBounds box = tr_outline_hull (&outline);
  return tr_bounds_is_empty (box) ? 0 : box.high.x - box.low.x;
}

void
tr_text_show (cairo_t *cr, const char *text, Affine frame)
{
  PangoLayout *layout = layout_new (text);
  Affine f = aff_mul (frame, layout_frame (layout));
  cairo_matrix_t matrix = {f.m.xx, f.m.yx, f.m.xy, f.m.yy, f.t.x, f.t.y};

  cairo_save (cr);
  cairo_transform (cr, &matrix);
  cairo_move_to (cr, 0, 0);
  pango_cairo_show_layout (cr, layout);
  cairo_restore (cr);
  g_object_unref (layout);
}
