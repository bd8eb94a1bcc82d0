// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Placing a picture that was chosen: a click at its own size, a drag from corner to corner.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"
#include "render/picture.h"
#include "session/picture-part.h"

#include <glib/gi18n.h>

#define DRAG_PIXELS 3
#define LARGEST     0.8 // of the view, of a picture that is clicked
#define ALPHA       0.6

typedef struct {
  TrTool tool;
  char *uri;
  cairo_surface_t *surface;
  Vec2 pixels;  // its size
  Vec2 pressed; // where the button went down, widget pixels
  bool is_over, is_down, is_dragged;
} Picture;

static const TrKeyHint place_hints[] = {
    {N_ ("Click"), N_ ("place at its own size")},
    {N_ ("Drag"), N_ ("from corner to corner")},
    {N_ ("Esc"), N_ ("leave the tool")},
    {NULL, NULL},
};
static const TrKeyHint drag_hints[] = {
    {N_ ("Release"), N_ ("place")},
    {N_ ("Esc"), N_ ("cancel")},
    {NULL, NULL},
};

// Of 96 dots an inch, where that can be seen as a whole.
static Vec2
own_size (const Picture *t, TrCanvas *c)
{
  double zoom = TR_PIXELS_PER_MM * tr_units_mm (tr_session_get_model (c->session)->units);
  double most = fmin (c->size.x / t->pixels.x, c->size.y / t->pixels.y) * LARGEST / c->view.zoom;

  return v2_scale (t->pixels, fmin (1 / zoom, most));
}

// Where it would be: low and high corner, drawing units.
static TrBounds
find_box (const Picture *t, TrCanvas *c)
{
  Vec2 from = tr_viewport_to_drawing (c->view, t->pressed);
  Vec2 to = tr_viewport_to_drawing (c->view, c->pointer), d = v2_sub (to, from);

  if (!t->is_dragged) {
    Vec2 half = v2_scale (own_size (t, c), 0.5), at = t->is_down ? from : to;
    return (TrBounds){v2_sub (at, half), v2_add (at, half)};
  }
  double scale = fmax (fabs (d.x) / t->pixels.x, fabs (d.y) / t->pixels.y);
  Vec2 far =
      v2_add (from, v2 (copysign (scale * t->pixels.x, d.x), copysign (scale * t->pixels.y, d.y)));
  return tr_bounds_add (tr_bounds_add (tr_bounds_empty (), from), far);
}

static void
picture_press (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Picture *t = (Picture *) tool;

  t->is_down = true;
  t->is_dragged = false;
  t->pressed = p->widget;
}

static void
picture_motion (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Picture *t = (Picture *) tool;

  t->is_over = true;
  t->is_dragged |= t->is_down && v2_dist (p->widget, t->pressed) >= DRAG_PIXELS;
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static void
picture_release (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Picture *t = (Picture *) tool;
  g_autoptr (TrParts) parts = NULL;
  g_autoptr (GError) error = NULL;

  if (!t->is_down)
    return;
  TrBounds box = find_box (t, c);
  parts = tr_parts_new (tr_session_get_model (c->session));
  t->is_down = t->is_dragged = false;
  const char *id =
      tr_picture_add (parts, t->uri, v2_mid (box.low, box.high), v2_sub (box.high, box.low));
  bool ok = tr_session_add_all (c->session, tr_parts_get (parts), _ ("Draw picture"), &error);
  tr_probe_say ("drawn", "\"kind\": \"picture\", \"ok\": %s", ok ? "true" : "false");
  if (!ok) {
    tr_canvas_set_message (c, error->message);
    return;
  }
  tr_selection_set (c->selection, id);
  tr_canvas_set_tool (c, "select"); // the tool ends here
}

static void
picture_leave (TrTool *tool, TrCanvas *c)
{
  ((Picture *) tool)->is_over = false;
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static bool
picture_cancel (TrTool *tool, TrCanvas *c)
{
  Picture *t = (Picture *) tool;
  bool was = t->is_down;

  t->is_down = t->is_dragged = false;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  return was;
}

static bool
picture_frame (TrTool *tool, TrCanvas *c)
{
  return false;
}

static void
picture_forget (TrTool *tool, TrCanvas *c)
{
}

static void
picture_paint (TrTool *tool, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Picture *t = (Picture *) tool;
  TrBounds box = find_box (t, c);
  Vec2 at = aff_apply (o->to_pixels, v2 (box.low.x, box.high.y));
  Vec2 size = v2_scale (v2_sub (box.high, box.low), c->view.zoom);

  if ((!t->is_over && !t->is_down) || !(size.x > 0 && size.y > 0))
    return;
  cairo_save (cr);
  cairo_rectangle (cr, at.x, at.y, size.x, size.y);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_scale (cr, size.x / t->pixels.x, size.y / t->pixels.y);
  cairo_set_source_surface (cr, t->surface, 0, 0);
  cairo_paint_with_alpha (cr, ALPHA);
  cairo_restore (cr);
}

static const TrKeyHint *
picture_hints (TrTool *tool, TrCanvas *c)
{
  return ((Picture *) tool)->is_down ? drag_hints : place_hints;
}

static void
picture_free (TrTool *tool)
{
  Picture *t = (Picture *) tool;

  cairo_surface_destroy (t->surface);
  g_free (t->uri);
  g_free (t);
}

static const TrToolOps picture_ops = {
    .name = "picture",
    .cursor = "crosshair",
    .press = picture_press,
    .motion = picture_motion,
    .release = picture_release,
    .leave = picture_leave,
    .cancel = picture_cancel,
    .frame = picture_frame,
    .forget = picture_forget,
    .paint = picture_paint,
    .hints = picture_hints,
    .free = picture_free,
};

bool
tr_canvas_place_picture (TrCanvas *c, const char *uri, GError **error)
{
  cairo_surface_t *surface = tr_picture_load (uri, error);

  if (!surface)
    return false;
  Picture *t = g_new0 (Picture, 1);
  t->tool.ops = &picture_ops;
  t->uri = g_strdup (uri);
  t->surface = surface;
  t->pixels =
      v2 (cairo_image_surface_get_width (surface), cairo_image_surface_get_height (surface));
  t->is_over = c->is_over;
  tr_canvas_take_tool (c, &t->tool);
  tr_probe_say ("picture", NULL);
  return true;
}
