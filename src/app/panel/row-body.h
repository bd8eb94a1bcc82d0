// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the list of bodies: name, kind, and whether it is shown.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_BODY_ROW (tr_body_row_get_type ())
G_DECLARE_FINAL_TYPE (TrBodyRow, tr_body_row, TR, BODY_ROW, TrPageRow)
