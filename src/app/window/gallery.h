// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an empty drawing shows: one hint, and templates to start from. It lies over the canvas and
// leaves it all clicks but those on its cards.

#pragma once

#include <gtk/gtk.h>

#define TR_TYPE_GALLERY (tr_gallery_get_type ())
G_DECLARE_FINAL_TYPE (TrGallery, tr_gallery, TR, GALLERY, GtkWidget)

// Property "animate" (boolean): whether templates move. They do not where the desktop has
// animations turned off.
