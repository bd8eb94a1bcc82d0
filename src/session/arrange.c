// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/arrange.h"

#include "render/outline.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  TrBounds *box;   // of each body, empty where it draws nothing
  bool *is_chosen; // of each body
  int *order;      // bodies, from the back to the front
  int n;
} Stack;

static void
stack_init (Stack *k, TrSelection *s)
{
  const TrModel *m = tr_session_get_model (tr_selection_get_session (s));
  const double *q = tr_session_get_state (tr_selection_get_session (s))->q;

  k->n = m->n_bodies;
  k->box = g_new (TrBounds, k->n + 1);
  k->is_chosen = g_new (bool, k->n + 1);
  k->order = g_new (int, k->n + 1);
  for (int i = 0; i < k->n; i++) {
    Vec2 low, high;
    const TrBody *b = &m->bodies[i];
    k->order[i] = i;
    k->is_chosen[i] = tr_selection_has_element (s, TR_ELEMENT_BODY, i);
    k->box[i] = tr_bounds_empty ();
    if (!b->hidden && tr_body_box (b, tr_body_q (b, q), &low, &high))
      k->box[i] = (TrBounds){low, high};
  }
}

static void
stack_clear (Stack *k)
{
  g_free (k->box);
  g_free (k->is_chosen);
  g_free (k->order);
}

static bool
overlap (const Stack *k, int a, int b)
{
  const TrBounds *p = &k->box[a], *q = &k->box[b];
  return p->low.x <= q->high.x && q->low.x <= p->high.x && p->low.y <= q->high.y &&
         q->low.y <= p->high.y;
}

// What is at `from` goes to `to`, and those between move up to where it was.
static void
carry (Stack *k, int from, int to)
{
  int body = k->order[from];

  if (from < to)
    memmove (&k->order[from], &k->order[from + 1], sizeof (int) * (gsize) (to - from));
  else
    memmove (&k->order[to + 1], &k->order[to], sizeof (int) * (gsize) (from - to));
  k->order[to] = body;
}

// One place in the stack past the next that it overlaps, up (step 1) or down (−1).
static bool
pass_next (Stack *k, int at, int step)
{
  for (int i = at + step; i >= 0 && i < k->n; i += step) {
    if (!overlap (k, k->order[at], k->order[i]))
      continue;
    if (k->is_chosen[k->order[i]])
      return false;
    carry (k, at, i);
    return true;
  }
  return false;
}

// Those nearest to where they go are first: whom they leave behind can follow.
static bool
pass_each (Stack *k, int step)
{
  bool has_moved = false;

  for (int i = 0; i < k->n; i++) {
    int at = step > 0 ? k->n - 1 - i : i;
    if (k->is_chosen[k->order[at]])
      has_moved |= pass_next (k, at, step);
  }
  return has_moved;
}

static bool
gather (Stack *k, bool in_front)
{
  g_autofree int *before = g_memdup2 (k->order, sizeof (int) * (gsize) k->n);
  int n = 0;

  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < k->n; i++)
      if (k->is_chosen[before[i]] == ((pass == 1) == in_front))
        k->order[n++] = before[i];
  return memcmp (before, k->order, sizeof (int) * (gsize) k->n) != 0;
}

static bool
rearrange (Stack *k, TrArrangement how)
{
  switch (how) {
  case TR_ARRANGE_FRONT:
  case TR_ARRANGE_BACK:
    return k->n > 0 && gather (k, how == TR_ARRANGE_FRONT);
  case TR_ARRANGE_RAISE:
    return pass_each (k, 1);
  case TR_ARRANGE_LOWER:
    return pass_each (k, -1);
  }
  return false;
}

bool
tr_arrange (TrSelection *s, TrArrangement how)
{
  static const char *const names[] = {N_ ("Bring to front"), N_ ("Raise"), N_ ("Lower"),
                                      N_ ("Send to back")};
  TrSession *session = tr_selection_get_session (s);
  Stack k;

  stack_init (&k, s);
  bool has_moved = rearrange (&k, how);
  if (has_moved) {
    tr_document_reorder (tr_session_get_document (session), k.order);
    tr_session_commit (session, _ (names[how]));
  }
  stack_clear (&k);
  return has_moved;
}
