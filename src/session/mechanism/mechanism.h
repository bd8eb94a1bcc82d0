// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an engineer asks of a mechanism: how many freedoms it has, which loops of four links are in
// it and what they can do, where its bodies turn about at this moment. Values alone: the drawing
// may go on changing.

#pragma once

#include "session/chain.h"
#include "session/four-bar.h"
#include "session/slider.h"

// Links by their place in TrMechanism.links; 0 is the ground.
typedef struct {
  char *name;    // "ground", or the id of a body or of a constraint that it is
  int body;      // in the model; −1: the ground, or no body
  char **joints; // "A", "crank.b": the joints that it shares or slides with; ends with NULL
} TrMechanismLink;

// A four-bar loop: ground, input, coupler, output in order, and the joints A, B, C, D between
// them. One that floats (no link of it is the ground) has lengths and a class alone, its ground
// that link which is first in the document.
typedef struct {
  int link[4];
  char *joint[4];
  Vec2 at[4];
  bool floats;
  TrFourBar four_bar;
} TrFourBarLoop;

// A loop of three joints and a slide. Links: ground, crank, then the rod (of a slider-crank) or
// the link with the slot. Joints: the crank's pivot, its pin, the slider or the other pivot.
typedef struct {
  int link[3];
  char *joint[3];
  Vec2 at[3];
  Vec2 along; // of the slide, of unit length
  TrSlider slider;
} TrSliderLoop;

typedef enum {
  TR_POLE_AT,       // they turn about this place against each other
  TR_POLE_FAR,      // they shift against each other: it lies at infinity, across the motion
  TR_POLE_TOGETHER, // neither
} TrPoleKind;

// The instant centre of two links.
typedef struct {
  int a, b; // a < b
  TrPoleKind kind;
  Vec2 at;     // the place; or the direction in which it lies, of unit length
  double turn; // angular velocity of b against a
} TrPole;

typedef struct {
  int mobility;      // freedoms with all drives and paths off
  int count;         // Grübler's
  bool is_countable; // false: curves that change their shape, or too many parts: count says nothing
  int n_links, n_pins, n_loose, n_rows; // what it counts
  int unknowns, equations;              // of the drawing, drives off
  int drive;                            // the constraint that drives; −1: none
  bool has_motion;   // one motion that the poles are of: the only one, or that of the drives
  GArray *links;     // TrMechanismLink
  GArray *four_bars; // TrFourBarLoop
  GArray *sliders;   // TrSliderLoop
  GArray *poles;     // TrPole, by a, then b; in mechanisms of many links those with the ground
} TrMechanism;

// drive: the id of the drive whose body is the input; NULL: the document's first.
TrMechanism *
tr_mechanism_new (const TrModel *m, const TrState *s, const char *drive, GError **error);
void tr_mechanism_free (TrMechanism *x);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrMechanism, tr_mechanism_free)

// "crank-rocker"; never translated. And for people.
const char *tr_four_bar_kind_name (TrFourBarKind kind);
const char *tr_four_bar_kind_title (TrFourBarKind kind);
const char *tr_slider_kind_name (TrSliderKind kind);
const char *tr_slider_kind_title (TrSliderKind kind);

static inline const TrMechanismLink *
tr_mechanism_link (const TrMechanism *x, int link)
{
  return &g_array_index (x->links, TrMechanismLink, link);
}
