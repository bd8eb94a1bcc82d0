// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Messages that show what was found there stay short enough to be read, whatever was found.

#pragma once

// A copy, UTF-8 as the text: of a word (what has no white space in it) of more than 100 characters
// only the beginning and the end, and so of all where more than 600 are left.
char *tr_long_text_shorten (const char *text);
