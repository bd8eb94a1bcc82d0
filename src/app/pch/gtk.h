// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What every file of the window includes; with -Db_pch=true it is read once for all of them.

#include <gtk/gtk.h>
