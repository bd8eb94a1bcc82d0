// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: what a hand has taken hold of, and what it remembers from frame to frame.

#pragma once

#include "model/connector.h"

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
  double since; // and since it was learned
  double whole; // μ that a point had that goes as far as any, on the way; 0: not known
  double now_whole;
} TrFold;

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
  int kick_due; // the sign of the one that the next frame tries, or goes on with; 0: none
  // one that frames share: where it has come to after so many steps, unknowns and multipliers
  const TrComponent *kick_of; // NULL: none
  double *kick;
  int kick_n; // how many these are
  int kick_steps;
  int tried; // tries of a sub-step that a frame has left to the next; how long the next of them is
  double tried_fraction, tried_reach;
  // Newton's way in a sub-step that a frame has left to the next, after so many iterations: how far from the
  // start its unknowns have come, and its multipliers
  int n_open;      // 0: none
  bool is_closing; // it is at its end, but for what its rows miss there, and
  Vec2 open_to;    // has brought the hand here
  int last_solve;  // of a frame, after which what rows miss waits for the next; 0: it does not
  bool is_late;    // it has to
  const TrComponent *open_of;
  double *open;
  int open_n;
  double
      eased; // the reach that the next sub-step begins with, in a bend that the last had to be short for
  double stride; // far behind the hand: how far the next sub-step goes; 0: all the way
  bool at_rest;  // what cannot hold goes along the way on which it stays at rest
  TrFold fold;
  bool solved; // what did not hold at the press was solved, or nothing was
} TrGrab;
