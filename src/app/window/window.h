// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A window on one document.

#pragma once

#include "app/application.h"
#include "doc/draft.h"

#define TR_TYPE_WINDOW (tr_window_get_type ())
G_DECLARE_FINAL_TYPE (TrWindow, tr_window, TR, WINDOW, GtkApplicationWindow)

// With an empty document; not yet shown.
TrWindow *tr_window_new (TrApplication *app);

// Shows the drawing: here where nothing has been done yet, in the window that has it already, or
// in a new one. What goes wrong is told in a dialog, and everything stays as it was.
void tr_window_open (TrWindow *w, GFile *file);
// The same for a draft, which the window takes; on error it does not, and all stays as it was.
bool tr_window_restore (TrWindow *w, TrDraft *draft, GError **error);

// Closes it and asks nothing: what is not saved is given up.
void tr_window_discard (TrWindow *w);

// For tests: members of a JSON object without its braces.
char *tr_window_describe (TrWindow *w);
