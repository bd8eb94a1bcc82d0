// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Pins: where traced curves have been pulled to. They stay, and hold while other places of a curve
// are pulled.

#pragma once

#include "app/canvas/canvas-private.h"

// The pin under a place, widget pixels; trace −1: none.
TrPinRef tr_canvas_pin_at (TrCanvas *c, Vec2 widget);
// Removes the chosen one; false: none is.
bool tr_canvas_remove_pin (TrCanvas *c);
// held: one that a hand moves, which is painted elsewhere.
void tr_canvas_paint_pins (TrCanvas *c, TrPinRef held, const TrOverlay *o, cairo_t *cr);
