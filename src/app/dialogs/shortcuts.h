// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The window of the keys, made from the table of commands.

#pragma once

#include <gtk/gtk.h>

void tr_shortcuts_open (GtkWindow *parent);
