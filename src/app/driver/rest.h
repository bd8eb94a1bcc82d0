// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Between two tests that share a program: it is without windows, and as it was at its start.

#pragma once

#include <gtk/gtk.h>

// Closes every window and keeps nothing: what is not saved is given up, recent files are
// forgotten, the settings are the schema's. The program does not end for that.
void tr_rest_begin (GtkApplication *app);

// Shows the files, paths with a tab before each, as a start with these arguments would.
void tr_rest_go_on (GtkApplication *app, const char *files);

// The program ends if it is without windows.
void tr_rest_release (GtkApplication *app);
