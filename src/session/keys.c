// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/keys.h"

#include "doc/writer.h"
#include "session/parts.h"
#include "session/relate.h"

#include <glib/gi18n-lib.h>

// Two keys are not nearer to each other in time: less than a frame.
#define SAME_TIME 1e-6
// How far a new limit lets turn either way.
#define SWING (45 * G_PI / 180)

GArray *
tr_path_keys (const TrConstraint *path)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (TrKey));
  if (path->n_keys > 0)
    g_array_append_vals (out, path->keys, (guint) path->n_keys);
  return out;
}

void
tr_path_shift_key (const TrConstraint *path, GArray *keys, int key, Vec2 at)
{
  int last = path->n_keys - 1;
  bool meet = path->loop && v2_dist (path->keys[0].at, path->keys[last].at) <= 0;

  g_array_index (keys, TrKey, key).at = at;
  if (meet && (key == 0 || key == last))
    g_array_index (keys, TrKey, last - key).at = at;
}

static int
by_time (gconstpointer a, gconstpointer b)
{
  const TrKey *p = a, *q = b;
  return p->time < q->time ? -1 : p->time > q->time;
}

bool
tr_path_take_keys (TrDocument *d, const char *id, GArray *keys, GError **error)
{
  if (keys->len == 0) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                         _ ("A path has one key at least: delete the path instead"));
    return false;
  }
  g_array_sort (keys, by_time);
  g_autofree char *list = tr_write_keys ((const TrKey *) (void *) keys->data, (int) keys->len);
  g_autofree char *json = g_strdup_printf ("{\"keys\": %s}", list);
  return tr_document_change (d, id, json, error);
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

// What the path has so far is kept of the key that is there at this time.
static bool
change_path (TrSession *s, int path, TrKey key, GError **error)
{
  const TrConstraint *c = &tr_session_get_model (s)->constraints[path];
  g_autofree char *title = tr_constraint_title (tr_session_get_model (s), path);
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), title);
  g_autoptr (GArray) keys = tr_path_keys (c);
  int same = -1;

  for (int i = 0; i < c->n_keys; i++)
    if (fabs (c->keys[i].time - key.time) < SAME_TIME)
      same = i;
  if (same >= 0)
    tr_path_shift_key (c, keys, same, key.at);
  else
    g_array_append_val (keys, key);
  if (!tr_path_take_keys (tr_session_get_document (s), c->id, keys, error))
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
  TrKey key = {.time = state->time, .at = at};
  int path = find_path (m, point);

  if (path >= 0) {
    if (id)
      *id = g_strdup (m->constraints[path].id);
    return change_path (s, path, key, error);
  }
  g_autoptr (TrParts) parts = tr_parts_new (m);
  g_autofree char *keys = tr_write_keys (&key, 1);
  const char *own = tr_parts_id (parts, "path");
  tr_parts_add (parts,
                "{\"id\": \"%s\", \"kind\": \"path\", \"enabled\": false, \"a\": %s, \"keys\": %s}",
                own, tr_parts_connector (parts, point, true), keys);
  if (id)
    *id = g_strdup (own);
  return tr_session_add_all (s, tr_parts_get (parts), _ ("Add path"), error);
}

bool
tr_session_move_key (TrSession *s, int path, int key, Vec2 at, GError **error)
{
  const TrConstraint *c = &tr_session_get_model (s)->constraints[path];
  g_autoptr (GArray) keys = tr_path_keys (c);

  tr_path_shift_key (c, keys, key, at);
  if (!tr_path_take_keys (tr_session_get_document (s), c->id, keys, error))
    return false;
  tr_session_settle (s, _ ("Move a key"));
  return true;
}

bool
tr_session_remove_key (TrSession *s, int path, int key, GError **error)
{
  const TrConstraint *c = &tr_session_get_model (s)->constraints[path];
  g_autoptr (GArray) keys = tr_path_keys (c);

  g_array_remove_index (keys, (guint) key);
  if (!tr_path_take_keys (tr_session_get_document (s), c->id, keys, error))
    return false;
  tr_session_settle (s, _ ("Remove a key"));
  return true;
}

bool
tr_path_point_of (TrSelection *selection, TrConnector *at)
{
  guint n;
  const TrModel *m = tr_session_get_model (tr_selection_get_session (selection));
  const TrSelected *item = tr_selection_get (selection, &n);

  if (n != 1)
    return false;
  TrElement e = item->element;
  if (e.kind == TR_ELEMENT_NONE)
    *at = item->at;
  else if (e.kind == TR_ELEMENT_BODY && m->bodies[e.index].kind == TR_BODY_POINT)
    *at = (TrConnector){.kind = TR_AT_NAMED, .body = e.index, .point = 0, .slide = -1};
  else if (e.kind == TR_ELEMENT_CONSTRAINT && m->constraints[e.index].kind == TR_CON_PATH)
    *at = m->constraints[e.index].end[0].connector[0];
  else
    return false;
  return at->body >= 0;
}

int
tr_path_of (TrSelection *selection)
{
  const TrModel *m = tr_session_get_model (tr_selection_get_session (selection));
  guint n;
  const TrSelected *item = tr_selection_get (selection, &n);
  TrConnector at;

  if (n != 1)
    return -1;
  TrElement e = item->element;
  if (e.kind == TR_ELEMENT_CONSTRAINT)
    return m->constraints[e.index].kind == TR_CON_PATH ? e.index : -1;
  return tr_path_point_of (selection, &at) ? find_path (m, &at) : -1;
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
