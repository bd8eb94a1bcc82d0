// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The coupler curve of a document's first trace for a turn of its first drive, timed.

#pragma once

#include "session/session.h"

typedef struct {
  int points;
  bool closed;
  double median_us, max_us; // of a whole curve, thread CPU time
  double worst_residual;
} TrBenchCoupler;

// False where the document has no drive on an angle or no trace.
bool tr_bench_coupler (TrSession *session, int samples, double seconds, TrBenchCoupler *out);
