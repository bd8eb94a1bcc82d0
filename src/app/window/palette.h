// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The tools: buttons that activate win.tool, one below the other where there is room, else in more
// columns.

#pragma once

#include <gtk/gtk.h>

#define TR_TYPE_PALETTE (tr_palette_get_type ())
G_DECLARE_FINAL_TYPE (TrPalette, tr_palette, TR, PALETTE, GtkWidget)
