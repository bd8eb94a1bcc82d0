// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/free.h"

#include <string.h>

// The free parameter whose value is meant; NULL: something else is.
static const char *
free_parameter (const TrModel *m, const char *what)
{
  const char *dot = strchr (what, '.');
  if (dot == NULL || strcmp (dot, ".value") != 0)
    return NULL;
  g_autofree char *name = g_strndup (what, (gsize) (dot - what));
  TrElement e = tr_model_find (m, name);
  bool is_free = e.kind == TR_ELEMENT_PARAMETER && m->parameters[e.index].number >= 0;
  return is_free ? m->parameters[e.index].name : NULL;
}

bool
tr_session_try (TrSession *s, const char *what, const char *value, GError **error)
{
  TrDocument *d = tr_session_get_document (s);
  const char *name = free_parameter (tr_session_get_model (s), what);
  g_autofree char *is_free = name != NULL ? g_strdup_printf ("%s.free", name) : NULL;

  if (!tr_document_set (d, what, value, error))
    return false;
  if (is_free == NULL || !tr_document_set (d, is_free, "false", error))
    return is_free == NULL;
  tr_engine_solve (tr_session_get_engine (s), tr_session_get_state (s));
  return tr_document_set (d, is_free, "true", error);
}
