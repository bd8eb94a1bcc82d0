// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: the engine, its components, and the last look at the model.

#pragma once

#include "solver/component.h"
#include "solver/hand/grab.h"
#include "solver/hand/let-go.h"

// A list of the model as the engine last saw it: the stamp of each element, and the slot of the
// component that it is in (−1: it moves nothing).
typedef struct {
  int n, room;
  unsigned *stamp;
  int *component;
} TrSeen;

// What is left of a component's residual, absolute and in ℓ.
typedef struct {
  double residual, relative;
} TrRest;

// So many are looked at together, to find the worst of all.
#define TR_REST_GROUP 64

struct _TrEngine {
  const TrModel *m;
  TrPool *pool; // that the stamps are of; NULL: nothing was seen yet
  TrSeen bodies, constraints, forces;
  TrWorld world;    // as seen
  int n_parameters; // and the parameters
  double *parameters;
  const char **parameter_names;
  int n_free;        // of them
  int *q_of_body;    // where each body was
  int n_built;       // components made at the last edit
  TrLedgerMark mark; // how far the model's edits were seen
  guint edition;     // counts them
  TrKktMethod method;
  TrScratch *scratch;
  int n_components;
  TrComponent **components; // in order
  int n_slots;
  TrComponent **slots; // by the number that a component keeps; NULL: it is in free_slots
  int room_slots;
  TrRest *rests; // of each slot, as last solved; none of those that are free
  TrRest *peaks; // the worst of each TR_REST_GROUP of them
  GArray *free_slots;
  GArray *warmed;  // int: slots of those that were assembled since the last edit, some twice
  GArray *awake;   // int: slots of those that a solve is to look at whatever has moved, some twice
  bool all_awake;  // all of them
  int room_q;      // places in the next three, −1 where nothing is said
  int *block_of_q; // local block that starts at this place of q, −1: none, does not move
  int *unit_of_q;  // while the drawing is cut into components; else all −1
  int *component_of_q;             // slot of the component whose unknown this is, −1: none's
  int *row_at;                     // of each constraint in lambda
  int n_rows, room_rows, room_con; // and how many lambda, row_at and active have room for
  int n_everywhere;                // forces on every component
  double *lambda;                  // of constraints, kept between frames
  unsigned char *active;           // of each constraint: inequality in force
  double h;                        // seconds of a step
  double *last;        // how far time has moved each unknown in its last step; NULL: not yet
  double last_h;       // and the seconds of that step; 0: it tells nothing
  bool backwards;      // which way time last went
  TrEngineWatch watch; // of time's parts; NULL: nobody
  gpointer watch_data;
  bool settles;        // goals act whatever the world's law
  bool strict;         // drives that lag behind are judged by where time wants them
  int n_held;          // sides that it is solved with as they were drawn (sized.h)
  bool only_asks;      // solves are to tell whether all can hold: what cannot may rest anywhere
  bool short_of_roots; // solves stop where a residual is below its tolerance, next to a double root
  double *shadow;      // a second state, for moves that are only looked at; NULL until needed
  const TrComponent *shadow_of; // else it may be of what the moves of this one are seen from
  bool shadow_is_whole;         // else it is of what the grabbed component's moves are seen from
  TrGrab grab;
  TrLetGo let_go;
  bool time_runs;                   // forces act in time alone, not in the hand's frames
  TrComponent *part;                // of the grabbed component, what the hand moves; NULL: all
  int part_age;                     // frames
  int *part_of_q;                   // its block_of_q, to be exchanged while it is at work
  double outside, outside_relative; // worst residuals of the whole when it was chosen
};

// The hand pulls at this component, or part of one.
static inline bool
tr_is_grabbed (const TrEngine *e, const TrComponent *k)
{
  if (!e->grab.on || e->grab.component < 0)
    return false;
  return k == e->part || k == e->slots[e->grab.component];
}
