// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the reader and the writer of DXF agree on.

#pragma once

#include "render/style.h"

#define TR_DXF_APP          "TRAMMEL" // of extended data: what DXF itself has no place for
#define TR_DXF_CONSTRUCTION "construction"
#define TR_DXF_TRACES       "traces"
#define TR_DXF_CAP_HEIGHT   0.73 // of a capital, of its em: DXF measures texts by capitals

// The 255 colours that files call by number.
#define TR_DXF_COLOR_INK   7 // black on white paper, white on black: what is drawn without a word
#define TR_DXF_COLOR_GREY  8
#define TR_DXF_COLOR_LAYER 256 // that of the layer

// number: 1 … 255; the ink is black.
TrColor tr_dxf_color (int number);
// The number whose colour is nearest; black, and what is nearly so, is the ink.
int tr_dxf_color_nearest (TrColor c);
