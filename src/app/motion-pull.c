// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/motion-pull.h"

#include "app/probe.h"
#include "session/motion.h"

#define REACH_PIXELS 6
#define CURVE_PIXELS 2.25
// Turns that are tried in a frame.
#define MOST_TURNS 6
// Less is no gain.
#define LEAST_GAIN 1e-3

struct _TrMotionPull {
  TrDesign *design;
  TrDesignTarget target;
  double gap;
  bool is_new, has_moved;
};

// The part of a segment's way that is nearest to p.
static double
part_of (Vec2 a, Vec2 b, Vec2 p)
{
  Vec2 d = v2_sub (b, a);
  double square = v2_dot (d, d);
  return square > 0 ? CLAMP (v2_dot (v2_sub (p, a), d) / square, 0, 1) : 0;
}

// The curve under a place and how far its drive has turned there; −1: none. Only of a whole turn is
// it known where it begins.
static int
find_curve (TrCanvas *c, Vec2 at, double *phase)
{
  int n = 0, found = -1;
  bool is_shown = c->show_curves && c->coupler && !c->pose && !tr_canvas_is_playing (c);
  const TrCouplerCurve *curve = is_shown ? tr_coupler_get (c->coupler, &n) : NULL;
  double best = REACH_PIXELS / c->view.zoom;

  for (int i = 0; i < n; i++)
    for (int k = 0; curve[i].closed && k + 1 < curve[i].n; k++) {
      Vec2 a = curve[i].points[k], b = curve[i].points[k + 1];
      double part = part_of (a, b, at), d = v2_dist (v2_lerp (a, b, part), at);
      if (d > best)
        continue;
      best = d;
      found = curve[i].trace;
      *phase = 2 * G_PI * fmod ((k + part) / (curve[i].n - 1), 1);
    }
  return found < tr_session_get_model (c->session)->n_traces ? found : -1;
}

bool
tr_motion_pull_is_over (TrCanvas *c, Vec2 at)
{
  double phase;
  return c->session && find_curve (c, at, &phase) >= 0;
}

TrMotionPull *
tr_motion_pull_new (TrCanvas *c, Vec2 at)
{
  g_autoptr (GError) error = NULL;
  double phase = 0;
  int trace = c->session ? find_curve (c, at, &phase) : -1;
  TrDesign *design = NULL;

  if (trace >= 0)
    design = tr_session_design (c->session, NULL,
                                &tr_session_get_model (c->session)->traces[trace].a, NULL, &error);
  if (error)
    tr_canvas_set_message (c, error->message);
  if (!design)
    return NULL;
  TrMotionPull *p = g_new0 (TrMotionPull, 1);
  p->design = design;
  p->target = (TrDesignTarget){phase, at};
  p->gap = G_MAXDOUBLE;
  tr_probe_say ("pull", "\"phase\": %.9g", phase);
  return p;
}

void
tr_motion_pull_move (TrMotionPull *p, Vec2 at)
{
  p->target.place = at;
  p->is_new = p->has_moved = true;
  p->gap = G_MAXDOUBLE;
}

// All bodies may be elsewhere.
static void
show (TrMotionPull *p, TrCanvas *c)
{
  int bytes = (tr_session_get_model (c->session)->n_bodies + 7) / 8;
  g_autofree guint8 *moving = g_malloc (MAX (1, bytes));

  memset (moving, 0xff, (size_t) bytes);
  tr_canvas_take_pose (c, tr_state_copy (tr_design_get_state (p->design)), moving);
}

bool
tr_motion_pull_frame (TrMotionPull *p, TrCanvas *c)
{
  gint64 start = g_get_monotonic_time ();
  double before = p->gap;

  if (!p->has_moved)
    return false;
  p->is_new = false;
  TrDesignResult r = tr_design_pull (p->design, &p->target, 1, MOST_TURNS);
  p->gap = r.ok ? r.gap : 0;
  show (p, c);
  tr_canvas_set_solve_ms (c, 1e-3 * (double) (g_get_monotonic_time () - start));
  tr_canvas_tell (c);
  tr_probe_say ("pulled", "\"gap\": %.9g, \"ok\": %s, \"ms\": %.3f", r.gap, r.ok ? "true" : "false",
                tr_canvas_get_solve_ms (c));
  return r.ok && r.gap * c->view.zoom > LEAST_GAIN && r.gap < (1 - LEAST_GAIN) * before;
}

void
tr_motion_pull_release (TrMotionPull *p, TrCanvas *c, bool keeps)
{
  g_autoptr (GError) error = NULL;

  if (keeps && p->is_new)
    tr_motion_pull_frame (p, c);
  tr_canvas_take_pose (c, NULL, NULL);
  if (keeps && p->has_moved && !tr_session_take_design (c->session, p->design, &error))
    tr_canvas_set_message (c, error->message);
  tr_motion_pull_free (p);
}

void
tr_motion_pull_free (TrMotionPull *p)
{
  tr_design_free (p->design);
  g_free (p);
}

void
tr_motion_pull_paint (const TrMotionPull *p, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  int n;
  const Vec2 *points = tr_design_get_curve (p->design, &n);
  double at = p->target.phase / (2 * G_PI) * (n - 1);
  int k = MIN ((int) at, n - 2);

  cairo_save (cr);
  cairo_new_path (cr);
  for (int i = 0; i < n; i++) {
    Vec2 w = tr_viewport_to_widget (c->view, points[i]);
    cairo_line_to (cr, w.x, w.y);
  }
  cairo_set_line_width (cr, CURVE_PIXELS);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  tr_color_set (cr, o->theme->trace, 1);
  cairo_stroke (cr);
  cairo_restore (cr);
  if (n < 2)
    return;
  Vec2 held = v2_lerp (points[k], points[k + 1], at - k);
  if (v2_dist (held, p->target.place) * c->view.zoom > REACH_PIXELS)
    tr_overlay_band (o, held, p->target.place, cr);
  tr_overlay_grip (o, held, true, cr);
}
