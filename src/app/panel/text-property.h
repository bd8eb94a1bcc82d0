// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Properties of texts, as the rows of the page of properties show and set them.

#pragma once

#include "app/panel/page-properties.h"

// Whether a text has it.
bool tr_text_property_is (TrProperty what);
// What the entry shows. Free with g_free.
char *tr_text_property_show (const TrModel *m, const TrState *s, int label, TrProperty what);
// Sets what was typed for several texts (TrElement), all or none, as one step of the history. False
// with error set: it is no such value, and all is as it was.
bool tr_text_property_set (
    TrSession *s, const GArray *texts, TrProperty what, const char *typed, GError **error);
