// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A DXF file as groups: lines of a code and a value, by turns.

#include "render/import/import-dxf-private.h"

#include "doc/reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define CODE_MAX 1071
#define COMMENT  999 // may stand anywhere

// Codes whose values are numbers, with a fraction or without (DXF Reference, "Group Codes in
// Numerical Order").
static bool
is_real (int code)
{
  return (code >= 10 && code <= 59) || (code >= 110 && code <= 149) ||
         (code >= 210 && code <= 239) || (code >= 460 && code <= 469) ||
         (code >= 1010 && code <= 1059);
}

static bool
is_whole (int code)
{
  return (code >= 60 && code <= 99) || (code >= 170 && code <= 179) ||
         (code >= 270 && code <= 289) || (code >= 370 && code <= 389) ||
         (code >= 400 && code <= 409) || (code >= 420 && code <= 429) ||
         (code >= 440 && code <= 459) || (code >= 1060 && code <= 1071);
}

static bool
fail (const TrDxfReader *r, int line, const char *expected, const char *found, GError **error)
{
  g_autofree char *cut = g_strndup (found, 40);
  g_autofree char *shown = g_utf8_make_valid (cut, -1);

  g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING,
               _ ("%s, line %d: expected %s, found “%s”"), r->name, line, expected, shown);
  return false;
}

// Takes the next line off the text, without its end; NULL: there is none.
static char *
next_line (char **rest)
{
  char *line = *rest, *end;

  if (!line)
    return NULL;
  end = line + strcspn (line, "\r\n"); // either, or both
  *rest = *end == '\0' ? NULL : end + (end[0] == '\r' && end[1] == '\n' ? 2 : 1);
  *end = '\0';
  return !*rest && !*line ? NULL : line;
}

static bool
read_value (const TrDxfReader *r, TrDxfPair *pair, GError **error)
{
  bool real = is_real (pair->code);
  char *end;

  if (!real && !is_whole (pair->code))
    return true;
  pair->number = g_ascii_strtod (pair->text, &end);
  if (end == pair->text || end[strspn (end, " \t")] || !isfinite (pair->number))
    return fail (r, pair->line, real ? _ ("a number") : _ ("a whole number"), pair->text, error);
  return true;
}

static bool
read_code (const TrDxfReader *r, const char *text, int line, int *code, GError **error)
{
  char *end;
  gint64 value = g_ascii_strtoll (text, &end, 10);

  if (end == text || end[strspn (end, " \t")] || value < -10 || value > CODE_MAX)
    return fail (r, line, _ ("the code of a group"), text, error);
  *code = (int) value;
  return true;
}

// Of the last entity nobody knows what else it would have said: it is left out.
static void
break_off (TrDxfReader *r, int line)
{
  const TrDxfPair last = {.text = "EOF"};

  while (r->pairs->len > 0 && g_array_index (r->pairs, TrDxfPair, r->pairs->len - 1).code != 0)
    g_array_set_size (r->pairs, r->pairs->len - 1);
  if (r->pairs->len > 0) {
    tr_import_leave_out (r->import, NULL, _ ("the file breaks off in line %d"), line);
    g_array_set_size (r->pairs, r->pairs->len - 1);
  }
  g_array_append_val (r->pairs, last);
}

bool
tr_dxf_read_pairs (TrDxfReader *r, const char *text, gsize n, GError **error)
{
  char *rest, *first, *value;
  int line = 1;

  if (n >= 22 && memcmp (text, "AutoCAD Binary DXF\r\n\x1a", 21) == 0) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING,
                 _ ("%s: a binary DXF file: save it as text (ASCII) first"), r->name);
    return false;
  }
  if (n >= 6 && memcmp (text, "AC10", 4) == 0) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING,
                 _ ("%s: a DWG file: save it as DXF first"), r->name);
    return false;
  }
  r->copy = rest = g_strndup (text, n);
  if (g_str_has_prefix (rest, "\xef\xbb\xbf"))
    rest += 3;
  while ((first = next_line (&rest)) != NULL) {
    TrDxfPair pair = {.line = line + 1};
    if (!read_code (r, first, line, &pair.code, error))
      return false;
    value = next_line (&rest);
    pair.text = value ? value : "";
    if (pair.code == COMMENT) {
      line += 2;
      continue;
    }
    if (!tr_import_spend (r->import, 1))
      return true; // the caller says so
    if (!read_value (r, &pair, error))
      return false;
    g_array_append_val (r->pairs, pair);
    line += 2;
    if (pair.code == 0 && strcmp (pair.text, "EOF") == 0)
      return true;
  }
  break_off (r, line);
  return true;
}

TrDxfRun
tr_dxf_run (const TrDxfReader *r, int i)
{
  const TrDxfPair *pair = &g_array_index (r->pairs, TrDxfPair, i);
  int left = (int) r->pairs->len - i, n = 1;

  while (n < left && pair[n].code != 0)
    n++;
  return (TrDxfRun){pair, n};
}

const TrDxfPair *
tr_dxf_find (TrDxfRun run, int code)
{
  for (int i = 1; i < run.n && run.pair[i].code != 1001; i++)
    if (run.pair[i].code == code)
      return &run.pair[i];
  return NULL;
}

double
tr_dxf_get (TrDxfRun run, int code, double otherwise)
{
  const TrDxfPair *pair = tr_dxf_find (run, code);

  return pair ? pair->number : otherwise;
}

int
tr_dxf_get_int (TrDxfRun run, int code, int otherwise)
{
  return (int) CLAMP (tr_dxf_get (run, code, otherwise), -1e9, 1e9);
}

Vec2
tr_dxf_get_place (TrDxfRun run, int code)
{
  return v2 (tr_dxf_get (run, code, 0), tr_dxf_get (run, code + 10, 0));
}

const char *
tr_dxf_get_text (TrDxfRun run, int code)
{
  const TrDxfPair *pair = tr_dxf_find (run, code);

  return pair ? pair->text : "";
}

bool
tr_dxf_is (TrDxfRun run, const char *kind)
{
  return strcmp (run.pair[0].text, kind) == 0;
}
