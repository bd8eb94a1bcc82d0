// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the writers of the export formats share: the page and how the drawing lies on it.

#pragma once

#include "render/extent.h"

typedef struct {
  double width, height; // mm
  Vec2 low;             // where its lower left corner lies in the drawing's millimetres
} TrPage;

typedef struct {
  const TrModel *m;
  const TrState *state;
  TrPaintOptions paint;
  TrPage page;
  TrColor background;
  const char *title; // NULL: none
} TrExportJob;

// "A0" … "A6", "letter", "legal", "tabloid", each also with "-landscape", or "210x297" in mm.
bool tr_page_parse (const char *text, double *width, double *height);

// The page that fits the ink with a margin; a small one where there is no ink.
TrPage tr_page_around (TrBounds ink, double margin);
// Paper of a given size with the ink in its middle.
TrPage tr_page_paper (TrBounds ink, double width, double height);

// Millimetres of the drawing (y up) to device units of the page (y down), k of them a mm.
cairo_matrix_t tr_page_matrix (TrPage page, double k);

// Fills the page with the background and paints the drawing at k device units a mm.
void tr_page_paint (const TrExportJob *job, cairo_surface_t *surface, double k);

// A cairo_write_func_t onto a GByteArray.
cairo_status_t tr_page_write (void *bytes, const unsigned char *data, unsigned int length);

// The page as pixels; NULL with error set where they are too many.
cairo_surface_t *tr_page_image (const TrExportJob *job, double dpi, GError **error);

// Ends the surface and takes what it wrote; NULL with error set where it failed.
GBytes *tr_page_finish (cairo_surface_t *surface, GByteArray *bytes, GError **error);

// A line for people, of what was left out or coarse.
void tr_export_note (GString *notes, const char *format, ...) G_GNUC_PRINTF (2, 3);

// The writers, one a file. NULL with error set.
GBytes *tr_export_svg (const TrExportJob *job, GError **error);
GBytes *tr_export_pdf (const TrExportJob *job, GError **error);
GBytes *tr_export_eps (const TrExportJob *job, GError **error);
GBytes *tr_export_png (const TrExportJob *job, double dpi, GError **error);
GBytes *tr_export_csv (const TrExportJob *job, GError **error);
// Coordinates are those of the drawing, in mm: there is no page.
GBytes *tr_export_dxf (const TrExportJob *job, GString *notes);

// Device units a mm in an SVG: the largest power of ten that Cairo's 24 bits hold.
double tr_export_svg_k (TrPage page);
