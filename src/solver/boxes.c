// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/boxes.h"

#include "solver/change.h"
#include "solver/engine-private.h"

// What a curve was when its box was found.
typedef struct {
  int n;
  double *inputs; // NULL: it was not looked for yet
} Origin;

struct TrKeptBoxes {
  int n;
  TrBox *box;
  Origin *origin; // of each box
};

void
tr_kept_boxes_free (TrKeptBoxes *kept)
{
  if (!kept)
    return;
  for (int i = 0; i < kept->n; i++)
    g_free (kept->origin[i].inputs);
  g_free (kept->origin);
  g_free (kept->box);
  g_free (kept);
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
are_of (const TrKeptBoxes *kept, const TrBox *curve, int n)
{
  bool same = kept && kept->n == n;
  for (int i = 0; i < n && same; i++)
    same = kept->box[i].body == curve[i].body;
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
    k->boxes->origin = g_new0 (Origin, n);
  }
  tr_scratch_release (e->scratch, mark);
  return k->boxes;
}

// Whether the curve was another one.
static bool
note_origin (TrEngine *e, Origin *origin, const TrBody *b, const double *q)
{
  int n = tr_formula_n_inputs (b);
  size_t mark = tr_scratch_mark (e->scratch);
  double *now = tr_scratch_doubles (e->scratch, (size_t) n);
  tr_formula_inputs (b, tr_body_q (b, q), now);
  bool is_other = !origin->inputs || origin->n != n || !tr_same_bits (origin->inputs, now, n);
  if (is_other) {
    origin->n = n;
    origin->inputs = g_renew (double, origin->inputs, n + 1);
    memcpy (origin->inputs, now, sizeof *now * (size_t) n);
  }
  tr_scratch_release (e->scratch, mark);
  return is_other;
}

TrBoxes
tr_kept_boxes_at (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrKeptBoxes *kept = kept_boxes_of (e, k);
  for (int i = 0; i < kept->n; i++) {
    TrBox *box = &kept->box[i];
    const TrBody *b = &e->m->bodies[box->body];
    if (note_origin (e, &kept->origin[i], b, s->q))
      box->is_any = tr_body_box (b, tr_body_q (b, s->q), &box->low, &box->high);
  }
  return (TrBoxes){kept->n, kept->box};
}
