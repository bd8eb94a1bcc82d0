// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/style.h"

#include <glib.h>
#include <string.h>

TrPen
tr_pen_default (void)
{
  return (TrPen){
      .stroke = {false, 0, 0, 0, 1},
      .width = TR_STYLE_WIDTH,
      .fill = {true, 0, 0, 0, 0},
      .cap = CAIRO_LINE_CAP_BUTT,
      .join = CAIRO_LINE_JOIN_MITER,
  };
}

static cairo_line_cap_t
parse_cap (const char *text)
{
  if (g_strcmp0 (text, "round") == 0)
    return CAIRO_LINE_CAP_ROUND;
  return g_strcmp0 (text, "square") == 0 ? CAIRO_LINE_CAP_SQUARE : CAIRO_LINE_CAP_BUTT;
}

static cairo_line_join_t
parse_join (const char *text)
{
  if (g_strcmp0 (text, "round") == 0)
    return CAIRO_LINE_JOIN_ROUND;
  return g_strcmp0 (text, "bevel") == 0 ? CAIRO_LINE_JOIN_BEVEL : CAIRO_LINE_JOIN_MITER;
}

// Cairo refuses dashes that are negative or all 0, and then draws nothing more.
static bool
dash_is_good (const double *dash, int n)
{
  double sum = 0;

  for (int i = 0; i < n; i++) {
    if (!(dash[i] >= 0 && isfinite (dash[i])))
      return false;
    sum += dash[i];
  }
  return sum > 0;
}

TrPen
tr_pen_make (const TrStyle *style)
{
  TrPen pen = tr_pen_default ();

  if (!style)
    return pen;
  if (style->stroke)
    tr_color_parse (style->stroke, &pen.stroke);
  if (style->fill)
    tr_color_parse (style->fill, &pen.fill);
  if (style->width >= 0 && isfinite (style->width))
    pen.width = style->width;
  pen.cap = parse_cap (style->cap);
  pen.join = parse_join (style->join);
  if (style->dash && dash_is_good (style->dash, style->n_dash)) {
    pen.dash = style->dash;
    pen.n_dash = style->n_dash;
  }
  return pen;
}

TrPen
tr_pen_for_mark (TrPen body, const TrMark *mark)
{
  TrPen pen = body;

  if (mark->stroke)
    tr_color_parse (mark->stroke, &pen.stroke);
  if (mark->width >= 0)
    pen.width = mark->width;
  if (mark->dash) {
    bool good = dash_is_good (mark->dash, mark->n_dash);
    pen.dash = good ? mark->dash : NULL;
    pen.n_dash = good ? mark->n_dash : 0;
  }
  if (mark->fill)
    tr_color_parse (mark->fill, &pen.fill);
  else
    pen.fill.is_none = true;
  return pen;
}

Affine
tr_mark_frame (const TrMark *mark)
{
  Vec2 size = mark->kind == TR_MARK_TEXT ? v2 (mark->size.x, mark->size.x) : mark->size;
  if (!(fabs (mark->turn) > 0) && !mark->mirrored)
    return (Affine){{size.x, 0, 0, size.y}, mark->at};
  Mat2 turn = m2_rotation (mark->turn);
  Vec2 half = v2_scale (size, 0.5);
  double width = mark->mirrored ? -size.x : size.x;
  Affine f = {{turn.xx * width, turn.xy * size.y, turn.yx * width, turn.yy * size.y}, v2 (0, 0)};
  f.t = v2_sub (v2_add (mark->at, half), aff_apply (f, v2 (0.5, 0.5)));
  return f;
}

static bool
parse_byte (const char *text, double *out)
{
  int high = g_ascii_xdigit_value (text[0]), low = high < 0 ? -1 : g_ascii_xdigit_value (text[1]);

  if (low < 0)
    return false;
  *out = (16 * high + low) / 255.0;
  return true;
}

bool
tr_color_parse (const char *text, TrColor *out)
{
  TrColor c = {.a = 1};
  size_t n = strlen (text);

  if (strcmp (text, "none") == 0) {
    *out = (TrColor){.is_none = true};
    return true;
  }
  if (text[0] != '#' || (n != 7 && n != 9))
    return false;
  if (!parse_byte (text + 1, &c.r) || !parse_byte (text + 3, &c.g) || !parse_byte (text + 5, &c.b))
    return false;
  if (n == 9 && !parse_byte (text + 7, &c.a))
    return false;
  *out = c;
  return true;
}

double
tr_pen_dash_period (const TrPen *pen)
{
  double sum = 0;

  for (int i = 0; i < pen->n_dash; i++)
    sum += pen->dash[i];
  // An odd list runs twice before dashes and gaps are again what they were.
  return pen->n_dash % 2 ? 2 * sum : sum;
}

bool
tr_pen_has_stroke (const TrPen *pen)
{
  return !pen->stroke.is_none && pen->width > 0;
}

bool
tr_pen_has_fill (const TrPen *pen)
{
  return !pen->fill.is_none;
}
