// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the canvas shows over the drawing: joints, handles, what is under the pointer, the rubber
// band. In logical pixels, y down, never exported.

#pragma once

#include "render/look.h"

typedef struct {
  const TrModel *m;
  const TrState *s;
  const TrTheme *theme;
  Affine to_pixels; // from document units
  TrBounds view;    // document units: what lies outside is left out
} TrOverlay;

// The joints: paper-filled rings where points are attached, with the ground's hatch under nails.
// moving (a bit for each body, as in TrPaintOptions; NULL: nothing moves) says which bodies do;
// only joints of such ones are drawn, or only the others. Between bodies that are mere specks
// there are none.
void tr_overlay_joints (const TrOverlay *o, const guint8 *moving, bool of_moving, cairo_t *cr);
// Room that a joint takes around its place, pixels.
#define TR_OVERLAY_JOINT_REACH 20

// A halo along the body, and its named points as handles.
void tr_overlay_halo (const TrOverlay *o, int body, TrColor color, double alpha, cairo_t *cr);
void tr_overlay_handles (const TrOverlay *o, int body, cairo_t *cr);
// The filled handle of what is held or would be, and the dotted band from it to the pointer.
void tr_overlay_grip (const TrOverlay *o, Vec2 place, bool is_held, cairo_t *cr);
void tr_overlay_band (const TrOverlay *o, Vec2 place, Vec2 pointer, cairo_t *cr);
// The box in which things are selected, between two corners in pixels.
void tr_overlay_box (const TrOverlay *o, Vec2 start, Vec2 end, bool is_dashed, cairo_t *cr);
// A spring between its ends; nothing where it is something else, switched off, or has a hidden end.
void tr_overlay_spring (const TrOverlay *o, int force, TrColor color, cairo_t *cr);
// The way that a path leads, with its keys; and a key by itself, the chosen one larger and filled.
void tr_overlay_path (
    const TrOverlay *o, const TrConstraint *path, TrColor color, double alpha, cairo_t *cr);
void tr_overlay_key (const TrOverlay *o, Vec2 at, bool is_chosen, cairo_t *cr);
// A halo around every joint and end of a constraint.
void tr_overlay_constraint (
    const TrOverlay *o, int constraint, TrColor color, double alpha, cairo_t *cr);
