// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rubber band of the select tool: to the right what lies inside is selected, to the left whatever
// is touched.

#pragma once

#include "app/canvas/tool.h"

typedef struct {
  bool is_on;
  bool is_moving; // it is no click any more
  Vec2 start;     // widget pixels
  Vec2 end;       // in the drawing
} TrBand;

void tr_band_begin (TrBand *b, const TrPointer *p);
void tr_band_motion (TrBand *b, TrCanvas *c, const TrPointer *p);
void tr_band_end (TrBand *b, TrCanvas *c, const TrPointer *p);
// False: there is none.
bool tr_band_cancel (TrBand *b, TrCanvas *c);
void tr_band_paint (const TrBand *b, TrCanvas *c, const TrOverlay *o, cairo_t *cr);
