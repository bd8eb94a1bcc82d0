// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A foreign drawing on its way in: its shapes as bodies of the right kinds, and a list of what
// could not be taken over.

#pragma once

#include "model/model.h"
#include "render/outline.h"
#include "render/style.h"

#include <stdbool.h>

#define TR_IMPORT_ERROR (tr_import_error_quark ())
GQuark tr_import_error_quark (void);
typedef enum {
  TR_IMPORT_ERROR_FORMAT,   // an ending that is not read
  TR_IMPORT_ERROR_MEANING,  // no drawing of that format
  TR_IMPORT_ERROR_TOO_MUCH, // more shapes or points than one drawing should have
  TR_IMPORT_ERROR_STOPPED
} TrImportError;

typedef struct _TrImport TrImport;

// Reads text as SVG or DXF, whichever the name ends in. `into` (borrowed while the import lives)
// is the drawing that it is for: its units are used, its names are not given again. Errors:
// TR_IMPORT_ERROR, TR_READ_ERROR.
TrImport *
tr_import_parse (const char *text, gsize n, const char *name, const TrModel *into, GError **error);
// The same, until *stop is other than 0 (atomic): then it ends with TR_IMPORT_ERROR_STOPPED.
TrImport *tr_import_parse_until (const char *text,
                                 gsize n,
                                 const char *name,
                                 const TrModel *into,
                                 const int *stop,
                                 GError **error);
// The same of a file.
TrImport *tr_import_file (const char *path, const TrModel *into, GError **error);
// The same file, or a PNG, as a drawing that a rigid or a sheet carries: as large as fits its
// size with its proportions kept, in its middle, over what it carries already. The text is the
// body's member "drawing"; free with g_free. left_out: lines as tr_import_left_out has them are
// appended.
char *tr_import_onto (const char *text,
                      gsize n,
                      const char *name,
                      const TrModel *m,
                      int body,
                      GPtrArray *left_out,
                      GError **error);
// Whether a file of that name is one of those.
bool tr_import_takes (const char *name);
void tr_import_free (TrImport *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrImport, tr_import_free)

int tr_import_n_bodies (const TrImport *t);
int tr_import_n_labels (const TrImport *t);
// The ids of the bodies, in their order; ends with NULL. Free with g_free.
const char **tr_import_ids (const TrImport *t);
// The box of what was taken, in drawing units; empty where nothing was.
TrBounds tr_import_box (const TrImport *t);
// "id: what is missing", each once; ends with NULL.
const char *const *tr_import_left_out (const TrImport *t);

// The elements as texts of the format, moved by a vector: for tr_document_add_all. Ends with
// NULL; free with g_ptr_array_unref.
GPtrArray *tr_import_elements (const TrImport *t, Vec2 by);
