// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drags of many random linkages along random paths, within reach, across it and beyond, slow
// and fast: how often a hand would be surprised.

#pragma once

#include "solver/kkt/kkt.h"

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int drawings, frames;
  int flips;     // corners that changed their sense between two frames, |sin| > 0.1 on both sides
  int jumps;     // joints that moved three times as far as the pointer and over half a link
  int nonfinite; // frames
  double worst_residual; // in units of ℓ
  double worst_frame_ms; // thread CPU time
  GArray *failing;       // uint64_t: seeds with a jump or a non-finite number or a residual > 1e-9
} TrBenchRandom;

// fine: the pointer's moves in 16 frames each, looked at after each 16.
void tr_bench_random (uint64_t seed, int count, bool fine, TrKktMethod method, TrBenchRandom *out);
