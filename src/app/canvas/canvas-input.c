// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/canvas-private.h"

// Pixels that an arrow key moves the paper by.
#define ARROW_STEP   40
#define NUDGE_PIXELS 16

static void
note_pointer (TrCanvas *c, GtkEventController *controller, double x, double y)
{
  c->pointer = v2 (x, y);
  c->modifiers = gtk_event_controller_get_current_event_state (controller);
}

static void
motion_cb (GtkEventControllerMotion *controller, double x, double y, TrCanvas *c)
{
  c->is_over = true;
  if (!tr_canvas_drop_cross (c, v2 (x, y)))
    return;
  note_pointer (c, GTK_EVENT_CONTROLLER (controller), x, y);
  if (c->show_forces || c->show_centres)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  if (c->session) {
    TrPointer p = tr_canvas_pointer_at (c, c->pointer);
    c->tool->ops->motion (c->tool, c, &p);
  }
  tr_canvas_tell (c);
}

static void
leave_cb (GtkEventControllerMotion *controller, TrCanvas *c)
{
  c->is_over = false;
  c->hand = v2 ((double) NAN, (double) NAN);
  if (c->session && !c->is_pressed && !tr_canvas_has_cross (c))
    c->tool->ops->leave (c->tool, c);
  tr_canvas_tell (c);
}

// Begin, update and end of the first button; offsets are from where it went down.
// Presses follow each other as the user has it set.
static void
count_press (TrCanvas *c, guint32 time)
{
  int most_ms, most_pixels;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (c)), "gtk-double-click-time", &most_ms,
                "gtk-double-click-distance", &most_pixels, NULL);
  bool follows = c->n_press == 1 && time - c->press_time <= (guint32) most_ms &&
                 v2_dist (c->pointer, c->press_at) <= most_pixels;
  c->n_press = follows ? 2 : 1;
  c->press_time = time;
  c->press_at = c->pointer;
}

static void
press_cb (GtkGestureDrag *gesture, double x, double y, TrCanvas *c)
{
  if (!c->session || !tr_canvas_take_edit (c))
    return;
  gtk_widget_grab_focus (GTK_WIDGET (c));
  note_pointer (c, GTK_EVENT_CONTROLLER (gesture), x, y);
  c->is_by_keys = false;
  count_press (c, gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture)));
  c->is_pressed = true;
  c->is_start = false;
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->tool->ops->press (c->tool, c, &p);
  tr_canvas_tell (c);
}

static void
drag_cb (GtkGestureDrag *gesture, double dx, double dy, TrCanvas *c)
{
  double x, y;
  if (!c->is_pressed || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  note_pointer (c, GTK_EVENT_CONTROLLER (gesture), x + dx, y + dy);
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->tool->ops->motion (c->tool, c, &p);
  tr_canvas_tell (c);
}

static void
release_cb (GtkGestureDrag *gesture, double dx, double dy, TrCanvas *c)
{
  drag_cb (gesture, dx, dy, c);
  tr_canvas_finish (c);
  tr_canvas_tell (c);
}

// Another gesture has taken over, or the window has lost the pointer: all is put back. Where a
// motion with the button up came first (GTK makes one up from the pointer's newest state when the
// layout has changed), the release is on its way behind it and will be no part of the gesture: this
// is the release, or quick clicks would be lost in a slow frame.
static void
broken_cb (GtkGesture *gesture, GdkEventSequence *sequence, TrCanvas *c)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));

  if (!c->is_pressed)
    return;
  if (event && gdk_event_get_event_type (event) == GDK_MOTION_NOTIFY) {
    tr_canvas_finish (c);
    tr_canvas_tell (c);
    return;
  }
  tr_canvas_break_off (c);
}

void
tr_canvas_break_off (TrCanvas *c)
{
  if (!c->is_pressed)
    return;
  c->is_pressed = false;
  tr_canvas_cancel (c);
}

static void
pan_begin_cb (GtkGestureDrag *gesture, double x, double y, TrCanvas *c)
{
  c->gesture_view = c->view;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (c), "all-scroll");
}

static void
pan_cb (GtkGestureDrag *gesture, double dx, double dy, TrCanvas *c)
{
  tr_canvas_set_view (c, tr_viewport_panned (c->gesture_view, v2 (dx, dy)));
}

static void
pan_end_cb (GtkGestureDrag *gesture, double dx, double dy, TrCanvas *c)
{
  tr_canvas_reset_cursor (c);
}

// Between the fingers; where there are none, the middle of the canvas.
static Vec2
between_fingers (GtkGesture *gesture, TrCanvas *c)
{
  Vec2 at = v2_scale (c->size, 0.5);
  if (gtk_gesture_is_active (gesture))
    gtk_gesture_get_bounding_box_center (gesture, &at.x, &at.y);
  return at;
}

// The first of two fingers has pressed, and is none of the tool's any more: put back before GTK
// ends its drag, which counts as a release.
static void
pinch_begin_cb (GtkGesture *gesture, GdkEventSequence *sequence, TrCanvas *c)
{
  tr_canvas_break_off (c);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  c->gesture_view = c->view;
  c->gesture_at = between_fingers (gesture, c);
}

// Two fingers zoom about the point between them and carry it along.
static void
pinch_cb (GtkGestureZoom *gesture, double scale, TrCanvas *c)
{
  Vec2 now = between_fingers (GTK_GESTURE (gesture), c);
  tr_canvas_set_view (c, tr_viewport_pinched (c->gesture_view, scale, c->gesture_at, now));
}

// A wheel zooms; fingers on a pad pan, and zoom with Ctrl. Sideways is always a pan.
static gboolean
scroll_cb (GtkEventControllerScroll *controller, double dx, double dy, TrCanvas *c)
{
  GtkEventController *event = GTK_EVENT_CONTROLLER (controller);
  bool is_wheel = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_WHEEL;
  GdkModifierType state = gtk_event_controller_get_current_event_state (event);
  double pixels = is_wheel ? ARROW_STEP : 1, notches = is_wheel ? dy : dy / ARROW_STEP;
  TrViewport v = c->view;

  if (!c->session)
    return FALSE;
  if (state & GDK_SHIFT_MASK)
    v = tr_viewport_panned (v, v2 (-pixels * (dx + dy), 0));
  else if (is_wheel || (state & GDK_CONTROL_MASK)) {
    v = tr_viewport_zoomed (v, pow (TR_ZOOM_NOTCH, -notches), c->pointer);
    v = tr_viewport_panned (v, v2 (-pixels * dx, 0));
  } else
    v = tr_viewport_panned (v, v2 (-dx, -dy));
  tr_canvas_set_view (c, v);
  return TRUE;
}

// A point of what is nudged: the one that is selected, or the first of the body; body −1: of neither.
static TrConnector
first_point (TrCanvas *c, const TrSelected *item)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrConnector at = {.kind = TR_AT_SLIDE, .body = -1, .slide = -1};

  if (item->element.kind == TR_ELEMENT_NONE)
    return item->at;
  if (item->element.kind == TR_ELEMENT_BODY) {
    at.body = item->element.index;
    at.kind = tr_body_n_points (&m->bodies[at.body]) > 0 ? TR_AT_NAMED : TR_AT_SLIDE;
  }
  return at;
}

// Carries what is selected, and says what holds it where it does not move.
static void
nudge (TrCanvas *c, Vec2 by, const TrConnector *at)
{
  if (tr_session_is_dragging (c->session))
    return;
  if (tr_relate_nudge (c->selection, by.x, by.y))
    tr_canvas_set_message (c, NULL);
  else
    tr_canvas_tell_held (c, at);
}

// What is selected is carried, else the paper is moved.
static void
move_by (TrCanvas *c, Vec2 pixels, bool finely)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  double step = tr_viewport_grid (c->view, NUDGE_PIXELS) * (finely ? 0.1 : 1) / ARROW_STEP;
  bool has_text = false;
  TrConnector at = {.body = -1};

  for (guint i = 0; i < n; i++) {
    has_text |= item[i].element.kind == TR_ELEMENT_LABEL;
    if (at.body < 0)
      at = first_point (c, &item[i]);
  }
  if (tr_canvas_nudge_key (c, v2 (-step * pixels.x, step * pixels.y)))
    return;
  if (at.body < 0 && !has_text)
    tr_canvas_set_view (c, tr_viewport_panned (c->view, pixels));
  else
    nudge (c, v2 (-step * pixels.x, step * pixels.y), &at);
}

// The gesture, then the tool, then the selection.
static bool
escape (TrCanvas *c)
{
  if (tr_canvas_cancel (c) || tr_canvas_stop_wanting (c))
    return true;
  if (strcmp (tr_canvas_get_tool (c), "select") != 0)
    tr_canvas_set_tool (c, "select");
  else if (tr_selection_get_n (c->selection) > 0)
    tr_selection_clear (c->selection);
  else
    return false;
  return true;
}

bool
tr_canvas_end_gesture (TrCanvas *c)
{
  return c->tool->ops->end && c->tool->ops->end (c->tool, c);
}

bool
tr_canvas_take_back (TrCanvas *c)
{
  bool is_taken = c->tool->ops->undo && c->tool->ops->undo (c->tool, c);
  bool is_idle =
      c->wanted < 0 && !tr_canvas_is_editing (c) && g_str_equal (c->tool->ops->name, "select");

  // What was told of a step is not so once that is taken back.
  if (!is_taken && is_idle)
    tr_canvas_set_message (c, NULL);
  return is_taken;
}

// While there are no steps to undo the key comes here.
static bool
is_undo (guint key, GdkModifierType state)
{
  return key == GDK_KEY_z && (state & GDK_CONTROL_MASK) && !(state & GDK_SHIFT_MASK);
}

static gboolean
key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrCanvas *c)
{
  Vec2 by = {0, 0};

  if (c->session && is_undo (key, state) && !tr_canvas_is_editing (c))
    return tr_canvas_take_back (c);
  if (tr_canvas_move_cross (c, key, state))
    return TRUE;
  if (!c->session || tr_canvas_is_editing (c) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return FALSE;
  if (key != GDK_KEY_Escape && c->tool->ops->key && c->tool->ops->key (c->tool, c, key))
    return TRUE;
  if (tr_canvas_click_cross (c, key))
    return TRUE;
  switch (key) {
  case GDK_KEY_Escape:
    return escape (c);
  case GDK_KEY_Left:
    by.x = ARROW_STEP;
    break;
  case GDK_KEY_Right:
    by.x = -ARROW_STEP;
    break;
  case GDK_KEY_Up:
    by.y = ARROW_STEP;
    break;
  case GDK_KEY_Down:
    by.y = -ARROW_STEP;
    break;
  default:
    return tr_canvas_letter (c, key, (state & GDK_SHIFT_MASK) != 0);
  }
  move_by (c, by, (state & GDK_SHIFT_MASK) != 0);
  return TRUE;
}

static void
add_drag (TrCanvas *c, guint button, GCallback begin, GCallback update, GCallback end)
{
  GtkGesture *gesture = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), button);
  g_signal_connect (gesture, "drag-begin", begin, c);
  g_signal_connect (gesture, "drag-update", update, c);
  g_signal_connect (gesture, "drag-end", end, c);
  if (button == GDK_BUTTON_PRIMARY)
    g_signal_connect (gesture, "cancel", G_CALLBACK (broken_cb), c);
  gtk_widget_add_controller (GTK_WIDGET (c), GTK_EVENT_CONTROLLER (gesture));
}

void
tr_canvas_init_input (TrCanvas *c)
{
  GtkWidget *w = GTK_WIDGET (c);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), c);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), c);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), c);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), c);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), c);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), c);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), c);
  gtk_widget_add_controller (w, motion);
  gtk_widget_add_controller (w, scroll);
  gtk_widget_add_controller (w, key);
  gtk_widget_add_controller (w, GTK_EVENT_CONTROLLER (pinch));
  add_drag (c, GDK_BUTTON_PRIMARY, G_CALLBACK (press_cb), G_CALLBACK (drag_cb),
            G_CALLBACK (release_cb));
  add_drag (c, GDK_BUTTON_MIDDLE, G_CALLBACK (pan_begin_cb), G_CALLBACK (pan_cb),
            G_CALLBACK (pan_end_cb));
}
