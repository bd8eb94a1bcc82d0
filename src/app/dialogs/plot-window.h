// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A plot of the drawing while it moves, in a window of its own beside the drawing's.

#pragma once

#include "session/session.h"

#include <gtk/gtk.h>

#define TR_TYPE_PLOT_WINDOW (tr_plot_window_get_type ())
G_DECLARE_FINAL_TYPE (TrPlotWindow, tr_plot_window, TR, PLOT_WINDOW, GtkWindow)

GtkWidget *tr_plot_window_new (GtkWindow *parent, TrSession *session);
