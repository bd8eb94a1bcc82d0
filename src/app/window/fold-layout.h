// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of widgets some of which may go where there is no room for all: first those with the style
// class "spare-1", from the end of the row on, then "spare-2", then "spare-3".
// What has the class "instead" is there only where one of those is not.

#pragma once

#include <gtk/gtk.h>

#define TR_TYPE_FOLD_LAYOUT (tr_fold_layout_get_type ())
G_DECLARE_FINAL_TYPE (TrFoldLayout, tr_fold_layout, TR, FOLD_LAYOUT, GtkLayoutManager)

// spacing: pixels between two of them; the property of that name.
GtkLayoutManager *tr_fold_layout_new (int spacing);
