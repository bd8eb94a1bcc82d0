// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Style sheets as drawing programs write them: rules for an element's name, classes and id, in
// any combination, and for those that it is in ("g .a", "g > .a"); not for what stands beside it.

#pragma once

#include <glib.h>
#include <libxml/tree.h>
#include <stdbool.h>

typedef struct _TrSvgSheet TrSvgSheet;

TrSvgSheet *tr_svg_sheet_new (void);
void tr_svg_sheet_free (TrSvgSheet *sheet);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSvgSheet, tr_svg_sheet_free)

// Rules behind those that are there; false where some could not be understood.
bool tr_svg_sheet_add (TrSvgSheet *sheet, const char *css);

typedef void (*TrSvgDeclaration) (const char *name, const char *value, gpointer data);

// "fill: red; stroke: none !important": what stands in a style attribute and between a rule's braces,
// of it what is marked as important or what is not.
void
tr_svg_each_declaration (const char *text, bool is_important, TrSvgDeclaration func, gpointer data);
// What the rules say of an element, the weightier later (CSS 2.1 §6.4.3). Returns how much was
// looked at for it.
guint tr_svg_sheet_each (const TrSvgSheet *sheet,
                         const xmlNode *node,
                         bool is_important,
                         TrSvgDeclaration func,
                         gpointer data);
