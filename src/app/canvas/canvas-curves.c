// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Live coupler curves over the drawing: where traced points would go in one turn of a drive. They
// are kept as a node that is shown again as long as neither curves nor view change.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"
#include "math/number.h"
#include "render/clip.h"

#define CURVE_PIXELS 1.25
#define CURVE_ALPHA  0.8
// While time runs by itself the curves hardly change.
#define LAZY_US 250000

static void
forget_node (TrCanvas *c)
{
  g_clear_pointer (&c->curve_node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static void
found_cb (TrCoupler *coupler, gpointer data)
{
  TrCanvas *c = data;
  int n, points = 0;
  const TrCouplerCurve *curve = tr_coupler_get (coupler, &n);

  for (int i = 0; i < n; i++)
    points += curve[i].n;
  forget_node (c);
  if (n > 0 && c->is_start && !c->has_start_curves) {
    tr_canvas_show_start (c);
    c->has_start_curves = true;
  }
  g_autoptr (GString) places = g_string_new (NULL); // eight of the first
  for (int i = 0; n > 0 && i < 8; i++) {
    Vec2 p = curve[0].points[i * (curve[0].n - 1) / 8];
    char x[TR_NUMBER_SIZE], y[TR_NUMBER_SIZE]; // with a point in every locale
    tr_number_format (p.x, x);
    tr_number_format (p.y, y);
    g_string_append_printf (places, "%s[%s, %s]", i > 0 ? ", " : "", x, y);
  }
  tr_probe_say ("curves", "\"n\": %d, \"points\": %d, \"closed\": %s, \"at\": [%s]", n, points,
                n > 0 && curve[0].closed ? "true" : "false", places->str);
}

void
tr_canvas_want_curves (TrCanvas *c)
{
  gint64 now = g_get_monotonic_time ();

  if (!c->show_curves || !c->session || tr_session_get_model (c->session)->n_traces == 0) {
    if (c->coupler)
      tr_coupler_forget (c->coupler);
    forget_node (c);
    return;
  }
  if (tr_canvas_is_playing (c) && !tr_session_is_dragging (c->session) &&
      now - c->curves_asked < LAZY_US)
    return;
  if (!c->coupler)
    c->coupler = tr_coupler_new (found_cb, c);
  c->curves_asked = now;
  tr_coupler_ask (c->coupler, c->session);
}

// A trace has the colour of its own style where it has one; what it has not travelled is paler.
static TrColor
color_of (TrCanvas *c, int trace)
{
  const TrStyle *style = tr_session_get_model (c->session)->traces[trace].style;
  TrColor own;

  if (!(style && style->stroke && tr_color_parse (style->stroke, &own) && !own.is_none))
    own = c->theme.trace;
  return tr_theme_thin (&c->theme, own, CURVE_ALPHA);
}

static void
paint_curve (TrCanvas *c, const TrCouplerCurve *curve, cairo_t *cr)
{
  g_auto (TrOutline) outline = tr_outline_make ();
  g_auto (TrOutline) seen = tr_outline_make ();
  TrBounds view = {v2 (-8, -8), v2_add (c->size, v2 (8, 8))};

  for (int i = 0; i < curve->n; i++) {
    Vec2 p = tr_viewport_to_widget (c->view, curve->points[i]);
    if (i == 0)
      tr_outline_move (&outline, p);
    else
      tr_outline_line (&outline, p);
  }
  if (!tr_outline_is_finite (&outline))
    return;
  tr_clip_stroke (&outline, view, view, 0, &seen);
  tr_outline_to_cairo (&seen, cr);
  tr_color_set (cr, color_of (c, curve->trace), 1);
  cairo_stroke (cr);
}

static GskRenderNode *
make_node (TrCanvas *c, const TrCouplerCurve *curves, int n)
{
  GskRenderNode *node =
      gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) c->size.x, (float) c->size.y));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_line_width (cr, CURVE_PIXELS);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < n; i++)
    if (curves[i].trace < tr_session_get_model (c->session)->n_traces)
      paint_curve (c, &curves[i], cr);
  cairo_destroy (cr);
  return node;
}

void
tr_canvas_append_curves (TrCanvas *c, GtkSnapshot *snapshot)
{
  int n = 0;
  const TrCouplerCurve *curves =
      c->show_curves && c->coupler && !c->pose ? tr_coupler_get (c->coupler, &n) : NULL;
  bool is_same = memcmp (&c->curve_view, &c->view, sizeof c->view) == 0 &&
                 memcmp (&c->curve_size, &c->size, sizeof c->size) == 0;

  if (n == 0)
    return;
  if (!is_same)
    g_clear_pointer (&c->curve_node, gsk_render_node_unref);
  if (!c->curve_node)
    c->curve_node = make_node (c, curves, n);
  c->curve_view = c->view;
  c->curve_size = c->size;
  gtk_snapshot_append_node (snapshot, c->curve_node);
}

void
tr_canvas_end_curves (TrCanvas *c)
{
  g_clear_pointer (&c->coupler, tr_coupler_free);
  g_clear_pointer (&c->curve_node, gsk_render_node_unref);
}
