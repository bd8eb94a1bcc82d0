// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/dxf.h"

#include <math.h>

// On the dark ground that many programs have, what is no lighter would not be seen.
#define DARK 0.3

static TrColor
rgb (double r, double g, double b)
{
  return (TrColor){false, r, g, b, 1};
}

// A part of the wheel, 0 … 1 about: 1 within a sixth of its own hue, 0 from two sixths on.
static double
share (double hue, double own)
{
  double away = fabs (remainder (hue - own, 360));

  return fmin (1, fmax (0, 2 - away / 60));
}

// From 10 on tens are hues in steps of 15°, and in each ten pairs get darker, the odd ones half
// way to white.
static TrColor
wheel (int number)
{
  static const double value[5] = {1, 165 / 255.0, 127 / 255.0, 76 / 255.0, 38 / 255.0};
  double hue = 15 * (number / 10 - 1), v = value[number % 10 / 2];
  double pale = number % 2 == 1 ? 0.5 : 0;

  return rgb (v * (pale + (1 - pale) * share (hue, 0)), v * (pale + (1 - pale) * share (hue, 120)),
              v * (pale + (1 - pale) * share (hue, 240)));
}

TrColor
tr_dxf_color (int number)
{
  static const double first[10][3] = {{0, 0, 0},       {1, 0, 0},      {1, 1, 0}, {0, 1, 0},
                                      {0, 1, 1},       {0, 0, 1},      {1, 0, 1}, {0, 0, 0},
                                      {0.5, 0.5, 0.5}, {.75, .75, .75}};
  static const double grey[6] = {51, 80, 105, 130, 190, 255};

  if (number < 1 || number > 255)
    return rgb (0, 0, 0);
  if (number < 10)
    return rgb (first[number][0], first[number][1], first[number][2]);
  if (number < 250)
    return wheel (number);
  double g = grey[number - 250] / 255;
  return rgb (g, g, g);
}

int
tr_dxf_color_nearest (TrColor c)
{
  int best = TR_DXF_COLOR_INK;
  double least = c.r * c.r + c.g * c.g + c.b * c.b;

  if (fmax (c.r, fmax (c.g, c.b)) <= DARK)
    return best;
  for (int i = 1; i <= 255; i++) {
    TrColor other = tr_dxf_color (i);
    double r = c.r - other.r, g = c.g - other.g, b = c.b - other.b;
    double d = r * r + g * g + b * b;
    if (d < least) {
      least = d;
      best = i;
    }
  }
  return best;
}
