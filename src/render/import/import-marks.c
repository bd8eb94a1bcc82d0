// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A foreign drawing as what a rigid or a sheet carries: nothing of it is a body, and where the
// body goes, turns and stretches it does too.

#include "render/import/import-private.h"

#include "doc/writer.h"
#include "render/extent.h"
#include "render/path.h"
#include "render/picture.h"
#include "render/text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DIGITS 9 // of the body's size

// Collecting

static void
clear_mark (gpointer data)
{
  TrImportMark *mark = data;

  tr_outline_clear (&mark->outline);
  g_free (mark->text);
  g_free (mark->dash);
}

GArray *
tr_import_marks_new (void)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (TrImportMark));

  g_array_set_clear_func (marks, clear_mark);
  return marks;
}

static TrImportMark *
add_mark (GArray *marks, TrMarkKind kind)
{
  TrImportMark mark = {
      .kind = kind, .outline = tr_outline_make (), .frame = {{1, 0, 0, 1}, {0, 0}}};

  g_array_append_val (marks, mark);
  return &g_array_index (marks, TrImportMark, marks->len - 1);
}

static void
set_pen (TrImportMark *mark, const TrPen *pen)
{
  mark->pen = *pen;
  mark->dash = g_memdup2 (pen->dash, sizeof (double) * (gsize) pen->n_dash);
  mark->pen.dash = mark->dash;
}

void
tr_import_marks_outline (GArray *marks, const TrOutline *o, const TrPen *pen)
{
  TrImportMark *mark = add_mark (marks, TR_MARK_PATH);

  tr_outline_append (&mark->outline, o);
  set_pen (mark, pen);
}

// A dot: as points are drawn, a disc three strokes across.
static void
add_dot (GArray *marks, Vec2 at, const TrPen *pen, double per_mm)
{
  TrImportMark *mark = add_mark (marks, TR_MARK_PATH);
  double r = 1.5 * pen->width * per_mm;

  tr_outline_arc (&mark->outline, (Affine){{r, 0, 0, r}, at}, 0, 2 * G_PI, true);
  tr_outline_close (&mark->outline);
  mark->pen = *pen;
  mark->pen.n_dash = 0;
  mark->pen.fill = pen->stroke;
  mark->pen.stroke.is_none = true;
}

// Its outline is that of the body that it would have been.
void
tr_import_marks_shape (GArray *marks, const TrFigure *s, const TrPen *pen, double per_mm)
{
  static const int n_values[TR_N_BODY_KINDS] = {
      [TR_BODY_CIRCLE] = 1, [TR_BODY_ARC] = 3, [TR_BODY_ELLIPSE] = 3};
  int n = 2 * s->n + n_values[s->kind];
  g_autofree double *q = g_new (double, n);
  TrBody b = {.kind = s->kind, .n = n, .closed = s->closed};

  if (s->kind == TR_BODY_POINT) {
    add_dot (marks, s->p[0], pen, per_mm);
    return;
  }
  memcpy (q, s->p, (gsize) s->n * sizeof (Vec2));
  memcpy (q + 2 * s->n, s->value, (gsize) n_values[s->kind] * sizeof (double));
  TrImportMark *mark = add_mark (marks, TR_MARK_PATH);
  tr_path_outline (&b, q, 0, &mark->outline);
  set_pen (mark, pen);
}

void
tr_import_marks_text (GArray *marks, const char *text, Vec2 at, double size)
{
  TrImportMark *mark = add_mark (marks, TR_MARK_TEXT);
  GString *plain = g_string_new (NULL);

  for (const char *c = text; *c; c++) {
    g_string_append_c (plain, *c);
    c += (*c == '{' || *c == '}') && c[1] == *c;
  }
  mark->text = g_string_free (plain, FALSE);
  mark->frame = (Affine){{size, 0, 0, size}, at};
}

void
tr_import_marks_picture (GArray *marks, const char *uri, Affine frame)
{
  TrImportMark *mark = add_mark (marks, TR_MARK_IMAGE);

  mark->text = g_strdup (uri);
  mark->frame = frame;
}

// A picture by itself, a unit a pixel.
static bool
add_png (GArray *marks, const char *data, gsize n, const char *name, GError **error)
{
  g_autofree char *text = g_base64_encode ((const guchar *) data, n);
  g_autofree char *uri = g_strconcat ("data:image/png;base64,", text, NULL);
  cairo_surface_t *surface = tr_picture_load (uri, error);

  if (!surface) {
    g_prefix_error (error, _ ("%s: "), name);
    return false;
  }
  double w = cairo_image_surface_get_width (surface), h = cairo_image_surface_get_height (surface);
  cairo_surface_destroy (surface);
  tr_import_marks_picture (marks, uri, (Affine){{w, 0, 0, h}, v2 (0, 0)});
  return true;
}

// Placing

// Of what is drawn, without the width of lines.
static TrBounds
box_of (const TrImportMark *mark)
{
  g_auto (TrOutline) o = tr_outline_make ();
  TrPen filled = tr_pen_default ();

  filled.stroke.is_none = true;
  filled.fill.is_none = false;
  if (mark->kind == TR_MARK_PATH)
    return tr_extent_outline (&mark->outline, &filled);
  if (mark->kind == TR_MARK_TEXT)
    tr_text_outline (mark->text, &o);
  else {
    tr_outline_move (&o, v2 (0, 0));
    tr_outline_line (&o, v2 (1, 0));
    tr_outline_line (&o, v2 (1, 1));
    tr_outline_line (&o, v2 (0, 1));
  }
  tr_outline_transform (&o, mark->frame);
  return tr_extent_outline (&o, &filled);
}

// A path that goes nowhere draws nothing, and has no place.
static void
drop_nothing (GArray *marks)
{
  for (guint i = marks->len; i-- > 0;)
    if (tr_bounds_is_empty (box_of (&g_array_index (marks, TrImportMark, i))))
      g_array_remove_index (marks, i);
}

// As large as fits into a box of that size about the origin; 1 where it is but a place.
static double
fit_scale (TrBounds box, Vec2 size)
{
  Vec2 has = v2_sub (box.high, box.low);
  double k = fmin (has.x > 0 ? size.x / has.x : INFINITY, has.y > 0 ? size.y / has.y : INFINITY);

  return isfinite (k) ? k : 1;
}

// What there is to carry, over what is carried already.
static char *
write_marks (const TrImport *t, const TrBody *b)
{
  GArray *marks = tr_import_get_marks (t);
  Vec2 size = b->kind == TR_BODY_SHEET ? b->sheet.size : v2 (b->rigid.length, b->rigid.length);
  double grain = pow (10, fmax (0, DIGITS - ceil (log10 (fmax (size.x, size.y)))));
  g_autofree char *carried = tr_write_drawing (b);
  GString *out = g_string_new (carried);
  TrBounds box = tr_bounds_empty ();

  for (guint i = 0; i < marks->len; i++)
    box = tr_bounds_union (box, box_of (&g_array_index (marks, TrImportMark, i)));
  double k = fit_scale (box, size);
  Affine fit = {{k, 0, 0, k}, v2_scale (v2_mid (box.low, box.high), -k)};
  g_string_truncate (out, out->len - 1);
  for (guint i = 0; i < marks->len; i++) {
    g_string_append (out, b->n_drawing > 0 || i > 0 ? ", " : "");
    tr_import_write_mark (out, &g_array_index (marks, TrImportMark, i), fit, k, grain);
  }
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

static bool
is_png (const char *text, gsize n)
{
  static const char signature[] = "\x89PNG\r\n\x1a\n";
  return n > sizeof signature && memcmp (text, signature, sizeof signature - 1) == 0;
}

char *
tr_import_onto (const char *text,
                gsize n,
                const char *name,
                const TrModel *m,
                int body,
                GPtrArray *left_out,
                GError **error)
{
  const TrBody *b = &m->bodies[body];
  const char *ending = strrchr (name, '.') ? strrchr (name, '.') : "";
  g_autoptr (TrImport) t = tr_import_new_marks (m);

  g_assert (tr_body_get_ops (b)->has_local);
  // What is called a picture is told about as one.
  if (!(is_png (text, n) || g_ascii_strcasecmp (ending, ".png") == 0
            ? add_png (tr_import_get_marks (t), text, n, name, error)
            : tr_import_read (t, text, n, name, error)))
    return NULL;
  drop_nothing (tr_import_get_marks (t));
  if (tr_import_get_marks (t)->len == 0) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING,
                 _ ("%s: there is nothing in it that could be carried"), name);
    return NULL;
  }
  for (int i = 0; tr_import_left_out (t)[i]; i++)
    g_ptr_array_add (left_out, g_strdup (tr_import_left_out (t)[i]));
  return write_marks (t, b);
}
