// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/tool.h"

#include "app/canvas/band.h"
#include "app/canvas/canvas-pins.h"
#include "app/canvas/key-grip.h"
#include "app/canvas/label-grip.h"
#include "app/canvas/mark.h"
#include "app/canvas/motion-pull.h"
#include "app/probe.h"
#include "app/canvas/select-hints.h"

#include "session/scrub.h"

#include <glib/gi18n.h>

// A press that wanders less is a click and moves nothing.
#define DRAG_PIXELS     3
#define BLINK_PERIOD_US 300000
#define BLINK_US        900000
#define HALO_ALPHA      0.22
#define BAND_PIXELS     1.5
#define NOTE_PIXELS     4
#define NEAR_PIXELS     60

typedef struct {
  TrTool tool;
  TrPick hover;       // under the pointer, or held
  bool is_on_curve;   // that can be pulled
  bool is_on_pin;     // of one
  bool has_pin;       // one is chosen, wherever the pointer is
  TrMotionPull *pull; // of one; NULL: none
  TrKeyGrip key;
  TrLabelGrip text;
  bool is_held; // the session drags
  TrBand band;
  bool is_whole; // the body is carried
  bool has_detached;
  bool is_free;   // of snapping, until it is let go
  Vec2 near;      // where a body was last under the pointer, widget pixels
  TrSnap snap;    // what the held point is at
  bool is_moving; // the pointer has left the place where it went down
  Vec2 start;     // there, widget pixels
  Vec2 target;    // where the pointer is, in the drawing
  bool is_new;    // target has not been given to the solver
  bool has_moved; // something of the drawing
  bool is_fixed;  // what is held cannot move
  gint64 blink;   // since when its constraints blink; frame time
} Select;

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

// The pin under the pointer is shown as if it were chosen.
static void
look_for_pin (Select *t, TrCanvas *c, Vec2 widget)
{
  TrPinRef pin = tr_canvas_is_playing (c) ? (TrPinRef){-1, -1} : tr_canvas_pin_at (c, widget);

  t->is_on_pin = pin.trace >= 0;
  if (t->has_pin && !t->is_on_pin)
    return;
  t->has_pin &= pin.trace == c->pin.trace && pin.pin == c->pin.pin;
  if (pin.trace != c->pin.trace || pin.pin != c->pin.pin)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  c->pin = pin;
}

// Keys of the path that is selected come first, then labels and signs, then bodies, and these before
// the lines of dimensions; while time runs bodies come first, as notes, and keys, pass by under the
// hand. The notes of a body stay while the pointer is on its way to them.
static void
look (Select *t, TrCanvas *c, const TrPointer *p)
{
  bool is_wanted = c->wanted >= 0; // then notes are no use, and what is locked is
  int note = is_wanted ? -1 : tr_canvas_note_at (c, p->widget, 0), near = -1;
  bool runs = tr_canvas_is_playing (c);
  bool was_on = t->is_on_curve || t->text.hover >= 0 || t->key.hover >= 0;
  TrPick pick = note < 0 || runs ? tr_canvas_pick (c, p->at, is_wanted) : nothing;
  bool is_free = !is_wanted && !(runs && pick.kind != TR_PICK_NONE);
  bool is_on_key = tr_key_grip_look (&t->key, c, p->widget, is_free);

  if (is_on_key) {
    note = -1;
    pick = nothing;
  }
  note = runs && pick.kind != TR_PICK_NONE ? -1 : note;
  if (note < 0 && pick.kind == TR_PICK_NONE && !is_wanted && !is_on_key)
    note = tr_canvas_note_at (c, p->widget, NOTE_PIXELS);
  if (pick.kind != TR_PICK_NONE) {
    near = pick.at.body;
    t->near = p->widget;
  } else if (note >= 0 || v2_dist (p->widget, t->near) < NEAR_PIXELS)
    near = c->near_body;
  if (note != c->hover_note || near != c->near_body)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  c->hover_note = note;
  c->near_body = near;
  set_hover (t, c, pick);
  look_for_pin (t, c, p->widget);
  t->is_on_curve =
      t->is_on_pin || (note < 0 && pick.kind == TR_PICK_NONE && tr_motion_pull_is_over (c, p->at));
  tr_label_grip_look (&t->text, c, p,
                      note < 0 && pick.kind == TR_PICK_NONE && !t->is_on_pin && !is_wanted &&
                          !is_on_key);
  if (was_on != (t->is_on_curve || t->text.hover >= 0 || is_on_key) && pick.kind == TR_PICK_NONE)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (c), was_on ? NULL : "grab");
}

static bool
is_over_formula (const Select *t, TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  return t->hover.kind != TR_PICK_NONE && m->bodies[t->hover.at.body].kind == TR_BODY_FORMULA;
}

// A double click opens what has a dialog of its own, and puts a vertex where there is room for one.
static bool
opens (Select *t, TrCanvas *c, const TrPointer *p)
{
  const TrModel *m = tr_session_get_model (c->session);

  if (p->n_press != 2 || t->hover.kind == TR_PICK_NONE)
    return false;
  if (!is_over_formula (t, c))
    return tr_canvas_put_vertex (c, &t->hover);
  return gtk_widget_activate_action (GTK_WIDGET (c), "win.edit-formula", "s",
                                     m->bodies[t->hover.at.body].id);
}

// As a whole, what is selected with it is carried along.
static void
take_hold (Select *t, TrCanvas *c, const TrConnector *at)
{
  if (!t->is_whole || !tr_canvas_lift (c, at))
    tr_session_press (c->session, at, t->is_whole);
  if (tr_canvas_is_playing (c))
    tr_canvas_part (c);
}

static void
select_press (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;

  tr_canvas_forget_held (c);
  look (t, c, p);
  t->has_pin = t->is_on_pin;
  if (tr_key_grip_press (&t->key, c, p))
    return;
  if (c->hover_note >= 0 && !t->is_on_pin) {
    tr_canvas_press_note (c, p);
    return;
  }
  if (!t->is_on_pin && opens (t, c, p))
    return;
  if (tr_label_grip_press (&t->text, c, p))
    return;
  if (t->hover.kind == TR_PICK_NONE || t->is_on_pin) {
    t->pull = tr_motion_pull_new (c, p->at);
    t->is_moving = false;
    t->start = p->widget;
    if (!t->pull)
      tr_band_begin (&t->band, p);
    return;
  }
  t->is_whole = (p->modifiers & GDK_SHIFT_MASK) != 0;
  t->has_detached = false;
  t->snap = tr_snap_none (p->at);
  take_hold (t, c, &t->hover.at);
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

// The end that is held comes off before it is moved; the drag then begins anew.
static void
detach (Select *t, TrCanvas *c)
{
  TrConnector held = t->hover.at;

  tr_session_cancel (c->session);
  t->has_detached = tr_canvas_detach (c, &held);
  take_hold (t, c, &held);
}

// The pointer alone is noted: the next frame works on the newest.
static void
select_motion (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;
  bool was_moving = t->is_moving,
       is_free = t->is_free || (p->modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK));

  if (tr_key_grip_motion (&t->key, c, p))
    return;
  if (t->text.held >= 0) {
    tr_label_grip_motion (&t->text, c, p);
    return;
  }
  if (t->pull) {
    t->is_moving |= v2_dist (p->widget, t->start) >= DRAG_PIXELS;
    if (!t->is_moving)
      return;
    tr_motion_pull_move (t->pull, p->at);
    tr_canvas_start_frames (c);
    return;
  }
  if (t->band.is_on) {
    tr_band_motion (&t->band, c, p);
    return;
  }
  if (!t->is_held) {
    if (!c->is_pressed)
      look (t, c, p);
    return;
  }
  t->is_moving |= v2_dist (p->widget, t->start) >= DRAG_PIXELS;
  if (!t->is_moving)
    return;
  t->target = p->at;
  if (!was_moving && (p->modifiers & GDK_ALT_MASK))
    detach (t, c);
  if (!was_moving) // and not at the press, since a click moves nothing
    tr_canvas_part (c);
  t->snap =
      is_free || t->is_whole ? tr_snap_none (p->at) : tr_canvas_find_hold (c, &t->hover.at, p->at);
  t->is_new = true;
  tr_canvas_start_frames (c);
}

// What holds the body blinks for a moment.
static void
tell_fixed (Select *t, TrCanvas *c)
{
  t->is_fixed = true;
  t->blink = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (c)));
  tr_probe_say ("blink", "\"constraints\": %d", tr_canvas_tell_held (c, &t->hover.at));
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

  if (t->pull)
    return tr_motion_pull_frame (t->pull, c);
  if (t->key.held >= 0)
    return tr_key_grip_frame (&t->key, c);
  if (!t->is_held || !t->is_moving)
    return false;
  t->is_new = false;
  r = was_new ? tr_session_move (c->session, t->snap.place) : tr_session_hold (c->session);
  t->has_moved |= r.moved;
  tr_canvas_set_solve_ms (c, 1e-3 * (double) (g_get_monotonic_time () - start));
  if (tr_session_is_scrubbing (c->session))
    tr_canvas_set_message (c, _ ("A drive holds this: time follows the hand"));
  else if (r.fixed && !t->is_fixed)
    tell_fixed (t, c);
  else if (!r.ok)
    tr_canvas_set_message (c, _ ("No farther: beyond here something has no value"));
  tr_canvas_tell (c);
  tr_probe_say (
      "step",
      "\"moved\": %s, \"rest\": %s, \"fixed\": %s, \"residual\": %.3g, \"gap\": %.9g, \"ms\": %.3f",
      r.moved ? "true" : "false", r.at_rest ? "true" : "false", r.fixed ? "true" : "false",
      r.residual, r.gap, tr_canvas_get_solve_ms (c));
  if (is_blinking (t, c))
    gtk_widget_queue_draw (GTK_WIDGET (c));
  // while time runs, what moves the drawing would take it out of a hand that rests
  return was_new || (!r.at_rest && r.ok) || is_blinking (t, c) || tr_canvas_is_playing (c);
}

static void
end_drag (Select *t, TrCanvas *c)
{
  t->is_held = t->is_moving = t->is_fixed = t->is_free = false;
  if (!c->holders) // what holds it can be clicked
    tr_canvas_set_message (c, NULL);
  tr_canvas_settle (c, t->has_moved);
  gtk_widget_set_cursor (GTK_WIDGET (c), NULL);
  t->hover = nothing;
}

static bool
end_pull (Select *t, TrCanvas *c, bool keeps)
{
  if (!t->pull)
    return false;
  tr_motion_pull_release (g_steal_pointer (&t->pull), c, keeps);
  gtk_widget_set_cursor (GTK_WIDGET (c), NULL);
  t->is_on_curve = false;
  tr_probe_say (keeps ? "release" : "cancel", NULL);
  return true;
}

static void
release_held (Select *t, TrCanvas *c)
{
  TrConnector held = t->hover.at;
  bool attaches = t->is_moving && tr_canvas_has_reached (c, &held, &t->snap);

  end_drag (t, c);
  c->is_unmoved = !t->has_moved && !attaches;
  if (attaches)
    tr_canvas_release_attached (c, &held, &t->snap);
  else
    tr_canvas_put_down (c, t->has_moved);
  c->is_unmoved = false;
  if (t->has_detached && !t->has_moved && !attaches)
    tr_session_commit (c->session, _ ("Detach"));
}

static void
select_release (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Select *t = (Select *) tool;
  g_autofree char *clicked = NULL;

  if (t->band.is_on)
    tr_band_end (&t->band, c, p);
  if (tr_key_grip_release (&t->key, c) || tr_label_grip_release (&t->text, c, p) ||
      end_pull (t, c, true) || !t->is_held)
    return;
  // What came after the last frame counts too.
  if (t->is_new)
    select_frame (tool, c);
  if (!t->is_moving)
    clicked = tr_canvas_text_of (c, &t->hover);
  release_held (t, c);
  look (t, c, p);
  tr_probe_say ("release", NULL);
  if (clicked)
    tr_canvas_pick_up (c, clicked, (p->modifiers & GDK_SHIFT_MASK) != 0);
}

static bool
select_cancel (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;

  if (tr_band_cancel (&t->band, c))
    return true;
  if (end_pull (t, c, false) || tr_label_grip_cancel (&t->text, c))
    return true;
  if (!t->is_held && t->has_pin) {
    t->has_pin = false;
    c->pin = (TrPinRef){-1, -1};
    gtk_widget_queue_draw (GTK_WIDGET (c));
    return true;
  }
  if (!t->is_held)
    return tr_key_grip_cancel (&t->key, c);
  t->has_moved = true;
  end_drag (t, c);
  tr_session_cancel (c->session);
  if (t->has_detached)
    tr_document_revert (tr_session_get_document (c->session));
  tr_probe_say ("cancel", NULL);
  return true;
}

static bool
select_undo (TrTool *tool, TrCanvas *c)
{
  return c->is_pressed && select_cancel (tool, c);
}

static bool
select_key (TrTool *tool, TrCanvas *c, guint key)
{
  Select *t = (Select *) tool;
  bool is_back = key == GDK_KEY_ISO_Left_Tab;

  if (key == GDK_KEY_F3 && t->is_held) {
    TrPointer p = tr_canvas_pointer_at (c, c->pointer);
    t->is_free = !t->is_free;
    select_motion (tool, c, &p);
    tr_canvas_tell (c);
    return true;
  }
  bool deletes = key == GDK_KEY_Delete || key == GDK_KEY_BackSpace || key == GDK_KEY_KP_Delete;
  if (deletes && t->has_pin && !t->pull) {
    t->has_pin = t->is_on_pin = t->is_on_curve = false;
    return tr_canvas_remove_pin (c);
  }
  if (key != GDK_KEY_Tab && !is_back)
    return false;
  if (tr_canvas_walk_keys (c, is_back ? -1 : 1))
    return true;
  return tr_selection_walk (c->selection, is_back ? -1 : 1);
}

static void
select_leave (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;

  c->hover_note = c->near_body = t->text.hover = t->key.hover = -1;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  set_hover (t, c, nothing);
}

static void
select_forget (TrTool *tool, TrCanvas *c)
{
  Select *t = (Select *) tool;

  if (t->pull) // of another drawing than it is now
    end_pull (t, c, false);
  t->text = TR_LABEL_GRIP_NONE;
  tr_key_grip_forget (&t->key, c);
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
    for (guint i = 0; c->holders && i < c->holders->len && alpha > 0; i++) {
      TrElement e = g_array_index (c->holders, TrElement, i);
      if (e.kind == TR_ELEMENT_CONSTRAINT)
        tr_overlay_constraint (o, e.index, o->theme->conflict, alpha, cr);
      else
        tr_overlay_halo (o, e.index, o->theme->conflict, HALO_ALPHA * alpha, cr);
    }
  }
  bool has_reached = t->is_moving && tr_canvas_has_reached (c, &t->hover.at, &t->snap);
  if (t->is_moving && !has_reached && v2_dist (place, t->target) * c->view.zoom > BAND_PIXELS)
    tr_overlay_band (o, place, t->target, cr);
  tr_overlay_grip (o, place, true, cr);
  if (has_reached)
    tr_mark_snap (GTK_WIDGET (c), o, &t->snap, cr);
}

static void
select_paint (TrTool *tool, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Select *t = (Select *) tool;

  tr_band_paint (&t->band, c, o, cr);
  tr_label_grip_paint (&t->text, c, o, cr);
  if (t->is_held && t->is_moving)
    tr_canvas_paint_lifted (c, o, cr);
  tr_canvas_paint_pins (c, t->pull ? tr_motion_pull_get_held (t->pull) : (TrPinRef){-1, -1}, o, cr);
  if (t->pull)
    tr_motion_pull_paint (t->pull, c, o, cr);
  tr_key_grip_paint (&t->key, c, o, cr);
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

static TrSelectHints
which_hints (Select *t, TrCanvas *c)
{
  if (t->is_held)
    return t->is_free ? TR_SELECT_HINTS_FREE : TR_SELECT_HINTS_DRAG;
  if (t->is_on_pin && !t->pull)
    return TR_SELECT_HINTS_PIN;
  if (t->key.hover >= 0 || t->key.held >= 0)
    return t->key.held >= 0 ? TR_SELECT_HINTS_KEY_DRAG : TR_SELECT_HINTS_KEY;
  if (t->text.hover >= 0 || t->text.held >= 0)
    return t->text.held >= 0 ? TR_SELECT_HINTS_CARRY : TR_SELECT_HINTS_TEXT;
  if (t->pull || t->is_on_curve)
    return TR_SELECT_HINTS_CURVE;
  if (t->band.is_on)
    return TR_SELECT_HINTS_BAND;
  if (c->hover_note >= 0)
    return tr_canvas_is_dimension (c, c->hover_note) ? TR_SELECT_HINTS_DIMENSION
                                                     : TR_SELECT_HINTS_NOTE;
  if (is_over_formula (t, c))
    return TR_SELECT_HINTS_FORMULA;
  if (tr_canvas_takes_vertex (c, &t->hover))
    return TR_SELECT_HINTS_SPAN;
  if (t->hover.kind != TR_PICK_NONE)
    return TR_SELECT_HINTS_HOVER;
  if (tr_canvas_has_path (c))
    return TR_SELECT_HINTS_PATH;
  return tr_selection_get_n (c->selection) > 0 ? TR_SELECT_HINTS_CHOSEN : TR_SELECT_HINTS_VIEW;
}

static const TrKeyHint *
select_hints (TrTool *tool, TrCanvas *c)
{
  return tr_select_hints (which_hints ((Select *) tool, c));
}

static void
select_free (TrTool *tool)
{
  Select *t = (Select *) tool;

  g_clear_pointer (&t->pull, tr_motion_pull_free);
  tr_key_grip_clear (&t->key);
  g_free (t);
}

static const TrToolOps select_ops = {
    .name = "select",
    .press = select_press,
    .motion = select_motion,
    .release = select_release,
    .leave = select_leave,
    .cancel = select_cancel,
    .undo = select_undo,
    .key = select_key,
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
  t->text = TR_LABEL_GRIP_NONE;
  t->key = TR_KEY_GRIP_NONE;
  return &t->tool;
}
