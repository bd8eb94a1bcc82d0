// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/keys.h"

#include "session/parts.h"
#include "session/relate.h"
#include "session/report.h"

#include <glib/gi18n-lib.h>

// Two keys are not nearer to each other in time: less than a frame.
#define SAME_TIME 1e-6
// How far a new limit lets turn either way.
#define SWING (45 * G_PI / 180)

GArray *
tr_path_keys (const TrConstraint *c, int without)
{
  GArray *out = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  for (int i = 0; i < c->n_keys; i++) {
    double x[] = {c->keys[i].time, c->keys[i].at.x, c->keys[i].at.y};
    if (i != without)
      g_array_append_vals (out, x, 1);
  }
  return out;
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  const double *p = a, *q = b;
  return p[0] < q[0] ? -1 : p[0] > q[0];
}

void
tr_path_append_keys (GString *json, GArray *keys)
{
  g_array_sort (keys, by_time);
  for (guint i = 0; i < keys->len; i++) {
    const double *key = &((const double *) (void *) keys->data)[3 * i];
    g_string_append (json, i ? ", {\"time\": " : "[{\"time\": ");
    tr_report_number (json, key[0]);
    g_string_append (json, ", \"at\": ");
    tr_report_place (json, v2 (key[1], key[2]));
    g_string_append_c (json, '}');
  }
  g_string_append_c (json, ']');
}

// The path of a point; −1: it has none.
static int
find_path (const TrModel *m, const TrConnector *point)
{
  g_autofree char *text = tr_session_connector_text (m, point);
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (c->kind != TR_CON_PATH)
      continue;
    g_autofree char *other = tr_session_connector_text (m, &c->end[0].connector[0]);
    if (g_str_equal (text, other))
      return i;
  }
  return -1;
}

static bool
change_path (TrSession *s, int path, const double *key, GError **error)
{
  const TrConstraint *c = &tr_session_get_model (s)->constraints[path];
  g_autofree char *title = tr_constraint_title (tr_session_get_model (s), path);
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), title);
  g_autoptr (GString) json = g_string_new ("{\"keys\": ");
  int same = -1;

  for (int i = 0; i < c->n_keys; i++)
    if (fabs (c->keys[i].time - key[0]) < SAME_TIME)
      same = i;
  g_autoptr (GArray) keys = tr_path_keys (c, same);
  g_array_append_vals (keys, key, 1);
  tr_path_append_keys (json, keys);
  g_string_append_c (json, '}');
  if (!tr_document_change (tr_session_get_document (s), c->id, json->str, error))
    return false;
  tr_session_settle (s, name);
  return true;
}

bool
tr_session_put_key (TrSession *s, const TrConnector *point, char **id, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  Vec2 at = tr_connector_point (m, point, state->q);
  double key[] = {state->time, at.x, at.y};
  int path = find_path (m, point);

  if (path >= 0) {
    if (id)
      *id = g_strdup (m->constraints[path].id);
    return change_path (s, path, key, error);
  }
  g_autoptr (TrParts) parts = tr_parts_new (m);
  g_autoptr (GString) keys = g_string_new (NULL);
  g_autoptr (GArray) list = g_array_new (FALSE, FALSE, sizeof key);
  g_array_append_vals (list, key, 1);
  tr_path_append_keys (keys, list);
  const char *own = tr_parts_id (parts, "path");
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"path\", \"enabled\": false, \"a\": %s, \"keys\": %s}",
                own, tr_parts_connector (parts, point, true), keys->str);
  if (id)
    *id = g_strdup (own);
  return tr_session_add_all (s, tr_parts_get (parts), _ ("Add path"), error);
}

// What a limit of a body is of; −1: there is nothing.
static int
bounded_member (const TrBody *b)
{
  static const char *const names[] = {"angle", "rotation", "y", "y0", "value"};
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    int member = tr_body_find_member (b, names[i]);
    if (member >= 0)
      return member;
  }
  return -1;
}

bool
tr_session_add_limit (TrSession *s, int body, char **id, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrBody *b = &m->bodies[body];
  int member = bounded_member (b);
  char name[32];

  if (member < 0) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("Nothing of this body can be limited"));
    return false;
  }
  g_autoptr (TrParts) parts = tr_parts_new (m);
  double now = tr_body_member (b, tr_session_get_state (s)->q + b->q, member, NULL, NULL);
  bool turns = tr_body_member_is_angle (b, member);
  const char *own = tr_parts_id (parts, "limit");
  g_autofree char *most =
      turns ? g_strdup_printf (", \"max\": %s", tr_parts_number (parts, now + SWING))
            : g_strdup ("");
  tr_parts_add (parts, "{\"id\": \"%s\", \"kind\": \"limit\", \"what\": \"%s.%s\", \"min\": %s%s}",
                own, b->id, tr_body_member_name (b, member, name),
                tr_parts_number (parts, turns ? now - SWING : now), most);
  if (id)
    *id = g_strdup (own);
  return tr_session_add_all (s, tr_parts_get (parts), _ ("Add limit"), error);
}
