// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the drawing is to strive for: an expression over it that is to be nothing, at most or at
// least nothing, or as small as can be, and how hard it pulls.

#pragma once

#include "app/canvas/canvas.h"

// Modal; expr: what stands in the entry at first.
void tr_goal_dialog_open (GtkWindow *parent, TrCanvas *canvas, const char *expr);
