// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What tests say to a running window: with TRAMMEL_TEST_FDS=LOG,COMMANDS in the environment the
// program obeys lines from the one file descriptor, and the probe writes to the other.

#pragma once

#include <gtk/gtk.h>

// Does nothing without that variable.
void tr_driver_start (GtkApplication *app);
