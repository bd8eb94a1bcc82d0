// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The window that tells what kind of mechanism a drawing is and what it can do, while it is pulled
// or runs.

#pragma once

#include "session/session.h"

#include <gtk/gtk.h>

#define TR_TYPE_MECHANISM_WINDOW (tr_mechanism_window_get_type ())
G_DECLARE_FINAL_TYPE (TrMechanismWindow, tr_mechanism_window, TR, MECHANISM_WINDOW, GtkWindow)

// Its switch is the action win.show-centres of the parent.
GtkWidget *tr_mechanism_window_new (GtkWindow *parent, TrSession *session);
