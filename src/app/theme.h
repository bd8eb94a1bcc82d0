// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The colours of drawings that go with those of the desktop.

#pragma once

#include "render/look.h"

#include <gtk/gtk.h>

TrTheme tr_theme_of_widget (GtkWidget *w);
