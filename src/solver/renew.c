// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An edit costs the components that it touches. The engine knows the stamp of every element that
// it was made for; a component all of whose elements are there with the same stamps stays as it is,
// with what is known of it, and the elements of the others are cut into components anew. A new
// engine is one that has seen nothing yet.

#include "solver/renew.h"

#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/partition.h"
#include "solver/stand.h"

// A list then and now: from[i] is where element i was then, −1: it is new, or was edited.
typedef struct {
  TrSeen *seen;
  int n;
  unsigned *stamp;
  int *from;
  int *to;         // and the other way; −1: it is gone
  bool is_shifted; // what stays has other numbers
} Match;

typedef struct {
  TrEngine *e;
  const TrModel *m;
  const TrState *s;
  Match bodies, constraints, forces;
  bool *stale;   // of each old slot
  bool all;      // each of them
  bool moved;    // places of bodies in q have changed
  bool *changed; // of each parameter
  bool *edited;  // of each body
  bool any_changed, any_edited;
  GArray *held; // bodies of the element that is looked at
} Renewal;

// ─── what has changed ───────────────────────────────────────────────────────

// Between the parts at both ends that agree: by stamp, where that keeps the order.
static void
match_middle (Match *x, int head, int old_end, int end)
{
  g_autoptr (GHashTable) at = g_hash_table_new (NULL, NULL);
  for (int i = head; i < old_end; i++)
    g_hash_table_insert (at, GUINT_TO_POINTER (x->seen->stamp[i]), GINT_TO_POINTER (i + 1));
  for (int i = head, last = head - 1; i < end; i++) {
    gpointer found = g_hash_table_lookup (at, GUINT_TO_POINTER (x->stamp[i]));
    int k = GPOINTER_TO_INT (found) - 1;
    x->from[i] = k > last ? k : -1;
    last = MAX (last, k);
  }
}

static void
match (Match *x)
{
  const TrSeen *seen = x->seen;
  int head = 0, tail = 0;
  x->from = g_new (int, x->n + 1);
  x->to = g_new (int, seen->n + 1);
  while (head < x->n && head < seen->n && x->stamp[head] == seen->stamp[head])
    head++;
  while (tail < MIN (x->n, seen->n) - head &&
         x->stamp[x->n - 1 - tail] == seen->stamp[seen->n - 1 - tail])
    tail++;
  for (int i = 0; i < head; i++)
    x->from[i] = i;
  for (int i = x->n - tail; i < x->n; i++)
    x->from[i] = i + seen->n - x->n;
  match_middle (x, head, seen->n - tail, x->n - tail);

  for (int i = 0; i < seen->n; i++)
    x->to[i] = -1;
  for (int i = 0; i < x->n; i++)
    if (x->from[i] >= 0) {
      x->to[x->from[i]] = i;
      x->is_shifted |= x->from[i] != i;
    }
}

static void
begin (Match *x, TrSeen *seen, int n)
{
  x->seen = seen;
  x->n = n;
  x->stamp = g_new (unsigned, n + 1);
}

static void
match_all (Renewal *r)
{
  const TrModel *m = r->m;
  begin (&r->bodies, &r->e->bodies, tr_model_n_all (m));
  begin (&r->constraints, &r->e->constraints, m->n_constraints);
  begin (&r->forces, &r->e->forces, m->n_forces);
  for (int i = 0; i < tr_model_n_all (m); i++)
    r->bodies.stamp[i] = m->bodies[i].stamp;
  for (int i = 0; i < m->n_constraints; i++)
    r->constraints.stamp[i] = m->constraints[i].stamp;
  for (int i = 0; i < m->n_forces; i++)
    r->forces.stamp[i] = m->forces[i].stamp;
  match (&r->bodies);
  match (&r->constraints);
  match (&r->forces);
}

static void
find_changed_parameters (Renewal *r)
{
  const TrEngine *e = r->e;
  r->changed = g_new0 (bool, r->m->n_parameters + 1);
  for (int i = 0; i < r->m->n_parameters; i++) {
    r->changed[i] = i >= e->n_parameters || e->parameter_names[i] != r->m->parameters[i].name ||
                    !tr_same_bits (&e->parameters[i], &r->m->parameter_values[i], 1);
    r->any_changed |= r->changed[i];
  }
}

// ─── which components that makes stale ──────────────────────────────────────

static void
mark (Renewal *r, const TrSeen *seen, int old)
{
  int c = old >= 0 ? seen->component[old] : TR_NOWHERE;
  if (c >= 0)
    r->stale[c] = true;
  r->all |= c == TR_EVERYWHERE;
}

// Whether an element that stays may be another one all the same: its expression reads a parameter
// that has changed, or it holds on to a body that has, and is in no component itself.
static bool
is_affected (const Renewal *r, const TrExpr *expr, const TrVar *vars)
{
  for (int v = 0; r->any_changed && expr && v < tr_expr_n_vars (expr); v++)
    if (vars[v].body == -1 && r->changed[vars[v].member])
      return true;
  for (guint i = 0; r->any_edited && i < r->held->len; i++)
    if (r->edited[g_array_index (r->held, int, i)])
      return true;
  return false;
}

// What the elements in r->held are of goes together now.
static void
mark_held (Renewal *r)
{
  for (guint i = 0; i < r->held->len; i++)
    mark (r, &r->e->bodies, r->bodies.from[g_array_index (r->held, int, i)]);
}

static void
mark_constraint (Renewal *r, int i)
{
  const TrConstraint *c = &r->m->constraints[i];
  int old = r->constraints.from[i];
  if (old >= 0 && !r->any_changed && !r->any_edited)
    return;
  tr_renew_hold_constraint (r->held, c);
  if (old >= 0 && !is_affected (r, c->expr, c->vars))
    return;
  mark (r, &r->e->constraints, old);
  mark_held (r);
  r->constraints.from[i] = -1;
}

static void
mark_force (Renewal *r, int i)
{
  const TrForce *f = &r->m->forces[i];
  int old = r->forces.from[i];
  tr_renew_hold_force (r->held, f);
  if (old >= 0 && !is_affected (r, f->expr, f->vars))
    return;
  mark (r, &r->e->forces, old);
  mark_held (r);
  r->forces.from[i] = -1;
  r->all |= tr_force_is_everywhere (f);
}

static bool
formula_reads_changed (const Renewal *r, const TrBody *b)
{
  for (int k = 0; k < 2; k++)
    for (int v = 0; v < tr_expr_n_vars (b->formula.f->expr[k]); v++) {
      int slot = b->formula.f->slot[k][v];
      if (slot < 0 && r->changed[-1 - slot])
        return true;
    }
  return false;
}

static void
mark_body (Renewal *r, int i)
{
  const TrBody *b = &r->m->bodies[i];
  bool reads = r->any_changed && b->kind == TR_BODY_FORMULA && formula_reads_changed (r, b);
  if (reads)
    mark (r, &r->e->bodies, r->bodies.from[i]);
  if (r->bodies.from[i] < 0) {
    tr_renew_hold_numbers (r->held, r->m, b);
    mark_held (r);
  }
  r->edited[i] = reads || r->bodies.from[i] < 0;
  r->any_edited |= r->edited[i];
}

static void
mark_gone (Renewal *r, const Match *x)
{
  for (int i = 0; i < x->seen->n; i++)
    if (x->to[i] < 0)
      mark (r, x->seen, i);
}

static void
mark_stale (Renewal *r)
{
  r->held = g_array_new (FALSE, FALSE, sizeof (int));
  r->edited = g_new0 (bool, tr_model_n_all (r->m) + 1);
  mark_gone (r, &r->bodies);
  mark_gone (r, &r->constraints);
  mark_gone (r, &r->forces);
  for (int i = 0; i < r->bodies.n; i++)
    mark_body (r, i);
  for (int i = 0; i < r->m->n_constraints; i++)
    mark_constraint (r, i);
  for (int i = 0; i < r->m->n_forces; i++)
    mark_force (r, i);
  for (int c = 0; c < r->e->n_slots; c++)
    r->stale[c] |= r->all;
  g_array_unref (r->held);
}

// ─── what stays ─────────────────────────────────────────────────────────────

void
tr_renew_cool (TrComponent *k)
{
  tr_component_clear_system (k);
  g_clear_pointer (&k->bounds, g_free);
  g_clear_pointer (&k->M, g_free);
  k->known = k->warm = false;
  k->faint_age = 0;
}

// Slides stand where their owners have them now.
static bool
move_slides (const Renewal *r, TrComponent *k)
{
  bool moved = false;
  for (int i = k->n_blocks - 1; i >= 0 && k->blocks[i].is_slide; i--) {
    TrBlock *b = &k->blocks[i];
    b->owner = (b->of_force ? r->forces : r->constraints).to[b->owner];
    int now = tr_block_slide (r->m, b)->slide;
    moved |= b->at != now;
    b->at = now;
  }
  return moved;
}

static void
move_bodies (const Renewal *r, TrComponent *k)
{
  const TrEngine *e = r->e;
  for (int i = 0; i < k->n_bodies; i++)
    k->bodies[i] = r->bodies.to[k->bodies[i]];
  for (int i = 0; i < k->n_blocks && !k->blocks[i].is_slide; i++) {
    TrBlock *b = &k->blocks[i];
    int now = r->bodies.to[b->body];
    b->at += r->m->bodies[now].q - e->q_of_body[b->body];
    b->body = now;
  }
}

static void
keep (const Renewal *r, TrComponent *k)
{
  bool moved = move_slides (r, k) || r->moved;
  if (r->moved)
    move_bodies (r, k);
  if (k->warm || (moved && k->run_block))
    tr_renew_cool (k);
  if (r->constraints.is_shifted) {
    for (int i = 0; i < k->n_nodes; i++)
      k->nodes[i].con = r->constraints.to[k->nodes[i].con];
    if (k->stand && k->stand->found)
      tr_check_renumber (k->stand->found, r->constraints.to);
  }
  for (int i = 0; i < k->n_softs && (r->forces.is_shifted || r->moved); i++) {
    TrSoft *soft = &k->softs[i];
    if (soft->force >= 0)
      soft->force = (soft->kind == TR_SOFT_SHEET ? r->bodies : r->forces).to[soft->force];
  }
}

// Whether bodies that stay are elsewhere in their list, or in q.
static bool
have_bodies_moved (const Renewal *r)
{
  bool moved = r->bodies.is_shifted;
  for (int i = 0; i < r->bodies.n && !moved; i++)
    moved = r->bodies.from[i] >= 0 && r->m->bodies[i].q != r->e->q_of_body[i];
  return moved;
}

// ─── and what is made ───────────────────────────────────────────────────────

// The elements of list x that no component is kept for.
static int *
loose (const Renewal *r, const Match *x, int *n)
{
  int *list = g_new (int, x->n + 1);
  *n = 0;
  for (int i = 0; i < x->n; i++) {
    int c = x->from[i] >= 0 ? x->seen->component[x->from[i]] : TR_NOWHERE;
    if (r->all || x->from[i] < 0 || c == TR_EVERYWHERE || (c >= 0 && r->stale[c]))
      list[(*n)++] = i;
  }
  return list;
}

int
tr_renew_rank (const TrEngine *e, const TrComponent *k)
{
  return k->n_bodies > 0 ? k->bodies[0] : tr_model_n_all (e->m) + k->blocks[0].at;
}

void
tr_renew_allot_slots (TrEngine *e, int n)
{
  int was = e->room_slots;
  if (n <= was)
    return;
  e->room_slots = (tr_renew_room (n) / TR_REST_GROUP + 1) * TR_REST_GROUP; // whole ones
  e->slots = g_renew (TrComponent *, e->slots, e->room_slots);
  e->rests = g_renew (TrRest, e->rests, e->room_slots);
  e->peaks = g_renew (TrRest, e->peaks, e->room_slots / TR_REST_GROUP);
  for (int i = was; i < e->room_slots; i++)
    e->rests[i] = (TrRest){0, 0};
  for (int i = was / TR_REST_GROUP; i < e->room_slots / TR_REST_GROUP; i++)
    e->peaks[i] = (TrRest){0, 0};
}

// Each is in the slot of its number.
static void
number_slots (TrEngine *e)
{
  tr_renew_allot_slots (e, e->n_components + 1);
  e->n_slots = e->n_components;
  memset (e->rests, 0, sizeof (TrRest) * (size_t) e->room_slots);
  memset (e->peaks, 0, sizeof (TrRest) * (size_t) (e->room_slots / TR_REST_GROUP));
  g_array_set_size (e->free_slots, 0);
  g_array_set_size (e->warmed, 0);
  for (int i = 0; i < e->n_components; i++) {
    e->slots[i] = e->components[i];
    e->slots[i]->slot = i;
  }
}

// The components that stay and the n new ones, in order.
static void
merge (Renewal *r, TrComponent **made, int n)
{
  TrEngine *e = r->e;
  TrComponent **all = g_new (TrComponent *, e->n_components + n + 1);
  int n_all = 0, next = 0;
  for (int c = 0; c < e->n_components; c++) {
    TrComponent *k = e->components[c];
    if (r->stale[k->slot]) {
      tr_component_free (k);
      continue;
    }
    keep (r, k);
    while (next < n && tr_renew_rank (e, made[next]) < tr_renew_rank (e, k))
      all[n_all++] = made[next++];
    all[n_all++] = k;
  }
  while (next < n)
    all[n_all++] = made[next++];
  g_free (e->components);
  g_free (made);
  e->components = all;
  e->n_components = n_all;
  e->n_built = n;
  number_slots (e);
}

static void
see (TrSeen *seen, Match *x)
{
  g_free (seen->stamp);
  seen->n = seen->room = x->n;
  seen->stamp = g_steal_pointer (&x->stamp);
  seen->component = g_renew (int, seen->component, x->n + 1);
  for (int i = 0; i < x->n; i++)
    seen->component[i] = TR_NOWHERE;
}

void
tr_renew_enter (TrEngine *e, const TrComponent *k)
{
  for (int i = 0; i < k->n_bodies; i++)
    e->bodies.component[k->bodies[i]] = k->slot;
  for (int i = 0; i < k->n_nodes; i++)
    e->constraints.component[k->nodes[i].con] = k->slot;
  for (int i = 0; i < k->n_softs; i++)
    if (tr_renew_is_of_force (&k->softs[i]))
      e->forces.component[k->softs[i].force] = k->slot;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    e->block_of_q[b->at] = i;
    for (int j = 0; j < b->dim; j++)
      e->component_of_q[b->at + j] = k->slot;
  }
}

// Which component each element and each place of q is in.
static void
enter_components (TrEngine *e)
{
  for (int c = 0; c < e->n_components; c++)
    tr_renew_enter (e, e->components[c]);
  e->n_everywhere = 0;
  for (int i = 0; i < e->m->n_forces; i++)
    if (tr_force_is_everywhere (&e->m->forces[i])) {
      e->forces.component[i] = TR_EVERYWHERE;
      e->n_everywhere++;
    }
}

static void
see_world (TrEngine *e)
{
  const TrModel *m = e->m;
  tr_pool_ref (m->pool);
  tr_pool_unref (e->pool);
  e->pool = m->pool;
  e->world = m->world;
  e->n_parameters = m->n_parameters;
  e->parameters = g_renew (double, e->parameters, m->n_parameters + 1);
  e->parameter_names = g_renew (const char *, e->parameter_names, m->n_parameters + 1);
  for (int i = 0; i < m->n_parameters; i++) {
    e->parameters[i] = m->parameter_values[i];
    e->parameter_names[i] = m->parameters[i].name;
  }
  e->n_free = m->n_free;
  e->q_of_body = g_renew (int, e->q_of_body, tr_model_n_all (m) + 1);
  for (int i = 0; i < tr_model_n_all (m); i++)
    e->q_of_body[i] = m->bodies[i].q;
}

// Multipliers start at nothing.
static void
number_rows (TrEngine *e)
{
  const TrModel *m = e->m;
  e->n_rows = 0;
  e->room_con = m->n_constraints;
  e->row_at = g_renew (int, e->row_at, m->n_constraints + 1);
  for (int i = 0; i < m->n_constraints; i++) {
    e->row_at[i] = e->n_rows;
    e->n_rows += tr_con_get_ops (&m->constraints[i])->rows;
  }
  g_free (e->lambda);
  g_free (e->active);
  e->room_rows = e->n_rows;
  e->lambda = g_new0 (double, e->n_rows + 1);
  e->active = g_new0 (unsigned char, m->n_constraints + 1);
}

static void
allot_places (TrEngine *e)
{
  int n = e->room_q = e->m->n_q + 1;
  e->block_of_q = g_renew (int, e->block_of_q, n);
  e->component_of_q = g_renew (int, e->component_of_q, n);
  e->unit_of_q = g_renew (int, e->unit_of_q, n);
  for (int i = 0; i < n; i++)
    e->block_of_q[i] = e->component_of_q[i] = e->unit_of_q[i] = -1;
  g_clear_pointer (&e->shadow, g_free);
  g_clear_pointer (&e->last, g_free);
  e->last_h = 0;
}

bool
tr_renew_is_same_world (const TrWorld *a, const TrWorld *b)
{
  const double x[] = {a->density, a->drag, a->gravity.x, a->gravity.y};
  const double y[] = {b->density, b->drag, b->gravity.x, b->gravity.y};
  return a->law == b->law && a->metric == b->metric && tr_same_bits (x, y, G_N_ELEMENTS (x));
}

static void
renewal_clear (Renewal *r)
{
  Match *lists[] = {&r->bodies, &r->constraints, &r->forces};
  for (guint i = 0; i < G_N_ELEMENTS (lists); i++) {
    g_free (lists[i]->stamp);
    g_free (lists[i]->from);
    g_free (lists[i]->to);
  }
  g_free (r->stale);
  g_free (r->changed);
  g_free (r->edited);
}

// Stamps of another drawing say nothing.
static void
forget_all (TrEngine *e)
{
  for (int i = 0; i < e->n_components; i++)
    tr_component_free (e->components[i]);
  e->n_components = e->n_slots = e->n_parameters = 0;
  e->bodies.n = e->constraints.n = e->forces.n = 0;
}

void
tr_engine_renew (TrEngine *e, const TrModel *m, const TrState *s)
{
  g_return_if_fail (m && s && s->n_q == m->n_q && !e->grab.on);
  e->edition++;
  if (e->pool != m->pool)
    forget_all (e);
  else if (tr_renew_locally (e, m, s))
    return;
  Renewal r = {.e = e, .m = m, .s = s};
  r.all = !tr_renew_is_same_world (&e->world, &m->world);
  r.stale = g_new0 (bool, e->n_slots + 1);
  e->m = m;
  match_all (&r);
  find_changed_parameters (&r);
  mark_stale (&r);
  r.moved = have_bodies_moved (&r);
  allot_places (e);

  TrElements of;
  int n_made;
  of.bodies = loose (&r, &r.bodies, &of.n_bodies);
  of.constraints = loose (&r, &r.constraints, &of.n_constraints);
  of.forces = loose (&r, &r.forces, &of.n_forces);
  TrComponent **made = tr_partition (e, s, &of, &n_made);
  merge (&r, made, n_made);
  see (&e->bodies, &r.bodies);
  see (&e->constraints, &r.constraints);
  see (&e->forces, &r.forces);
  enter_components (e);
  see_world (e);
  number_rows (e);
  e->mark = tr_ledger_end (&m->ledger);
  g_array_set_size (e->awake, 0);
  e->all_awake = true;
  g_free (of.bodies);
  g_free (of.constraints);
  g_free (of.forces);
  renewal_clear (&r);
}
