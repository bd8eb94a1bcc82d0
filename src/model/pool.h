// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the plain structs of a document point to: names, texts, expressions, styles. Everything
// in a pool is immutable and lives as long as the pool, so that bodies and constraints copy
// with `=` and snapshots share what they do not change. A document has one pool.

#pragma once

#include "math/expr.h"

#include <stddef.h>

typedef struct _TrPool TrPool;

TrPool *tr_pool_new (void);
TrPool *tr_pool_ref (TrPool *pool);
void tr_pool_unref (TrPool *pool);
// What is in other lives as long as pool.
void tr_pool_keep (TrPool *pool, TrPool *other);

const char *tr_pool_text (TrPool *pool, const char *text);
// Copies n bytes, aligned for any type; NULL where n is 0.
const void *tr_pool_copy (TrPool *pool, const void *bytes, size_t n);
// A number that none of this pool had before. Elements carry the stamp of their last edit: what has
// the same stamp in the same pool is the same, however many edits and undos lie between.
unsigned tr_pool_stamp (TrPool *pool);
// Takes over the reference.
TrExpr *tr_pool_expr (TrPool *pool, TrExpr *expr);
