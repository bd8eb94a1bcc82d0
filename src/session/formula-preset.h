// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Curves with a name, to begin a formula with.

#pragma once

#include "session/formula.h"

enum { TR_FORMULA_PRESET_UNKNOWNS = 4 };

typedef struct {
  const char *name; // "Rose": to be translated
  const char *x, *y, *from, *to;
  bool closed;
  int n_unknowns;
  const char *unknowns[TR_FORMULA_PRESET_UNKNOWNS];
  // Where the unknowns start: the middle of the view, and in parts of a size that fits there.
  Vec2 middle[TR_FORMULA_PRESET_UNKNOWNS]; // factors of its x and y
  double size[TR_FORMULA_PRESET_UNKNOWNS];
} TrFormulaPreset;

const TrFormulaPreset *tr_formula_presets (int *n);

// Its texts, and in values (room for TR_FORMULA_PRESET_UNKNOWNS) where its unknowns start for a
// curve of about `size` (its half width) around the middle. All borrowed.
TrFormulaText
tr_formula_preset_text (const TrFormulaPreset *p, Vec2 middle, double size, double *values);

// Unknowns that are called as a parameter of m is, get other names; names: room for as many.
void tr_formula_name_apart (const TrModel *m, TrFormulaText *f, const char **names, TrParts *keep);
