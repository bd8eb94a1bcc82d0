// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the page of properties: a text or a switch.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_PROPERTY_ROW (tr_property_row_get_type ())
G_DECLARE_FINAL_TYPE (TrPropertyRow, tr_property_row, TR, PROPERTY_ROW, TrPageRow)
