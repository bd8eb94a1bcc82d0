// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The combinations y with yᵀA = 0, A the rows of a component at unit length, form a space Y of
// few dimensions. The constraint depends on others as far as Y has entries in its rows. Others are
// struck from Y one by one, the latest first (yᵢ = 0 for their rows), as long as this leaves the
// constraint's own entries as many as there were: what cannot be struck is the circuit.

#include "solver/judge/dependence.h"

#include "math/ortho.h"
#include "solver/engine-private.h"
#include "solver/judge/gathered.h"
#include "solver/masses.h"
#include "solver/rank/null-groups.h"
#include "solver/rank/sparse-set.h"
#include "solver/rank/unit-rows.h"

#include <string.h>

#define CUTOFF 1e-8
#define NOISE  1e-6
// Sines of columns of Y under this are rounding.
#define PARALLEL 1e-5

static TrComponent *
component_of (const TrEngine *e, int constraint)
{
  int slot = e->constraints.component[constraint];
  return slot >= 0 ? e->slots[slot] : NULL;
}

// Rows of equalities that have values.
static void
gather (TrEngine *e, TrComponent *k, const TrState *s, TrGathered *out)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_roughly (e->m, n->con, s->q, &s->memory[n->con], s->time, e->scratch, &rows);
    for (int r = 0; r < n->rows && !n->inequality && !n->velocity; r++)
      if (tr_row_has_part (&rows, r) && isfinite (rows.c[r]))
        tr_gathered_add (out, e, k, n, &rows, r, NULL);
    tr_scratch_release (e->scratch, mark);
  }
}

typedef struct {
  TrSparseSet *y; // over the rows of the component
  const TrRows *rows;
  TrScratch *scratch;
  int first, n; // the constraint's own rows
} Space;

// The columns of Y at the rows from … to − 1 that do not lie in the span of those in the frame,
// added to it: how many. Over the vectors that are left.
static int
extend (const Space *p, int from, int to, double *frame, int *n_frame)
{
  int added = 0, n = p->y->n;
  for (int i = from; i < to; i++) {
    double *x = frame + (size_t) *n_frame * (size_t) n;
    const TrHolders *h = &p->y->holders[i];
    memset (x, 0, sizeof (double) * (size_t) n);
    for (int l = 0; l < h->n; l++)
      if (!p->y->is_done[h->vec[l]])
        x[h->vec[l]] = tr_sparse_vec_at (&p->y->vec[h->vec[l]], i);
    if (!(dense_dot (n, x, x) > NOISE * NOISE))
      continue;
    bool is_new = ortho_add (n, x, *n_frame, frame) > PARALLEL;
    added += is_new;
    *n_frame += is_new;
  }
  return added;
}

// Strikes the rows of the others, the latest first, where the constraint keeps its own.
static void
find_circuit (TrDependence *d, const Space *p)
{
  const TrRows *rows = p->rows;
  size_t most = (size_t) MAX (1, p->y->n) * 4 * TR_ROWS_MAX;
  double *frame = tr_scratch_doubles (p->scratch, most);
  for (int to = rows->n_rows, from; to > 0; to = from) {
    int n_frame = 0;
    for (from = to - 1; from > 0 && rows->owner[from - 1] == rows->owner[to - 1];)
      from--;
    if (from == p->first)
      continue;
    extend (p, from, to, frame, &n_frame);
    if (n_frame == 0)
      continue;
    if (extend (p, p->first, p->first + p->n, frame, &n_frame) < d->dependent)
      g_array_prepend_val (d->circuit, rows->owner[from]);
    else
      for (int i = from; i < to; i++)
        tr_sparse_set_use_up (p->y, i, NOISE);
  }
}

// Y from the circuits of the group that the constraint stands in.
static TrSparseSet *
make_space (const TrNullGroups *null, const TrUnitRows *unit)
{
  TrSparseSet *y = tr_sparse_set_make (null->nullity, unit->rows->n_rows, unit->scratch);
  int *at = tr_scratch_ints (unit->scratch, (size_t) unit->rows->n_rows);
  for (int g = 0; g < null->n_groups; g++)
    for (int j = 0; j < null->group[g].n; j++) {
      const TrSparseVec *x = &null->group[g].vec[j];
      for (int i = 0; i < x->n; i++)
        at[i] = unit->row[null->group[g].row[x->at[i]]];
      tr_sparse_set_add (y, x->n, at, x->val);
    }
  return y;
}

static void
judge (TrDependence *d, const TrRows *rows, int constraint, TrScratch *scratch)
{
  TrUnitRows unit;
  TrNullGroups null;
  Space p = {.rows = rows, .scratch = scratch};
  for (int i = 0; i < rows->n_rows; i++)
    if (rows->owner[i] == constraint && p.n++ == 0)
      p.first = i;
  d->rows = p.n;
  if (p.n == 0)
    return;
  tr_unit_rows_measure (&unit, rows, scratch);
  tr_unit_rows_scale (&unit);
  tr_null_groups (&unit.a, CUTOFF, NOISE, scratch, &null);
  p.y = make_space (&null, &unit);
  int n_frame = 0;
  double *frame =
      tr_scratch_doubles (scratch, (size_t) MAX (1, p.y->n) * (size_t) (TR_ROWS_MAX + 1));
  d->dependent = extend (&p, p.first, p.first + p.n, frame, &n_frame);
  if (d->dependent > 0)
    find_circuit (d, &p);
}

TrDependence *
tr_dependence_find (TrEngine *e, const TrState *s, int constraint)
{
  TrDependence *d = g_new0 (TrDependence, 1);
  TrComponent *k = component_of (e, constraint);
  d->circuit = g_array_new (FALSE, FALSE, sizeof (int));
  if (!k)
    return d;
  TrGathered gathered;
  if (!k->kkt)
    tr_component_prepare (e, k, s);
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
  tr_gathered_init (&gathered);
  gather (e, k, s, &gathered);
  TrScratch *scratch = tr_scratch_new ();
  TrRows rows = tr_gathered_rows (&gathered, k->n_v);
  judge (d, &rows, constraint, scratch);
  tr_scratch_free (scratch);
  tr_gathered_clear (&gathered);
  return d;
}

void
tr_dependence_free (TrDependence *d)
{
  if (!d)
    return;
  g_array_unref (d->circuit);
  g_free (d);
}
