// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/file-names.h"

#include <stdbool.h>
#include <string.h>

// Letters that a name has in a list, and those of them behind the gap: a number and the ending.
#define MOST_LETTERS 44
#define LAST_LETTERS 18

// With these a name could read as another one: "xtra\u202egvs.exe".
static bool
forces_direction (gunichar c)
{
  return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

// As it is shown.
static gunichar
shown (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  if (forces_direction (c))
    return 0xfffd;
  if (g_unichar_iscntrl (c) || type == G_UNICODE_LINE_SEPARATOR ||
      type == G_UNICODE_PARAGRAPH_SEPARATOR)
    return ' ';
  return c;
}

char *
tr_file_line (const char *path)
{
  g_autofree char *name = g_filename_display_name (path);
  GString *out = g_string_new (NULL);

  for (const char *p = name; *p; p = g_utf8_next_char (p))
    g_string_append_unichar (out, shown (g_utf8_get_char (p)));
  return g_string_free (out, FALSE);
}

static char *
shorten (const char *line)
{
  glong n = g_utf8_strlen (line, -1);

  if (n <= MOST_LETTERS)
    return g_strdup (line);
  g_autofree char *head = g_utf8_substring (line, 0, MOST_LETTERS - LAST_LETTERS - 1);
  return g_strconcat (head, "…", g_utf8_offset_to_pointer (line, n - LAST_LETTERS), NULL);
}

// Letters that run from the right.
static bool
runs_from_right (gunichar c)
{
  return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfefc) ||
         (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff) || c == 0x200f;
}

// In a pair of FSI and PDI (Unicode annex 9), so that what stands behind it keeps its place.
static char *
isolate (const char *text)
{
  bool any = false;

  for (const char *p = text; *p && !any; p = g_utf8_next_char (p))
    any = runs_from_right (g_utf8_get_char (p));
  return any ? g_strconcat ("\u2068", text, "\u2069", NULL) : g_strdup (text);
}

// The last `depth` folders of a path, without the file; all where it has no more.
static char *
folders_of (const char *path, int depth)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *from = folder + strlen (folder);

  for (int i = 0; i < depth && from > folder; i++) {
    do
      from--;
    while (from > folder && from[-1] != '/');
  }
  return g_strdup (from);
}

static bool
is_alone (const char *const *paths, const char *const *bases, guint n, guint which, int depth)
{
  g_autofree char *mine = folders_of (paths[which], depth);

  for (guint i = 0; i < n; i++) {
    if (i == which || strcmp (bases[i], bases[which]) != 0 || strcmp (paths[i], paths[which]) == 0)
      continue;
    g_autofree char *other = folders_of (paths[i], depth);
    if (strcmp (mine, other) == 0)
      return false;
  }
  return true;
}

static char *
name_one (const char *const *paths, const char *const *bases, guint n, guint which)
{
  g_autofree char *base = shorten (bases[which]), *isolated = isolate (base);
  int depth = 0;

  while (depth < G_MAXUINT8 && !is_alone (paths, bases, n, which, depth))
    depth++;
  if (depth == 0)
    return g_steal_pointer (&isolated);
  g_autofree char *folders = folders_of (paths[which], depth), *line = tr_file_line (folders);
  g_autofree char *shorter = shorten (line), *behind = isolate (shorter);
  return g_strconcat (isolated, " — ", behind, NULL);
}

char **
tr_file_names (const char *const *paths, guint n)
{
  g_auto (GStrv) bases = g_new0 (char *, n + 1);
  char **names = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++) {
    g_autofree char *base = g_path_get_basename (paths[i]);
    bases[i] = tr_file_line (base);
  }
  for (guint i = 0; i < n; i++)
    names[i] = name_one (paths, (const char *const *) bases, n, i);
  return names;
}
