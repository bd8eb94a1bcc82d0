// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/import/svg-sheet.h"

#include "render/svg-tree.h"

#include <string.h>

typedef struct {
  GStrv parts; // "g", ">", ".a#b": what the key does not say of the last is looked up in it
  int n;
  char *declarations;
  int weight; // ids, then classes, then names, then the place in the sheet
  int order;
} Rule;

struct _TrSvgSheet {
  GHashTable *rules; // by the weightiest part of a selector's last: "#b", ".a", "path", "*"
  int n;
  bool has_important;
};

enum { MOST_PARTS = 16 };

static void
free_rule (gpointer data)
{
  Rule *r = data;

  g_strfreev (r->parts);
  g_free (r->declarations);
  g_free (r);
}

TrSvgSheet *
tr_svg_sheet_new (void)
{
  TrSvgSheet *sheet = g_new0 (TrSvgSheet, 1);

  sheet->rules =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  return sheet;
}

void
tr_svg_sheet_free (TrSvgSheet *sheet)
{
  if (!sheet)
    return;
  g_hash_table_unref (sheet->rules);
  g_free (sheet);
}

// The first part of a selector from s: a name, or a sign and a name; its length, 0: neither.
static gsize
part_length (const char *s)
{
  gsize sign = *s == '.' || *s == '#', n = sign;

  if (*s == '*')
    return 1;
  while (g_ascii_isalnum (s[n]) || s[n] == '-' || s[n] == '_' || (guchar) s[n] >= 0x80)
    n++;
  return n > sign ? n : 0;
}

static int
part_weight (char sign)
{
  if (sign == '#')
    return 10000;
  if (sign == '.')
    return 100;
  return sign == '*' ? 0 : 1;
}

// The weight of one element's parts, and where the heaviest of them is; −1: they are none.
static int
weigh (const char *parts, const char **key)
{
  int weight = 0, heaviest = -1;
  gsize n;

  for (const char *s = parts; *s; s += n) {
    n = part_length (s);
    if (n == 0)
      return -1;
    weight += part_weight (*s);
    if (part_weight (*s) > heaviest) {
      heaviest = part_weight (*s);
      *key = s;
    }
  }
  return heaviest < 0 ? -1 : weight;
}

// "g>.a  #b": "g", ">", ".a", "#b". Free with g_strfreev.
static GStrv
split_selector (const char *selector)
{
  g_autoptr (GString) spaced = g_string_new (selector);
  g_autoptr (GPtrArray) out = g_ptr_array_new ();

  g_string_replace (spaced, ">", " > ", 0);
  g_auto (GStrv) words = g_strsplit_set (spaced->str, " \t\r\n\f", -1);
  for (int i = 0; words[i]; i++)
    if (words[i][0])
      g_ptr_array_add (out, g_strdup (words[i]));
  g_ptr_array_add (out, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&out), FALSE);
}

// False for what is more than elements' parts, one in another.
static bool
add_rule (TrSvgSheet *sheet, const char *selector, const char *declarations)
{
  g_auto (GStrv) parts = split_selector (selector);
  const char *at = NULL;
  int n = (int) g_strv_length (parts), weight = 0;
  bool is_part = false;

  for (int i = 0; i < n; i++) {
    bool is_sign = strcmp (parts[i], ">") == 0;
    int own = is_sign ? 0 : weigh (parts[i], &at);
    if (own < 0 || (is_sign && !is_part))
      return false;
    is_part = !is_sign;
    weight += own;
  }
  if (!is_part || n > MOST_PARTS)
    return false;
  g_autofree char *key = g_strndup (at, part_length (at));
  Rule *r = g_new (Rule, 1);
  *r = (Rule){g_steal_pointer (&parts), n, g_strdup (declarations), weight, sheet->n++};
  sheet->has_important |= strchr (declarations, '!') != NULL;
  GPtrArray *list = g_hash_table_lookup (sheet->rules, key);
  if (!list) {
    list = g_ptr_array_new_with_free_func (free_rule);
    g_hash_table_insert (sheet->rules, g_steal_pointer (&key), list);
  }
  g_ptr_array_add (list, r);
  return true;
}

static char *
without_comments (const char *css)
{
  GString *out = g_string_new (NULL);
  const char *open;

  while ((open = strstr (css, "/*"))) {
    const char *close = strstr (open + 2, "*/");
    g_string_append_len (out, css, open - css);
    css = close ? close + 2 : css + strlen (css);
  }
  g_string_append (out, css);
  return g_string_free (out, FALSE);
}

// Behind a rule that starts with @: its semicolon, or the brace that closes what it opens.
static const char *
skip_at_rule (const char *s)
{
  int depth = 0;

  for (; *s; s++) {
    depth += (*s == '{') - (*s == '}');
    if (depth <= 0 && (*s == ';' || *s == '}'))
      return s + 1;
  }
  return s;
}

bool
tr_svg_sheet_add (TrSvgSheet *sheet, const char *css)
{
  g_autofree char *text = without_comments (css);
  bool understood = true;

  for (const char *s = text + strspn (text, " \t\r\n\f"); *s; s += strspn (s, " \t\r\n\f")) {
    if (*s == '@') {
      understood &= g_str_has_prefix (s, "@charset") || g_str_has_prefix (s, "@namespace");
      s = skip_at_rule (s);
      continue;
    }
    const char *open = strchr (s, '{'), *close = open ? strchr (open, '}') : NULL;
    if (!close)
      return false;
    g_autofree char *selectors = g_strndup (s, (gsize) (open - s));
    g_autofree char *declarations = g_strndup (open + 1, (gsize) (close - open - 1));
    g_auto (GStrv) list = g_strsplit (selectors, ",", -1);
    for (int i = 0; list[i]; i++)
      understood &= add_rule (sheet, g_strstrip (list[i]), declarations);
    s = close + 1;
  }
  return understood;
}

void
tr_svg_each_declaration (const char *text, bool is_important, TrSvgDeclaration func, gpointer data)
{
  g_auto (GStrv) list = g_strsplit (text, ";", -1);

  for (int i = 0; list[i]; i++) {
    char *colon = strchr (list[i], ':'), *mark = strchr (list[i], '!');
    if (!colon || (mark != NULL) != is_important)
      continue;
    if (mark)
      *mark = '\0';
    *colon = '\0';
    func (g_strstrip (list[i]), g_strstrip (colon + 1), data);
  }
}

static bool
has_class (const char *classes, const char *name, gsize n)
{
  for (const char *c = classes + strspn (classes, " \t\r\n"); *c; c += strspn (c, " \t\r\n")) {
    gsize length = strcspn (c, " \t\r\n");
    if (length == n && strncmp (c, name, n) == 0)
      return true;
    c += length;
  }
  return false;
}

static bool
is_named (const char *name, const char *part, gsize n)
{
  return name && strlen (name) == n && strncmp (name, part, n) == 0;
}

static bool
has_parts (const xmlNode *node, const char *parts)
{
  g_autofree char *class = tr_svg_tree_get (node, "class"), *id = tr_svg_tree_get (node, "id");
  gsize n;

  for (const char *s = parts; *s; s += n) {
    bool good = *s == '*';
    n = part_length (s);
    if (*s == '.')
      good = class && has_class (class, s + 1, n - 1);
    else if (*s == '#')
      good = is_named (id, s + 1, n - 1);
    else if (*s != '*')
      good = is_named ((const char *) node->name, s, n);
    if (!good)
      return false;
  }
  return true;
}

// Whether a node is the last of a run of children, "a > b > c", that ends at *last; the first's element,
// and what stands before it. NULL: it is not.
static const xmlNode *
match_run (const Rule *r, int *last, const xmlNode *node)
{
  int i = *last;

  while (node && node->type == XML_ELEMENT_NODE && has_parts (node, r->parts[i])) {
    if (i < 2 || strcmp (r->parts[i - 1], ">") != 0) {
      *last = i - 1;
      return node;
    }
    i -= 2;
    node = node->parent;
  }
  return NULL;
}

// Run by run the innermost that there is leaves most to the others. looked: counts nodes.
static bool
matches (const Rule *r, const xmlNode *node, guint *looked)
{
  int last = r->n - 1;
  const xmlNode *first = match_run (r, &last, node);

  while (first && last >= 0) {
    const xmlNode *p = first->parent;
    for (first = NULL; p && p->type == XML_ELEMENT_NODE && !first; p = p->parent) {
      first = match_run (r, &last, p);
      ++*looked;
    }
  }
  return first != NULL;
}

static guint
collect (const TrSvgSheet *sheet, const char *key, const xmlNode *node, GPtrArray *out)
{
  GPtrArray *list = g_hash_table_lookup (sheet->rules, key);
  guint looked = list ? list->len : 0;

  for (guint i = 0; list && i < list->len; i++)
    if (matches (g_ptr_array_index (list, i), node, &looked))
      g_ptr_array_add (out, g_ptr_array_index (list, i));
  return looked;
}

static int
compare_rules (gconstpointer a, gconstpointer b)
{
  const Rule *p = *(const Rule *const *) a, *q = *(const Rule *const *) b;

  return p->weight != q->weight ? p->weight - q->weight : p->order - q->order;
}

guint
tr_svg_sheet_each (const TrSvgSheet *sheet,
                   const xmlNode *node,
                   bool is_important,
                   TrSvgDeclaration func,
                   gpointer data)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();
  g_autofree char *id = tr_svg_tree_get (node, "id"), *class = tr_svg_tree_get (node, "class");
  g_autofree char *by_id = g_strconcat ("#", id ? id : "", NULL);
  g_auto (GStrv) classes = g_strsplit_set (class ? class : "", " \t\r\n", -1);
  guint seen = 0;

  if (sheet->n == 0 || (is_important && !sheet->has_important))
    return 0;
  seen += collect (sheet, "*", node, found);
  seen += collect (sheet, (const char *) node->name, node, found);
  seen += collect (sheet, by_id, node, found);
  for (int i = 0; classes[i]; i++) {
    g_autofree char *by_class = g_strconcat (".", classes[i], NULL);
    seen += collect (sheet, by_class, node, found);
  }
  g_ptr_array_sort (found, compare_rules);
  for (guint i = 0; i < found->len; i++)
    tr_svg_each_declaration (((Rule *) g_ptr_array_index (found, i))->declarations, is_important,
                             func, data);
  return seen + found->len * 10;
}
