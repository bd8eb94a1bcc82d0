// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A draft in the list of those that were left behind: its name, its place, its time.

#pragma once

#include "doc/draft.h"

#include <gtk/gtk.h>

#define TR_TYPE_DRAFT_ROW (tr_draft_row_get_type ())
G_DECLARE_FINAL_TYPE (TrDraftRow, tr_draft_row, TR, DRAFT_ROW, GtkListBoxRow)

// Takes the draft. Property "chosen" (boolean): true until the author says otherwise, which one
// that is alone in its list can not.
GtkWidget *tr_draft_row_new (TrDraft *draft, bool is_alone);
bool tr_draft_row_is_chosen (TrDraftRow *r);
TrDraft *tr_draft_row_steal (TrDraftRow *r);
