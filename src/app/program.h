// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The program: its windows and the files it is asked to open.

#pragma once

#include "app/application.h"

TrApplication *tr_program_new (void);
