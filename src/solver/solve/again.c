// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/solve/again.h"

#include "model/stood.h"
#include "solver/assemble.h"
#include "solver/engine-private.h"
#include "solver/solve/home.h"
#include "solver/stand.h"

#include <string.h>

static const double hardly = 1e-6; // of the size: as good as no way

// Of a block: its body and where in it; of a slide: its constraint or force, and which. NULL: of what has no name.
static char *
name_block (const TrModel *m, const TrBlock *b)
{
  const char *id = !b->is_slide  ? m->bodies[b->body].id
                   : b->of_force ? m->forces[b->owner].id
                                 : m->constraints[b->owner].id;
  if (!id)
    return NULL;
  return b->is_slide ? g_strdup_printf ("%s/%d", id, b->nth)
                     : g_strdup_printf ("%s+%d", id, b->at - m->bodies[b->body].q);
}

static void
note_block (TrState *s, const TrModel *m, const TrBlock *b, const TrHome *home)
{
  g_autofree char *name = name_block (m, b);
  if (name)
    tr_state_note_stood (s, name, sizeof (double) * (size_t) b->dim, home->q + b->v, s->q + b->at);
}

static void
note_all (TrEngine *e, const TrComponent *k, TrState *s, const TrHome *home)
{
  for (int i = 0; i < k->n_blocks; i++)
    note_block (s, e->m, &k->blocks[i], home);
  for (int i = 0; i < k->n_nodes; i++) {
    int con = k->nodes[i].con;
    tr_state_note_stood (s, e->m->constraints[con].id, sizeof (TrMemory), &home->memory[i],
                         &s->memory[con]);
  }
}

static void
forget_all (TrEngine *e, const TrComponent *k, TrState *s)
{
  for (int i = 0; i < k->n_blocks && s->stood; i++) {
    g_autofree char *name = name_block (e->m, &k->blocks[i]);
    if (name)
      tr_state_forget_stood (s, name);
  }
  for (int i = 0; i < k->n_nodes && s->stood; i++)
    tr_state_forget_stood (s, e->m->constraints[k->nodes[i].con].id);
}

// Those unknowns of k, and memories, that are as a solve has left them go where they stood. False: there are none, or
// it has left them where they were.
static bool
go_back (const TrEngine *e, const TrComponent *k, TrState *s)
{
  bool moved = false;
  for (int i = 0; i < k->n_blocks && s->stood; i++) {
    const TrBlock *b = &k->blocks[i];
    g_autofree char *name = name_block (e->m, b);
    moved |= name && tr_state_go_stood (s, name, sizeof (double) * (size_t) b->dim, s->q + b->at);
  }
  for (int i = 0; i < k->n_nodes && moved; i++) {
    int con = k->nodes[i].con;
    tr_state_go_stood (s, e->m->constraints[con].id, sizeof (TrMemory), &s->memory[con]);
  }
  return moved;
}

// How far it is from home, its slides aside: the farthest that an unknown has come, an angle by the size of all.
static double
way_from (const TrEngine *e, const TrComponent *k, const TrHome *home, const TrState *s)
{
  double way = 0;
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    for (int j = 0; j < b->dim && !b->is_slide; j++) {
      const TrBody *body = &e->m->bodies[b->body];
      bool is_angle = tr_body_member_is_angle (body, b->at - body->q + j);
      double d = fabs (s->q[b->at + j] - home->q[b->v + j]);
      way = fmax (way, is_angle ? d * k->size : d);
    }
  }
  return way;
}

// Whether a solve has left it there in vain, and not this very moment: then it is where it stood before.
static bool
begins_back (const TrEngine *e, const TrComponent *k, TrState *s)
{
  const TrStand *stand = tr_stand_find (k, s);
  return !(stand && stand->is_solved) && go_back (e, k, s);
}

// From where it stood; how far that is, INFINITY where it does not hold there.
static double
solve_back (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve)
{
  TrStepResult one = {.ok = true};
  g_auto (TrHome) start = tr_home_here (e, k, s);
  tr_home_come_back (e, k, s, &start);
  solve (e, k, s, &one);
  result->iterations += one.iterations;
  return tr_component_holds (e, k, s) ? way_from (e, k, &start, s) : INFINITY;
}

// The shorter way; whether it stands elsewhere then.
static bool
solve_both (TrEngine *e,
            TrComponent *k,
            TrState *s,
            const TrHome *here,
            TrStepResult *result,
            TrSolve *solve)
{
  double back = solve_back (e, k, s, result, solve);
  if (back <= hardly * k->size)
    return true;
  g_auto (TrHome) there = tr_home_here (e, k, s);
  tr_home_come_back (e, k, s, here);
  bool moved = solve (e, k, s, result);
  if (!isfinite (back) || (tr_component_holds (e, k, s) && way_from (e, k, here, s) < back))
    return moved;
  tr_home_come_back (e, k, s, &there);
  return true;
}

bool
tr_solve_again (TrEngine *e, TrComponent *k, TrState *s, TrStepResult *result, TrSolve *solve)
{
  if (e->only_asks)
    return solve (e, k, s, result);
  g_auto (TrHome) here = tr_home_here (e, k, s);
  bool moved =
      begins_back (e, k, s) ? solve_both (e, k, s, &here, result, solve) : solve (e, k, s, result);
  if (tr_component_holds (e, k, s))
    forget_all (e, k, s);
  else
    note_all (e, k, s, &here);
  return moved;
}
