// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What files are called where people read it.

#pragma once

#include <glib.h>

// A name or a path as one line of text: what is no UTF-8 or would turn the direction of letters round
// is U+FFFD, what would begin a line or is a control is a space. Free with g_free.
char *tr_file_line (const char *path);

// Names for a list of n files, by their paths. Behind those that are called alike stand so many of
// their folders as tell them apart, at the least one: "arm.trammel — Projects". Long ones are
// shortened in their middle; what runs from the right stays by itself. Free with g_strfreev.
char **tr_file_names (const char *const *paths, guint n);
