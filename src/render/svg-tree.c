// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/svg-tree.h"

#include "doc/json.h"

#include <glib/gi18n-lib.h>
#include <libxml/parser.h>
#include <string.h>

#define SVG_NS "http://www.w3.org/2000/svg"

// Entities that files in the wild have are addresses of namespaces.
#define ENTITY_MAX 256

xmlDocPtr
tr_svg_tree_parse (const char *text, gsize n, const char *name, GError **error)
{
  const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA;
  xmlParserCtxtPtr context;
  xmlDocPtr doc;

  if (n > G_MAXINT) {
    g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_FILE, _ ("%s: too large"), name);
    return NULL;
  }
  context = xmlNewParserCtxt ();
  doc = xmlCtxtReadMemory (context, text, (int) n, NULL, NULL, options);
  if (!doc) {
    const xmlError *e = xmlCtxtGetLastError (context);
    g_autofree char *said = g_strdup (e && e->message ? e->message : _ ("it cannot be read"));
    g_autofree char *why = g_utf8_make_valid (g_strstrip (said), -1);
    g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_SYNTAX, _ ("%s:%d: no XML: %s"), name,
                 e ? e->line : 1, why);
  }
  xmlFreeParserCtxt (context);
  return doc;
}

// A namespace may be named by an entity ("&ns_svg;"), which the parser leaves as it is.
static bool
is_svg_namespace (const xmlNode *node)
{
  const char *href = (const char *) node->ns->href;

  if (href[0] == '&') {
    g_autofree char *name = g_strndup (href + 1, strcspn (href + 1, ";"));
    const xmlEntity *entity = xmlGetDocEntity (node->doc, BAD_CAST name);
    href = entity && entity->content ? (const char *) entity->content : "";
  }
  return strcmp (href, SVG_NS) == 0;
}

// Elements without a namespace are taken for SVG: files written by hand often have none.
bool
tr_svg_tree_is_element (const xmlNode *node)
{
  return node->type == XML_ELEMENT_NODE && (!node->ns || is_svg_namespace (node));
}

bool
tr_svg_tree_is (const xmlNode *node, const char *name)
{
  return tr_svg_tree_is_element (node) && strcmp ((const char *) node->name, name) == 0;
}

// A few plain letters: never what others are made of.
static bool
is_plain (const char *content)
{
  return content && strlen (content) <= ENTITY_MAX && !strpbrk (content, "&<");
}

const char *
tr_svg_tree_lost_entity (xmlDocPtr doc)
{
  for (const xmlNode *n = doc->intSubset ? doc->intSubset->children : NULL; n; n = n->next)
    if (n->type == XML_ENTITY_DECL && !is_plain ((const char *) ((const xmlEntity *) n)->content))
      return (const char *) n->name;
  return NULL;
}

static void
append_entity (const xmlNode *reference, GString *out)
{
  const xmlEntity *entity = xmlGetDocEntity (reference->doc, reference->name);
  const char *content = entity ? (const char *) entity->content : NULL;

  if (is_plain (content))
    g_string_append (out, content);
}

char *
tr_svg_tree_attribute_text (const xmlAttr *a)
{
  GString *out = g_string_new (NULL);

  for (const xmlNode *part = a->children; part; part = part->next)
    if (part->type == XML_TEXT_NODE && part->content)
      g_string_append (out, (const char *) part->content);
    else if (part->type == XML_ENTITY_REF_NODE)
      append_entity (part, out);
  return g_string_free (out, FALSE);
}

static char *
get (const xmlNode *node, const char *name, bool is_foreign)
{
  for (const xmlAttr *a = node->properties; a; a = a->next)
    if ((a->ns != NULL) == is_foreign && strcmp ((const char *) a->name, name) == 0)
      return tr_svg_tree_attribute_text (a);
  return NULL;
}

char *
tr_svg_tree_get (const xmlNode *node, const char *name)
{
  return get (node, name, false);
}

char *
tr_svg_tree_get_foreign (const xmlNode *node, const char *name)
{
  return get (node, name, true);
}

char *
tr_svg_tree_get_href (const xmlNode *node)
{
  char *href = get (node, "href", false);

  return href ? href : get (node, "href", true);
}

void
tr_svg_tree_append_text (const xmlNode *node, GString *out)
{
  for (const xmlNode *n = node->children; n; n = n->next)
    if (n->type == XML_TEXT_NODE && n->content)
      g_string_append (out, (const char *) n->content);
    else if (n->type == XML_ENTITY_REF_NODE)
      append_entity (n, out);
    else if (n->type == XML_ELEMENT_NODE)
      tr_svg_tree_append_text (n, out);
}

static void
index_below (xmlNodePtr node, GHashTable *ids)
{
  for (xmlNodePtr n = node->children; n; n = n->next) {
    if (n->type != XML_ELEMENT_NODE)
      continue;
    char *id = tr_svg_tree_get (n, "id");
    if (id && !g_hash_table_contains (ids, id))
      g_hash_table_insert (ids, id, n);
    else
      g_free (id);
    index_below (n, ids);
  }
}

GHashTable *
tr_svg_tree_index (xmlDocPtr doc)
{
  GHashTable *ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  index_below ((xmlNodePtr) doc, ids);
  return ids;
}
