// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an element is called where people read of it: in steps of the history, in messages.

#pragma once

#include "model/model.h"

// "Crank", "Length s1", "Text “Fig. 1”"; of a body without a name its id. NULL: of nothing. Free with
// g_free.
char *tr_element_title (const TrModel *m, TrElement e);
// The same of an element or a member of one, "w.value"; where nothing is called so, the text itself.
char *tr_title_of (const TrModel *m, const char *what);
