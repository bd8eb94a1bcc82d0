// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The layers of the drawing, and those that were added and have no bodies yet. What is drawn goes to
// one of them.

#pragma once

#include "app/panel/page.h"
#include "session/layering.h"

#define TR_TYPE_LAYER_PAGE (tr_layer_page_get_type ())
G_DECLARE_FINAL_TYPE (TrLayerPage, tr_layer_page, TR, LAYER_PAGE, TrPage)

// All of them, n ≥ 1; "" is first.
const TrLayerInfo *tr_layer_page_get (TrLayerPage *p, guint *n);

// What new bodies go to; "": to none.
const char *tr_layer_page_get_current (TrLayerPage *p);
void tr_layer_page_set_current (TrLayerPage *p, const char *name);

// Adds one of a name that no other has, which is the current one then.
void tr_layer_page_add (TrLayerPage *p);
// Its name is typed over in its row.
void tr_layer_page_edit (TrLayerPage *p, const char *name);
// Where there is one of that name, the two are one from now on.
void tr_layer_page_rename (TrLayerPage *p, const char *name, const char *to);
