// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How well a title fits what is being typed.

#pragma once

#include <glib.h>

// 0: not at all. Every word of the query must be found in the text, in any order: as a word, its
// beginning, a part of it, or letters in that order from the beginning of some word on ("dc" finds
// "Draw Circle"); the earlier of these count more. Case does not matter, accents need not be typed.
// An empty query fits everything, by 1.
int tr_match (const char *text, const char *query);
