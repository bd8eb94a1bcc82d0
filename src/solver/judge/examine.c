// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/examine.h"

#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/conflict.h"
#include "solver/engine-private.h"
#include "solver/judge/gathered.h"
#include "solver/judge/judge.h"
#include "solver/judge/least.h"
#include "solver/judge/trial.h"
#include "solver/masses.h"
#include "solver/rank/diagnose.h"
#include "solver/solve/missed.h"
#include "solver/solve/shrunk.h"
#include "solver/stand.h"
#include "solver/subset/subset-private.h"
#include "solver/subset/subset.h"

enum {
  MOST_WORK = 20000000, // of trials whether some rows can hold
  WORK_OF_PAIR = 100,   // as many constraints are looked through in the time that two of them take
};

static const double beside = 1e-4; // of the size

// What looks at one component after the other.
typedef struct {
  TrEngine *e;
  const TrState *s;
  bool is_solved;     // and is as it came to be
  TrScratch *scratch; // of diagnoses
  TrGathered rows;    // of the component at hand
} Checker;

// A constraint that is a conflict of its own.
static void
add_conflict (TrCheck *check, int con)
{
  GArray *set = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (set, con);
  g_ptr_array_add (check->conflicts, set);
}

static void
gather_rows (Checker *by, TrComponent *k, TrCheck *check)
{
  TrEngine *e = by->e;
  const TrState *s = by->s;
  tr_gathered_empty (&by->rows);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    if (n->inequality || n->velocity)
      continue;
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_roughly (e->m, n->con, s->q, &s->memory[n->con], s->time, e->scratch, &rows);
    check->equations += n->rows;
    bool has_none = tr_has_no_angle (e->m, n->con, s);
    if (rows.undefined || has_none)
      g_array_append_val (check->undefined, n->con);
    bool no_value = !tr_rows_are_finite (&rows);
    if (no_value)
      add_conflict (check, n->con);
    for (int r = 0; r < n->rows && !has_none && !no_value; r++)
      if (tr_row_has_part (&rows, r))
        tr_gathered_add (&by->rows, e, k, n, &rows, r, NULL);
    tr_scratch_release (e->scratch, mark);
  }
}

// As gather_rows, with what holds on one side only and is up against it: inequalities, ends of
// slides and radii.
static void
gather_all_rows (Checker *by, TrComponent *k)
{
  TrEngine *e = by->e;
  const TrState *s = by->s;
  tr_gathered_empty (&by->rows);
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    size_t mark = tr_scratch_mark (e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_roughly (e->m, n->con, s->q, &s->memory[n->con], s->time, e->scratch, &rows);
    bool has_none = tr_has_no_angle (e->m, n->con, s);
    for (int r = 0; r < n->rows && !has_none && !n->velocity; r++)
      if (tr_row_has_part (&rows, r) && (!n->inequality || rows.c[r] <= n->tol[r]))
        tr_gathered_add (&by->rows, e, k, n, &rows, r, s);
    tr_scratch_release (e->scratch, mark);
  }
}

static void
take_conflicts (const TrDiagnosis *d, TrCheck *check)
{
  for (int i = 0; i < d->n_conflicts; i++) {
    int from = d->conflict_start[i], to = d->conflict_start[i + 1];
    GArray *set = g_array_new (FALSE, FALSE, sizeof (int));
    g_array_append_vals (set, &d->conflict[from], (guint) (to - from));
    g_ptr_array_add (check->conflicts, set);
  }
}

static void
take_diagnosis (const TrDiagnosis *d, TrCheck *check)
{
  check->rank += d->rank;
  g_array_append_vals (check->redundant, d->redundant, (guint) d->n_redundant);
  take_conflicts (d, check);
}

// Where rows are tried by themselves.
typedef struct {
  const Checker *by;
  TrComponent *k;
  gint64 work;
  bool is_spent;
  GHashTable *known; // GBytes of what was asked: whether it can hold
} Place;

// Of what is not tried any more nobody knows, and it is not named.
static bool
can_hold (int n, const int *con, void *data)
{
  Place *p = data;
  gint64 work = p->k->n_nodes + p->k->n_blocks + WORK_OF_PAIR * (gint64) n * n;
  p->is_spent |= p->work + work > MOST_WORK;
  if (p->is_spent)
    return true;
  p->work += work;
  GBytes *asked = g_bytes_new (con, sizeof *con * (size_t) n);
  gpointer holds;
  if (g_hash_table_lookup_extended (p->known, asked, NULL, &holds)) {
    g_bytes_unref (asked);
    return GPOINTER_TO_INT (holds);
  }
  bool can = tr_subset_can_hold (p->by->e, p->k, p->by->s, n, con);
  g_hash_table_insert (p->known, asked, GINT_TO_POINTER (can));
  return can;
}

static int
compare_names (int a, int b, void *data)
{
  const Place *p = data;
  return tr_compare_names (p->by->e->m, a, b);
}

// Of the rows that were gathered; NULL: none were.
static TrDiagnosis *
diagnose (const Checker *by, TrComponent *k, TrCheck *check)
{
  TrRows r = tr_gathered_rows (&by->rows, k->n_v);
  if (r.n_rows == 0)
    return NULL;
  g_autoptr (GHashTable) known =
      g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  Place place = {.by = by, .k = k, .known = known};
  r.can_hold = can_hold;
  r.compare = compare_names;
  r.data = &place;
  TrDiagnosis *d = tr_diagnose (&r, by->scratch);
  check->tried = MAX (check->tried, place.work);
  return d;
}

// What does not hold though its equations could: they are up against something.
static void
blame_ends (Checker *by, TrComponent *k, TrCheck *check)
{
  gather_all_rows (by, k);
  TrDiagnosis *d = diagnose (by, k, check);
  if (d)
    take_conflicts (d, check);
  tr_diagnosis_free (d);
}

// What rests just where rows depend on each other that do not elsewhere (a bar that is to lie and
// stands upright) is looked at from a little beside.
static void
blame_beside (Checker *by, TrComponent *k, TrCheck *check)
{
  TrEngine *e = by->e;
  size_t mark = tr_scratch_mark (e->scratch);
  g_autoptr (TrState) copy = tr_state_copy (by->s);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes);
  const TrState *s = by->s;
  TrSubset t;
  for (int i = 0; i < k->n_nodes; i++)
    con[i] = k->nodes[i].con;
  tr_subset_init (&t, e->scratch, e, k, copy, k->n_nodes, con);
  tr_subset_kick (&t, beside);
  by->s = copy;
  blame_ends (by, k, check);
  by->s = s;
  tr_scratch_release (e->scratch, mark);
}

static void
check_component (Checker *by, TrComponent *k, TrCheck *check)
{
  TrEngine *e = by->e;
  const TrState *s = by->s;
  tr_component_prepare_rows (e, k, s);
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
  double in_tol;
  check->worst = tr_component_residual (e, k, s, &check->relative, &in_tol);
  check->holds = in_tol <= 1;
  check->unknowns = k->n_v;
  gather_rows (by, k, check);
  TrDiagnosis *d = diagnose (by, k, check);
  if (d)
    take_diagnosis (d, check);
  tr_diagnosis_free (d);
  if (in_tol > 1 && check->conflicts->len == 0)
    blame_ends (by, k, check);
  bool settled = !(check->worst < k->settled) && !(check->worst > k->settled);
  double least;
  settled = in_tol > 1 && check->conflicts->len == 0 &&
            (by->is_solved || settled || tr_conflict_is_at_rest (e, k, s, &least));
  check->is_open = in_tol > 1 && check->conflicts->len == 0 && !settled;
  if (settled)
    blame_beside (by, k, check);
  if (settled && check->conflicts->len == 0)
    tr_name_missed (e, k, s, check->conflicts);
}

// Of a drawing of many parts only those are looked at that have moved since the last time.
static const TrCheck *
checked (Checker *by, TrComponent *k)
{
  TrStand *p = tr_stand_note (k, by->s);
  if (p->found && tr_same_bits (&p->settled, &k->settled, 1))
    return p->found;
  tr_check_free (p->found);
  p->found = tr_check_new ();
  p->settled = k->settled;
  check_component (by, k, p->found);
  return p->found;
}

static void
add_found (TrCheck *check, const TrCheck *part)
{
  check->worst = fmax (check->worst, part->worst);
  check->relative = fmax (check->relative, part->relative);
  check->holds &= part->holds;
  check->is_open |= part->is_open;
  check->tried = MAX (check->tried, part->tried);
  check->unknowns += part->unknowns;
  check->equations += part->equations;
  check->rank += part->rank;
  g_array_append_vals (check->redundant, part->redundant->data, part->redundant->len);
  g_array_append_vals (check->undefined, part->undefined->data, part->undefined->len);
  for (guint i = 0; i < part->conflicts->len; i++)
    g_ptr_array_add (check->conflicts, g_array_ref (g_ptr_array_index (part->conflicts, i)));
}

// A constraint that touches nothing that moves: it holds and is redundant, or it is a conflict
// of its own.
static void
check_immovable (TrEngine *e, int i, const TrState *s, TrCheck *check)
{
  size_t mark = tr_scratch_mark (e->scratch);
  TrRowBlock rows;
  tr_constraint_rows (e->m, i, s->q, &s->memory[i], s->time, e->scratch, &rows);
  const TrConstraint *c = &e->m->constraints[i];
  bool inequality = c->kind == TR_CON_LIMIT || (c->kind == TR_CON_EQUATION && c->op != TR_OP_EQ);
  bool broken = false;
  for (int r = 0; r < rows.m && !rows.undefined; r++) {
    double miss = inequality ? fmax (0, -rows.c[r]) : fabs (rows.c[r]);
    if (!isfinite (rows.c[r])) // what has no value does not hold
      miss = INFINITY;
    broken |= miss > rows.tol[r];
    check->worst = fmax (check->worst, miss);
    check->relative = fmax (check->relative, miss / rows.ell);
  }
  check->holds &= !broken;
  if (!inequality && c->kind != TR_CON_SKATE)
    check->equations += rows.m;
  if (rows.undefined) {
    g_array_append_val (check->undefined, i);
  } else if (broken) {
    add_conflict (check, i);
  } else if (!inequality && c->kind != TR_CON_SKATE) {
    g_array_append_val (check->redundant, i);
  }
  tr_scratch_release (e->scratch, mark);
}

// Constraints may hold by that alone: level and upright at once. Nobody wants it, so it is told.
static void
find_shrunk (const TrModel *m, const TrState *s, GArray *shrunk)
{
  for (int i = 0; i < m->n_bodies; i++)
    if (tr_body_is_shrunk (&m->bodies[i], tr_body_q (&m->bodies[i], s->q)))
      g_array_append_val (shrunk, i);
}

TrCheck *
tr_engine_check_here (TrEngine *e, const TrState *s, bool is_solved)
{
  TrCheck *check = tr_check_new ();
  check->bodies = e->m->n_bodies;
  check->constraints = e->m->n_constraints;
  check->components = e->n_components;
  e->strict = true;

  Checker by = {.e = e, .s = s, .is_solved = is_solved, .scratch = tr_scratch_new ()};
  tr_gathered_init (&by.rows);
  unsigned char *seen = g_new0 (unsigned char, e->m->n_constraints + 1);
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    if (k->n_nodes == 0) // nothing holds it
      check->unknowns += k->n_v;
    else
      add_found (check, checked (&by, k));
    for (int j = 0; j < k->n_nodes; j++)
      seen[k->nodes[j].con] = 1;
  }
  for (int i = 0; i < e->m->n_constraints; i++)
    if (!seen[i] && !e->m->constraints[i].disabled && !e->m->constraints[i].driven)
      check_immovable (e, i, s, check);
  e->strict = false;
  g_free (seen);
  tr_gathered_clear (&by.rows);
  tr_scratch_free (by.scratch);

  find_shrunk (e->m, s, check->shrunk);
  tr_check_sort (check);
  check->dof = check->unknowns - check->rank;
  return check;
}

// What is most likely meant otherwise comes first, and of equals the latest.
static int
compare_doubts (const void *pa, const void *pb, void *m)
{
  int a = *(const int *) pa, b = *(const int *) pb, x = tr_trust_in (m, a), y = tr_trust_in (m, b);
  return x != y ? y - x : b - a;
}

GArray *
tr_check_doubts (const TrModel *m, const GArray *set)
{
  GArray *list = g_array_copy ((GArray *) set);
  g_array_sort_with_data (list, compare_doubts, (void *) m);
  return list;
}

// What a solve has missed from where it began is missed, though nothing contradicts where others have looked for it.
static void
name_vain (TrEngine *e, const TrState *s, TrCheck *check)
{
  for (int i = 0; i < e->n_components; i++) {
    TrComponent *k = e->components[i];
    const TrStand *stand = k->n_nodes > 0 ? tr_stand_find (k, s) : NULL;
    if (!stand || !stand->is_solved || stand->holds)
      continue;
    tr_component_measure (e, k, s);
    tr_component_masses (e, k, s->q);
    tr_name_missed (e, k, s, check->conflicts);
  }
  tr_check_sort_conflicts (check);
}

TrCheck *
tr_engine_check (TrEngine *e, const TrState *s)
{
  TrCheck *check = tr_engine_check_here (e, s, false);
  if (!check->holds)
    tr_check_try (check, e, s);
  if (!check->holds && check->conflicts->len == 0)
    name_vain (e, s, check);
  return check;
}
