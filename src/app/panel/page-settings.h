// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be set of the constraint or the force that is selected alone; where nothing is, of the
// world that the drawing is in.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_SETTING_PAGE (tr_setting_page_get_type ())
G_DECLARE_FINAL_TYPE (TrSettingPage, tr_setting_page, TR, SETTING_PAGE, TrPage)

// What it would be of; false: of nothing.
bool tr_setting_page_find (TrSelection *selection, TrElement *of);

// Rows, in TrRowKey.kind; the index of a line is that of tr_setting_get.
typedef enum { TR_SETTING_HEADING, TR_SETTING_LINE } TrSettingRowKind;

// What it is of now.
TrElement tr_setting_page_get_of (TrSettingPage *p);
