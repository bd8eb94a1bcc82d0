// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A foreign drawing that is taken over: a large one by a thread, on a copy of the drawing that it
// goes into, while a small window tells so and lets it be stopped.

#pragma once

#include "render/import/import.h"
#include "session/session.h"

#include <gtk/gtk.h>

typedef struct {
  char **ids; // of the bodies
  char **left_out;
} TrImported;

void tr_imported_clear (TrImported *i);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrImported, tr_imported_clear)

// Adds the drawing in bytes, called name (its ending tells the format), as one step of the history,
// its middle at `middle` (NULL: where it lies). Returns once it is there; meanwhile the main loop
// goes on, and parent takes no input. False with error set: G_IO_ERROR_CANCELLED where it was
// stopped.
bool tr_import_run (GtkWindow *parent,
                    TrSession *s,
                    GBytes *bytes,
                    const char *name,
                    const Vec2 *middle,
                    const char *step,
                    TrImported *imported,
                    GError **error);
