// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The constraints of a drawing by how they stand: in conflict with the cures, redundant, holding,
// references, and those that are switched off.

#pragma once

#include "app/panel/page.h"

#define TR_TYPE_CONSTRAINT_PAGE (tr_constraint_page_get_type ())
G_DECLARE_FINAL_TYPE (TrConstraintPage, tr_constraint_page, TR, CONSTRAINT_PAGE, TrPage)

// What a row of it is, in TrRowKey.kind: a heading of a section, or a constraint of that section.
typedef enum {
  TR_SECTION_CONFLICT,
  TR_SECTION_MISSING, // the drawing is not solved
  TR_SECTION_REDUNDANT,
  TR_SECTION_HOLDING,
  TR_SECTION_UNDEFINED,
  TR_SECTION_REFERENCE,
  TR_SECTION_DISABLED,
  TR_SECTION_FORCES, // index: of the forces, goals among them
  TR_N_SECTIONS,
  TR_SECTION_HEADING, // index: the section
} TrSection;

// "Holding · 9"
char *tr_constraint_page_heading (TrConstraintPage *p, TrSection section);
