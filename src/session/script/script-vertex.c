// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/report.h"
#include "session/script/script-private.h"
#include "session/vertex.h"

void
tr_script_say_list (TrScript *s, const char *key, const GPtrArray *texts)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_string_append_printf (out, "{\"%s\": [", key);
  for (guint i = 0; i < texts->len; i++) {
    g_string_append (out, i ? ", " : "");
    tr_report_string (out, g_ptr_array_index (texts, i));
  }
  g_string_append (out, "]}");
  s->output (out->str, s->data);
}

bool
tr_script_put_vertex (TrScript *s, const char *text, GError **error)
{
  TrConnector at;
  g_autofree char *point = NULL;
  if (!tr_session_parse_connector (tr_session_get_model (s->session), text, &at, error) ||
      !tr_session_put_vertex (s->session, &at, &point, error))
    return false;
  const gpointer points[] = {point};
  const GPtrArray list = {(gpointer *) points, 1};
  tr_script_say_list (s, "inserted", &list);
  return true;
}

bool
tr_script_take_vertex (TrScript *s, const char *text, GError **error)
{
  TrConnector at;
  g_autoptr (GPtrArray) removed = NULL;
  if (!tr_session_parse_connector (tr_session_get_model (s->session), text, &at, error) ||
      !tr_session_take_vertex (s->session, &at, &removed, error))
    return false;
  g_ptr_array_insert (removed, 0, g_strdup (text));
  tr_script_say_list (s, "removed", removed);
  return true;
}
