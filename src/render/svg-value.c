// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/svg-value.h"

#include <glib.h>
#include <pango/pango.h>
#include <string.h>

#define PIXELS_PER_INCH 96.0

void
tr_svg_skip_space (const char **s)
{
  while (**s && strchr (" \t\r\n\f", **s))
    ++*s;
}

void
tr_svg_skip_comma (const char **s)
{
  tr_svg_skip_space (s);
  if (**s == ',') {
    ++*s;
    tr_svg_skip_space (s);
  }
}

static const char *
skip_digits (const char *s)
{
  while (g_ascii_isdigit (*s))
    s++;
  return s;
}

// g_ascii_strtod takes more than the grammar has (hexadecimal, infinity): find the end first.
bool
tr_svg_read_number (const char **at, double *x)
{
  const char *s = *at, *digits;
  double value;

  if (*s == '+' || *s == '-')
    s++;
  digits = s;
  s = skip_digits (s);
  if (*s == '.')
    s = skip_digits (s + 1);
  if (s == digits || (s == digits + 1 && *digits == '.'))
    return false;
  if (*s == 'e' || *s == 'E') {
    const char *e = s + 1 + (s[1] == '+' || s[1] == '-');
    if (g_ascii_isdigit (*e))
      s = skip_digits (e);
  }
  g_autofree char *number = g_strndup (*at, (gsize) (s - *at));
  value = g_ascii_strtod (number, NULL);
  if (!isfinite (value))
    return false;
  *x = value;
  *at = s;
  return true;
}

int
tr_svg_read_numbers (const char *text, double *v, int most)
{
  int n = 0;

  for (tr_svg_skip_space (&text); n < most && tr_svg_read_number (&text, &v[n]); n++)
    tr_svg_skip_comma (&text);
  return n;
}

bool
tr_svg_parse_length (const char *text, double whole, double em, double *px)
{
  const struct {
    const char *name;
    double px;
  } units[] = {
      {"", 1},
      {"px", 1},
      {"mm", PIXELS_PER_INCH / 25.4},
      {"cm", PIXELS_PER_INCH / 2.54},
      {"in", PIXELS_PER_INCH},
      {"pt", PIXELS_PER_INCH / 72},
      {"pc", PIXELS_PER_INCH / 6},
      {"q", PIXELS_PER_INCH / 101.6},
      {"em", em},
      {"ex", em / 2},
      {"%", whole / 100},
  };
  double x;

  tr_svg_skip_space (&text);
  if (!tr_svg_read_number (&text, &x))
    return false;
  g_autofree char *unit = g_strstrip (g_strdup (text));
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (unit, units[i].name) == 0 && isfinite (x * units[i].px)) {
      *px = x * units[i].px;
      return true;
    }
  return false;
}

static Affine
translation (double x, double y)
{
  return (Affine){{1, 0, 0, 1}, v2 (x, y)};
}

// One function of the list with its n numbers.
static bool
make_transform (const char *name, const double *v, int n, Affine *f)
{
  *f = translation (0, 0);
  if (strcmp (name, "matrix") == 0 && n == 6)
    *f = (Affine){{v[0], v[2], v[1], v[3]}, v2 (v[4], v[5])};
  else if (strcmp (name, "translate") == 0 && (n == 1 || n == 2))
    f->t = v2 (v[0], n == 2 ? v[1] : 0);
  else if (strcmp (name, "scale") == 0 && (n == 1 || n == 2))
    f->m = (Mat2){v[0], 0, 0, v[n - 1]};
  else if (strcmp (name, "rotate") == 0 && n == 1)
    f->m = m2_rotation (v[0] * G_PI / 180);
  else if (strcmp (name, "rotate") == 0 && n == 3)
    *f = aff_mul (
        aff_mul (translation (v[1], v[2]), (Affine){m2_rotation (v[0] * G_PI / 180), v2 (0, 0)}),
        translation (-v[1], -v[2]));
  else if (strcmp (name, "skewX") == 0 && n == 1)
    f->m.xy = tan (v[0] * G_PI / 180);
  else if (strcmp (name, "skewY") == 0 && n == 1)
    f->m.yx = tan (v[0] * G_PI / 180);
  else
    return false;
  return true;
}

bool
tr_svg_parse_transform (const char *text, Affine *f)
{
  Affine all = translation (0, 0), one;
  double v[6];

  if (g_str_equal (text, "none"))
    text = "";
  for (tr_svg_skip_comma (&text); *text; tr_svg_skip_comma (&text)) {
    gsize n = strspn (text, "abcdefghijklmnopqrstuvwxyzXY");
    g_autofree char *name = g_strndup (text, n);
    int count = 0;
    text += n;
    tr_svg_skip_space (&text);
    if (*text++ != '(')
      return false;
    for (tr_svg_skip_space (&text); count < 6 && tr_svg_read_number (&text, &v[count]); count++)
      tr_svg_skip_comma (&text);
    if (*text++ != ')' || !make_transform (name, v, count, &one))
      return false;
    all = aff_mul (all, one);
  }
  *f = all;
  return true;
}

// Where the rest of a side goes: none before the box, half, or all of it.
static double
share (const char *align, const char *low, const char *high)
{
  if (strstr (align, low))
    return 0;
  return strstr (align, high) ? 1 : 0.5;
}

Affine
tr_svg_fit_box (const double box[4], Vec2 size, const char *aspect)
{
  Vec2 s = v2 (size.x / box[2], size.y / box[3]), rest;

  if (!aspect)
    aspect = "";
  if (!strstr (aspect, "none")) {
    double both = strstr (aspect, "slice") ? fmax (s.x, s.y) : fmin (s.x, s.y);
    s = v2 (both, both);
  }
  rest = v2_sub (size, v2 (s.x * box[2], s.y * box[3]));
  return (Affine){{s.x, 0, 0, s.y},
                  v2 (share (aspect, "xMin", "xMax") * rest.x - s.x * box[0],
                      share (aspect, "YMin", "YMax") * rest.y - s.y * box[1])};
}

// Red, green and blue at a hue of 0 … 360 (CSS Color 3 §4.2.4).
static double
hue_channel (double hue, double low, double high)
{
  hue -= 360 * floor (hue / 360);
  if (hue < 60)
    return low + (high - low) * hue / 60;
  if (hue < 180)
    return high;
  return hue < 240 ? low + (high - low) * (240 - hue) / 60 : low;
}

static double
clamp_share (double x)
{
  return fmin (fmax (x, 0), 1);
}

// The arguments of rgb() or hsl(): numbers, percentages as shares of 1, all the signs that part
// them; returns how many.
static int
read_arguments (const char *s, double v[4], bool is_percent[4])
{
  int n = 0;

  for (; n < 4; n++) {
    s += strspn (s, " \t\r\n,/");
    if (!tr_svg_read_number (&s, &v[n]))
      return n;
    is_percent[n] = *s == '%';
    v[n] /= is_percent[n] ? 100 : 1;
    s += strspn (s, "%deg");
  }
  return n;
}

static bool
parse_color_function (const char *text, TrColor *out)
{
  const char *open = strchr (text, '(');
  bool is_percent[4] = {false}, is_hsl = g_ascii_strncasecmp (text, "hsl", 3) == 0;
  double v[4];
  int n = open ? read_arguments (open + 1, v, is_percent) : 0;

  if (n < 3 || (!is_hsl && g_ascii_strncasecmp (text, "rgb", 3) != 0))
    return false;
  if (is_hsl) {
    double s = clamp_share (v[1]), l = clamp_share (v[2]);
    double high = l <= 0.5 ? l * (1 + s) : l + s - l * s, low = 2 * l - high, hue = v[0];
    for (int i = 0; i < 3; i++)
      v[i] = hue_channel (hue + 120 - 120 * i, low, high);
  }
  for (int i = 0; i < 3; i++)
    v[i] = clamp_share (is_hsl || is_percent[i] ? v[i] : v[i] / 255);
  *out = (TrColor){false, v[0], v[1], v[2], n == 4 ? clamp_share (v[3]) : 1};
  return true;
}

bool
tr_svg_parse_color (const char *text, TrColor *out)
{
  g_autofree char *word = g_strstrip (g_strdup (text));
  PangoColor color;
  guint16 alpha = 0xffff;

  if (g_ascii_strcasecmp (word, "none") == 0 || g_ascii_strcasecmp (word, "transparent") == 0) {
    *out = (TrColor){.is_none = true};
    return true;
  }
  if (strchr (word, '('))
    return parse_color_function (word, out);
  if (!pango_color_parse_with_alpha (&color, &alpha, word))
    return false;
  *out = (TrColor){false, color.red / 65535.0, color.green / 65535.0, color.blue / 65535.0,
                   alpha / 65535.0};
  return true;
}
