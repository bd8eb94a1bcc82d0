// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Halos of the bodies and texts selected. Of few they are stroked every frame; of many they are an image,
// made when there is time for it.

#include "app/canvas/canvas-private.h"
#include "app/canvas/label-grip.h"

#define ALPHA 0.35
// Of more bodies the halos alone are shown, from their image.
#define MOST_WITH_HANDLES 50
// So many are stroked within a frame.
#define MOST_AT_ONCE 400
#define HALO_PIXELS  8

typedef struct {
  TrCanvas *c;
  TrOverlay on;
  const TrSelected *item;
} Halos;

static bool
is_moving (const TrCanvas *c, int body)
{
  return c->moving && (c->moving[body / 8] >> (body % 8) & 1);
}

static bool
is_in_area (const Halos *h, int body, const cairo_rectangle_int_t *area)
{
  const TrBody *b = &h->on.m->bodies[body];
  Vec2 low, high, a, z;

  if (!tr_body_box (b, tr_body_q (b, h->on.s->q), &low, &high))
    return true;
  a = tr_viewport_to_widget (h->c->view, v2 (low.x, high.y));
  z = tr_viewport_to_widget (h->c->view, v2 (high.x, low.y));
  return z.x >= area->x - HALO_PIXELS && a.x <= area->x + area->width + HALO_PIXELS &&
         z.y >= area->y - HALO_PIXELS && a.y <= area->y + area->height + HALO_PIXELS;
}

// Opaque: the image is shown translucent, so that halos that lie over each other are one.
static void
paint_stint (const TrStint *stint, cairo_t *cr, gpointer data)
{
  const Halos *h = data;

  cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  for (int i = stint->first; i < stint->last; i++) {
    const TrElement *e = &h->item[i].element;
    if (e->kind == TR_ELEMENT_BODY && !is_moving (h->c, e->index) &&
        is_in_area (h, e->index, &stint->area))
      tr_overlay_halo (&h->on, e->index, h->on.theme->accent, 1, cr);
    else if (e->kind == TR_ELEMENT_LABEL)
      tr_label_halo (&h->on, e->index, v2 (0, 0), true, cr);
  }
}

static TrLayerScene
scene_of (Halos *h, TrCanvas *c)
{
  guint n;

  *h = (Halos){.c = c, .on = tr_canvas_overlay (c), .item = tr_selection_get (c->selection, &n)};
  return (TrLayerScene){.view = c->view,
                        .size = c->size,
                        .scale = gtk_widget_get_scale_factor (GTK_WIDGET (c)),
                        .alpha = ALPHA,
                        .may_wait = n > MOST_AT_ONCE,
                        .n = (int) n,
                        .paint = paint_stint,
                        .data = h};
}

bool
tr_canvas_has_few_selected (TrCanvas *c)
{
  return tr_selection_get_n (c->selection) <= MOST_WITH_HANDLES;
}

bool
tr_canvas_append_halos (TrCanvas *c, GtkSnapshot *snapshot)
{
  Halos h;

  if (tr_canvas_has_few_selected (c))
    return false;
  TrLayerScene scene = scene_of (&h, c);
  return tr_layer_append (c->halos, &scene, snapshot);
}

bool
tr_canvas_work_on_halos (TrCanvas *c)
{
  Halos h;

  if (tr_canvas_has_few_selected (c))
    return true;
  TrLayerScene scene = scene_of (&h, c);
  return tr_layer_work (c->halos, &scene);
}

void
tr_canvas_paint_halos (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  bool are_few = tr_canvas_has_few_selected (c);
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  for (guint i = 0; i < n; i++) {
    int body = item[i].element.index;
    if (item[i].element.kind == TR_ELEMENT_LABEL && are_few)
      tr_label_halo (o, item[i].element.index, v2 (0, 0), true, cr);
    if (item[i].element.kind != TR_ELEMENT_BODY || !(are_few || is_moving (c, body)))
      continue;
    tr_overlay_halo (o, body, o->theme->accent, ALPHA, cr);
    if (are_few)
      tr_overlay_handles (o, body, cr);
  }
}
