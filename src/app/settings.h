// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Settings that outlive a run. Where the schema is not installed they are what they are at the
// first start, and changes last as long as the program.

#pragma once

#include <gio/gio.h>

#define TR_SETTINGS_COLOR_SCHEME "color-scheme"
#define TR_SETTINGS_SIZE         "window-size"
#define TR_SETTINGS_MAXIMIZED    "window-maximized"
#define TR_SETTINGS_GRID         "show-grid"
#define TR_SETTINGS_ANIMATE      "animate-templates"
#define TR_SETTINGS_COMMANDS     "recent-commands"
#define TR_SETTINGS_CONSTRAINTS  "show-constraints"
#define TR_SETTINGS_CURVES       "show-curves"
#define TR_SETTINGS_SNAP         "snap"
#define TR_SETTINGS_UNITS        "units"
#define TR_SETTINGS_AUTOSAVE     "autosave-delay"
#define TR_SETTINGS_PANEL        "show-panel"
#define TR_SETTINGS_PANEL_WIDTH  "panel-width"

#define TR_SETTINGS_EXPORT_BACKGROUND  "export-background"
#define TR_SETTINGS_EXPORT_DPI         "export-dpi"
#define TR_SETTINGS_EXPORT_FORMAT      "export-format"
#define TR_SETTINGS_EXPORT_FPS         "export-fps"
#define TR_SETTINGS_EXPORT_ORIENTATION "export-orientation"
#define TR_SETTINGS_EXPORT_MARGIN      "export-margin"
#define TR_SETTINGS_EXPORT_PAGE        "export-page"
#define TR_SETTINGS_EXPORT_SCALE       "export-scale"
#define TR_SETTINGS_EXPORT_SECONDS     "export-seconds"
#define TR_SETTINGS_EXPORT_TRACES      "export-traces"

#define TR_SETTINGS_PRINT_MARKS    "print-marks"
#define TR_SETTINGS_PRINT_PAGE     "print-page"     // as of gtk_page_setup_to_gvariant
#define TR_SETTINGS_PRINT_SETTINGS "print-settings" // as of gtk_print_settings_to_gvariant
#define TR_SETTINGS_PRINT_SIZE     "print-size"

// NULL: no schema. A missing schema would abort the program if it were asked for unseen.
GSettings *tr_settings_new (void);

// Ties a key, one of these names (ending with NULL), to the property "selected" of a list that
// has them in the same order.
void tr_settings_bind_choice (GSettings *settings,
                              const char *key,
                              gpointer choice,
                              const char *const *names);
