// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a formula looks like while it is typed.

#pragma once

#include "session/formula.h"

#include <gtk/gtk.h>

#define TR_TYPE_FORMULA_PREVIEW (tr_formula_preview_get_type ())
G_DECLARE_FINAL_TYPE (TrFormulaPreview, tr_formula_preview, TR, FORMULA_PREVIEW, GtkWidget)

// The curve within the survey's frame; text NULL: it cannot be read, and the last one fades.
void tr_formula_preview_show (TrFormulaPreview *p,
                              TrSession *session,
                              const TrFormulaText *text,
                              const TrFormulaSurvey *survey);
