// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/tool.h"

#include "app/canvas-private.h"
#include "app/probe.h"

#include <glib/gi18n.h>

// A press that wanders less is a click and moves nothing.
#define DRAG_PIXELS     3
#define BLINK_PERIOD_US 300000
#define BLINK_US        900000
#define HALO_ALPHA      0.22
#define BAND_PIXELS     1.5

typedef struct {
  TrTool tool;
  TrPick hover;   // under the pointer, or held
  bool is_held;   // the session drags
  bool is_moving; // the pointer has left the place where it went down
  Vec2 start;     // there, widget pixels
  Vec2 target;    // where the pointer is, in the drawing
  bool is_new;    // target has not been given to the solver
  bool has_moved; // something of the drawing
  bool is_fixed;  // what is held cannot move
  gint64 blink;   // since when its constraints blink; frame time
} Select;

static const TrKeyHint hover_hints[] = {
    {"Shift", N_ ("move whole")},
    {NULL, NULL},
};
static const TrKeyHint drag_hints[] = {
    {"Esc", N_ ("put back")},
    {NULL, NULL},
};
static const TrKeyHint view_hints[] = {
    {N_ ("Wheel"), N_ ("zoom")},
    {N_ ("Middle button"), N_ ("move paper")},
    {"Home", N_ ("show all")},
    {NULL, NULL},
};

static const TrPick nothing = {.kind = TR_PICK_NONE, .at = {.body = -1, .slide = -1}};

static Vec2
grip_place (const Select *t, TrCanvas *c)
{
  return tr_connector_point (tr_session_get_model (c->session), &t->hover.at,
                             tr_session_get_state (c->session)->q);
}

static void
set_hover (Select *t, TrCanvas *c, TrPick pick)
{
  bool was_there = t->hover.kind != TR_PICK_NONE;

  t->hover = pick;
  if (was_there || pick.kind != TR_PICK_NONE)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  if (was_there != (pick.kind != TR_PICK_NONE))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (c), was_there ? NULL : "grab");
}

static void
select_press (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;

  set_hover (t, c, tr_canvas_pick (c, p->at));
  if (t->hover.kind == TR_PICK_NONE)
    return;
  tr_session_press (c->session, &t->hover.at, (p->modifiers & GDK_SHIFT_MASK) != 0);
  tr_canvas_part (c);
  t->is_held = true;
  t->is_moving = t->is_new = t->has_moved = t->is_fixed = false;
  t->start = p->widget;
  t->target = p->at;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (c), "grabbing");
  gtk_widget_queue_draw (GTK_WIDGET (c));
  g_autofree char *what =
      tr_session_connector_text (tr_session_get_model (c->session), &t->hover.at);
  tr_probe_say ("press", "\"what\": \"%s\"", what);
}

// The pointer alone is noted: the next frame works on the newest.
static void
select_motion (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;

  if (!t->is_held) {
    if (!c->is_pressed)
      set_hover (t, c, tr_canvas_pick (c, p->at));
    return;
  }
  t->is_moving |= v2_dist (p->widget, t->start) >= DRAG_PIXELS;
  if (!t->is_moving)
    return;
  t->target = p->at;
  t->is_new = true;
  tr_canvas_start_frames (c);
}

// "fixed by c1, c2": what holds the body, blinking for a moment.
static void
tell_fixed (Select *t, TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (int i = 0; i < m->n_constraints && names->len < 80; i++)
    if (!m->constraints[i].disabled && tr_constraint_uses (&m->constraints[i], t->hover.at.body)) {
      const char *name = m->constraints[i].name;
      g_string_append_printf (names, "%s%s", names->len ? ", " : "",
                              name && *name ? name : m->constraints[i].id);
    }
  t->is_fixed = true;
  t->blink = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (c)));
  if (names->len)
    text = g_strdup_printf (_ ("Cannot move: held by %s"), names->str);
  else
    text = g_strdup (_ ("Cannot move: locked"));
  tr_canvas_set_message (c, text);
}

static bool
is_blinking (const Select *t, TrCanvas *c)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (c));
  return t->is_held && t->is_fixed && gdk_frame_clock_get_frame_time (clock) - t->blink < BLINK_US;
}

static bool
select_frame (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;
  gint64 start = g_get_monotonic_time ();
  bool was_new = t->is_new;
  TrStepResult r;

  if (!t->is_held || !t->is_moving)
    return false;
  t->is_new = false;
  r = was_new ? tr_session_move (c->session, t->target) : tr_session_hold (c->session);
  t->has_moved |= r.moved;
  tr_canvas_set_solve_ms (c, 1e-3 * (double) (g_get_monotonic_time () - start));
  if (r.fixed && !t->is_fixed)
    tell_fixed (t, c);
  tr_canvas_tell (c);
  tr_probe_say (
      "step",
      "\"moved\": %s, \"rest\": %s, \"fixed\": %s, \"residual\": %.3g, \"gap\": %.9g, \"ms\": %.3f",
      r.moved ? "true" : "false", r.at_rest ? "true" : "false", r.fixed ? "true" : "false",
      r.residual, r.gap, tr_canvas_get_solve_ms (c));
  if (is_blinking (t, c))
    gtk_widget_queue_draw (GTK_WIDGET (c));
  return was_new || (!r.at_rest && r.ok) || is_blinking (t, c);
}

static void
end_drag (Select *t, TrCanvas *c)
{
  t->is_held = t->is_moving = t->is_fixed = false;
  tr_canvas_set_message (c, NULL);
  tr_canvas_settle (c, t->has_moved);
  gtk_widget_set_cursor (GTK_WIDGET (c), NULL);
  t->hover = nothing;
}

static void
select_release (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;

  if (!t->is_held)
    return;
  // What came after the last frame counts too.
  if (t->is_new)
    select_frame (tool, c);
  end_drag (t, c);
  c->is_unmoved = !t->has_moved;
  tr_session_release (c->session);
  c->is_unmoved = false;
  set_hover (t, c, tr_canvas_pick (c, p->at));
  tr_probe_say ("release", NULL);
}

static bool
select_cancel (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;

  if (!t->is_held)
    return false;
  t->has_moved = true;
  end_drag (t, c);
  tr_session_cancel (c->session);
  tr_probe_say ("cancel", NULL);
  return true;
}

static void
select_leave (TrTool *tool, TrCanvas *c)
{
  set_hover ((Select *) tool, c, nothing);
}

static void
select_forget (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;

  if (!t->is_held)
    set_hover (t, c, nothing);
}

// On in the first half of each period; steadily where nothing is to flicker.
static double
blink_alpha (const Select *t, TrCanvas *c)
{
  gboolean animate;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (c));
  gint64 since = gdk_frame_clock_get_frame_time (clock) - t->blink;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (c)), "gtk-enable-animations", &animate, NULL);
  if (!animate || since >= BLINK_US)
    return 0.8;
  return since % BLINK_PERIOD_US < BLINK_PERIOD_US / 2 ? 0.9 : 0;
}

static void
paint_held (Select *t, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Vec2 place = grip_place (t, c);

  if (t->is_fixed) {
    double alpha = blink_alpha (t, c);
    for (int i = 0; i < o->m->n_constraints && alpha > 0; i++)
      if (!o->m->constraints[i].disabled &&
          tr_constraint_uses (&o->m->constraints[i], t->hover.at.body))
        tr_overlay_constraint (o, i, alpha, cr);
  }
  if (t->is_moving && v2_dist (place, t->target) * c->view.zoom > BAND_PIXELS)
    tr_overlay_band (o, place, t->target, cr);
  tr_overlay_grip (o, place, true, cr);
}

static void
select_paint (TrTool *tool, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Select *t = (Select *) tool;

  if (t->hover.kind == TR_PICK_NONE)
    return;
  tr_overlay_halo (o, t->hover.at.body, o->theme->accent, HALO_ALPHA, cr);
  if (t->is_held) {
    paint_held (t, c, o, cr);
    return;
  }
  tr_overlay_handles (o, t->hover.at.body, cr);
  tr_overlay_grip (o, t->hover.place, false, cr);
}

static const TrKeyHint *
select_hints (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;
  return t->is_held ? drag_hints : t->hover.kind != TR_PICK_NONE ? hover_hints : view_hints;
}

static void
select_free (TrTool *tool)
{
  g_free (tool);
}

static const TrToolOps select_ops = {
    .name = "select",
    .press = select_press,
    .motion = select_motion,
    .release = select_release,
    .leave = select_leave,
    .cancel = select_cancel,
    .frame = select_frame,
    .forget = select_forget,
    .paint = select_paint,
    .hints = select_hints,
    .free = select_free,
};

TrTool *
tr_tool_select_new (void)
{
  Select *t = g_new0 (Select, 1);
  t->tool.ops = &select_ops;
  t->hover = nothing;
  return &t->tool;
}
