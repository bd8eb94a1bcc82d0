// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A line of a report: what it is, what it is now, and under it what it may become; or a heading.

#pragma once

#include "session/mechanism/mechanism-facts.h"

#include <gtk/gtk.h>

#define TR_TYPE_FACT_ROW (tr_fact_row_get_type ())
G_DECLARE_FINAL_TYPE (TrFactRow, tr_fact_row, TR, FACT_ROW, GtkListBoxRow)

// Its labels are called "fact-INDEX", "fact-INDEX-value" and "fact-INDEX-detail".
GtkWidget *tr_fact_row_new (int index);
void tr_fact_row_show (TrFactRow *r, const TrFact *fact);
