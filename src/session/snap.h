// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Snapping: where a pointer near something is meant to be, and the constraints that hold there. A
// snap offers only what its place satisfies already. Points come before crossings, these before
// curves, these before being level with where a line starts, that before the grid.

#pragma once

#include "session/parts.h"
#include "session/session.h"

typedef enum {
  TR_SNAP_NONE,
  TR_SNAP_END,
  TR_SNAP_MIDDLE,
  TR_SNAP_CENTRE,
  TR_SNAP_POINT, // a point body, the origin of a rigid
  TR_SNAP_INTERSECTION,
  TR_SNAP_TANGENT,       // the line touches the curve there; a circle round the anchor does
  TR_SNAP_PERPENDICULAR, // the line meets a segment at a right angle
  TR_SNAP_ON_CURVE,
  TR_SNAP_HORIZONTAL, // level with the anchor
  TR_SNAP_VERTICAL,
  TR_SNAP_GRID,
  TR_N_SNAP_KINDS,
} TrSnapKind;

// What a thing being drawn may do besides lying somewhere.
enum {
  TR_SNAP_LEVELS = 1 << 0,   // a line from the anchor: be horizontal or vertical
  TR_SNAP_NORMALS = 1 << 1,  // meet a segment at a right angle
  TR_SNAP_TANGENTS = 1 << 2, // touch a curve
  TR_SNAP_RIMS = 1 << 3,     // a circle around the anchor: touch a curve
};

typedef struct {
  Vec2 at;          // the pointer, document units
  double tolerance; // > 0: how near, document units
  double grid;      // step; 0: none
  bool has_anchor;
  Vec2 anchor;             // where the line starts, or the circle has its centre
  unsigned with;           // TR_SNAP_LEVELS …: of what has an anchor
  const TrConnector *held; // a point being dragged: its body, and those it is attached to, are not
                           // offered; NULL: none
} TrSnapQuery;

typedef struct {
  TrSnapKind kind;
  TrSnapKind level;  // HORIZONTAL or VERTICAL beside ON_CURVE; the kind itself where it is one
  Vec2 place;        // the pointer where kind is NONE
  int n;             // connectors that lie there: 0 … 2, two of an INTERSECTION
  TrConnector at[2]; // slides carry their parameter in p.x
} TrSnap;

typedef struct _TrSnapper TrSnapper;

// Looks where the session's picker does, which follows when something other than a drag has changed.
TrSnapper *tr_snapper_new (TrSession *session);
void tr_snapper_free (TrSnapper *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSnapper, tr_snapper_free)

TrSnap tr_snapper_find (TrSnapper *s, const TrSnapQuery *query);
TrSnap tr_snap_none (Vec2 at);

// "End", "On curve": to be translated where shown.
const char *tr_snap_name (TrSnapKind kind);

// What constraints and springs take hold of there: its first connector, or the ground.
TrConnector tr_snap_connector (const TrSnap *snap);

// Adds the constraints that the snap stands for. point: the text of the connector that was put
// there; line: that of the direction from the anchor to it ("s1" in quotes, or {"from", "to"}), or
// NULL: then there is nothing to be level, upright or tangent.
void tr_snap_constraints (const TrSnap *snap, const char *point, const char *line, TrParts *parts);
