// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers as text, in files and reports: written with the fewest digits that read back as the
// same double, read by the grammar of JSON, and the same under every locale; what messages tell
// alone is in the user's.

#pragma once

#include <stdbool.h>

enum {
  TR_NUMBER_SIZE = 32, // bytes that hold any number with its final NUL
};

// Writes x and returns the number of characters. Plain notation from 1e-5 up to below 1e16, else
// like 1e-7, 7.25e-7, 1.5e21; −0 as 0; integers without a fraction. What is not finite becomes
// null: callers guard.
int tr_number_format (double x, char buf[TR_NUMBER_SIZE]);

// The same for people to read: with the decimal mark of the locale. Free with g_free().
char *tr_number_tell (double x);
// An expression with the locale's decimals, but for the arguments of a function of several, which commas
// part: 1.5*max(0.5, a) with a comma is 1,5*max(0.5, a). Reads back as it is. Free with g_free.
char *tr_number_tell_in (const char *expr);

// An expression with its numbers as people read them where there is little room: fractions to six
// significant digits, whole numbers and powers of ten as they are. Does not read back as it was. Free
// with g_free.
char *tr_number_shorten_in (const char *expr);

// Whether the whole text is a number as JSON writes it and finite as a double; x is set only then.
bool tr_number_parse (const char *text, double *x);
