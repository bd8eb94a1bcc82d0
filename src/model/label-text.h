// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The expressions in the braces of a label's text.

#pragma once

#include "model/model.h"

// The next one from *at on (at first the text), padded in front so that columns are those of the
// text; false: there is none any more. format: what stands behind its colon; NULL: nothing. Both
// free with g_free.
bool tr_label_next (const char *text, const char **at, char **expr, char **format);
typedef bool (*TrIsId) (const char *id, gpointer data);
// Whether one of them names a body or parameter for which `is_it` holds.
bool tr_label_names (const char *text, TrIsId is_it, gpointer data);
// The same of whole names: "s1.length".
bool tr_label_reads (const char *text, TrIsId is_it, gpointer data);
typedef char *(*TrTextFunc) (const char *text, gpointer data);
// The text with other expressions in its braces. Free with g_free, as what `map` returns.
char *tr_label_map (const char *text, TrTextFunc map, gpointer data);
// [.digits](f|e|g|%); false for anything else.
bool tr_label_parse_format (const char *text, int *digits, char *conversion);
// The body on which a label hangs, and with which it is hidden and locked, as it can be itself; NULL:
// none.
static inline const TrBody *
tr_label_body (const TrModel *m, const TrLabel *l)
{
  return l->at.kind == TR_AT_GROUND ? NULL : &m->bodies[l->at.body];
}

static inline bool
tr_label_is_hidden (const TrModel *m, const TrLabel *l)
{
  const TrBody *b = tr_label_body (m, l);
  return l->hidden || (b && b->hidden);
}

// "column N: …" where one of them is no expression, or names what is not there.
bool tr_label_check (const TrModel *m, const char *text, GError **error);
