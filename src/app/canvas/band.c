// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/band.h"

#include "app/canvas/canvas-private.h"

// A press that wanders less is a click.
#define DRAG_PIXELS 3

static TrBoxMode
mode_of (const TrBand *b, Vec2 end)
{
  return end.x >= b->start.x ? TR_BOX_INSIDE : TR_BOX_TOUCHING;
}

void
tr_band_begin (TrBand *b, const TrPointer *p)
{
  *b = (TrBand){.is_on = true, .start = p->widget, .end = p->at};
}

void
tr_band_motion (TrBand *b, TrCanvas *c, const TrPointer *p)
{
  b->is_moving |= v2_dist (p->widget, b->start) >= DRAG_PIXELS;
  if (!b->is_moving)
    return;
  b->end = p->at;
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

void
tr_band_end (TrBand *b, TrCanvas *c, const TrPointer *p)
{
  bool extend = (p->modifiers & GDK_SHIFT_MASK) != 0;
  Vec2 from = tr_viewport_to_drawing (c->view, b->start);
  bool is_click = !b->is_moving;

  b->is_on = b->is_moving = false;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  if (is_click)
    tr_canvas_pick_up (c, NULL, extend);
  else
    tr_selection_box (c->selection, from, p->at, mode_of (b, p->widget), extend);
}

bool
tr_band_cancel (TrBand *b, TrCanvas *c)
{
  bool was_on = b->is_on;

  b->is_on = b->is_moving = false;
  if (was_on)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  return was_on;
}

void
tr_band_paint (const TrBand *b, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Vec2 end = tr_viewport_to_widget (c->view, b->end);

  if (b->is_on && b->is_moving)
    tr_overlay_box (o, b->start, end, mode_of (b, end) == TR_BOX_TOUCHING, cr);
}
