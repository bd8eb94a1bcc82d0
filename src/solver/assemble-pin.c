// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of pins, straight into the system: of what a frame of a linkage takes most would
// otherwise be spent on the ways of row.h, which are those of any constraint on any curve.
//
//   J = ±(I  perp (R l))       K = max (0, λ·(±R l)) at θ: a pull straightens

#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"

#include <string.h>

// ─── which they are ─────────────────────────────────────────────────────────

// An end on a body that moves and has no ends of its own, or on the ground.
static bool
resolve_end (const TrEngine *e, const TrComponent *k, const TrPinEnd *end, int *block)
{
  *block = -1;
  if (end->kind == TR_PIN_GROUND)
    return true;
  *block = e->block_of_q[end->at];
  return *block >= 0 && k->blocks[*block].n_bounds == 0;
}

void
tr_pins_find (TrEngine *e, TrComponent *k)
{
  GArray *pins = g_array_new (FALSE, FALSE, sizeof (TrPinNode));
  for (int i = 0; i < k->n_nodes; i++) {
    TrNode *n = &k->nodes[i];
    TrPinNode p;
    n->pin = -1;
    if (!tr_pin_find (e->m, n->con, &p.pin) || !resolve_end (e, k, &p.pin.end[0], &p.block[0]) ||
        !resolve_end (e, k, &p.pin.end[1], &p.block[1]))
      continue;
    n->pin = (int) pins->len;
    g_array_append_val (pins, p);
  }
  g_free (k->pins);
  k->pins = (TrPinNode *) (void *) g_array_free (pins, FALSE);
  for (int i = 0; i < k->n_blocks; i++)
    k->turns[i] = (TrTurn){0, {1, 0}};
}

// ─── rows ───────────────────────────────────────────────────────────────────

// (cos θ, sin θ) of a block, taken once for each θ.
static Vec2
turn_of (const TrComponent *k, int block, double angle)
{
  TrTurn *turn = &k->turns[block];
  if (!tr_same_bits (&turn->angle, &angle, 1))
    *turn = (TrTurn){angle, v2_polar (1, angle)};
  return turn->unit;
}

// sign · ∂x/∂q into the system; true where that changes a bit.
static inline bool
put_end (TrComponent *k, const TrPinEnd *end, int block, int incidence, double sign, Vec2 arm)
{
  double *J = tr_kkt_j (k->kkt, incidence);
  if (end->kind == TR_PIN_LOCAL) {
    const double rows[6] = {sign, 0, -sign * arm.y, 0, sign, sign * arm.x};
    return tr_change_copy (J, rows, 6);
  }
  double rows[2 * TR_JET_MAX] = {0};
  int dim = k->blocks[block].dim;
  rows[end->offset] = rows[dim + end->offset + 1] = sign;
  return tr_change_copy (J, rows, 2 * dim);
}

// c and J; false where they are no numbers.
static bool
put_rows (TrComponent *k, int node, const TrState *s, double shrink, const Vec2 arm[2])
{
  static const double none[2] = {0, 0};
  TrNode *n = &k->nodes[node];
  const TrPinNode *p = &k->pins[n->pin];
  Vec2 gap = v2_sub (tr_pin_place (&p->pin.end[0], s->q, arm[0]),
                     tr_pin_place (&p->pin.end[1], s->q, arm[1]));
  gap = v2_sub (gap, v2 (n->hold[0], n->hold[1]));
  const double c[2] = {gap.x, gap.y};
  if (!v2_is_finite (gap))
    return false;
  int incidence = n->incidence;
  bool changed = tr_change_copy (tr_kkt_c (k->kkt, node), none, 2), here = true;
  for (int i = 0; i < 2; i++)
    if (p->block[i] >= 0) {
      here &= k->moved[p->block[i]];
      changed |= put_end (k, &p->pin.end[i], p->block[i], incidence++, i == 0 ? 1 : -1, arm[i]);
    }
  k->new_con[node] |= changed;
  k->b[n->lambda] = -shrink * gap.x;
  k->b[n->lambda + 1] = -shrink * gap.y;
  tr_change_look_free (k, n, s, here, c);
  return true;
}

static inline bool
pin_moved (const TrComponent *k, const TrPinNode *p)
{
  return (p->block[0] >= 0 && k->moved[p->block[0]]) || (p->block[1] >= 0 && k->moved[p->block[1]]);
}

bool
tr_assemble_pin (TrComponent *k, int node, const TrState *s, const TrTask *task)
{
  const TrNode *n = &k->nodes[node];
  const TrPinNode *p = &k->pins[n->pin];
  double pull = task->stiffness && n->curved ? tr_node_pull (k, n) : 0;
  bool stiff = pull > n->faint && isfinite (pull);
  bool keeps = n->kept && !pin_moved (k, p) && tr_change_keeps (k, n, s, task);
  if (keeps && !stiff)
    return true;

  Vec2 arm[2] = {{0, 0}, {0, 0}};
  for (int i = 0; i < 2; i++)
    if (p->pin.end[i].kind == TR_PIN_LOCAL)
      arm[i] = tr_pin_arm (&p->pin.end[i], turn_of (k, p->block[i], s->q[p->pin.end[i].at + 2]));
  if (!keeps && !put_rows (k, node, s, task->shrink, arm))
    return false;
  Vec2 force = v2 (k->lambda[n->lambda], k->lambda[n->lambda + 1]);
  for (int i = 0; i < 2 && stiff; i++)
    if (p->pin.end[i].kind == TR_PIN_LOCAL)
      tr_component_a (k, p->block[i])[8] += fmax (0, (i == 0 ? 1 : -1) * v2_dot (force, arm[i]));
  return true;
}
