// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces and goals in words, for lists.

#pragma once

#include "model/model.h"

// "Minimize k.area", "Snake outline", or the name that it was given. Free with g_free.
char *tr_force_title (const TrModel *m, int force);
// The member that says how hard it pulls ("weight", "stiffness", "value"); NULL: it has none.
const char *tr_force_strength (const TrForce *f);
// What is written there; NULL: nothing.
char *tr_force_strength_text (const TrForce *f);
