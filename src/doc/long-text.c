// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/long-text.h"

#include <glib.h>
#include <string.h>

enum {
  WORD = 100, // characters that stay whole, of which are kept
  WORD_HEAD = 60,
  WORD_TAIL = 20,
  TEXT = 600, // the same of all
  TEXT_HEAD = 400,
  TEXT_TAIL = 160,
};

// n bytes; of more than `most` characters the first `head` and the last `tail`.
static void
append_shortened (GString *out, const char *text, size_t n, glong most, glong head, glong tail)
{
  glong length = g_utf8_strlen (text, (gssize) n);
  if (length <= most) {
    g_string_append_len (out, text, (gssize) n);
    return;
  }
  const char *end = g_utf8_offset_to_pointer (text, head);
  const char *rest = g_utf8_offset_to_pointer (text, length - tail);
  g_string_append_len (out, text, end - text);
  g_string_append (out, "…");
  g_string_append_len (out, rest, text + n - rest);
}

char *
tr_long_text_shorten (const char *text)
{
  g_autoptr (GString) words = g_string_new (NULL);
  while (*text != '\0') {
    size_t word = strcspn (text, " \t\n");
    append_shortened (words, text, word, WORD, WORD_HEAD, WORD_TAIL);
    text += word;
    size_t space = strspn (text, " \t\n");
    g_string_append_len (words, text, (gssize) MIN (space, WORD_HEAD));
    text += space;
  }
  GString *all = g_string_new (NULL);
  append_shortened (all, words->str, words->len, TEXT, TEXT_HEAD, TEXT_TAIL);
  return g_string_free (all, FALSE);
}
