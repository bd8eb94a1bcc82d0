// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The sheets as they will be, laid side by side as they are joined, with the choices above them.

#pragma once

#include "app/window/print-job.h"

#define TR_TYPE_PRINT_PREVIEW (tr_print_preview_get_type ())
G_DECLARE_FINAL_TYPE (TrPrintPreview, tr_print_preview, TR, PRINT_PREVIEW, GtkWindow)

// setup: the paper; another one can be chosen. Signal "print" where its button was pressed.
TrPrintPreview *
tr_print_preview_new (GtkWindow *parent, TrPrintJob *job, GtkPageSetup *setup, GSettings *settings);
GtkPageSetup *tr_print_preview_get_page (TrPrintPreview *p);
