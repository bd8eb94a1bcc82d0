// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The line at the foot of a window: what keys do now, how free the drawing is, how well its
// constraints hold, what the solver took, where the pointer is.

#pragma once

#include "app/canvas/canvas.h"

#define TR_TYPE_STATUS (tr_status_get_type ())
G_DECLARE_FINAL_TYPE (TrStatus, tr_status, TR, STATUS, GtkWidget)

void tr_status_update (TrStatus *s, TrCanvas *canvas);
