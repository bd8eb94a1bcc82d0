// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// For builds that tell leaks. What libraries make before main they keep until the end, and a
// program that lives long enough makes GLib give up its first table of quarks for a larger one,
// on purpose: that is no leak of ours.

#include <sanitizer/lsan_interface.h>

static void
begin (void)
{
  __lsan_disable ();
}

// Before any library is set up …
__attribute__ ((section (".preinit_array"), used)) static void (*const first) (void) = begin;

// … and after the last.
__attribute__ ((constructor)) static void
end (void)
{
  __lsan_enable ();
}
