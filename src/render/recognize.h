// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a subpath is. Other programs write circles, ellipses and arcs as cubics, and so does ours:
// both what is read and what is written in DXF look for the simplest body in them.

#pragma once

#include "model/body.h"
#include "render/outline.h"

// A body on its way in or out: points that move with it, and numbers that do not.
typedef struct {
  TrBodyKind kind;
  bool closed;
  int n;           // points; of a picture's sheet its origin alone
  Vec2 *p;         // owned
  double value[3]; // a circle's radius; an arc's radius, start, end; an ellipse's radii, rotation
} TrFigure;

// What has no length is no piece, be it a line or the closing of what was closed by hand; nor is
// what roundings leave before an arc. Of TrPieces; returns how many are left.
int tr_drop_short_lines (GArray *pieces);

// One subpath as the simplest body that it is: a segment, a polyline, a circle, an ellipse, an
// arc, else a Bézier. n pieces; closed by a line where the last does not end where the first
// begins. False: it is no more than a place. The points of the figure are the caller's.
bool tr_recognize (const TrPiece *piece, int n, bool closed, TrFigure *out);
// Whether it is a B-spline.
bool tr_recognize_spline (const TrPiece *piece, int n, bool closed, TrFigure *out);
