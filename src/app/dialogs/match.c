// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/match.h"

#include <stdbool.h>
#include <string.h>

enum { FITS_LETTERS = 1, FITS_PART, FITS_START, FITS_WORD };

static int
fit_word (const char *word, const char *typed)
{
  if (strcmp (word, typed) == 0)
    return FITS_WORD;
  if (g_str_has_prefix (word, typed))
    return FITS_START;
  return strstr (word, typed) ? FITS_PART : 0;
}

// The letters of typed one after another in the words from the first on, others between.
static bool
has_letters (char *const *words, const char *typed)
{
  for (; *words; words++)
    for (const char *p = *words; *p; p = g_utf8_next_char (p)) {
      if (*typed == '\0')
        return true;
      if (g_utf8_get_char (p) == g_utf8_get_char (typed))
        typed = g_utf8_next_char (typed);
    }
  return *typed == '\0';
}

static int
fit (char *const *words, const char *typed)
{
  int best = 0;

  for (int i = 0; words[i]; i++) {
    best = MAX (best, fit_word (words[i], typed));
    bool begins = g_utf8_get_char (words[i]) == g_utf8_get_char (typed);
    if (best == 0 && begins && has_letters (words + i, typed))
      best = FITS_LETTERS;
  }
  return best;
}

int
tr_match (const char *text, const char *query)
{
  g_auto (GStrv) plain = NULL, plain_query = NULL;
  g_auto (GStrv) words = g_str_tokenize_and_fold (text, NULL, &plain);
  g_auto (GStrv) typed = g_str_tokenize_and_fold (query, NULL, &plain_query);
  int sum = 1;

  for (int i = 0; typed[i]; i++) {
    int best = MAX (fit (words, typed[i]), fit (plain, typed[i]));
    if (best == 0)
      return 0;
    sum += best;
  }
  return sum;
}
