// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/preferences.h"

#include "app/settings.h"

struct _TrPreferences {
  GtkWindow parent;
  GtkDropDown *scheme_choice, *units_choice;
  GtkSwitch *animate_switch, *grid_switch, *snap_switch, *constraints_switch;
  GtkSpinButton *autosave_spin;
};

G_DEFINE_FINAL_TYPE (TrPreferences, tr_preferences, GTK_TYPE_WINDOW)

// In the order of the choices in the template.
static const char *const schemes[] = {"system", "light", "dark", NULL};
static const char *const units[] = {"mm", "cm", "m", "in", "pt", "px", NULL};

static void
bind_switch (GSettings *settings, const char *key, GtkSwitch *toggle)
{
  g_settings_bind (settings, key, toggle, "active", G_SETTINGS_BIND_DEFAULT);
}

static void
tr_preferences_class_init (TrPreferencesClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/preferences.ui");
  gtk_widget_class_bind_template_child (widget, TrPreferences, scheme_choice);
  gtk_widget_class_bind_template_child (widget, TrPreferences, units_choice);
  gtk_widget_class_bind_template_child (widget, TrPreferences, animate_switch);
  gtk_widget_class_bind_template_child (widget, TrPreferences, grid_switch);
  gtk_widget_class_bind_template_child (widget, TrPreferences, snap_switch);
  gtk_widget_class_bind_template_child (widget, TrPreferences, constraints_switch);
  gtk_widget_class_bind_template_child (widget, TrPreferences, autosave_spin);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_preferences_init (TrPreferences *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
}

GtkWidget *
tr_preferences_new (GtkWindow *parent, GSettings *settings)
{
  TrPreferences *p = g_object_new (TR_TYPE_PREFERENCES, "transient-for", parent, NULL);

  tr_settings_bind_choice (settings, TR_SETTINGS_COLOR_SCHEME, p->scheme_choice, schemes);
  tr_settings_bind_choice (settings, TR_SETTINGS_UNITS, p->units_choice, units);
  bind_switch (settings, TR_SETTINGS_ANIMATE, p->animate_switch);
  bind_switch (settings, TR_SETTINGS_GRID, p->grid_switch);
  bind_switch (settings, TR_SETTINGS_SNAP, p->snap_switch);
  bind_switch (settings, TR_SETTINGS_CONSTRAINTS, p->constraints_switch);
  g_settings_bind (settings, TR_SETTINGS_AUTOSAVE, p->autosave_spin, "value",
                   G_SETTINGS_BIND_DEFAULT);
  return GTK_WIDGET (p);
}
