// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The report on a mechanism, for people and as JSON.

#pragma once

#include "session/mechanism/mechanism.h"

// Lines; angles in degrees.
char *tr_mechanism_text (const TrMechanism *x, const TrModel *m);
// One object on a line; angles in radians, what is not finite is null.
char *tr_mechanism_json (const TrMechanism *x, const TrModel *m);
