// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The pictures that the canvas is made of. What does not change from frame to frame is kept as
// render nodes that are appended again by pointer: the renderer compares pointers and repaints
// only where they differ, and the images in them are painted again only where the drawing has
// changed. While something is dragged the drawing is cut in three: what lies below and above the
// moving bodies is kept, they themselves are stroked anew in a node no larger than they are.

#pragma once

#include "app/canvas/view.h"
#include "render/look.h"

#include <gtk/gtk.h>

typedef struct {
  const TrModel *m;
  const TrState *s;
  const TrTheme *theme;
  const guint8 *states;        // TrLookState of each body, NULL: not known
  const TrTracePoints *traces; // one for each trace of the model; NULL: none
  TrViewport view;
  Vec2 size; // logical pixels
  int scale; // of the display
  bool has_grid;
} TrScene;

typedef struct _TrLayers TrLayers;

TrLayers *tr_layers_new (void);
void tr_layers_free (TrLayers *l);

// The theme has changed, or it is another drawing: nothing kept is good any more.
void tr_layers_forget (TrLayers *l);
// The drawing is another than before, in whatever way: what looks otherwise is found and painted.
void tr_layers_change (TrLayers *l);

// From now on the bodies of `moving` (a bit for each) change from frame to frame, the others do
// not, until tr_layers_settle: has_moved tells whether they really did.
void tr_layers_part (TrLayers *l, const TrModel *m, const guint8 *moving);
void tr_layers_settle (TrLayers *l, bool has_moved);

// Appends everything. True: an old picture was shown in a new place for want of time; do some
// tr_layers_work whenever there is some until that says that all is done, then draw again.
bool tr_layers_snapshot (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot);
bool tr_layers_work (TrLayers *l, const TrScene *scene);
