// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/import/import-private.h"

#include "doc/file.h"
#include "doc/json.h"
#include "doc/long-text.h"
#include "render/ink.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (tr_import_error, tr_import_error)

#define WORK_MAX     8000000 // points, elements, rules: some seconds
#define LEFT_OUT_MAX 200     // that are named; more are counted
#define NUMBER_MAX   1e12    // what documents take
#define BYTES_MAX    (64 << 20)

struct _TrImport {
  const TrModel *into;
  GArray *elements;  // Element
  GHashTable *taken; // ids given out
  GHashTable *said;
  GPtrArray *left_out; // ends with NULL once it is asked for
  TrBounds box;
  gsize work;
  const int *stop; // NULL: to the end
  GArray *marks;   // NULL: it makes bodies
  int n_bodies, n_labels, n_unsaid;
};

static const char *
ending_of (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot ? dot : "";
}

static void
clear_element (gpointer data)
{
  TrImportElement *e = data;

  g_free (e->shape.p);
  g_free (e->id);
  g_free (e->rest);
}

TrImport *
tr_import_new (const TrModel *into)
{
  TrImport *t = g_new0 (TrImport, 1);

  t->into = into;
  t->elements = g_array_new (FALSE, FALSE, sizeof (TrImportElement));
  g_array_set_clear_func (t->elements, clear_element);
  t->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  t->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  t->left_out = g_ptr_array_new_null_terminated (8, g_free, TRUE);
  t->box = tr_bounds_empty ();
  return t;
}

TrImport *
tr_import_new_marks (const TrModel *into)
{
  TrImport *t = tr_import_new (into);

  t->marks = tr_import_marks_new ();
  return t;
}

bool
tr_import_makes_marks (const TrImport *t)
{
  return t->marks != NULL;
}

GArray *
tr_import_get_marks (const TrImport *t)
{
  return t->marks;
}

void
tr_import_free (TrImport *t)
{
  if (!t)
    return;
  g_array_unref (t->elements);
  g_clear_pointer (&t->marks, g_array_unref);
  g_hash_table_unref (t->taken);
  g_hash_table_unref (t->said);
  g_ptr_array_unref (t->left_out);
  g_free (t);
}

double
tr_import_units_per_mm (const TrImport *t)
{
  return 1 / tr_units_mm (t->into->units);
}

bool
tr_import_spend (TrImport *t, gsize work)
{
  t->work += MIN (work, WORK_MAX);
  if (t->stop && g_atomic_int_get (t->stop) != 0)
    t->work = 2 * WORK_MAX;
  return !tr_import_is_exhausted (t);
}

bool
tr_import_is_exhausted (const TrImport *t)
{
  return t->work > WORK_MAX;
}

void
tr_import_leave_out (TrImport *t, const char *where, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *what = g_strdup_vprintf (format, args);
  va_end (args);
  g_autofree char *line = where ? g_strdup_printf ("%s: %s", where, what) : g_strdup (what);
  if (g_hash_table_contains (t->said, line))
    return;
  if (t->left_out->len >= LEFT_OUT_MAX) {
    t->n_unsaid++;
    return;
  }
  g_ptr_array_add (t->left_out, tr_long_text_shorten (line));
  g_hash_table_add (t->said, g_steal_pointer (&line));
}

// Ids: what the file calls it where that is an identifier, else as near as can be.

static bool
is_free (const TrImport *t, const char *id)
{
  return tr_expr_is_identifier (id) && tr_model_find (t->into, id).kind == TR_ELEMENT_NONE &&
         !g_hash_table_contains (t->taken, id);
}

static char *
identifier_from (const char *text, const char *otherwise)
{
  GString *out = g_string_new (NULL);

  for (const char *c = text ? text : ""; *c && out->len < 64; c++) {
    bool is_letter = g_ascii_isalpha (*c) || *c == '_' || (g_ascii_isdigit (*c) && out->len > 0);
    if (is_letter)
      g_string_append_c (out, *c);
    else if (out->len > 0 && out->str[out->len - 1] != '_')
      g_string_append_c (out, '_');
  }
  while (out->len > 0 && out->str[out->len - 1] == '_')
    g_string_truncate (out, out->len - 1);
  if (out->len == 0)
    g_string_assign (out, otherwise);
  return g_string_free (out, FALSE);
}

// "rod", else "rod_2" and on; without a name of its own "circle1" and on. The counting goes on
// from where it was for that stem: a million shapes without names are no million searches.
static char *
fresh_id (TrImport *t, const char *wanted, const char *kind)
{
  g_autofree char *stem = identifier_from (wanted, kind);
  bool is_own = strcmp (stem, kind) != 0;
  g_autofree char *counter = g_strconcat ("#", stem, NULL);
  int i = MAX (GPOINTER_TO_INT (g_hash_table_lookup (t->taken, counter)), is_own);
  char *id = is_own ? g_strdup (stem) : NULL;

  while (!id || !is_free (t, id)) {
    g_free (id);
    id = g_strdup_printf (is_own ? "%s_%d" : "%s%d", stem, ++i);
  }
  g_hash_table_insert (t->taken, g_steal_pointer (&counter), GINT_TO_POINTER (i));
  g_hash_table_add (t->taken, g_strdup (id));
  return id;
}

GPtrArray *
tr_import_elements (const TrImport *t, Vec2 by)
{
  GPtrArray *texts = g_ptr_array_new_null_terminated (t->elements->len + 1, g_free, TRUE);

  Vec2 low = v2_add (t->box.low, by), high = v2_add (t->box.high, by);
  double size = fmax (fmax (fabs (low.x), fabs (low.y)), fmax (fabs (high.x), fabs (high.y)));
  TrImportShift shift = {by, size > 0 ? pow (10, fmax (0, 12 - ceil (log10 (size)))) : 1};

  for (guint i = 0; i < t->elements->len; i++)
    g_ptr_array_add (texts,
                     tr_import_write (&g_array_index (t->elements, TrImportElement, i), shift));
  return texts;
}

// Adding

static bool
is_good (double x)
{
  return fabs (x) <= NUMBER_MAX; // false where it is not finite
}

static bool
shape_is_good (const TrFigure *s)
{
  bool good = true;

  for (int i = 0; i < s->n; i++)
    good = good && is_good (s->p[i].x) && is_good (s->p[i].y);
  for (int i = 0; i < 3; i++)
    good = good && is_good (s->value[i]);
  return good;
}

static bool
pen_is_good (const TrPen *pen)
{
  bool good = pen->stroke.is_none || is_good (pen->width);

  for (int i = 0; i < pen->n_dash; i++)
    good = good && is_good (pen->dash[i]);
  return good;
}

// How far the shape may reach beyond its points.
static double
reach_of (const TrFigure *s)
{
  bool is_round = s->kind == TR_BODY_CIRCLE || s->kind == TR_BODY_ARC || s->kind == TR_BODY_ELLIPSE;

  return is_round ? fmax (s->value[0], s->kind == TR_BODY_ELLIPSE ? s->value[1] : 0) : 0;
}

static void
add_element (TrImport *t, TrImportElement e)
{
  double reach = reach_of (&e.shape);

  for (int i = 0; i < e.shape.n; i++) {
    t->box = tr_bounds_add (t->box, v2_sub (e.shape.p[i], v2 (reach, reach)));
    t->box = tr_bounds_add (t->box, v2_add (e.shape.p[i], v2 (reach, reach)));
  }
  g_array_append_val (t->elements, e);
}

void
tr_import_add_shape (TrImport *t, TrFigure shape, const TrImportLook *look)
{
  TrImportElement e = {.shape = shape};

  if (!tr_import_spend (t, 8 + (gsize) shape.n) || !shape_is_good (&shape) ||
      !pen_is_good (&look->pen)) {
    if (!tr_import_is_exhausted (t))
      tr_import_leave_out (t, look->id ? look->id : tr_body_ops[shape.kind]->name,
                           _ ("coordinates that are too large"));
    g_free (shape.p);
    return;
  }
  if (t->marks) {
    tr_import_marks_shape (t->marks, &shape, &look->pen, tr_import_units_per_mm (t));
    g_free (shape.p);
    return;
  }
  e.id = fresh_id (t, look->id, tr_body_ops[shape.kind]->name);
  // What it was called is not lost where that is no identifier.
  TrImportLook named = *look;
  if (!look->name && look->id && !tr_expr_is_identifier (look->id))
    named.name = look->id;
  e.rest = tr_import_write_look (&named);
  t->n_bodies++;
  add_element (t, e);
}

void
tr_import_add_label (TrImport *t, const char *text, Vec2 at, double size)
{
  TrImportElement e = {.is_label = true, .shape = {.n = 1, .p = g_memdup2 (&at, sizeof at)}};

  if (!tr_import_spend (t, 8 + strlen (text)) || !shape_is_good (&e.shape) || !is_good (size) ||
      !(size > 0)) {
    if (!tr_import_is_exhausted (t))
      tr_import_leave_out (t, "text", _ ("coordinates that are too large"));
    clear_element (&e);
    return;
  }
  if (t->marks) {
    tr_import_marks_text (t->marks, text, at, size * tr_import_units_per_mm (t));
    clear_element (&e);
    return;
  }
  e.rest = tr_import_write_label (text, size);
  t->n_labels++;
  add_element (t, e);
}

void
tr_import_add_picture (TrImport *t, const char *uri, Affine frame, const TrImportLook *look)
{
  Vec2 middle = aff_apply (frame, v2 (0.5, 0.5));
  Vec2 size = v2 (hypot (frame.m.xx, frame.m.yx), hypot (frame.m.xy, frame.m.yy));
  TrImportElement e = {
      .shape = {.kind = TR_BODY_SHEET, .n = 1, .p = g_memdup2 (&middle, sizeof middle)}};
  bool is_flat = !(fabs (m2_det (frame.m)) > 1e-9 * size.x * size.y);

  if (!tr_import_spend (t, strlen (uri) / 64) || !shape_is_good (&e.shape) || is_flat ||
      !is_good (size.x) || !is_good (size.y)) {
    tr_import_leave_out (t, look->id ? look->id : "picture", _ ("a picture that cannot be placed"));
    clear_element (&e);
    return;
  }
  if (t->marks) {
    if (fabs (frame.m.xy) + fabs (frame.m.yx) > 1e-9 * (size.x + size.y) || frame.m.xx < 0 ||
        frame.m.yy < 0)
      tr_import_leave_out (t, look->id ? look->id : "picture", _ ("the turn of a picture"));
    tr_import_marks_picture (t->marks, uri, frame);
    clear_element (&e);
    return;
  }
  e.rest = tr_import_write_picture (uri, frame, look);
  e.id = fresh_id (t, look->id, "picture");
  t->n_bodies++;
  add_element (t, e);
}

// A subpath that is no more than a place: a dot, where it is stroked.
static void
add_dot (TrImport *t, Vec2 at, const TrImportLook *look)
{
  if (tr_pen_has_stroke (&look->pen))
    tr_import_add_shape (
        t, (TrFigure){.kind = TR_BODY_POINT, .n = 1, .p = g_memdup2 (&at, sizeof at)}, look);
}

// Points are drawn as discs three strokes across.
static void
add_point (TrImport *t, TrFigure disc, const TrImportLook *look)
{
  TrImportLook stroked = *look;

  disc.kind = TR_BODY_POINT;
  stroked.pen.stroke = look->pen.fill;
  stroked.pen.fill.is_none = true;
  stroked.pen.width = round (disc.value[0] * 2e9 / 3 / tr_import_units_per_mm (t)) / 1e9;
  tr_import_add_shape (t, disc, &stroked);
}

static void
add_recognized (TrImport *t, TrFigure shape, const TrImportLook *look)
{
  TrImportLook line = *look;

  line.pen.fill.is_none = true; // between two ends there is nothing to fill
  if (look->hint == TR_BODY_POINT && shape.kind == TR_BODY_CIRCLE)
    add_point (t, shape, look);
  else if (shape.kind != TR_BODY_SEGMENT)
    tr_import_add_shape (t, shape, look);
  else if (tr_pen_has_stroke (&line.pen))
    tr_import_add_shape (t, shape, &line);
  else {
    tr_import_leave_out (t, look->id, _ ("a shape with neither line nor filling"));
    g_free (shape.p);
  }
}

static void
add_subpath (TrImport *t, GArray *pieces, bool closed, const TrImportLook *look)
{
  Vec2 first = g_array_index (pieces, TrPiece, 0).p[0];
  const TrPiece *piece = (const TrPiece *) (void *) pieces->data;
  int n = tr_drop_short_lines (pieces);
  TrFigure shape;

  if (look->hint == TR_BODY_SPLINE && tr_recognize_spline (piece, n, closed, &shape))
    tr_import_add_shape (t, shape, look);
  else if (tr_recognize (piece, n, closed, &shape))
    add_recognized (t, shape, look);
  else
    add_dot (t, first, look);
  g_array_set_size (pieces, 0);
}

void
tr_import_add_outline (TrImport *t, const TrOutline *o, const TrImportLook *look)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (TrPiece));
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;

  if (!tr_outline_is_finite (o) || !pen_is_good (&look->pen)) {
    tr_import_leave_out (t, look->id, _ ("coordinates that are too large"));
    return;
  }
  if (t->marks) {
    tr_import_spend (t, 8 + o->points->len);
    tr_import_marks_outline (t->marks, o, &look->pen);
    return;
  }
  while (tr_import_spend (t, 1) && tr_piece_iter_next (&iter, &piece)) {
    g_array_append_val (pieces, piece);
    if (piece.last)
      add_subpath (t, pieces, piece.verb == TR_VERB_CLOSE, look);
  }
}

// Reading

bool
tr_import_takes (const char *name)
{
  const char *ending = ending_of (name);

  return g_ascii_strcasecmp (ending, ".svg") == 0 || g_ascii_strcasecmp (ending, ".dxf") == 0;
}

static bool
read_format (TrImport *t, const char *text, gsize n, const char *name, GError **error)
{
  const char *ending = ending_of (name);

  if (g_ascii_strcasecmp (ending, ".svg") == 0)
    return tr_import_svg (t, text, n, name, error);
  if (g_ascii_strcasecmp (ending, ".dxf") == 0)
    return tr_import_dxf (t, text, n, name, error);
  g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_FORMAT,
               _ ("%s: expected a name that ends in .svg or .dxf"), name);
  return false;
}

bool
tr_import_read (TrImport *t, const char *text, gsize n, const char *name, GError **error)
{
  if (!read_format (t, text, n, name, error))
    return false;
  if (t->stop && g_atomic_int_get (t->stop) != 0) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_STOPPED, _ ("%s: stopped"), name);
    return false;
  }
  if (tr_import_is_exhausted (t)) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_TOO_MUCH,
                 _ ("%s: more shapes and points than a drawing can hold"), name);
    return false;
  }
  if (t->n_unsaid > 0)
    g_ptr_array_add (t->left_out, g_strdup_printf (_ ("and %d more"), t->n_unsaid));
  return true;
}

TrImport *
tr_import_parse_until (const char *text,
                       gsize n,
                       const char *name,
                       const TrModel *into,
                       const int *stop,
                       GError **error)
{
  g_autoptr (TrImport) t = tr_import_new (into);

  t->stop = stop;
  return tr_import_read (t, text, n, name, error) ? g_steal_pointer (&t) : NULL;
}

TrImport *
tr_import_parse (const char *text, gsize n, const char *name, const TrModel *into, GError **error)
{
  return tr_import_parse_until (text, n, name, into, NULL, error);
}

TrImport *
tr_import_file (const char *path, const TrModel *into, GError **error)
{
  gsize n;
  g_autofree char *text = tr_file_read (path, BYTES_MAX, &n, error);
  g_autofree char *name = g_filename_display_name (path);

  return text ? tr_import_parse (text, n, name, into, error) : NULL;
}

// Asking

int
tr_import_n_bodies (const TrImport *t)
{
  return t->n_bodies;
}

int
tr_import_n_labels (const TrImport *t)
{
  return t->n_labels;
}

const char **
tr_import_ids (const TrImport *t)
{
  const char **ids = g_new0 (const char *, (guint) t->n_bodies + 1);

  for (guint i = 0, n = 0; i < t->elements->len; i++) {
    const TrImportElement *e = &g_array_index (t->elements, TrImportElement, i);
    if (!e->is_label)
      ids[n++] = e->id;
  }
  return ids;
}

TrBounds
tr_import_box (const TrImport *t)
{
  return t->box;
}

const char *const *
tr_import_left_out (const TrImport *t)
{
  return (const char *const *) t->left_out->pdata;
}
