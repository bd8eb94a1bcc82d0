// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of DXF files: their encodings, their escapes, and texts that are drawn.

#include "render/import/import-dxf-private.h"

#include "render/dxf.h"
#include "render/text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LINE_PITCH (5 / 3.0) // of lines of an MTEXT, in heights of its letters
#define DESCENT    (1 / 3.0) // of letters below the foot of a line, likewise

// "\U+XXXX"; how many bytes it took, 0: it is none.
static int
read_unit (const char *s, gunichar *unit)
{
  *unit = 0;
  if (strncmp (s, "\\U+", 3) != 0)
    return 0;
  for (int i = 3; i < 7; i++) {
    if (!g_ascii_isxdigit (s[i]))
      return 0;
    *unit = 16 * *unit + (gunichar) g_ascii_xdigit_value (s[i]);
  }
  return 7;
}

// Letters beyond 16 bits are two of them.
static int
read_escape (const char *s, gunichar *c)
{
  gunichar low;
  int n = read_unit (s, c);

  if (n == 0 || *c < 0xd800 || *c >= 0xdc00 || read_unit (s + n, &low) == 0 || low < 0xdc00 ||
      low >= 0xe000)
    return n;
  *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
  return 2 * n;
}

// "%%d": a degree sign, and so on; "%%176": a letter of Latin 1; how many bytes it took.
static int
read_sign (const char *s, GString *out)
{
  static const struct {
    char letter;
    const char *sign;
  } signs[] = {{'d', "°"}, {'p', "±"}, {'c', "⌀"}, {'%', "%"}, {'u', ""}, {'o', ""}, {'k', ""}};

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    if (g_ascii_tolower (s[2]) == signs[i].letter) {
      g_string_append (out, signs[i].sign);
      return 3;
    }
  if (g_ascii_isdigit (s[2]) && g_ascii_isdigit (s[3]) && g_ascii_isdigit (s[4])) {
    int code = 100 * (s[2] - '0') + 10 * (s[3] - '0') + s[4] - '0';
    g_string_append_unichar (out, code >= 0x20 && code < 0x100 ? (gunichar) code : 0xfffd);
    return 5;
  }
  g_string_append (out, "%");
  return 1;
}

char *
tr_dxf_decode (const TrDxfReader *r, const char *text)
{
  g_autofree char *converted =
      r->encoding && !g_utf8_validate (text, -1, NULL)
          ? g_convert_with_fallback (text, -1, "UTF-8", r->encoding, "?", NULL, NULL, NULL)
          : NULL;
  g_autofree char *valid = g_utf8_make_valid (converted ? converted : text, -1);
  GString *out = g_string_new (NULL);
  gunichar c;
  int n;

  for (const char *s = valid; *s; s += n) {
    n = 1;
    if (*s == '\\' && (n = read_escape (s, &c)) > 0)
      g_string_append_unichar (out, g_unichar_validate (c) && c >= 0x20 ? c : 0xfffd);
    else if (s[0] == '%' && s[1] == '%')
      n = read_sign (s, out);
    else {
      n = 1;
      g_string_append_c (out, *s);
    }
  }
  return g_string_free (out, FALSE);
}

char *
tr_dxf_extra (const TrDxfReader *r, TrDxfRun run, const char *key)
{
  bool ours = false;
  gsize n = strlen (key);

  for (int i = 1; i < run.n; i++) {
    const TrDxfPair *pair = &run.pair[i];
    if (pair->code == 1001)
      ours = strcmp (pair->text, TR_DXF_APP) == 0;
    else if (ours && pair->code == 1000 && strncmp (pair->text, key, n) == 0 &&
             pair->text[n] == '=')
      return tr_dxf_decode (r, pair->text + n + 1);
  }
  return NULL;
}

// Of an MTEXT all that is no letter: "\P" ends a line, "\~" is a space, "\fArial|b0;" and the like
// change the face, braces group; "\S1/2;" is a fraction.
static char *
strip_formats (const char *text)
{
  GString *out = g_string_new (NULL);
  bool in_fraction = false;

  for (const char *s = text; *s; s++) {
    if (*s == '{' || *s == '}' || (*s == ';' && in_fraction)) {
      in_fraction &= *s != ';';
      continue;
    }
    if (*s != '\\' || !s[1]) {
      g_string_append_c (out, *s == '^' && in_fraction ? '/' : *s);
      continue;
    }
    s++;
    if (*s == 'P')
      g_string_append_c (out, '\n');
    else if (*s == '~')
      g_string_append_c (out, ' ');
    else if (*s == 'S')
      in_fraction = true;
    else if (strchr ("\\{}", *s))
      g_string_append_c (out, *s);
    else if (strchr ("ACFHQTWacfhpqtw", *s)) {
      const char *end = strchr (s, ';');
      s = end ? end : s + strlen (s) - 1;
    } // others are switches of one letter
  }
  return g_string_free (out, FALSE);
}

typedef struct {
  TrDxfReader *r;
  const TrDxfPlace *at;
  double height; // of its capitals
  double anchor; // of a line at its place: 0 its start, ½ its middle, 1 its end
} Setting;

// place: of the line's anchor on its foot, in the coordinates of the file.
static void
add_line (const Setting *s, const char *line, Vec2 place)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (line));
  g_autofree char *text = tr_import_escape_braces (trimmed);
  double size = s->height / TR_DXF_CAP_HEIGHT, scale = sqrt (fabs (m2_det (s->at->frame.m)));

  if (!*text)
    return;
  if (s->anchor > 0 && tr_import_spend (s->r->import, 100 * (20 + strlen (trimmed))))
    place.x -= s->anchor * size * tr_text_width (trimmed);
  tr_import_add_label (s->r->import, text, aff_apply (s->at->frame, place),
                       size * scale / s->r->unit * s->r->mm);
}

// The longer texts come in pieces of code 3 before that of code 1.
static char *
long_text (const TrDxfReader *r, TrDxfRun run)
{
  g_autoptr (GString) raw = g_string_new (NULL);

  for (int i = 1; i < run.n && run.pair[i].code != 1001; i++)
    if (run.pair[i].code == 3 || run.pair[i].code == 1)
      g_string_append (raw, run.pair[i].text);
  return tr_dxf_decode (r, raw->str);
}

// An MTEXT hangs from its place or stands on it: 1 to 3 its top, 4 to 6 its middle, 7 to 9 its foot; of each
// three the left end, the middle, the right end.
static void
add_block_of_text (Setting *s, TrDxfRun run)
{
  g_autofree char *raw = long_text (s->r, run), *text = strip_formats (raw);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 1000);
  int n = (int) g_strv_length (lines), corner = CLAMP (tr_dxf_get_int (run, 71, 1), 1, 9) - 1;
  int row = corner / 3;
  double pitch = s->height * LINE_PITCH, whole = s->height + (n - 1) * pitch;
  Vec2 place = tr_dxf_get_place (run, 10);

  s->anchor = 0.5 * (corner % 3);
  place.y += (row == 0 ? 0 : row == 1 ? whole / 2 : whole) - s->height;
  for (int i = 0; i < n; i++)
    add_line (s, lines[i], v2 (place.x, place.y - i * pitch));
}

// A TEXT that is not set from its start on has another place, of which 72 and 73 (of an ATTRIB 74) say what
// part of the text is there. One that is fitted between two places starts at the first.
static void
add_aligned (Setting *s, TrDxfRun run)
{
  enum { CENTER = 1, RIGHT, ALIGNED, MIDDLE, FIT, BOTTOM = 1, HALF, TOP };
  int across = tr_dxf_get_int (run, 72, 0);
  int up = tr_dxf_get_int (run, tr_dxf_is (run, "ATTRIB") ? 74 : 73, 0);
  bool is_fitted = across == ALIGNED || across == FIT;
  bool has_other = (across != 0 || up != 0) && !is_fitted && tr_dxf_find (run, 11);
  Vec2 place = tr_dxf_get_place (run, has_other ? 11 : 10);
  g_autofree char *text = tr_dxf_decode (s->r, tr_dxf_get_text (run, 1));

  if (has_other) {
    s->anchor = across == CENTER || across == MIDDLE ? 0.5 : across == RIGHT;
    if (across == MIDDLE || up == HALF)
      place.y -= s->height / 2;
    else if (up == TOP)
      place.y -= s->height;
    else if (up == BOTTOM)
      place.y += s->height * DESCENT;
  }
  add_line (s, text, place);
}

// Labels are upright: a turn is lost and told.
void
tr_dxf_add_text (TrDxfReader *r, TrDxfRun run, const TrDxfPlace *at)
{
  Setting s = {r, at, tr_dxf_get (run, 40, 2.5), 0};
  bool is_block = tr_dxf_is (run, "MTEXT");
  double turn =
      is_block ? atan2 (tr_dxf_get (run, 21, 0), tr_dxf_get (run, 11, 1)) : tr_dxf_get (run, 50, 0);
  double size = sqrt (fabs (m2_det (at->frame.m)));

  if (fabs (turn) > 1e-6 || at->frame.m.xx <= 0 || fabs (at->frame.m.yx) > 1e-6 * size)
    tr_import_leave_out (r->import, run.pair[0].text, _ ("its slope: labels are level"));
  if (is_block)
    add_block_of_text (&s, run);
  else
    add_aligned (&s, run);
}
