// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys in lists with headings, which are rows of the style class "heading" that take no focus. GTK
// enters a list by its first row only, and goes no farther than to such a row.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

bool tr_list_begins_with_heading (GtkWidget *list);
// By Tab: the focus goes into the first row that takes it after the one that has it, or of all.
// False: there is none, or it was no Tab.
bool tr_list_enter (GtkWidget *list, GtkDirectionType way);
// By an arrow: where the next row is a heading, the row beyond is selected and gets the focus.
bool tr_list_skip_heading (GtkWidget *list, bool is_back);
