// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What every file from the document on includes in the end; with -Db_pch=true it is read once for
// each layer.

#include <gio/gio.h>
