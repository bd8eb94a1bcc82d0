// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/snapshot.h"

#include <string.h>

enum { PAGE = 4096 }; // bytes

typedef struct {
  int refs;
  unsigned n; // bytes
  char bytes[];
} Page;

// What a state has in arrays: each starts a page.
enum { PLACES, VELOCITIES, MEMORY, N_ARRAYS };

struct TrSnapshot {
  int n_q, n_memory;
  double time;
  int first[N_ARRAYS + 1]; // page of each array
  Page **page;
};

static size_t
array_size (int array, int n_q, int n_memory)
{
  return array == MEMORY ? (size_t) n_memory * sizeof (TrMemory) : (size_t) n_q * sizeof (double);
}

static char *
array_bytes (const TrState *s, int array)
{
  switch (array) {
  case PLACES:
    return (char *) s->q;
  case VELOCITIES:
    return (char *) s->v;
  }
  return (char *) s->memory;
}

static Page *
page_ref (Page *p)
{
  p->refs++;
  return p;
}

static void
page_unref (Page *p)
{
  if (--p->refs == 0)
    g_free (p);
}

static bool
page_is (const Page *p, const char *bytes, size_t n)
{
  return p->n == n && memcmp (p->bytes, bytes, n) == 0;
}

static Page *
page_new (const char *bytes, size_t n)
{
  Page *p = g_malloc (sizeof (Page) + n);
  p->refs = 1;
  p->n = (unsigned) n;
  memcpy (p->bytes, bytes, n);
  return p;
}

static TrSnapshot *
allot (int n_q, int n_memory, double time)
{
  TrSnapshot *shot = g_new (TrSnapshot, 1);
  *shot = (TrSnapshot){.n_q = n_q, .n_memory = n_memory, .time = time};
  for (int a = 0; a < N_ARRAYS; a++) {
    size_t n = array_size (a, n_q, n_memory);
    shot->first[a + 1] = shot->first[a] + (int) ((n + PAGE - 1) / PAGE);
  }
  shot->page = g_new (Page *, shot->first[N_ARRAYS]);
  return shot;
}

// The page of these bytes: that of `like`, or the one before it (most bodies stand still, most
// constraints remember nothing), or a new one.
static Page *
find_page (
    const TrSnapshot *shot, const TrSnapshot *like, int array, int k, const char *bytes, size_t n)
{
  Page *was = like && k < like->first[array + 1] - like->first[array]
                  ? like->page[like->first[array] + k]
                  : NULL;
  Page *before = k > 0 ? shot->page[shot->first[array] + k - 1] : NULL;
  if (was && page_is (was, bytes, n))
    return page_ref (was);
  if (before && page_is (before, bytes, n))
    return page_ref (before);
  return page_new (bytes, n);
}

TrSnapshot *
tr_snapshot_new (const TrState *s, const TrSnapshot *like)
{
  TrSnapshot *shot = allot (s->n_q, s->n_memory, s->time);
  for (int a = 0; a < N_ARRAYS; a++) {
    const char *bytes = array_bytes (s, a);
    size_t left = array_size (a, s->n_q, s->n_memory);
    for (int k = 0; left > 0; k++) {
      size_t n = MIN (left, (size_t) PAGE);
      shot->page[shot->first[a] + k] = find_page (shot, like, a, k, bytes, n);
      bytes += n;
      left -= n;
    }
  }
  return shot;
}

TrSnapshot *
tr_snapshot_copy (const TrSnapshot *shot)
{
  TrSnapshot *copy = allot (shot->n_q, shot->n_memory, shot->time);
  for (int i = 0; i < shot->first[N_ARRAYS]; i++)
    copy->page[i] = page_ref (shot->page[i]);
  return copy;
}

void
tr_snapshot_free (TrSnapshot *shot)
{
  if (shot == NULL)
    return;
  for (int i = 0; i < shot->first[N_ARRAYS]; i++)
    page_unref (shot->page[i]);
  g_free (shot->page);
  g_free (shot);
}

double
tr_snapshot_time (const TrSnapshot *shot)
{
  return shot->time;
}

static bool
array_is (const TrSnapshot *shot, const TrState *s, int array)
{
  const char *bytes = array_bytes (s, array);
  bool same = true;
  for (int i = shot->first[array]; same && i < shot->first[array + 1]; i++) {
    same = page_is (shot->page[i], bytes, shot->page[i]->n);
    bytes += shot->page[i]->n;
  }
  return same;
}

bool
tr_snapshot_equal (const TrSnapshot *shot, const TrState *s)
{
  return shot->n_q == s->n_q && memcmp (&shot->time, &s->time, sizeof s->time) == 0 &&
         array_is (shot, s, PLACES) && array_is (shot, s, VELOCITIES);
}

size_t
tr_snapshot_own_bytes (const TrSnapshot *shot)
{
  size_t n = 0;
  for (int i = 0; i < shot->first[N_ARRAYS]; i++)
    n += shot->page[i]->refs == 1 ? shot->page[i]->n : 0;
  return n;
}

void
tr_snapshot_restore (const TrSnapshot *shot, TrState *s)
{
  g_return_if_fail (s->n_q == shot->n_q && s->n_memory == shot->n_memory);
  s->time = shot->time;
  for (int a = 0; a < N_ARRAYS; a++) {
    char *bytes = array_bytes (s, a);
    for (int i = shot->first[a]; i < shot->first[a + 1]; i++) {
      memcpy (bytes, shot->page[i]->bytes, shot->page[i]->n);
      bytes += shot->page[i]->n;
    }
  }
}

TrState *
tr_snapshot_state (const TrSnapshot *shot)
{
  TrState *s = g_new (TrState, 1);
  *s = (TrState){.n_q = shot->n_q, .n_memory = shot->n_memory};
  s->q = g_new (double, s->n_q);
  s->v = g_new (double, s->n_q);
  s->memory = g_new (TrMemory, s->n_memory);
  tr_snapshot_restore (shot, s);
  return s;
}
