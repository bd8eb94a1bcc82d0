// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The path of a traced point as it is seen: a part that runs where it has run before, to the pixel,
// is left out, so that a long run of a mechanism costs no more than its curve. Nothing that is to be
// seen is missing.

#pragma once

#include "render/ink.h"

typedef struct _TrTraceThin TrTraceThin;

TrTraceThin *tr_trace_thin_new (void);
void tr_trace_thin_free (TrTraceThin *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrTraceThin, tr_trace_thin_free)

// The path, with points that are not finite where the pen is lifted; pixel: the size of one,
// document units. Only what is new since the last time is looked at, as long as the path has grown
// at its end. Borrowed until the next.
TrTracePoints tr_trace_thin_update (TrTraceThin *t, const TrTracePoints *all, double pixel);
