// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints by what is selected: now, or once enough has been picked.

#include "app/canvas/canvas-private.h"

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
  if (relation == TR_RELATION_DIMENSION || relation == TR_RELATION_GEAR)
    tr_canvas_edit_dimension (c, g_ptr_array_index (added, 0), true);
  else if (was_wanted)
    tr_selection_clear (c->selection);
}

// Bodies and points: something that a constraint can be put on.
static bool
has_only_picks (TrCanvas *c)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind != TR_ELEMENT_NONE && item[i].element.kind != TR_ELEMENT_BODY)
      return false;
  return true;
}

// Of what is selected only what was clicked since the key, where the rest was in the way.
static bool
fits_without_kept (TrCanvas *c, TrRelationId relation)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (all, g_strdup (item[i].text));
  const char *const *texts = (const char *const *) all->pdata;
  if (c->kept == 0 || c->kept >= n)
    return false;
  tr_selection_set_all (c->selection, texts + c->kept, n - c->kept);
  if (tr_relate_can (c->selection, relation, NULL))
    return true;
  tr_selection_set_all (c->selection, texts, n);
  return false;
}

// One more click for the constraint that waits.
static void
pick_for (TrCanvas *c, TrRelationId relation, const char *text)
{
  const char *hint;

  tr_selection_add (c->selection, text);
  if (tr_relate_can (c->selection, relation, &hint) || fits_without_kept (c, relation))
    apply (c, relation, true);
  else
    tr_canvas_set_message (c, _ (hint));
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
  // Key first, then clicks, in addition to what is selected.
  if (!has_only_picks (c))
    tr_selection_clear (c->selection);
  tr_canvas_set_tool (c, "select");
  c->kept = tr_selection_get_n (c->selection);
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
    if (text)
      pick_for (c, (TrRelationId) c->wanted, text);
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
