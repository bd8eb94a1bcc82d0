// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A command in the list of the palette: its title, what it belongs to, its keys.

#pragma once

#include "app/command.h"

#define TR_TYPE_COMMAND_ROW (tr_command_row_get_type ())
G_DECLARE_FINAL_TYPE (TrCommandRow, tr_command_row, TR, COMMAND_ROW, GtkWidget)

GtkWidget *tr_command_row_new (void);
// why: told of one that can not be done now, may be NULL.
void
tr_command_row_show (TrCommandRow *r, const TrCommand *command, bool is_enabled, const char *why);
