// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/export/print.h"

#include "render/extent.h"
#include "render/paint.h"
#include "render/picture.h"
#include "render/text.h"

#include <glib/gi18n-lib.h>

#define OVERLAP    10.0 // mm; on the smallest papers a quarter of them
#define BAND       6.0  // mm, below the drawing on a sheet that is to be joined: its number
#define TEXT_SIZE  2.8  // mm
#define MARK       4.0  // mm
#define MARK_WIDTH 0.1  // mm
#define SIDE_MAX   1e5  // sheets in a row: all that is over TR_PRINT_SHEETS_MAX is the same

static TrPaintOptions
paint_options (const TrModel *m, const TrPrintOptions *options, double scale)
{
  TrPaintOptions paint = tr_paint_options_make (m, scale);

  paint.filter = options->filter;
  paint.traces = options->traces;
  paint.filters_labels = paint.without_traces = options->filter != NULL;
  return paint;
}

static TrBounds
measure (const TrModel *m, const TrState *state, const TrPrintOptions *options, double scale)
{
  TrPaintOptions paint = paint_options (m, options, scale);

  return tr_extent_model (m, state, &paint);
}

// The scale s at which the ink just fills the sheet. The box grows as s G + P, of which the pens
// and the letters P stay as they are: s ← s · sheet / box comes near by P / box at every turn.
static double
scale_to_fit (const TrModel *m, const TrState *state, const TrPrintOptions *options)
{
  double scale = 1;

  for (int i = 0; i < 30; i++) {
    TrBounds b = measure (m, state, options, scale);
    if (tr_bounds_is_empty (b))
      return 1;
    double ratio =
        fmin (options->width / (b.high.x - b.low.x), options->height / (b.high.y - b.low.y));
    if (!isfinite (ratio) || (ratio >= 1 && ratio < 1 + 1e-6))
      break;
    scale = CLAMP (scale * ratio * (1 - 1e-7), 1e-9, 1e9);
  }
  return scale;
}

// Sheets in a row so that n steps and what is joined cover the length.
static int
count (double length, double sheet, double joined)
{
  if (length <= sheet * (1 + 1e-9))
    return 1;
  return (int) fmin (ceil ((length - joined) / (sheet - joined) - 1e-9), SIDE_MAX);
}

TrPrintLayout
tr_print_lay_out (const TrModel *m, const TrState *state, const TrPrintOptions *options)
{
  TrPrintLayout l = {.scale = options->fits ? scale_to_fit (m, state, options) : 1,
                     .sheet = v2 (options->width, options->height),
                     .columns = 1,
                     .rows = 1};

  g_return_val_if_fail (options->width > 0 && options->height > 0, l);
  l.ink = measure (m, state, options, l.scale);
  if (tr_bounds_is_empty (l.ink) || options->fits)
    return l;
  Vec2 size = v2_sub (l.ink.high, l.ink.low);
  if (size.x <= l.sheet.x * (1 + 1e-9) && size.y <= l.sheet.y * (1 + 1e-9))
    return l;
  if (options->marks)
    l.sheet.y = fmax (l.sheet.y - BAND, l.sheet.y / 2);
  l.joined = fmin (OVERLAP, fmin (l.sheet.x, l.sheet.y) / 4);
  l.columns = count (size.x, l.sheet.x, l.joined);
  l.rows = count (size.y, l.sheet.y, l.joined);
  l.step = v2_sub (l.sheet, v2 (l.joined, l.joined));
  return l;
}

static void
line (cairo_t *cr, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, x0, y0);
  cairo_line_to (cr, x1, y1);
}

// A short line at both ends of where the sheet is cut, or laid over the next.
static void
mark_column (const TrPrintLayout *l, double x, cairo_t *cr)
{
  line (cr, x, 0, x, MARK);
  line (cr, x, l->sheet.y - MARK, x, l->sheet.y);
}

static void
mark_row (const TrPrintLayout *l, double y, cairo_t *cr)
{
  line (cr, 0, y, MARK, y);
  line (cr, l->sheet.x - MARK, y, l->sheet.x, y);
}

static void
draw_marks (const TrPrintLayout *l, int column, int row, cairo_t *cr)
{
  double half = l->joined / 2;

  if (column > 0)
    mark_column (l, half, cr);
  if (column + 1 < l->columns)
    mark_column (l, l->sheet.x - half, cr);
  if (row > 0)
    mark_row (l, half, cr);
  if (row + 1 < l->rows)
    mark_row (l, l->sheet.y - half, cr);
  cairo_set_line_width (cr, MARK_WIDTH);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_source_rgb (cr, 0, 0, 0);
  cairo_stroke (cr);
  g_autofree char *text = g_strdup_printf (_ ("Row %d of %d, sheet %d of %d"), row + 1, l->rows,
                                           column + 1, l->columns);
  tr_text_show (cr, text,
                (Affine){{TEXT_SIZE, 0, 0, -TEXT_SIZE}, v2 (0, l->sheet.y + BAND - TEXT_SIZE / 2)});
}

void
tr_print_sheet (const TrModel *m,
                const TrState *state,
                const TrPrintOptions *options,
                const TrPrintLayout *l,
                int sheet,
                cairo_t *cr)
{
  g_autoptr (GHashTable) pictures = tr_picture_cache_new ();
  TrPaintOptions paint = paint_options (m, options, l->scale);
  int column = sheet % l->columns, row = sheet / l->columns;

  if (tr_bounds_is_empty (l->ink))
    return;
  // The ink lies in the middle of all sheets together.
  Vec2 size = v2_sub (l->ink.high, l->ink.low);
  double left = (l->sheet.x + (l->columns - 1) * l->step.x - size.x) / 2;
  double top = (l->sheet.y + (l->rows - 1) * l->step.y - size.y) / 2;
  paint.pictures = pictures;
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, l->sheet.x, l->sheet.y);
  if (tr_print_n_sheets (l) > 1)
    cairo_clip (cr);
  cairo_new_path (cr);
  cairo_translate (cr, left - l->ink.low.x - column * l->step.x,
                   top + l->ink.high.y - row * l->step.y);
  cairo_scale (cr, 1, -1);
  tr_paint_model (m, state, &paint, cr);
  cairo_restore (cr);
  if (tr_print_n_sheets (l) > 1 && options->marks)
    draw_marks (l, column, row, cr);
}
