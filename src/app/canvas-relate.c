// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints by what is selected: now, or once enough has been picked.

#include "app/canvas-private.h"

#include "app/probe.h"

#include <glib/gi18n.h>

bool
tr_canvas_stop_wanting (TrCanvas *c)
{
  bool was = c->wanted >= 0;

  c->wanted = -1;
  if (was)
    tr_canvas_set_message (c, NULL);
  return was;
}

static void
apply (TrCanvas *c, TrRelationId relation, bool was_wanted)
{
  g_autoptr (GPtrArray) added = NULL;
  g_autoptr (GError) error = NULL;
  bool ok = tr_relate_apply (c->selection, relation, &added, &error);

  tr_canvas_stop_wanting (c);
  tr_canvas_set_message (c, ok ? NULL : error->message);
  tr_probe_say ("related", "\"relation\": \"%s\", \"ok\": %s", tr_relations[relation].name,
                ok ? "true" : "false");
  if (!ok)
    return;
  if (relation == TR_RELATION_DIMENSION)
    tr_canvas_edit_dimension (c, g_ptr_array_index (added, 0));
  else if (was_wanted)
    tr_selection_clear (c->selection);
}

void
tr_canvas_relate (TrCanvas *c, TrRelationId relation)
{
  const char *hint;

  if (tr_session_is_dragging (c->session))
    return;
  tr_canvas_stop_wanting (c);
  if (tr_relate_can (c->selection, relation, &hint)) {
    apply (c, relation, false);
    return;
  }
  // Key first, then clicks.
  tr_selection_clear (c->selection);
  tr_canvas_set_tool (c, "select");
  c->wanted = (int) relation;
  tr_canvas_set_message (c, _ (hint));
}

// A click that nothing answers has hit what is locked, perhaps.
static void
tell_locked (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrPick pick = tr_canvas_pick (c, tr_viewport_to_drawing (c->view, c->pointer), true);
  g_autofree char *text = NULL;

  if (pick.kind != TR_PICK_NONE) {
    const TrBody *b = &m->bodies[pick.at.body];
    text = g_strdup_printf (_ ("“%s” is locked: the list of layers unlocks it"),
                            b->name && *b->name ? b->name : b->id);
  }
  tr_canvas_set_message (c, text);
}

void
tr_canvas_pick_up (TrCanvas *c, const char *text, bool extend)
{
  if (c->wanted >= 0) {
    TrRelationId relation = (TrRelationId) c->wanted;
    if (text)
      tr_selection_add (c->selection, text);
    if (text && tr_relate_can (c->selection, relation, NULL))
      apply (c, relation, true);
    return;
  }
  if (!text)
    tell_locked (c);
  else
    tr_canvas_set_message (c, NULL);
  if (text && extend)
    tr_selection_toggle (c->selection, text);
  else if (!extend)
    tr_selection_set (c->selection, text);
}
