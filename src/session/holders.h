// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What keeps a point where it is, however far along the chain: nails, drives and paths, what is
// locked, and the constraints that lead there.

#pragma once

#include "session/session.h"

// A list of TrElement: constraints of which none may be missing, and the locked bodies that they
// take hold of. First those that hold on to the ground, to time or to a number, then locked bodies, then what
// leads there; in document order. Where the point is not fixed for good, or a limit or a missing
// direction has it, what takes hold of its body. Free with g_array_unref.
GArray *tr_session_find_holders (TrSession *s, const TrConnector *at);
