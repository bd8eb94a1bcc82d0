// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: a connected component of the drawing, its blocks and rows, and the
// numbers of its system. All vectors over unknowns are local: block after block.

#pragma once

#include "math/scratch.h"
#include "model/pin.h"
#include "model/row.h"
#include "solver/engine.h"
#include "solver/kkt/kkt.h"

#include <stdint.h>
#include <string.h>

// What a solve and a check found, to be told again as long as nothing has moved (stand.h).
typedef struct TrStand TrStand;
void tr_stand_free (TrStand *stand);
// The drag of a typed curve, with what it was found for.
typedef struct TrKeptMass TrKeptMass;
// Where its drives have come to, and how they went there (trail.h).
typedef struct TrTrail TrTrail;
void tr_trail_free (TrTrail *trail);
// The system is made anew.
void tr_trail_forget (TrTrail *trail);

// A block of the state.
typedef struct {
  int at; // in q
  int dim;
  int v;    // in local vectors
  int m;    // in the packed drag matrices
  int body; // −1: a slide
  bool is_slide;
  bool of_force;       // the slide is a force's, not a constraint's
  int owner, nth;      // which one's, and which of its slides
  int bound, n_bounds; // its unknowns with ends
  double still;        // moves under this leave its rows straight; 0: any move is one
  double still_turn;   // the same of its third unknown
} TrBlock;

// A constraint as a node of the system.
typedef struct {
  int con; // in the model
  int rows;
  int lambda;                 // in local vectors over rows
  int incidence;              // its first one in the system
  int n_runs;                 // all that it touches, movable or not
  int run;                    // their first in run_block
  int pair;                   // its first entry in pair_of, −1: none
  int pin;                    // in pins, −1: it is none
  bool curved;                // may have geometric stiffness
  bool inequality;            // rows ≥ 0: in force only while active
  unsigned char saved_active; // of the state to go back to
  bool rim;                   // of a part: it touches what stands still outside
  bool velocity;              // a row on the motion, not on the place (skate)
  bool drive;                 // a drive or a path: a row that time moves
  bool stands;                // a drive that stands still, whatever time says (second order)
  double hold[TR_ROWS_MAX];   // of a drive that lags behind: c − hold = 0 is what is solved
  double ell, tol[TR_ROWS_MAX];
  double faint;    // multipliers under this make no stiffness that matters beside M/h
  bool out;        // takes no part for now, as if it had no direction
  bool kept;       // its rows at hand are those of `seen`
  TrMemory memory; // and of this
} TrNode;

// A constraint that is a pin, between blocks that nothing freezes.
typedef struct {
  TrPin pin;
  int block[2]; // −1: the ground
} TrPinNode;

// Which way a block is turned.
typedef struct {
  double angle;
  Vec2 unit; // (cos, sin) of it
} TrTurn;

typedef enum {
  TR_SOFT_SPRING,
  TR_SOFT_PULL,
  TR_SOFT_RELATION,
  TR_SOFT_LOAD,
  TR_SOFT_SHEET,
  TR_SOFT_WORLD, // the world's gravity
} TrSoftKind;

// A force. Springs, pulls and relations are rows with compliance, the others loads on the blocks.
typedef struct {
  TrSoftKind kind;
  int force;  // in the model; of a sheet's elasticity: the body; of the world: −1
  int lambda; // of its row; −1: folded into its block
  bool tied;  // of a snake: its picture goes with the curve
  int rows;
  int incidence;
  int n_runs, run;
  int pair;     // of an expression: its first entry in pair_of, −1: none
  double start; // of a damped spring: g at the step's start
} TrSoft;

// An unknown with an end: a slide's parameter, a radius.
typedef struct {
  int block; // local
  int k;     // of the block
  double low, high;
  int frozen;   // −1 at low, +1 at high, 0 free; at a joint: the way it came
  bool joint;   // frozen where two spans meet at a corner
  int releases; // in this sub-step
} TrBound;

typedef struct {
  int n_blocks, n_nodes, n_softs, n_bounds, n_runs, n_pairs;
  TrBlock *blocks;
  TrNode *nodes;
  TrSoft *softs;
  TrBound *bounds;
  TrPinNode *pins;
  TrTurn *turns;    // of each block
  int *run_block;   // local block of each run of each node, −1: it does not move
  int *run_at;      // and where in q it starts, to see when a slide leaves its span
  int *pair;        // blocks of each pair, the later one first
  int *pair_at;     // in pairs: n_pairs + 1
  int *pair_size;   // entries of each pair's matrix
  int *pair_of;     // of a node's movable runs (i > j) in order: a pair of the system
  int n_mass;       // couplings of points by the viscous metric
  TrMassPair *mass; // between local blocks i and j
  int mass_pair;    // their first entry in pair_of
  int n_v, n_rows;  // unknowns; rows, soft ones included
  int n_hard;       // rows of constraints
  int n_bodies;
  int *bodies;
  double size;       // diagonal of its box, at the gesture's start
  double least_size; // of a part: that of the whole
  double link;       // how long most of its links are; 0: it has none
  TrKkt *kkt;        // NULL: to be made
  int faint_age;
  bool has_inequality;
  bool has_drive; // a drive or a path: moves with time
  bool has_blade; // a row on the motion: where it comes to depends on the way there

  TrKeptMass **kept; // of each block, NULL: nothing; NULL: of none (masses.c)
  double *M;         // packed drag matrices at the step's start
  double *A;         // the blocks' own matrices, packed, while they are added up
  double *pairs;     // and those of pairs
  double *q0;        // state at the step's start
  double *f, *b, *d, *lambda, *lambda_new;
  double *scale;                // J M⁻¹ Jᵀ of each row, while they are soft
  double *trial;                // a state that is only looked at
  double *force;                // Jᵀλ + f at frozen unknowns
  double *limit;                // of each block: how far a point of it may move in a sub-step
  double allowance;             // and any point of the component in what is left of the frame
  double *saved, *saved_lambda; // state to go back to
  int soft_incidence;           // while soft rows are filled
  double conflict;              // of the last factorisation: what its rows miss in the end
  int n_small;                  // and its rank lost
  double residual, relative;    // worst of the state as last projected, absolute and in ℓ
  double miss;                  // and in units of the tolerance
  bool known;                   // whether these are of the state as it is
  double settled;            // worst residual where a solve came to rest without holding; 0: none
  int slot;                  // in the engine's; −1: it is a part of one, or not yet there
  guint edition;             // of the engine when it was made or last solved
  TrStand *stand;            // NULL: nothing is known of it
  TrTrail *trail;            // NULL: nothing is known of it
  bool warm;                 // it was assembled: its numbers have a past
  bool projected;            // whether the last projection factored
  bool corners;              // whether slides stop where spans meet at a corner
  double tiny;               // moves of an unknown under this are none
  double *base;              // residuals of the rows at hand, straight on from there to
  double *seen;              // the state at which blocks have last moved; evaluated with
  double seen_time;          // this
  bool seen_any;             // and whether there is one
  bool loose;                // of the last task
  int n_cons;                // of the system: nodes, soft rows, the hand's
  bool *moved;               // of each block: it does not stand as in seen
  bool *new_block, *new_con; // have other numbers than when the system was factored
  double *column;            // J's columns of frozen unknowns, n_bounds × n_rows
} TrComponent;

// Which way a mechanism with one freedom goes when the grabbed point goes along dir.
typedef struct {
  bool is_known;
  Vec2 dir;    // unit: the point's only way
  double *way; // n_v: that of all unknowns with it
  double *J;   // and the rows there
  int n_j;
  int sign;     // of det [J; way]; 0: something else can move beside it, or there is no telling
  Vec2 now_dir; // where the last step has come to
  double *now;
  bool has_one; // the point has but one way there
  double drift; // what has moved since it was measured, as tr_move_ratio has it
  double whole; // μ that a point had that goes as far as any, on the way; 0: not known
  double now_whole;
} TrFold;

// A step of the hand, as its fold looks at it.
typedef struct {
  double most_miss; // what its constraints may miss, in tolerances
  double turn;      // what it has moved, as tr_move_ratio has it
  bool strict;      // it may be taken again, shorter
  int *iterations;  // counted on
  bool is_at_end;   // set: it began at a fold and would pass it, as a shorter one would
} TrFoldStep;

// A hand on a point of a body.
typedef struct {
  bool on, whole, fixed;
  bool wide; // it moves too much of its component for a part
  TrConnector what;
  int component;
  double stiffness; // k
  double mobility;  // μ
  int age;          // frames since it was measured
  double kappa;     // of the holding frames
  int lambda;       // its rows where its point is of several blocks; −1: folded in
  int incidence, n_runs;
  Vec2 offset;   // of a whole body: pointer − grabbed point at the press
  Vec2 pointer;  // where the sub-steps have come to
  Vec2 at;       // where the pointer was in the last frame
  double *start; // of a whole body: its unknowns at the press
  double *last;  // the component's last move, for the predictor, and while holding the one before
  double last_step; // the pointer's move that made it
  Vec2 last_dir;
  double step;  // the pointer's last move
  double reach; // of a sub-step: part of the way from the point to the pointer
  int quiet;    // holding frames without gain
  double pace;  // seconds of a holding frame's step
  double speed; // of what moved in the last of them, a second
  int n_alike;  // and moves of them in a row that may go on
  int stuck;    // holding frames that could not catch up
  int n_trip;   // and those of a trip, from where, and how far the point went in them
  double trip;
  Vec2 trip_start;
  bool kicked;  // the dead-centre kick was tried at this pointer, and has not helped
  int kicks;    // tried there
  bool kicking; // a kick is being tried
  TrFold fold;
  bool solved; // what did not hold at the press was solved, or nothing was
} TrGrab;

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
  bool settles;   // goals act whatever the world's law
  bool strict;    // drives that lag behind are judged by where time wants them
  double *shadow; // a second state, for moves that are only looked at; NULL until needed
  const TrComponent *shadow_of; // else it may be of what the moves of this one are seen from
  bool shadow_is_whole;         // else it is of what the grabbed component's moves are seen from
  TrGrab grab;
  bool time_runs;                   // forces act in time alone, not in the hand's frames
  TrComponent *part;                // of the grabbed component, what the hand moves; NULL: all
  int part_age;                     // frames
  int *part_of_q;                   // its block_of_q, to be exchanged while it is at work
  double outside, outside_relative; // worst residuals of the whole when it was chosen
};

// What a system is assembled for.
typedef struct {
  double inv_h;   // weight of the drag matrix: 1/h in a step, 1 in a solve
  bool stiffness; // geometric stiffness of the last multipliers
  bool forces;    // soft rows, loads and the hand
  bool home;      // the pull of the drag matrix back to q0
  double shrink;  // of the residual: b = −shrink·c
  bool loose;     // rows of blocks that have hardly moved are taken for straight
  double soften;  // rows as springs: compliance in units of J M⁻¹ Jᵀ; 0: they are hard
} TrTask;

// The most movable runs a node may have for its blocks to be coupled by geometric stiffness;
// beyond it the off-diagonals are majorised on the diagonal.
#define TR_PAIR_RUNS 6

// solve.c
void tr_engine_set_rest (TrEngine *e, int slot, TrRest rest);

// component.c
// Makes the system for the pattern of blocks at s, with rows for the hand where it needs them.
void tr_component_prepare (TrEngine *e, TrComponent *k, const TrState *s);
// As much of that, where nothing of it is there yet, as rows are looked at with: the system is not
// made.
void tr_component_prepare_rows (TrEngine *e, TrComponent *k, const TrState *s);
void tr_component_clear (TrComponent *k);
void tr_component_free (TrComponent *k);
// Back to before it was prepared.
void tr_component_clear_system (TrComponent *k);
void tr_component_gather (const TrComponent *k, const double *q, double *local);
void tr_component_scatter (const TrComponent *k, const double *local, double *q);

// measure.c
void tr_component_measure (TrEngine *e, TrComponent *k, const TrState *s);

// masses.c
// Drag matrices at q, blocks packed one after another.
void tr_component_masses (TrEngine *e, TrComponent *k, const double *q);
// Uniform drag along a curve couples the points that share a span (metric "viscous").
void tr_masses_find_pairs (TrEngine *e, TrComponent *k, const double *q);
void tr_masses_forget (TrComponent *k);

// The connector that slides, where the model has it now: edits move elements in memory.
static inline const TrConnector *
tr_block_slide (const TrModel *m, const TrBlock *b)
{
  TrConnector *slides[6] = {NULL};
  if (b->of_force)
    tr_force_slides (&m->forces[b->owner], slides);
  else
    tr_constraint_slides (&m->constraints[b->owner], slides);
  return slides[b->nth];
}

static inline double *
tr_component_a (const TrComponent *k, int block)
{
  return k->A + k->blocks[block].m;
}

static inline double *
tr_component_pair (const TrComponent *k, int pair)
{
  return k->pairs + k->pair_at[pair];
}

// The hand pulls at this component, or part of one.
static inline bool
tr_is_grabbed (const TrEngine *e, const TrComponent *k)
{
  if (!e->grab.on || e->grab.component < 0)
    return false;
  return k == e->part || k == e->slots[e->grab.component];
}

// Whether a block of the node is marked as moved.
static inline bool
tr_node_moved (const TrComponent *k, const TrNode *n)
{
  for (int r = n->run; r < n->run + n->n_runs; r++)
    if (k->run_block[r] >= 0 && k->moved[k->run_block[r]])
      return true;
  return false;
}

// Σ|λ| over the rows of a node.
static inline double
tr_node_pull (const TrComponent *k, const TrNode *n)
{
  double pull = 0;
  for (int r = 0; r < n->rows; r++)
    pull += fabs (k->lambda[n->lambda + r]);
  return pull;
}

// assemble-pin.c
// Which constraints are pins, of the system as it is.
void tr_pins_find (TrEngine *e, TrComponent *k);
// Fills the rows of a pin, and its stiffness; false where a number is not finite.
bool tr_assemble_pin (TrComponent *k, int node, const TrState *s, const TrTask *task);

// assemble.c: fills the system at s; false where a number is not finite or the pattern of
// touched blocks has changed (*stale).
bool tr_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task, bool *stale);
// Adds K over the unknowns of runs (n × n, columns run after run) to the blocks of A, and its
// off-diagonals to the pairs, or, where pair is −1, majorised to the diagonal.
void
tr_assemble_stiffness (TrComponent *k, int n_runs, const int *block, int pair, int n, double *K);
// K over the unknowns of rows whose runs stand in run_block from `run` on, immovable and frozen ones
// taken out of it.
void tr_assemble_bend (TrComponent *k, const TrRowBlock *rows, int run, int pair, double *K);
// Zeroes what belongs to frozen unknowns of a block: columns first … of an m × n matrix.
void tr_assemble_freeze (const TrComponent *k, int block, int m, int n, int first, double *J);
// Worst |c| over the component's constraints in force at s, in their own units; *relative: in
// units of ℓ; *in_tol: of their tolerance.
double tr_component_residual (
    TrEngine *e, TrComponent *k, const TrState *s, double *relative, double *in_tol);

// solve.c
// Moves one component until its constraints hold, or to the compromise; true where it moved.
bool tr_component_solve (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result);

// second-order.c: from s->time to `time`.
TrStepResult tr_second_order_advance (TrEngine *e, TrState *s, double time);

// advance.c
// Drives and paths stand still where they are at s; false where there are none.
bool tr_drives_stand (TrEngine *e, TrComponent *k, const TrState *s);
// They are to be where time wants them.
void tr_drives_go (TrComponent *k);
// Where masses move: drives that cannot go on with them, or have stopped, go to where s->time wants
// them, as far as they can; false where they cannot, and the state is as it was. What else moves has no
// time in it.
bool tr_drives_lead (TrEngine *e, TrComponent *k, TrState *s, bool stopped, TrStepResult *result);

// rates.c: the system of motion at s. A = M, the rows of what holds now, dampers of so many
// seconds (0: none); k->f = all forces. False where a number is not finite.
bool tr_rates_assemble (TrEngine *e, TrComponent *k, const TrState *s, double damp, bool stiff);
// f += factor · M v, both local.
void tr_rates_add_momentum (const TrComponent *k, const double *v, double factor, double *f);
// Whether a drive has stopped short of where time wants it.
bool tr_rates_stands_still (const TrNode *n);
// b = −∂c/∂t; b = −(vᵀ c_qq v + c_tt), with v in q's order.
void tr_rates_velocity_side (TrEngine *e, TrComponent *k, const TrState *s, double *b);
void tr_rates_acceleration_side (
    TrEngine *e, TrComponent *k, const TrState *s, const double *v, double *b);

// newton.c
// One factorisation: d and lambda_new are set, and what comes of the rank. False: not finite.
bool tr_newton_direction (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task);
// Newton on the constraints alone, to a tenth of the tolerance; polish: on until the residual
// stops falling. Returns the worst residual in units of the tolerance, G_MAXDOUBLE where the
// numbers failed or went beyond what a file may hold.
double tr_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations);
// Whether no unknown is beyond TR_VALUE_MAX, no radius below 0 and no sheet flat: such a state could
// not be read again.
bool tr_component_in_range (const TrEngine *e, const TrComponent *k, const TrState *s);
// One implicit step towards the hand's pointer, from q0 = s and without projection. Returns
// false where a number is not finite. *ratio: how far the first direction goes beyond what a
// sub-step may do; where it is over `most`, nothing else is done.
bool tr_newton_step (TrEngine *e,
                     TrComponent *k,
                     TrState *s,
                     const double *predictor,
                     double most,
                     double *ratio,
                     int *iterations);
// Worst |b| over the constraints in force as last assembled, in units of the tolerance.
double tr_component_miss (TrComponent *k);
void tr_component_save (TrComponent *k, const TrState *s);
void tr_component_restore (TrComponent *k, TrState *s);
// The new state is good: constraints look at it, multipliers are kept, slides wrap.
void tr_component_accept (TrEngine *e, TrComponent *k, TrState *s);
// Inequalities: takes in what d would break, lets go what pulls. True where the set changed.
bool tr_inequalities_update (TrEngine *e, TrComponent *k, const TrState *s);

// bounds.c
// Ends as they are for this gesture; what lies at an end starts frozen there.
void tr_bounds_begin (TrComponent *k, const TrState *s);
// The same, and radii may come to 0. Elsewhere they stop at a thousandth of the component's size, or
// at a tenth of what they are: through 0 a circle would come back as another one's side.
void tr_bounds_begin_at_nought (TrComponent *k, const TrState *s);
bool tr_bounds_stop_radii (const TrComponent *k); // whether one has stopped
void tr_bounds_begin_step (TrComponent *k);
// Slides written beyond an end are brought back to it.
void tr_bounds_clip (TrComponent *k, TrState *s);
// After the state went back: what lies at an end is frozen there again.
void tr_bounds_restore (TrComponent *k, const TrState *s);
// s += α d, clipped at the ends and frozen there.
bool tr_bounds_move (TrEngine *e, TrComponent *k, TrState *s, double alpha);
// s = trial + share·d, with d that of the last move, likewise.
void tr_bounds_go_back (TrComponent *k, TrState *s, double share);
bool tr_bounds_has_joints (const TrBody *body);
// Releases what the multipliers in lambda_new press inside. True where something was.
bool tr_bounds_release (TrEngine *e, TrComponent *k, TrState *s);
bool tr_bounds_any_frozen (const TrComponent *k);
// After a failed projection: all are released, 1e-3 inside.
bool tr_bounds_release_all (TrComponent *k, TrState *s);

// mobility.c
// Takes the mobility of the grabbed point, with a factorisation of its own; false where it is
// fixed. motion, if not NULL: of each unknown under a force on the point.
// What the grabbed point would give way to a force if nothing held its body.
double tr_mobility_free (TrEngine *e, TrComponent *k, const TrState *s);
bool tr_mobility_measure (TrEngine *e, TrComponent *k, TrState *s, double *motion);
// An unknown at its end, or an inequality in force.
bool tr_holds_on_one_side (const TrEngine *e, const TrComponent *k);

// window.c
// Whether the grabbed component k is large and only part of it may move.
bool tr_window_is_wanted (const TrEngine *e, const TrComponent *k);
// Makes the part of k that moves; motion: of each unknown, under a force on the grabbed point.
void tr_window_choose (TrEngine *e, const TrComponent *k, const TrState *s, const double *motion);
// Around a frame of the hand; the part goes when its rim feels something.
void tr_window_enter (TrEngine *e);
void tr_window_leave (TrEngine *e, const TrState *s);
void tr_window_end (TrEngine *e);

// move.c
// To be called before the first move of a gesture or a solve: anything may have moved since.
void tr_move_begin (TrEngine *e, const TrState *s);
// The same for the grabbed component alone, when nothing else is to move.
void tr_move_begin_one (TrEngine *e, TrComponent *k, const TrState *s);
// How far the move from local state `from` to s goes beyond what a sub-step may do: half the ℓ
// of the constraints on a point, 1 rad for directions and rotations. ≤ 1: within.
double tr_move_ratio (TrEngine *e, const TrComponent *k, const double *from, const TrState *s);
// The largest move of a point.
double tr_move_distance (TrEngine *e, const TrComponent *k, const double *from, const TrState *s);
// The same of a motion of the unknowns, local.
double tr_move_reach (const TrEngine *e, const TrComponent *k, const double *v);
// The ratio for s + α d.
double tr_move_ratio_ahead (TrEngine *e, TrComponent *k, const TrState *s, const double *d);

// soft.c
void tr_soft_assemble (TrEngine *e, TrComponent *k, const TrState *s, const TrTask *task);
// Zeroes frozen unknowns in filled soft rows, and keeps their columns.
void tr_soft_freeze_rows (TrComponent *k, int incidence, int run, int n_runs, int rows, int lambda);
void tr_soft_add_square (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 u, double w);
// 0 or 1 where unknown i of the body is the x or y of one of its points, −1 otherwise.
int tr_soft_coordinate_of (const TrBody *b, int i);
// The plain forces of springs, pulls, pushes, torques and gravity at s, added to f.
void tr_soft_add_plain (TrEngine *e, TrComponent *k, const TrState *s);
// Dampers of springs as rows, J v + λ/(D·seconds) = 0, in a system of masses; stiff: springs and
// pulls hold back as well by k·seconds²·density, as they would at the end of an implicit step
// (D. Baraff and A. Witkin, Large steps in cloth simulation, 1998, §3).
// stiff: springs too are damped, so that they are stable however stiff.
void
tr_soft_put_dampers (TrEngine *e, TrComponent *k, const TrState *s, double seconds, bool stiff);
// b of those rows so that the damping is that of the mean of v before (local) and after.
void tr_soft_damper_side (TrComponent *k, const double *v, double *b);
void tr_soft_add_load (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 w);
// At the start of a step: what damped springs hold back against.
void tr_soft_begin (TrEngine *e, TrComponent *k, const TrState *s);

// elastic.c
void tr_soft_put_sheet (TrEngine *e, TrComponent *k, int body, const TrState *s);
void tr_soft_put_whole (TrEngine *e, TrComponent *k, const TrState *s);

// goals.c: what goals do in a step; a relation's plain force, added to f.
void tr_goal_put_value (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s);
void
tr_goal_put_relation (TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s);
// The same as a row that holds back by k·square, in a system of masses.
void tr_goal_damp_relation (
    TrEngine *e, TrComponent *k, const TrSoft *soft, int node, const TrState *s, double square);
void tr_goal_put_points (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s);
void tr_goal_add_plain (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s);
// E″ Σ x_q²/M of a relation: its ω².
double tr_goal_rate (TrEngine *e, TrComponent *k, const TrSoft *soft, const TrState *s);
