// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What edits need of the model beside its elements.

#pragma once

#include "model/model.h"

// The id leads nowhere any more.
void tr_model_unindex (TrModel *m, const char *id);
// Elements have other places: to[kind][i] is that of element i; NULL: all of the kind stay.
void tr_model_move_ids (TrModel *m, const int *const *to);
// The same of bodies in all that takes hold of them; what computes with them is to be bound again.
void tr_model_move_bodies (TrModel *m, const int *to);
