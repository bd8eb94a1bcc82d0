// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What links and sheets carry follows their joints: where dimensions put a joint elsewhere on its
// body, corners that lie on it go along, and what lies between joints goes between.

#pragma once

#include "model/model.h"

// A copy of `to`, which is `from` with other dimensions, with the drawings that its joints ask for;
// NULL where all may stay as they are. Bodies that changed have another `drawing` than in `to`.
TrModel *tr_link_follow (const TrModel *from, const TrModel *to);
