// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Between the rules of relations and their table.

#pragma once

#include "model/row.h"
#include "session/relate.h"

// A selection sorted: point bodies are points.
typedef struct {
  const TrModel *m;
  const double *q;
  GArray *points; // TrConnector
  GArray *bodies; // int: the other bodies
  GArray *owners; // int: of points and bodies as they were picked, the body; −1: the ground
  int n_others;   // constraints, forces, traces
} TrPicked;

TrPicked tr_picked_make (TrSelection *s);
void tr_picked_clear (TrPicked *p);

static inline const TrConnector *
tr_picked_point (const TrPicked *p, guint i)
{
  return &g_array_index (p->points, TrConnector, i);
}

static inline int
tr_picked_body (const TrPicked *p, guint i)
{
  return g_array_index (p->bodies, int, i);
}

static inline int
tr_picked_owner (const TrPicked *p, guint i)
{
  return g_array_index (p->owners, int, i);
}

static inline const TrBody *
tr_picked_at (const TrPicked *p, guint i)
{
  return &p->m->bodies[tr_picked_body (p, i)];
}

static inline Vec2
tr_picked_place (const TrPicked *p, const TrConnector *c)
{
  return tr_connector_point (p->m, c, p->q);
}

// One constraint being written.
typedef struct {
  const TrPicked *picked;
  TrRelatePlan *plan;
  GString *text;
} TrDraft;

TrDraft tr_draft_begin (TrRelatePlan *plan, const TrPicked *p, const char *kind);
void tr_draft_end (TrDraft *d); // it is in the plan now
void tr_draft_connector (TrDraft *d, const char *member, const TrConnector *c);
void tr_draft_word (TrDraft *d, const char *member, const char *word);
void tr_draft_body (TrDraft *d, const char *member, int body);
void tr_draft_line (TrDraft *d, const char *member, const TrConnector *from, const TrConnector *to);
void tr_draft_number (TrDraft *d, const char *member, double x);
void tr_draft_place (TrDraft *d, const char *member, Vec2 p);

// Connectors of a body.
TrConnector tr_at_named (const TrModel *m, int body, const char *point);
TrConnector tr_at_slide (int body, double t);

// The rules: what is wrong, to be translated; NULL: nothing, and the plan is filled.
typedef const char *(*TrRelateRule) (const TrPicked *p, TrRelatePlan *plan);

const char *tr_rule_attach (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_on_line (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_dimension (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_distance_x (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_distance_y (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_horizontal (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_vertical (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_parallel (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_perpendicular (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_equal (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_symmetric (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_midpoint (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_tangent (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_gear (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_rack (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_skate (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_nail (const TrPicked *p, TrRelatePlan *plan);
const char *tr_rule_fix (const TrPicked *p, TrRelatePlan *plan);

// To be called between a relation's constraints and the solve: lines that would lose their length for
// it are turned first.
void tr_relate_turn (TrSession *s, TrRelationId relation, const GArray *bodies);

// The parameters where two curves come nearest to touching: |x_a − x_b|²/ℓ² + sin² of the angle
// between them is least. False where one of them has no finite point.
bool tr_nearest_touch (const TrModel *m, const double *q, int a, int b, double *t_a, double *t_b);
