// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Where time stands, and how it runs: below the canvas of a drawing that moves.

#pragma once

#include "app/canvas/canvas.h"

#define TR_TYPE_TIME_BAR (tr_time_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrTimeBar, tr_time_bar, TR, TIME_BAR, GtkWidget)

// Shows the canvas's time as it stands; where the drawing is another, finds its period.
void tr_time_bar_update (TrTimeBar *b, TrCanvas *canvas);
// Seconds of a loop, as chosen or as the drives turn.
double tr_time_bar_get_period (TrTimeBar *b);
// The next speed of the list, or the one before.
void tr_time_bar_change_speed (TrTimeBar *b, int by);
void tr_time_bar_show_recording (TrTimeBar *b, bool is_recording);
// A button that plays, or pauses where it plays.
void tr_time_bar_show_playing (GtkWidget *button, bool is_playing);
