// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the page of constraints: sign, title, value, switch, and beneath them what can be done
// about a conflict.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_CONSTRAINT_ROW (tr_constraint_row_get_type ())
G_DECLARE_FINAL_TYPE (TrConstraintRow, tr_constraint_row, TR, CONSTRAINT_ROW, TrPageRow)
