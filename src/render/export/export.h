// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing as a file for other programs: SVG, PDF, EPS, PNG, DXF, in true scale, the same bytes
// every time; its traces as a table (CSV). One stroked or filled element for each body; construction and hidden ones stay out.

#pragma once

#include "render/ink.h"

typedef enum {
  TR_EXPORT_SVG,
  TR_EXPORT_PDF,
  TR_EXPORT_EPS,
  TR_EXPORT_PNG,
  TR_EXPORT_DXF,
  TR_EXPORT_CSV,
} TrExportFormat;

typedef struct {
  double scale;           // of the drawing to real size; pens and labels keep their mm
  double margin;          // mm around the ink
  const char *background; // a colour; NULL or "none": transparent
  const char *page;     // paper, the drawing in its middle: see tr_page_parse; NULL: the ink's box
  double dpi;           // of PNG
  const char *title;    // what the file is called inside; NULL: nothing
  const guint8 *filter; // a bit for each body, then each label, least first: these, no traces
  const TrTracePoints *traces; // one for each trace of the model; NULL: none recorded
  const TrBounds *ink;         // mm: what the page is laid round; NULL: the ink that there is
} TrExportOptions;

#define TR_EXPORT_ERROR (tr_export_error_quark ())
GQuark tr_export_error_quark (void);
typedef enum {
  TR_EXPORT_ERROR_FORMAT,  // an ending that is not built
  TR_EXPORT_ERROR_OPTION,  // a scale, margin, colour or page that makes no sense
  TR_EXPORT_ERROR_TOO_BIG, // more pixels or points than the format holds
  TR_EXPORT_ERROR_CAIRO,   // the surface failed
} TrExportError;

// Pixels of a side of a PNG, as many as cover it.
int tr_export_pixels (double mm, double dpi);

// Scale 1, no margin, no background, 300 dots an inch.
TrExportOptions tr_export_options_make (void);

// Writes the drawing to path in the format of its ending, atomically. The note, where there is
// one, tells line by line what was left out or coarse; it is set to NULL otherwise. Free with
// g_free.
bool tr_export (const TrModel *m,
                const TrState *state,
                const char *path,
                const TrExportOptions *options,
                char **note,
                GError **error);

// The same in memory, for the clipboard and for thumbnails.
GBytes *tr_export_bytes (const TrModel *m,
                         const TrState *state,
                         TrExportFormat format,
                         const TrExportOptions *options,
                         char **note,
                         GError **error);

// Its pixels, an image surface of format ARGB32, as of a PNG; free with cairo_surface_destroy.
cairo_surface_t *tr_export_image (const TrModel *m,
                                  const TrState *state,
                                  const TrExportOptions *options,
                                  char **note,
                                  GError **error);

// The page that the same would have, mm.
bool tr_export_measure (const TrModel *m,
                        const TrState *state,
                        const TrExportOptions *options,
                        double *width,
                        double *height,
                        GError **error);

// The format of a file's ending, in any case; otherwise an error that names the ending.
bool tr_export_format_from_path (const char *path, TrExportFormat *format, GError **error);
