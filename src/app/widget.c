// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/widget.h"

void
tr_widget_drop_children (GtkWidget *w)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (w)) != NULL)
    gtk_widget_unparent (child);
}
