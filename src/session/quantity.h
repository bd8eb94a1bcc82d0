// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers as people write and read them, with units: "12,5", "3 cm", "1/2 in", "45°", "2*crank".
// Documents have lengths in their own unit and angles in radians.

#pragma once

#include "model/model.h"

typedef enum {
  TR_QUANTITY_NUMBER, // no unit
  TR_QUANTITY_LENGTH, // mm cm m in " pt px; without one, document units
  TR_QUANTITY_ANGLE,  // ° deg rad; digits alone (no unit, no name) are degrees
} TrQuantityKind;

// What a member of a body is, by its unit.
TrQuantityKind tr_quantity_of (const TrBody *b, int member);

// Reads a number or an expression over the parameters of m. *value: in document units or radians.
// *expr (may be NULL): where names of parameters occur, the text as a document has it; else NULL.
// A decimal comma counts where the locale writes one, but for the arguments of a function of several:
// there it parts them. Errors are TR_EXPR_ERROR and begin "column N: ".
bool tr_quantity_parse (const char *text,
                        TrQuantityKind kind,
                        const TrModel *m,
                        double *value,
                        char **expr,
                        GError **error);

// An expression as people type it, in the expression language, which it may still not be: decimal
// commas as above, and signs as they are printed (−, ×, ÷). Character by character, so that columns
// stay. Free with g_free.
char *tr_quantity_plain (const char *text);

// "12.5 mm", "45°", in the locale's own decimals. step: what is worth telling (a pixel in document
// units; radians); 0: all that a person may want, six significant digits. Whatever is written reads
// back to within half of that. Free with g_free.
char *tr_quantity_format (double value, TrQuantityKind kind, TrUnits units, double step);

// "mm"; never translated.
const char *tr_units_symbol (TrUnits units);
