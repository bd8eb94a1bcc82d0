// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The command palette: every command by its name.

#pragma once

#include "app/command.h"

#define TR_TYPE_FINDER (tr_finder_get_type ())
G_DECLARE_FINAL_TYPE (TrFinder, tr_finder, TR, FINDER, GtkPopover)

// Whether a command can be done now; *why: why not, translated, NULL where nothing is to be said.
typedef bool (*TrFinderCan) (const TrCommand *c, const char **why, gpointer data);
// Does it: the palette has closed.
typedef void (*TrFinderRun) (const TrCommand *c, gpointer data);

// settings (may be NULL) keeps what was chosen last. The caller gives it a parent.
GtkWidget *tr_finder_new (GSettings *settings, TrFinderCan can, TrFinderRun run, gpointer data);
void tr_finder_open (TrFinder *f);
