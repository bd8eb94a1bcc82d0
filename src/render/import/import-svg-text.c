// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts as labels, one for each run with a place of its own; pictures as sheets.

#include "render/import/import-svg-private.h"

#include "render/picture.h"
#include "render/text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  const TrSvgReader *r;
  const TrSvgPlace *at; // of the text
  GString *run;
  Vec2 pen; // where the run starts, user units
  double size, anchor;
  bool has_face;
} Setting;

// Runs of white space are one space, as SVG has it unless told otherwise.
static void
append_collapsed (GString *out, const char *text)
{
  for (const char *c = text; *c; c++)
    if (!strchr (" \t\r\n", *c))
      g_string_append_c (out, *c);
    else if (out->len > 0 && out->str[out->len - 1] != ' ')
      g_string_append_c (out, ' ');
}

// Sizes of labels are of paper, whatever the units of the drawing.
void
tr_svg_add_text (
    const TrSvgReader *r, const TrSvgPlace *at, const char *text, Vec2 pen, double size)
{
  double scale = sqrt (fabs (m2_det (at->f.m))) / tr_import_units_per_mm (r->out);
  g_autofree char *escaped = tr_import_escape_braces (text);

  tr_import_add_label (r->out, escaped, aff_apply (at->f, pen), round (size * scale * 1e6) / 1e6);
}

static void
flush_run (Setting *s)
{
  const TrSvgPlace *at = s->at;
  double scale = sqrt (fabs (m2_det (at->f.m)));
  bool is_level = fabs (at->f.m.yx) <= 1e-6 * scale && at->f.m.xx > 0;
  TrImport *out = s->r->out;

  g_strchomp (s->run->str);
  if (s->run->str[0] && at->style.is_shown && at->style.is_visible) {
    Vec2 pen = s->pen;
    if (s->anchor > 0 && tr_import_spend (out, 100 * (20 + s->run->len)))
      pen.x -= s->anchor * s->size * tr_text_width (s->run->str);
    tr_svg_add_text (s->r, at, s->run->str, pen, s->size);
    if (!is_level)
      tr_import_leave_out (out, at->id ? at->id : "text", _ ("a text that is turned is set level"));
    if (at->style.fill.r > 0 || at->style.fill.g > 0 || at->style.fill.b > 0)
      tr_import_leave_out (out, at->id ? at->id : "text", _ ("the colour of a text"));
    if (s->has_face)
      tr_import_leave_out (out, at->id ? at->id : "text", _ ("the font of a text"));
  }
  g_string_truncate (s->run, 0);
}

// Whether the element has a list of numbers there, and its first.
static bool
get_first (const TrSvgPlace *at, const char *name, double whole, double *x)
{
  g_autofree char *text = tr_svg_tree_get (at->node, name);

  if (!text)
    return false;
  text[strcspn (text, " ,\t\r\n")] = '\0';
  return tr_svg_parse_length (text, whole, at->style.font_size, x);
}

static void
set_below (Setting *s, const TrSvgPlace *place)
{
  double x, y;
  guint work = 0;

  for (const xmlNode *n = place->node->children; n; n = n->next) {
    if (!tr_import_spend (s->r->out, 4))
      return;
    if (n->type == XML_TEXT_NODE && n->content)
      append_collapsed (s->run, (const char *) n->content);
    if (!tr_svg_tree_is_element (n))
      continue;
    TrSvgPlace inner = *place;
    inner.node = n;
    inner.style = tr_svg_style_of (n, &place->style, s->r->sheet, s->r->ids,
                                   tr_svg_mean_side (place->view), &work);
    bool has_x = get_first (&inner, "x", place->view.x, &x);
    bool has_y = get_first (&inner, "y", place->view.y, &y);
    if (has_x || has_y) {
      flush_run (s);
      s->pen = v2 (has_x ? x : s->pen.x, has_y ? y : s->pen.y);
    }
    if (get_first (&inner, "dy", place->view.y, &y) && s->run->len == 0)
      s->pen.y += y;
    s->size = inner.style.font_size;
    s->anchor = inner.style.anchor;
    s->has_face = inner.style.face != 0;
    set_below (s, &inner);
  }
  tr_import_spend (s->r->out, work);
}

void
tr_svg_read_text (const TrSvgReader *r, TrSvgPlace *at)
{
  g_autoptr (GString) run = g_string_new (NULL);
  Setting s = {r, at, run, v2 (0, 0), at->style.font_size, at->style.anchor, at->style.face != 0};

  get_first (at, "x", at->view.x, &s.pen.x);
  get_first (at, "y", at->view.y, &s.pen.y);
  set_below (&s, at);
  flush_run (&s);
}

static char *
without_space (const char *text)
{
  GString *out = g_string_sized_new (strlen (text));

  for (const char *c = text; *c; c++)
    if (!g_ascii_isspace (*c))
      g_string_append_c (out, *c);
  return g_string_free (out, FALSE);
}

void
tr_svg_read_image (const TrSvgReader *r, TrSvgPlace *at)
{
  g_autofree char *href = tr_svg_tree_get_href (at->node), *title = NULL;
  g_autofree char *uri = without_space (href ? href : "");
  const char *where = at->id ? at->id : "image";
  g_autoptr (GError) error = NULL;
  cairo_surface_t *surface;
  Vec2 pixels;

  if (!g_str_has_prefix (uri, "data:")) {
    tr_import_leave_out (r->out, where, _ ("a picture that is kept in another file"));
    return;
  }
  surface = tr_picture_load (uri, &error);
  if (!surface) {
    tr_import_leave_out (r->out, where, _ ("a picture that cannot be read: %s"), error->message);
    return;
  }
  pixels = v2 (cairo_image_surface_get_width (surface), cairo_image_surface_get_height (surface));
  cairo_surface_destroy (surface);
  const double box[4] = {0, 0, pixels.x, pixels.y};
  Vec2 low =
      v2 (tr_svg_get_length (at, "x", at->view.x, 0), tr_svg_get_length (at, "y", at->view.y, 0));
  Vec2 size = v2 (tr_svg_get_length (at, "width", at->view.x, pixels.x),
                  tr_svg_get_length (at, "height", at->view.y, pixels.y));
  g_autofree char *aspect = tr_svg_tree_get (at->node, "preserveAspectRatio");
  // The unit square, y up, in the picture's pixels, in its place.
  Affine f = tr_svg_fit_box (box, size, aspect);
  f.t = v2_add (f.t, low);
  f = aff_mul (f, (Affine){{pixels.x, 0, 0, -pixels.y}, v2 (0, pixels.y)});
  TrImportLook look = tr_svg_look (r, at, title);
  if (tr_import_spend (r->out, (gsize) (pixels.x * pixels.y / 1000)))
    tr_import_add_picture (r->out, uri, aff_mul (at->f, f), &look);
}
