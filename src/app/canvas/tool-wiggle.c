// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can still move, one freedom after the other: the drawing swings along each of its free
// motions, q₀ + a sin ωt · v made to hold, as a pose over the drawing, which stays as it is. Where
// nothing is to move by itself, arrows tell.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"
#include "render/force.h"
#include "solver/motion.h"

#include <glib/gi18n.h>

// Larger components are not looked at: finding their motions is dense.
#define MOST_UNKNOWNS 400
#define SWING_US      900000
#define MOTION_US     (2 * SWING_US)
// How far things swing: pixels, parts of the drawing's size, radians.
#define REACH_PIXELS 24
#define LEAST_REACH  0.03
#define MOST_REACH   0.12
#define MOST_TURN    0.25
// A pose that does not hold to this part of the drawing is not shown.
#define MOST_MISS  1e-6
#define HOME_ALPHA 0.3

typedef struct {
  TrTool tool;
  GPtrArray *motions; // TrMotion
  guint at;           // the one that is shown
  gint64 start;       // when it began, frame time; 0: not yet
  TrEngine *engine;   // of its own: the drawing's is left alone
  double reach;       // how much of the motion
  bool has_begun, has_ended;
} Wiggle;

static const TrKeyHint wiggle_hints[] = {
    {N_ ("Space"), N_ ("next motion")},
    {N_ ("Esc"), N_ ("stop")},
    {NULL, NULL},
};

static const TrMotion *
motion_of (const Wiggle *t)
{
  return g_ptr_array_index (t->motions, t->at);
}

static const TrState *
home_of (TrCanvas *c)
{
  return tr_session_get_state (c->session);
}

static bool
is_animated (TrCanvas *c)
{
  gboolean animate;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (c)), "gtk-enable-animations", &animate, NULL);
  return animate;
}

// The body whose unknown leads, or the constraint whose slide does.
static const char *
name_of (const TrModel *m, const TrMotion *motion)
{
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    if (motion->unknown >= b->q && motion->unknown < b->q + b->n)
      return b->name && *b->name ? b->name : b->id;
  }
  return _ ("a slide");
}

static double
size_of (const TrModel *m, const TrState *s)
{
  TrBounds box = {v2 (INFINITY, INFINITY), v2 (-INFINITY, -INFINITY)};

  for (int i = 0; i < m->n_bodies; i++) {
    Vec2 low, high;
    if (!tr_body_box (&m->bodies[i], tr_body_q (&m->bodies[i], s->q), &low, &high))
      continue;
    box.low = v2 (fmin (box.low.x, low.x), fmin (box.low.y, low.y));
    box.high = v2 (fmax (box.high.x, high.x), fmax (box.high.y, high.y));
  }
  double size = v2_dist (box.low, box.high);
  return isfinite (size) ? size : 0;
}

// So that lengths change by what is well seen, and nothing turns by more than a little.
static double
find_reach (TrCanvas *c, const TrMotion *motion)
{
  const TrModel *m = tr_session_get_model (c->session);
  double size = size_of (m, home_of (c)), length = REACH_PIXELS / c->view.zoom;
  double most[2] = {0, 0}; // of lengths, of angles

  if (size > 0)
    length = CLAMP (length, LEAST_REACH * size, MOST_REACH * size);
  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].n; k++) {
      bool is_angle = tr_body_member_is_angle (&m->bodies[i], k);
      most[is_angle] = fmax (most[is_angle], fabs (motion->v[m->bodies[i].q + k]));
    }
  double reach = most[0] > 0 ? length / most[0] : INFINITY;
  return most[1] > 0 ? fmin (reach, MOST_TURN / most[1]) : reach;
}

static guint8 *
find_moving (const TrModel *m, const TrMotion *motion)
{
  guint8 *moving = g_malloc0 ((gsize) m->n_bodies / 8 + 1);

  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].n; k++)
      if (fabs (motion->v[m->bodies[i].q + k]) > 0)
        moving[i / 8] = (guint8) (moving[i / 8] | 1 << (i % 8));
  return moving;
}

static void
end (Wiggle *t, TrCanvas *c)
{
  tr_canvas_take_pose (c, NULL, NULL);
  t->has_ended = true;
  tr_canvas_start_frames (c);
}

static void
begin_motion (Wiggle *t, TrCanvas *c, guint at)
{
  if (at >= t->motions->len) {
    end (t, c);
    return;
  }
  t->has_begun = true;
  t->at = at;
  t->start = 0;
  t->reach = find_reach (c, motion_of (t));
  const char *name = name_of (tr_session_get_model (c->session), motion_of (t));
  g_autoptr (GString) text = g_string_new (NULL);
  g_string_printf (text, _ ("Motion %u of %u: %s"), at + 1, t->motions->len, name);
  // The message takes the place of the keys.
  for (const TrKeyHint *hint = wiggle_hints; hint->key; hint++)
    g_string_append_printf (text, " · %s: %s", _ (hint->key), _ (hint->does));
  tr_canvas_take_pose (c, NULL, NULL);
  tr_canvas_set_message (c, text->str);
  tr_probe_say ("wiggle", "\"motion\": %u, \"of\": %u", at + 1, t->motions->len);
  tr_canvas_start_frames (c);
}

static void
show_pose (Wiggle *t, TrCanvas *c, double offset)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrState *pose = tr_state_copy (home_of (c));

  for (int i = 0; i < m->n_q; i++)
    pose->q[i] += offset * motion_of (t)->v[i];
  TrStepResult r = tr_engine_solve (t->engine, pose);
  if (!r.ok || !(r.relative <= MOST_MISS)) {
    tr_state_free (pose);
    return;
  }
  g_autofree guint8 *moving = find_moving (m, motion_of (t));
  tr_canvas_take_pose (c, pose, moving);
  tr_probe_say ("pose", "\"motion\": %u", t->at + 1);
}

static bool
wiggle_frame (TrTool *tool, TrCanvas *c)
{
  Wiggle *t = (Wiggle *) tool;
  gint64 now = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (c)));

  if (t->has_ended) {
    tr_probe_say ("wiggle-end", NULL);
    tr_canvas_set_tool (c, "select"); // t is gone
    return false;
  }
  if (!t->has_begun)
    begin_motion (t, c, 0);
  if (!is_animated (c)) {
    gtk_widget_queue_draw (GTK_WIDGET (c));
    return false;
  }
  if (t->start == 0)
    t->start = now;
  double swings = (double) (now - t->start) / SWING_US;
  if (now - t->start >= MOTION_US) {
    begin_motion (t, c, t->at + 1);
    return true;
  }
  double fade = sin (G_PI * (double) (now - t->start) / MOTION_US);
  show_pose (t, c, t->reach * fade * sin (2 * G_PI * swings));
  return true;
}

static bool
wiggle_key (TrTool *tool, TrCanvas *c, guint key)
{
  Wiggle *t = (Wiggle *) tool;

  if (key != GDK_KEY_space && key != GDK_KEY_Return && key != GDK_KEY_KP_Enter)
    return false;
  begin_motion (t, c, t->at + 1);
  return true;
}

static void
wiggle_press (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  end ((Wiggle *) tool, c);
}

static void
wiggle_motion (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
}

static void
wiggle_leave (TrTool *tool, TrCanvas *c)
{
}

static bool
wiggle_cancel (TrTool *tool, TrCanvas *c)
{
  Wiggle *t = (Wiggle *) tool;
  bool was_on = !t->has_ended;

  if (was_on)
    end (t, c);
  return was_on;
}

static void
wiggle_forget (TrTool *tool, TrCanvas *c)
{
  end ((Wiggle *) tool, c);
}

// Where nothing moves by itself: which way the named points of the bodies would go.
static void
paint_arrows (Wiggle *t, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  const TrMotion *motion = motion_of (t);
  g_autofree guint8 *moving = find_moving (o->m, motion);
  g_autoptr (TrState) ahead = tr_state_copy (o->s);
  double largest = 0;

  for (int i = 0; i < o->m->n_q; i++)
    ahead->q[i] += 1e-3 * t->reach * motion->v[i];
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < o->m->n_bodies; i++)
      for (int k = 0; moving[i / 8] >> (i % 8) & 1 && k < tr_body_n_points (&o->m->bodies[i]);
           k++) {
        TrConnector at = {.kind = TR_AT_NAMED, .body = i, .point = k, .slide = -1};
        Vec2 from = tr_connector_point (o->m, &at, o->s->q);
        Vec2 by = v2_sub (tr_connector_point (o->m, &at, ahead->q), from);
        double far = v2_norm (by);
        if (pass == 0)
          largest = fmax (largest, far);
        else if (far > 0.02 * largest)
          tr_force_paint (o,
                          &(TrForceLook){.color = o->theme->accent,
                                         .at = from,
                                         .direction = v2_scale (by, 1 / far),
                                         .part = 0.6 * far / largest},
                          false, cr);
      }
}

// What moves is seen against where it is when it rests.
static void
paint_home (Wiggle *t, TrCanvas *c, TrOverlay home, cairo_t *cr)
{
  g_autofree guint8 *moving = find_moving (home.m, motion_of (t));

  home.s = home_of (c);
  for (int i = 0; i < home.m->n_bodies; i++)
    if (moving[i / 8] >> (i % 8) & 1)
      tr_overlay_halo (&home, i, home.theme->accent, HOME_ALPHA, cr);
}

static void
wiggle_paint (TrTool *tool, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Wiggle *t = (Wiggle *) tool;

  if (t->has_ended || !t->has_begun)
    return;
  if (is_animated (c))
    paint_home (t, c, *o, cr);
  else
    paint_arrows (t, c, o, cr);
}

static const TrKeyHint *
wiggle_hints_now (TrTool *tool, TrCanvas *c)
{
  return wiggle_hints;
}

static void
wiggle_free (TrTool *tool)
{
  Wiggle *t = (Wiggle *) tool;
  g_ptr_array_unref (t->motions);
  tr_engine_free (t->engine);
  g_free (t);
}

static const TrToolOps wiggle_ops = {
    .name = "wiggle",
    .press = wiggle_press,
    .motion = wiggle_motion,
    .release = wiggle_motion,
    .leave = wiggle_leave,
    .cancel = wiggle_cancel,
    .key = wiggle_key,
    .frame = wiggle_frame,
    .forget = wiggle_forget,
    .paint = wiggle_paint,
    .hints = wiggle_hints_now,
    .free = wiggle_free,
};

TrTool *
tr_tool_wiggle_new (TrCanvas *c)
{
  g_autoptr (GPtrArray) motions = NULL;

  if (tr_session_is_dragging (c->session))
    return NULL;
  motions = tr_motions_find (tr_session_get_engine (c->session), home_of (c), MOST_UNKNOWNS);
  if (motions->len == 0) {
    bool is_fixed = tr_session_check (c->session)->dof == 0;
    tr_canvas_set_message (c, is_fixed ? _ ("Nothing can move")
                                       : _ ("What hangs together here is too much to be wiggled"));
    return NULL;
  }
  Wiggle *t = g_new0 (Wiggle, 1);
  t->tool.ops = &wiggle_ops;
  t->motions = g_steal_pointer (&motions);
  t->engine = tr_engine_new (tr_session_get_model (c->session), home_of (c));
  tr_canvas_start_frames (c);
  return &t->tool;
}
