// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing as a run of inks, in the order in which they are laid down: bodies as the document
// lists them, then traces, then labels. Painting, measuring and tagging all walk the same inks.
// Everything here is in millimetres of paper, y up.

#pragma once

#include "model/model.h"
#include "render/outline.h"
#include "render/style.h"

typedef enum {
  TR_INK_PATH,
  TR_INK_TEXT,    // letters, filled
  TR_INK_PICTURE, // the unit square's image under frame; outline is its border
} TrInkKind;

typedef struct {
  TrInkKind kind;
  int element;              // bodies, then traces, then labels, counted through
  TrPen pen;                // a text has a fill and no stroke
  const TrOutline *outline; // finite
  const char *text;         // the text itself, or the picture's URI
  Affine frame;             // where a text's em or a picture's unit square goes
  bool broken;              // something of it was not finite and is missing
  bool cut_short;           // its path data has an error; what stands before that is there
} TrInk;

typedef struct {
  const Vec2 *points; // document units
  int n;
} TrTracePoints;

typedef struct {
  double mm_per_unit; // paper per document unit: tr_units_mm () times the drawing's scale
  double tolerance;   // of fitted formulas, mm
  double least_width; // no stroke thinner, mm: a pixel on a screen; 0 for paper
  bool with_construction;
  bool with_hidden;
  bool without_labels;
  bool without_traces;
  bool outline_text;           // letters as paths, not as glyphs
  bool tagged;                 // mitre limits carry the element: for tr_tag_* below
  const guint8 *filter;        // a bit for each body, least first: only these; NULL: all
  bool filters_labels;         // behind them a bit for each label, all of which are drawn else
  const TrTracePoints *traces; // one for each trace of the model; NULL: none recorded
  // Changes the pen of a body for the screen (free, fixed, in conflict); may be NULL.
  void (*restyle) (int body, TrPen *pen, gpointer data);
  // Has the last word on the pen of every ink, labels and marks too; may be NULL.
  void (*finish) (TrInk *ink, gpointer data);
  gpointer restyle_data; // of both
  GHashTable *pictures;  // a tr_picture_cache_new (); NULL: decoded at every use
} TrPaintOptions;

// For paper, at a scale of drawing to real size.
TrPaintOptions tr_paint_options_make (const TrModel *m, double scale);

double tr_units_mm (TrUnits units);

// Where a label's baseline starts, and the height of its em.
typedef struct {
  Vec2 at;
  double size;
} TrInkLabel;

TrInkLabel
tr_ink_label (const TrModel *m, const TrState *state, const TrPaintOptions *options, int label);

typedef void (*TrInkFunc) (const TrInk *ink, gpointer data);

// Calls func for every ink; what ink points to lives until func returns.
void tr_ink_each (const TrModel *m,
                  const TrState *state,
                  const TrPaintOptions *options,
                  TrInkFunc func,
                  gpointer data);
// The same for one body, whatever the filter says.
void tr_ink_body (const TrModel *m,
                  const TrState *state,
                  int body,
                  const TrPaintOptions *options,
                  TrInkFunc func,
                  gpointer data);

void tr_ink_one_label (const TrModel *m,
                       const TrState *state,
                       int label,
                       const TrPaintOptions *options,
                       TrInkFunc func,
                       gpointer data);

// The id of an element: the body's or trace's own; labels, which have none, "label-1" and on:
// no identifier has a dash. Free with g_free.
char *tr_ink_element_id (const TrModel *m, int element);
