// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/stood.h"

#include <string.h>

typedef struct {
  gsize size;     // of either, in bytes
  guint8 *before; // where it stood, and
  guint8 *left;   // where it was left
} Place;

// Shared by copies of a state until one of them writes.
struct TrStood {
  gatomicrefcount refs;
  double time;
  GHashTable *places; // Place by name
};

static Place *
place_new (gsize size, const void *before, const void *left)
{
  Place *p = g_new (Place, 1);
  *p = (Place){size, g_memdup2 (before, size), g_memdup2 (left, size)};
  return p;
}

static void
place_free (gpointer data)
{
  Place *p = data;
  g_free (p->before);
  g_free (p->left);
  g_free (p);
}

static TrStood *
stood_new (double time)
{
  TrStood *stood = g_new (TrStood, 1);
  g_atomic_ref_count_init (&stood->refs);
  stood->time = time;
  stood->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
  return stood;
}

TrStood *
tr_stood_ref (TrStood *stood)
{
  if (stood)
    g_atomic_ref_count_inc (&stood->refs);
  return stood;
}

void
tr_stood_unref (TrStood *stood)
{
  if (!stood || !g_atomic_ref_count_dec (&stood->refs))
    return;
  g_hash_table_unref (stood->places);
  g_free (stood);
}

// At another time things stand elsewhere.
static bool
is_of (const TrStood *stood, const TrState *s)
{
  return stood && memcmp (&stood->time, &s->time, sizeof s->time) == 0;
}

// The state's own, to be written.
static TrStood *
own (TrState *s)
{
  TrStood *was = s->stood;
  if (is_of (was, s) && g_atomic_ref_count_compare (&was->refs, 1))
    return was;
  GHashTableIter iter;
  gpointer name, place;
  s->stood = stood_new (s->time);
  if (is_of (was, s)) {
    g_hash_table_iter_init (&iter, was->places);
    while (g_hash_table_iter_next (&iter, &name, &place)) {
      const Place *p = place;
      g_hash_table_insert (s->stood->places, g_strdup (name),
                           place_new (p->size, p->before, p->left));
    }
  }
  tr_stood_unref (was);
  return s->stood;
}

// NULL: it is not as it was left.
static Place *
find (const TrState *s, const char *name, gsize size, const void *at)
{
  Place *p = is_of (s->stood, s) ? g_hash_table_lookup (s->stood->places, name) : NULL;
  return p && p->size == size && memcmp (p->left, at, size) == 0 ? p : NULL;
}

void
tr_state_note_stood (TrState *s, const char *name, gsize size, const void *home, const void *left)
{
  const Place *was = find (s, name, size, home);
  Place *p = place_new (size, was ? was->before : home, left);
  g_hash_table_replace (own (s)->places, g_strdup (name), p);
}

void
tr_state_forget_stood (TrState *s, const char *name)
{
  if (!s->stood || !g_hash_table_contains (s->stood->places, name))
    return;
  g_hash_table_remove (own (s)->places, name);
  if (g_hash_table_size (s->stood->places) == 0)
    g_clear_pointer (&s->stood, tr_stood_unref);
}

bool
tr_state_go_stood (const TrState *s, const char *name, gsize size, void *at)
{
  const Place *p = find (s, name, size, at);
  if (!p || memcmp (p->before, at, size) == 0)
    return false;
  memcpy (at, p->before, size);
  return true;
}
