// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/motion-pull.h"

#include "app/canvas/canvas-pins.h"
#include "app/probe.h"
#include "session/link-drawing.h"
#include "session/motion.h"

#include <glib/gi18n.h>

#define REACH_PIXELS 6
#define CURVE_PIXELS 2.25
// Of a miss that is told.
#define MISSED_PIXELS 1
// Turns that are tried in a frame.
#define MOST_TURNS 6
#define FRAME_MS   9
// Less is no gain.
#define LEAST_GAIN 1e-3
#define HARDLY     0.01
#define IDLE_TURNS 16

typedef struct {
  double off; // that was last gained
  int idle;   // turns since
} Progress;

static const Progress none_yet = {.off = G_MAXDOUBLE};

struct _TrMotionPull {
  TrDesign *design;
  TrDesignTarget target[TR_DESIGN_TARGETS]; // the first is that in the hand, then what pins hold
  int n;
  TrPinRef held; // the pin in the hand; its trace alone where it is to be one
  TrModel
      *shown; // the design's, with drawings on links that follow their joints; NULL: as they are
  double gap;
  int most; // turns in a frame: as many as it has time for
  bool is_new, has_moved;
  bool is_missed;        // which is told
  TrDesign *other;       // what is tried in its place, nothing of it shown yet; NULL: nothing
  bool has_tried;        // at this place of the pointer
  bool holds_links;      // in the other the links alone change so far
  Progress to, other_to; // of the design, and of the other
  bool was_playing;      // time stands still while it is pulled
};

// The part of a segment's way that is nearest to p.
static double
part_of (Vec2 a, Vec2 b, Vec2 p)
{
  Vec2 d = v2_sub (b, a);
  double square = v2_dot (d, d);
  return square > 0 ? CLAMP (v2_dot (v2_sub (p, a), d) / square, 0, 1) : 0;
}

// The curve under a place and its drive's angle there; −1: none.
static int
find_curve (TrCanvas *c, Vec2 at, double *turn)
{
  int n = 0, found = -1;
  bool is_shown = c->show_curves && c->coupler && !c->pose;
  const TrCouplerCurve *curve = is_shown ? tr_coupler_get (c->coupler, &n) : NULL;
  double best = REACH_PIXELS / c->view.zoom;

  for (int i = 0; i < n; i++)
    for (int k = 0; k + 1 < curve[i].n; k++) {
      Vec2 a = curve[i].points[k], b = curve[i].points[k + 1];
      double part = part_of (a, b, at), d = v2_dist (v2_lerp (a, b, part), at);
      if (d > best)
        continue;
      best = d;
      found = curve[i].trace;
      *turn =
          curve[i].base + curve[i].phases[k] + part * (curve[i].phases[k + 1] - curve[i].phases[k]);
    }
  return found < tr_session_get_model (c->session)->n_traces ? found : -1;
}

bool
tr_motion_pull_is_over (TrCanvas *c, Vec2 at)
{
  double turn;
  return c->session && find_curve (c, at, &turn) >= 0;
}

// A pin before the curve that it is on. None more than a trace may have.
static TrPinRef
find_held (TrCanvas *c, Vec2 at, double *turn)
{
  TrPinRef held = tr_canvas_pin_at (c, tr_viewport_to_widget (c->view, at));

  if (held.trace < 0 && c->session)
    held.trace = find_curve (c, at, turn);
  return held;
}

TrMotionPull *
tr_motion_pull_new (TrCanvas *c, Vec2 at)
{
  g_autoptr (GError) error = NULL;
  double turn = 0;
  TrPinRef held = find_held (c, at, &turn);
  const TrTrace *trace =
      held.trace >= 0 ? &tr_session_get_model (c->session)->traces[held.trace] : NULL;
  TrDesign *design = NULL;

  if (trace && held.pin < 0 && trace->n_pins == TR_TRACE_PINS)
    tr_canvas_set_message (c, _ ("A curve holds no more pins: delete one first"));
  else if (trace)
    design = tr_session_design (c->session, NULL, &trace->a, NULL,
                                tr_session_get_model (c->session)->world.supports, &error);
  if (error)
    tr_canvas_set_message (c, error->message);
  if (!design)
    return NULL;
  if (held.pin >= 0) {
    at = trace->pins[held.pin].at;
    turn = trace->pins[held.pin].turn;
  }
  double phase = tr_design_get_phase (design, turn); // the drive may have gone on since
  TrMotionPull *p = g_new0 (TrMotionPull, 1);
  p->design = design;
  p->held = held;
  p->target[0] = (TrDesignTarget){phase, at, NULL};
  p->n = 1 + tr_session_pin_targets (c->session, design, held.trace, held.pin, p->target + 1);
  p->gap = G_MAXDOUBLE;
  p->to = none_yet;
  p->most = 1;
  p->was_playing = tr_canvas_is_playing (c);
  if (p->was_playing)
    tr_canvas_pause (c);
  tr_probe_say ("pull", "\"phase\": %.9g, \"pins\": %d", phase, p->n - 1);
  return p;
}

TrPinRef
tr_motion_pull_get_held (const TrMotionPull *p)
{
  return p->held;
}

void
tr_motion_pull_move (TrMotionPull *p, Vec2 at)
{
  p->target[0].place = at;
  p->is_new = p->has_moved = true;
  p->has_tried = false;
  p->gap = G_MAXDOUBLE;
  p->to = none_yet;
  g_clear_pointer (&p->other, tr_design_free);
}

// All bodies may be elsewhere.
static void
show (TrMotionPull *p, TrCanvas *c)
{
  int bytes = (tr_session_get_model (c->session)->n_bodies + 7) / 8;
  g_autofree guint8 *moving = g_malloc (MAX (1, bytes));

  memset (moving, 0xff, (size_t) bytes);
  tr_canvas_take_pose (c, tr_state_copy (tr_design_get_state (p->design)), moving);
  const TrModel *m = tr_design_get_model (p->design);
  g_clear_pointer (&p->shown, tr_model_free);
  p->shown = tr_link_follow (tr_session_get_model (c->session), m);
  c->pose_model = p->shown ? p->shown : m;
}

static bool
may_move (TrCanvas *c)
{
  return tr_session_get_model (c->session)->world.supports == TR_SUPPORTS_MOVE;
}

// What is in the way, until it is reached.
static void
tell_missed (TrMotionPull *p, TrCanvas *c, bool is_missed)
{
  if (is_missed)
    tr_canvas_set_message (c, may_move (c) ? _ ("As near as the dimensions let it come")
                                           : _ ("As near as the links let it come: in the menu of "
                                                "time supports may move as well"));
  else if (p->is_missed)
    tr_canvas_set_message (c, NULL);
  p->is_missed = is_missed;
}

// As many turns as a frame has time for.
static TrDesignResult
pull (TrMotionPull *p, TrCanvas *c, TrDesign *design)
{
  gint64 start = g_get_monotonic_time ();
  TrDesignResult r = tr_design_pull (design, p->target, p->n, p->most);
  double ms = 1e-3 * (double) (g_get_monotonic_time () - start);

  p->most = CLAMP ((int) (FRAME_MS * r.iterations / fmax (ms, 1e-3)), 1, MOST_TURNS);
  tr_canvas_set_solve_ms (c, ms);
  return r;
}

// As a pull that is not cut into frames: hardly more is to be gained where so many turns gain less than a
// hundredth of what is missed.
static bool
goes_on (Progress *g, TrCanvas *c, const TrDesignResult *r)
{
  if (r->off < (1 - HARDLY) * g->off) {
    g->off = r->off;
    g->idle = 0;
  } else
    g->idle += MAX (1, r->iterations);
  return r->ok && r->gap * c->view.zoom > LEAST_GAIN && r->is_cut && g->idle < IDLE_TURNS;
}

// What moves supports as well has more ways to go astray: where the place is missed, the links are
// tried alone from the beginning, and the rest after them. Once at a place; false: there is nothing to try.
static bool
begin_other (TrMotionPull *p, TrCanvas *c)
{
  const TrTrace *trace = &tr_session_get_model (c->session)->traces[p->held.trace];
  int n;

  if (p->has_tried || !may_move (c))
    return false;
  p->has_tried = p->holds_links = true;
  g_autoptr (TrDesign) links =
      tr_session_design (c->session, NULL, &trace->a, NULL, TR_SUPPORTS_STAY, NULL);
  p->other = tr_session_design (c->session, NULL, &trace->a, NULL, TR_SUPPORTS_MOVE, NULL);
  if (!links || !p->other) {
    g_clear_pointer (&p->other, tr_design_free);
    return false;
  }
  const TrVariable *first = tr_design_get_variables (links, &n);
  tr_design_hold (p->other, first, n);
  p->other_to = none_yet;
  return true;
}

// The nearer of the two is seen from now on.
static bool
try_other (TrMotionPull *p, TrCanvas *c)
{
  TrDesignResult r = pull (p, c, p->other);

  if (goes_on (&p->other_to, c, &r))
    return true;
  if (r.ok && p->holds_links) {
    p->holds_links = false;
    p->other_to.idle = 0;
    tr_design_hold (p->other, NULL, 0);
    return true;
  }
  tr_probe_say ("pulled-otherwise", "\"gap\": %.9g, \"first\": %.9g", r.gap, p->gap);
  if (r.ok && r.gap < p->gap) {
    tr_design_free (p->design);
    p->design = g_steal_pointer (&p->other);
    p->gap = r.gap;
    show (p, c);
  }
  g_clear_pointer (&p->other, tr_design_free);
  tell_missed (p, c, p->gap * c->view.zoom > MISSED_PIXELS);
  return false;
}

bool
tr_motion_pull_frame (TrMotionPull *p, TrCanvas *c)
{
  if (!p->has_moved)
    return false;
  if (p->other)
    return try_other (p, c);
  p->is_new = false;
  TrDesignResult r = pull (p, c, p->design);
  p->gap = r.ok ? r.gap : 0;
  show (p, c);
  tr_canvas_tell (c);
  tr_probe_say ("pulled", "\"gap\": %.9g, \"ok\": %s, \"ms\": %.3f", r.gap, r.ok ? "true" : "false",
                tr_canvas_get_solve_ms (c));
  bool is_missed = r.ok && r.gap * c->view.zoom > MISSED_PIXELS;
  if (goes_on (&p->to, c, &r) || (is_missed && begin_other (p, c)))
    return true;
  tell_missed (p, c, is_missed);
  return false;
}

// The pins of the trace, that in the hand where the curve has come to; returns how many.
static int
new_pins (TrMotionPull *p, TrCanvas *c, TrTracePin pins[TR_TRACE_PINS])
{
  const TrTrace *t = &tr_session_get_model (c->session)->traces[p->held.trace];
  int n_dimensions, at = p->held.pin >= 0 ? p->held.pin : t->n_pins;
  tr_design_get_variables (p->design, &n_dimensions);
  g_autofree Vec2 *slopes = g_new (Vec2, n_dimensions + 1);
  TrTracePin pin = {tr_design_get_base (p->design) + p->target[0].phase, p->target[0].place};

  if (t->n_pins > 0)
    memcpy (pins, t->pins, sizeof *pins * (gsize) t->n_pins);
  tr_design_look (p->design, p->target[0].phase, &pin.at, slopes);
  pin.turn = remainder (pin.turn, 2 * G_PI);
  pins[at] = pin;
  return MAX (t->n_pins, at + 1);
}

void
tr_motion_pull_release (TrMotionPull *p, TrCanvas *c, bool keeps)
{
  g_autoptr (GError) error = NULL;
  TrTracePin pins[TR_TRACE_PINS];

  if (keeps && p->is_new)
    tr_motion_pull_frame (p, c);
  tr_canvas_take_pose (c, NULL, NULL);
  if (!keeps && p->is_missed)
    tr_canvas_set_message (c, NULL);
  if (keeps && p->has_moved) {
    int n = new_pins (p, c, pins);
    if (!tr_session_take_design (c->session, p->design, p->held.trace, pins, n, &error))
      tr_canvas_set_message (c, error->message);
    tr_probe_say ("pinned", "\"n\": %d", n);
  }
  if (p->was_playing)
    tr_canvas_play (c);
  tr_motion_pull_free (p);
}

void
tr_motion_pull_free (TrMotionPull *p)
{
  g_clear_pointer (&p->shown, tr_model_free);
  g_clear_pointer (&p->other, tr_design_free);
  tr_design_free (p->design);
  g_free (p);
}

void
tr_motion_pull_paint (const TrMotionPull *p, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  int n, k;
  const double *phases;
  const Vec2 *points = tr_design_get_curve (p->design, &n, &phases);

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
  double part = tr_sweep_find (phases, n, p->target[0].phase, &k);
  Vec2 held = v2_lerp (points[k], points[k + 1], part);
  if (v2_dist (held, p->target[0].place) * c->view.zoom > REACH_PIXELS)
    tr_overlay_band (o, held, p->target[0].place, cr);
  tr_overlay_grip (o, held, true, cr);
}
