// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glib.h>

// Ascending (int), each once.
void tr_indices_sort (GArray *list);
