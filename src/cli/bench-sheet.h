// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drags of a row of sheets that are joined, timed frame by frame: plain ones, whose system is the
// same in every frame, and elastic ones.

#pragma once

#include "solver/kkt/kkt.h"

#include <stdbool.h>

typedef struct {
  int frames, iterations;
  double median_us, max_us;  // of a frame
  double factored_per_frame; // blocks of the system
  double worst_residual;     // in units of ℓ
} TrBenchSheet;

// n: sheets, at least 1; stiffness: of the shape; 0: plain ones.
bool
tr_bench_sheet (int n, double stiffness, double seconds, TrKktMethod method, TrBenchSheet *out);
