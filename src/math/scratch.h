// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A stack of memory for numeric work: what a step needs is taken from it and given back at once,
// and a warm step allocates nothing.
//
//   size_t mark = tr_scratch_mark (s);
//   double *x = tr_scratch_doubles (s, n);
//   …
//   tr_scratch_release (s, mark);

#pragma once

#include <stddef.h>

typedef struct _TrScratch TrScratch;

enum {
  TR_SCRATCH_ALIGN = 64, // bytes, of every piece handed out: a cache line, any vector register
};

TrScratch *tr_scratch_new (void);
void tr_scratch_free (TrScratch *s);

// The state of the stack, and the return to it: all that was taken since is given back.
// Marks are released in the reverse order of their making.
size_t tr_scratch_mark (const TrScratch *s);
void tr_scratch_release (TrScratch *s, size_t mark);

// Gives back everything; what had to be chained from several blocks is one block from then on, so
// that the same demand allocates nothing more.
void tr_scratch_reset (TrScratch *s);

// Bytes held from the system. Constant over a step means that the step allocated nothing.
size_t tr_scratch_capacity (const TrScratch *s);

// Memory that stays in place until it is released, whatever is taken later; contents undefined
// except of zeroed. Never NULL, also for n = 0.
void *tr_scratch_bytes (TrScratch *s, size_t n);
double *tr_scratch_doubles (TrScratch *s, size_t n);
double *tr_scratch_zeroed (TrScratch *s, size_t n);
int *tr_scratch_ints (TrScratch *s, size_t n);
