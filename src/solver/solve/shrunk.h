// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a drawing loses where it is led astray: bodies that come to nothing, what is turned round.

#pragma once

#include "model/model.h"

// How large a body is, q its own run: the farthest that two of its points may be apart, or its least radius;
// INFINITY of kinds that cannot come to nothing.
double tr_body_size (const TrBody *b, const double *q);
// Without a length or a radius.
bool tr_body_is_shrunk (const TrBody *b, const double *q);
// Whether a constraint gives a body its size: its length, area or radius.
bool tr_gives_size (const TrModel *m, int constraint, int body);
// How far a sheet's axes (u, v) are from being one line: the sine between them, less where one is the shorter.
double tr_axes_spread (const double *axes);
// Of a segment without a length neither a fixed angle nor a driven one can say anything.
bool tr_has_no_angle (const TrModel *m, int constraint, const TrState *s);
// Of two that are parallel which way they lie, of two upright on each other on which side: its sign; 0: they are
// neither, or it is no constraint of that kind.
double tr_sense_of (const TrModel *m, int constraint, const double *q);
