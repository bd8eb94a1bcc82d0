// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What of the drawing is shown, and how large.

#include "app/canvas/canvas-private.h"

#include "render/extent.h"

#define JUST_CUT   0.15 // of the zoom of a view that cuts off: less would be another view
#define FIT_MARGIN 48   // pixels; of a small canvas
#define FIT_PART   0.1  // this part
// What is hardly smaller than where the view was seen shows it as large.
#define HARDLY_LESS 0.9
// A view is kept to this part of a pixel, and of a zoom.
#define KEPT_PIXEL 0.1
#define KEPT_ZOOM  1e-4

// The canvas of a window that fills a usual screen: a view that leaves something out even there was
// chosen so.
static const Vec2 large_canvas = {1280, 800};

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

// What the drawing needs of the paper, document units; false: nothing is drawn.
static bool
find_ink (TrCanvas *c, TrBounds *ink)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrPaintOptions options = tr_paint_options_make (m, 1);

  options.with_construction = true;
  options.tolerance = 0.1;
  *ink = tr_extent_model (m, tr_session_get_state (c->session), &options);
  if (tr_bounds_is_empty (*ink))
    return false;
  ink->low = v2_scale (ink->low, 1 / options.mm_per_unit);
  ink->high = v2_scale (ink->high, 1 / options.mm_per_unit);
  return true;
}

// Coupler curves that are shown are seen whole, too.
static void
add_curves (TrCanvas *c, TrBounds *ink)
{
  int n = 0;
  const TrCouplerCurve *curve =
      c->show_curves && c->coupler && !c->pose ? tr_coupler_get (c->coupler, &n) : NULL;

  for (int i = 0; i < n; i++)
    for (int k = 0; k < curve[i].n; k++)
      if (v2_is_finite (curve[i].points[k]))
        *ink = tr_bounds_add (*ink, curve[i].points[k]);
}

// Points in one place have no size that could fill a canvas: all that is seen of them is their dot.
static bool
is_one_place (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  const double *q = tr_session_get_state (c->session)->q;

  if (m->n_labels > 0)
    return false;
  for (int i = 0; i < m->n_bodies; i++) {
    const double *at = q + m->bodies[i].q, *first = q + m->bodies[0].q;
    if (m->bodies[i].kind != TR_BODY_POINT || at[0] < first[0] || at[0] > first[0] ||
        at[1] < first[1] || at[1] > first[1])
      return false;
  }
  return true;
}

static TrViewport
fitting (TrCanvas *c, const TrBounds *ink)
{
  double most = (is_one_place (c) ? 1 : 100) * true_size_zoom (c);
  double margin = fmin (FIT_MARGIN, FIT_PART * fmin (c->size.x, c->size.y));
  return tr_viewport_fit (ink->low, ink->high, c->size, margin, most);
}

void
tr_canvas_fit (TrCanvas *c)
{
  TrBounds ink;

  if (!tr_canvas_is_allocated (c))
    return;
  if (find_ink (c, &ink)) {
    add_curves (c, &ink);
    tr_canvas_set_view (c, fitting (c, &ink));
  } else
    tr_canvas_set_view (c, tr_viewport_centered (v2 (0, 0), true_size_zoom (c), c->size));
}

// The view of a file shows all of it in a canvas of that size.
static bool
shows_all (const TrView *v, Vec2 size, const TrBounds *ink)
{
  TrViewport kept = tr_viewport_centered (v->center, v->zoom, size);
  Vec2 low = tr_viewport_to_widget (kept, ink->low), high = tr_viewport_to_widget (kept, ink->high);
  return low.x >= 0 && high.y >= 0 && high.x <= size.x && low.y <= size.y;
}

// What was seen of the drawing when it was saved is seen, at the same zoom where there is room for it.
static TrViewport
seen_view (TrCanvas *c, const TrView *v)
{
  TrViewport kept = tr_viewport_centered (v->center, v->zoom, c->size);
  double less = fmin (c->size.x / v->size.x, c->size.y / v->size.y);
  TrBounds ink;

  if (less >= HARDLY_LESS || (find_ink (c, &ink) && shows_all (v, c->size, &ink)))
    return kept;
  return tr_viewport_centered (v->center, less * v->zoom, c->size);
}

// The view of the file; but where it would just cut off what there is to see, as a smaller window
// does or a coupler curve needs, all of that. Not where it is a detail in any window.
static TrViewport
start_view (TrCanvas *c, const TrView *v)
{
  TrViewport kept = tr_viewport_centered (v->center, v->zoom, c->size);
  Vec2 large = v2 (fmax (c->size.x, large_canvas.x), fmax (c->size.y, large_canvas.y));
  TrBounds ink;

  if (!find_ink (c, &ink) || !shows_all (v, large, &ink))
    return kept;
  add_curves (c, &ink);
  TrViewport all = fitting (c, &ink);
  if (shows_all (v, c->size, &ink) || all.zoom <= JUST_CUT * kept.zoom)
    return kept;
  Vec2 middle = v2_scale (v2_add (ink.low, ink.high), 0.5);
  return tr_viewport_centered (middle, fmin (all.zoom, kept.zoom), c->size);
}

void
tr_canvas_show_start (TrCanvas *c)
{
  const TrView *v = &tr_session_get_model (c->session)->view;

  c->has_view = c->has_start_curves = false;
  if (!tr_canvas_is_allocated (c))
    return;
  if (v->zoom > 0)
    tr_canvas_set_view (c, v->size.x > 0 ? seen_view (c, v) : start_view (c, v));
  else
    tr_canvas_fit (c);
  c->is_start = true;
}

// Few digits tell as much of it as a pixel shows.
static double
rounded (double x, double step)
{
  double digit = pow (10, floor (log10 (step)));
  return digit < 1 ? round (x * round (1 / digit)) / round (1 / digit) : round (x / digit) * digit;
}

static bool
is_kept (const TrView *v, Vec2 center, double zoom, Vec2 size)
{
  double off = fmax (fabs (v->center.x - center.x), fabs (v->center.y - center.y));
  bool is_place = off * zoom <= KEPT_PIXEL && fabs (v->zoom - zoom) <= KEPT_ZOOM * zoom;
  return is_place && (!(v->size.x > 0) || v2_dist (v->size, size) <= 0);
}

void
tr_canvas_keep_view (TrCanvas *c)
{
  Vec2 at = tr_viewport_to_drawing (c->view, v2_scale (c->size, 0.5));
  double step = KEPT_PIXEL / c->view.zoom;
  double zoom = rounded (c->view.zoom, KEPT_ZOOM * c->view.zoom);
  Vec2 center = v2 (rounded (at.x, step), rounded (at.y, step));

  if (!tr_canvas_is_allocated (c) || c->is_start ||
      is_kept (&tr_session_get_model (c->session)->view, at, c->view.zoom, c->size))
    return;
  tr_document_set_view (tr_session_get_document (c->session), center, zoom, c->size);
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
