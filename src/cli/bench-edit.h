// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a drawing of many linkages of ten bars and a polyline each, timed one by one: what they cost is to hang
// on the linkage, and not on how many there are. What takes something out of the middle, or changes how
// many numbers a body has, moves all that stands behind it, and may hang on that.

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
  TR_BENCH_REMOVE, // a constraint out of the middle; this and the next each with undo and redo
  TR_BENCH_REMOVE_UNDO,
  TR_BENCH_REMOVE_REDO,
  TR_BENCH_ERASE, // a bar out of the middle, with what is on it
  TR_BENCH_ERASE_UNDO,
  TR_BENCH_ERASE_REDO,
  TR_BENCH_VERTEX, // one more on a polyline
  TR_BENCH_VERTEX_UNDO,
  TR_BENCH_VERTEX_REDO,
  TR_N_BENCH_EDITS
} TrBenchEditKind;

extern const char *const tr_bench_edit_names[TR_N_BENCH_EDITS];

// The median of each kind in µs of thread CPU time. n: bars, from 1000.
bool tr_bench_edit (int n, double us[TR_N_BENCH_EDITS]);
