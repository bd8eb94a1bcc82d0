// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A pointer for who has none: while a tool waits for a place, or a constraint for what it binds,
// arrow keys move a cross over the canvas, and Space clicks where it is.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"

#include <glib/gi18n.h>

#define STEP_PIXELS 16 // at least, of the grid; the small step is a tenth
#define EDGE_PIXELS 24 // nearer to an edge the paper is moved instead
#define ARM         11 // of the cross, with a gap in the middle
#define GAP         3
#define SIDEWAYS    2.0 // times farther is what lies beside the way

static bool
wants_places (TrCanvas *c)
{
  const char *tool = tr_canvas_get_tool (c);

  if (strcmp (tool, "select") == 0)
    return c->wanted >= 0;
  return strcmp (tool, "wiggle") != 0;
}

bool
tr_canvas_has_cross (TrCanvas *c)
{
  return c->is_by_keys && c->session && !tr_canvas_is_editing (c) && wants_places (c);
}

// The way of an arrow key, in the drawing; false: it is none.
static bool
way_of (guint key, Vec2 *way)
{
  switch (key) {
  case GDK_KEY_Left:
  case GDK_KEY_KP_Left:
    *way = v2 (-1, 0);
    return true;
  case GDK_KEY_Right:
  case GDK_KEY_KP_Right:
    *way = v2 (1, 0);
    return true;
  case GDK_KEY_Up:
  case GDK_KEY_KP_Up:
    *way = v2 (0, 1);
    return true;
  case GDK_KEY_Down:
  case GDK_KEY_KP_Down:
    *way = v2 (0, -1);
    return true;
  default:
    return false;
  }
}

// Along the way to the next line of a grid of that step.
static Vec2
step_from (Vec2 at, Vec2 way, double step)
{
  if (fabs (way.x) > 0)
    return v2 (step * (round (at.x / step) + way.x), at.y);
  return v2 (at.x, step * (round (at.y / step) + way.y));
}

// The named point that is next that way: near, and rather ahead than beside. Where there is none
// nothing changes.
static Vec2
point_from (TrCanvas *c, Vec2 at, Vec2 way)
{
  const TrModel *m = tr_session_get_model (c->session);
  const double *q = tr_session_get_state (c->session)->q;
  double least = 1 / c->view.zoom, nearest = INFINITY;
  Vec2 best = at;

  for (int i = 0; i < m->n_bodies; i++) {
    TrConnector point = {.kind = TR_AT_NAMED, .body = i, .slide = -1};
    int n = m->bodies[i].hidden ? 0 : tr_body_n_points (&m->bodies[i]);
    for (point.point = 0; point.point < n; point.point++) {
      Vec2 place = tr_connector_point (m, &point, q), by = v2_sub (place, at);
      double ahead = v2_dot (by, way), aside = fabs (v2_cross (by, way));
      if (ahead < least || aside > SIDEWAYS * ahead || ahead + SIDEWAYS * aside >= nearest)
        continue;
      nearest = ahead + SIDEWAYS * aside;
      best = place;
    }
  }
  return best;
}

// Into what is seen.
static double
overshoot (double at, double size)
{
  double edge = fmin (EDGE_PIXELS, size / 4);
  return at < edge ? edge - at : fmin (0, size - edge - at);
}

// Small steps are for places where nothing is to be met.
static void
show_cross_at (TrCanvas *c, Vec2 at, bool finely)
{
  Vec2 widget = tr_viewport_to_widget (c->view, at);
  Vec2 by = v2 (overshoot (widget.x, c->size.x), overshoot (widget.y, c->size.y));

  if (v2_norm (by) > 0)
    tr_canvas_set_view (c, tr_viewport_panned (c->view, by));
  if (!c->is_by_keys)
    c->hand = c->is_over ? c->pointer : v2 ((double) NAN, (double) NAN);
  c->is_by_keys = true;
  c->pointer = v2_add (widget, by);
  c->modifiers = finely && c->snaps ? GDK_CONTROL_MASK : 0; // Shift is of the step
  c->n_press = 1;
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->tool->ops->motion (c->tool, c, &p);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_canvas_tell (c);
}

bool
tr_canvas_move_cross (TrCanvas *c, guint key, GdkModifierType state)
{
  Vec2 way, start = c->is_by_keys || c->is_over ? c->pointer : v2_scale (c->size, 0.5);

  if (!c->session || tr_canvas_is_editing (c) || !wants_places (c) || (state & GDK_ALT_MASK) ||
      !tr_canvas_is_allocated (c) || !way_of (key, &way))
    return false;
  Vec2 at = tr_viewport_to_drawing (c->view, start);
  double grid = tr_viewport_grid (c->view, STEP_PIXELS);
  bool finely = (state & GDK_SHIFT_MASK) && !(state & GDK_CONTROL_MASK);
  double step = grid * (finely ? 0.1 : 1);
  if (!c->is_by_keys)
    at = v2 (grid * round (at.x / grid), grid * round (at.y / grid));
  Vec2 to = state & GDK_CONTROL_MASK ? point_from (c, at, way) : step_from (at, way, step);
  show_cross_at (c, to, finely);
  return true;
}

bool
tr_canvas_click_cross (TrCanvas *c, guint key)
{
  if ((key != GDK_KEY_space && key != GDK_KEY_KP_Space) || !tr_canvas_has_cross (c))
    return false;
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->is_pressed = true;
  c->is_start = false;
  c->tool->ops->press (c->tool, c, &p);
  tr_canvas_finish (c);
  tr_canvas_tell (c);
  tr_probe_say ("cross-click", NULL);
  return true;
}

bool
tr_canvas_drop_cross (TrCanvas *c, Vec2 hand)
{
  // GTK makes up motions of a pointer at rest.
  if (c->is_by_keys && v2_dist (hand, c->hand) <= 0)
    return false;
  c->is_by_keys = false;
  return true;
}

const TrKeyHint *
tr_canvas_cross_hints (void)
{
  static const TrKeyHint hints[] = {
      {N_ ("Arrows"), N_ ("move the cross")},
      {N_ ("Space"), N_ ("click there")},
      {N_ ("Ctrl+Arrows"), N_ ("to the next point")},
      {N_ ("Enter"), N_ ("finish")},
      {N_ ("Esc"), N_ ("cancel")},
      {NULL, NULL},
  };
  return hints;
}

void
tr_canvas_paint_cross (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  static const Vec2 ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

  if (!tr_canvas_has_cross (c))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    Vec2 from = v2_add (c->pointer, v2_scale (ways[i], GAP));
    Vec2 to = v2_add (c->pointer, v2_scale (ways[i], ARM));
    cairo_move_to (cr, from.x, from.y);
    cairo_line_to (cr, to.x, to.y);
  }
  // On any ground: ink within paper.
  cairo_set_line_width (cr, 4);
  tr_color_set (cr, o->theme->paper, 1);
  cairo_stroke_preserve (cr);
  cairo_set_line_width (cr, 2);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_stroke (cr);
}
