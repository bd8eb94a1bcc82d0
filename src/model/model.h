// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing without its history: bodies, constraints, forces, and beside them the state that
// moves. The model is fixed while the state moves: const TrModel * and TrState *.

#pragma once

#include "model/body.h"
#include "model/constraint.h"
#include "model/force.h"
#include "model/pool.h"
#include "model/ledger.h"

#include <glib.h>

// Numbers beyond are refused: no drawing is so large, and squares and cubes of it stay finite.
#define TR_VALUE_MAX 1e12

typedef struct {
  const char *name;
  const char *label; // the free text "name" of other elements is "label" here: never in a file
  TrScalar value;
  const char *extras;
  bool is_free;       // "free": an unknown of the state; its value is the state's (live.h)
  int number;         // of a free one: its unknown, one of the numbers behind the bodies; else −1
  const TrExpr *flat; // of one that hangs on free ones: over these and fixed ones alone
  unsigned stamp;     // of a free one, once it has a place: of its number
} TrParameter;

#define TR_TRACE_PINS 16

// Where the traced point is to be when the drive that moves it stands at an angle (design.h).
typedef struct {
  double turn;
  Vec2 at;
} TrTracePin;

typedef struct {
  const char *id;
  const char *name;
  TrConnector a;
  const TrStyle *style;
  const TrTracePin *pins;
  int n_pins;
  const char *extras;
} TrTrace;

typedef struct {
  // "#1": files give labels no ids, and no id of a file has such a sign. It is the label's as long as
  // the drawing is open, and is not written.
  const char *id;
  const char *text;
  const char *name;
  TrConnector at;
  Vec2 offset;
  double size;  // mm
  unsigned has; // bit 0: offset, bit 1: size were written
  unsigned hidden : 1;
  unsigned locked : 1;
  const char *extras;
} TrLabel;

typedef enum {
  TR_UNITS_MM,
  TR_UNITS_CM,
  TR_UNITS_M,
  TR_UNITS_IN,
  TR_UNITS_PT,
  TR_UNITS_PX
} TrUnits;
typedef enum { TR_LAW_FIRST_ORDER, TR_LAW_SECOND_ORDER } TrLaw;
typedef enum { TR_METRIC_NATURAL, TR_METRIC_VISCOUS } TrMetric;
// Whether what stands still may be put elsewhere where a curve is pulled.
typedef enum { TR_SUPPORTS_STAY, TR_SUPPORTS_MOVE } TrSupports;

typedef struct {
  TrLaw law;
  TrMetric metric;
  double density, drag;
  Vec2 gravity;
  bool has_gravity;
  TrSupports supports;
  // Bits of the members that were written, in the order of the format (time, law, density, drag,
  // gravity, metric, supports): the writer keeps what it read.
  unsigned has;
  const char *extras;
} TrWorld;

typedef struct {
  Vec2 center;
  double zoom; // logical pixels per document unit; 0: not written
  Vec2 size;   // of what showed the drawing so, logical pixels; (0, 0): not written
  const char *extras;
} TrView;

// Layers that are there whether bodies have them or not, in the order in which they are listed.
typedef struct {
  const char *const *names; // in the pool
  int n;
} TrLayerNames;

typedef struct {
  TrPool *pool;
  TrUnits units;
  // Bits of the top-level members that were written, in the order of the format from `units`.
  unsigned has;
  int n_parameters, n_bodies, n_constraints, n_forces, n_traces, n_labels;
  TrParameter *parameters;
  TrBody *bodies; // behind the n_bodies of the document one number for each free parameter
  int n_free;     // how many, since the last layout
  TrConstraint *constraints;
  TrForce *forces;
  TrTrace *traces;
  TrLabel *labels;
  double *parameter_values; // one for each parameter
  TrWorld world;
  TrView view;
  TrLayerNames layers;
  const char *extras;
  int n_q;           // unknowns of bodies and slides together
  int n_body_q;      // of bodies alone: they come first, in order; then the slides
  int n_con_q;       // of these and the slides of constraints; then those of forces
  struct TrIds *ids; // where each id leads
  TrLedger ledger;   // what edits have touched, all by a layout
} TrModel;

// What moves.
typedef struct {
  int n_q;
  double *q;
  double *v;    // velocities: second order
  int n_memory; // one for each constraint
  TrMemory *memory;
  double time;
  struct TrStood *stood; // where what is in conflict stood before (stood.h); NULL: nothing is
} TrState;

TrModel *tr_model_new (TrPool *pool);
// Shares the pool; everything else is copied.
TrModel *tr_model_copy (const TrModel *m);
void tr_model_free (TrModel *m);

// To be called after elements were added, changed or removed: gives bodies their places in q
// (in order), slides theirs (constraints' a, b, c, then forces'), and refills the table
// of ids and n_q. Returns the number of unknowns. The old places of bodies are overwritten.
int tr_model_layout (TrModel *m);

// NONE where nothing is called so.
TrElement tr_model_find (const TrModel *m, const char *id);
// NULL of NONE.
const char *tr_model_element_id (const TrModel *m, TrElement e);
// "body s1": for messages, in the user's language. Of any kind but NONE. Free with g_free().
char *tr_element_describe (TrElementKind kind, const char *id);
// Makes an element known before the next layout, for a reader at work; the first of a name stays,
// and for another one the answer is false.
bool tr_model_index (TrModel *m, TrElementKind kind, int index, const char *id);
// Gives label i an id that nothing has, unless it has one, and makes it known.
void tr_model_index_label (TrModel *m, int i);

// The slide connectors of a constraint or force in order; 0 … 6 of them.
int tr_constraint_slides (TrConstraint *c, TrConnector *slides[6]);
int tr_force_slides (TrForce *f, TrConnector *slides[4]);

// Whether constraint, force, trace or label i takes hold of body b or reads one of its members.
bool tr_constraint_uses (const TrConstraint *c, int b);
bool tr_force_uses (const TrModel *m, const TrForce *f, int b);
bool tr_connector_uses (const TrConnector *c, int b);

// Removes n elements with all that depends on them: what computes with a parameter, what holds a
// body, labels included. The rest keeps its order and is laid out. removed (may be NULL) gets the
// TrElements that went, by list and in order, as they were before: parameters, bodies, …
void tr_model_remove (TrModel *m, const TrElement *elements, int n, GArray *removed);
// Resolves the names of all expressions and formulas again, after a layout. Messages begin with
// the place.
bool tr_model_bind_all (TrModel *m, GError **error);

// What the bodies of the document and the unknowns of free parameters are together.
static inline int
tr_model_n_all (const TrModel *m)
{
  return m->n_bodies + m->n_free;
}

// Evaluates parameters (any order of reference) and every scalar that hangs on them; after a
// layout. Errors: a cycle (names its members), an unknown name, a value that is not finite or
// beyond TR_VALUE_MAX. Messages begin with the place: "constraint c1, value: …".
bool tr_model_evaluate (TrModel *m, GError **error);

#define TR_MODEL_ERROR (tr_model_error_quark ())
GQuark tr_model_error_quark (void);
typedef enum {
  TR_MODEL_ERROR_PARAMETER,
  TR_MODEL_ERROR_REFERENCE,
  TR_MODEL_ERROR_VALUE
} TrModelError;

TrState *tr_state_new (const TrModel *m);
TrState *tr_state_copy (const TrState *s);
void tr_state_assign (TrState *to, const TrState *from); // of one model
// Bit for bit, memories apart.
bool tr_state_equal (const TrState *a, const TrState *b);
void tr_state_free (TrState *s);
// The state of one model moved to another: bodies' unknowns by id (where kind and number agree),
// slides by the id of their constraint or force, end and body, memories by the id of constraints
// that hold the same things; the rest as of a new state. Both models are laid out.
TrState *tr_state_migrate (const TrModel *old, const TrState *os, const TrModel *new);
// Memories as after a load: distances remember what they have (or +x), tangencies as they lie.
void tr_state_remember_all (const TrModel *m, TrState *s);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrModel, tr_model_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrState, tr_state_free)

static inline const double *
tr_body_q (const TrBody *b, const double *q)
{
  return q ? q + b->q : NULL; // a drawing of no unknowns may have none
}

// An expression over members, parameters and time, at a state.
double tr_model_expr_value (
    const TrModel *m, const TrExpr *e, const TrVar *vars, const double *q, double time);

// Resolves the names of e: parameters, `body.member`, number ids, `time` where allowed.
// NULL with error set ("column N: …") where one is unknown. The result lives in the pool.
const TrVar *tr_model_bind (const TrModel *m, const TrExpr *e, bool with_time, GError **error);

// What variable v of e stands for; false with error set ("column N: …") where it is unknown.
bool tr_model_bind_var (
    const TrModel *m, const TrExpr *e, int v, bool with_time, TrVar *var, GError **error);

// Resolves a formula's expressions against its unknowns, `t` and the parameters.
bool tr_model_bind_formula (const TrModel *m, TrBody *b, GError **error);
