// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Files that a script writes wait until its last line is done: of a script that fails none is
// written.

#include "doc/file.h"
#include "session/script/script-private.h"

typedef struct {
  char *path;
  GBytes *bytes;
} Staged;

static void
staged_free (gpointer data)
{
  Staged *s = data;
  g_free (s->path);
  g_bytes_unref (s->bytes);
  g_free (s);
}

GPtrArray *
tr_script_stages_new (void)
{
  return g_ptr_array_new_with_free_func (staged_free);
}

bool
tr_script_stage (TrScript *s, const char *path, GBytes *bytes, GError **error)
{
  if (!tr_may_write_file (path, error)) // told at its line
    return false;
  Staged *staged = g_new (Staged, 1);
  *staged = (Staged){g_strdup (path), g_bytes_ref (bytes)};
  g_ptr_array_add (s->staged, staged);
  return true;
}

GBytes *
tr_script_find_staged (TrScript *s, const char *path)
{
  for (guint i = s->staged->len; i > 0; i--) { // the last one of that name
    const Staged *staged = g_ptr_array_index (s->staged, i - 1);
    if (g_str_equal (staged->path, path))
      return staged->bytes;
  }
  return NULL;
}

bool
tr_script_write_staged (TrScript *s, GError **error)
{
  bool ok = true;
  for (guint i = 0; i < s->staged->len && ok; i++) {
    const Staged *staged = g_ptr_array_index (s->staged, i);
    gsize n;
    const char *data = g_bytes_get_data (staged->bytes, &n);
    if (tr_script_find_staged (s, staged->path) == staged->bytes)
      ok = tr_write_file (staged->path, data, n, error);
  }
  g_ptr_array_set_size (s->staged, 0);
  return ok;
}
