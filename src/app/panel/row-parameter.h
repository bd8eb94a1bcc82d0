// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the page of parameters.

#pragma once

#include "app/panel/page.h"

// Kinds of keys: a parameter, or a reference that is measured and can be pulled.
enum { TR_PARAMETER_ROW_INPUT, TR_PARAMETER_ROW_OUTPUT };

#define TR_TYPE_PARAMETER_ROW (tr_parameter_row_get_type ())
G_DECLARE_FINAL_TYPE (TrParameterRow, tr_parameter_row, TR, PARAMETER_ROW, TrPageRow)
