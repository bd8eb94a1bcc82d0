// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Private to the solver: forces.

#pragma once

#include "solver/assemble.h"

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
// (D. Baraff and A. Witkin, Large steps in cloth simulation, 1998, §3), so that they are stable
// however stiff.
void
tr_soft_put_dampers (TrEngine *e, TrComponent *k, const TrState *s, double seconds, bool stiff);
// b of those rows so that the damping is that of the mean of v before (local) and after.
void tr_soft_damper_side (TrComponent *k, const double *v, double *b);
void tr_soft_add_load (TrEngine *e, TrComponent *k, const TrTap *tap, Vec2 w);
// At the start of a step: what damped springs hold back against.
void tr_soft_begin (TrEngine *e, TrComponent *k, const TrState *s);

// elastic.c: forces of a sheet that stretches, and of the world.
void tr_soft_put_sheet (TrEngine *e, TrComponent *k, int body, const TrState *s);
void tr_soft_put_whole (TrEngine *e, TrComponent *k, const TrState *s);

// goals.c: what goals do in a step.
// A relation's plain force, added to f.
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
