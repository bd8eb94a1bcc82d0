// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What of the drawing is shown, and how large.

#include "app/canvas-private.h"

#include "render/extent.h"

#define FIT_MARGIN 48

void
tr_canvas_set_view (TrCanvas *c, TrViewport view)
{
  c->view = view;
  c->has_view = true;
  c->is_start = false;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_canvas_tell (c);
}

double
tr_canvas_get_magnification (TrCanvas *c)
{
  double mm = c->session ? tr_units_mm (tr_session_get_model (c->session)->units) : 1;
  return c->view.zoom / (mm * TR_PIXELS_PER_MM);
}

static double
true_size_zoom (TrCanvas *c)
{
  return tr_units_mm (tr_session_get_model (c->session)->units) * TR_PIXELS_PER_MM;
}

void
tr_canvas_fit (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  double true_size = true_size_zoom (c), mm = options.mm_per_unit;

  if (!tr_canvas_is_allocated (c))
    return;
  options.with_construction = true;
  options.tolerance = 0.1;
  TrBounds ink = tr_extent_model (m, tr_session_get_state (c->session), &options);
  if (tr_bounds_is_empty (ink))
    tr_canvas_set_view (c, tr_viewport_centered (v2 (0, 0), true_size, c->size));
  else
    tr_canvas_set_view (c, tr_viewport_fit (v2_scale (ink.low, 1 / mm), v2_scale (ink.high, 1 / mm),
                                            c->size, FIT_MARGIN, 100 * true_size));
}

void
tr_canvas_show_start (TrCanvas *c)
{
  const TrView *v = &tr_session_get_model (c->session)->view;

  c->has_view = false;
  if (!tr_canvas_is_allocated (c))
    return;
  if (v->zoom > 0)
    tr_canvas_set_view (c, tr_viewport_centered (v->center, v->zoom, c->size));
  else
    tr_canvas_fit (c);
  c->is_start = true;
}

static Vec2
zoom_center (TrCanvas *c)
{
  return c->is_over ? c->pointer : v2_scale (c->size, 0.5);
}

void
tr_canvas_zoom_by (TrCanvas *c, double factor)
{
  tr_canvas_set_view (c, tr_viewport_zoomed (c->view, factor, zoom_center (c)));
}

void
tr_canvas_zoom_true_size (TrCanvas *c)
{
  double factor = true_size_zoom (c) / c->view.zoom;
  tr_canvas_set_view (c, tr_viewport_zoomed (c->view, factor, v2_scale (c->size, 0.5)));
}
