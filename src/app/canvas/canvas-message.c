// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the status line tells in words; what holds something is named there by links.

#include "app/canvas/canvas-private.h"

#include "session/holders.h"
#include "session/title.h"

#include <glib/gi18n.h>

#define MOST_NAMES 4 // of what holds a point

const char *
tr_canvas_get_message (TrCanvas *c)
{
  return c->message;
}

const char *
tr_canvas_get_message_links (TrCanvas *c)
{
  return c->message_links;
}

void
tr_canvas_set_message (TrCanvas *c, const char *message)
{
  if (g_strcmp0 (c->message, message) == 0)
    return;
  g_free (c->message);
  c->message = g_strdup (message);
  g_clear_pointer (&c->message_links, g_free);
  g_clear_pointer (&c->holders, g_array_unref);
  tr_canvas_tell (c);
}

// "Nail s1.a, frame (locked), Length s1, …": as links, or in plain words.
static char *
names_of (const TrModel *m, const GArray *holders, bool as_links)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (holders->len, MOST_NAMES); i++) {
    TrElement e = g_array_index (holders, TrElement, i);
    g_autofree char *title = tr_element_title (m, e);
    g_autofree char *name = e.kind == TR_ELEMENT_BODY
                                // Translators: what holds something else: a body that is locked
                                ? g_strdup_printf (_ ("%s (locked)"), title)
                                : g_strdup (title);
    g_autofree char *link =
        g_markup_printf_escaped ("<a href=\"%s\">%s</a>", tr_model_element_id (m, e), name);
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", as_links ? link : name);
  }
  if (holders->len > MOST_NAMES)
    g_string_append (names, ", …");
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
tell_holders (TrCanvas *c, GArray *holders)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autofree char *names = names_of (m, holders, false), *links = names_of (m, holders, true);
  const char *format = _ ("Cannot move: held by %s");

  tr_canvas_set_message (c, NULL);
  c->message = g_strdup_printf (format, names);
  c->message_links = g_strdup_printf (format, links);
  c->holders = g_array_ref (holders);
  tr_canvas_tell (c);
}

int
tr_canvas_tell_held (TrCanvas *c, const TrConnector *at)
{
  const TrBody *b = &tr_session_get_model (c->session)->bodies[at->body];
  g_autoptr (GArray) holders = tr_session_find_holders (c->session, at);

  if (b->locked)
    tr_canvas_set_message (c, _ ("Cannot move: locked"));
  else if (holders->len == 0)
    tr_canvas_set_message (c, b->kind == TR_BODY_FORMULA
                                  ? _ ("Cannot move: no unknown of the formula does that")
                                  : _ ("Cannot move: locked"));
  else
    tell_holders (c, holders);
  return (int) holders->len;
}

void
tr_canvas_forget_held (TrCanvas *c)
{
  if (c->holders)
    tr_canvas_set_message (c, NULL);
}
