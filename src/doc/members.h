// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which members each object of the format has, in the order of the format: one list for reading
// (what is not in it is kept as it is) and for writing (what is kept comes after what it followed).

#pragma once

#include "model/model.h"

#include <stdbool.h>

// Members in three parts: before those of the kind, of the kind, after them. Each may be NULL.
typedef struct {
  const char *const *head;
  const TrField *fields;
  const char *const *tail;
} TrMembers;

// Bits of TrModel.has.
enum {
  TR_HAS_UNITS = 1 << 0,
  TR_HAS_PARAMETERS = 1 << 1,
  TR_HAS_BODIES = 1 << 2,
  TR_HAS_CONSTRAINTS = 1 << 3,
  TR_HAS_FORCES = 1 << 4,
  TR_HAS_TRACES = 1 << 5,
  TR_HAS_LABELS = 1 << 6,
  TR_HAS_WORLD = 1 << 7,
  TR_HAS_VIEW = 1 << 8,
  TR_HAS_LAYERS = 1 << 9,
};

// Bits of TrWorld.has.
enum {
  TR_HAS_TIME = 1 << 0,
  TR_HAS_LAW = 1 << 1,
  TR_HAS_DENSITY = 1 << 2,
  TR_HAS_DRAG = 1 << 3,
  TR_HAS_GRAVITY = 1 << 4,
  TR_HAS_METRIC = 1 << 5,
  TR_HAS_SUPPORTS = 1 << 6,
};

// Bits of TrLabel.has.
enum {
  TR_HAS_OFFSET = 1 << 0,
  TR_HAS_SIZE = 1 << 1,
};

// Bits of TrConstraint.has and TrForce.has above those of the scalars.
enum {
  TR_HAS_NUMBER_EXPR = 1 << 16, // the expression was written as a number: scalar[2] has it
  TR_HAS_SHORT_WHAT = 1 << 17,  // "what" was the id of a number body alone
};

// Layers are in the tail: `layers` is a member of the format where it is a list of names, and one
// that another program has written where it is anything else.
TrMembers tr_members_document (bool has_layers);
TrMembers tr_members_parameter (void);
TrMembers tr_members_body (TrBodyKind kind);
TrMembers tr_members_constraint (TrConKind kind);
TrMembers tr_members_force (TrForceKind kind);
TrMembers tr_members_trace (void);
TrMembers tr_members_label (void);
TrMembers tr_members_world (void);
TrMembers tr_members_view (void);
TrMembers tr_members_style (void);
TrMembers tr_members_mark (TrMarkKind kind);
TrMembers tr_members_elastic (void);
TrMembers tr_members_rest (void);
TrMembers tr_members_connector (TrConnectorKind kind);
TrMembers tr_members_direction (void);
TrMembers tr_members_key (void);

// "point, segment, …": the kinds of bodies, constraints or forces, in the order of the format; free with
// g_free.
char *tr_members_kinds (TrElementKind of);
bool tr_members_has (const TrMembers *members, const char *name);
// The text that says what an absent member would say; NULL where there is none.
const char *tr_members_default (const TrMembers *members, const char *name);

// Steps through extras ("after\0key\0json\0" for each, then three empty texts): false at the end.
// A member that follows itself is one of the format that was written with its default.
bool tr_extras_next (const char **extras, const char **after, const char **key, const char **json);

extern const char *const tr_units_names[];
extern const char *const tr_law_names[];
extern const char *const tr_metric_names[];
extern const char *const tr_supports_names[];
extern const char *const tr_op_names[];
extern const char *const tr_cap_names[];
extern const char *const tr_join_names[];
