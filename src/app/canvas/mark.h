// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Marks near the pointer: where a thing would snap, and small boxes with words or numbers. Logical
// pixels of a widget, whose font they are in.

#pragma once

#include "render/overlay.h"
#include "session/snap.h"

#include <gtk/gtk.h>

typedef enum {
  TR_MARK_PLAIN,
  TR_MARK_SNAP,   // a pill
  TR_MARK_GIVEN,  // typed
  TR_MARK_ACTIVE, // typing goes here
  TR_MARK_WRONG,  // typed, and cannot be read
} TrMarkStyle;

// A box with a text, its top left corner at `at`; returns the corner opposite.
Vec2 tr_mark_text (
    GtkWidget *w, const TrTheme *theme, TrMarkStyle style, const char *text, Vec2 at, cairo_t *cr);

Vec2 tr_mark_size (GtkWidget *w, const char *text);
// The top left corner of a box beside the pointer: to the right and below, and where that would be
// cut off, on the other side; clear of the line to it from another place, where there is room (NULL:
// there is none). room: width and height of all.
Vec2 tr_mark_place (Vec2 room, Vec2 pointer, Vec2 size, const Vec2 *from);
Vec2 tr_mark_beside (GtkWidget *w, Vec2 pointer, Vec2 size, const Vec2 *from);

// The shape of the kind of snap, and its name in a pill above it.
void tr_mark_snap (GtkWidget *w, const TrOverlay *o, const TrSnap *snap, cairo_t *cr);
