// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Typing a curve as x(t), y(t), with its picture beside.

#pragma once

#include "app/canvas/canvas.h"

// id: the formula to be changed; NULL: a new one is drawn.
void tr_formula_dialog_open (GtkWindow *parent, TrCanvas *canvas, const char *id);
