// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers under 1e-308 are nothing to us, but take the processor a hundred times as long as others:
// what a pull leaves of itself at the far end of a long chain. Between begin and end they are 0
// where the processor can do that.

#pragma once

#ifdef __SSE2__
#include <xmmintrin.h>
#endif

static inline unsigned
tr_flush_begin (void)
{
#ifdef __SSE2__
  unsigned before = _mm_getcsr ();
  _mm_setcsr (before | 0x8040); // results and operands
  return before;
#else
  return 0;
#endif
}

static inline void
tr_flush_end (unsigned before)
{
#ifdef __SSE2__
  _mm_setcsr (before);
#endif
}
