// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Tools, canvas and side panel beside each other. Where the window is too narrow for that the panel
// goes, and lies over the canvas when it is asked for; when there is room again it is as it was.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#define TR_TYPE_DESK (tr_desk_get_type ())
G_DECLARE_FINAL_TYPE (TrDesk, tr_desk, TR, DESK, GtkWidget)

// The panel has no room of its own: that it is not shown is no choice of the user's. The property
// "narrow" is the same, told once the layout that has found it is done.
bool tr_desk_is_narrow (TrDesk *d);
