// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// SVG 1.1 and what people use of SVG 2: the tree is walked in the order in which it is painted,
// each shape becomes an outline in drawing units, each outline a body.

#include "render/import/import-svg-private.h"

#include "doc/json.h"
#include "render/import/svg-holes.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DEPTH_MAX    256
#define ELEMENT_WORK 16
#define MM_PER_PIXEL (25.4 / 96)

static void walk_children (const TrSvgReader *r, const TrSvgPlace *at);
static void walk (const TrSvgReader *r, const TrSvgPlace *parent, const xmlNode *node);

static bool
is_one_of (const char *name, const char *const *list)
{
  return g_strv_contains (list, name);
}

static const char *
where (const TrSvgPlace *at)
{
  return at->id ? at->id : (const char *) at->node->name;
}

static void
tell_lost (const TrSvgReader *r, const TrSvgPlace *at)
{
  static const struct {
    TrSvgLost lost;
    const char *what;
  } told[] = {
      {TR_SVG_LOST_GRADIENT, N_ ("a gradient: its first colour stands for it")},
      {TR_SVG_LOST_PATTERN, N_ ("a pattern or another paint that is kept elsewhere")},
      {TR_SVG_LOST_CLIP, N_ ("clipping")},
      {TR_SVG_LOST_MASK, N_ ("a mask")},
      {TR_SVG_LOST_FILTER, N_ ("a filter")},
      {TR_SVG_LOST_MARKER, N_ ("markers at the ends and corners")},
      {TR_SVG_LOST_VALUE, N_ ("a colour or a width that cannot be understood")},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (told); i++)
    if (at->style.lost & told[i].lost)
      tr_import_leave_out (r->out, where (at), "%s", _ (told[i].what));
}

TrImportLook
tr_svg_look (const TrSvgReader *r, TrSvgPlace *at, const char *name)
{
  double scale = sqrt (fabs (m2_det (at->f.m))) / tr_import_units_per_mm (r->out);
  TrPen pen = tr_svg_style_pen (&at->style, scale);

  pen.width = round (pen.width * 1e9) / 1e9;
  g_autofree char *class = tr_svg_tree_get (at->node, "class");
  return (TrImportLook){
      .id = at->id,
      .name = name,
      .layer = at->layer,
      .hidden = !at->style.is_shown || !at->style.is_visible,
      .hint = tr_svg_class_kind (class),
      .pen = pen,
  };
}

// What people call it: Inkscape's label, or the title.
static char *
dup_name (const xmlNode *node)
{
  char *label = tr_svg_tree_get_foreign (node, "label");

  for (const xmlNode *n = node->children; n && !label; n = n->next)
    if (tr_svg_tree_is (n, "title")) {
      GString *text = g_string_new (NULL);
      tr_svg_tree_append_text (n, text);
      label = g_strstrip (g_string_free (text, FALSE));
    }
  return label;
}

static bool
is_even (Mat2 m)
{
  double a = hypot (m.xx, m.yx), b = hypot (m.xy, m.yy);

  return fabs (a - b) <= 1e-3 * (a + b) && fabs (m.xx * m.xy + m.yx * m.yy) <= 1e-3 * a * b;
}

// Drawings fill whatever an outline winds round other than to 0, and of bodies each subpath by itself:
// tells where that fills what the file does not.
static void
read_filling (const TrSvgReader *r, const TrSvgPlace *at, TrOutline *outline)
{
  bool makes_marks = tr_import_makes_marks (r->out);

  if (makes_marks && at->style.is_even_odd)
    tr_import_spend (r->out, tr_svg_holes_turn (outline) / 16);
  TrSvgSpill spill = tr_svg_holes_spill (outline, at->style.is_even_odd);
  tr_import_spend (r->out, spill.work / 16);
  if (spill.apart && spill.n_parts > 1 && !makes_marks)
    tr_import_leave_out (r->out, where (at),
                         _ ("holes: its parts are filled each on its own; put on a sheet or a "
                            "rigid link they stay holes"));
  else if (spill.together)
    tr_import_leave_out (r->out, where (at),
                         _ ("the even-odd rule: what its line winds round twice is filled"));
}

static void
read_shape (const TrSvgReader *r, TrSvgPlace *at, TrOutline *outline, bool whole)
{
  g_autofree char *name = dup_name (at->node);
  TrImportLook look = tr_svg_look (r, at, name);

  if (!whole)
    tr_import_leave_out (r->out, where (at), _ ("what comes after an error in its data"));
  if (tr_outline_is_empty (outline)) {
    if (!tr_svg_tree_is (at->node, "path"))
      tr_import_leave_out (r->out, where (at), _ ("a shape without a size"));
    return;
  }
  if (!tr_pen_has_stroke (&look.pen) && !tr_pen_has_fill (&look.pen)) {
    tr_import_leave_out (r->out, where (at), _ ("a shape with neither line nor filling"));
    return;
  }
  if (tr_pen_has_stroke (&look.pen) && !is_even (at->f.m))
    tr_import_leave_out (r->out, where (at), _ ("the uneven width of a stretched line"));
  if (tr_pen_has_fill (&look.pen))
    read_filling (r, at, outline);
  tr_outline_transform (outline, at->f);
  tr_import_add_outline (r->out, outline, &look);
}

// The box of a viewBox; false where there is none that makes sense.
static bool
get_view_box (const xmlNode *node, double box[4])
{
  g_autofree char *text = tr_svg_tree_get (node, "viewBox");

  return text && tr_svg_read_numbers (text, box, 4) == 4 && box[2] > 0 && box[3] > 0;
}

// Into an svg or a symbol of a size: its own user units.
static void
enter_view (TrSvgPlace *at, Vec2 size)
{
  g_autofree char *aspect = tr_svg_tree_get (at->node, "preserveAspectRatio");
  double box[4];

  at->view = size;
  if (get_view_box (at->node, box)) {
    at->f = aff_mul (at->f, tr_svg_fit_box (box, size, aspect));
    at->view = v2 (box[2], box[3]);
  }
}

static void
read_svg (const TrSvgReader *r, TrSvgPlace *at)
{
  Vec2 corner =
      v2 (tr_svg_get_length (at, "x", at->view.x, 0), tr_svg_get_length (at, "y", at->view.y, 0));

  at->f = aff_mul (at->f, (Affine){{1, 0, 0, 1}, corner});
  enter_view (at, v2 (tr_svg_get_length (at, "width", at->view.x, at->view.x),
                      tr_svg_get_length (at, "height", at->view.y, at->view.y)));
  walk_children (r, at);
}

static bool
is_inside (const TrSvgPlace *at, const xmlNode *node)
{
  for (; at; at = at->parent)
    if (at->node == node)
      return true;
  return false;
}

static void
read_use (const TrSvgReader *r, TrSvgPlace *at)
{
  g_autofree char *href = tr_svg_tree_get_href (at->node);
  const xmlNode *target = href && href[0] == '#' ? g_hash_table_lookup (r->ids, href + 1) : NULL;
  Vec2 corner =
      v2 (tr_svg_get_length (at, "x", at->view.x, 0), tr_svg_get_length (at, "y", at->view.y, 0));

  if (!target || is_inside (at, target)) {
    tr_import_leave_out (r->out, where (at),
                         target ? _ ("what refers to itself")
                                : _ ("what it refers to is not there"));
    return;
  }
  at->f = aff_mul (at->f, (Affine){{1, 0, 0, 1}, corner});
  if (!tr_svg_tree_is (target, "symbol")) {
    walk (r, at, target);
    return;
  }
  TrSvgPlace symbol = *at;
  Vec2 size = v2 (tr_svg_get_length (at, "width", at->view.x, at->view.x),
                  tr_svg_get_length (at, "height", at->view.y, at->view.y));
  guint work = 0;
  symbol.parent = at;
  symbol.node = target;
  symbol.depth++;
  symbol.style = tr_svg_style_of (target, &at->style, r->sheet, r->ids, 0, &work);
  enter_view (&symbol, size);
  walk_children (r, &symbol);
}

// Whether an element is for those only who have an extension of SVG, or speak a language.
static bool
has_condition (const xmlNode *node, const char *name)
{
  g_autofree char *value = tr_svg_tree_get (node, name);

  return value != NULL;
}

// The first that is an element: all of them say the same in other words. One for all languages goes
// before those for some.
static void
read_switch (const TrSvgReader *r, const TrSvgPlace *at)
{
  const xmlNode *chosen = NULL;

  for (const xmlNode *n = at->node->children; n; n = n->next) {
    if (!tr_svg_tree_is_element (n) || tr_svg_tree_is (n, "foreignObject") ||
        has_condition (n, "requiredExtensions"))
      continue;
    bool is_for_all = !has_condition (n, "systemLanguage");
    if (!chosen || is_for_all)
      chosen = n;
    if (is_for_all)
      break;
  }
  if (chosen)
    walk (r, at, chosen);
}

static void
read_group (const TrSvgReader *r, TrSvgPlace *at)
{
  g_autofree char *mode = tr_svg_tree_get_foreign (at->node, "groupmode");
  g_autofree char *name = NULL;

  // What has no id of its own is called like its group, which is not a layer.
  if (g_strcmp0 (mode, "layer") == 0) {
    name = dup_name (at->node);
    at->layer = name ? name : at->id;
    at->id = NULL;
  }
  walk_children (r, at);
}

// A label as our export writes it: letters are outlines, and what they say stands beside them.
static bool
read_own_label (const TrSvgReader *r, const TrSvgPlace *at)
{
  g_autofree char *class = tr_svg_tree_get (at->node, "class");
  double v[3];

  if (g_strcmp0 (class, TR_SVG_CLASS "label") != 0)
    return false;
  g_autofree char *text = tr_svg_tree_get (at->node, "aria-label");
  g_autofree char *place = tr_svg_tree_get (at->node, TR_SVG_BASELINE);
  if (!text || !place || tr_svg_read_numbers (place, v, 3) != 3)
    return false;
  tr_svg_add_text (r, at, text, v2 (v[0], v[1]), v[2]);
  return true;
}

static void
read_element (const TrSvgReader *r, TrSvgPlace *at)
{
  static const char *const groups[] = {"g", "a", NULL};
  static const char *const silent[] = {"defs",     "title",          "desc",           "metadata",
                                       "style",    "symbol",         "marker",         "pattern",
                                       "clipPath", "linearGradient", "radialGradient", "mask",
                                       "filter",   "view",           "cursor",         NULL};
  const char *tag = (const char *) at->node->name;
  g_auto (TrOutline) outline = tr_outline_make ();
  bool whole;

  if (is_one_of (tag, silent) || read_own_label (r, at))
    return;
  tell_lost (r, at);
  if (is_one_of (tag, groups))
    read_group (r, at);
  else if (strcmp (tag, "svg") == 0)
    read_svg (r, at);
  else if (strcmp (tag, "use") == 0)
    read_use (r, at);
  else if (strcmp (tag, "switch") == 0)
    read_switch (r, at);
  else if (strcmp (tag, "text") == 0)
    tr_svg_read_text (r, at);
  else if (strcmp (tag, "image") == 0)
    tr_svg_read_image (r, at);
  else if (tr_svg_shape_outline (at, &outline, &whole))
    read_shape (r, at, &outline, whole);
  else
    tr_import_leave_out (r->out, where (at),
                         _ ("an element of SVG that Trammel has no word for: %s"), tag);
}

static void
walk (const TrSvgReader *r, const TrSvgPlace *parent, const xmlNode *node)
{
  TrSvgPlace at = *parent;
  g_autofree char *id = tr_svg_tree_get (node, "id");
  g_autofree char *transform = tr_svg_tree_get (node, "transform");
  guint work = 0;
  Affine own;

  at.parent = parent;
  at.node = node;
  at.depth++;
  at.id = id ? id : parent->id;
  if (at.depth > DEPTH_MAX) {
    tr_import_leave_out (r->out, where (&at), _ ("what is nested too deep"));
    return;
  }
  at.style = tr_svg_style_of (node, &parent->style, r->sheet, r->ids,
                              tr_svg_mean_side (parent->view), &work);
  if (!tr_import_spend (r->out, ELEMENT_WORK + work))
    return;
  if (transform && tr_svg_parse_transform (transform, &own))
    at.f = aff_mul (at.f, own);
  else if (transform)
    tr_import_leave_out (r->out, where (&at), _ ("a transform that cannot be understood"));
  if (aff_is_finite (at.f) && !(fabs (m2_det (at.f.m)) > 0))
    tr_import_leave_out (r->out, where (&at), _ ("a shape without a size"));
  else if (aff_is_finite (at.f))
    read_element (r, &at);
  else
    tr_import_leave_out (r->out, where (&at), _ ("coordinates that are too large"));
}

static void
walk_children (const TrSvgReader *r, const TrSvgPlace *at)
{
  for (const xmlNode *n = at->node->children; n && !tr_import_is_exhausted (r->out); n = n->next)
    if (tr_svg_tree_is_element (n))
      walk (r, at, n);
}

// Numbers that are whole but for a rounding: a page in millimetres is not one part in 10¹⁶ off.
static double
tidy (double x)
{
  double near = round (x * 1e9) / 1e9;

  return fabs (near - x) <= 1e-14 * fabs (x) ? near : x;
}

// A rectangle of the page that is nothing but its colour.
static bool
is_background (const xmlNode *node, Vec2 view)
{
  TrSvgPlace at = {.node = node, .view = view};
  g_autofree char *stroke = tr_svg_tree_get (node, "stroke");

  return tr_svg_tree_is (node, "rect") && !stroke &&
         fabs (tr_svg_get_length (&at, "width", view.x, 0) - view.x) <= 1e-6 * view.x &&
         fabs (tr_svg_get_length (&at, "height", view.y, 0) - view.y) <= 1e-6 * view.y;
}

// The only group of a drawing that turns y up, as our export and CAD programs have it: its
// coordinates are those of the drawing. NULL: none.
static const xmlNode *
drawing_group (const xmlNode *root, Vec2 view, Affine *f)
{
  const xmlNode *found = NULL;

  for (const xmlNode *n = root->children; n; n = n->next) {
    if (!tr_svg_tree_is_element (n) || tr_svg_tree_is (n, "title") || tr_svg_tree_is (n, "defs") ||
        tr_svg_tree_is (n, "metadata") || is_background (n, view))
      continue;
    g_autofree char *transform = tr_svg_tree_get (n, "transform");
    if (found || !tr_svg_tree_is (n, "g") || !transform || !tr_svg_parse_transform (transform, f))
      return NULL;
    found = n;
  }
  return found && f->m.yy < 0 && f->m.xx > 0 && fabs (f->m.xy) + fabs (f->m.yx) < 1e-12 ? found
                                                                                        : NULL;
}

// Whether a side of the page is said, as more than a part of what shows it.
static bool
is_said (const xmlNode *root, const char *side)
{
  g_autofree char *text = tr_svg_tree_get (root, side);

  return text && !strchr (text, '%');
}

// Of a page of which one side is said the other is as long as its box has it.
static Vec2
page_size (const TrSvgPlace *at, const xmlNode *root, const double box[4])
{
  bool has_width = is_said (root, "width"), has_height = is_said (root, "height");
  Vec2 size = v2 (tr_svg_get_length (at, "width", box[2], box[2]),
                  tr_svg_get_length (at, "height", box[3], box[3]));
  double of_box[4];

  if (has_width && !has_height && get_view_box (root, of_box))
    size.y = size.x * box[3] / box[2];
  else if (has_height && !has_width && get_view_box (root, of_box))
    size.x = size.y * box[2] / box[3];
  return size;
}

// The page: pixels of 1/96 in from its upper left corner to drawing units from its lower left.
static void
enter_page (const TrSvgReader *r, TrSvgPlace *at, const xmlNode *root)
{
  double s = MM_PER_PIXEL * tr_import_units_per_mm (r->out), box[4] = {0, 0, 300, 150};
  Affine group;

  get_view_box (root, box);
  at->node = root;
  at->view = v2 (box[2], box[3]);
  Vec2 size = page_size (at, root, box);
  if (!(size.x > 0 && size.y > 0))
    size = at->view;
  at->f = (Affine){{s, 0, 0, -s}, v2 (0, s * size.y)};
  enter_view (at, size);
  if (drawing_group (root, at->view, &group))
    at->f.t = v2_scale (m2_apply (at->f.m, group.t), -1);
  at->f = (Affine){{tidy (at->f.m.xx), 0, 0, tidy (at->f.m.yy)},
                   v2 (tidy (at->f.t.x), tidy (at->f.t.y))};
  if (drawing_group (root, at->view, &group))
    at->f.t = v2_scale (m2_apply (at->f.m, group.t), -1);
}

static void
read_sheets (const TrSvgReader *r, const xmlNode *node)
{
  for (const xmlNode *n = node->children; n; n = n->next)
    if (tr_svg_tree_is (n, "style")) {
      g_autoptr (GString) css = g_string_new (NULL);
      tr_svg_tree_append_text (n, css);
      if (!tr_svg_sheet_add (r->sheet, css->str))
        tr_import_leave_out (r->out, "style", _ ("rules of a style sheet that are not simple"));
    } else if (n->type == XML_ELEMENT_NODE)
      read_sheets (r, n);
}

// Of all that is drawn, before its page is looked at; false: that is too much.
static bool
place_all (const TrSvgReader *r, xmlNode *node, int depth)
{
  guint work = 0;

  tr_svg_style_place (node, r->sheet, &work);
  bool goes_on = tr_import_spend (r->out, work);
  for (xmlNode *n = node->children; n && goes_on && depth <= DEPTH_MAX; n = n->next)
    if (tr_svg_tree_is_element (n))
      goes_on = place_all (r, n, depth + 1);
  return goes_on;
}

static void
read_page (const TrSvgReader *r, const xmlNode *root)
{
  TrSvgPlace at = {.style = tr_svg_style_make ()};
  guint work = 0;

  at.style = tr_svg_style_of (root, &at.style, r->sheet, r->ids, 0, &work);
  enter_page (r, &at, root);
  for (const xmlNode *n = root->children; n && !tr_import_is_exhausted (r->out); n = n->next)
    if (is_background (n, at.view))
      tr_import_leave_out (r->out, NULL, "%s", _ ("the background of the page"));
    else if (tr_svg_tree_is_element (n))
      walk (r, &at, n);
}

bool
tr_import_svg (TrImport *t, const char *text, gsize n, const char *name, GError **error)
{
  xmlDocPtr doc = tr_svg_tree_parse (text, n, name, error);
  xmlNode *root = doc ? xmlDocGetRootElement (doc) : NULL;
  TrSvgReader r = {.out = t};

  if (!doc)
    return false;
  if (!tr_svg_tree_is (root, "svg")) {
    g_autofree char *place = g_strdup_printf ("%s:%ld", name, xmlGetLineNo (root));
    g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_MEANING,
                 _ ("%s: no SVG drawing: expected "
                    "an element svg, found %s"),
                 place, (const char *) root->name);
    xmlFreeDoc (doc);
    return false;
  }
  if (tr_svg_tree_lost_entity (doc))
    tr_import_leave_out (t, tr_svg_tree_lost_entity (doc), _ ("an entity of the file’s own"));
  r.ids = tr_svg_tree_index (doc);
  r.sheet = tr_svg_sheet_new ();
  read_sheets (&r, root);
  place_all (&r, root, 0);
  read_page (&r, root);
  tr_svg_sheet_free (r.sheet);
  g_hash_table_unref (r.ids);
  xmlFreeDoc (doc);
  return true;
}
