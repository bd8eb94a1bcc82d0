// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a drawing looks on a screen: the colours of the canvas, each for light and for dark, and the
// states of bodies, told by a pattern as well as by colour. Nothing of it is exported.

#pragma once

#include "render/ink.h"

typedef struct {
  bool is_dark;
  double contrast; // that strokes of the drawing are given to the paper, at least
  TrColor paper, grid, grid_strong;
  TrColor free, fixed, conflict, construction;
  TrColor accent; // selected, grabbed, under the pointer
  TrColor quiet;  // dimensions, hatches
  TrColor tension, compression;
  TrColor trace; // the paths of traced points, travelled or to come
} TrTheme;

typedef enum {
  TR_LOOK_FREE,
  TR_LOOK_FIXED,
  TR_LOOK_CONFLICT,
} TrLookState;

// What a drawing that a body carries has filled so far, and others of its marks may lie on.
enum { TR_LOOK_GROUNDS = 8 };
typedef struct {
  TrBounds box; // mm
  TrColor color;
} TrLookGround;

// What a screen's paint options point to: it stays in place as long as they are used.
typedef struct {
  const TrModel *m;
  const TrTheme *theme;
  const guint8 *states;                          // a TrLookState for each body; NULL: all free
  double mm_per_pixel;                           // of paper, logical pixels
  double conflict_dash[2], construction_dash[4]; // mm
  TrLookGround grounds[TR_LOOK_GROUNDS];         // of the element that is painted, the last ones
  int element, n_grounds;
} TrLook;

TrTheme tr_theme_make (bool is_dark);
// For desktops of high contrast: black on white or white on black, colours at 7 to 1 (WCAG 2.1,
// 1.4.6).
TrTheme tr_theme_make_strong (bool is_dark);

// WCAG 2.1: 1 (none) … 21.
double tr_color_contrast (TrColor a, TrColor b);
// The colour where it has a contrast of 3 to the paper; else mixed with white or black until it
// has, or for a grey the ink.
TrColor tr_color_against (TrColor c, TrColor paper, TrColor ink);
// What a colour at `alpha` (0 … 1) makes of the paper, opaque and as far from it as the theme asks.
TrColor tr_theme_thin (const TrTheme *t, TrColor own, double alpha);

void tr_look_init (TrLook *look,
                   const TrModel *m,
                   const TrTheme *theme,
                   const guint8 *states,
                   double mm_per_pixel);

// Sets options so that bodies without a stroke of their own show their state: free and fixed ones
// in their colours, the fixed heavier. In conflict and construction show on every body. On dark
// paper strokes and letters are made light enough to be seen.
void tr_look_apply (TrLook *look, TrPaintOptions *options);
