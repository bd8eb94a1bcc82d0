// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// DXF: every body as what it is, in millimetres. Curves of cubics are splines whose inner knots
// are threefold, which is the same curve; formulas are fitted to 0.0001 mm first.

#include "render/dxf.h"
#include "render/export/export-dxf-private.h"
#include "render/export/export-page.h"
#include "render/recognize.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define LEAST_RATIO 1e-6 // of an ellipse

typedef struct {
  const TrExportJob *job;
  TrDxf dxf;
  int n_fillings, n_pictures;
} Writer;

static double
degrees (double angle)
{
  double turn = fmod (angle, 2 * G_PI);

  return (turn < 0 ? turn + 2 * G_PI : turn) * (180 / G_PI);
}

// Layers and lines

// What layers may not be called is left out of their names.
static char *
layer_name (const TrModel *m, int element)
{
  const TrBody *b = element < m->n_bodies ? &m->bodies[element] : NULL;
  char *name;

  if (b && b->construction)
    return g_strdup (TR_DXF_CONSTRUCTION);
  if (!b && element < m->n_bodies + m->n_traces)
    return g_strdup (TR_DXF_TRACES);
  if (!b || !b->layer || !*b->layer)
    return g_strdup ("0");
  name = g_utf8_substring (b->layer, 0, MIN (g_utf8_strlen (b->layer, -1), 80));
  return g_strdelimit (name, "<>/\\\":;?*|=`,\n\r\t", '_');
}

static const char *
use_layer (TrDxf *d, const TrModel *m, int element)
{
  g_autofree char *name = layer_name (m, element);

  for (guint i = 0; i < d->layers->len; i++)
    if (strcmp (d->layers->pdata[i], name) == 0)
      return d->layers->pdata[i];
  g_ptr_array_add (d->layers, g_steal_pointer (&name));
  return d->layers->pdata[d->layers->len - 1];
}

static bool
same_dash (const TrDxfDash *dash, const TrPen *pen, int n)
{
  bool same = dash->n == n;

  for (int i = 0; i < n && same; i++)
    same = !(fabs (dash->dash[i] - pen->dash[i % pen->n_dash]) > 0);
  return same;
}

// The number of a pen's line type, from 1; dashes of an odd number go round twice.
static guint
use_dash (TrDxf *d, const TrPen *pen)
{
  int n = pen->n_dash % 2 ? 2 * pen->n_dash : pen->n_dash;

  for (guint i = 0; i < d->dashes->len; i++)
    if (same_dash (d->dashes->pdata[i], pen, n))
      return i + 1;
  TrDxfDash *dash = g_new (TrDxfDash, 1);
  *dash = (TrDxfDash){n, g_new (double, (guint) n)};
  for (int i = 0; i < n; i++)
    dash->dash[i] = pen->dash[i % pen->n_dash];
  g_ptr_array_add (d->dashes, dash);
  return d->dashes->len;
}

static void
free_dash (gpointer data)
{
  TrDxfDash *dash = data;

  g_free (dash->dash);
  g_free (dash);
}

// DXF has so many widths of lines, in hundredths of a millimetre.
static int
nearest_width (double mm)
{
  static const int widths[] = {0,  5,  9,  13, 15, 18,  20,  25,  30,  35,  40,  50,
                               53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211};
  int best = 0;

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (fabs (100 * mm - widths[i]) < fabs (100 * mm - best))
      best = widths[i];
  return best;
}

static void
write_pen (Writer *w, const TrInk *ink)
{
  const TrModel *m = w->job->m;
  bool has_stroke = tr_pen_has_stroke (&ink->pen);
  TrColor c = has_stroke ? ink->pen.stroke : ink->pen.fill;
  int color = c.is_none ? TR_DXF_COLOR_INK : tr_dxf_color_nearest (c);

  if (ink->element < m->n_bodies && m->bodies[ink->element].construction)
    return;
  if (has_stroke && ink->pen.n_dash > 0) {
    g_autofree char *name = g_strdup_printf ("DASH_%u", use_dash (&w->dxf, &ink->pen));
    tr_dxf_text (&w->dxf, 6, name);
  }
  if (color != TR_DXF_COLOR_INK)
    tr_dxf_int (&w->dxf, 62, color);
  if (has_stroke && nearest_width (ink->pen.width) != 35)
    tr_dxf_int (&w->dxf, 370, nearest_width (ink->pen.width));
}

// The head of an entity; its own pairs follow.
static void
begin (Writer *w, const TrInk *ink, const char *kind, const char *class)
{
  TrDxf *d = &w->dxf;

  tr_dxf_text (d, 0, kind);
  tr_dxf_handle (d, 5, tr_dxf_next_handle (d));
  tr_dxf_handle (d, 330, TR_DXF_SPACE);
  tr_dxf_text (d, 100, "AcDbEntity");
  tr_dxf_text (d, 8, use_layer (d, w->job->m, ink->element));
  write_pen (w, ink);
  tr_dxf_text (d, 100, class);
}

static void
write_extra (TrDxf *d, const char *key, const char *value)
{
  g_autofree char *text = g_strconcat (key, "=", value, NULL);

  if (strlen (text) <= 250)
    tr_dxf_text (d, 1000, text);
}

// For whoever reads the file back, and nobody else: what it is called here.
static void
end (Writer *w, const TrInk *ink)
{
  const TrModel *m = w->job->m;

  if (ink->element >= m->n_bodies)
    return;
  const TrBody *b = &m->bodies[ink->element];
  tr_dxf_text (&w->dxf, 1001, TR_DXF_APP);
  write_extra (&w->dxf, "id", b->id);
  if (b->construction)
    write_extra (&w->dxf, "construction", "true");
  if (b->kind == TR_BODY_SPLINE)
    write_extra (&w->dxf, "kind", "spline");
  if (b->name)
    write_extra (&w->dxf, "name", b->name);
}

// Shapes, millimetres

static void
write_point (Writer *w, const TrInk *ink, Vec2 p)
{
  begin (w, ink, "POINT", "AcDbPoint");
  tr_dxf_place (&w->dxf, 10, p.x, p.y);
  end (w, ink);
}

static void
write_line (Writer *w, const TrInk *ink, Vec2 a, Vec2 b)
{
  begin (w, ink, "LINE", "AcDbLine");
  tr_dxf_place (&w->dxf, 10, a.x, a.y);
  tr_dxf_place (&w->dxf, 11, b.x, b.y);
  end (w, ink);
}

static void
write_polyline (Writer *w, const TrInk *ink, const TrPiece *piece, int n, bool closed)
{
  // The line that closes is the polyline's own.
  int points = closed ? n : n + 1;

  begin (w, ink, "LWPOLYLINE", "AcDbPolyline");
  tr_dxf_int (&w->dxf, 90, points);
  tr_dxf_int (&w->dxf, 70, closed ? 1 : 0);
  for (int i = 0; i < points; i++) {
    Vec2 p = i < n ? piece[i].p[0] : piece[n - 1].p[1];
    tr_dxf_number (&w->dxf, 10, p.x);
    tr_dxf_number (&w->dxf, 20, p.y);
  }
  end (w, ink);
}

// n cubics, lines with their handles at the thirds: knots 0 0 0 0 1 1 1 2 2 2 … n n n n.
static void
write_spline (Writer *w, const TrInk *ink, const TrPiece *piece, int n)
{
  enum { PLANAR = 8 };

  begin (w, ink, "SPLINE", "AcDbSpline");
  tr_dxf_number (&w->dxf, 210, 0);
  tr_dxf_number (&w->dxf, 220, 0);
  tr_dxf_number (&w->dxf, 230, 1);
  tr_dxf_int (&w->dxf, 70, PLANAR);
  tr_dxf_int (&w->dxf, 71, 3);
  tr_dxf_int (&w->dxf, 72, 3 * n + 5);
  tr_dxf_int (&w->dxf, 73, 3 * n + 1);
  tr_dxf_int (&w->dxf, 74, 0);
  for (int i = 0; i < 3 * n + 5; i++)
    tr_dxf_number (&w->dxf, 40, CLAMP ((i - 1) / 3, 0, n));
  for (int i = 0; i < n; i++) {
    const Vec2 *p = piece[i].p;
    bool is_curve = piece[i].verb == TR_VERB_CURVE;
    Vec2 c1 = is_curve ? p[1] : v2_lerp (p[0], p[1], 1.0 / 3);
    Vec2 c2 = is_curve ? p[2] : v2_lerp (p[0], p[1], 2.0 / 3);
    Vec2 last = is_curve ? p[3] : p[1];
    if (i == 0)
      tr_dxf_place (&w->dxf, 10, p[0].x, p[0].y);
    tr_dxf_place (&w->dxf, 10, c1.x, c1.y);
    tr_dxf_place (&w->dxf, 10, c2.x, c2.y);
    tr_dxf_place (&w->dxf, 10, last.x, last.y);
  }
  end (w, ink);
}

static void
write_circle (Writer *w, const TrInk *ink, Vec2 center, double radius)
{
  if (!(fabs (radius) > 0)) {
    write_point (w, ink, center);
    return;
  }
  begin (w, ink, "CIRCLE", "AcDbCircle");
  tr_dxf_place (&w->dxf, 10, center.x, center.y);
  tr_dxf_number (&w->dxf, 40, fabs (radius));
  end (w, ink);
}

// Arcs go round by the left, whichever way they were drawn.
static void
write_arc (Writer *w, const TrInk *ink, Vec2 center, double radius, double from, double to)
{
  if (fabs (to - from) >= 2 * G_PI) {
    write_circle (w, ink, center, radius);
    return;
  }
  begin (w, ink, "ARC", "AcDbCircle");
  tr_dxf_place (&w->dxf, 10, center.x, center.y);
  tr_dxf_number (&w->dxf, 40, fabs (radius));
  tr_dxf_text (&w->dxf, 100, "AcDbArc");
  tr_dxf_number (&w->dxf, 50, degrees (fmin (from, to) + (radius < 0 ? G_PI : 0)));
  tr_dxf_number (&w->dxf, 51, degrees (fmax (from, to) + (radius < 0 ? G_PI : 0)));
  end (w, ink);
}

// By its longer half-axis and the ratio of the shorter to it; one that is flat has none that other programs
// would take.
static void
write_ellipse (Writer *w, const TrInk *ink, Vec2 center, Vec2 radii, double rotation)
{
  double u = fabs (radii.x), v = fabs (radii.y);
  Vec2 axis = u >= v ? v2_polar (u, rotation) : v2_perp (v2_polar (v, rotation));

  if (!(fmin (u, v) >= LEAST_RATIO * fmax (u, v) && fmax (u, v) > 0)) {
    write_line (w, ink, v2_sub (center, axis), v2_add (center, axis));
    return;
  }
  begin (w, ink, "ELLIPSE", "AcDbEllipse");
  tr_dxf_place (&w->dxf, 10, center.x, center.y);
  tr_dxf_place (&w->dxf, 11, axis.x, axis.y);
  tr_dxf_number (&w->dxf, 210, 0);
  tr_dxf_number (&w->dxf, 220, 0);
  tr_dxf_number (&w->dxf, 230, 1);
  tr_dxf_number (&w->dxf, 40, fmin (u, v) / fmax (u, v));
  tr_dxf_number (&w->dxf, 41, 0);
  tr_dxf_number (&w->dxf, 42, 2 * G_PI);
  end (w, ink);
}

// Texts: of capitals so high, "%%" as the format writes it.

static char *
plain_text (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "%", -1);

  return g_strjoinv (strstr (text, "%%") ? "%%%" : "%", parts);
}

static bool
is_upright (Affine f)
{
  double size = hypot (f.m.xx, f.m.yx);

  return fabs (f.m.xx - f.m.yy) + fabs (f.m.xy + f.m.yx) <= 1e-9 * size;
}

static void
write_text (Writer *w, const TrInk *ink)
{
  g_autofree char *text = plain_text (ink->text);
  Affine f = ink->frame;

  begin (w, ink, "TEXT", "AcDbText");
  tr_dxf_place (&w->dxf, 10, f.t.x, f.t.y);
  tr_dxf_number (&w->dxf, 40, TR_DXF_CAP_HEIGHT * hypot (f.m.xx, f.m.yx));
  tr_dxf_text (&w->dxf, 1, text);
  tr_dxf_number (&w->dxf, 50, degrees (atan2 (f.m.yx, f.m.xx)));
  tr_dxf_text (&w->dxf, 100, "AcDbText");
  end (w, ink);
}

// Outlines, subpath after subpath

// The simplest shape that it is within 1e-9 of its size; for the drawings of rigids and sheets,
// whose circles are cubics by then.
static bool
write_recognized (Writer *w, const TrInk *ink, const TrPiece *piece, int n, bool closed)
{
  TrFigure s;

  if (!tr_recognize (piece, n, closed, &s))
    return false;
  bool is_round = s.kind == TR_BODY_CIRCLE || s.kind == TR_BODY_ARC || s.kind == TR_BODY_ELLIPSE;
  if (s.kind == TR_BODY_CIRCLE)
    write_circle (w, ink, s.p[0], s.value[0]);
  else if (s.kind == TR_BODY_ARC)
    write_arc (w, ink, s.p[0], s.value[0], s.value[1], s.value[2]);
  else if (s.kind == TR_BODY_ELLIPSE)
    write_ellipse (w, ink, s.p[0], v2 (s.value[0], s.value[1]), s.value[2]);
  g_free (s.p);
  return is_round;
}

// Among curves lines of no length are none: the closing of what has come home already.
static void
write_subpath (Writer *w, const TrInk *ink, GArray *pieces, bool closed)
{
  const TrPiece *piece = (const TrPiece *) (void *) pieces->data;
  const TrModel *m = w->job->m;
  int n = (int) pieces->len;
  bool has_curves = false;

  for (int i = 0; i < n; i++)
    has_curves |= piece[i].verb == TR_VERB_CURVE;
  if (has_curves)
    n = tr_drop_short_lines (pieces);
  if (!has_curves && n == 1)
    write_line (w, ink, piece[0].p[0], piece[0].p[1]);
  else if (!has_curves)
    write_polyline (w, ink, piece, n, closed);
  else if (ink->element >= m->n_bodies || !tr_body_get_ops (&m->bodies[ink->element])->has_local ||
           !write_recognized (w, ink, piece, n, closed))
    write_spline (w, ink, piece, n);
}

static void
write_outline (Writer *w, const TrInk *ink)
{
  g_autoptr (GArray) pieces = g_array_new (FALSE, FALSE, sizeof (TrPiece));
  TrPieceIter iter = tr_piece_iter_make (ink->outline);
  TrPiece piece;

  while (tr_piece_iter_next (&iter, &piece)) {
    g_array_append_val (pieces, piece);
    if (!piece.last)
      continue;
    write_subpath (w, ink, pieces, piece.verb == TR_VERB_CLOSE);
    g_array_set_size (pieces, 0);
  }
}

// Kinds that DXF has too are written from their own numbers.
static bool
write_body (Writer *w, const TrInk *ink)
{
  const TrBody *b = &w->job->m->bodies[ink->element];
  const double *q = tr_body_q (b, w->job->state->q);
  double mm = w->job->paint.mm_per_unit;
  Vec2 at = b->n >= 2 ? v2 (mm * q[0], mm * q[1]) : v2 (0, 0);

  switch (b->kind) {
  case TR_BODY_POINT:
    write_point (w, ink, at);
    return true;
  case TR_BODY_CIRCLE:
    write_circle (w, ink, at, mm * q[2]);
    return true;
  case TR_BODY_ARC:
    write_arc (w, ink, at, mm * q[2], q[3], q[4]);
    return true;
  case TR_BODY_ELLIPSE:
    write_ellipse (w, ink, at, v2 (mm * q[2], mm * q[3]), q[4]);
    return true;
  case TR_BODY_SEGMENT:
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return false;
}

static void
write_ink (const TrInk *ink, gpointer data)
{
  Writer *w = data;

  if (tr_outline_is_empty (ink->outline))
    return;
  if (ink->kind == TR_INK_PICTURE) {
    w->n_pictures++;
    return;
  }
  w->dxf.box = tr_bounds_union (w->dxf.box, tr_outline_hull (ink->outline));
  if (ink->kind == TR_INK_TEXT && is_upright (ink->frame)) {
    write_text (w, ink);
    return;
  }
  bool is_body = ink->element < w->job->m->n_bodies;
  bool is_point = is_body && w->job->m->bodies[ink->element].kind == TR_BODY_POINT;
  w->n_fillings += ink->kind == TR_INK_PATH && tr_pen_has_fill (&ink->pen) && !is_point;
  if (!is_body || !write_body (w, ink))
    write_outline (w, ink);
}

GBytes *
tr_export_dxf (const TrExportJob *job, GString *notes)
{
  Writer w = {.job = job, .dxf.out = g_string_new (NULL), .dxf.box = tr_bounds_empty ()};
  g_autoptr (GPtrArray) layers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) dashes = g_ptr_array_new_with_free_func (free_dash);
  TrPaintOptions paint = job->paint;

  paint.with_construction = true;
  g_ptr_array_add (layers, g_strdup ("0"));
  w.dxf.layers = layers;
  w.dxf.dashes = dashes;
  w.dxf.handle = TR_DXF_SPACE;
  tr_ink_each (job->m, job->state, &paint, write_ink, &w);
  if (w.n_fillings > 0)
    tr_export_note (notes,
                    ngettext ("%d filling is left out: in DXF it is an outline",
                              "%d fillings are left out: in DXF they are outlines",
                              (gulong) w.n_fillings),
                    w.n_fillings);
  if (w.n_pictures > 0)
    tr_export_note (notes,
                    ngettext ("%d picture is left out: DXF has none",
                              "%d pictures are left out: DXF has none", (gulong) w.n_pictures),
                    w.n_pictures);
  return tr_dxf_file (&w.dxf, job->title);
}
