// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Free parameters as a person sets them: a value that is given is where the parameter goes, and the
// drawing follows; only then is it an unknown again.

#pragma once

#include "session/session.h"

// What tr_document_set() does, and where it is the value of a free parameter the drawing is solved
// with the parameter at that value. The history has no entry of it.
bool tr_session_try (TrSession *s, const char *what, const char *value, GError **error);

// Of a free parameter that only what cannot pull at it reads (the range of a typed curve, the numbers
// of a force or of a sheet's elasticity): that, and what to do about it; free with g_free. NULL: it is
// none of these.
char *tr_free_idle_text (const TrModel *m, int parameter);
