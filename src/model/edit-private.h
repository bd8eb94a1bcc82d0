// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What edits need of the model beside its elements.

#pragma once

#include "model/model.h"

// How many elements a list of n has room for, at the least: up to a quarter more, so that to append
// one by one copies each a few times only. It follows from n, so that no list need remember it.
static inline int
tr_room (int n)
{
  if (n < 8)
    return 8;
  int step = 1 << ((int) g_bit_storage ((gulong) n) - 3); // n / 8 to n / 4
  return (n + step - 1) / step * step;
}

// The id leads nowhere any more.
void tr_model_unindex (TrModel *m, const char *id);
// Elements have other places: to[kind][i] is that of element i; NULL: all of the kind stay.
void tr_model_move_ids (TrModel *m, const int *const *to);
// The same of bodies in all that takes hold of them; what computes with them is to be bound again.
void tr_model_move_bodies (TrModel *m, const int *to);

// tr_model_evaluate and tr_model_bind_all of one body, constraint or force, the parameters being as
// they were.
bool tr_model_evaluate_one (TrModel *m, TrElement e, GError **error);
bool tr_model_bind_one (TrModel *m, TrElement e, GError **error);
