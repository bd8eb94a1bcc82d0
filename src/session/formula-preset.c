// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/formula-preset.h"

#include "doc/rename.h"

#include <glib/gi18n.h>

// Each has its place as unknowns, so that it can be dragged.
#define PLACE "cx", "cy"
#define PLACE_AT                                                                                   \
  {1, 0},                                                                                          \
  {                                                                                                \
    0, 1                                                                                           \
  }
#define PLACE_SIZE 0, 0

static const TrFormulaPreset presets[] = {
    {N_ ("Rose"),
     "cx + r*cos(4*t)*cos(t)",
     "cy + r*cos(4*t)*sin(t)",
     "0",
     "tau",
     true,
     3,
     {PLACE, "r"},
     {PLACE_AT},
     {PLACE_SIZE, 1}},
    // A wheel that rolls along a line, twice around.
    {N_ ("Cycloid"),
     "cx + r*(t - sin(t))",
     "cy + r*(1 - cos(t))",
     "-tau",
     "tau",
     false,
     3,
     {PLACE, "r"},
     {PLACE_AT},
     {PLACE_SIZE, 0.16}},
    {N_ ("Lissajous figure"),
     "cx + a*sin(3*t)",
     "cy + b*sin(2*t)",
     "0",
     "tau",
     true,
     4,
     {PLACE, "a", "b"},
     {PLACE_AT},
     {PLACE_SIZE, 1, 0.75}},
    // (x/a)⁴ + (y/b)⁴ = 1, by the angle: with roots of cos t it would have no speed to slide by at
    // its four middles
    {N_ ("Superellipse"),
     "cx + a*cos(t)/(cos(t)^4 + sin(t)^4)^0.25",
     "cy + b*sin(t)/(cos(t)^4 + sin(t)^4)^0.25",
     "0",
     "tau",
     true,
     4,
     {PLACE, "a", "b"},
     {PLACE_AT},
     {PLACE_SIZE, 1, 0.75}},
    {N_ ("Catenary"),
     "cx + a*t",
     "cy + a*(cosh(t) - 1)",
     "-1.5",
     "1.5",
     false,
     3,
     {PLACE, "a"},
     {PLACE_AT},
     {PLACE_SIZE, 0.66}},
    {N_ ("Logarithmic spiral"),
     "cx + a*exp(0.15*t)*cos(t)",
     "cy + a*exp(0.15*t)*sin(t)",
     "0",
     "3*tau",
     false,
     3,
     {PLACE, "a"},
     {PLACE_AT},
     {PLACE_SIZE, 0.06}},
    // Of a circle: the end of a thread that is unwound.
    {N_ ("Involute"),
     "cx + r*(cos(t) + t*sin(t))",
     "cy + r*(sin(t) - t*cos(t))",
     "0",
     "tau",
     false,
     3,
     {PLACE, "r"},
     {PLACE_AT},
     {PLACE_SIZE, 0.16}},
};

const TrFormulaPreset *
tr_formula_presets (int *n)
{
  *n = (int) G_N_ELEMENTS (presets);
  return presets;
}

TrFormulaText
tr_formula_preset_text (const TrFormulaPreset *p, Vec2 middle, double size, double *values)
{
  for (int i = 0; i < p->n_unknowns; i++)
    values[i] = v2_dot (p->middle[i], middle) + p->size[i] * size;
  return (TrFormulaText){p->x, p->y, p->from, p->to, p->n_unknowns, p->unknowns, values, p->closed};
}

static bool
is_parameter (const TrModel *m, const char *name)
{
  return tr_model_find (m, name).kind == TR_ELEMENT_PARAMETER;
}

void
tr_formula_name_apart (const TrModel *m, TrFormulaText *f, const char **names, TrParts *keep)
{
  g_autoptr (GHashTable) others = g_hash_table_new (g_str_hash, g_str_equal);

  for (int i = 0; i < f->n_unknowns; i++) {
    names[i] = f->unknowns[i];
    for (int k = 2; is_parameter (m, names[i]); k++) {
      g_autofree char *other = g_strdup_printf ("%s%d", f->unknowns[i], k);
      names[i] = tr_parts_keep (keep, other);
    }
    g_hash_table_insert (others, (gpointer) f->unknowns[i], (gpointer) names[i]);
  }
  g_autofree char *x = tr_rename_words (others, f->x), *y = tr_rename_words (others, f->y);
  f->x = tr_parts_keep (keep, x);
  f->y = tr_parts_keep (keep, y);
  f->unknowns = names;
}
