// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/palette.h"

struct _TrPalette {
  GtkWidget parent;
};

G_DEFINE_FINAL_TYPE (TrPalette, tr_palette, GTK_TYPE_WIDGET)

static void
tr_palette_dispose (GObject *object)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))))
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tr_palette_parent_class)->dispose (object);
}

static void
tr_palette_class_init (TrPaletteClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_palette_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/palette.ui");
  gtk_widget_class_set_layout_manager_type (widget, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget, "palette");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
tr_palette_init (TrPalette *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
}
