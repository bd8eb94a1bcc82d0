// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an earlier run of the program left unsaved, offered to its author.

#pragma once

#include "app/window/window.h"

// Asks over that window, where there is anything to ask about. What is left undecided is offered
// again at the next start.
void tr_recovery_offer (TrWindow *parent);
