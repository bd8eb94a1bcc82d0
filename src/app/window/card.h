// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A button that opens a template, with its picture and its name.

#pragma once

#include "app/window/sample.h"

#define TR_TYPE_CARD (tr_card_get_type ())
G_DECLARE_FINAL_TYPE (TrCard, tr_card, TR, CARD, GtkButton)

GtkWidget *tr_card_new (const TrTemplate *t);
TrSample *tr_card_get_sample (TrCard *c);
