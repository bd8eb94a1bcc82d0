// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Recently used drawings as a menu.

#pragma once

#include <gtk/gtk.h>

typedef struct _TrRecent TrRecent;

TrRecent *tr_recent_new (void);
void tr_recent_free (TrRecent *r);
GMenuModel *tr_recent_get_menu (TrRecent *r);
// Where their files are, as tooltips and for screen readers, in a menu that shows them.
void tr_recent_describe (TrRecent *r, GtkWidget *menu);

// Notes that a drawing was opened or saved.
void tr_recent_add (GFile *file);
