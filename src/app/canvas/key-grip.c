// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/key-grip.h"

#include "app/canvas/canvas-private.h"
#include "app/canvas/mark.h"
#include "app/probe.h"
#include "session/keys.h"
#include "session/quantity.h"

#include <glib/gi18n.h>

#define REACH_PIXELS 8
#define DRAG_PIXELS  3
#define SNAP_PIXELS  9
#define TIME_STEP    1e-3 // to which times are told, s
#define TEXT_OFFSET  12

// The way in the hand is a little stronger than one that rests.
#define REST_ALPHA 0.7
#define HELD_ALPHA 1

static int
path_of (TrCanvas *c)
{
  return c->session ? tr_path_of (c->selection) : -1;
}

static const TrConstraint *
get_path (TrCanvas *c, int path)
{
  return &tr_session_get_model (c->session)->constraints[path];
}

// Of one path; −1: none is.
static int
find_chosen (TrCanvas *c, int path)
{
  const TrConstraint *of = path >= 0 ? get_path (c, path) : NULL;

  for (int i = 0; of && i < of->n_keys; i++)
    if (fabs (of->keys[i].time - c->key_time) <= 0)
      return i;
  return -1;
}

// Other tools show no keys.
static bool
is_select (TrCanvas *c)
{
  return strcmp (tr_canvas_get_tool (c), "select") == 0;
}

int
tr_canvas_get_key (TrCanvas *c, int *path)
{
  *path = isnan (c->key_time) || !is_select (c) ? -1 : path_of (c);
  return find_chosen (c, *path);
}

bool
tr_canvas_get_key_time (TrCanvas *c, double *time)
{
  int path, key = tr_canvas_get_key (c, &path);
  *time = c->key_time;
  return key >= 0;
}

static char *
time_text (double time)
{
  return tr_quantity_format (time, TR_QUANTITY_NUMBER, TR_UNITS_MM, TIME_STEP);
}

// key −1: none.
static void
choose (TrCanvas *c, int path, int key)
{
  c->key_time = key < 0 ? (double) NAN : get_path (c, path)->keys[key].time;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  if (key < 0) {
    tr_canvas_set_message (c, NULL);
    return;
  }
  g_autofree char *time = time_text (c->key_time);
  g_autofree char *text = g_strdup_printf (
      _ ("Key %d, at %s s: drag or arrows move it, Tab goes on, Del removes it"), key + 1, time);
  tr_canvas_set_message (c, text);
}

int
tr_key_grip_find (TrCanvas *c, Vec2 widget)
{
  int path = path_of (c), best = -1;
  double nearest = REACH_PIXELS;
  const TrConstraint *of = path >= 0 ? get_path (c, path) : NULL;

  for (int i = 0; of && i < of->n_keys; i++) {
    double d = v2_dist (tr_viewport_to_widget (c->view, of->keys[i].at), widget);
    if (d <= nearest) {
      nearest = d;
      best = i;
    }
  }
  if (best < 0 || tr_selection_has (c->selection, of->id))
    return best;
  Vec2 led = tr_connector_point (tr_session_get_model (c->session), &of->end[0].connector[0],
                                 tr_session_get_state (c->session)->q);
  return v2_dist (led, of->keys[best].at) * c->view.zoom <= REACH_PIXELS ? -1 : best;
}

bool
tr_key_grip_look (TrKeyGrip *g, TrCanvas *c, Vec2 widget, bool is_free)
{
  int found = is_free ? tr_key_grip_find (c, widget) : -1;

  if (found != g->hover)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  g->hover = found;
  return found >= 0;
}

bool
tr_key_grip_press (TrKeyGrip *g, TrCanvas *c, const TrPointer *p)
{
  int path = path_of (c);

  if (g->hover < 0 || path < 0) {
    if (!isnan (c->key_time))
      choose (c, -1, -1);
    return false;
  }
  g->held = g->hover;
  g->is_moving = false;
  g->start = p->widget;
  g->at = get_path (c, path)->keys[g->held].at;
  g->off = v2_sub (p->at, g->at);
  choose (c, path, g->held);
  return true;
}

// Other points and curves than those of the body that is led; the key goes there, and no more.
static TrSnap
find_snap (TrCanvas *c, Vec2 at, GdkModifierType modifiers)
{
  int path = path_of (c);
  TrSnapQuery query = {.at = at, .tolerance = SNAP_PIXELS / c->view.zoom};

  if (path < 0 || (modifiers & GDK_CONTROL_MASK))
    return tr_snap_none (at);
  query.held = &get_path (c, path)->end[0].connector[0];
  TrSnap snap = tr_snapper_find (c->snapper, &query);
  return snap.n > 0 ? snap : tr_snap_none (at);
}

// Time waits until the key is put down. That it does makes the drawing be looked at anew, by which
// what is held would be forgotten.
static void
begin_pull (TrKeyGrip *g, TrCanvas *c, int path)
{
  TrKeyGrip held = *g;

  held.was_playing = tr_canvas_is_playing (c);
  tr_canvas_pause (c);
  held.pull = tr_key_pull_new (c->session, path, held.held);
  held.is_moving = c->is_key_held = true;
  *g = held;
  tr_canvas_set_message (c, NULL); // what keys do now is told instead
}

bool
tr_key_grip_motion (TrKeyGrip *g, TrCanvas *c, const TrPointer *p)
{
  int path = path_of (c);

  if (g->held < 0)
    return false;
  if (!g->is_moving && path >= 0 && v2_dist (p->widget, g->start) >= DRAG_PIXELS)
    begin_pull (g, c, path);
  if (g->is_moving) {
    g->snap = find_snap (c, v2_sub (p->at, g->off), p->modifiers);
    g->at = g->snap.place;
    g->is_new = true;
    tr_canvas_start_frames (c);
    gtk_widget_queue_draw (GTK_WIDGET (c));
  }
  return true;
}

// All bodies may be elsewhere.
static void
show (TrKeyGrip *g, TrCanvas *c)
{
  gsize bytes = (gsize) (tr_session_get_model (c->session)->n_bodies + 7) / 8;
  g_autofree guint8 *moving = g_malloc (MAX (1, bytes));

  memset (moving, 0xff, bytes);
  tr_canvas_take_pose (c, tr_state_copy (tr_key_pull_get_state (g->pull)), moving);
  c->pose_model = tr_key_pull_get_model (g->pull);
}

bool
tr_key_grip_frame (TrKeyGrip *g, TrCanvas *c)
{
  gint64 start = g_get_monotonic_time ();

  if (!g->pull || !g->is_new)
    return false;
  g->is_new = false;
  if (tr_key_pull_to (g->pull, g->at))
    show (g, c);
  tr_canvas_set_solve_ms (c, 1e-3 * (double) (g_get_monotonic_time () - start));
  tr_canvas_tell (c);
  tr_probe_say ("key-pulled", "\"key\": %d", g->held);
  return false;
}

// Nothing is held any more; what was pulled is returned, to be taken or not.
static TrKeyPull *
let_go (TrKeyGrip *g, TrCanvas *c)
{
  TrKeyPull *pull = g_steal_pointer (&g->pull);

  g->held = -1;
  g->is_moving = c->is_key_held = false;
  if (pull)
    tr_canvas_take_pose (c, NULL, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  return pull;
}

void
tr_key_grip_clear (TrKeyGrip *g)
{
  g_clear_pointer (&g->pull, tr_key_pull_free);
}

void
tr_key_grip_forget (TrKeyGrip *g, TrCanvas *c)
{
  g_autoptr (TrKeyPull) pull = let_go (g, c);
  *g = TR_KEY_GRIP_NONE;
}

static void
go_on (TrCanvas *c, bool was_playing)
{
  if (was_playing)
    tr_canvas_play (c);
}

// Told where it has come to; error: where it could not.
static void
tell_moved (TrCanvas *c, int path, int key, const GError *error)
{
  if (error)
    tr_canvas_set_message (c, error->message);
  else
    choose (c, path, key);
  tr_probe_say ("key-moved", "\"key\": %d, \"ok\": %s", key, error ? "false" : "true");
}

bool
tr_key_grip_release (TrKeyGrip *g, TrCanvas *c)
{
  int key = g->held, path = path_of (c);
  bool was_playing = g->was_playing;
  g_autoptr (GError) error = NULL;

  if (key < 0)
    return false;
  tr_key_grip_frame (g, c); // what came after the last one counts too
  g_autoptr (TrKeyPull) pull = let_go (g, c);
  *g = TR_KEY_GRIP_NONE;
  if (pull && path >= 0) {
    tr_key_pull_take (pull, &error);
    tell_moved (c, path, key, error);
  }
  go_on (c, was_playing);
  tr_probe_say ("release", NULL);
  return true;
}

bool
tr_key_grip_cancel (TrKeyGrip *g, TrCanvas *c)
{
  int path = path_of (c), held = g->held;
  bool was_playing = g->was_playing;
  g_autoptr (TrKeyPull) pull = let_go (g, c);

  g->was_playing = false;
  if (held >= 0) {
    go_on (c, was_playing);
    choose (c, path, path >= 0 && held < get_path (c, path)->n_keys ? held : -1);
    return true;
  }
  if (tr_canvas_get_key (c, &path) < 0)
    return false;
  choose (c, -1, -1);
  return true;
}

bool
tr_canvas_nudge_key (TrCanvas *c, Vec2 by)
{
  int path, key = tr_canvas_get_key (c, &path);
  g_autoptr (GError) error = NULL;

  if (key < 0)
    return false;
  tr_session_move_key (c->session, path, key, v2_add (get_path (c, path)->keys[key].at, by),
                       &error);
  tell_moved (c, path, key, error);
  return true;
}

bool
tr_canvas_has_path (TrCanvas *c)
{
  int path = path_of (c);
  return path >= 0 && tr_selection_has (c->selection, get_path (c, path)->id);
}

bool
tr_canvas_walk_keys (TrCanvas *c, int step)
{
  int path = path_of (c), key = find_chosen (c, path);

  if (key < 0 && !tr_canvas_has_path (c))
    return false;
  int n = get_path (c, path)->n_keys;
  choose (c, path, key < 0 && step < 0 ? n - 1 : (key + step + n) % n);
  return true;
}

bool
tr_canvas_remove_key (TrCanvas *c)
{
  int path, key = tr_canvas_get_key (c, &path);
  g_autoptr (GError) error = NULL;

  if (key < 0)
    return false;
  // The next one is chosen, so that Del again takes no more than a key.
  if (tr_session_remove_key (c->session, path, key, &error))
    choose (c, path, MIN (key, get_path (c, path)->n_keys - 1));
  else
    tr_canvas_set_message (c, error->message);
  tr_probe_say ("key-removed", "\"key\": %d", key);
  return true;
}

bool
tr_canvas_choose_key_at (TrCanvas *c, Vec2 widget)
{
  int key = is_select (c) ? tr_key_grip_find (c, widget) : -1;

  if (key < 0)
    return false;
  choose (c, path_of (c), key);
  return true;
}

// The time of a key beside it, above or below.
static void
paint_time (TrCanvas *c, const TrTheme *theme, Vec2 at, double time, bool is_below, cairo_t *cr)
{
  g_autofree char *number = time_text (time);
  g_autofree char *text = g_strdup_printf (_ ("%s s"), number);
  Vec2 size = tr_mark_size (GTK_WIDGET (c), text);
  Vec2 corner = v2_add (at, v2 (TEXT_OFFSET, -TEXT_OFFSET - size.y));

  if (corner.x + size.x >= c->size.x)
    corner.x = at.x - TEXT_OFFSET - size.x;
  if (corner.y < 1 || is_below)
    corner.y = at.y + TEXT_OFFSET;
  tr_mark_text (GTK_WIDGET (c), theme, TR_MARK_PLAIN, text, corner, cr);
}

void
tr_canvas_drop_key (TrCanvas *c)
{
  if (!isnan (c->key_time))
    tr_canvas_set_message (c, NULL);
  c->key_time = (double) NAN;
}

void
tr_canvas_tell_key (TrCanvas *c)
{
  int path, key = tr_canvas_get_key (c, &path);

  if (!isnan (c->key_time) && is_select (c))
    choose (c, path, key);
}

void
tr_key_grip_paint (const TrKeyGrip *g, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  int path = path_of (c), chosen = find_chosen (c, path);
  int shown = g->held >= 0 ? g->held : g->hover >= 0 ? g->hover : chosen;
  bool is_moving = g->held >= 0 && g->is_moving;

  if (path < 0)
    return;
  TrConstraint of = o->m->constraints[path];
  g_autoptr (GArray) keys = tr_path_keys (&of);
  of.keys = (const TrKey *) (void *) keys->data;
  if (g->held >= of.n_keys || shown >= of.n_keys)
    return;
  if (is_moving)
    tr_path_shift_key (get_path (c, path), keys, g->held, g->at);
  if (is_moving || !tr_selection_has (c->selection, of.id)) // else it is painted as it is selected
    tr_overlay_path (o, &of, o->theme->accent, is_moving ? HELD_ALPHA : REST_ALPHA, cr);
  if (chosen >= 0)
    tr_overlay_key (o, of.keys[chosen].at, true, cr);
  if (shown < 0)
    return;
  if (shown != chosen)
    tr_overlay_key (o, of.keys[shown].at, false, cr);
  bool has_snap = is_moving && g->snap.n > 0; // whose name is above
  paint_time (c, o->theme, tr_viewport_to_widget (c->view, of.keys[shown].at), of.keys[shown].time,
              has_snap, cr);
  if (has_snap)
    tr_mark_snap (GTK_WIDGET (c), o, &g->snap, cr);
}
