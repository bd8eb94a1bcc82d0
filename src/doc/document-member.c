// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What members an element may have, and what is written for one.

#include "doc/document-private.h"
#include "doc/members.h"

TrMembers
tr_document_members (const TrModel *m, TrElement e)
{
  switch (e.kind) {
  case TR_ELEMENT_PARAMETER:
    return tr_members_parameter ();
  case TR_ELEMENT_BODY:
    return tr_members_body (m->bodies[e.index].kind);
  case TR_ELEMENT_CONSTRAINT:
    return tr_members_constraint (m->constraints[e.index].kind);
  case TR_ELEMENT_FORCE:
    return tr_members_force (m->forces[e.index].kind);
  case TR_ELEMENT_TRACE:
    return tr_members_trace ();
  case TR_ELEMENT_LABEL:
    return tr_members_label ();
  case TR_ELEMENT_NONE:
    break;
  }
  g_return_val_if_reached (tr_members_trace ());
}

json_t *
tr_document_parse_value (const char *text)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  json_t *v = json_loads (trimmed,
                          JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, NULL);
  return v ? v : json_string (trimmed);
}
