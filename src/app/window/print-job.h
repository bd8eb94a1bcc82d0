// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is printed: the drawing as it was when printing was asked for, whatever is done to it
// meanwhile, and how it is laid on paper.

#pragma once

#include "app/window/window.h"
#include "render/export/print.h"

#include <gtk/gtk.h>

typedef struct {
  TrModel *model;
  TrState *state;
  TrTracePoints *traces;
  Vec2 *points;         // of all traces
  guint8 *selected;     // as TrExportOptions.filter; NULL: none is
  char *title, *folder; // folder NULL: the drawing has no file
  bool only_selected, fits, marks;
} TrPrintJob;

TrPrintJob *tr_print_job_new (TrWindow *w);
TrPrintJob *tr_print_job_ref (TrPrintJob *job);
void tr_print_job_unref (TrPrintJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrPrintJob, tr_print_job_unref)

// How it lies on paper of which so many mm take ink.
TrPrintOptions tr_print_job_options (const TrPrintJob *job, double width, double height);
TrPrintLayout tr_print_job_lay_out (const TrPrintJob *job, double width, double height);
// The same of a page setup.
TrPrintLayout tr_print_job_lay_out_page (const TrPrintJob *job, GtkPageSetup *setup);

// Whether there is something to print, on sheets that can be counted.
bool tr_print_job_is_possible (const TrPrintLayout *layout);
// How large it becomes, and on how many sheets; or why it cannot be. Free with g_free.
char *tr_print_job_describe (const TrPrintLayout *layout);
