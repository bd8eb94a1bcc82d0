// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Other names in texts that compute.

#pragma once

#include "model/model.h"

// Every identifier of the text that is one of the names (old → new), members not: s1 in
// "s1.length - s2.length". Free with g_free.
char *tr_rename_words (GHashTable *names, const char *text);
// The same in the braces of a label alone. What names neither one of these nor anything of m
// computes nothing there, and is shown as it is written; m NULL: all computes.
char *tr_rename_braces (GHashTable *names, const TrModel *m, const char *text);
// Whether the text of a member is "x" or "y", the axes, whatever bodies are called so: those are written
// as {"body": "x"}.
bool tr_rename_is_axis (const char *key, const char *text);
