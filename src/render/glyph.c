// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/glyph.h"

#define GRID   12
#define STROKE 1.4
#define RADIUS 4 // of a card's corners

static void
line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

static void
circle (cairo_t *cr, double x, double y, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, r, 0, 2 * G_PI);
}

static void
dot (cairo_t *cr, double x, double y, double r)
{
  circle (cr, x, y, r);
  cairo_fill (cr);
}

static void
arrow (cairo_t *cr, double x, double y, double dx, double dy)
{
  line (cr, x - 2.4 * dx + 2 * dy, y - 2.4 * dy + 2 * dx, x, y);
  cairo_line_to (cr, x - 2.4 * dx - 2 * dy, y - 2.4 * dy - 2 * dx);
}

static void
sign_attach (cairo_t *cr)
{
  dot (cr, 0, 0, 2.1);
  circle (cr, 0, 0, 4.6);
}

static void
sign_nail (cairo_t *cr)
{
  line (cr, 0, -5, 0, 0.5);
  line (cr, -5, 0.5, 5, 0.5);
  for (int i = 0; i < 4; i++)
    line (cr, -3.4 + 2.8 * i, 1, -5.4 + 2.8 * i, 4.6);
}

static void
sign_on_line (cairo_t *cr)
{
  line (cr, -5, 3.6, 5, -3.6);
  cairo_stroke (cr);
  dot (cr, 0, 0, 2.3);
}

static void
sign_distance (cairo_t *cr)
{
  line (cr, -5, 0, 5, 0);
  arrow (cr, 5, 0, 1, 0);
  arrow (cr, -5, 0, -1, 0);
}

static void
sign_distance_y (cairo_t *cr)
{
  line (cr, 0, -5, 0, 5);
  arrow (cr, 0, 5, 0, 1);
  arrow (cr, 0, -5, 0, -1);
}

static void
sign_length (cairo_t *cr)
{
  line (cr, -5, -3, -5, 3);
  line (cr, 5, -3, 5, 3);
  line (cr, -5, 0, 5, 0);
}

static void
sign_radius (cairo_t *cr)
{
  circle (cr, 0, 0, 5);
  line (cr, 0, 0, 3.5, -3.5);
}

static void
sign_fix (cairo_t *cr)
{
  cairo_rectangle (cr, -4, -0.5, 8, 5.5);
  cairo_move_to (cr, -2.5, -0.5);
  cairo_line_to (cr, -2.5, -2.5);
  cairo_arc (cr, 0, -2.5, 2.5, G_PI, 2 * G_PI);
  cairo_line_to (cr, 2.5, -0.5);
}

static void
sign_angle (cairo_t *cr)
{
  line (cr, 4, -4.5, -4.5, 4);
  cairo_line_to (cr, 5, 4);
  cairo_new_sub_path (cr);
  cairo_arc (cr, -4.5, 4, 5.6, -0.25 * G_PI, 0);
}

static void
sign_horizontal (cairo_t *cr)
{
  line (cr, -4.4, 0, 4.4, 0);
  cairo_stroke (cr);
  dot (cr, -4.4, 0, 1.6);
  dot (cr, 4.4, 0, 1.6);
}

static void
sign_vertical (cairo_t *cr)
{
  line (cr, 0, -4.4, 0, 4.4);
  cairo_stroke (cr);
  dot (cr, 0, -4.4, 1.6);
  dot (cr, 0, 4.4, 1.6);
}

static void
sign_parallel (cairo_t *cr)
{
  line (cr, -4.2, 4.5, -0.4, -4.5);
  line (cr, 0.4, 4.5, 4.2, -4.5);
}

static void
sign_perpendicular (cairo_t *cr)
{
  line (cr, -5, 4.4, 5, 4.4);
  line (cr, 0, 4.4, 0, -5);
}

static void
sign_equal_length (cairo_t *cr)
{
  line (cr, -4.4, -2, 4.4, -2);
  line (cr, -4.4, 2, 4.4, 2);
}

static void
sign_equal_radius (cairo_t *cr)
{
  circle (cr, 0, 0, 5.2);
  line (cr, -2.2, -1.5, 2.2, -1.5);
  line (cr, -2.2, 1.5, 2.2, 1.5);
}

static void
sign_midpoint (cairo_t *cr)
{
  line (cr, -5.2, -3, -5.2, 3);
  line (cr, 5.2, -3, 5.2, 3);
  line (cr, -5.2, 0, 5.2, 0);
  cairo_stroke (cr);
  cairo_move_to (cr, 0, -3.2);
  cairo_line_to (cr, 3.2, 0);
  cairo_line_to (cr, 0, 3.2);
  cairo_line_to (cr, -3.2, 0);
  cairo_fill (cr);
}

static void
sign_symmetric (cairo_t *cr)
{
  line (cr, 0, -5.2, 0, -2.6);
  line (cr, 0, -1.2, 0, 1.2);
  line (cr, 0, 2.6, 0, 5.2);
  cairo_stroke (cr);
  for (int side = -1; side <= 1; side += 2) {
    cairo_move_to (cr, side * 2.2, 0);
    cairo_line_to (cr, side * 5.4, -2.6);
    cairo_line_to (cr, side * 5.4, 2.6);
    cairo_fill (cr);
  }
}

static void
sign_tangent (cairo_t *cr)
{
  circle (cr, -0.6, 1.4, 3.6);
  line (cr, -5.2, -2.2, 5.2, -2.2);
}

static void
gear_wheel (cairo_t *cr, double x, double y, double r, int teeth)
{
  circle (cr, x, y, r);
  for (int i = 0; i < teeth; i++) {
    Vec2 u = v2_polar (1, 2 * G_PI * (i + 0.5) / teeth);
    line (cr, x + r * u.x, y + r * u.y, x + (r + 1.9) * u.x, y + (r + 1.9) * u.y);
  }
}

static void
sign_gear (cairo_t *cr)
{
  gear_wheel (cr, 0, 0, 3.4, 8);
  cairo_stroke (cr);
  dot (cr, 0, 0, 1);
}

static void
sign_rack (cairo_t *cr)
{
  circle (cr, 0, -1.8, 3.2);
  cairo_move_to (cr, -5.4, 4.6);
  for (int i = 0; i < 4; i++) {
    cairo_line_to (cr, -4 + 2.7 * i, 2.4);
    cairo_line_to (cr, -2.7 + 2.7 * i, 4.6);
  }
}

static void
sign_skate (cairo_t *cr)
{
  cairo_move_to (cr, -5, -2);
  cairo_line_to (cr, -5, 1);
  cairo_curve_to (cr, -5, 3.5, -3, 3.5, 5, 3.5);
  line (cr, -2.4, 3.2, -2.4, -2);
  line (cr, 1.6, 3.2, 1.6, -2);
}

static void
sign_drive (cairo_t *cr)
{
  cairo_arc (cr, 0, 0, 4.4, -0.2 * G_PI, 1.35 * G_PI);
  arrow (cr, 3.6, -2.6, -0.35, -0.94);
  cairo_stroke (cr);
  dot (cr, 0, 0, 1.3);
}

static void
sign_path (cairo_t *cr)
{
  cairo_move_to (cr, -5, 3.5);
  cairo_curve_to (cr, -2, -7, 2, 7, 5, -3.5);
  cairo_stroke (cr);
  dot (cr, -5, 3.5, 1.6);
  dot (cr, 5, -3.5, 1.6);
}

// An f by hand, and the bar of its equation.
static void
sign_equation (cairo_t *cr)
{
  cairo_move_to (cr, 1.2, -5);
  cairo_curve_to (cr, -2.6, -5.6, -1.4, 0, -2.4, 3.4);
  cairo_curve_to (cr, -2.8, 5, -4, 5.2, -5, 4.8);
  line (cr, -4, -0.8, 0.4, -0.8);
  line (cr, 2.2, -0.6, 5.4, -0.6);
  line (cr, 2.2, 2.2, 5.4, 2.2);
}

static void
sign_limit (cairo_t *cr)
{
  line (cr, 4, -5, -3.6, -1.6);
  cairo_line_to (cr, 4, 1.8);
  line (cr, -3.6, 4.8, 4, 4.8);
}

static void (*const signs[TR_N_CON_KINDS]) (cairo_t *cr) = {
    [TR_CON_ATTACH] = sign_attach,
    [TR_CON_NAIL] = sign_nail,
    [TR_CON_ON_LINE] = sign_on_line,
    [TR_CON_DISTANCE] = sign_distance,
    [TR_CON_DISTANCE_X] = sign_distance,
    [TR_CON_DISTANCE_Y] = sign_distance_y,
    [TR_CON_LENGTH] = sign_length,
    [TR_CON_RADIUS] = sign_radius,
    [TR_CON_FIX] = sign_fix,
    [TR_CON_ANGLE] = sign_angle,
    [TR_CON_HORIZONTAL] = sign_horizontal,
    [TR_CON_VERTICAL] = sign_vertical,
    [TR_CON_PARALLEL] = sign_parallel,
    [TR_CON_PERPENDICULAR] = sign_perpendicular,
    [TR_CON_EQUAL_LENGTH] = sign_equal_length,
    [TR_CON_EQUAL_RADIUS] = sign_equal_radius,
    [TR_CON_MIDPOINT] = sign_midpoint,
    [TR_CON_SYMMETRIC] = sign_symmetric,
    [TR_CON_TANGENT] = sign_tangent,
    [TR_CON_GEAR] = sign_gear,
    [TR_CON_RACK] = sign_rack,
    [TR_CON_SKATE] = sign_skate,
    [TR_CON_DRIVE] = sign_drive,
    [TR_CON_PATH] = sign_path,
    [TR_CON_EQUATION] = sign_equation,
    [TR_CON_LIMIT] = sign_limit,
};

void
tr_glyph_sign (TrConKind kind, Vec2 at, double size, cairo_t *cr)
{
  g_return_if_fail (kind < TR_N_CON_KINDS);
  cairo_save (cr);
  cairo_translate (cr, at.x, at.y);
  cairo_scale (cr, size / GRID, size / GRID);
  cairo_set_line_width (cr, STROKE);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_new_path (cr);
  signs[kind](cr);
  cairo_stroke (cr);
  cairo_restore (cr);
}

TrColor
tr_note_color (unsigned states, const TrTheme *theme)
{
  if (states & TR_NOTE_CONFLICT)
    return theme->conflict;
  if (states & (TR_NOTE_HOVERED | TR_NOTE_SELECTED))
    return theme->accent;
  if (states & (TR_NOTE_REDUNDANT | TR_NOTE_UNDEFINED | TR_NOTE_DRIVEN | TR_NOTE_DISABLED))
    return theme->quiet;
  return theme->fixed;
}

static void
round_rectangle (cairo_t *cr, TrBounds box, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, box.high.x - r, box.low.y + r, r, -0.5 * G_PI, 0);
  cairo_arc (cr, box.high.x - r, box.high.y - r, r, 0, 0.5 * G_PI);
  cairo_arc (cr, box.low.x + r, box.high.y - r, r, 0.5 * G_PI, G_PI);
  cairo_arc (cr, box.low.x + r, box.low.y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
set_border_dash (unsigned states, cairo_t *cr)
{
  static const double conflict[] = {4, 2.5}, redundant[] = {2.5, 3}, undefined[] = {0.1, 3};

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  if (states & TR_NOTE_CONFLICT)
    cairo_set_dash (cr, conflict, 2, 0);
  else if (states & TR_NOTE_UNDEFINED) {
    cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash (cr, undefined, 2, 0);
  } else if (states & TR_NOTE_REDUNDANT)
    cairo_set_dash (cr, redundant, 2, 0);
  else
    cairo_set_dash (cr, NULL, 0, 0);
}

// Hairlines on whole pixels; a border that tells something is heavier.
void
tr_note_box (TrBounds box, unsigned states, const TrTheme *theme, cairo_t *cr)
{
  const unsigned tells = TR_NOTE_CONFLICT | TR_NOTE_REDUNDANT | TR_NOTE_UNDEFINED;
  bool is_picked = states & (TR_NOTE_HOVERED | TR_NOTE_SELECTED), is_marked = states & tells;
  TrBounds inner = {v2_add (box.low, v2 (0.5, 0.5)), v2_sub (box.high, v2 (0.5, 0.5))};

  cairo_save (cr);
  round_rectangle (cr, inner, RADIUS);
  tr_color_set (cr, theme->paper, 1);
  cairo_fill_preserve (cr);
  if (is_picked) {
    tr_color_set (cr, theme->accent, states & TR_NOTE_SELECTED ? 0.22 : 0.1);
    cairo_fill_preserve (cr);
  }
  set_border_dash (states, cr);
  cairo_set_line_width (cr, is_picked || is_marked ? 1.25 : 1);
  if (is_picked || is_marked)
    tr_color_set (cr,
                  states & TR_NOTE_CONFLICT ? theme->conflict
                  : is_picked               ? theme->accent
                                            : theme->quiet,
                  1);
  else
    tr_color_set (cr, theme->quiet, 0.45);
  cairo_stroke (cr);
  cairo_restore (cr);
}

void
tr_warning_sign (Vec2 at, double size, const TrTheme *theme, cairo_t *cr)
{
  double r = size / 2;

  cairo_save (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, at.x, at.y - 0.85 * r);
  cairo_line_to (cr, at.x + r, at.y + 0.8 * r);
  cairo_line_to (cr, at.x - r, at.y + 0.8 * r);
  cairo_close_path (cr);
  tr_color_set (cr, theme->paper, 1);
  cairo_fill_preserve (cr);
  tr_color_set (cr, theme->conflict, 1);
  cairo_set_line_width (cr, 0.11 * size);
  line (cr, at.x, at.y - 0.25 * r, at.x, at.y + 0.2 * r);
  line (cr, at.x, at.y + 0.52 * r, at.x, at.y + 0.53 * r);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
parentheses (Vec2 at, double r, cairo_t *cr)
{
  cairo_set_line_width (cr, 1.2);
  for (int side = 0; side < 2; side++) {
    double turn = side * G_PI;
    cairo_new_sub_path (cr);
    cairo_arc (cr, at.x, at.y, r, turn - 0.22 * G_PI, turn + 0.22 * G_PI);
  }
  cairo_stroke (cr);
}

void
tr_glyph_card (TrConKind kind, TrBounds box, unsigned states, const TrTheme *theme, cairo_t *cr)
{
  Vec2 at = v2_mid (box.low, box.high);
  double side = box.high.x - box.low.x, size = 0.6 * side;

  tr_note_box (box, states, theme, cr);
  tr_color_set (cr, tr_note_color (states, theme), 1);
  if (states & TR_NOTE_DRIVEN) {
    parentheses (at, 0.42 * side, cr);
    size = 0.42 * side;
  }
  tr_glyph_sign (kind, at, size, cr);
  if (states & TR_NOTE_DISABLED) {
    cairo_set_line_width (cr, 1.4);
    line (cr, box.low.x + 3, box.high.y - 3, box.high.x - 3, box.low.y + 3);
    cairo_stroke (cr);
  }
  if (states & TR_NOTE_CONFLICT)
    tr_warning_sign (v2 (box.high.x - 1, box.low.y + 1), 0.5 * side, theme, cr);
}
