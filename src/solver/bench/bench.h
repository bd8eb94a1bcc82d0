// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Measuring the linear solver on the workloads.

#pragma once

#include "solver/kkt/kkt.h"

#include <stdbool.h>

typedef struct {
  int n;                     // bodies in fact
  int multipliers;           // rows
  const char *path;          // tr_kkt_path
  double ns_per_body;        // numbers into their places, factor and solve
  double factor_ns_per_body; // the above without what a second solve takes
  double solve_ns_per_body;  // a solve with the factor at hand
  double symbolic_ns_per_body;
  double residual;
  double bytes_per_body; // that the system keeps once it has been solved; 0: nobody counts
} TrBenchKkt;

// Medians over warm runs, of the thread's CPU time, for about so many seconds. False
// where workload or sizes are not known, or the method refuses.
bool tr_bench_kkt (
    const char *workload, int n, int loops, TrKktMethod method, double seconds, TrBenchKkt *out);
