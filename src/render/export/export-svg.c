// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// SVG by way of Cairo: drawn at K device units a mm, since Cairo keeps 1/256 of one, then read
// back and written anew in millimetres, each element under the id of its body. Which element is
// whose is told by the tags of the paint function.

#include "render/export/export-page.h"
#include "render/export/export.h"
#include "render/label.h"
#include "render/paint.h"
#include "render/svg-tree.h"

#include <cairo-svg.h>
#include <libxml/parser.h>
#include <libxml/xmlsave.h>
#include <string.h>

#define SVG_NS    "http://www.w3.org/2000/svg"
#define XLINK_NS  "http://www.w3.org/1999/xlink"
#define UNITS_MAX 8e6

typedef struct {
  const TrExportJob *job;
  cairo_matrix_t to_mm; // device units to the millimetres of the drawing, y up
  xmlNsPtr xlink;
  xmlNodePtr defs;     // of the new document, NULL before anything is in it
  xmlNodePtr drawing;  // its group in millimetres
  xmlNodePtr last;     // the element written last, NULL where the next is another's
  int last_element;    // whose it is
  GHashTable *new_ids; // Cairo's ids (counted through the process) to ours
  xmlNodePtr pending;  // a fill whose element is not known yet
} Rewrite;

double
tr_export_svg_k (TrPage page)
{
  double longer = fmax (page.width, page.height), k = 1;

  while (10 * k * longer <= UNITS_MAX && k < 1e6)
    k *= 10;
  while (k * longer > UNITS_MAX)
    k /= 10;
  return k;
}

static void
set (xmlNodePtr node, const char *name, const char *value)
{
  xmlNewProp (node, BAD_CAST name, BAD_CAST value);
}

static const char *
format_number (double x, char buf[G_ASCII_DTOSTR_BUF_SIZE])
{
  return g_ascii_formatd (buf, G_ASCII_DTOSTR_BUF_SIZE, "%.12g", fabs (x) < 1e-12 ? 0 : x);
}

static void
set_number (xmlNodePtr node, const char *name, double x, const char *unit)
{
  char buf[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *text = g_strconcat (format_number (x, buf), unit, NULL);

  set (node, name, text);
}

static void
set_matrix (xmlNodePtr node, const cairo_matrix_t *m)
{
  const double v[6] = {m->xx, m->yx, m->xy, m->yy, m->x0, m->y0};
  g_autoptr (GString) text = g_string_new ("matrix(");
  char buf[G_ASCII_DTOSTR_BUF_SIZE];

  for (int i = 0; i < 6; i++)
    g_string_append_printf (text, "%s%s", i ? "," : "", format_number (v[i], buf));
  g_string_append_c (text, ')');
  set (node, "transform", text->str);
}

// Characters that XML 1.0 has no place for, not even escaped, are dropped.
static char *
xml_text (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *out = g_string_new (NULL);

  for (const char *p = valid; *p; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (c == '\t' || c == '\n' || (c >= 0x20 && c != 0xfffe && c != 0xffff))
      g_string_append_unichar (out, c);
  }
  return g_string_free (out, FALSE);
}

static void
add_title (xmlNodePtr node, const char *text)
{
  g_autofree char *title = xml_text (text);

  xmlNewTextChild (node, NULL, BAD_CAST "title", BAD_CAST title);
}

// A property of Cairo's: of the style attribute (1.16) or an attribute itself (1.18).
static char *
get_property (xmlNodePtr node, const char *name)
{
  xmlChar *style = xmlGetProp (node, BAD_CAST "style"), *own = xmlGetProp (node, BAD_CAST name);
  char *value = own ? g_strdup ((const char *) own) : NULL;
  g_auto (GStrv) parts = g_strsplit (style ? (const char *) style : "", ";", -1);

  for (int i = 0; parts[i] && !value; i++) {
    char *colon = strchr (parts[i], ':');
    if (colon && strncmp (parts[i], name, strlen (name)) == 0 && colon == parts[i] + strlen (name))
      value = g_strdup (colon + 1);
  }
  xmlFree (style);
  xmlFree (own);
  return value;
}

static double
get_number (xmlNodePtr node, const char *name, double otherwise)
{
  g_autofree char *text = get_property (node, name);

  return text ? g_ascii_strtod (text, NULL) : otherwise;
}

// "rgb(30%,40%,50%)" as "#4d6680": exact, as the drawing's colours have 8 bits.
static void
set_paint (xmlNodePtr to, xmlNodePtr from, const char *name)
{
  g_autofree char *value = get_property (from, name);
  g_autofree char *opacity_name = g_strconcat (name, "-opacity", NULL);
  double opacity = get_number (from, opacity_name, 1);
  double v[3];
  char hex[8];

  if (!value || !g_str_has_prefix (value, "rgb(")) {
    set (to, name, value ? value : "none");
    return;
  }
  char *s = value + strlen ("rgb(");
  for (int i = 0; i < 3; i++) {
    v[i] = g_ascii_strtod (s, &s);
    v[i] *= *s == '%' ? 2.55 : 1;
    s += strspn (s, "%, ");
  }
  g_snprintf (hex, sizeof hex, "#%02x%02x%02x", (int) lround (v[0]), (int) lround (v[1]),
              (int) lround (v[2]));
  set (to, name, hex);
  if (opacity < 1)
    set_number (to, opacity_name, opacity, "");
}

static void
copy_unless (xmlNodePtr to, xmlNodePtr from, const char *name, const char *otherwise)
{
  g_autofree char *value = get_property (from, name);

  if (value && strcmp (value, otherwise) != 0)
    set (to, name, value);
}

static void
set_pen (xmlNodePtr to, xmlNodePtr from, TrTag tag)
{
  set_paint (to, from, "fill");
  if (tag.ghost) {
    set (to, "stroke", "none");
    return;
  }
  set_paint (to, from, "stroke");
  copy_unless (to, from, "stroke-width", "");
  copy_unless (to, from, "stroke-dasharray", "none");
  copy_unless (to, from, "stroke-linecap", "butt");
  if (tag.join != CAIRO_LINE_JOIN_MITER)
    set (to, "stroke-linejoin", tag.join == CAIRO_LINE_JOIN_ROUND ? "round" : "bevel");
}

// Cairo writes numbers below 0.1 with up to 18 decimals: six are a millionth of a millimetre.
static void
append_number (GString *out, const char *token, gsize n)
{
  const char *dot = memchr (token, '.', n);
  char buf[G_ASCII_DTOSTR_BUF_SIZE];
  gsize end;

  if (!dot || n - (gsize) (dot - token) <= 7) {
    g_string_append_len (out, token, (gssize) n);
    return;
  }
  g_ascii_formatd (buf, sizeof buf, "%.6f", g_ascii_strtod (token, NULL));
  for (end = strlen (buf); buf[end - 1] == '0'; end--)
    buf[end - 1] = '\0';
  if (buf[end - 1] == '.')
    buf[end - 1] = '\0';
  g_string_append (out, strcmp (buf, "-0") == 0 ? "0" : buf);
}

// Cairo goes back to the start after closing ("Z M 0 0 "): trailing moves are cut off.
static char *
tidy_path (const char *d)
{
  GString *out = g_string_new (NULL);
  char *close;

  for (const char *s = d + strspn (d, " "); *s;) {
    gsize n = strcspn (s, " ");
    if (out->len > 0)
      g_string_append_c (out, ' ');
    append_number (out, s, n);
    s += n + strspn (s + n, " ");
  }
  close = strrchr (out->str, 'Z');
  if (close && close[1] && !strpbrk (close + 1, "LCHV"))
    g_string_truncate (out, (gsize) (close + 1 - out->str));
  return g_string_free (out, FALSE);
}

static bool
get_matrix (xmlNodePtr node, cairo_matrix_t *m)
{
  g_autofree char *text = get_property (node, "transform");
  double v[6];

  cairo_matrix_init_identity (m);
  if (!text || !g_str_has_prefix (text, "matrix("))
    return false;
  char *s = text + strlen ("matrix(");
  for (int i = 0; i < 6; i++) {
    v[i] = g_ascii_strtod (s, &s);
    s += strspn (s, ", ");
  }
  *m = (cairo_matrix_t){v[0], v[1], v[2], v[3], v[4], v[5]};
  return true;
}

// Coordinates of Cairo's element to the drawing's: nothing to say where they are the same.
static void
set_relative_matrix (const Rewrite *r, xmlNodePtr to, xmlNodePtr from)
{
  const double e = 1e-6;
  double size = fmax (1, fmax (fabs (r->to_mm.x0), fabs (r->to_mm.y0)));
  cairo_matrix_t m;

  get_matrix (from, &m);
  cairo_matrix_multiply (&m, &m, &r->to_mm);
  if (fabs (m.xx - 1) < e && fabs (m.yy - 1) < e && fabs (m.xy) < e && fabs (m.yx) < e &&
      fabs (m.x0) < e * size && fabs (m.y0) < e * size)
    return;
  set_matrix (to, &m);
}

static const char *
element_name (const TrModel *m, int element)
{
  if (element < m->n_bodies)
    return m->bodies[element].name;
  if (element < m->n_bodies + m->n_traces)
    return m->traces[element - m->n_bodies].name;
  return NULL;
}

// The id comes first among the attributes and is filled in at the end.
static xmlNodePtr
new_element (const char *name)
{
  xmlNodePtr node = xmlNewNode (NULL, BAD_CAST name);

  set (node, "id", "");
  return node;
}

// The element of a node is kept in its _private, plus one. A body of several elements becomes a group as the second comes.
static void
group_last (Rewrite *r)
{
  xmlNodePtr group = new_element ("g");

  group->_private = r->last->_private;
  xmlReplaceNode (r->last, group);
  xmlAddChild (group, r->last);
  r->last = group;
}

static bool
is_group (xmlNodePtr node)
{
  return strcmp ((const char *) node->name, "g") == 0;
}

static void
add_element (Rewrite *r, xmlNodePtr node, int element)
{
  if (element != r->last_element || !r->last) {
    node->_private = GINT_TO_POINTER (element + 1);
    xmlAddChild (r->drawing, node);
    r->last = node;
    r->last_element = element;
    return;
  }
  if (!is_group (r->last))
    group_last (r);
  xmlAddChild (r->last, node);
}

// Where Cairo has not joined a fill with its ghost, the fill waits for the ghost's name.
static void
settle_pending (Rewrite *r, int element)
{
  xmlNodePtr node = r->pending;

  r->pending = NULL;
  if (node)
    add_element (r, node, element);
}

static void
rewrite_path (Rewrite *r, xmlNodePtr from)
{
  TrTag tag = {.element = r->last_element};
  g_autofree char *d = get_property (from, "d"), *fill = get_property (from, "fill");
  g_autofree char *tidy = tidy_path (d ? d : "");
  xmlNodePtr node;

  bool is_tagged = tr_tag_read (get_number (from, "stroke-miterlimit", 0), &tag);
  // A ghost without fill says whose picture comes next, or whose fill came before.
  if (tag.ghost && (!fill || strcmp (fill, "none") == 0)) {
    if (tag.element != r->last_element)
      r->last = NULL;
    r->last_element = tag.element;
    settle_pending (r, tag.element);
    return;
  }
  settle_pending (r, r->last_element);
  node = new_element ("path");
  set (node, "d", tidy);
  set_pen (node, from, tag);
  set_relative_matrix (r, node, from);
  if (is_tagged)
    add_element (r, node, tag.element);
  else
    r->pending = node;
}

static void
rewrite_use (Rewrite *r, xmlNodePtr from)
{
  xmlChar *href = xmlGetNsProp (from, BAD_CAST "href", BAD_CAST XLINK_NS);
  const char *id =
      href && href[0] == '#' ? g_hash_table_lookup (r->new_ids, (const char *) href + 1) : NULL;
  xmlNodePtr node;

  if (id) {
    g_autofree char *target = g_strconcat ("#", id, NULL);
    node = new_element ("use");
    xmlNewNsProp (node, r->xlink, BAD_CAST "href", BAD_CAST target);
    set_relative_matrix (r, node, from);
    add_element (r, node, r->last_element);
  }
  xmlFree (href);
}

static void
rewrite_image (Rewrite *r, xmlNodePtr from)
{
  xmlChar *href = xmlGetNsProp (from, BAD_CAST "href", BAD_CAST XLINK_NS);
  g_autofree char *old = get_property (from, "id");
  char *id = g_strdup_printf ("picture-%u", g_hash_table_size (r->new_ids) + 1);
  xmlNodePtr node;

  if (!r->defs) {
    r->defs = xmlNewNode (NULL, BAD_CAST "defs");
    xmlAddPrevSibling (r->drawing, r->defs);
  }
  node = xmlNewChild (r->defs, NULL, BAD_CAST "image", NULL);
  set (node, "id", id);
  copy_unless (node, from, "width", "");
  copy_unless (node, from, "height", "");
  xmlNewNsProp (node, r->xlink, BAD_CAST "href", href);
  g_hash_table_insert (r->new_ids, g_steal_pointer (&old), id);
  xmlFree (href);
}

static void
rewrite_children (Rewrite *r, xmlNodePtr parent)
{
  for (xmlNodePtr n = parent->children; n; n = n->next) {
    if (n->type != XML_ELEMENT_NODE)
      continue;
    if (strcmp ((const char *) n->name, "path") == 0)
      rewrite_path (r, n);
    else if (strcmp ((const char *) n->name, "use") == 0)
      rewrite_use (r, n);
    else if (strcmp ((const char *) n->name, "image") == 0)
      rewrite_image (r, n);
    else
      rewrite_children (r, n);
  }
}

// What its outline alone does not tell, for whoever reads the file back.
static void
describe_element (const TrExportJob *job, xmlNodePtr node, int element)
{
  const TrModel *m = job->m;
  int i = element - m->n_bodies - m->n_traces;

  if (i >= 0) {
    g_autofree char *formatted = tr_label_format (m, job->state, m->labels[i].text);
    g_autofree char *text = xml_text (formatted);
    TrInkLabel label = tr_ink_label (m, job->state, &job->paint, i);
    char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE], size[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *place =
        g_strconcat (format_number (label.at.x, x), " ", format_number (label.at.y, y), " ",
                     format_number (label.size, size), NULL);
    set (node, "class", TR_SVG_CLASS "label");
    set (node, "aria-label", text);
    set (node, TR_SVG_BASELINE, place);
  } else if (element < m->n_bodies && (m->bodies[element].kind == TR_BODY_POINT ||
                                       m->bodies[element].kind == TR_BODY_SPLINE)) {
    g_autofree char *class =
        g_strconcat (TR_SVG_CLASS, tr_body_ops[m->bodies[element].kind]->name, NULL);
    set (node, "class", class);
  }
}

static void
name_elements (Rewrite *r)
{
  const TrModel *m = r->job->m;

  for (xmlNodePtr node = r->drawing->children; node; node = node->next) {
    if (!node->_private) { // of no element
      xmlUnsetProp (node, BAD_CAST "id");
      continue;
    }
    int element = GPOINTER_TO_INT (node->_private) - 1;
    const char *name = element_name (m, element);
    g_autofree char *id = tr_ink_element_id (m, element);

    for (xmlNodePtr part = node->children; part; part = part->next)
      xmlUnsetProp (part, BAD_CAST "id");
    xmlSetProp (node, BAD_CAST "id", BAD_CAST id);
    describe_element (r->job, node, element);
    if (name) {
      g_autofree char *text = xml_text (name);
      xmlNodePtr title = xmlNewDocRawNode (node->doc, NULL, BAD_CAST "title", NULL);
      xmlNodeAddContent (title, BAD_CAST text);
      if (node->children)
        xmlAddPrevSibling (node->children, title);
      else
        xmlAddChild (node, title);
    }
  }
}

static void
add_background (xmlNodePtr root, const TrExportJob *job)
{
  TrColor c = job->background;
  xmlNodePtr rect;
  char hex[8];

  if (c.is_none)
    return;
  rect = xmlNewChild (root, NULL, BAD_CAST "rect", NULL);
  g_snprintf (hex, sizeof hex, "#%02x%02x%02x", (int) lround (255 * c.r), (int) lround (255 * c.g),
              (int) lround (255 * c.b));
  set_number (rect, "width", job->page.width, "");
  set_number (rect, "height", job->page.height, "");
  set (rect, "fill", hex);
  if (c.a < 1)
    set_number (rect, "fill-opacity", c.a, "");
}

// The root with its page, and the group that turns the drawing's millimetres right way up.
static void
add_page (xmlDocPtr doc, Rewrite *r)
{
  const TrExportJob *job = r->job;
  xmlNodePtr root = xmlNewNode (NULL, BAD_CAST "svg");
  cairo_matrix_t matrix = tr_page_matrix (job->page, 1);
  char w[G_ASCII_DTOSTR_BUF_SIZE], h[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *view = g_strconcat ("0 0 ", format_number (job->page.width, w), " ",
                                       format_number (job->page.height, h), NULL);

  xmlDocSetRootElement (doc, root);
  xmlSetNs (root, xmlNewNs (root, BAD_CAST SVG_NS, NULL));
  r->xlink = xmlNewNs (root, BAD_CAST XLINK_NS, BAD_CAST "xlink");
  set (root, "version", "1.1");
  set_number (root, "width", job->page.width, "mm");
  set_number (root, "height", job->page.height, "mm");
  set (root, "viewBox", view);
  if (job->title)
    add_title (root, job->title);
  add_background (root, job);
  r->drawing = xmlNewChild (root, NULL, BAD_CAST "g", NULL);
  set_matrix (r->drawing, &matrix);
  set_number (r->drawing, "stroke-miterlimit", TR_STYLE_MITRE_LIMIT, "");
}

static GBytes *
dump (xmlDocPtr doc)
{
  xmlChar *text = NULL;
  int n = 0;
  GBytes *bytes;

  xmlDocDumpFormatMemoryEnc (doc, &text, &n, "UTF-8", 1);
  bytes = g_bytes_new (text, (gsize) n);
  xmlFree (text);
  return bytes;
}

static GBytes *
rewrite (const TrExportJob *job, GBytes *cairo_svg, double k)
{
  gsize n;
  const char *text = g_bytes_get_data (cairo_svg, &n);
  xmlDocPtr from = xmlReadMemory (text, (int) n, NULL, NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
  xmlDocPtr to = xmlNewDoc (BAD_CAST "1.0");
  g_autoptr (GHashTable) new_ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Rewrite r = {.job = job, .new_ids = new_ids, .last_element = -1};
  GBytes *bytes;

  g_assert (from);
  r.to_mm = tr_page_matrix (job->page, k);
  cairo_matrix_invert (&r.to_mm);
  add_page (to, &r);
  rewrite_children (&r, xmlDocGetRootElement (from));
  settle_pending (&r, r.last_element);
  name_elements (&r);
  bytes = dump (to);
  xmlFreeDoc (from);
  xmlFreeDoc (to);
  return bytes;
}

GBytes *
tr_export_svg (const TrExportJob *job, GError **error)
{
  double k = tr_export_svg_k (job->page);
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GBytes) cairo_svg = NULL;
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (
      tr_page_write, bytes, ceil (k * job->page.width), ceil (k * job->page.height));
  TrExportJob clear = *job;

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_MM);
  clear.background.is_none = true; // the rewriting knows it better
  tr_page_paint (&clear, surface, k);
  cairo_svg = tr_page_finish (surface, bytes, error);
  return cairo_svg ? rewrite (job, cairo_svg, k) : NULL;
}
