// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is common to all windows: settings, recent drawings, the colours, the way out.

#pragma once

#include <gtk/gtk.h>

#define TR_APPLICATION_ID "org.trammel.Trammel"

#define TR_TYPE_APPLICATION (tr_application_get_type ())
G_DECLARE_FINAL_TYPE (TrApplication, tr_application, TR, APPLICATION, GtkApplication)

TrApplication *tr_application_new (void);

// NULL where the schema is not installed.
GSettings *tr_application_get_settings (TrApplication *app);
// The recently used drawings, kept up to date.
typedef struct _TrRecent TrRecent;
TrRecent *tr_application_get_recent (TrApplication *app);
