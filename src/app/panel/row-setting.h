// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A line of the page of settings: a text or a switch.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_SETTING_ROW (tr_setting_row_get_type ())
G_DECLARE_FINAL_TYPE (TrSettingRow, tr_setting_row, TR, SETTING_ROW, TrPageRow)
