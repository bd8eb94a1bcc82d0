// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys and what they do, in a line: as many as there is room for, the first ones first.

#pragma once

#include "app/canvas/tool.h"

#define TR_TYPE_HINT_BAR (tr_hint_bar_get_type ())
G_DECLARE_FINAL_TYPE (TrHintBar, tr_hint_bar, TR, HINT_BAR, GtkWidget)

// hints stay in place as long as they are shown; the same address is the same hints.
void tr_hint_bar_show (TrHintBar *b, const TrKeyHint *hints);
