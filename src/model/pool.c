// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/pool.h"

#include <glib.h>
#include <stdalign.h>
#include <stdint.h>
#include <string.h>

enum {
  FIRST_CHUNK = 4096,
  LARGEST_CHUNK = 1 << 20, // what is larger gets a chunk of its own
};

typedef struct _Chunk Chunk;

struct _Chunk {
  Chunk *next;
  alignas (max_align_t) unsigned char bytes[];
};

// Chunks are never moved nor given back before the end: pointers into them stay good.
struct _TrPool {
  gatomicrefcount refs;
  Chunk *chunks; // the newest first; only that one has room
  size_t used, size;
  guint stamp;
  GPtrArray *exprs;
  GPtrArray *kept; // other pools
};

static void
unref_expr (void *e)
{
  tr_expr_unref (e);
}

static void
unref_pool (void *pool)
{
  tr_pool_unref (pool);
}

TrPool *
tr_pool_new (void)
{
  TrPool *pool = g_new0 (TrPool, 1);
  g_atomic_ref_count_init (&pool->refs);
  pool->exprs = g_ptr_array_new_with_free_func (unref_expr);
  pool->kept = g_ptr_array_new_with_free_func (unref_pool);
  return pool;
}

TrPool *
tr_pool_ref (TrPool *pool)
{
  g_atomic_ref_count_inc (&pool->refs);
  return pool;
}

void
tr_pool_unref (TrPool *pool)
{
  if (pool == NULL || !g_atomic_ref_count_dec (&pool->refs))
    return;
  for (Chunk *c = pool->chunks, *next; c != NULL; c = next) {
    next = c->next;
    g_free (c);
  }
  g_ptr_array_unref (pool->exprs);
  g_ptr_array_unref (pool->kept);
  g_free (pool);
}

void
tr_pool_keep (TrPool *pool, TrPool *other)
{
  g_ptr_array_add (pool->kept, tr_pool_ref (other));
}

// Chunks double, so that a pool of any size takes few of them and a small one little room.
static void
add_chunk (TrPool *pool, size_t least)
{
  size_t size = pool->size == 0 ? FIRST_CHUNK : MIN (2 * pool->size, (size_t) LARGEST_CHUNK);
  size = MAX (size, least);
  Chunk *c = g_malloc (sizeof (Chunk) + size);
  c->next = pool->chunks;
  pool->chunks = c;
  pool->used = 0;
  pool->size = size;
}

static void *
take (TrPool *pool, size_t n, size_t align)
{
  size_t at = (pool->used + align - 1) & ~(align - 1);
  g_assert (n <= SIZE_MAX / 2);
  if (pool->chunks == NULL || n > pool->size || at > pool->size - n) {
    add_chunk (pool, n);
    at = 0;
  }
  pool->used = at + n;
  return pool->chunks->bytes + at;
}

const char *
tr_pool_text (TrPool *pool, const char *text)
{
  if (text == NULL)
    return NULL;
  size_t n = strlen (text) + 1;
  return memcpy (take (pool, n, 1), text, n);
}

const void *
tr_pool_copy (TrPool *pool, const void *bytes, size_t n)
{
  if (n == 0)
    return NULL;
  return memcpy (take (pool, n, alignof (max_align_t)), bytes, n);
}

// Copies of a drawing that others work on share the pool.
unsigned
tr_pool_stamp (TrPool *pool)
{
  return (guint) g_atomic_int_add (&pool->stamp, 1) + 1;
}

TrExpr *
tr_pool_expr (TrPool *pool, TrExpr *expr)
{
  if (expr != NULL)
    g_ptr_array_add (pool->exprs, expr);
  return expr;
}
