// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/snapshot.h"

#include "model/moves.h"
#include "model/stood.h"

#include <string.h>

enum {
  PAGE = 4096,  // bytes
  CHAPTER = 64, // pages
};

typedef struct {
  int refs;
  unsigned n; // bytes
  char bytes[];
} Page;

// Pages that follow each other, so that another snapshot shares many of them at once.
typedef struct {
  int refs;
  int n;
  Page *page[CHAPTER];
} Chapter;

// What a state has in arrays: each starts a chapter.
enum { PLACES, VELOCITIES, MEMORY, N_ARRAYS };

struct TrSnapshot {
  int n_q, n_memory;
  double time;
  TrStood *stood;
  int first[N_ARRAYS + 1]; // chapter of each array
  Chapter **chapter;
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

static int
n_pages (size_t bytes)
{
  return (int) ((bytes + PAGE - 1) / PAGE);
}

static void
chapter_unref (Chapter *c)
{
  if (--c->refs > 0)
    return;
  for (int i = 0; i < c->n; i++)
    page_unref (c->page[i]);
  g_free (c);
}

static TrSnapshot *
allot (int n_q, int n_memory, double time, TrStood *stood)
{
  TrSnapshot *shot = g_new (TrSnapshot, 1);
  *shot =
      (TrSnapshot){.n_q = n_q, .n_memory = n_memory, .time = time, .stood = tr_stood_ref (stood)};
  for (int a = 0; a < N_ARRAYS; a++) {
    int n = n_pages (array_size (a, n_q, n_memory));
    shot->first[a + 1] = shot->first[a] + (n + CHAPTER - 1) / CHAPTER;
  }
  shot->chapter = g_new (Chapter *, shot->first[N_ARRAYS]);
  return shot;
}

static Chapter *
chapter_of (const TrSnapshot *shot, int array, int page)
{
  return shot->chapter[shot->first[array] + page / CHAPTER];
}

// Page k of an array; NULL: it has none.
static Page *
page_at (const TrSnapshot *shot, int array, int k)
{
  if (!shot || k < 0 || k >= CHAPTER * (shot->first[array + 1] - shot->first[array]))
    return NULL;
  const Chapter *c = chapter_of (shot, array, k);
  return k % CHAPTER < c->n ? c->page[k % CHAPTER] : NULL;
}

// The page of these bytes: that of `like`, or the one before it (most bodies stand still, most
// constraints remember nothing), or a new one.
static Page *
find_page (const TrSnapshot *like, int array, int k, Page *before, const char *bytes, size_t n)
{
  Page *was = page_at (like, array, k);
  if (was && page_is (was, bytes, n))
    return page_ref (was);
  if (before && page_is (before, bytes, n))
    return page_ref (before);
  return page_new (bytes, n);
}

// ─── what has moved ─────────────────────────────────────────────────────────

// The pages of each array that may differ from those of another snapshot: ascending, each once.
typedef struct {
  bool all;
  GArray *page[N_ARRAYS]; // int
} Dirty;

static void
dirty_clear (Dirty *d)
{
  for (int a = 0; a < N_ARRAYS && !d->all; a++)
    g_array_unref (d->page[a]);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  int x = *(const int *) a, y = *(const int *) b;
  return x < y ? -1 : x > y;
}

static void
add_dirty (GArray *pages, size_t byte)
{
  int page = (int) (byte / PAGE);
  if (pages->len == 0 || g_array_index (pages, int, pages->len - 1) != page)
    g_array_append_val (pages, page);
}

// Of n moves; NULL: anything. Where sizes differ, all from the shorter end on is another.
static void
dirty_init (Dirty *d, const TrSnapshot *like, const TrState *s, const TrElement *moved, guint n)
{
  *d = (Dirty){.all = !like || !moved};
  if (d->all)
    return;
  for (int a = 0; a < N_ARRAYS; a++) {
    size_t was = array_size (a, like->n_q, like->n_memory);
    size_t now = array_size (a, s->n_q, s->n_memory);
    d->page[a] = g_array_new (FALSE, FALSE, sizeof (int));
    for (size_t at = MIN (was, now) / PAGE * PAGE; was != now && at < now; at += PAGE)
      add_dirty (d->page[a], at);
  }
  for (guint i = 0; i < n; i++) {
    size_t at = (size_t) moved[i].index;
    if (tr_moves_is_memory (moved[i]) && moved[i].index < s->n_memory)
      add_dirty (d->page[MEMORY], at * sizeof (TrMemory));
    if (tr_moves_is_memory (moved[i]) || moved[i].index >= s->n_q)
      continue;
    add_dirty (d->page[PLACES], at * sizeof (double));
    add_dirty (d->page[VELOCITIES], at * sizeof (double));
  }
  for (int a = 0; a < N_ARRAYS; a++)
    g_array_sort (d->page[a], compare);
}

// Whether page k is among them; *at: where to look on for later ones.
static bool
is_dirty (const Dirty *d, int array, int k, guint *at)
{
  while (!d->all && *at < d->page[array]->len && g_array_index (d->page[array], int, *at) < k)
    ++*at;
  return d->all || (*at < d->page[array]->len && g_array_index (d->page[array], int, *at) == k);
}

// A memory may lie across the border of two pages; PAGE is a whole number of both kinds of element.
G_STATIC_ASSERT (PAGE % sizeof (TrMemory) == 0 && PAGE % sizeof (double) == 0);

// ─── taking one ─────────────────────────────────────────────────────────────

// Whether pages first … first + n − 1 are those of `like` as they are there.
static bool
is_kept (const Dirty *d, const TrSnapshot *like, int array, int first, int n, guint at)
{
  if (d->all || first >= CHAPTER * (like->first[array + 1] - like->first[array]))
    return false;
  is_dirty (d, array, first, &at);
  bool clean = at >= d->page[array]->len || g_array_index (d->page[array], int, at) >= first + n;
  return clean && chapter_of (like, array, first)->n == n;
}

static Chapter *
take_chapter (
    const TrState *s, const TrSnapshot *like, const Dirty *d, int array, int first, guint *at)
{
  size_t size = array_size (array, s->n_q, s->n_memory);
  int n = MIN (CHAPTER, n_pages (size) - first);
  if (is_kept (d, like, array, first, n, *at)) {
    Chapter *c = chapter_of (like, array, first);
    c->refs++;
    return c;
  }
  Chapter *c = g_new (Chapter, 1);
  c->refs = 1;
  c->n = n;
  for (int i = 0; i < n; i++) {
    size_t from = (size_t) (first + i) * PAGE;
    c->page[i] = is_dirty (d, array, first + i, at)
                     ? find_page (like, array, first + i, i > 0 ? c->page[i - 1] : NULL,
                                  array_bytes (s, array) + from, MIN (size - from, (size_t) PAGE))
                     : page_ref (page_at (like, array, first + i));
  }
  return c;
}

TrSnapshot *
tr_snapshot_after (const TrState *s, const TrSnapshot *like, const TrElement *moved, guint n)
{
  TrSnapshot *shot = allot (s->n_q, s->n_memory, s->time, s->stood);
  Dirty dirty;
  dirty_init (&dirty, like, s, moved, n);
  for (int a = 0; a < N_ARRAYS; a++) {
    guint at = 0;
    for (int c = shot->first[a]; c < shot->first[a + 1]; c++)
      shot->chapter[c] = take_chapter (s, like, &dirty, a, CHAPTER * (c - shot->first[a]), &at);
  }
  dirty_clear (&dirty);
  return shot;
}

TrSnapshot *
tr_snapshot_new (const TrState *s, const TrSnapshot *like)
{
  return tr_snapshot_after (s, like, NULL, 0);
}

TrSnapshot *
tr_snapshot_copy (const TrSnapshot *shot)
{
  TrSnapshot *copy = allot (shot->n_q, shot->n_memory, shot->time, shot->stood);
  for (int i = 0; i < shot->first[N_ARRAYS]; i++) {
    copy->chapter[i] = shot->chapter[i];
    copy->chapter[i]->refs++;
  }
  return copy;
}

void
tr_snapshot_free (TrSnapshot *shot)
{
  if (shot == NULL)
    return;
  for (int i = 0; i < shot->first[N_ARRAYS]; i++)
    chapter_unref (shot->chapter[i]);
  g_free (shot->chapter);
  tr_stood_unref (shot->stood);
  g_free (shot);
}

double
tr_snapshot_time (const TrSnapshot *shot)
{
  return shot->time;
}

bool
tr_snapshot_fits (const TrSnapshot *shot, const TrState *s)
{
  return shot->n_q == s->n_q && shot->n_memory == s->n_memory;
}

// Whether page k of an array is as the state has it.
static bool
is_page (const TrSnapshot *shot, const TrState *s, int array, int k)
{
  const Page *p = page_at (shot, array, k);
  return p && page_is (p, array_bytes (s, array) + (size_t) k * PAGE, p->n);
}

static bool
array_is (const TrSnapshot *shot, const TrState *s, int array, const Dirty *d)
{
  bool same = true;
  int n = n_pages (array_size (array, s->n_q, s->n_memory));
  for (int k = 0; k < n && same && d->all; k++)
    same = is_page (shot, s, array, k);
  for (guint i = 0; !d->all && i < d->page[array]->len && same; i++)
    same = is_page (shot, s, array, g_array_index (d->page[array], int, i));
  return same;
}

bool
tr_snapshot_equal_after (const TrSnapshot *shot, const TrState *s, const TrElement *moved, guint n)
{
  if (shot->n_q != s->n_q || memcmp (&shot->time, &s->time, sizeof s->time) != 0)
    return false;
  Dirty dirty;
  dirty_init (&dirty, shot, s, moved, n);
  bool same = array_is (shot, s, PLACES, &dirty) && array_is (shot, s, VELOCITIES, &dirty);
  dirty_clear (&dirty);
  return same;
}

bool
tr_snapshot_equal (const TrSnapshot *shot, const TrState *s)
{
  return tr_snapshot_equal_after (shot, s, NULL, 0);
}

size_t
tr_snapshot_own_bytes (const TrSnapshot *shot)
{
  size_t n = 0;
  for (int c = 0; c < shot->first[N_ARRAYS]; c++)
    for (int i = 0; shot->chapter[c]->refs == 1 && i < shot->chapter[c]->n; i++)
      n += shot->chapter[c]->page[i]->refs == 1 ? shot->chapter[c]->page[i]->n : 0;
  return n;
}

// ─── going back to one ──────────────────────────────────────────────────────

// What of page k differs, n bytes of it.
static void
note_page (TrLedger *moves, int array, int k, const char *to, const char *bytes, size_t n)
{
  size_t size = array == MEMORY ? sizeof (TrMemory) : sizeof (double);
  int first = k * (int) (PAGE / size);
  for (size_t i = 0; i < n / size; i++) {
    if (memcmp (to + i * size, bytes + i * size, size) == 0)
      continue;
    if (array == MEMORY)
      tr_moves_note_memory (moves, first + (int) i);
    else
      tr_moves_note_unknowns (moves, first + (int) i, 1);
  }
}

static void
restore_page (const TrSnapshot *shot, TrState *s, int array, int k, TrLedger *moves)
{
  const Page *p = page_at (shot, array, k);
  char *to = array_bytes (s, array) + (size_t) k * PAGE;
  if (moves)
    note_page (moves, array, k, to, p->bytes, p->n);
  memcpy (to, p->bytes, p->n);
}

static void
restore_all_but_arrays (const TrSnapshot *shot, TrState *s)
{
  s->time = shot->time;
  tr_stood_unref (s->stood);
  s->stood = tr_stood_ref (shot->stood);
}

void
tr_snapshot_restore (const TrSnapshot *shot, TrState *s)
{
  g_return_if_fail (s->n_q == shot->n_q && s->n_memory == shot->n_memory);
  restore_all_but_arrays (shot, s);
  for (int a = 0; a < N_ARRAYS; a++)
    for (int k = 0; page_at (shot, a, k); k++)
      restore_page (shot, s, a, k, NULL);
}

static void
restore_differing (
    const TrSnapshot *shot, const TrSnapshot *from, TrState *s, int a, TrLedger *moves)
{
  int n = shot->first[a + 1] - shot->first[a], n_from = from->first[a + 1] - from->first[a];
  for (int c = 0; c < n; c++) {
    const Chapter *is = shot->chapter[shot->first[a] + c];
    const Chapter *was = c < n_from ? from->chapter[from->first[a] + c] : NULL;
    for (int i = 0; i < is->n && is != was; i++)
      if (!was || i >= was->n || is->page[i] != was->page[i])
        restore_page (shot, s, a, CHAPTER * c + i, moves);
  }
}

static void
resize (TrState *s, int n_q, int n_memory)
{
  if (s->n_q != n_q) {
    s->q = g_renew (double, s->q, n_q);
    s->v = g_renew (double, s->v, n_q);
  }
  if (s->n_memory != n_memory)
    s->memory = g_renew (TrMemory, s->memory, n_memory);
  s->n_q = n_q;
  s->n_memory = n_memory;
}

void
tr_snapshot_restore_after (const TrSnapshot *shot,
                           const TrSnapshot *from,
                           TrState *s,
                           const TrElement *moved,
                           guint n,
                           TrLedger *moves)
{
  Dirty dirty;
  dirty_init (&dirty, shot, s, moved, n);
  resize (s, shot->n_q, shot->n_memory);
  restore_all_but_arrays (shot, s);
  for (int a = 0; a < N_ARRAYS; a++) {
    restore_differing (shot, from, s, a, moves);
    for (guint i = 0; i < dirty.page[a]->len; i++)
      if (page_at (shot, a, g_array_index (dirty.page[a], int, i)))
        restore_page (shot, s, a, g_array_index (dirty.page[a], int, i), moves);
  }
  dirty_clear (&dirty);
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
