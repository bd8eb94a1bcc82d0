// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which blocks peel, in which order, and with which constraints.

#include "solver/kkt/ints.h"
#include "solver/kkt/kkt-peel-private.h"

#include <string.h>

typedef struct {
  const TrKktGraph *g;
  int *start, *adj; // distinct neighbours through constraints of two blocks and pairs
  int *n_live;      // neighbours not yet peeled
  bool *held;       // on a constraint of three or more blocks, or blocked
  bool *gone;
  int *own_rows; // rows of its unary constraints
  int *parent;   // −2: left, −1: a root
  TrInts queue;  // blocks that may go, in their order
} Peeling;

static int
other_end (const TrKktGraph *g, int c, int x)
{
  const int *t = g->touch + g->start[c];
  return t[0] == x ? t[1] : t[0];
}

static int
pair_end (const TrKktGraph *g, int p, int x)
{
  return g->pair[2 * p] == x ? g->pair[2 * p + 1] : g->pair[2 * p];
}

static int
n_touched (const TrKktGraph *g, int c)
{
  return g->start[c + 1] - g->start[c];
}

// Appends y to x's neighbours unless it is one.
static void
take_neighbour (TrInts *adj, int *mark, int x, int y)
{
  if (mark[y] == x)
    return;
  mark[y] = x;
  tr_ints_push (adj, y);
}

static void
list_neighbours (Peeling *s)
{
  const TrKktGraph *g = s->g;
  TrInts adj = {NULL, 0, 0};
  g_autofree int *mark = g_new (int, g->n_blocks + 1);
  tr_ints_make_room (&adj, g->n_touch + 2 * g->n_pairs + 1);
  for (int x = 0; x < g->n_blocks; x++)
    mark[x] = -1;

  for (int x = 0; x < g->n_blocks; x++) {
    s->start[x] = adj.n;
    for (int i = g->block_start[x]; i < g->block_start[x + 1]; i++) {
      int c = g->owner[g->block_touch[i]];
      if (n_touched (g, c) == 1)
        s->own_rows[x] += g->rows[c];
      else if (n_touched (g, c) == 2)
        take_neighbour (&adj, mark, x, other_end (g, c, x));
      else
        s->held[x] = true;
    }
    for (int i = g->pair_start[x]; i < g->pair_start[x + 1]; i++)
      take_neighbour (&adj, mark, x, pair_end (g, g->block_pair[i], x));
    s->n_live[x] = adj.n - s->start[x];
  }
  s->start[g->n_blocks] = adj.n;
  s->adj = adj.at;
}

static int
live_neighbour (const Peeling *s, int x)
{
  int k = s->start[x];
  while (s->gone[s->adj[k]])
    k++;
  return s->adj[k];
}

static int
joint_rows (const TrKktGraph *g, int x, int p)
{
  int rows = 0;
  for (int i = g->block_start[x]; i < g->block_start[x + 1]; i++) {
    int c = g->owner[g->block_touch[i]];
    if (n_touched (g, c) == 2 && other_end (g, c, x) == p)
      rows += g->rows[c];
  }
  return rows;
}

static void
push (Peeling *s, int x)
{
  if (s->n_live[x] > 1 || s->held[x])
    return;
  tr_ints_make_room (&s->queue, 1);
  tr_ints_push (&s->queue, x);
}

static void
try_peel (Peeling *s, int x)
{
  if (s->gone[x])
    return;
  int p = s->n_live[x] == 1 ? live_neighbour (s, x) : -1;
  int rows = s->own_rows[x] + (p >= 0 ? joint_rows (s->g, x, p) : 0);
  if (rows > s->g->dim[x])
    return;
  s->gone[x] = true;
  s->parent[x] = p;
  if (p >= 0) {
    s->n_live[p]--;
    push (s, p);
  }
}

static void
find_parents (Peeling *s)
{
  int n = s->g->n_blocks;
  for (int x = 0; x < n; x++)
    s->parent[x] = -2;
  for (int x = 0; x < n; x++)
    push (s, x);
  for (int head = 0; head < s->queue.n; head++)
    try_peel (s, s->queue.at[head]);
}

// ─── order ──────────────────────────────────────────────────────────────────

// Breadth first from those that are left and from the roots, to be taken backwards: whole levels, so
// that the steps of one level do not wait for each other, and a chain in one run.
static int *
set_order (TrKktPeel *p, const Peeling *s)
{
  const TrKktGraph *g = s->g;
  int n = g->n_blocks;
  int *queue = g_new (int, n + 1);
  int head = 0, tail = 0;

  for (int x = 0; x < n; x++)
    if (s->parent[x] == -2)
      queue[tail++] = x;
  p->n_left = tail;
  for (int x = 0; x < n; x++)
    if (s->parent[x] == -1)
      queue[tail++] = x;
  for (; head < tail; head++) {
    int x = queue[head];
    for (int k = s->start[x]; k < s->start[x + 1]; k++)
      if (s->parent[s->adj[k]] == x)
        queue[tail++] = s->adj[k];
  }
  g_assert (tail == n);

  p->n_steps = n - p->n_left;
  return queue;
}

// ─── steps ──────────────────────────────────────────────────────────────────

// The constraints that go with x: its own and those to its parent. Returns where they end.
static int
take_rows (TrKktPeel *p, TrPeelStep *s, int parent, int n_rows)
{
  const TrKktGraph *g = p->g;
  int x = s->block;

  int end = s->first = n_rows;
  for (int i = g->block_start[x]; i < g->block_start[x + 1]; i++) {
    int inc = g->block_touch[i], c = g->owner[inc];
    TrPeelRows r = {.j = inc, .k = -1, .con = c, .l = g->l_at[c]};
    if (n_touched (g, c) == 2) {
      if (other_end (g, c, x) != parent)
        continue;
      r.k = inc == g->start[c] ? inc + 1 : inc - 1;
    }
    p->con_of[end] = c;
    p->rows[end++] = r;
    s->m = (guint16) (s->m + g->rows[c]);
  }
  return end;
}

// Step e takes x; its constraints begin at *n_rows, which goes on to where they end. step_of: of each
// block, and n_steps + k of the k-th that is left.
static void
make_step (TrKktPeel *p, const Peeling *peeling, const int *step_of, int e, int x, int *n_rows)
{
  const TrKktGraph *g = p->g;
  int parent = peeling->parent[x];
  TrPeelStep s = {.block = x, .up = -1, .site = e, .d = (guint16) g->dim[x]};
  TrPeelSite at = {.pair = -1, .v = g->v_at[x], .rows = *n_rows};

  if (parent >= 0) {
    s.up = step_of[parent];
    s.dp = (guint16) g->dim[parent];
    at.vp = g->v_at[parent];
  }
  *n_rows = take_rows (p, &s, parent, *n_rows);
  for (int i = g->pair_start[x]; i < g->pair_start[x + 1]; i++) {
    int pair = g->block_pair[i];
    if (pair_end (g, pair, x) == parent) {
      at.pair = pair;
      s.pair_turned = g->pair[2 * pair + 1] == x;
    }
  }
  s.small = s.d == 3 && s.m == 2 && at.pair < 0 && *n_rows - s.first == 1;
  if (s.small && parent < 0) { // into a parent that is not there, by rows of nought
    s.dp = 3;
    at.vp = at.v;
  }
  s.small = s.small && s.dp == 3;
  p->step[e] = s;
  p->site[e] = at;
}

// What each hands on, those who go into the same one side by side: they follow each other.
static void
set_handed (TrKktPeel *p)
{
  int n = TR_PEEL_SMALL_HANDED;
  p->left_load = g_new0 (TrPeelHanded, p->n_left + 1);
  for (int e = 0; e < p->n_steps; e++) {
    TrPeelStep *s = &p->step[e];
    p->site[e].to = n;
    n += s->dp * (s->dp + 1) / 2;
    if (s->up < 0)
      continue;
    TrPeelHanded *load =
        s->up < p->n_steps ? &p->site[s->up].load : &p->left_load[s->up - p->n_steps];
    if (load->end == 0)
      load->from = p->site[e].to;
    load->end = n;
  }
  // four lanes are put at a time, be there four of them or less
  p->handed = g_new0 (double, n + TR_PEEL_LANES * TR_PEEL_SMALL_HANDED);
  p->dirty = g_malloc ((gsize) p->g->n_blocks + 1);
  tr_kkt_peel_forget (p);
}

static void
set_work (TrKktPeel *p)
{
  for (const TrPeelStep *s = p->step; s < p->step + p->n_steps; s++)
    if (!s->small)
      p->work_dim = MAX (p->work_dim, MAX (s->d, s->dp));
  p->work = g_new (double, 3 * p->work_dim * p->work_dim + p->work_dim + 1);
}

static void
set_steps (TrKktPeel *p, const Peeling *peeling, const int *order, bool in_lanes)
{
  const TrKktGraph *g = p->g;
  g_autofree int *step_of = g_new (int, g->n_blocks + 1);
  int n_rows = 0;

  for (int k = 0; k < g->n_blocks; k++)
    step_of[order[k]] = k < p->n_left ? p->n_steps + k : g->n_blocks - 1 - k;
  p->step = g_new (TrPeelStep, p->n_steps + 1);
  p->site = g_new (TrPeelSite, p->n_steps + 1);
  p->rows = g_new (TrPeelRows, g->n_cons + 1); // a constraint goes with one block
  p->con_of = g_new (int, g->n_cons + 1);
  for (int e = 0; e < p->n_steps; e++)
    make_step (p, peeling, step_of, e, order[g->n_blocks - 1 - e], &n_rows);
  p->step[p->n_steps] = (TrPeelStep){.up = -1, .first = n_rows};
  set_work (p);
  set_handed (p);
  tr_peel_group (p, in_lanes);
}

// order: of which those that are left come first.
static void
set_left (TrKktPeel *p, const int *order)
{
  const TrKktGraph *g = p->g;
  gsize n_blocks = (gsize) g->n_blocks, n_cons = (gsize) g->n_cons;
  int n_load = 0;
  if (p->n_left == 0)
    return;
  p->left = g_memdup2 (order, sizeof (int) * (gsize) p->n_left);
  p->left_block = g_new0 (bool, n_blocks);
  p->left_dirty = g_new0 (bool, n_blocks);
  p->load_at = g_new (int, n_blocks);
  for (int x = 0; x < g->n_blocks; x++)
    p->load_at[x] = -1;
  for (int k = 0; k < p->n_left; k++) {
    int x = p->left[k], d = g->dim[x];
    p->left_block[x] = true;
    if (p->left_load[k].end == 0)
      continue;
    p->load_at[x] = n_load;
    n_load += d * (d + 1) / 2;
  }
  p->load = g_new0 (double, n_load + 1);

  p->left_con = g_new (bool, n_cons + 1);
  for (gsize c = 0; c < n_cons; c++)
    p->left_con[c] = true;
  for (int i = 0; i < p->step[p->n_steps].first; i++)
    p->left_con[p->con_of[i]] = false;
}

static bool
joins_nothing (const Peeling *s, int x)
{
  if (s->n_live[x] > 0)
    return false;
  for (int i = s->g->block_start[x]; i < s->g->block_start[x + 1]; i++)
    if (n_touched (s->g, s->g->owner[s->g->block_touch[i]]) > 2)
      return false;
  return true;
}

TrKktPeel *
tr_kkt_peel_new (const TrKktGraph *g, const bool *blocked, bool in_lanes)
{
  TrKktPeel *p = g_new0 (TrKktPeel, 1);
  int n = g->n_blocks;
  Peeling s = {.g = g,
               .start = g_new0 (int, n + 1),
               .n_live = g_new0 (int, n + 1),
               .held = g_memdup2 (blocked, sizeof (bool) * ((gsize) n + 1)),
               .gone = g_malloc0 (sizeof (bool) * ((gsize) n + 1)),
               .own_rows = g_new0 (int, n + 1),
               .parent = g_new (int, n + 1)};
  tr_ints_make_room (&s.queue, n + 1);
  list_neighbours (&s);
  find_parents (&s);

  p->g = g;
  p->is_tree = true;
  g_autofree int *order = set_order (p, &s);
  for (int k = 0; k < p->n_left; k++)
    p->is_tree = p->is_tree && joins_nothing (&s, order[k]);
  set_steps (p, &s, order, in_lanes);
  set_left (p, order);

  void *lists[] = {s.start, s.adj, s.n_live, s.held, s.gone, s.own_rows, s.parent, s.queue.at};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
  return p;
}

void
tr_kkt_peel_free (TrKktPeel *p)
{
  if (!p)
    return;
  void *lists[] = {p->step,       p->site,     p->run,        p->lanes,   p->rows, p->factor,
                   p->work,       p->con_of,   p->handed,     p->dirty,   p->left, p->left_load,
                   p->left_block, p->left_con, p->left_dirty, p->load_at, p->load};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
  g_aligned_free (p->lanes_kept);
  g_free (p);
}

int *
tr_kkt_peel_order (const TrKktPeel *p)
{
  int *order = g_new (int, p->g->n_blocks + 1);
  for (int e = 0; e < p->n_steps; e++)
    order[e] = p->step[e].block;
  for (int k = 0; k < p->n_left; k++)
    order[p->n_steps + k] = p->left[k];
  return order;
}

int
tr_kkt_peel_n_left (const TrKktPeel *p)
{
  return p->n_left;
}

bool
tr_kkt_peel_is_tree (const TrKktPeel *p)
{
  return p->is_tree;
}

const bool *
tr_kkt_peel_left_blocks (const TrKktPeel *p)
{
  return p->left_block;
}

const bool *
tr_kkt_peel_left_cons (const TrKktPeel *p)
{
  return p->left_con;
}

const bool *
tr_kkt_peel_left_dirty (const TrKktPeel *p)
{
  return p->left_dirty;
}

const double *
tr_kkt_peel_load (const TrKktPeel *p)
{
  return p->load;
}

const int *
tr_kkt_peel_load_at (const TrKktPeel *p)
{
  return p->load_at;
}
