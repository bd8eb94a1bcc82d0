// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions on goals: what a drawing is to strive for, and that it does.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/dialogs/goal-dialog.h"
#include "app/probe.h"
#include "doc/file.h"
#include "session/goals.h"

#include <glib/gi18n.h>

#define MOST_CSV_BYTES (64 << 20)

static void
settle_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  if (!tr_engine_has_forces (tr_session_get_engine (w->session))) {
    tr_canvas_set_message (w->canvas, _ ("There are no goals and no forces"));
    return;
  }
  TrStepResult r = tr_session_settle_forces (w->session);
  g_autofree char *missed =
      tr_goal_missed_text (tr_session_get_model (w->session), tr_session_get_state (w->session));
  g_autofree char *text =
      missed && r.at_rest ? g_strdup_printf (_ ("At rest, as near as can be. Missed: %s"), missed)
                          : NULL;
  tr_canvas_set_message (w->canvas, text        ? text
                                    : r.at_rest ? _ ("All goals and forces are at rest")
                                                : _ ("Something does not come to rest"));
  tr_probe_say ("settled", "\"rest\": %s", r.at_rest ? "true" : "false");
}

static void
goal_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_window_may_edit (w))
    tr_goal_dialog_open (GTK_WINDOW (w), w->canvas, "");
}

// The one body that is selected for which `is` holds; NULL: none, or several.
static const TrBody *
find_selected (TrWindow *w, bool (*is) (const TrBody *b))
{
  guint n;
  const TrSelected *selected = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  const TrBody *found = NULL;
  int count = 0;

  for (guint i = 0; i < n; i++) {
    TrElement e = selected[i].element;
    const TrModel *m = tr_session_get_model (w->session);
    if (e.kind == TR_ELEMENT_BODY && is (&m->bodies[e.index])) {
      found = &m->bodies[e.index];
      count++;
    }
  }
  return count == 1 ? found : NULL;
}

static bool
is_curve (const TrBody *b)
{
  return tr_body_get_ops (b)->has_curve;
}

static bool
has_picture (const TrBody *b)
{
  for (int i = 0; i < b->n_drawing; i++)
    if (b->drawing[i].kind == TR_MARK_IMAGE)
      return true;
  return false;
}

// The only picture that is shown; NULL: none, or several.
static const TrBody *
find_shown_picture (TrWindow *w)
{
  const TrModel *m = tr_session_get_model (w->session);
  const TrBody *found = NULL;
  int count = 0;

  for (int i = 0; i < m->n_bodies; i++)
    if (!m->bodies[i].hidden && has_picture (&m->bodies[i])) {
      found = &m->bodies[i];
      count++;
    }
  return count == 1 ? found : NULL;
}

static void
tell (TrWindow *w, bool ok, const GError *error)
{
  tr_canvas_set_message (w->canvas, ok || !error ? NULL : error->message);
  tr_probe_say ("goal-added", "\"ok\": %s", ok ? "true" : "false");
}

static void
points_chosen_cb (GtkWindow *window, GFile *file, gpointer data)
{
  TrWindow *w = TR_WINDOW (window);
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));
  const TrBody *curve = w->session ? find_selected (w, is_curve) : NULL;
  size_t n;

  if (!path || !curve)
    return;
  g_autofree char *text = tr_file_read (path, MOST_CSV_BYTES, &n, &error);
  bool has_more = false;
  bool ok = text && tr_goal_read_points (text, points, &has_more, &error) &&
            tr_goal_add_fit (w->session, curve->id, points, 1, NULL, &error);
  if (!ok)
    tr_dialog_tell (window, _ ("The points cannot be used"), error->message);
  else if (has_more)
    tr_window_toast (w, _ ("Of each line the first two numbers were taken, as x and y"), NULL);
  tell (w, ok, NULL);
}

static void
fit_points_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TrDialogFilter filters[] = {{_ ("Points (CSV)"), "*.csv", "text/csv"},
                                    {_ ("All files"), NULL, NULL}};
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  if (!find_selected (w, is_curve)) {
    tr_canvas_set_message (w->canvas, _ ("Select the curve that is to go through the points"));
    return;
  }
  tr_dialog_open (GTK_WINDOW (w), _ ("Choose Points"), filters, G_N_ELEMENTS (filters),
                  points_chosen_cb, NULL);
}

static void
snake_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autoptr (GError) error = NULL;

  if (!tr_window_may_edit (w))
    return;
  const TrBody *curve = find_selected (w, is_curve);
  const TrBody *carrier = find_selected (w, has_picture);
  // A picture to be traced is mostly locked, and cannot be selected then.
  if (!carrier)
    carrier = find_shown_picture (w);
  if (!curve || !carrier) {
    tr_canvas_set_message (w->canvas,
                           _ ("Select a curve and the picture to whose edges it is to go"));
    return;
  }
  bool ok = tr_goal_add_snake (w->session, curve->id, carrier->id, NULL, &error);
  tell (w, ok, error);
}

static const GActionEntry actions[] = {
    {.name = "settle", .activate = settle_cb},
    {.name = "goal", .activate = goal_cb},
    {.name = "fit-points", .activate = fit_points_cb},
    {.name = "snake", .activate = snake_cb},
};

void
tr_window_add_goal_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
