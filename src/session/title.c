// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/title.h"

#include "session/force-title.h"
#include "session/relate.h"
#include "session/session.h"

#include <glib/gi18n-lib.h>

// Letters of a text that stand for it.
#define MOST_LETTERS 24

static char *
text_title (const char *text)
{
  bool is_long = g_utf8_strlen (text, -1) > MOST_LETTERS;
  g_autofree char *start = is_long ? g_utf8_substring (text, 0, MOST_LETTERS - 1) : g_strdup (text);

  g_strdelimit (start, "\n", ' ');
  return g_strdup_printf ("%s “%s%s”", _ ("Text"), start, is_long ? "…" : "");
}

static char *
trace_title (const TrModel *m, int trace)
{
  g_autofree char *point = tr_session_connector_text (m, &m->traces[trace].a);
  return g_strdup_printf ("%s %s", _ ("Trace"), point);
}

char *
tr_element_title (const TrModel *m, TrElement e)
{
  switch (e.kind) {
  case TR_ELEMENT_PARAMETER:
    return g_strdup (m->parameters[e.index].name);
  case TR_ELEMENT_BODY: {
    const TrBody *b = &m->bodies[e.index];
    return g_strdup (b->name && *b->name ? b->name : b->id);
  }
  case TR_ELEMENT_CONSTRAINT:
    return tr_constraint_title (m, e.index);
  case TR_ELEMENT_FORCE:
    return tr_force_title (m, e.index);
  case TR_ELEMENT_TRACE:
    return trace_title (m, e.index);
  case TR_ELEMENT_LABEL:
    return text_title (m->labels[e.index].text);
  case TR_ELEMENT_NONE:
    break;
  }
  return NULL;
}

char *
tr_title_of (const TrModel *m, const char *what)
{
  g_autofree char *id = g_strndup (what, strcspn (what, "."));
  char *title = tr_element_title (m, tr_model_find (m, id));
  return title ? title : g_strdup (what);
}
