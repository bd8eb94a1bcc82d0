// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which blocks peel, in which order, and where their numbers lie.

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
    if (s->parent[x] == -2) {
      p->left_block[x] = true;
      queue[tail++] = x;
    }
  p->n_left = tail;
  p->left = g_memdup2 (queue, sizeof (int) * ((gsize) tail + 1));
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
take_rows (TrKktPeel *p, TrPeelStep *s, int n_rows)
{
  const TrKktGraph *g = p->g;
  int x = s->block;

  int end = s->first = n_rows;
  for (int i = g->block_start[x]; i < g->block_start[x + 1]; i++) {
    int inc = g->block_touch[i], c = g->owner[inc];
    TrPeelRows r = {.j = inc, .k = -1, .con = c, .l = g->l_at[c]};
    if (n_touched (g, c) == 2) {
      if (other_end (g, c, x) != s->parent)
        continue;
      r.k = inc == g->start[c] ? inc + 1 : inc - 1;
    }
    p->con_of[end] = c;
    p->rows[end++] = r;
    p->left_con[c] = false;
    s->m = (guint16) (s->m + g->rows[c]);
  }
  return end;
}

static int
factor_size (const TrPeelStep *s, const TrPeelSite *at)
{
  if (s->in_lanes)
    return 0;
  if (s->small)
    return (int) (sizeof (TrPeelSmall) / sizeof (double));
  int e = at->pair >= 0 ? s->d * s->dp : 0;
  return s->d * s->d + s->m * s->d + s->m * s->m + s->m * s->dp + e;
}

// Step e takes x; its constraints begin at *n_rows, which goes on to where they end.
static void
make_step (TrKktPeel *p, const Peeling *peeling, int e, int x, int *n_rows)
{
  const TrKktGraph *g = p->g;
  int parent = peeling->parent[x];
  TrPeelStep s = {.block = x, .parent = parent, .site = e, .d = (guint16) g->dim[x]};
  TrPeelSite at = {.pair = -1, .v = g->v_at[x], .load_p = -1, .rows = *n_rows};

  if (parent >= 0) {
    s.dp = (guint16) g->dim[parent];
    at.vp = g->v_at[parent];
  }
  *n_rows = take_rows (p, &s, *n_rows);
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

// ─── lanes ──────────────────────────────────────────────────────────────────

// How many steps from e on, at most four, can go together: small ones that neither receive from the one
// before nor hand on to each other. Only where all tables are full can that be told.
static int
n_side_by_side (const TrKktPeel *p, int e)
{
  int n = 0, most = MIN (p->n_steps - e, TR_PEEL_LANES);
  if (e > 0 && p->step[e - 1].hands_on)
    return 0;
  for (; n < most && p->step[e + n].small && !p->step[e + n].hands_on; n++)
    if (p->kin[e + n].up >= 0)
      most = MIN (most, p->kin[e + n].up - e);
  return n;
}

// The groups into `lanes`; NULL: they are only counted.
static int
group_steps (const TrKktPeel *p, TrPeelLanes *lanes)
{
  int n_lanes = 0;
  for (int e = 0; e < p->n_steps;) {
    int n = n_side_by_side (p, e);
    bool together = n >= TR_PEEL_FEWEST_LANES;
    if (together && lanes)
      lanes[n_lanes] = (TrPeelLanes){.first = e, .n = n};
    n_lanes += together;
    e += together ? n : 1;
  }
  return n_lanes;
}

static void
set_lanes (TrKktPeel *p, bool in_lanes)
{
  if (in_lanes && tr_peel_lanes_at_hand ())
    p->n_lanes = group_steps (p, NULL);
  p->lanes = g_new (TrPeelLanes, p->n_lanes + 1);
  if (p->n_lanes > 0)
    group_steps (p, p->lanes);
  for (int l = 0; l < p->n_lanes; l++) {
    const TrPeelLanes *g = &p->lanes[l];
    for (TrPeelStep *s = p->step + g->first; s < p->step + g->first + g->n; s++)
      s->in_lanes = true;
  }
  gsize lane = sizeof (double) * TR_PEEL_LANES;
  p->lanes_kept = g_aligned_alloc0 ((gsize) p->n_lanes, TR_PEEL_LANES_KEPT * lane, lane);
}

static TrPeelSort
sort_of (const TrPeelStep *s)
{
  return s->in_lanes ? TR_PEEL_IN_LANES : s->small ? TR_PEEL_SMALL : TR_PEEL_ANY;
}

static void
set_runs (TrKktPeel *p)
{
  int n_lanes = 0;
  p->run = g_new (TrPeelRun, p->n_steps + 1);
  for (int e = 0; e < p->n_steps;) {
    TrPeelRun r = {sort_of (&p->step[e]), e, e};
    int first = n_lanes;
    while (e < p->n_steps && sort_of (&p->step[e]) == r.sort)
      e += r.sort == TR_PEEL_IN_LANES ? p->lanes[n_lanes++].n : 1;
    r.to = e;
    if (r.sort == TR_PEEL_IN_LANES)
      r = (TrPeelRun){r.sort, first, n_lanes};
    p->run[p->n_runs++] = r;
  }
  p->run = g_renew (TrPeelRun, p->run, p->n_runs + 1);
}

// The parent is the next step, both are small, and no other goes where s does.
static bool
hands_on (const TrKktPeel *p, const TrPeelStep *s)
{
  bool is_last = s + 1 == p->step + p->n_steps;
  bool alone = s == p->step || s[-1].parent != s->parent;
  return s->small && !is_last && s[1].small && s[1].block == s->parent && alone;
}

// A block has a place for what its children add, unless the one child hands it on directly.
static void
set_loads (TrKktPeel *p)
{
  const TrKktGraph *g = p->g;
  for (int x = 0; x < g->n_blocks; x++)
    p->load_at[x] = -1;
  for (int e = 0; e < p->n_steps; e++) {
    TrPeelStep *s = &p->step[e];
    s->hands_on = hands_on (p, s);
    if (s->parent < 0 || s->hands_on || p->load_at[s->parent] >= 0)
      continue;
    p->load_at[s->parent] = p->n_load;
    p->n_load += s->dp * (s->dp + 1) / 2 + s->dp;
  }
  for (int e = 0; e < p->n_steps; e++) {
    const TrPeelStep *s = &p->step[e];
    p->site[e].load = p->load_at[s->block];
    p->site[e].load_p = s->parent >= 0 ? p->load_at[s->parent] : tr_peel_for_no_parent (p);
  }
  p->load = g_new0 (double, p->n_load + 2 * TR_PEEL_NOTHING);
}

// Who goes into whom, and the place of what each hands on.
static void
set_family (TrKktPeel *p)
{
  const TrKktGraph *g = p->g;
  g_autofree int *step_of = g_new (int, g->n_blocks + 1); // −1 − k: of those left, the k-th
  p->left_child = g_new (int, p->n_left + 1);
  for (int k = 0; k < p->n_left; k++) {
    step_of[p->left[k]] = -1 - k;
    p->left_child[k] = -1;
  }
  p->kin = g_new (TrPeelKin, p->n_steps + 1);
  for (int e = 0; e < p->n_steps; e++)
    step_of[p->step[e].block] = e;
  for (int e = p->n_steps - 1; e >= 0; e--) {
    const TrPeelStep *s = &p->step[e];
    int up = s->parent >= 0 ? step_of[s->parent] : -1;
    p->kin[e] = (TrPeelKin){.up = MAX (up, -1), .child = -1, .handed = p->n_handed};
    p->n_handed += s->dp * (s->dp + 1) / 2;
    if (up >= 0)
      p->kin[up].child = e;
    else if (s->parent >= 0)
      p->left_child[-1 - up] = e;
  }
  p->handed = g_new0 (double, p->n_handed + 1);
  p->dirty = g_malloc ((gsize) p->n_steps + 1);
  p->left_dirty = g_malloc0 ((gsize) g->n_blocks + 1);
  tr_kkt_peel_forget (p);
}

static void
set_factor (TrKktPeel *p)
{
  int size = 0;
  for (int e = 0; e < p->n_steps; e++) {
    p->site[e].factor = size;
    size += factor_size (&p->step[e], &p->site[e]);
  }
  p->factor = g_new (double, size + 1);
}

static void
set_steps (TrKktPeel *p, const Peeling *peeling, const int *order, bool in_lanes)
{
  const TrKktGraph *g = p->g;
  int n_rows = 0;

  for (int c = 0; c < g->n_cons; c++)
    p->left_con[c] = true;
  p->step = g_new (TrPeelStep, p->n_steps + 1);
  p->site = g_new (TrPeelSite, p->n_steps + 1);
  p->rows = g_new (TrPeelRows, g->n_cons + 1); // a constraint goes with one block
  p->con_of = g_new (int, g->n_cons + 1);
  for (int e = 0; e < p->n_steps; e++)
    make_step (p, peeling, e, order[g->n_blocks - 1 - e], &n_rows);
  p->step[p->n_steps] = (TrPeelStep){.parent = -1, .first = n_rows};
  p->work = g_new (double, 6 * g->max_dim * g->max_dim + 4 * g->max_dim + 1);
  set_loads (p);
  set_family (p);
  set_lanes (p, in_lanes);
  set_runs (p);
  set_factor (p);
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
  p->left_block = g_malloc0 (sizeof (bool) * ((gsize) n + 1));
  p->left_con = g_malloc0 (sizeof (bool) * ((gsize) g->n_cons + 1));
  p->load_at = g_new (int, n + 1);
  p->is_tree = true;
  g_autofree int *order = set_order (p, &s);
  for (int k = 0; k < p->n_left; k++)
    p->is_tree = p->is_tree && joins_nothing (&s, p->left[k]);
  set_steps (p, &s, order, in_lanes);

  void *lists[] = {s.start, s.adj, s.n_live, s.held, s.gone, s.own_rows, s.parent, s.queue.at};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
  return p;
}

// ─── places ─────────────────────────────────────────────────────────────────

static void
place_lanes (const TrKktPeel *p, TrPeelLanes *g)
{
  g->loaded = false;
  for (int i = 0; i < TR_PEEL_LANES; i++) {
    const TrPeelSite *at = &p->site[g->first + (i < g->n ? i : 0)];
    const TrPeelRows *r = &p->rows[at->rows];
    g->a[i] = at->a;
    g->j[i] = r->j;
    g->k[i] = r->k;
    g->con[i] = r->con;
    g->v[i] = at->v;
    g->vp[i] = at->vp;
    g->l[i] = r->l;
    g->load[i] = at->load >= 0 ? at->load : p->n_load;
    g->load_p[i] = i < g->n ? at->load_p : tr_peel_for_no_parent (p);
    g->loaded |= at->load >= 0;
  }
}

// The lanes have the places of theirs.
static void
drop_sites_in_lanes (TrKktPeel *p)
{
  int n_sites = 0, n_rows = 0;
  for (int e = 0; e < p->n_steps; e++) {
    TrPeelStep *s = &p->step[e];
    if (s->in_lanes)
      continue;
    TrPeelSite at = p->site[e];
    memmove (p->rows + n_rows, p->rows + at.rows,
             sizeof (TrPeelRows) * (gsize) (s[1].first - s->first));
    at.rows = n_rows;
    n_rows += s[1].first - s->first;
    s->site = n_sites;
    p->site[n_sites++] = at;
  }
  p->site = g_renew (TrPeelSite, p->site, n_sites + 1);
  p->rows = g_renew (TrPeelRows, p->rows, n_rows + 1);
}

void
tr_kkt_peel_place (TrKktPeel *p, const TrKktNumbers *n)
{
  p->num = n->num;
  for (int e = 0; e < p->n_steps; e++) {
    const TrPeelStep *s = &p->step[e];
    TrPeelSite *at = &p->site[e];
    at->a = n->a_at[s->block];
    if (at->pair >= 0)
      at->pair = n->pair_at[at->pair];
    for (int i = s->first; i < s[1].first; i++) {
      TrPeelRows *r = &p->rows[i];
      r->j = n->j_at[r->j];
      r->con = n->c_at[r->con];
      r->k = r->k >= 0 ? n->j_at[r->k] : s->small ? n->n_num : -1;
    }
  }
  for (int e = 0; e < p->n_lanes; e++)
    place_lanes (p, &p->lanes[e]);
  drop_sites_in_lanes (p);
}

void
tr_kkt_peel_free (TrKktPeel *p)
{
  if (!p)
    return;
  void *lists[] = {p->step,       p->site,       p->rows,   p->left,   p->left_block, p->left_con,
                   p->load_at,    p->load,       p->factor, p->work,   p->handed,     p->dirty,
                   p->left_dirty, p->left_child, p->kin,    p->con_of, p->run,        p->lanes};
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
  memcpy (order + p->n_steps, p->left, sizeof (int) * (gsize) p->n_left);
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
