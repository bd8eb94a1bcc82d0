// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The clipboard: drawings go there as our own format, as pictures and as text, and come back.

#pragma once

#include "session/selection.h"

#include <gtk/gtk.h>

#define TR_CLIPBOARD_TYPE "application/x-trammel"

// What is selected but for points; false where that is nothing.
bool tr_clipboard_copy (GdkClipboard *clipboard, TrSelection *selection, GError **error);

// Of the kinds that the program takes the best that is there: a drawing of ours, SVG, files, a
// picture, text. bytes NULL: there is none, or (error) it cannot be read or is too large.
typedef void (*TrClipboardFunc) (const char *type,
                                 GBytes *bytes,
                                 const GError *error,
                                 gpointer data);
// data: an object, kept alive until the answer has come.
void tr_clipboard_read (GdkClipboard *clipboard, TrClipboardFunc func, gpointer data);
