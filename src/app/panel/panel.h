// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The side panel: what is selected, the constraints, the layers and bodies, and the parameters of a
// drawing.

#pragma once

#include "app/panel/page-layers.h"

#include <gtk/gtk.h>

#define TR_TYPE_PANEL (tr_panel_get_type ())
G_DECLARE_FINAL_TYPE (TrPanel, tr_panel, TR, PANEL, GtkWidget)

void tr_panel_set_selection (TrPanel *p, TrSelection *selection);
// "properties", "constraints", "bodies", "parameters"; shows the panel where it is hidden.
void tr_panel_show (TrPanel *p, const char *page);
TrLayerPage *tr_panel_get_layers (TrPanel *p);
