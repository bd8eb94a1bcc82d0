// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures in the drawings of rigids and sheets: PNG inside a data URI.

#pragma once

#include <cairo.h>
#include <glib.h>

#define TR_PICTURE_ERROR (tr_picture_error_quark ())
GQuark tr_picture_error_quark (void);
typedef enum {
  TR_PICTURE_ERROR_URI,
  TR_PICTURE_ERROR_PNG,
  TR_PICTURE_ERROR_TOO_BIG
} TrPictureError;

// NULL with error set where uri is not "data:image/png;base64,…" or holds no PNG that Cairo
// reads, or one of over 64 million pixels. The PNG itself stays attached, so that SVG and PDF
// take it over as it is.
cairo_surface_t *tr_picture_load (const char *uri, GError **error);

// What Cairo says went wrong, in the user's language where that is likely to be seen.
const char *tr_picture_reason (cairo_status_t status);

// Pictures already decoded, by the address of their URI (texts in a pool never move); a URI that
// cannot be loaded is remembered as NULL. Free with g_hash_table_unref.
GHashTable *tr_picture_cache_new (void);
// Owned by the cache.
cairo_surface_t *tr_picture_cache_get (GHashTable *cache, const char *uri);
