// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Documents, and elements of documents, as text in the layout of the format: what is read and
// written again differs in no byte where nothing was changed.

#pragma once

#include "model/model.h"

#include <stddef.h>

// The document of a drawing at a state, with a NUL after its n bytes (n may be NULL).
char *tr_write_model (const TrModel *m, const TrState *s, size_t *n);

// The JSON object of one element on one line, at the state; for tr_read_element.
char *tr_write_element (const TrModel *m, const TrState *s, TrElement e);

// The JSON object of the world; for tr_read_world_again.
char *tr_write_world (const TrModel *m, const TrState *s);

// The keys of a path, as the list that is its member "keys".
char *tr_write_keys (const TrKey *keys, int n);

// What a rigid or a sheet carries: the list that is its member "drawing".
char *tr_write_drawing (const TrBody *b);
