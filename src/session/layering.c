// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/layering.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *
layer_of (const TrBody *b)
{
  return b->layer ? b->layer : "";
}

static TrLayerInfo *
find (GArray *list, GHashTable *at, const char *name)
{
  gpointer index;

  if (!g_hash_table_lookup_extended (at, name, NULL, &index)) {
    TrLayerInfo info = {.name = name};
    index = GUINT_TO_POINTER (list->len);
    g_hash_table_insert (at, (gpointer) name, index);
    g_array_append_val (list, info);
  }
  return &g_array_index (list, TrLayerInfo, GPOINTER_TO_UINT (index));
}

GArray *
tr_layering_list (const TrModel *m)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (TrLayerInfo));
  g_autoptr (GHashTable) at = g_hash_table_new (g_str_hash, g_str_equal);

  find (list, at, "");
  for (int i = 0; i < m->layers.n; i++)
    find (list, at, m->layers.names[i]);
  for (int i = 0; i < m->n_bodies; i++) {
    TrLayerInfo *info = find (list, at, layer_of (&m->bodies[i]));
    info->n_bodies++;
    info->n_hidden += m->bodies[i].hidden;
    info->n_locked += m->bodies[i].locked;
  }
  return list;
}

// Whether a body is to be changed by marks at all.
static bool
differs (const TrBody *b, const TrBodyMarks *marks)
{
  return (marks->layer && strcmp (layer_of (b), marks->layer) != 0) ||
         (marks->hidden >= 0 && marks->hidden != (int) b->hidden) ||
         (marks->locked >= 0 && marks->locked != (int) b->locked);
}

// Marks those of the bodies that differ. What was locked may have to follow now: a solve.
static bool
mark (TrSession *s, const GArray *bodies, const TrBodyMarks *marks, const char *step)
{
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (GArray) which = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < bodies->len; i++) {
    int body = g_array_index (bodies, int, i);
    if (differs (&m->bodies[body], marks))
      g_array_append_val (which, body);
  }
  if (which->len == 0)
    return false;
  tr_document_mark (tr_session_get_document (s), (const int *) (gpointer) which->data, which->len,
                    marks);
  if (marks->locked == 0)
    tr_session_settle (s, step);
  else
    tr_session_commit (s, step);
  return true;
}

static GArray *
bodies_in (const TrModel *m, const char *layer)
{
  GArray *bodies = g_array_new (FALSE, FALSE, sizeof (int));

  for (int i = 0; i < m->n_bodies; i++)
    if (strcmp (layer_of (&m->bodies[i]), layer) == 0)
      g_array_append_val (bodies, i);
  return bodies;
}

static bool
mark_layer (TrSession *s, const char *layer, TrBodyMarks marks, const char *step)
{
  g_autoptr (GArray) bodies = bodies_in (tr_session_get_model (s), layer);
  return mark (s, bodies, &marks, step);
}

bool
tr_layering_show (TrSession *s, const char *layer, bool shown)
{
  return mark_layer (s, layer, (TrBodyMarks){.hidden = !shown, .locked = -1},
                     shown ? _ ("Show layer") : _ ("Hide layer"));
}

bool
tr_layering_lock (TrSession *s, const char *layer, bool locked)
{
  return mark_layer (s, layer, (TrBodyMarks){.hidden = -1, .locked = locked},
                     locked ? _ ("Lock layer") : _ ("Unlock layer"));
}

static bool
is_listed (const TrLayerNames *layers, const char *name)
{
  for (int i = 0; i < layers->n; i++)
    if (strcmp (layers->names[i], name) == 0)
      return true;
  return false;
}

bool
tr_layering_add (TrSession *s, const char *layer)
{
  const TrModel *m = tr_session_get_model (s);
  const TrLayerNames *old = &m->layers;
  g_autofree const char **names = g_new (const char *, old->n + 1);

  if (!*layer || is_listed (old, layer))
    return false;
  for (int i = 0; i < old->n; i++)
    names[i] = old->names[i];
  names[old->n] = layer;
  tr_document_set_layers (tr_session_get_document (s), names, old->n + 1);
  tr_session_commit (s, _ ("Add layer"));
  return true;
}

// In the drawing's list; false: it is not there.
static bool
rename_listed (TrSession *s, const char *layer, const char *to)
{
  const TrLayerNames *old = &tr_session_get_model (s)->layers;
  g_autofree const char **names = g_new (const char *, old->n + 1);
  bool goes = !*to || is_listed (old, to);
  int n = 0;

  if (!is_listed (old, layer))
    return false;
  for (int i = 0; i < old->n; i++)
    if (strcmp (old->names[i], layer) != 0)
      names[n++] = old->names[i];
    else if (!goes)
      names[n++] = to;
  tr_document_set_layers (tr_session_get_document (s), names, n);
  return true;
}

bool
tr_layering_rename (TrSession *s, const char *layer, const char *to)
{
  const char *step = *to ? _ ("Rename layer") : _ ("Remove layer");
  bool was_listed = strcmp (layer, to) != 0 && rename_listed (s, layer, to);
  bool had_bodies =
      mark_layer (s, layer, (TrBodyMarks){.layer = to, .hidden = -1, .locked = -1}, step);

  if (was_listed && !had_bodies)
    tr_session_commit (s, step);
  return was_listed || had_bodies;
}

bool
tr_layering_take (TrSelection *s, const char *layer)
{
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (int));

  for (guint i = 0; i < n; i++) {
    bool is_point = item[i].element.kind == TR_ELEMENT_NONE && item[i].at.kind != TR_AT_GROUND;
    int body = item[i].element.kind == TR_ELEMENT_BODY ? item[i].element.index
               : is_point                              ? item[i].at.body
                                                       : -1;
    if (body >= 0)
      g_array_append_val (bodies, body);
  }
  return mark (tr_selection_get_session (s), bodies,
               &(TrBodyMarks){.layer = layer, .hidden = -1, .locked = -1}, _ ("Move to layer"));
}
