// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The world of a drawing, changed: as with elements, its text is read again, so that the reader is
// the only judge of what it may be.

#include "doc/document-private.h"
#include "doc/reader.h"
#include "doc/writer.h"

#include <glib/gi18n.h>
#include <string.h>

// What a body has kept of its speed is none where things stop the moment nothing pulls.
static void
stop_all (TrDocument *d)
{
  TrState *s = d->state;
  if (d->model->world.law == TR_LAW_FIRST_ORDER && s->n_q > 0)
    memset (s->v, 0, sizeof (double) * (size_t) s->n_q);
}

bool
tr_document_set_world (TrDocument *d, const char *member, const char *value, GError **error)
{
  TrMembers members = tr_members_world ();
  if (g_str_equal (member, "time") || !tr_members_has (&members, member)) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_UNKNOWN,
                 _ ("%s has no member \"%s\" that can be set"), "world", member);
    return false;
  }
  g_autofree char *before = tr_write_world (d->model, d->state);
  g_autoptr (json_t) object = tr_json_parse (before, strlen (before), "", NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_return_val_if_fail (object, false);
  json_object_set_new (object, member, tr_document_parse_value (value));
  tr_json_append (after, object);
  if (!tr_read_world_again (d->model, after->str, error))
    return false;
  d->generation++;
  stop_all (d);
  tr_ledger_note_all (&d->moves);
  tr_document_tell_changed (d);
  return true;
}
