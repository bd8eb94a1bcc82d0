// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/canvas-pins.h"

#include "app/probe.h"
#include "session/motion.h"

#include <glib/gi18n.h>

#define REACH_PIXELS  8
#define RADIUS_PIXELS 4.5
#define RING_PIXELS   1.5
#define CHOSEN_PIXELS 8
// A curve that passes a pin by as far as this is shown to miss it.
#define MISS_PIXELS 2

// A trace may have gone since.
static const TrTracePin *
find (TrCanvas *c, TrPinRef ref)
{
  const TrModel *m = c->session ? tr_session_get_model (c->session) : NULL;
  bool is_there = m && ref.trace >= 0 && ref.trace < m->n_traces && ref.pin >= 0 &&
                  ref.pin < m->traces[ref.trace].n_pins;
  return is_there ? &m->traces[ref.trace].pins[ref.pin] : NULL;
}

TrPinRef
tr_canvas_pin_at (TrCanvas *c, Vec2 widget)
{
  const TrModel *m = c->session ? tr_session_get_model (c->session) : NULL;
  TrPinRef best = {-1, -1};
  double nearest = REACH_PIXELS;

  for (int i = 0; m && c->show_curves && i < m->n_traces; i++)
    for (int k = 0; k < m->traces[i].n_pins; k++) {
      double d = v2_dist (tr_viewport_to_widget (c->view, m->traces[i].pins[k].at), widget);
      if (d <= nearest) {
        nearest = d;
        best = (TrPinRef){i, k};
      }
    }
  return best;
}

bool
tr_canvas_remove_pin (TrCanvas *c)
{
  TrTracePin left[TR_TRACE_PINS];
  g_autoptr (GError) error = NULL;
  int n = 0;

  if (!find (c, c->pin))
    return false;
  const TrTrace *t = &tr_session_get_model (c->session)->traces[c->pin.trace];
  for (int i = 0; i < t->n_pins; i++)
    if (i != c->pin.pin)
      left[n++] = t->pins[i];
  if (!tr_session_set_pins (c->session, c->pin.trace, left, n, _ ("Remove a pin"), &error))
    tr_canvas_set_message (c, error->message);
  c->pin = (TrPinRef){-1, -1};
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_probe_say ("pin-removed", "\"left\": %d", n);
  return true;
}

// Where the curve is when the drive stands at the pin's angle; false: not known.
static bool
curve_at (TrCanvas *c, int trace, double turn, Vec2 *at)
{
  int n = 0;
  const TrCouplerCurve *curve = c->coupler && !c->pose ? tr_coupler_get (c->coupler, &n) : NULL;

  for (int i = 0; i < n; i++) {
    double phase = remainder (turn - curve[i].base, 2 * G_PI);
    if (curve[i].trace != trace || curve[i].n < 2)
      continue;
    double from = curve[i].phases[0], to = curve[i].phases[curve[i].n - 1];
    int k;
    phase += phase < from ? 2 * G_PI : phase > to ? -2 * G_PI : 0;
    double part = tr_sweep_find (curve[i].phases, curve[i].n, phase, &k);
    *at = v2_lerp (curve[i].points[k], curve[i].points[k + 1], part);
    return true;
  }
  return false;
}

static void
paint_pin (const TrOverlay *o, Vec2 p, bool is_chosen, cairo_t *cr)
{
  if (is_chosen) {
    cairo_arc (cr, p.x, p.y, CHOSEN_PIXELS, 0, 2 * G_PI);
    tr_color_set (cr, o->theme->accent, 0.35);
    cairo_fill (cr);
  }
  cairo_arc (cr, p.x, p.y, RADIUS_PIXELS + RING_PIXELS, 0, 2 * G_PI);
  tr_color_set (cr, o->theme->paper, 1);
  cairo_fill (cr);
  cairo_arc (cr, p.x, p.y, RADIUS_PIXELS, 0, 2 * G_PI);
  tr_color_set (cr, is_chosen ? o->theme->accent : o->theme->trace, 1);
  cairo_fill (cr);
  cairo_arc (cr, p.x, p.y, RING_PIXELS, 0, 2 * G_PI);
  tr_color_set (cr, o->theme->paper, 1);
  cairo_fill (cr);
}

void
tr_canvas_paint_pins (TrCanvas *c, TrPinRef held, const TrOverlay *o, cairo_t *cr)
{
  const TrModel *m = tr_session_get_model (c->session);

  for (int i = 0; c->show_curves && i < m->n_traces; i++)
    for (int k = 0; k < m->traces[i].n_pins; k++) {
      const TrTracePin *pin = &m->traces[i].pins[k];
      Vec2 on_curve;
      if (i == held.trace && k == held.pin)
        continue;
      bool misses = curve_at (c, i, pin->turn, &on_curve) &&
                    v2_dist (on_curve, pin->at) * c->view.zoom > MISS_PIXELS;
      if (misses)
        tr_overlay_band (o, on_curve, pin->at, cr);
      paint_pin (o, tr_viewport_to_widget (c->view, pin->at), i == c->pin.trace && k == c->pin.pin,
                 cr);
    }
}
