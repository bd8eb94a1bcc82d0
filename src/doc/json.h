// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// JSON text to values and back: strict reading with places in the messages, writing in the
// layout of the format (one line, fewest digits).

#pragma once

#include "math/vec.h"

#include <glib.h>
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum {
  TR_JSON_DEPTH = 64,               // nesting that is read
  TR_JSON_BYTES = 256 * 1024 * 1024 // and bytes
};

#define TR_READ_ERROR (tr_read_error_quark ())
GQuark tr_read_error_quark (void);
typedef enum {
  TR_READ_ERROR_FILE,    // cannot be opened, read or written; no regular file; too large
  TR_READ_ERROR_SYNTAX,  // no JSON: the message has line and column
  TR_READ_ERROR_MEANING, // no drawing: the message has id and member
} TrReadError;

// RFC 8259 with no duplicate keys, no NUL, nesting up to TR_JSON_DEPTH and numbers that are
// finite. A byte order mark before it is passed over. Errors: "NAME:LINE:COLUMN: message".
json_t *tr_json_parse (const char *text, size_t n, const char *name, GError **error);
// A piece of a text that is known not to nest too deep; NULL where it is no JSON, or has a whole
// number too large to stay one.
json_t *tr_json_parse_piece (const char *text, size_t n);
// The bytes of a byte order mark before the text: 3, or 0 where there is none.
size_t tr_json_mark (const char *text, size_t n);

// "an object", "a string" …; of NULL "nothing".
const char *tr_json_describe (const json_t *v);

void tr_json_append (GString *out, const json_t *v);
void tr_json_append_string (GString *out, const char *text);
void tr_json_append_number (GString *out, double x);
void tr_json_append_place (GString *out, Vec2 p); // [x, y]

static inline void
tr_json_unref (json_t *v)
{
  json_decref (v);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (json_t, tr_json_unref)
