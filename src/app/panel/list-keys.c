// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/list-keys.h"

// The first one after NULL.
static GtkWidget *
next_row (GtkWidget *list, GtkWidget *row, bool is_back)
{
  if (!row)
    return is_back ? gtk_widget_get_last_child (list) : gtk_widget_get_first_child (list);
  return is_back ? gtk_widget_get_prev_sibling (row) : gtk_widget_get_next_sibling (row);
}

static bool
is_heading (GtkWidget *row)
{
  return row && gtk_widget_has_css_class (row, "heading");
}

bool
tr_list_begins_with_heading (GtkWidget *list)
{
  return is_heading (gtk_widget_get_first_child (list));
}

bool
tr_list_enter (GtkWidget *list, GtkDirectionType way)
{
  bool is_back = way == GTK_DIR_TAB_BACKWARD;
  GtkWidget *row = next_row (list, gtk_widget_get_focus_child (list), is_back);

  if (!is_back && way != GTK_DIR_TAB_FORWARD)
    return false;
  while (row && !gtk_widget_child_focus (row, way))
    row = next_row (list, row, is_back);
  return row != NULL;
}

bool
tr_list_skip_heading (GtkWidget *list, bool is_back)
{
  GtkWidget *row = gtk_widget_get_focus_child (list);

  if (!row || !is_heading (next_row (list, row, is_back)))
    return false;
  do
    row = next_row (list, row, is_back);
  while (is_heading (row));
  return row && gtk_widget_grab_focus (row) &&
         gtk_widget_activate_action (row, "listitem.select", "(bb)", FALSE, FALSE);
}
