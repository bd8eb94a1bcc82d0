// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts under the hand of the select tool: selected, pulled, edited by a double click.

#pragma once

#include "app/canvas/tool.h"

// Places in the list of labels; −1: none.
typedef struct {
  int hover, held;
  bool is_moving;
  Vec2 start; // where it was pressed, widget pixels
  Vec2 by;    // how far it has been pulled, document units
} TrLabelGrip;

#define TR_LABEL_GRIP_NONE ((TrLabelGrip){.hover = -1, .held = -1})

// The text there; −1: none.
int tr_label_grip_find (TrCanvas *c, Vec2 at);
// is_free: nothing else is under the pointer.
void tr_label_grip_look (TrLabelGrip *g, TrCanvas *c, const TrPointer *p, bool is_free);
// False: the press is none of its.
bool tr_label_grip_press (TrLabelGrip *g, TrCanvas *c, const TrPointer *p);
void tr_label_grip_motion (TrLabelGrip *g, TrCanvas *c, const TrPointer *p);
bool tr_label_grip_release (TrLabelGrip *g, TrCanvas *c, const TrPointer *p);
bool tr_label_grip_cancel (TrLabelGrip *g, TrCanvas *c);
void tr_label_grip_paint (const TrLabelGrip *g, TrCanvas *c, const TrOverlay *o, cairo_t *cr);
// Texts (int) on their way.
void tr_label_paint_carried (const GArray *labels, Vec2 by, const TrOverlay *o, cairo_t *cr);

// The box around the letters, carried by so much; selected: with a border.
void tr_label_halo (const TrOverlay *o, int label, Vec2 by, bool is_selected, cairo_t *cr);
