// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A curve over a list of points (polyline, Bézier, spline) with a vertex more or less: which points
// the new one has, and where the points and parameters of the old one are on it.

#pragma once

#include "model/edit.h"

typedef struct {
  int n, n_new; // points before and after
  int *to;      // of each old point: which it is now; −1: it is gone
  Vec2 *points; // n_new
  int vertex;   // put in: of the new points; taken out, or laid straight: of the old ones
  // Where parameters go: two spans that meet at `knot` are joined, or one is cut there.
  enum { TR_VERTEX_CUTS, TR_VERTEX_JOINS, TR_VERTEX_STRAIGHTENS } kind;
  bool closed;
  int n_spans;  // before
  double knot;  // old parameter
  double ratio; // of the span as one, what lies before the knot
  int start;    // closed: old parameters are counted from here
  int shift;    // and the new ones by so much onward
} TrVertexChange;

// A vertex at t of a body with such a curve; q is its run. Polylines and Béziers stay as they are
// drawn (de Casteljau); a uniform B-spline cannot: it gets the points of a knot in the middle of its
// span (boehm-1980), which keep it near.
TrVertexChange tr_vertex_put (const TrBody *b, const double *q, double t);
// Without a point. An end of Bézier spans goes with its handles, a handle is laid on the straight way to
// the other end. False: the curve has no point to spare; then there is nothing to clear.
bool tr_vertex_take (const TrBody *b, const double *q, int point, TrVertexChange *c);
void tr_vertex_clear (TrVertexChange *c);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrVertexChange, tr_vertex_clear)

// Whether what stands on that old point stands on nothing now.
bool tr_vertex_loses (const TrVertexChange *c, int point);
// Where what was at t is now.
double tr_vertex_parameter (const TrVertexChange *c, double t);

// What stands on points of the body that the change loses, or computes with where they are: the elements
// by list and in order, for tr_edit_remove. Free with g_array_unref.
GArray *tr_vertex_find_lost (const TrModel *m, int body, const TrVertexChange *c);
// The change made in the model, of an edit of nothing else, and of the state: all that takes hold of the
// body, or computes with its points, keeps to the same ones under their new names. Nothing may
// stand on those that are lost.
void tr_vertex_change (TrEdit *e, TrModel *m, TrState **s, int body, const TrVertexChange *c);
