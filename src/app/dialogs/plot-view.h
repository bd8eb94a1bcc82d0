// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The curve of a plot with its axes.

#pragma once

#include "session/plot.h"

#include <gtk/gtk.h>

#define TR_TYPE_PLOT_VIEW (tr_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (TrPlotView, tr_plot_view, TR, PLOT_VIEW, GtkWidget)

// plot is borrowed; NULL: nothing any more. Draw the widget again when there are new points.
void tr_plot_view_set_plot (TrPlotView *v, const TrPlot *plot);
// What stands at the axes.
void tr_plot_view_set_titles (TrPlotView *v, const char *x, const char *y);
