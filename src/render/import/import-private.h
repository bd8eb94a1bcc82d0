// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the readers of foreign formats fill.

#pragma once

#include "render/import/import.h"
#include "render/recognize.h"

// An element of the document: a body, or a label at its only point.
typedef struct {
  bool is_label;
  TrFigure shape;
  char *id;   // of a body
  char *rest; // members behind the shape, as they are written
} TrImportElement;

// Where points go as they are written: moved, and to whole parts of a unit, of which there are
// so many. Twelve digits of the drawing's size are enough, and a file of 17 each is no pleasure.
typedef struct {
  Vec2 by;
  double grain; // a power of ten
} TrImportShift;

// A mark of a rigid or a sheet that is not written yet, in drawing units.
typedef struct {
  TrMarkKind kind;
  TrOutline outline; // of a path
  TrPen pen;
  double *dash; // the pen's, its own
  char *text;   // the text, or a picture's URI
  Affine frame; // of a text: its em; of a picture: the unit square
} TrImportMark;

// Where a shape comes from and how it looks.
typedef struct {
  const char *id;    // as the file has it, any text; NULL: none
  const char *name;  // what people call it; NULL
  const char *layer; // NULL: none
  bool hidden, construction;
  TrBodyKind hint; // what it says that it is; TR_N_BODY_KINDS: nothing
  TrPen pen;       // mm
} TrImportLook;

TrImport *tr_import_new (const TrModel *into);
// One whose drawing becomes marks of a body, instead of bodies.
TrImport *tr_import_new_marks (const TrModel *into);
bool tr_import_makes_marks (const TrImport *t);

// Fills it from a file of that name; false with error set.
bool tr_import_read (TrImport *t, const char *text, gsize n, const char *name, GError **error);

// Drawing units in a millimetre.
double tr_import_units_per_mm (const TrImport *t);

// Work that has been done, in points or the like; false once it is more than any drawing needs.
bool tr_import_spend (TrImport *t, gsize work);
bool tr_import_is_exhausted (const TrImport *t);

// Every subpath of an outline in drawing units as a body; shapes that are no more than a place
// become points where they are stroked.
void tr_import_add_outline (TrImport *t, const TrOutline *o, const TrImportLook *look);
// One shape as it is; its points are taken over.
void tr_import_add_shape (TrImport *t, TrFigure shape, const TrImportLook *look);
// A text with its baseline's start, drawing units; size in mm.
void tr_import_add_label (TrImport *t, const char *text, Vec2 at, double size);
// A picture (a data URI) on the unit square that a frame puts in the drawing.
void tr_import_add_picture (TrImport *t, const char *uri, Affine frame, const TrImportLook *look);

// Something of `where` (may be NULL) that is missing; said once.
void
tr_import_leave_out (TrImport *t, const char *where, const char *format, ...) G_GNUC_PRINTF (3, 4);

// Readers: each fills an import that is empty. False with error set.
bool tr_import_svg (TrImport *t, const char *text, gsize n, const char *name, GError **error);
bool tr_import_dxf (TrImport *t, const char *text, gsize n, const char *name, GError **error);

// import-write.c: texts of the format, and members of them; free with g_free.
char *tr_import_write (const TrImportElement *e, TrImportShift by);
// In a label braces hold expressions; doubled they are braces.
char *tr_import_escape_braces (const char *text);
char *tr_import_write_look (const TrImportLook *look);
char *tr_import_write_label (const char *text, double size);
char *tr_import_write_picture (const char *uri, Affine frame, const TrImportLook *look);
// The mark in the place that fit gives it, scaled by k, to whole parts of a unit as above.
void
tr_import_write_mark (GString *out, const TrImportMark *mark, Affine fit, double k, double grain);

// import-marks.c: marks from what the readers find, appended to a list of TrImportMark.
GArray *tr_import_marks_new (void);
void tr_import_marks_outline (GArray *marks, const TrOutline *o, const TrPen *pen);
void tr_import_marks_shape (GArray *marks, const TrFigure *s, const TrPen *pen, double per_mm);
// Braces are doubled in it, as a label has them; size in mm.
void tr_import_marks_text (GArray *marks, const char *text, Vec2 at, double size);
void tr_import_marks_picture (GArray *marks, const char *uri, Affine frame);
// The marks of an import that makes them.
GArray *tr_import_get_marks (const TrImport *t);
