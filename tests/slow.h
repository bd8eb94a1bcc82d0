// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether the program runs under something that slows it down or watches its heap.

#pragma once

#include <glib.h>
#include <stdbool.h>

// Set by the run with sanitizers: the largest cases are left out.
static inline bool
is_slow (void)
{
  return g_getenv ("TRAMMEL_SLOWNESS") != NULL;
}

#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
#if !defined __has_feature
#define HEAP_CAN_BE_COUNTED 1
#elif !__has_feature(address_sanitizer)
#define HEAP_CAN_BE_COUNTED 1
#endif
#endif
