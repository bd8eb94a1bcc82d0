// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A layer: whether new bodies go to it, its name, whether it is shown, whether it is locked.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_LAYER_ROW (tr_layer_row_get_type ())
G_DECLARE_FINAL_TYPE (TrLayerRow, tr_layer_row, TR, LAYER_ROW, TrPageRow)
