// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person likes to have otherwise; it is applied as it is chosen.

#pragma once

#include <gtk/gtk.h>

#define TR_TYPE_PREFERENCES (tr_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TrPreferences, tr_preferences, TR, PREFERENCES, GtkWindow)

GtkWidget *tr_preferences_new (GtkWindow *parent, GSettings *settings);
