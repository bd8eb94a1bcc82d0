// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What tests see of a running window: JSON lines in a log. Where no test has started it, nothing
// here does anything.

#pragma once

#include <gtk/gtk.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>

// Made and kept by the application; takes the log.
void tr_probe_start (GtkApplication *app, FILE *log);

// {"ev": event, …}: format makes the further members, as "\"n\": %d"; NULL: none.
void tr_probe_say (const char *event, const char *format, ...) G_GNUC_PRINTF (2, 3);
bool tr_probe_is_on (void);

// Lets the probe report what it needs of frames.
void tr_probe_watch (GtkWindow *window);

// For those who started it. Says {"ev": "sync", "n": n} when all that the display has sent by now
// is answered and painted.
void tr_probe_answer (int n);
// The next first frame is told as that of a start.
void tr_probe_begin_again (void);
// The one that tests speak of; NULL: none is open.
GtkWindow *tr_probe_front_window (void);

// Numbers that are written in between are JSON's, whatever the user's are.
typedef struct {
  locale_t plain, before;
} TrPlainNumbers;

TrPlainNumbers tr_plain_numbers_begin (void);
void tr_plain_numbers_end (TrPlainNumbers n);
