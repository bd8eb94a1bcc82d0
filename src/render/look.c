// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/look.h"

// Logical pixels.
#define FREE_WIDTH         2
#define FIXED_WIDTH        3.5
#define POINT_WIDTH        3 // a disc three times as wide
#define CONFLICT_WIDTH     2.5
#define CONSTRUCTION_WIDTH 1.25
#define TRACE_WIDTH        2

#define OPAQUE         0.9 // of a fill: what lies on it is not seen against the paper
#define LEAST_CONTRAST 3
#define LIGHT_GREY     0.4 // luminance
#define LEAST_CHROMA   0.15
// Under high contrast: of the drawing's own colours, which should stay themselves, and of ours.
#define STRONG_CONTRAST 4.5
#define STRONG_TOKEN    7

typedef struct {
  const char *light, *dark;
} Token;

static TrColor
token (Token t, bool is_dark)
{
  TrColor c = {.is_none = true};
  bool ok = tr_color_parse (is_dark ? t.dark : t.light, &c);
  g_assert (ok);
  return c;
}

TrTheme
tr_theme_make (bool is_dark)
{
  return (TrTheme){
      .is_dark = is_dark,
      .contrast = LEAST_CONTRAST,
      .paper = token ((Token){"#ffffff", "#242428"}, is_dark),
      .grid = token ((Token){"#f0f0f2", "#2b2b30"}, is_dark),
      .grid_strong = token ((Token){"#e2e2e6", "#36363c"}, is_dark),
      .free = token ((Token){"#1c71d8", "#78aeed"}, is_dark),
      .fixed = token ((Token){"#2e3436", "#e8e8ea"}, is_dark),
      .conflict = token ((Token){"#c01c28", "#ff7b78"}, is_dark),
      .construction = token ((Token){"#8a8986", "#8d8d93"}, is_dark),
      .accent = token ((Token){"#1c71d8", "#78aeed"}, is_dark),
      .quiet = token ((Token){"#77767b", "#9a9996"}, is_dark),
      .tension = token ((Token){"#c64600", "#ffa348"}, is_dark),
      .compression = token ((Token){"#1a5fb4", "#99c1f1"}, is_dark),
      .trace = token ((Token){"#a51d2d", "#f6a6a0"}, is_dark),
  };
}

// Relative luminance: 0.2126 R + 0.7152 G + 0.0722 B of the linear parts.
static double
linear (double c)
{
  return c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

// The other way round.
static double
encoded (double linear)
{
  return linear <= 0.00304 ? 12.92 * linear : 1.055 * pow (linear, 1 / 2.4) - 0.055;
}

static double
luminance (TrColor c)
{
  return 0.2126 * linear (c.r) + 0.7152 * linear (c.g) + 0.0722 * linear (c.b);
}

double
tr_color_contrast (TrColor a, TrColor b)
{
  double la = luminance (a), lb = luminance (b);
  return (fmax (la, lb) + 0.05) / (fmin (la, lb) + 0.05);
}

static bool
is_grey (TrColor c)
{
  return fmax (c.r, fmax (c.g, c.b)) - fmin (c.r, fmin (c.g, c.b)) < LEAST_CHROMA;
}

static bool
is_light_grey (TrColor c)
{
  return !c.is_none && is_grey (c) && luminance (c) > LIGHT_GREY;
}

// A light grey was chosen to stand out so much from white, (1 + 0.05)/(L + 0.05), and no more: it
// does so from a dark paper, whose luminance + 0.05 times that is that of the grey.
static TrColor
as_from_white (TrColor c, TrColor paper)
{
  double grey = (luminance (paper) + 0.05) * 1.05 / (luminance (c) + 0.05) - 0.05;

  c.r = c.g = c.b = encoded (fmin (grey, 1));
  return c;
}

// Greys have no hue to keep: they become the ink of the paper.
static TrColor
against (TrColor c, TrColor paper, TrColor ink, double least)
{
  double to = luminance (paper) < 0.18 ? 1 : 0;

  if (is_grey (c) && tr_color_contrast (c, paper) < least) {
    ink.a = c.a;
    ink.is_none = c.is_none;
    return ink;
  }
  for (int i = 0; i < 20 && tr_color_contrast (c, paper) < least; i++) {
    c.r += 0.1 * (to - c.r);
    c.g += 0.1 * (to - c.g);
    c.b += 0.1 * (to - c.b);
  }
  return c;
}

TrColor
tr_color_against (TrColor c, TrColor paper, TrColor ink)
{
  return against (c, paper, ink, LEAST_CONTRAST);
}

TrColor
tr_theme_thin (const TrTheme *t, TrColor own, double alpha)
{
  TrColor over = own;

  over.r = t->paper.r + alpha * (own.r - t->paper.r);
  over.g = t->paper.g + alpha * (own.g - t->paper.g);
  over.b = t->paper.b + alpha * (own.b - t->paper.b);
  return against (over, t->paper, t->fixed, t->contrast);
}

TrTheme
tr_theme_make_strong (bool is_dark)
{
  TrTheme t = tr_theme_make (is_dark);
  TrColor *tokens[] = {&t.free,  &t.conflict, &t.construction, &t.accent,
                       &t.quiet, &t.tension,  &t.compression,  &t.trace};

  t.contrast = STRONG_CONTRAST;
  t.paper = token ((Token){"#ffffff", "#000000"}, is_dark);
  t.grid = token ((Token){"#e6e6e6", "#242424"}, is_dark);
  t.grid_strong = token ((Token){"#c4c4c4", "#444444"}, is_dark);
  t.fixed = token ((Token){"#000000", "#ffffff"}, is_dark);
  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    *tokens[i] = against (*tokens[i], t.paper, t.fixed, STRONG_TOKEN);
  return t;
}

static void
set_pen (TrPen *pen, TrColor color, double width)
{
  pen->stroke = color;
  pen->width = width;
  pen->cap = CAIRO_LINE_CAP_ROUND;
  pen->join = CAIRO_LINE_JOIN_ROUND;
  pen->n_dash = 0;
}

static bool
has_own_stroke (const TrBody *b)
{
  return b->style && b->style->stroke;
}

static TrLookState
state_of (const TrLook *look, int body)
{
  return look->states ? (TrLookState) look->states[body] : TR_LOOK_FREE;
}

// The paper's millimetres change with the zoom, so that the look holds its patterns itself.
static void
style_body (int body, TrPen *pen, gpointer data)
{
  const TrLook *look = data;
  const TrBody *b = &look->m->bodies[body];
  double px = look->mm_per_pixel;

  switch (state_of (look, body)) {
  case TR_LOOK_CONFLICT:
    set_pen (pen, look->theme->conflict, CONFLICT_WIDTH * px);
    pen->dash = look->conflict_dash;
    pen->n_dash = 2;
    return;
  case TR_LOOK_FREE:
  case TR_LOOK_FIXED:
    break;
  }
  if (b->construction) {
    set_pen (pen, look->theme->construction, CONSTRUCTION_WIDTH * px);
    pen->dash = look->construction_dash;
    pen->n_dash = 4;
  } else if (!has_own_stroke (b) && b->n_drawing == 0) {
    bool is_fixed = state_of (look, body) == TR_LOOK_FIXED;
    set_pen (pen, is_fixed ? look->theme->fixed : look->theme->free,
             px * (b->kind == TR_BODY_POINT ? POINT_WIDTH
                   : is_fixed               ? FIXED_WIDTH
                                            : FREE_WIDTH));
  }
}

static bool
is_plain_trace (const TrModel *m, int element)
{
  int i = element - m->n_bodies;
  return i >= 0 && i < m->n_traces && !(m->traces[i].style && m->traces[i].style->stroke);
}

static TrBounds
box_of (const TrInk *ink)
{
  return ink->outline && !tr_outline_is_empty (ink->outline)
             ? tr_outline_hull (ink->outline)
             : tr_bounds_add (tr_bounds_empty (), aff_apply (ink->frame, v2 (0.5, 0.5)));
}

static bool
contains (TrBounds outer, TrBounds b)
{
  return outer.low.x <= b.low.x && outer.low.y <= b.low.y && outer.high.x >= b.high.x &&
         outer.high.y >= b.high.y;
}

// What an ink lies on: a mark of the same drawing that was filled before, or the paper.
static TrColor
ground_of (TrLook *look, const TrInk *ink)
{
  if (look->element != ink->element)
    look->n_grounds = 0;
  look->element = ink->element;
  int most = MIN (look->n_grounds, TR_LOOK_GROUNDS);
  TrBounds box = most > 0 ? box_of (ink) : tr_bounds_empty ();
  for (int i = 1; i <= most; i++) {
    const TrLookGround *g = &look->grounds[(look->n_grounds - i) % TR_LOOK_GROUNDS];
    if (contains (g->box, box))
      return g->color;
  }
  return look->theme->paper;
}

static void
note_ground (TrLook *look, const TrInk *ink)
{
  bool is_mark = ink->element < look->m->n_bodies && look->m->bodies[ink->element].n_drawing > 1;

  if (is_mark && ink->kind == TR_INK_PATH && tr_pen_has_fill (&ink->pen) &&
      ink->pen.fill.a > OPAQUE)
    look->grounds[look->n_grounds++ % TR_LOOK_GROUNDS] =
        (TrLookGround){box_of (ink), ink->pen.fill};
}

// On dark paper, or for high contrast. What lies on a fill stands out from that.
static void
make_seen (TrLook *look, TrInk *ink)
{
  const TrTheme *theme = look->theme;
  TrColor paper = ground_of (look, ink), grey = theme->fixed;
  double least = theme->contrast;

  if (tr_color_contrast (theme->paper, paper) > tr_color_contrast (theme->fixed, paper))
    grey = theme->paper;
  if (theme->is_dark && ink->kind != TR_INK_TEXT && is_light_grey (ink->pen.fill))
    ink->pen.fill = as_from_white (ink->pen.fill, theme->paper);
  else if (ink->kind == TR_INK_TEXT || !tr_pen_has_stroke (&ink->pen))
    ink->pen.fill = against (ink->pen.fill, paper, grey, least);
  ink->pen.stroke = against (ink->pen.stroke, paper, grey, least);
  note_ground (look, ink);
}

static void
finish_ink (TrInk *ink, gpointer data)
{
  TrLook *look = data;

  if (is_plain_trace (look->m, ink->element))
    set_pen (&ink->pen, look->theme->trace, TRACE_WIDTH * look->mm_per_pixel);
  if (look->theme->is_dark || look->theme->contrast > LEAST_CONTRAST)
    make_seen (look, ink);
}

void
tr_look_init (
    TrLook *look, const TrModel *m, const TrTheme *theme, const guint8 *states, double mm_per_pixel)
{
  static const double conflict[2] = {7, 6}, construction[4] = {9, 4, 1, 4};

  *look = (TrLook){.m = m, .theme = theme, .states = states, .mm_per_pixel = mm_per_pixel};
  for (int i = 0; i < 2; i++)
    look->conflict_dash[i] = conflict[i] * mm_per_pixel;
  for (int i = 0; i < 4; i++)
    look->construction_dash[i] = construction[i] * mm_per_pixel;
}

void
tr_look_apply (TrLook *look, TrPaintOptions *options)
{
  options->restyle = style_body;
  options->finish = finish_ink;
  options->restyle_data = look;
}
