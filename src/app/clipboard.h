// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The clipboard: drawings go there as our own format, as pictures and as text, and come back.

#pragma once

#include "session/selection.h"

#include <gtk/gtk.h>

#define TR_CLIPBOARD_TYPE "application/x-trammel"

// What is selected but for points; false where that is nothing.
bool tr_clipboard_copy (GdkClipboard *clipboard, TrSelection *selection, GError **error);

// text: of a drawing, NULL where there is none.
typedef void (*TrClipboardText) (const char *text, gpointer data);
// data: an object, kept alive until text has come.
void tr_clipboard_read (GdkClipboard *clipboard, TrClipboardText func, gpointer data);
