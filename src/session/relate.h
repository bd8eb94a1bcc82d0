// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What can be done with a selection: relations to constrain it by, and what editing constraints
// comes down to. Every verb here is one step of the history.

#pragma once

#include "session/selection.h"

typedef enum {
  TR_RELATION_ATTACH,
  TR_RELATION_ON_LINE,
  TR_RELATION_DIMENSION,
  TR_RELATION_DISTANCE_X,
  TR_RELATION_DISTANCE_Y,
  TR_RELATION_HORIZONTAL,
  TR_RELATION_VERTICAL,
  TR_RELATION_PARALLEL,
  TR_RELATION_PERPENDICULAR,
  TR_RELATION_EQUAL,
  TR_RELATION_SYMMETRIC,
  TR_RELATION_MIDPOINT,
  TR_RELATION_TANGENT,
  TR_RELATION_GEAR,
  TR_RELATION_RACK,
  TR_RELATION_SKATE,
  TR_RELATION_NAIL,
  TR_RELATION_FIX,
  TR_N_RELATIONS,
} TrRelationId;

typedef struct {
  const char *name;  // of its action: "horizontal"
  const char *label; // to be translated
  const char *key;   // its letter; NULL: none
} TrRelation;

extern const TrRelation tr_relations[TR_N_RELATIONS];

// What a relation would do with a selection, nothing done yet.
typedef struct {
  const char *hint;  // why it does not apply, to be translated; NULL: it does
  GPtrArray *json;   // elements to be added, as text of the format, ids fresh; NULL at the end
  GPtrArray *ids;    // of those
  GPtrArray *remove; // ids of constraints that the new ones take the place of; NULL at the end
} TrRelatePlan;

TrRelatePlan *tr_relate_plan (TrSelection *s, TrRelationId relation);
void tr_relate_plan_free (TrRelatePlan *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrRelatePlan, tr_relate_plan_free)

// Whether it applies; *hint (may be NULL): why not.
bool tr_relate_can (TrSelection *s, TrRelationId relation, const char **hint);
// Adds its constraints and lets the drawing follow. Values are measured, so that dimensions move
// nothing. *added (may be NULL): the new ids, to be freed with g_ptr_array_unref.
bool tr_relate_apply (TrSelection *s, TrRelationId relation, GPtrArray **added, GError **error);

// A reference only measures. One that becomes a constraint again holds what it measures now; an
// expression stays as it is.
bool tr_relate_set_driven (TrSession *s, const char *id, bool driven, GError **error);
// The number that a constraint with a `value` measures now, in the format's units (radians); NAN
// for other kinds.
double tr_constraint_measure (const TrModel *m, const TrState *s, int constraint);

// What would cure a conflict, for each culprit.
typedef enum { TR_CURE_REFERENCE, TR_CURE_REMOVE } TrCureKind;

typedef struct {
  TrCureKind kind;
  char *id;    // of the constraint
  char *title; // what it is called: "Length rocker"
} TrCure;

// Of TrCure, for conflict `which` of the session's check; kinds that cannot measure are not
// offered as references. Free with g_ptr_array_unref.
GPtrArray *tr_relate_cures (TrSession *s, guint which);
bool tr_relate_cure (TrSession *s, const TrCure *cure, GError **error);

// A constraint's own name, or its kind and what it binds: "Length rocker", "Attach crank.b ·
// coupler.a".
char *tr_constraint_title (const TrModel *m, int constraint);
const char *tr_constraint_kind_label (TrConKind kind);

// Copies the bodies and texts selected with the constraints among them, (dx, dy) away, and selects
// the copies.
bool tr_relate_duplicate (TrSelection *s, double dx, double dy, GError **error);
// The same of a text that tr_document_copy has made.
bool tr_relate_paste (TrSelection *s, const char *text, double dx, double dy, GError **error);
// Those of the texts selected (int) that bodies do not carry along where these are moved, too. Free
// with g_array_unref.
GArray *tr_relate_texts (TrSelection *s, bool with_bodies);
// Carries what is selected by (dx, dy) as a hand would, bodies each as a whole. False: nothing moved.
bool tr_relate_nudge (TrSelection *s, double dx, double dy);

// Whether the constraint puts that point onto something: another point, a curve, a line, a middle,
// the ground. Such constraints are what detaching takes away.
bool tr_constraint_attaches (const TrConstraint *c, const TrConnector *point);
// Indices (int) of those of the points and bodies selected. Free with g_array_unref.
GArray *tr_relate_attachments (TrSelection *s);
