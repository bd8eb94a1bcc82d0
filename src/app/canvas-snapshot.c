// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of a frame: the layers of the drawing, and over them what tools show.

#include "app/canvas-private.h"

// A picture that could not be painted in time waits for a rest as long as this.
#define REFRESH_AFTER_MS 80

static gboolean
refresh_cb (gpointer data)
{
  TrCanvas *c = data;
  c->refresh = 0;
  tr_layers_refresh (c->layers);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  return G_SOURCE_REMOVE;
}

// In a node of its own, no larger than what there is to see.
static void
append_overlay (TrCanvas *c, const TrScene *scene, GtkSnapshot *snapshot)
{
  const cairo_rectangle_t whole = {0, 0, c->size.x, c->size.y};
  TrOverlay overlay = {
      .m = scene->m,
      .s = scene->s,
      .theme = scene->theme,
      .to_pixels = tr_viewport_affine (scene->view),
      .view = {tr_viewport_to_drawing (c->view, v2 (-50, c->size.y + 50)),
               tr_viewport_to_drawing (c->view, v2 (c->size.x + 50, -50))},
  };
  cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &whole);
  cairo_t *cr = cairo_create (record);
  double x, y, w, h;

  c->tool->ops->paint (c->tool, c, &overlay, cr);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (record, &x, &y, &w, &h);
  if (w > 0 && h > 0) {
    double x0 = floor (x), y0 = floor (y), x1 = ceil (x + w), y1 = ceil (y + h);
    cr = gtk_snapshot_append_cairo (
        snapshot,
        &GRAPHENE_RECT_INIT ((float) x0, (float) y0, (float) (x1 - x0), (float) (y1 - y0)));
    cairo_set_source_surface (cr, record, 0, 0);
    cairo_paint (cr);
    cairo_destroy (cr);
  }
  cairo_surface_destroy (record);
}

void
tr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrCanvas *c = TR_CANVAS (widget);
  gint64 start = g_get_monotonic_time ();

  if (!c->session || !tr_canvas_is_allocated (c))
    return;
  TrScene scene = {
      .m = tr_session_get_model (c->session),
      .s = tr_session_get_state (c->session),
      .theme = &c->theme,
      .states = c->states,
      .view = c->view,
      .size = c->size,
      .scale = gtk_widget_get_scale_factor (widget),
      .has_grid = c->show_grid,
  };
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, 0, (float) c->size.x, (float) c->size.y));
  if (tr_layers_snapshot (c->layers, &scene, snapshot)) {
    g_clear_handle_id (&c->refresh, g_source_remove);
    c->refresh = g_timeout_add (REFRESH_AFTER_MS, refresh_cb, c);
  }
  append_overlay (c, &scene, snapshot);
  gtk_snapshot_pop (snapshot);
  gtk_widget_snapshot_child (widget, c->editor, snapshot);
  c->snapshot_ms = 1e-3 * (double) (g_get_monotonic_time () - start);
}
