// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A template as a small living picture: drawn by the canvas's own paint function, moved by a hand
// through the engine.

#pragma once

#include "app/window/template.h"

#include <gtk/gtk.h>

#define TR_TYPE_SAMPLE (tr_sample_get_type ())
G_DECLARE_FINAL_TYPE (TrSample, tr_sample, TR, SAMPLE, GtkWidget)

GtkWidget *tr_sample_new (const TrTemplate *t);
// Until then it is an empty sheet that has cost nothing.
void tr_sample_wake (TrSample *s);
bool tr_sample_is_awake (TrSample *s);
// Moves on by so many seconds.
void tr_sample_advance (TrSample *s, double seconds);
double tr_sample_get_turns (TrSample *s); // made so far
