// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The colours of drawings that go with those of the desktop.

#pragma once

#include "render/look.h"

#include <gtk/gtk.h>

// By the colours of its text, whatever the desktop's theme is called: light text means dark paper.
TrTheme tr_theme_of_widget (GtkWidget *w);
// A theme of high contrast.
bool tr_theme_is_strong (GtkWidget *w);
