// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be said of the drawing once there is time: freedoms, and the colours of bodies.

#include "app/canvas/canvas-private.h"

#include "app/probe.h"
#include "session/mobility.h"

#include <glib/gi18n.h>

// Solves of the whole drawing that its colours are worth, and the drawing that is too large.
#define MOST_PUSHES        400
#define MOST_PUSHED_BODIES 400

// What the colours of bodies and a screen reader tell, found when nothing else is to be done.
static void
describe (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrCheck *check = tr_session_check (c->session);
  g_autofree char *bodies =
      g_strdup_printf (ngettext ("%d body", "%d bodies", (gulong) m->n_bodies), m->n_bodies);
  g_autofree char *constraints = g_strdup_printf (
      ngettext ("%d constraint", "%d constraints", (gulong) m->n_constraints), m->n_constraints);
  g_autofree char *freedoms = g_strdup_printf (
      ngettext ("%d degree of freedom", "%d degrees of freedom", (gulong) check->dof), check->dof);
  g_autofree char *text = g_strdup_printf ("%s, %s, %s", bodies, constraints, freedoms);
  gtk_accessible_update_property (GTK_ACCESSIBLE (c), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

// While a hand moves things they are those from before: a pull neither makes nor mends a conflict.
const GArray *
tr_canvas_get_conflicting (TrCanvas *c)
{
  const TrCheck *check = tr_session_is_dragging (c->session) ? NULL : tr_canvas_get_check (c);
  return check ? check->conflicting : c->conflicting;
}

bool
tr_canvas_is_conflicting (TrCanvas *c, int constraint)
{
  const GArray *conflicting = tr_canvas_get_conflicting (c);
  return conflicting && tr_check_names (conflicting, constraint);
}

static guint8 *
find_states (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrCheck *check = tr_session_check (c->session);
  guint8 *states = g_malloc0 ((gsize) m->n_bodies + 1);
  g_autofree TrMobility *mobility = g_new (TrMobility, m->n_bodies + 1);
  int most = m->n_bodies > MOST_PUSHED_BODIES ? 0 : MOST_PUSHES;

  tr_mobility_find (tr_session_get_engine (c->session), tr_session_get_state (c->session), most,
                    mobility);
  for (int i = 0; i < m->n_bodies; i++) {
    bool is_fixed = mobility[i] == TR_MOBILITY_FIXED || check->dof == 0;
    states[i] = is_fixed ? TR_LOOK_FIXED : TR_LOOK_FREE;
    for (guint k = 0; k < check->conflicting->len; k++)
      if (tr_constraint_uses (&m->constraints[g_array_index (check->conflicting, int, k)], i))
        states[i] = TR_LOOK_CONFLICT;
  }
  return states;
}

static gboolean
survey_idle (gpointer data)
{
  TrCanvas *c = data;
  c->survey = 0;
  if (!c->session || tr_session_is_dragging (c->session))
    return G_SOURCE_REMOVE;
  gsize n = (gsize) tr_session_get_model (c->session)->n_bodies;
  guint8 *states = find_states (c);
  // Not yet known is drawn as free.
  g_autofree guint8 *before = c->states ? g_steal_pointer (&c->states) : g_malloc0 (n + 1);
  if (memcmp (before, states, n) != 0) {
    tr_layers_change (c->layers);
    gtk_widget_queue_draw (GTK_WIDGET (c));
  }
  c->states = states;
  g_clear_pointer (&c->conflicting, g_array_unref);
  c->conflicting = g_array_copy (tr_session_check (c->session)->conflicting);
  c->is_surveyed = true;
  describe (c);
  tr_canvas_tell_newly_shrunk (c);
  tr_canvas_tell (c);
  tr_probe_say ("surveyed", "\"dof\": %d", tr_session_check (c->session)->dof);
  return G_SOURCE_REMOVE;
}

// After the frame that shows what has changed.
void
tr_canvas_ask_for_survey (TrCanvas *c)
{
  if (c->survey == 0)
    c->survey = g_idle_add_full (GDK_PRIORITY_REDRAW + 20, survey_idle, c, NULL);
}
