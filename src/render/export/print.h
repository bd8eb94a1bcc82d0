// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing on sheets of paper: in its middle where it fits on one, else cut over several that
// overlap, with marks that tell where they are joined.

#pragma once

#include "render/ink.h"

#define TR_PRINT_SHEETS_MAX 1000 // no one joins more

typedef struct {
  double width, height; // mm, of what a sheet takes ink on
  bool fits;            // as large as one sheet takes; otherwise in true size
  bool marks;           // on sheets that are to be joined
  const guint8 *filter; // as in TrExportOptions
  const TrTracePoints *traces;
} TrPrintOptions;

typedef struct {
  double scale;  // of the drawing to real size
  TrBounds ink;  // mm, at that scale; empty where nothing is drawn
  Vec2 sheet;    // mm, the part of a sheet that shows the drawing
  Vec2 step;     // mm, from one sheet to the next
  double joined; // mm, by which they overlap
  int columns, rows;
} TrPrintLayout;

// columns × rows may be more than TR_PRINT_SHEETS_MAX: then it should not be printed.
TrPrintLayout
tr_print_lay_out (const TrModel *m, const TrState *state, const TrPrintOptions *options);

static inline gint64
tr_print_n_sheets (const TrPrintLayout *layout)
{
  return (gint64) layout->columns * layout->rows;
}

// Paints sheet 0 … n − 1, row after row from the top. The user space of cr is in millimetres from
// the upper left corner of what the sheet takes ink on, y down.
void tr_print_sheet (const TrModel *m,
                     const TrState *state,
                     const TrPrintOptions *options,
                     const TrPrintLayout *layout,
                     int sheet,
                     cairo_t *cr);
