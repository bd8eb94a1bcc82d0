// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/view.h"

Vec2
tr_viewport_to_widget (TrViewport v, Vec2 drawing)
{
  return v2 (v.origin.x + v.zoom * drawing.x, v.origin.y - v.zoom * drawing.y);
}

Vec2
tr_viewport_to_drawing (TrViewport v, Vec2 widget)
{
  return v2 ((widget.x - v.origin.x) / v.zoom, (v.origin.y - widget.y) / v.zoom);
}

Affine
tr_viewport_affine (TrViewport v)
{
  return (Affine){{v.zoom, 0, 0, -v.zoom}, v.origin};
}

static double
bounded (double zoom)
{
  return fmin (TR_ZOOM_MOST, fmax (TR_ZOOM_LEAST, zoom));
}

TrViewport
tr_viewport_centered (Vec2 at, double zoom, Vec2 size)
{
  double z = bounded (zoom);
  return (TrViewport){v2 (0.5 * size.x - z * at.x, 0.5 * size.y + z * at.y), z};
}

TrViewport
tr_viewport_fit (Vec2 low, Vec2 high, Vec2 size, double margin, double most)
{
  Vec2 room = v2 (fmax (1, size.x - 2 * margin), fmax (1, size.y - 2 * margin));
  double zoom = most;

  if (high.x > low.x)
    zoom = fmin (zoom, room.x / (high.x - low.x));
  if (high.y > low.y)
    zoom = fmin (zoom, room.y / (high.y - low.y));
  return tr_viewport_centered (v2_mid (low, high), zoom, size);
}

// origin′ = p + f (origin − p), f = zoom′/zoom
TrViewport
tr_viewport_zoomed (TrViewport v, double factor, Vec2 about)
{
  double zoom = bounded (v.zoom * factor);
  return (TrViewport){v2_mad (about, zoom / v.zoom, v2_sub (v.origin, about)), zoom};
}

TrViewport
tr_viewport_panned (TrViewport v, Vec2 by)
{
  return (TrViewport){v2_add (v.origin, by), v.zoom};
}

TrViewport
tr_viewport_pinched (TrViewport v, double factor, Vec2 from, Vec2 to)
{
  return tr_viewport_panned (tr_viewport_zoomed (v, factor, from), v2_sub (to, from));
}

double
tr_viewport_grid (TrViewport v, double pixels)
{
  static const double steps[] = {1, 2, 5, 10};
  double least = pixels / v.zoom, ten = pow (10, floor (log10 (least)));
  int i = 0;

  while (i < 3 && steps[i] * ten < least * (1 - 1e-12))
    i++;
  return steps[i] * ten;
}
