// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/boxes.h"

#include "solver/engine-private.h"
#include "solver/kept.h"

struct TrKeptBoxes {
  int n;
  TrBox *box;
  TrKept **kept; // of each of them: 1 or 0, whether there is any, and its corners
};

void
tr_kept_boxes_free (TrKeptBoxes *boxes)
{
  if (!boxes)
    return;
  for (int i = 0; i < boxes->n; i++)
    g_free (boxes->kept[i]);
  g_free (boxes->kept);
  g_free (boxes->box);
  g_free (boxes);
}

static int
compare (const void *a, const void *b)
{
  int x = ((const TrBox *) a)->body, y = ((const TrBox *) b)->body;
  return (x > y) - (x < y);
}

// Its typed curves, in the order of their numbers; returns how many.
static int
list_curves (const TrModel *m, const TrComponent *k, TrBox *box)
{
  int n = 0;
  for (int i = 0; i < k->n_bodies; i++)
    if (m->bodies[k->bodies[i]].kind == TR_BODY_FORMULA)
      box[n++] = (TrBox){.body = k->bodies[i]};
  if (n > 1)
    qsort (box, (size_t) n, sizeof *box, compare);
  return n;
}

// Bodies may have got other numbers since.
static bool
are_of (const TrKeptBoxes *boxes, const TrBox *curve, int n)
{
  bool same = boxes && boxes->n == n;
  for (int i = 0; i < n && same; i++)
    same = boxes->box[i].body == curve[i].body;
  return same;
}

static TrKeptBoxes *
kept_boxes_of (TrEngine *e, TrComponent *k)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrBox *curve = tr_scratch_bytes (e->scratch, sizeof *curve * (size_t) k->n_bodies);
  int n = list_curves (e->m, k, curve);
  if (!are_of (k->boxes, curve, n)) {
    tr_kept_boxes_free (k->boxes);
    k->boxes = g_new0 (TrKeptBoxes, 1);
    k->boxes->n = n;
    k->boxes->box = g_memdup2 (curve, sizeof *curve * (size_t) n);
    k->boxes->kept = g_new0 (TrKept *, n);
  }
  tr_scratch_release (e->scratch, mark);
  return k->boxes;
}

static void
find_box (TrEngine *e, TrKept **kept, const TrState *s, TrBox *box)
{
  const TrBody *b = &e->m->bodies[box->body];
  const double *q = tr_body_q (b, s->q);
  bool is_new;
  double *x = tr_kept_find (kept, b, q, 5, e->scratch, &is_new);
  if (is_new) {
    Vec2 low = v2 (0, 0), high = v2 (0, 0);
    x[0] = tr_body_box (b, q, &low, &high);
    x[1] = low.x;
    x[2] = low.y;
    x[3] = high.x;
    x[4] = high.y;
  }
  box->is_any = x[0] > 0;
  box->low = v2 (x[1], x[2]);
  box->high = v2 (x[3], x[4]);
}

TrBoxes
tr_kept_boxes_at (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrKeptBoxes *boxes = kept_boxes_of (e, k);
  for (int i = 0; i < boxes->n; i++)
    find_box (e, &boxes->kept[i], s, &boxes->box[i]);
  return (TrBoxes){boxes->n, boxes->box};
}
