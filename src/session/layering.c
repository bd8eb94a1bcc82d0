// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/layering.h"

#include <glib/gi18n-lib.h>

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

bool
tr_layering_rename (TrSession *s, const char *layer, const char *to)
{
  return mark_layer (s, layer, (TrBodyMarks){.layer = to, .hidden = -1, .locked = -1},
                     *to ? _ ("Rename layer") : _ ("Remove layer"));
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
