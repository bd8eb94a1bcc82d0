// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What was imported, as texts of the format.

#include "render/import/import-private.h"

#include "doc/json.h"

char *
tr_import_escape_braces (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *c = text; *c; c++) {
    g_string_append_c (out, *c);
    if (*c == '{' || *c == '}')
      g_string_append_c (out, *c);
  }
  return g_string_free (out, FALSE);
}

static void
append_member (GString *out, const char *name, const char *text)
{
  if (!text || !*text)
    return;
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_string_append_printf (out, ", \"%s\": ", name);
  tr_json_append_string (out, valid);
}

static void
append_number_member (GString *out, const char *name, double x)
{
  g_string_append_printf (out, ", \"%s\": ", name);
  tr_json_append_number (out, x);
}

static void
append_place_member (GString *out, const char *name, Vec2 p)
{
  g_string_append_printf (out, ", \"%s\": ", name);
  tr_json_append_place (out, p);
}

static void
append_color (GString *out, const char *name, TrColor c)
{
  const double v[4] = {c.r, c.g, c.b, c.a};

  if (out->str[out->len - 1] != '{')
    g_string_append (out, ", ");
  g_string_append_printf (out, "\"%s\": \"", name);
  if (c.is_none)
    g_string_append (out, "none");
  else
    g_string_append_c (out, '#');
  for (int i = 0; !c.is_none && i < (c.a < 1 ? 4 : 3); i++)
    g_string_append_printf (out, "%02x", (guint) lround (255 * v[i]));
  g_string_append_c (out, '"');
}

static void
append_dash (GString *out, const TrPen *pen, double k)
{
  for (int i = 0; i < pen->n_dash; i++) {
    g_string_append (out, i ? ", " : ", \"dash\": [");
    tr_json_append_number (out, k * pen->dash[i]);
  }
  if (pen->n_dash > 0)
    g_string_append_c (out, ']');
}

// The members that differ from the defaults; nothing where none does.
static void
append_style (GString *out, const TrPen *pen)
{
  static const char *const caps[] = {"butt", "round", "square"};
  static const char *const joins[] = {"miter", "round", "bevel"};
  TrPen usual = tr_pen_default ();
  g_autoptr (GString) style = g_string_new ("{");
  TrColor c = pen->stroke;

  if (c.is_none || c.r > 0 || c.g > 0 || c.b > 0 || c.a < 1)
    append_color (style, "stroke", c);
  if (!pen->fill.is_none)
    append_color (style, "fill", pen->fill);
  g_autoptr (GString) more = g_string_new (NULL);
  if (!c.is_none && fabs (pen->width - usual.width) > 1e-9)
    append_number_member (more, "width", pen->width);
  append_dash (more, pen, 1);
  if (!c.is_none && pen->cap != CAIRO_LINE_CAP_BUTT)
    append_member (more, "cap", caps[pen->cap]);
  if (!c.is_none && pen->join != CAIRO_LINE_JOIN_MITER)
    append_member (more, "join", joins[pen->join]);
  g_string_append (style, more->str + (style->len == 1 && more->len > 0 ? 2 : 0));
  if (style->len > 1)
    g_string_append_printf (out, ", \"style\": %s}", style->str);
}

char *
tr_import_write_look (const TrImportLook *look)
{
  GString *out = g_string_new (NULL);

  append_member (out, "name", look->name);
  append_style (out, &look->pen);
  append_member (out, "layer", look->layer);
  if (look->construction)
    g_string_append (out, ", \"construction\": true");
  if (look->hidden)
    g_string_append (out, ", \"hidden\": true");
  return g_string_free (out, FALSE);
}

static Vec2
shift (Vec2 p, TrImportShift by)
{
  p = v2_add (p, by.by);
  return v2 (round (p.x * by.grain) / by.grain, round (p.y * by.grain) / by.grain);
}

static void
append_points (GString *out, const TrFigure *s, TrImportShift by)
{
  g_string_append (out, ", \"points\": [");
  for (int i = 0; i < s->n; i++) {
    if (i > 0)
      g_string_append (out, ", ");
    tr_json_append_place (out, shift (s->p[i], by));
  }
  g_string_append_c (out, ']');
  if (s->closed)
    g_string_append (out, ", \"closed\": true");
}

static void
append_shape (GString *out, const TrFigure *s, TrImportShift by)
{
  switch (s->kind) {
  case TR_BODY_POINT:
    append_place_member (out, "at", shift (s->p[0], by));
    break;
  case TR_BODY_SEGMENT:
    append_place_member (out, "a", shift (s->p[0], by));
    append_place_member (out, "b", shift (s->p[1], by));
    break;
  case TR_BODY_POLYLINE:
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
    append_points (out, s, by);
    break;
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
    append_place_member (out, "center", shift (s->p[0], by));
    append_number_member (out, "radius", s->value[0]);
    if (s->kind == TR_BODY_ARC) {
      append_number_member (out, "start", s->value[1]);
      append_number_member (out, "end", s->value[2]);
    }
    break;
  case TR_BODY_ELLIPSE:
    append_place_member (out, "center", shift (s->p[0], by));
    append_place_member (out, "radii", v2 (s->value[0], s->value[1]));
    append_number_member (out, "rotation", s->value[2]);
    break;
  case TR_BODY_SHEET: // a picture: its axes are among the rest
    append_place_member (out, "origin", shift (s->p[0], by));
    break;
  case TR_BODY_RIGID:
  case TR_BODY_FORMULA:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    g_assert_not_reached ();
  }
}

char *
tr_import_write (const TrImportElement *e, TrImportShift by)
{
  GString *out = g_string_new (NULL);

  if (e->is_label) {
    g_string_append (out, "{\"at\": {\"at\": ");
    tr_json_append_place (out, shift (e->shape.p[0], by));
    g_string_append_printf (out, "}%s}", e->rest);
    return g_string_free (out, FALSE);
  }
  g_string_append_printf (out, "{\"id\": \"%s\", \"kind\": \"%s\"", e->id,
                          tr_body_ops[e->shape.kind]->name);
  append_shape (out, &e->shape, by);
  g_string_append_printf (out, "%s}", e->rest);
  return g_string_free (out, FALSE);
}

char *
tr_import_write_label (const char *text, double size)
{
  GString *out = g_string_new (NULL);

  append_member (out, "text", text);
  append_number_member (out, "size", size);
  return g_string_free (out, FALSE);
}

// The sheet's axes are unit vectors where the picture is upright: its size is told by "size".
char *
tr_import_write_picture (const char *uri, Affine frame, const TrImportLook *look)
{
  Vec2 u = v2 (frame.m.xx, frame.m.yx), v = v2 (frame.m.xy, frame.m.yy);
  Vec2 size = v2 (v2_norm (u), v2_norm (v));
  const double rect[4] = {-0.5 * size.x, -0.5 * size.y, size.x, size.y};
  GString *out = g_string_new (NULL);

  append_place_member (out, "u", v2_scale (u, 1 / size.x));
  append_place_member (out, "v", v2_scale (v, 1 / size.y));
  append_place_member (out, "size", size);
  g_string_append (out, ", \"drawing\": [{\"image\": ");
  tr_json_append_string (out, uri);
  for (int i = 0; i < 4; i++) {
    g_string_append (out, i ? ", " : ", \"rect\": [");
    tr_json_append_number (out, rect[i]);
  }
  g_string_append (out, "]}]");
  append_member (out, "name", look->name);
  append_member (out, "layer", look->layer);
  return g_string_free (out, FALSE);
}

static void
append_outline (GString *out, const TrOutline *o, Affine fit, double grain)
{
  static const char letter[] = {'M', 'L', 'C', 'Z'};
  static const int n_points[] = {1, 1, 3, 0};
  const Vec2 *p = (const Vec2 *) (void *) o->points->data;

  for (guint i = 0; i < o->verbs->len; i++) {
    int verb = o->verbs->data[i];
    g_string_append_printf (out, "%s%c", i ? " " : "", letter[verb]);
    for (int k = 0; k < n_points[verb]; k++) {
      Vec2 at = shift (aff_apply (fit, *p++), (TrImportShift){v2 (0, 0), grain});
      g_string_append_c (out, ' ');
      tr_json_append_number (out, at.x);
      g_string_append_c (out, ' ');
      tr_json_append_number (out, at.y);
    }
  }
}

// Where the unit square lies as it would upright, how it is turned about its middle, and whether
// left and right have changed.
static void
append_rect (GString *out, Affine f, double grain)
{
  Vec2 size = v2 (hypot (f.m.xx, f.m.yx), hypot (f.m.xy, f.m.yy));
  Vec2 corner = v2_sub (aff_apply (f, v2 (0.5, 0.5)), v2_scale (size, 0.5));
  bool mirrored = m2_det (f.m) < 0;
  double turn = mirrored ? atan2 (-f.m.yx, -f.m.xx) : atan2 (f.m.yx, f.m.xx);
  corner = shift (corner, (TrImportShift){v2 (0, 0), grain});
  const double rect[4] = {corner.x, corner.y, size.x, size.y};

  for (int i = 0; i < 4; i++) {
    g_string_append (out, i ? ", " : ", \"rect\": [");
    tr_json_append_number (out, rect[i]);
  }
  g_string_append_c (out, ']');
  if (fabs (turn) > 1e-12)
    append_number_member (out, "rotation", turn);
  if (mirrored)
    g_string_append (out, ", \"mirrored\": true");
}

void
tr_import_write_mark (GString *out, const TrImportMark *mark, Affine fit, double k, double grain)
{
  Affine f = aff_mul (fit, mark->frame);

  f.t = shift (f.t, (TrImportShift){v2 (0, 0), grain});
  switch (mark->kind) {
  case TR_MARK_PATH:
    g_string_append (out, "{\"path\": \"");
    append_outline (out, &mark->outline, fit, grain);
    g_string_append_c (out, '"');
    append_color (out, "stroke", mark->pen.stroke);
    append_number_member (out, "width", mark->pen.stroke.is_none ? 0 : k * mark->pen.width);
    append_dash (out, &mark->pen, k);
    append_color (out, "fill", mark->pen.fill);
    break;
  case TR_MARK_TEXT:
    g_string_append (out, "{\"text\": ");
    tr_json_append_string (out, mark->text);
    append_place_member (out, "at", f.t);
    append_number_member (out, "size", f.m.xx);
    break;
  case TR_MARK_IMAGE:
    g_string_append (out, "{\"image\": ");
    tr_json_append_string (out, mark->text);
    append_rect (out, f, grain);
    break;
  }
  g_string_append_c (out, '}');
}
