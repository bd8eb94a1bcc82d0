// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What tests see and say of a running window: with TRAMMEL_TEST_FDS=LOG,COMMANDS in the
// environment it writes JSON lines to the one file descriptor and obeys lines from the other.
// Without that variable nothing here does anything.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

// Made and kept by the application.
void tr_probe_start (GtkApplication *app);

// {"ev": event, …}: format makes the further members, as "\"n\": %d"; NULL: none.
void tr_probe_say (const char *event, const char *format, ...) G_GNUC_PRINTF (2, 3);
bool tr_probe_is_on (void);

// Lets the probe report what it needs of frames.
void tr_probe_watch (GtkWindow *window);
