// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is selected, carried together by one body of it.

#include "app/canvas/canvas-private.h"
#include "app/canvas/label-grip.h"
#include "session/labels.h"
#include "session/relate.h"

#include <glib/gi18n.h>

// A typed curve has unknowns that no pull at one point of it would leave as they are. What is locked
// can be selected in the list, and stays.
bool
tr_canvas_lift (TrCanvas *c, const TrConnector *held)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (int));
  bool is_selected = tr_selection_has_element (c->selection, TR_ELEMENT_BODY, held->body);
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  if (tr_canvas_is_playing (c) ||
      !((is_selected && n > 1) || m->bodies[held->body].kind == TR_BODY_FORMULA))
    return false;
  for (guint i = 0; i < n && is_selected; i++)
    if (item[i].element.kind == TR_ELEMENT_BODY && !m->bodies[item[i].element.index].locked)
      g_array_append_val (bodies, item[i].element.index);
  if (!is_selected)
    g_array_append_val (bodies, held->body);
  tr_session_lift (c->session, held, (const int *) (void *) bodies->data, (int) bodies->len);
  return true;
}

// The texts that go along with the bodies lifted.
static GArray *
find_texts (TrCanvas *c)
{
  int body = tr_session_get_grab (c->session)->body;

  return tr_session_is_lifting (c->session) &&
                 tr_selection_has_element (c->selection, TR_ELEMENT_BODY, body)
             ? tr_relate_texts (c->selection, true)
             : g_array_new (FALSE, FALSE, sizeof (int));
}

void
tr_canvas_put_down (TrCanvas *c, bool has_moved)
{
  g_autoptr (GArray) texts = find_texts (c);
  Vec2 by = tr_session_get_way (c->session);
  bool shifts = texts->len > 0 && v2_norm (by) > 0;

  if (shifts)
    tr_label_shift_all (c->session, texts, by);
  tr_session_release (c->session);
  if (shifts && !has_moved)
    tr_session_commit (c->session, texts->len > 1 ? _ ("Move") : _ ("Move text"));
}

void
tr_canvas_paint_lifted (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  g_autoptr (GArray) texts = find_texts (c);
  tr_label_paint_carried (texts, tr_session_get_way (c->session), o, cr);
}
