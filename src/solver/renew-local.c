// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Most edits leave all that they do not touch in its place, in its list and in the state. Then the
// components that are made anew are found from the elements that the model's ledger names, and all
// else is not looked at: the time hangs on how large these components are.

#include "model/indices.h"
#include "solver/engine-private.h"
#include "solver/partition.h"
#include "solver/renew.h"
#include "solver/solve/solve.h"

enum { BODIES, CONSTRAINTS, FORCES, N_LISTS };

typedef struct {
  TrEngine *e;
  const TrModel *m;
  GArray *list[N_LISTS]; // int: what is to be cut into components anew
  GArray *stale;         // int: slots
  GArray *held;          // int: bodies of the element that is looked at
} Patch;

static TrSeen *
seen_of (TrEngine *e, int list)
{
  TrSeen *const seen[N_LISTS] = {&e->bodies, &e->constraints, &e->forces};
  return seen[list];
}

static int
count_of (const TrModel *m, int list)
{
  const int count[N_LISTS] = {tr_model_n_all (m), m->n_constraints, m->n_forces};
  return count[list];
}

static unsigned
stamp_of (const TrModel *m, int list, int i)
{
  return list == BODIES        ? m->bodies[i].stamp
         : list == CONSTRAINTS ? m->constraints[i].stamp
                               : m->forces[i].stamp;
}

static void
patch_clear (Patch *p)
{
  for (int l = 0; l < N_LISTS; l++)
    g_array_unref (p->list[l]);
  g_array_unref (p->stale);
  g_array_unref (p->held);
}

// ─── what is stale ──────────────────────────────────────────────────────────

static void
mark (Patch *p, int list, int i)
{
  const TrSeen *seen = seen_of (p->e, list);
  int slot = i < seen->n ? seen->component[i] : TR_NOWHERE;
  if (slot >= 0)
    g_array_append_val (p->stale, slot);
}

// Numbers of rows stay with those that stand behind.
static bool
keeps_rows (const TrEngine *e, const TrModel *m, int i)
{
  int end = i + 1 < e->constraints.n ? e->row_at[i + 1] : e->n_rows;
  return end - e->row_at[i] == tr_con_get_ops (&m->constraints[i])->rows;
}

// Whether an element can be followed alone. What holds on to a body that has stopped, or begins, to
// move may be in no component, and is not found from it.
static bool
is_simple (const Patch *p, int list, int i, bool was_there)
{
  const TrModel *m = p->m;
  if (list == FORCES)
    return !tr_force_is_everywhere (&m->forces[i]);
  if (list == CONSTRAINTS)
    return !was_there || keeps_rows (p->e, m, i);
  const TrBody *b = &m->bodies[i];
  return !was_there || (!b->locked && b->n > 0 && p->e->bodies.component[i] >= 0);
}

static void
mark_held (Patch *p, int list, int i)
{
  if (list == CONSTRAINTS)
    tr_renew_hold_constraint (p->held, &p->m->constraints[i]);
  else if (list == FORCES)
    tr_renew_hold_force (p->held, &p->m->forces[i]);
  else
    tr_renew_hold_numbers (p->held, p->m, &p->m->bodies[i]);
  for (guint k = 0; k < p->held->len; k++)
    mark (p, BODIES, g_array_index (p->held, int, k));
}

// False where the element cannot be followed alone.
static bool
touch (Patch *p, int list, int i)
{
  const TrSeen *seen = seen_of (p->e, list);
  bool is_there = i < count_of (p->m, list), was_there = i < seen->n;
  if (!is_there && !was_there) // it came and went
    return true;
  if (is_there && was_there && seen->stamp[i] == stamp_of (p->m, list, i))
    return true;
  if (is_there && !is_simple (p, list, i, was_there))
    return false;
  mark (p, list, i);
  if (is_there)
    mark_held (p, list, i);
  if (is_there)
    g_array_append_val (p->list[list], i);
  return true;
}

static bool
touch_all (Patch *p, const TrElement *touched, guint n)
{
  for (guint i = 0; i < n; i++) {
    bool ok = true;
    switch (touched[i].kind) {
    case TR_ELEMENT_NONE:
    case TR_ELEMENT_TRACE:
    case TR_ELEMENT_LABEL:
      break;
    case TR_ELEMENT_PARAMETER:
      return false;
    case TR_ELEMENT_BODY:
      ok = touch (p, BODIES, touched[i].index);
      break;
    case TR_ELEMENT_CONSTRAINT:
      ok = touch (p, CONSTRAINTS, touched[i].index);
      break;
    case TR_ELEMENT_FORCE:
      ok = touch (p, FORCES, touched[i].index);
      break;
    }
    if (!ok)
      return false;
  }
  return true;
}

// ─── taking out ─────────────────────────────────────────────────────────────

// An element of a component that goes is in none, and to be cut anew if it is still there.
static void
loosen (Patch *p, int list, int i)
{
  seen_of (p->e, list)->component[i] = TR_NOWHERE;
  if (i < count_of (p->m, list))
    g_array_append_val (p->list[list], i);
}

// Multipliers start at nothing.
static void
forget_rows (TrEngine *e, const TrComponent *k)
{
  for (int i = 0; i < k->n_nodes; i++) {
    const TrNode *n = &k->nodes[i];
    e->active[n->con] = 0;
    for (int r = 0; r < n->rows; r++)
      e->lambda[e->row_at[n->con] + r] = 0;
  }
}

static void
take_out (Patch *p, int slot)
{
  TrEngine *e = p->e;
  TrComponent *k = e->slots[slot];
  int place = tr_engine_find_place (e, k);
  g_assert (e->components[place] == k);
  memmove (e->components + place, e->components + place + 1,
           sizeof (TrComponent *) * (size_t) (e->n_components - place - 1));
  e->n_components--;
  for (int i = 0; i < k->n_bodies; i++)
    loosen (p, BODIES, k->bodies[i]);
  for (int i = 0; i < k->n_nodes; i++)
    loosen (p, CONSTRAINTS, k->nodes[i].con);
  for (int i = 0; i < k->n_softs; i++)
    if (tr_renew_is_of_force (&k->softs[i]))
      loosen (p, FORCES, k->softs[i].force);
  for (int i = 0; i < k->n_blocks; i++) {
    e->block_of_q[k->blocks[i].at] = -1;
    for (int j = 0; j < k->blocks[i].dim; j++)
      e->component_of_q[k->blocks[i].at + j] = -1;
  }
  forget_rows (e, k);
  tr_component_free (k);
  e->slots[slot] = NULL;
  tr_engine_set_rest (e, slot, (TrRest){0, 0});
  g_array_append_val (e->free_slots, slot);
}

// What stays starts afresh where it was assembled.
static void
cool_all (TrEngine *e)
{
  for (guint i = 0; i < e->warmed->len; i++) {
    TrComponent *k = e->slots[g_array_index (e->warmed, int, i)];
    if (!k)
      continue;
    forget_rows (e, k);
    if (k->warm)
      tr_renew_cool (k);
  }
  g_array_set_size (e->warmed, 0);
}

// ─── room ───────────────────────────────────────────────────────────────────

static void
see_list (Patch *p, int list)
{
  TrSeen *seen = seen_of (p->e, list);
  int n = count_of (p->m, list);
  if (n > seen->room) {
    seen->room = tr_renew_room (n);
    seen->stamp = g_renew (unsigned, seen->stamp, seen->room);
    seen->component = g_renew (int, seen->component, seen->room + 1);
    if (list == BODIES)
      p->e->q_of_body = g_renew (int, p->e->q_of_body, seen->room);
  }
  for (int i = seen->n; i < n; i++)
    seen->component[i] = TR_NOWHERE;
  seen->n = n;
  for (guint k = 0; k < p->list[list]->len; k++) {
    int i = g_array_index (p->list[list], int, k);
    seen->stamp[i] = stamp_of (p->m, list, i);
    if (list == BODIES)
      p->e->q_of_body[i] = p->m->bodies[i].q;
  }
}

static void
make_room (TrEngine *e, int n_q)
{
  int was = e->room_q;
  if (n_q < was)
    return;
  e->room_q = tr_renew_room (n_q);
  e->block_of_q = g_renew (int, e->block_of_q, e->room_q);
  e->component_of_q = g_renew (int, e->component_of_q, e->room_q);
  e->unit_of_q = g_renew (int, e->unit_of_q, e->room_q);
  for (int i = was; i < e->room_q; i++)
    e->block_of_q[i] = e->component_of_q[i] = e->unit_of_q[i] = -1;
  g_clear_pointer (&e->shadow, g_free);
}

// Rows of constraints that come and go at the end.
static void
number_rows (TrEngine *e, const TrModel *m, int was)
{
  int n = m->n_constraints;
  if (n < was)
    e->n_rows = e->row_at[n];
  if (n > e->room_con) {
    e->room_con = tr_renew_room (n);
    e->row_at = g_renew (int, e->row_at, e->room_con + 1);
    e->active = g_renew (unsigned char, e->active, e->room_con + 1);
  }
  int first = e->n_rows;
  for (int i = was; i < n; i++) {
    e->row_at[i] = e->n_rows;
    e->active[i] = 0;
    e->n_rows += tr_con_get_ops (&m->constraints[i])->rows;
  }
  if (e->n_rows > e->room_rows) {
    e->room_rows = tr_renew_room (e->n_rows);
    e->lambda = g_renew (double, e->lambda, e->room_rows + 1);
  }
  for (int r = first; r < e->n_rows; r++)
    e->lambda[r] = 0;
}

// ─── putting in ─────────────────────────────────────────────────────────────

static int
find_slot (TrEngine *e)
{
  guint n = e->free_slots->len;
  if (n == 0) {
    tr_renew_allot_slots (e, e->n_slots + 1);
    return e->n_slots++;
  }
  int slot = g_array_index (e->free_slots, int, n - 1);
  g_array_set_size (e->free_slots, n - 1);
  return slot;
}

static void
put_in (TrEngine *e, TrComponent *k)
{
  k->slot = find_slot (e);
  e->slots[k->slot] = k;
  int place = tr_engine_find_place (e, k);
  memmove (e->components + place + 1, e->components + place,
           sizeof (TrComponent *) * (size_t) (e->n_components - place));
  e->components[place] = k;
  e->n_components++;
  tr_renew_enter (e, k);
  g_array_append_val (e->awake, k->slot);
}

static void
make (Patch *p, const TrState *s)
{
  TrEngine *e = p->e;
  TrElements of = {
      .n_bodies = (int) p->list[BODIES]->len,
      .n_constraints = (int) p->list[CONSTRAINTS]->len,
      .n_forces = (int) p->list[FORCES]->len,
      .bodies = (int *) (void *) p->list[BODIES]->data,
      .constraints = (int *) (void *) p->list[CONSTRAINTS]->data,
      .forces = (int *) (void *) p->list[FORCES]->data,
  };
  int n;
  TrComponent **made = tr_partition (e, s, &of, &n);
  e->components = g_renew (TrComponent *, e->components, e->n_components + n + 1);
  for (int i = 0; i < n; i++)
    put_in (e, made[i]);
  e->n_built = n;
  g_free (made);
}

bool
tr_renew_locally (TrEngine *e, const TrModel *m, const TrState *s)
{
  guint n;
  const TrElement *touched = tr_ledger_since (&m->ledger, e->mark, &n);
  if (!touched || e->n_everywhere > 0 || e->n_free != m->n_free ||
      !tr_renew_is_same_world (&e->world, &m->world))
    return false;
  Patch p = {.e = e, .m = m};
  for (int l = 0; l < N_LISTS; l++)
    p.list[l] = g_array_new (FALSE, FALSE, sizeof (int));
  p.stale = g_array_new (FALSE, FALSE, sizeof (int));
  p.held = g_array_new (FALSE, FALSE, sizeof (int));
  bool ok = touch_all (&p, touched, n);
  if (ok) {
    int n_constraints = e->constraints.n;
    e->m = m;
    tr_indices_sort (p.stale);
    for (guint i = 0; i < p.stale->len; i++)
      take_out (&p, g_array_index (p.stale, int, i));
    cool_all (e);
    for (int l = 0; l < N_LISTS; l++) {
      tr_indices_sort (p.list[l]);
      see_list (&p, l);
    }
    make_room (e, m->n_q);
    number_rows (e, m, n_constraints);
    g_clear_pointer (&e->last, g_free);
    e->last_h = 0;
    e->shadow_is_whole = false;
    e->shadow_of = NULL;
    make (&p, s);
    e->mark = tr_ledger_end (&m->ledger);
  }
  patch_clear (&p);
  return ok;
}
