// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the selected bodies, or texts where there are no bodies, are made of and how they look; of
// several what they have in common.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_PROPERTY_PAGE (tr_property_page_get_type ())
G_DECLARE_FINAL_TYPE (TrPropertyPage, tr_property_page, TR, PROPERTY_PAGE, TrPage)

// A row of it, in TrRowKey.kind.
typedef enum {
  TR_PROPERTY_HEADING,
  TR_PROPERTY_NAME,
  TR_PROPERTY_FORMULA,
  TR_PROPERTY_MEMBER, // index: of the state
  TR_PROPERTY_SHAPE,  // of sheets: TrMaterial, in its order
  TR_PROPERTY_AREA,
  TR_PROPERTY_DRAG,
  TR_PROPERTY_TEXT, // of texts
  TR_PROPERTY_SIZE,
  TR_PROPERTY_PLACE_X,
  TR_PROPERTY_PLACE_Y,
  TR_PROPERTY_STROKE,
  TR_PROPERTY_WIDTH,
  TR_PROPERTY_DASH,
  TR_PROPERTY_FILL,
  TR_PROPERTY_CONSTRUCTION,
  TR_PROPERTY_HIDDEN,
  TR_PROPERTY_LOCKED,
  TR_N_PROPERTIES,
} TrProperty;

// What it is of: TrElement, bodies or texts.
const GArray *tr_property_page_get_subjects (TrPropertyPage *p);
// "3 texts", "Segment · s1". Free with g_free.
char *tr_property_page_heading (TrPropertyPage *p);
// A member of the format; NULL: a member of the state.
const char *tr_property_member (TrProperty what);
// What people read; NULL: a member of the state, which is its own name.
const char *tr_property_label (TrProperty what);
