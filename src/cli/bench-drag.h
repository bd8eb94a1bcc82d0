// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drags of frameworks of rigid bars, timed frame by frame: a chain, a tree that branches at
// each bar, a ladder of four-bars, a truss that can only turn while the hand wants more.

#pragma once

#include "solver/kkt/kkt.h"

#include <stdbool.h>

typedef struct {
  int n; // bars in fact
  int frames;
  double median_us, p95_us, max_us; // of a frame, thread CPU time
  double worst_residual;            // in units of ℓ, over all frames
  int flips;                        // corners whose sense changed between two frames
  double miss;                      // of the hand, in units of the size, at worst
} TrBenchDrag;

// kind: "chain", "btree", "ladder", "truss". False where it is none of these or n is too small.
bool tr_bench_drag (const char *kind, int n, double seconds, TrKktMethod method, TrBenchDrag *out);
