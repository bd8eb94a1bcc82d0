// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What cannot hold rests where E = ½ Σ c²/s is least. Often that is where its rows have become
// dependent, three sides in one line, and the rows themselves tell nothing of the way there and of
// the ways that leave it: E bends there only as c does. So it takes Newton's steps with all of E″,
//
//   (Jᵀ W J + Σ W c ∂²c/∂z² + μ I) d = −Jᵀ W c        W = 1/s
//
// in z = M^½ q, with μ next to nothing where E″ allows: what E does not tell stays where it is.
//
// A hand moves the drawing with each of these rows held at what it misses, which is no contradiction:
// what they say together is true where it stands. After a step they come to rest by themselves, which moves
// them by what the step has bent, and the others follow.

#include "solver/conflict.h"

#include "math/dense.h"
#include "solver/assemble.h"
#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/masses.h"
#include "solver/missed.h"
#include "solver/newton.h"
#include "solver/subset-private.h"

#include <string.h>

enum {
  MOST_STEPS = 60,
  MOST_UNKNOWNS = 240,
  MOST_ROUNDS = 8,
  MOST_WEIGHINGS = 40,
};

static const double least_mu = 1e-13, most_mu = 1e6; // of the mean diagonal of E″
static const double worse = 1e-6;                    // share by which a compromise may be
static const double near = 1e-5;                     // of the size: E tells no more, the steps do
static const double rounding = 1e-15;
static const double gains = 0.1;      // of what the rows beside it missed a round ago
static const double homesick = 1e-13; // the pull of home, beside rows
static const double level = 1e-7;     // of the largest part of E′

typedef struct {
  TrSubset t;
  double *J, *c, *weight; // rows of all nodes; the weights stay as they are
  double *G, *factor, *g;
  double mean; // of G's diagonal
  double way;  // that it went to come to rest
  const double
      *home; // local unknowns that it is drawn to, next to nothing beside the rows; NULL: none
} Rest;

static bool
rest_init (Rest *w, TrEngine *e, TrComponent *k, TrState *s, int n, const int *con)
{
  *w = (Rest){0};
  tr_subset_init (&w->t, e, k, s, n, con);
  size_t m = (size_t) w->t.m, u = (size_t) w->t.n;
  if (w->t.n > MOST_UNKNOWNS || w->t.m > MOST_UNKNOWNS)
    return false;
  w->J = tr_scratch_doubles (e->scratch, m * u + 1);
  w->c = tr_scratch_doubles (e->scratch, m + 1);
  w->weight = tr_scratch_doubles (e->scratch, m + 1);
  w->G = tr_scratch_doubles (e->scratch, u * u + 1);
  w->factor = tr_scratch_doubles (e->scratch, u * u + 1);
  w->g = tr_scratch_doubles (e->scratch, u + 1);
  return true;
}

// What row r misses: inequalities that hold miss nothing.
static double
miss_of (const TrNode *n, double c)
{
  return n->inequality && c > 0 ? 0 : c;
}

// The pull of home of an unknown in z, what E has of it; 0 where there is none.
static double
pull_of (const Rest *w, const TrBlock *b, int j)
{
  return w->home ? homesick * sqrt (w->t.k->M[b->m + j * (b->dim + 1)]) *
                       (w->t.s->q[b->at + j] - w->home[b->v + j])
                 : 0;
}

static double
energy_of_home (const Rest *w)
{
  double sum = 0;
  for (int i = 0; i < w->t.n_blocks && w->home; i++) {
    const TrBlock *b = &w->t.k->blocks[w->t.block[i]];
    for (int j = 0; j < b->dim; j++)
      sum += 0.5 * pull_of (w, b, j) * pull_of (w, b, j) / homesick;
  }
  return sum;
}

// E with the weights at hand; INFINITY where it has no value.
static double
energy (const Rest *w)
{
  const TrSubset *t = &w->t;
  double sum = energy_of_home (w);
  if (!tr_component_in_range (t->e, t->k, t->s))
    return INFINITY;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++) {
    const TrNode *n = &t->k->nodes[t->node[i]];
    double c[TR_ROWS_MAX];
    bool undefined = false;
    tr_constraint_residual (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, c,
                            &undefined);
    for (int r = 0; r < n->rows && !undefined; r++)
      if (!(n->out & 1u << r))
        sum += 0.5 * w->weight[row + r] * miss_of (n, c[r]) * miss_of (n, c[r]);
  }
  return isfinite (sum) ? sum : INFINITY;
}

// An unknown that is frozen at its end takes no part.
static bool
is_frozen (const TrComponent *k, const TrBlock *b, int j)
{
  for (int i = b->bound; i < b->bound + b->n_bounds; i++)
    if (k->bounds[i].k == j && k->bounds[i].frozen)
      return true;
  return false;
}

// Adds Σ W c ∂²c/∂z² of a node.
static void
add_bend (const Rest *w, const TrNode *n, const TrRowBlock *rows, const double *wc)
{
  const TrSubset *t = &w->t;
  int *at = tr_scratch_ints (t->e->scratch, (size_t) rows->n);
  double *unit = tr_scratch_doubles (t->e->scratch, (size_t) rows->n);
  double *H = tr_scratch_doubles (t->e->scratch, (size_t) rows->n * (size_t) rows->n);
  tr_constraint_hessian (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, wc, rows,
                         t->e->scratch, H);
  for (int a = 0, col = 0; a < rows->n_runs; col += rows->run_n[a], a++) {
    int block = t->e->block_of_q[rows->run_at[a]];
    for (int i = 0; i < rows->run_n[a]; i++) {
      bool moves = block >= 0 && t->place[block] >= 0;
      at[col + i] = moves ? t->place[block] + i : -1;
      unit[col + i] =
          moves ? 1 / sqrt (t->k->M[t->k->blocks[block].m + i * (t->k->blocks[block].dim + 1)]) : 0;
    }
  }
  for (int i = 0; i < rows->n; i++)
    for (int j = 0; j < rows->n; j++)
      if (at[i] >= 0 && at[j] >= 0)
        w->G[at[i] * t->n + at[j]] -= H[i * rows->n + j] * unit[i] * unit[j];
}

// The rows of node i, from row `row` on.
static void
put_node (const Rest *w, int i, int row)
{
  const TrSubset *t = &w->t;
  const TrNode *n = &t->k->nodes[t->node[i]];
  size_t mark = tr_scratch_mark (t->e->scratch);
  TrRowBlock rows;
  double wc[TR_ROWS_MAX] = {0};
  bool bends = false;
  tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                           t->e->scratch, &rows);
  for (int r = 0; r < n->rows; r++) {
    double *J = w->J + (size_t) (row + r) * (size_t) t->n;
    bool is_on =
        tr_row_has_part (&rows, r) && !(n->out & 1u << r) && !(n->inequality && rows.c[r] > 0);
    w->c[row + r] = 0;
    memset (J, 0, sizeof (double) * (size_t) t->n);
    if (!is_on)
      continue;
    tr_subset_put_row (t, n, &rows, r, 1, J);
    w->c[row + r] = rows.c[r];
    wc[r] = w->weight[row + r] * rows.c[r];
    bends |= fabs (rows.c[r]) > n->tol[r];
  }
  if (bends && n->curved) // all else is straight
    add_bend (w, n, &rows, wc);
  tr_scratch_release (t->e->scratch, mark);
}

// 1/s of each row where it stands.
static void
weigh (const Rest *w)
{
  const TrSubset *t = &w->t;
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++) {
    const TrNode *n = &t->k->nodes[t->node[i]];
    size_t mark = tr_scratch_mark (t->e->scratch);
    TrRowBlock rows;
    tr_constraint_rows_fast (t->e->m, n->con, t->s->q, &t->s->memory[n->con], t->s->time, n->ell,
                             t->e->scratch, &rows);
    tr_component_row_sizes (t->e, t->k, n, &rows, &w->weight[row]);
    for (int r = 0; r < n->rows; r++)
      w->weight[row + r] = 1 / w->weight[row + r];
    tr_scratch_release (t->e->scratch, mark);
  }
}

static void
put_home (const Rest *w)
{
  const TrSubset *t = &w->t;
  for (int i = 0; i < t->n_blocks && w->home; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim; j++) {
      int at = t->place[t->block[i]] + j;
      w->g[at] += pull_of (w, b, j);
      w->G[at * (t->n + 1)] += homesick;
    }
  }
}

// Frozen unknowns stay where they are.
static void
put_frozen (const Rest *w)
{
  const TrSubset *t = &w->t;
  for (int i = 0; i < t->n_blocks; i++) {
    const TrBlock *b = &t->k->blocks[t->block[i]];
    for (int j = 0; j < b->dim && b->n_bounds > 0; j++) {
      int at = t->place[t->block[i]] + j;
      if (!is_frozen (t->k, b, j))
        continue;
      for (int l = 0; l < t->n; l++)
        w->G[at * t->n + l] = w->G[l * t->n + at] = 0;
      w->g[at] = 0;
    }
  }
}

// E″ and E′ at the state, and E.
static double
assemble (Rest *w)
{
  const TrSubset *t = &w->t;
  size_t n = (size_t) t->n;
  memset (w->G, 0, sizeof (double) * n * n);
  memset (w->g, 0, sizeof (double) * n);
  for (int i = 0, row = 0; i < t->n_nodes; row += t->k->nodes[t->node[i]].rows, i++)
    put_node (w, i, row);
  for (int r = 0; r < t->m; r++) {
    const double *J = w->J + (size_t) r * n;
    for (size_t i = 0; i < n; i++)
      if (fabs (J[i]) > 0)
        dense_axpy (t->n, w->weight[r] * J[i], J, w->G + i * n);
    dense_axpy (t->n, w->weight[r] * w->c[r], J, w->g);
  }
  put_home (w);
  put_frozen (w);
  w->mean = G_MINDOUBLE;
  for (int i = 0; i < t->n; i++)
    w->mean += fabs (w->G[i * t->n + i]) / t->n;
  return energy (w);
}

// d = −(E″ + μ)⁻¹ E′; false where that is no way down. Returns in *length how far it goes.
static bool
direction (const Rest *w, double mu, double *length)
{
  const TrSubset *t = &w->t;
  bool is_definite = true;
  memcpy (w->factor, w->G, sizeof (double) * (size_t) t->n * (size_t) t->n);
  for (int i = 0; i < t->n; i++)
    w->factor[i * t->n + i] += mu * w->mean;
  ldl_factor (t->n, w->factor, NULL, 0);
  for (int i = 0; i < t->n; i++) {
    is_definite &= w->factor[i * t->n + i] > 0;
    t->d[i] = -w->g[i];
  }
  if (!is_definite)
    return false;
  ldl_solve (t->n, w->factor, t->d);
  *length = tr_subset_limit (t);
  return isfinite (*length);
}

// Down to where E is least; returns that, INFINITY where it did not come to rest.
static double
come_to_rest (Rest *w)
{
  const TrSubset *t = &w->t;
  double mu = least_mu, last = INFINITY, now = INFINITY, length = INFINITY;
  bool rests = false;
  w->way = 0;
  for (int i = 0; i < MOST_STEPS && !rests; i++) {
    bool goes = false;
    now = assemble (w);
    if (!isfinite (now))
      return INFINITY;
    tr_subset_keep_home (t);
    for (; mu <= most_mu && !goes; mu = goes ? mu : 10 * fmax (mu, least_mu)) {
      if (!direction (w, mu, &length))
        continue;
      tr_subset_move (t, 1);
      double next = energy (w);
      bool is_near = length <= near * t->k->size && length < 0.5 * last && next <= now * (1 + 1e-9);
      goes = next < now || is_near;
      if (!goes) {
        tr_subset_move (t, 0);
        if (length <= near * t->k->size)
          break;
      }
    }
    w->way += goes ? length : 0;
    rests = !goes || length <= rounding * t->k->size;
    last = length;
    mu = fmax (0.01 * mu, least_mu);
  }
  return length <= near * t->k->size ? now : INFINITY;
}

void
tr_conflict_settle (TrEngine *e, TrComponent *k, TrState *s)
{
  double in_tol;
  tr_component_residual (e, k, s, NULL, &in_tol);
  if (in_tol <= 1)
    return;
  size_t mark = tr_scratch_mark (e->scratch);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes), n = 0;
  double *before = tr_scratch_doubles (e->scratch, (size_t) k->n_v);
  for (int i = 0; i < k->n_nodes; i++)
    if (k->nodes[i].out != TR_ROWS_ALL)
      con[n++] = k->nodes[i].con;
  tr_component_gather (k, s->q, before);
  Rest w;
  bool ok = rest_init (&w, e, k, s, n, con);
  w.home = k->saved; // that tells on which side of a line something has come to lie in it
  for (int i = 0; i < MOST_WEIGHINGS && ok && !(i > 0 && w.way <= 1e-12 * k->size); i++) {
    weigh (&w); // anew: how heavy a thing is hangs on how large it is
    ok = isfinite (come_to_rest (&w));
    tr_component_masses (e, k, s->q);
  }
  if (!ok)
    tr_component_scatter (k, before, s->q);
  tr_component_gather (k, s->q, before);
  tr_component_scatter (k, k->saved, s->q);
  tr_component_masses (e, k, s->q);
  tr_component_scatter (k, before, s->q);
  tr_scratch_release (e->scratch, mark);
}

bool
tr_conflict_is_at_rest (TrEngine *e, TrComponent *k, const TrState *s, double *least)
{
  size_t mark = tr_scratch_mark (e->scratch);
  int *con = tr_scratch_ints (e->scratch, (size_t) k->n_nodes);
  g_autoptr (TrState) copy = tr_state_copy (s);
  for (int i = 0; i < k->n_nodes; i++)
    con[i] = k->nodes[i].con;
  Rest w;
  bool rests = rest_init (&w, e, k, copy, k->n_nodes, con);
  *least = INFINITY;
  if (rests) {
    double pull = 0;
    weigh (&w);
    *least = assemble (&w);
    for (int r = 0; r < w.t.m; r++)
      pull = fmax (pull, fabs (w.c[r]) * sqrt (w.weight[r]));
    rests = dense_largest (w.t.n, w.g) <= level * pull;
  }
  tr_scratch_release (e->scratch, mark);
  return rests;
}

// ---- Under the hand ----

struct TrCompromise {
  int n, *node; // that share in it
  int *con;
  double *weight; // of their rows, as they stood; NULL: too many, they keep what they miss
  double (*saved)[TR_ROWS_MAX]; // what they were held at in the state to go back to
  double least;                 // E when the hand came
};

void
tr_compromise_free (TrCompromise *p)
{
  if (!p)
    return;
  g_free (p->node);
  g_free (p->con);
  g_free (p->weight);
  g_free (p->saved);
  g_free (p);
}

// Whether the first two rows are what two points are apart, along the axes of the paper: a compromise that
// is turned turns them too.
static bool
misses_vector (const TrModel *m, const TrNode *n)
{
  TrConKind kind = m->constraints[n->con].kind;
  return (kind == TR_CON_ATTACH || kind == TR_CON_MIDPOINT || kind == TR_CON_TANGENT) &&
         n->rows > 1 && hypot (n->hold[0], n->hold[1]) > 1e3 * n->tol[0];
}

void
tr_conflict_take (TrEngine *e, TrComponent *k, const TrState *s)
{
  const TrCompromise *p = k->compromise;
  if (!p)
    return;
  for (int i = 0; i < p->n; i++) {
    TrNode *n = &k->nodes[p->node[i]];
    bool undefined = false;
    double c[TR_ROWS_MAX];
    tr_constraint_residual (e->m, n->con, s->q, &s->memory[n->con], s->time, c, &undefined);
    for (int r = 0; r < n->rows; r++)
      n->hold[r] = undefined || !isfinite (c[r]) ? 0 : miss_of (n, c[r]);
    n->turns = misses_vector (e->m, n);
  }
  tr_change_forget (k);
  k->known = false;
}

void
tr_conflict_begin (TrEngine *e, TrComponent *k, TrState *s)
{
  tr_conflict_end (k);
  size_t mark = tr_scratch_mark (e->scratch);
  int *node = tr_scratch_ints (e->scratch, (size_t) k->n_nodes), n = 0;
  for (int i = 0; i < k->n_nodes; i++)
    if (tr_node_is_missed (e, &k->nodes[i], s))
      node[n++] = i;
  if (n > 0) {
    TrCompromise *p = k->compromise = g_new0 (TrCompromise, 1);
    p->n = n;
    p->node = g_memdup2 (node, sizeof (int) * (size_t) n);
    p->con = g_new (int, n);
    p->saved = g_malloc0 (sizeof *p->saved * (size_t) n);
    for (int i = 0; i < n; i++)
      p->con[i] = k->nodes[node[i]].con;
    Rest w;
    tr_component_masses (e, k, s->q);
    if (rest_init (&w, e, k, s, n, p->con)) {
      weigh (&w);
      p->weight = g_memdup2 (w.weight, sizeof (double) * (size_t) w.t.m);
      p->least = energy (&w);
    }
    tr_conflict_take (e, k, s);
  }
  tr_scratch_release (e->scratch, mark);
}

void
tr_conflict_end (TrComponent *k)
{
  TrCompromise *p = k->compromise;
  if (!p)
    return;
  for (int i = 0; i < p->n; i++) {
    memset (k->nodes[p->node[i]].hold, 0, sizeof k->nodes->hold);
    k->nodes[p->node[i]].turns = false;
  }
  tr_change_forget (k);
  k->known = false;
  g_clear_pointer (&k->compromise, tr_compromise_free);
}

void
tr_conflict_save (TrComponent *k)
{
  for (int i = 0; k->compromise && i < k->compromise->n; i++)
    memcpy (k->compromise->saved[i], k->nodes[k->compromise->node[i]].hold,
            sizeof k->compromise->saved[i]);
}

void
tr_conflict_restore (TrComponent *k)
{
  for (int i = 0; k->compromise && i < k->compromise->n; i++)
    memcpy (k->nodes[k->compromise->node[i]].hold, k->compromise->saved[i],
            sizeof k->compromise->saved[i]);
  if (k->compromise)
    tr_change_forget (k);
}

// What cannot hold comes to rest by itself; false where it does not.
static bool
rest_alone (TrEngine *e, TrComponent *k, TrState *s)
{
  const TrCompromise *p = k->compromise;
  size_t mark = tr_scratch_mark (e->scratch);
  Rest w;
  bool ok = rest_init (&w, e, k, s, p->n, p->con);
  if (ok) {
    memcpy (w.weight, p->weight, sizeof (double) * (size_t) w.t.m);
    double now = come_to_rest (&w);
    ok = now <= p->least * (1 + worse);
  }
  tr_scratch_release (e->scratch, mark);
  tr_conflict_take (e, k, s);
  return ok;
}

double
tr_conflict_project (TrEngine *e, TrComponent *k, TrState *s, bool polish, int *iterations)
{
  if (!k->compromise || !k->compromise->weight)
    return tr_project (e, k, s, polish, iterations);
  double last = G_MAXDOUBLE;
  for (int i = 0; i < MOST_ROUNDS && rest_alone (e, k, s); i++) {
    double miss = tr_project (e, k, s, polish, iterations);
    if (!k->projected)
      return miss;
    if (miss > 1 && miss > gains * last) // out of reach: from here it does not come nearer
      break;
    last = miss;
  }
  return G_MAXDOUBLE;
}
