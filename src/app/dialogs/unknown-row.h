// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An unknown of a formula being typed: its name and where it starts. Signals "changed" and
// "remove".

#pragma once

#include "model/model.h"

#include <gtk/gtk.h>

#define TR_TYPE_UNKNOWN_ROW (tr_unknown_row_get_type ())
G_DECLARE_FINAL_TYPE (TrUnknownRow, tr_unknown_row, TR, UNKNOWN_ROW, GtkBox)

// number: of the row, for the names of its widgets.
GtkWidget *tr_unknown_row_new (int number, const char *name, double value);
const char *tr_unknown_row_get_name (TrUnknownRow *r);
// Exactly the value it was made with as long as nobody types another. False: not a number.
bool tr_unknown_row_get_value (TrUnknownRow *r, const TrModel *m, double *value, GError **error);
// Marks the name, the value, both or none as wrong.
void tr_unknown_row_mark (TrUnknownRow *r, bool name, bool value);
void tr_unknown_row_focus (TrUnknownRow *r);
