// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The way of a component from where it stands to where its constraints hold.

#pragma once

#include "solver/component.h"

// From home, where it stands, which is saved, its masses known, to where all holds, or nearly; false
// where nothing finite was found. Nodes that are out take no part.
bool tr_reach (TrEngine *e, TrComponent *k, TrState *s, int *iterations);
