// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What widgets of every room do alike.

#pragma once

#include <gtk/gtk.h>

// Lets go of all that w holds. A widget with children of its own does so as it is disposed of: GTK
// does it for its own containers only.
void tr_widget_drop_children (GtkWidget *w);

// What a number of no language is to begin with, so that its signs stay in their order: "" unless one
// reads from right to left.
const char *tr_number_mark (void);

// Closes w, if it is a popover, and all popovers below it. One that goes while it is open is never
// freed, and GTK looks half a second later for what lies under the pointer on its lost surface.
void tr_widget_close_popovers (GtkWidget *w);
