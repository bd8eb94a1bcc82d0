// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The parameters of a drawing: name, expression, value, and a slider for those that are numbers.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_PARAMETER_PAGE (tr_parameter_page_get_type ())
G_DECLARE_FINAL_TYPE (TrParameterPage, tr_parameter_page, TR, PARAMETER_PAGE, TrPage)
