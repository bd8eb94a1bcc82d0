// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/text-property.h"

#include "math/number.h"
#include "model/label-text.h"
#include "model/row.h"
#include "session/labels.h"
#include "session/quantity.h"
#include "session/report.h"

#include <glib/gi18n.h>

// Where it begins on the paper, whatever it hangs on.
static Vec2
place_of (const TrModel *m, const TrState *s, int label)
{
  const TrLabel *l = &m->labels[label];
  return v2_add (tr_connector_point (m, &l->at, s->q), l->offset);
}

char *
tr_text_property_show (const TrModel *m, const TrState *s, int label, TrProperty what)
{
  const TrLabel *l = &m->labels[label];
  Vec2 at = place_of (m, s, label);

  if (what == TR_PROPERTY_PLACE_X || what == TR_PROPERTY_PLACE_Y)
    return tr_quantity_format (what == TR_PROPERTY_PLACE_X ? at.x : at.y, TR_QUANTITY_LENGTH,
                               m->units, 0);
  if (what == TR_PROPERTY_SIZE)
    return tr_number_tell (l->size);
  const char *text = what == TR_PROPERTY_TEXT ? l->text : l->name;
  return g_strdup (text ? text : "");
}

static bool
put (TrSession *s, int label, TrProperty what, double value)
{
  Vec2 at = place_of (tr_session_get_model (s), tr_session_get_state (s), label);

  tr_label_shift (s, label,
                  what == TR_PROPERTY_PLACE_X ? v2 (value - at.x, 0) : v2 (0, value - at.y));
  return true;
}

// Of one text; no step yet.
static bool
set_one (TrSession *s, int label, TrProperty what, const char *typed, double value, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (GString) json = g_string_new (NULL);

  if (what == TR_PROPERTY_PLACE_X || what == TR_PROPERTY_PLACE_Y)
    return put (s, label, what, value);
  if (what == TR_PROPERTY_TEXT && !tr_label_check (m, typed, error))
    return false;
  g_string_append_printf (json, "{\"%s\": ", tr_property_member (what));
  if (what == TR_PROPERTY_SIZE)
    tr_report_number (json, value);
  else if (what == TR_PROPERTY_HIDDEN || what == TR_PROPERTY_LOCKED)
    g_string_append (json, typed); // true or false
  else
    tr_report_string (json, typed);
  g_string_append_c (json, '}');
  return tr_document_change (tr_session_get_document (s), m->labels[label].id, json->str, error);
}

// What is typed for numbers. False: it is none.
static bool
read_value (TrSession *s, TrProperty what, const char *typed, double *value, GError **error)
{
  bool is_place = what == TR_PROPERTY_PLACE_X || what == TR_PROPERTY_PLACE_Y;

  *value = 0;
  if (!is_place && what != TR_PROPERTY_SIZE)
    return true;
  if (!tr_quantity_parse (typed, is_place ? TR_QUANTITY_LENGTH : TR_QUANTITY_NUMBER,
                          tr_session_get_model (s), value, NULL, error))
    return false;
  if (is_place || *value > 0)
    return true;
  g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                       _ ("A size is more than 0"));
  return false;
}

bool
tr_text_property_is (TrProperty what)
{
  return what == TR_PROPERTY_HEADING || what == TR_PROPERTY_NAME || what == TR_PROPERTY_HIDDEN ||
         what == TR_PROPERTY_LOCKED || (what >= TR_PROPERTY_TEXT && what <= TR_PROPERTY_PLACE_Y);
}

bool
tr_text_property_set (
    TrSession *s, const GArray *texts, TrProperty what, const char *typed, GError **error)
{
  double value;
  g_autofree char *text = what == TR_PROPERTY_TEXT ? tr_label_plain (typed) : g_strdup (typed);
  bool ok = read_value (s, what, text, &value, error);

  if (ok && what == TR_PROPERTY_TEXT && !*text) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("A text has letters; Del on the paper removes it"));
    ok = false;
  }
  for (guint i = 0; ok && i < texts->len; i++)
    ok = set_one (s, g_array_index (texts, TrElement, i).index, what, text, value, error);
  if (!ok) {
    tr_document_revert (tr_session_get_document (s));
    return false;
  }
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), tr_property_label (what));
  tr_session_commit (s, name);
  return true;
}
