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

// "Nail s1.a, frame (locked), Length s1, …": as links, or in plain words. are_holders: a body among
// them is locked.
static char *
names_of (const TrModel *m, const GArray *elements, bool are_holders, bool as_links)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < MIN (elements->len, MOST_NAMES); i++) {
    TrElement e = g_array_index (elements, TrElement, i);
    g_autofree char *title = tr_element_title (m, e);
    g_autofree char *name = are_holders && e.kind == TR_ELEMENT_BODY
                                // Translators: what holds something else: a body that is locked
                                ? g_strdup_printf (_ ("%s (locked)"), title)
                                : g_strdup (title);
    g_autofree char *link =
        g_markup_printf_escaped ("<a href=\"%s\">%s</a>", tr_model_element_id (m, e), name);
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", as_links ? link : name);
  }
  if (elements->len > MOST_NAMES)
    g_string_append (names, ", …");
  return g_string_free (g_steal_pointer (&names), FALSE);
}

// format: with one %s, for the names.
static void
tell_names (TrCanvas *c, const char *format, const GArray *elements, bool are_holders)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autofree char *names = names_of (m, elements, are_holders, false);
  g_autofree char *links = names_of (m, elements, are_holders, true);

  tr_canvas_set_message (c, NULL);
  c->message = g_strdup_printf (format, names);
  c->message_links = g_strdup_printf (format, links);
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
  else {
    tell_names (c, _ ("Cannot move: held by %s"), holders, true);
    c->holders = g_array_ref (holders);
  }
  return (int) holders->len;
}

void
tr_canvas_forget_held (TrCanvas *c)
{
  if (c->holders)
    tr_canvas_set_message (c, NULL);
}

static GArray *
find_shrunk (TrCanvas *c)
{
  const GArray *bodies = tr_session_check (c->session)->shrunk;
  GArray *shrunk = g_array_new (FALSE, FALSE, sizeof (TrElement));

  for (guint i = 0; i < bodies->len; i++) {
    TrElement e = {TR_ELEMENT_BODY, g_array_index (bodies, int, i)};
    g_array_append_val (shrunk, e);
  }
  return shrunk;
}

bool
tr_canvas_tell_shrunk (TrCanvas *c, const char *format)
{
  g_autoptr (GArray) shrunk = find_shrunk (c);

  if (shrunk->len == 0)
    return false;
  tell_names (c, format, shrunk, false);
  return true;
}

void
tr_canvas_tell_newly_shrunk (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  g_autoptr (GArray) shrunk = find_shrunk (c);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  bool is_new = false, was_any = c->shrunk && g_hash_table_size (c->shrunk) > 0;

  for (guint i = 0; i < shrunk->len; i++) {
    const char *id = m->bodies[g_array_index (shrunk, TrElement, i).index].id;
    is_new |= !c->shrunk || !g_hash_table_contains (c->shrunk, id);
    g_hash_table_add (ids, g_strdup (id));
  }
  if (is_new && c->message)
    return;
  g_clear_pointer (&c->shrunk, g_hash_table_unref);
  c->shrunk = g_steal_pointer (&ids);
  if (is_new)
    // TRANSLATORS: names of bodies
    tell_names (c, _ ("Shrunk to nothing: %s"), shrunk, false);
  else if (was_any && shrunk->len == 0 && c->message_links && !c->holders)
    tr_canvas_set_message (c, NULL); // it was taken back
}
