// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The engine: moves the state of a drawing so that its constraints hold, by implicit steps of
// the first-order law M q̇ = Q + Jᵀλ (baraff-1996 eq. 8, witkin-1990 §2.5). The drawing is cut
// into connected components; only those that something touches are assembled and solved.

#pragma once

#include "model/model.h"
#include "solver/kkt/kkt.h"

typedef struct _TrEngine TrEngine;

// One frame of a drag or of running time, at any display's rate.
#define TR_FRAME_SECONDS (1.0 / 60)

// What a call did. Residuals in the constraints' own units; relative ones in units of ℓ.
typedef struct {
  bool ok;         // false: nothing finite was found, the state is as before
  bool moved;      // some unknown changed
  bool at_rest;    // of a frame that holds: nothing more is to be gained
  bool fixed;      // the grabbed point cannot move
  int substeps;    // parts that the pointer's move, or time, was cut into
  int stalled;     // drives and paths that have stopped short
  int iterations;  // factorisations, projections included
  double residual; // worst absolute residual of the components touched
  double relative; // worst residual / ℓ there
  double gap;      // from the grabbed point to the pointer
} TrStepResult;

// m is borrowed and must not change while the engine lives. The state tells which spans of
// their curves slides are on; nothing of it is kept.
TrEngine *tr_engine_new (const TrModel *m, const TrState *s);
void tr_engine_free (TrEngine *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrEngine, tr_engine_free)

// After an edit: to the drawing as it is now, the old model may be gone. Only the components that
// hold, or held, an element of another stamp are made anew; of the others all stays that does not
// hang on how they came there: what a solve and a check found. The same as a new engine, then, but
// that components which do not hold are solved again only when they are edited. Nothing may be
// grabbed.
void tr_engine_renew (TrEngine *e, const TrModel *m, const TrState *s);
// How many components the last of these, or tr_engine_new, has made.
int tr_engine_n_built (const TrEngine *e);

const TrModel *tr_engine_model (const TrEngine *e);

// Which way linear systems are solved, TR_KKT_AUTO if never called; a component for which a way is
// not made is solved as with that. To be called before anything is solved.
void tr_engine_set_method (TrEngine *e, TrKktMethod method);

// From now on solves stop short of a root that is double, where the tolerance lets them (root.h): what holds only at
// it is told there from what holds on all ways.
void tr_engine_stop_short (TrEngine *e);

// Moves as little as it can until every constraint holds: at the end a local minimum of
// ½‖q − q₀‖² in M(q₀), reached by continuation, so that branches are kept. Components whose
// constraints hold already to the last digits stay as they are, bit for bit.
TrStepResult tr_engine_solve (TrEngine *e, TrState *s);

// The same where since the last solve by this engine nothing has moved but this (moves.h; NULL: all
// may have), and time has not. What it moves itself is noted in `moves`.
TrStepResult
tr_engine_solve_after (TrEngine *e, TrState *s, const TrElement *moved, guint n, TrLedger *moves);

// A drag: grab, any number of frames towards pointers, release. `whole` pulls at every point of
// the connector's body alike, so that it is carried rather than turned.
void tr_engine_grab (TrEngine *e, TrState *s, const TrConnector *what, bool whole);
bool tr_engine_is_grabbed (const TrEngine *e);
// All that a frame of it may move.
void tr_engine_note_grabbed (const TrEngine *e, TrLedger *moves);
// A frame in which the pointer has moved to `pointer`.
TrStepResult tr_engine_drag (TrEngine *e, TrState *s, Vec2 pointer);
// A frame in which it rests there; at_rest when the nearest reachable place is reached.
TrStepResult tr_engine_hold (TrEngine *e, TrState *s, Vec2 pointer);
void tr_engine_release (TrEngine *e, TrState *s);
// Whether time runs beside the hand: then forces act in tr_engine_advance, and the hand's own
// frames have none, so that they act once.
void tr_engine_let_time_run (TrEngine *e, bool runs);
// Where the hand is while masses move by themselves: it pulls in tr_engine_advance.
void tr_engine_point (TrEngine *e, Vec2 pointer);

// Bodies carried together, each as it is, without a grab. start: the q at the press.
typedef struct {
  const int *bodies;
  int n;
  const double *start;
} TrLoad;

// A frame of it: they are put where they were at the press, moved by `from` … `to` in parts, and after
// each what does not hold is solved, so that the rest of the drawing follows, or holds them back.
// Called again with from = to until at rest. A typed curve goes by the unknowns that are
// added to x and to y; one without, and a number, stays.
TrStepResult tr_engine_carry (TrEngine *e, TrState *s, const TrLoad *load, Vec2 from, Vec2 to);

// Time by the world's law: from s->time to `time`, later or earlier, in steps of at most a
// frame. Drives and paths are followed, forces act (forward, whichever way time goes). A drive
// that cannot go on (a dead centre, a limit) stops there and goes on as soon as it can. In the
// second-order law s->v goes along, and a hand pulls as a damped spring.
TrStepResult tr_engine_advance (TrEngine *e, TrState *s, double time);
// Told the state after each part of such a step but the last: component as of
// tr_engine_component_of_body has come as far as s->time, the others are elsewhere; −1: all have.
typedef void (*TrEngineWatch) (const TrState *s, int component, gpointer data);
void tr_engine_watch (TrEngine *e, TrEngineWatch func, gpointer data); // func NULL: nobody
// Forces to rest with time standing still (goals reach what they ask for, whatever the world's law):
// at_rest false where a component has not come to rest; it stays where it was, or, where it only
// creeps on, where it has come to.
TrStepResult tr_engine_settle (TrEngine *e, TrState *s);
// To be called where the state was set from outside: what was done before tells nothing.
void tr_engine_forget (TrEngine *e);
// Whether constraint i is a drive or path that has stopped short of where time wants it.
bool tr_engine_is_stalled (const TrEngine *e, int constraint);
// Whether anything (a force, a drive, a path) moves the drawing without a hand.
bool tr_engine_has_forces (const TrEngine *e);

// q̇ of the first-order law under all forces, drives and one more force at a point, nothing moved;
// lambda by tr_engine_row_at. Both set.
TrStepResult tr_engine_velocity (TrEngine *e,
                                 const TrState *s,
                                 const TrConnector *at,
                                 Vec2 force,
                                 double *velocity,
                                 double *lambda);

// The velocities nearest to v (in M) that the constraints and drives allow.
TrStepResult tr_engine_project_velocity (TrEngine *e, const TrState *s, double *v);
// The acceleration at velocities v, nothing moved: J a = −J̇ v − ∂²c/∂t², exactly. In the
// second-order law M a = Q + Jᵀλ: lambda are the forces that the joints carry. In the first-order
// law the motion's own derivative, d/dt (M v) = d/dt (Q + Jᵀλ), v being tr_engine_velocity's with
// its lambda in `carried`; what forces and drag matrices change along v is taken by differences,
// and matters only where the drives leave a freedom. Both set.
TrStepResult tr_engine_acceleration (TrEngine *e,
                                     const TrState *s,
                                     const double *v,
                                     const double *carried,
                                     double *acceleration,
                                     double *lambda);

// The multipliers of the last step, for constraint i from lambda[tr_engine_row_at (e, i)] on.
const double *tr_engine_lambda (const TrEngine *e);
int tr_engine_row_at (const TrEngine *e, int constraint);
int tr_engine_n_rows (const TrEngine *e);

// Components are numbered in the order of their first body.
int tr_engine_n_components (const TrEngine *e);
int tr_engine_component_of_body (const TrEngine *e, int body); // −1: it has no unknowns
bool tr_engine_has_unknowns (const TrEngine *e, int body);
// The bodies that move with the grabbed one.
bool tr_engine_touches (const TrEngine *e, int body);
// The same as a list, ascending, with the numbers of free parameters behind those of the document;
// n 0: nothing moves with it.
const int *tr_engine_touched (const TrEngine *e, int *n);
// Those that time may move without a hand.
bool tr_engine_runs (const TrEngine *e, int body);
