// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An image of many things, the size of the canvas, kept from frame to frame: patched where it has
// become wrong, carried along where the paper is moved, and, where all of it has to be painted and
// that takes long, painted a little at a time while the old one is shown at its new place. It is
// shown by tiles: where nothing has changed they are the same render nodes as before, which the
// renderer does not repaint.

#pragma once

#include "app/canvas/view.h"

#include <gtk/gtk.h>
#include <stdbool.h>

// A part of the work: some of the things, as far as they lie in the area.
typedef struct {
  int first, last;            // the things; last is not one of them
  bool is_end;                // and what lies over all of them
  cairo_rectangle_int_t area; // logical pixels; cr is clipped to it
} TrStint;

typedef struct {
  TrViewport view;
  Vec2 size;     // logical pixels
  int scale;     // of the display
  double alpha;  // it is shown with
  bool may_wait; // where painting takes long nothing is shown until it is done
  int n;         // things
  void (*paint) (const TrStint *stint, cairo_t *cr, gpointer data);
  gpointer data;
} TrLayerScene;

typedef struct _TrLayer TrLayer;

TrLayer *tr_layer_new (void);
void tr_layer_free (TrLayer *l);
void tr_layer_forget (TrLayer *l);
// What painting all of it took, ms; 0: never done.
double tr_layer_get_cost (const TrLayer *l);

// There is an image, and it was made for that view.
bool tr_layer_is_at (const TrLayer *l, TrViewport view);

// Paints anew what lies within the region (logical pixels) of an image that is at the view.
void tr_layer_patch (TrLayer *l, const TrLayerScene *scene, const cairo_region_t *region);
// Takes over the image of another layer.
void tr_layer_copy (TrLayer *l, const TrLayer *from);

// Appends the image. True: it is an old one at a new place, since painting takes long; then there
// is work to be done when there is time.
bool tr_layer_append (TrLayer *l, const TrLayerScene *scene, GtkSnapshot *snapshot);
// Does some of it. True: that was all, and the next tr_layer_append shows the new image.
bool tr_layer_work (TrLayer *l, const TrLayerScene *scene);
