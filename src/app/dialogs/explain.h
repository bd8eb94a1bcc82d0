// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What there is to say about a constraint, in a popover: how it stands, what it depends on, and
// what it would be like without it.

#pragma once

#include "app/canvas/canvas.h"

#define TR_TYPE_EXPLAIN (tr_explain_popover_get_type ())
G_DECLARE_FINAL_TYPE (TrExplainPopover, tr_explain_popover, TR, EXPLAIN_POPOVER, GtkPopover)

// Opens it at a widget (a row of a list), NULL: where the constraint is on the canvas.
void tr_explain_popover_open (TrCanvas *canvas, int constraint, GtkWidget *at);
