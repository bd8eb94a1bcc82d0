// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the files of the canvas share, and what tools ask of it.

#pragma once

#include "app/canvas.h"
#include "app/layers.h"
#include "app/tool.h"

struct _TrCanvas {
  GtkWidget parent;
  TrSession *session;
  guint generation; // of the model that is shown
  TrViewport view;
  Vec2 size;     // logical pixels
  bool has_view; // false: to be chosen when the size is known
  bool show_grid;
  TrTheme theme;
  TrLayers *layers;
  TrPicker *picker;
  guint8 *states; // TrLookState of each body; NULL: not asked yet
  TrTool *tool;
  bool is_over;    // the pointer is over the canvas
  bool is_pressed; // the first button is down
  Vec2 pointer;    // widget pixels
  GdkModifierType modifiers;
  TrViewport gesture_view; // at the start of a pan or a pinch
  Vec2 gesture_at;
  guint8 *moving;              // a bit for each body that moves, or has just been moved; NULL: none
  bool is_surveyed;            // the session's check and states are of the drawing as it stands
  bool is_unmoved;             // a tool knows that the session has nothing new, whatever it signals
  guint tick, refresh, survey; // sources; 0: none
  double solve_ms, snapshot_ms;
  char *message;
};

// Installs the controllers.
void tr_canvas_init_input (TrCanvas *c);

TrPointer tr_canvas_pointer_at (TrCanvas *c, Vec2 widget);
// The tool's frame function is called every frame until it says no more.
void tr_canvas_start_frames (TrCanvas *c);
TrPick tr_canvas_pick (TrCanvas *c, Vec2 at);
// Bodies that move with the grabbed one are drawn apart from now on.
void tr_canvas_part (TrCanvas *c);
void tr_canvas_settle (TrCanvas *c, bool has_moved);
void tr_canvas_set_message (TrCanvas *c, const char *message);
void tr_canvas_set_solve_ms (TrCanvas *c, double ms);
void tr_canvas_tell (TrCanvas *c); // signal "status"
