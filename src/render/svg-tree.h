// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The tree of an SVG file, read so that nothing of it can do harm: no network, no files, no
// entities of its own beyond short plain ones, nesting and texts within libxml's bounds.

#pragma once

#include <glib.h>
#include <libxml/tree.h>
#include <stdbool.h>

// What our export says beside what it draws, so that it can be read back: a class of points,
// splines and labels, and where a label's baseline starts, with its size.
#define TR_SVG_CLASS    "trammel-"
#define TR_SVG_BASELINE "data-baseline"

// NULL with error set (TR_READ_ERROR): "NAME:LINE: message". Free with xmlFreeDoc.
xmlDocPtr tr_svg_tree_parse (const char *text, gsize n, const char *name, GError **error);

// Whether it is an element of SVG, and not of another language in between.
bool tr_svg_tree_is_element (const xmlNode *node);
// Whether it is that element of SVG.
bool tr_svg_tree_is (const xmlNode *node, const char *name);

char *tr_svg_tree_attribute_text (const xmlAttr *a);
// An attribute's text; NULL: none. Without a namespace, or (foreign) with any. Free with g_free.
char *tr_svg_tree_get (const xmlNode *node, const char *name);
char *tr_svg_tree_get_foreign (const xmlNode *node, const char *name);
// href, of SVG 2 or of XLink.
char *tr_svg_tree_get_href (const xmlNode *node);

// The name of an entity of the file's own that is not taken over wherever it is used; NULL: none.
const char *tr_svg_tree_lost_entity (xmlDocPtr doc);

// The text in an element and below, white space as it is written.
void tr_svg_tree_append_text (const xmlNode *node, GString *out);

// id → node, the first of an id. Free with g_hash_table_unref; dies with the tree.
GHashTable *tr_svg_tree_index (xmlDocPtr doc);
