// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How a drawing is laid on paper: in true size or as the page takes it, with marks or without;
// and what comes of it in words. Part of the preview and of the print dialog.

#pragma once

#include "app/window/print-job.h"

#define TR_TYPE_PRINT_CHOICES (tr_print_choices_get_type ())
G_DECLARE_FINAL_TYPE (TrPrintChoices, tr_print_choices, TR, PRINT_CHOICES, GtkBox)

// What is chosen goes into the job, and (settings may be NULL) is kept. Signal "changed".
GtkWidget *tr_print_choices_new (TrPrintJob *job, GSettings *settings);
// Tells what comes of it on that paper.
void tr_print_choices_set_page (TrPrintChoices *c, GtkPageSetup *setup);
