// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/import/svg-style.h"

#include "render/svg-value.h"

#include <string.h>

#define GRADIENT_LINKS 8
#define MM_PER_PIXEL   (25.4 / 96)

typedef struct {
  TrSvgStyle *style;
  const TrSvgStyle *parent;
  GHashTable *ids;
  double whole;
} Cascade;

TrSvgStyle
tr_svg_style_make (void)
{
  return (TrSvgStyle){
      .fill = {.a = 1},
      .stroke = {.is_none = true},
      .color = {.a = 1},
      .fill_opacity = 1,
      .stroke_opacity = 1,
      .opacity = 1,
      .width = 1,
      .cap = CAIRO_LINE_CAP_BUTT,
      .join = CAIRO_LINE_JOIN_MITER,
      .font_size = 16,
      .is_shown = true,
      .is_visible = true,
  };
}

static void
stop_color_cb (const char *name, const char *value, gpointer data)
{
  if (strcmp (name, "stop-color") == 0)
    tr_svg_parse_color (value, data);
}

// The colour of a gradient's first stop, its own or that of the gradient that it leads to.
static bool
gradient_color (GHashTable *ids, const char *id, int depth, TrColor *out)
{
  const xmlNode *node = g_hash_table_lookup (ids, id);

  if (!node || depth == 0 || !strstr ((const char *) node->name, "Gradient"))
    return false;
  for (const xmlNode *n = node->children; n; n = n->next)
    if (tr_svg_tree_is (n, "stop")) {
      g_autofree char *own = tr_svg_tree_get (n, "stop-color");
      g_autofree char *style = tr_svg_tree_get (n, "style");
      *out = (TrColor){.a = 1};
      if (own)
        tr_svg_parse_color (own, out);
      for (int important = 0; style && important < 2; important++)
        tr_svg_each_declaration (style, important, stop_color_cb, out);
      return true;
    }
  g_autofree char *href = tr_svg_tree_get_href (node);
  return href && href[0] == '#' && gradient_color (ids, href + 1, depth - 1, out);
}

// "url(#id)": the id; NULL: something else.
static char *
url_id (const char *value)
{
  if (!g_str_has_prefix (value, "url("))
    return NULL;
  const char *s = value + 4 + strspn (value + 4, " '\"#");
  return g_strndup (s, strcspn (s, " '\")"));
}

static void
set_paint (Cascade *c, TrColor *paint, const char *value)
{
  g_autofree char *id = url_id (value);

  if (id) {
    const char *behind = strchr (value, ')');
    bool is_gradient = gradient_color (c->ids, id, GRADIENT_LINKS, paint);
    if (!is_gradient && !(behind && behind[1] && tr_svg_parse_color (behind + 1, paint)))
      paint->is_none = true;
    c->style->lost |= is_gradient ? TR_SVG_LOST_GRADIENT : TR_SVG_LOST_PATTERN;
  } else if (g_ascii_strcasecmp (value, "currentColor") == 0)
    *paint = c->style->color;
  else if (!tr_svg_parse_color (value, paint))
    c->style->lost |= TR_SVG_LOST_VALUE;
}

static void
set_share (double *x, const char *value)
{
  double read;

  if (tr_svg_parse_length (value, 1, 1, &read))
    *x = fmin (fmax (read, 0), 1);
}

static void
set_dash (Cascade *c, const char *value)
{
  TrSvgStyle *s = c->style;
  g_auto (GStrv) list = g_strsplit_set (value, ", \t\r\n", -1);
  double sum = 0, x;

  s->n_dash = 0;
  for (int i = 0; list[i] && s->n_dash < TR_SVG_DASHES; i++)
    if (tr_svg_parse_length (list[i], c->whole, s->font_size, &x) && x >= 0) {
      s->dash[s->n_dash++] = x;
      sum += x;
    }
  if (!(sum > 0))
    s->n_dash = 0;
}

static bool
set_line (Cascade *c, const char *name, const char *value)
{
  TrSvgStyle *s = c->style;
  double x;

  if (strcmp (name, "stroke-width") == 0) {
    if (tr_svg_parse_length (value, c->whole, s->font_size, &x) && x >= 0)
      s->width = x;
    else
      s->lost |= TR_SVG_LOST_VALUE;
  } else if (strcmp (name, "vector-effect") == 0)
    s->is_fixed = strcmp (value, "non-scaling-stroke") == 0;
  else if (strcmp (name, "stroke-dasharray") == 0)
    set_dash (c, value);
  else if (strcmp (name, "stroke-linecap") == 0)
    s->cap = strcmp (value, "round") == 0    ? CAIRO_LINE_CAP_ROUND
             : strcmp (value, "square") == 0 ? CAIRO_LINE_CAP_SQUARE
                                             : CAIRO_LINE_CAP_BUTT;
  else if (strcmp (name, "fill-rule") == 0)
    s->is_even_odd = strcmp (value, "evenodd") == 0;
  else if (strcmp (name, "stroke-linejoin") == 0)
    s->join = strcmp (value, "round") == 0   ? CAIRO_LINE_JOIN_ROUND
              : strcmp (value, "bevel") == 0 ? CAIRO_LINE_JOIN_BEVEL
                                             : CAIRO_LINE_JOIN_MITER;
  else
    return false;
  return true;
}

static bool
set_color (Cascade *c, const char *name, const char *value)
{
  TrSvgStyle *s = c->style;

  if (strcmp (name, "fill") == 0)
    set_paint (c, &s->fill, value);
  else if (strcmp (name, "stroke") == 0)
    set_paint (c, &s->stroke, value);
  else if (strcmp (name, "color") == 0)
    tr_svg_parse_color (value, &s->color);
  else if (strcmp (name, "fill-opacity") == 0)
    set_share (&s->fill_opacity, value);
  else if (strcmp (name, "stroke-opacity") == 0)
    set_share (&s->stroke_opacity, value);
  else if (strcmp (name, "opacity") == 0) {
    double own = 1;
    set_share (&own, value);
    s->opacity = c->parent->opacity * own;
  } else
    return false;
  return true;
}

static bool
set_face (TrSvgStyle *s, const char *name, const char *value)
{
  static const char *const names[] = {"font-family", "font-weight", "font-style"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *lower = g_ascii_strdown (value, -1);
    bool is_usual = i == 0 ? strstr (lower, "sans") != NULL
                           : strcmp (lower, "normal") == 0 || strcmp (lower, "400") == 0;
    if (strcmp (name, names[i]) != 0)
      continue;
    s->face = is_usual ? s->face & ~(1u << i) : s->face | (1u << i);
    return true;
  }
  return false;
}

static bool
set_text (Cascade *c, const char *name, const char *value)
{
  TrSvgStyle *s = c->style;
  double x, em = c->parent->font_size;

  if (strcmp (name, "font-size") == 0) {
    if (tr_svg_parse_length (value, em, em, &x) && x > 0)
      s->font_size = x;
  } else if (strcmp (name, "text-anchor") == 0)
    s->anchor = strcmp (value, "middle") == 0 ? 0.5 : strcmp (value, "end") == 0;
  else
    return set_face (s, name, value);
  return true;
}

static void
note_lost (Cascade *c, const char *name, const char *value)
{
  static const struct {
    const char *name;
    TrSvgLost lost;
  } lost[] = {
      {"clip-path", TR_SVG_LOST_CLIP},      {"mask", TR_SVG_LOST_MASK},
      {"filter", TR_SVG_LOST_FILTER},       {"marker", TR_SVG_LOST_MARKER},
      {"marker-start", TR_SVG_LOST_MARKER}, {"marker-mid", TR_SVG_LOST_MARKER},
      {"marker-end", TR_SVG_LOST_MARKER},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lost); i++)
    if (strcmp (name, lost[i].name) == 0 && strcmp (value, "none") != 0)
      c->style->lost |= lost[i].lost;
}

static void
set_cb (const char *name, const char *value, gpointer data)
{
  Cascade *c = data;

  if (strcmp (value, "inherit") == 0 || set_color (c, name, value) || set_line (c, name, value) ||
      set_text (c, name, value))
    return;
  if (strcmp (name, "display") == 0)
    c->style->is_shown = c->parent->is_shown && strcmp (value, "none") != 0;
  else if (strcmp (name, "visibility") == 0)
    c->style->is_visible = strcmp (value, "visible") == 0;
  else
    note_lost (c, name, value);
}

// currentColor is that of the element: its own colour is read before its paints.
static void
set_own_color_cb (const char *name, const char *value, gpointer data)
{
  if (strcmp (name, "color") == 0)
    set_cb (name, value, data);
}

TrSvgStyle
tr_svg_style_of (const xmlNode *node,
                 const TrSvgStyle *parent,
                 const TrSvgSheet *sheet,
                 GHashTable *ids,
                 double whole,
                 guint *work)
{
  const TrSvgDeclaration passes[] = {set_own_color_cb, set_cb};
  TrSvgStyle style = *parent;
  Cascade c = {&style, parent, ids, whole};
  g_autofree char *own = tr_svg_tree_get (node, "style");

  style.lost = 0;
  style.is_fixed = false;
  for (int i = 0; i < 2; i++) {
    for (const xmlAttr *a = node->properties; a; a = a->next)
      if (!a->ns) {
        g_autofree char *value = tr_svg_tree_attribute_text (a);
        passes[i]((const char *) a->name, g_strstrip (value), &c);
      }
    for (int important = 0; important < 2; important++) {
      *work += tr_svg_sheet_each (sheet, node, important, passes[i], &c);
      if (own)
        tr_svg_each_declaration (own, important, passes[i], &c);
    }
  }
  return style;
}

// A transform says pixels and degrees where an attribute says neither.
static char *
drop_units (const char *value)
{
  GString *text = g_string_new (value);

  g_string_replace (text, "px", "", 0);
  g_string_replace (text, "deg", "", 0);
  return g_string_free (text, FALSE);
}

static void
place_cb (const char *name, const char *value, gpointer data)
{
  static const char *const geometry[] = {"x", "y",  "width", "height",    "cx", "cy",
                                         "r", "rx", "ry",    "transform", NULL};

  if (!g_strv_contains (geometry, name) || strcmp (value, "auto") == 0 ||
      strcmp (value, "inherit") == 0)
    return;
  g_autofree char *plain = strcmp (name, "transform") == 0 ? drop_units (value) : g_strdup (value);
  xmlSetProp (data, (const xmlChar *) name, (const xmlChar *) plain);
}

void
tr_svg_style_place (xmlNode *node, const TrSvgSheet *sheet, guint *work)
{
  g_autofree char *own = tr_svg_tree_get (node, "style");

  for (int important = 0; important < 2; important++) {
    *work += tr_svg_sheet_each (sheet, node, important, place_cb, node);
    if (own)
      tr_svg_each_declaration (own, important, place_cb, node);
  }
}

TrBodyKind
tr_svg_class_kind (const char *class)
{
  return class && g_str_has_prefix (class, TR_SVG_CLASS)
             ? tr_body_kind_from_name (class + strlen (TR_SVG_CLASS))
             : TR_N_BODY_KINDS;
}

TrPen
tr_svg_style_pen (TrSvgStyle *style, double scale)
{
  TrPen pen = tr_pen_default ();

  scale = style->is_fixed ? MM_PER_PIXEL : scale;
  pen.fill = style->fill;
  pen.fill.a *= style->fill_opacity * style->opacity;
  pen.stroke = style->stroke;
  pen.stroke.a *= style->stroke_opacity * style->opacity;
  pen.width = style->width * scale;
  // A line of no width is none; a document's style has no width without a stroke.
  pen.stroke.is_none |= !(pen.width > 0);
  pen.cap = style->cap;
  pen.join = style->join;
  for (int i = 0; i < style->n_dash; i++)
    style->dash[i] *= scale;
  pen.dash = style->dash;
  pen.n_dash = style->n_dash;
  return pen;
}
