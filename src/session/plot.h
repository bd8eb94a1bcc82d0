// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an expression was while the drawing moved, against time or another expression.

#pragma once

#include "session/session.h"

typedef struct _TrPlot TrPlot;

// What is plotted of y: itself, or its derivatives by time as the drives and forces move it.
typedef enum {
  TR_PLOT_VALUE,
  TR_PLOT_VELOCITY,
  TR_PLOT_ACCELERATION,
} TrPlotOrder;

typedef struct {
  double time, x, y;
  bool begins; // time has jumped, the drawing was changed, or a value jumps: no line leads here
  bool leaps;  // the last of these
} TrPlotPoint;

TrPlot *tr_plot_new (void);
void tr_plot_free (TrPlot *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrPlot, tr_plot_free)

// Expressions over parameters, members of bodies and time, as labels have them; another one begins
// a new curve. On error (its message begins "column N: ") all stays as it was.
bool tr_plot_set_x (TrPlot *p, TrSession *s, const char *text, GError **error);
bool tr_plot_set_y (TrPlot *p, TrSession *s, const char *text, GError **error);
// Another order begins a new curve.
void tr_plot_set_order (TrPlot *p, TrPlotOrder order);
TrPlotOrder tr_plot_get_order (const TrPlot *p);
const char *tr_plot_get_x (const TrPlot *p);
const char *tr_plot_get_y (const TrPlot *p);

// What both are at the session's state; false: nothing new, or one means nothing in the drawing.
bool tr_plot_sample (TrPlot *p, TrSession *s);
void tr_plot_clear (TrPlot *p);

// Those where both are finite. Borrowed until the next sample.
const TrPlotPoint *tr_plot_get (const TrPlot *p, int *n);
// What there is to see of y: all of it, but of a curve with poles no more than shows the rest of it.
// False: there are no points.
bool tr_plot_range (const TrPlot *p, double *low, double *high);
// What the axes are, with units: "time [s]", "d pen.y/dt [mm/s]". Free with g_free.
char *tr_plot_title (const TrPlot *p, const TrModel *m, bool is_x);
// A line for each point: time, x where that is another, and y, under a line of their names.
char *tr_plot_to_csv (const TrPlot *p, const TrModel *m);
