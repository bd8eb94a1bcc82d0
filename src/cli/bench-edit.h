// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a drawing of many linkages of ten bars each, timed one by one: what they cost is to hang
// on the linkage, and not on how many there are.

#pragma once

#include <stdbool.h>

typedef enum {
  TR_BENCH_ADD, // a constraint between two linkages
  TR_BENCH_UNDO,
  TR_BENCH_REDO,
  TR_BENCH_SET,    // the value of one
  TR_BENCH_SWITCH, // one off
  TR_BENCH_BODY,   // one more body
  TR_BENCH_DRAG,   // press, a frame, release
  TR_N_BENCH_EDITS
} TrBenchEditKind;

extern const char *const tr_bench_edit_names[TR_N_BENCH_EDITS];

// The median of each kind in µs of thread CPU time. n: bars, from 1000.
bool tr_bench_edit (int n, double us[TR_N_BENCH_EDITS]);
