// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A picture as a body: a sheet that carries it.

#pragma once

#include "session/parts.h"

// Adds the sheet and two equations that let it be turned and scaled, but not bent: taken away,
// the picture can be stretched as any sheet. uri: a PNG as the format has it. Returns the id of the
// sheet, which lives as long as the parts.
const char *tr_picture_add (TrParts *parts, const char *uri, Vec2 middle, Vec2 size);
