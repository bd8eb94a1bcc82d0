// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Elements about to be added: their texts in the format, and fresh names for them.

#pragma once

#include "model/model.h"

typedef struct _TrParts TrParts;

// m is borrowed: the drawing that the parts are for.
TrParts *tr_parts_new (const TrModel *m);
void tr_parts_free (TrParts *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrParts, tr_parts_free)

const TrModel *tr_parts_model (const TrParts *p);

// Adds an element. Numbers never go through the format: a locale may write them with a comma.
void tr_parts_add (TrParts *p, const char *format, ...) G_GNUC_PRINTF (2, 3);
// An attach of two connectors, given as texts.
void tr_parts_attach (TrParts *p, const char *a, const char *b);
// Ends with NULL, for tr_session_add_all.
const char *const *tr_parts_get (TrParts *p);
int tr_parts_count (const TrParts *p);

// The rest makes texts that live as long as the parts.

const char *tr_parts_keep (TrParts *p, const char *text);
// "s1", "s2", …: the first that neither the drawing nor the parts have.
const char *tr_parts_id (TrParts *p, const char *stem);
const char *tr_parts_number (TrParts *p, double x);
const char *tr_parts_place (TrParts *p, Vec2 at); // [x, y]
// Any text as a JSON string.
const char *tr_parts_string (TrParts *p, const char *text);
// A connector of the drawing: slides stay slides, or become the material point they are on now.
const char *tr_parts_connector (TrParts *p, const TrConnector *c, bool material);
// Connectors of a body that is being added.
const char *tr_parts_point (TrParts *p, const char *body, const char *point);
const char *tr_parts_slide (TrParts *p, const char *body, double t);
const char *tr_parts_material (TrParts *p, const char *body, double t);
const char *tr_parts_local (TrParts *p, const char *body, Vec2 at);
