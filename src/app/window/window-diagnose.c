// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions that ask the engine, and what is told of a drawing when it is opened.

#include "app/window/window-private.h"

#include "app/dialogs/explain.h"
#include "app/probe.h"
#include "session/arrival.h"
#include "session/quantity.h"
#include "session/relate.h"

#include <glib/gi18n.h>

// The constraint selected, alone; −1: none.
static int
constraint_of (TrWindow *w)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  return n == 1 && item[0].element.kind == TR_ELEMENT_CONSTRAINT ? item[0].element.index : -1;
}

static void
explain_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  int constraint = constraint_of (w);
  if (constraint >= 0)
    tr_explain_popover_open (w->canvas, constraint, NULL);
  else
    tr_canvas_set_message (w->canvas, _ ("Select the constraint that is to be explained"));
}

static void
toggle_reference_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autoptr (GError) error = NULL;

  if (!tr_window_may_edit (w))
    return;
  const TrModel *m = tr_session_get_model (w->session);
  int i = constraint_of (w);
  if (i < 0 || isnan (tr_constraint_measure (m, tr_session_get_state (w->session), i))) {
    tr_canvas_set_message (w->canvas, _ ("Select one constraint with a value"));
    return;
  }
  g_autofree char *id = g_strdup (m->constraints[i].id);
  bool ok = tr_relate_set_driven (w->session, id, !m->constraints[i].driven, &error);
  tr_canvas_set_message (w->canvas, ok ? NULL : error->message);
}

static void
tell_unsolved (TrWindow *w)
{
  bool has_conflict = tr_session_check (w->session)->conflicts->len > 0;
  tr_canvas_set_message (
      w->canvas, has_conflict ? _ ("Some constraints cannot hold together: see the list of them")
                              : _ ("Not every constraint holds: F5 solves again"));
}

// All holds, though bodies may have come to nothing for it: level and upright at once. Nobody wants it.
static void
tell_solved (TrWindow *w)
{
  // TRANSLATORS: names of bodies
  if (!tr_canvas_tell_shrunk (w->canvas, _ ("Every constraint holds; shrunk to nothing: %s")))
    tr_canvas_set_message (w->canvas, _ ("Every constraint holds"));
}

static void
solve_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  tr_session_solve (w->session);
  if (tr_session_check (w->session)->holds)
    tell_solved (w);
  else
    tell_unsolved (w);
}

void
tr_window_arrive (TrWindow *w)
{
  TrArrival a = tr_session_arrive (w->session);

  tr_probe_say ("arrived", "\"held\": %s, \"holds\": %s", a.held ? "true" : "false",
                a.holds ? "true" : "false");
  if (a.held)
    return;
  if (!a.holds) {
    tell_unsolved (w);
    return;
  }
  g_autofree char *moved =
      tr_quantity_format (a.moved, TR_QUANTITY_LENGTH, tr_session_get_model (w->session)->units, 0);
  g_autofree char *text =
      g_strdup_printf (_ ("Solved on opening: things moved by up to %s"), moved);
  tr_window_toast (w, text, NULL);
}

static const GActionEntry actions[] = {
    {.name = "explain", .activate = explain_cb},
    {.name = "toggle-reference", .activate = toggle_reference_cb},
    {.name = "solve", .activate = solve_cb},
};

void
tr_window_add_diagnose_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
