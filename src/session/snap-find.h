// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the search for a snap looks at: the curves near the pointer, and the best place so far.

#pragma once

#include "session/snap-root.h"
#include "session/snap.h"

enum {
  TR_SNAP_MOST_CURVES = 16, // looked at together; of more the nearest
};

// A curve that passes near the pointer.
typedef struct {
  TrConnector at; // a slide, or a local point of a rigid or a sheet
  TrCurvePlace place;
  double distance;
} TrSnapCurve;

// A line or a cubic of what a rigid or a sheet carries that passes near the pointer.
typedef struct {
  int body;
  Vec2 local[4]; // as a cubic, in its own coordinates
  double t;      // where it is nearest
  double distance;
} TrSnapPiece;

typedef struct {
  const TrModel *m;
  const TrState *s;
  const TrSnapQuery *query;
  TrSnap best;
  double distance; // of best, from the pointer
  TrSnapCurve curves[TR_SNAP_MOST_CURVES];
  int n_curves;
  TrSnapPiece pieces[TR_SNAP_MOST_CURVES];
  int n_pieces;
} TrSnapSearch;

// The nearer wins; of places at the same distance the first kind, then the first body.
void tr_snap_offer (TrSnapSearch *f, TrSnap snap);
// A slide of the curve where the place is.
TrConnector tr_snap_slide_at (const TrSnapCurve *curve, const TrCurvePlace *place);

// snap-find.c: the places that a body offers.
void tr_snap_search_points (TrSnapSearch *f, int body);
void tr_snap_search_body_curve (TrSnapSearch *f, int body);
// Once all curves are known; each finds nothing where something is found already.
// snap-cross.c: of two curves, of one with itself, of what sheets and rigids carry.
void tr_snap_search_crossings (TrSnapSearch *f);
void tr_snap_search_curves (TrSnapSearch *f);
void tr_snap_search_levels (TrSnapSearch *f);
void tr_snap_search_grid (TrSnapSearch *f);
