// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The bodies and texts of a drawing as a list: the canvas for the keyboard and for screen readers.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_BODY_PAGE (tr_body_page_get_type ())
G_DECLARE_FINAL_TYPE (TrBodyPage, tr_body_page, TR, BODY_PAGE, TrPage)

// A kind for people: "Circle".
const char *tr_body_kind_label (TrBodyKind kind);
