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

const char *
tr_number_mark (void)
{
  return gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL ? "\u200e" : "";
}

void
tr_widget_close_popovers (GtkWidget *w)
{
  for (GtkWidget *c = gtk_widget_get_first_child (w); c; c = gtk_widget_get_next_sibling (c))
    tr_widget_close_popovers (c);
  if (GTK_IS_POPOVER (w) && gtk_widget_get_visible (w))
    gtk_popover_popdown (GTK_POPOVER (w));
}
