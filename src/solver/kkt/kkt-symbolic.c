// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The symbolic half of the block LDLᵀ: node graph, order, structure of the factor, places.

#include "solver/kkt/ints.h"
#include "solver/kkt/kkt-ldl-private.h"
#include "solver/kkt/kkt-order.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// A block with more constraints than this is a hub, left to the order of least fill.
#define FEW_CONSTRAINTS 8

// The nodes at hand, blocks then constraints, each by index, and who is joined to whom.
typedef struct {
  const TrKktGraph *g;
  int n, n_blocks;
  int *node;  // a block, or g->n_blocks + constraint
  int *local; // the inverse; −1: not at hand
  int *start, *adj;
  int *stage; // as in kkt-order.h
  int *order, *pos;
} Nodes;

static int
dim_of (const Nodes *s, int i)
{
  int node = s->node[i];
  return i < s->n_blocks ? s->g->dim[node] : s->g->rows[node - s->g->n_blocks];
}

// The ends of block `i` of the system off the diagonal, incidences first, then pairs; false where
// one of them is not at hand.
static inline bool
edge (const Nodes *s, int i, int *x, int *y)
{
  const TrKktGraph *g = s->g;
  const int *pair = g->pair + 2 * (i - g->n_touch);
  *x = s->local[i < g->n_touch ? g->n_blocks + g->owner[i] : pair[0]];
  *y = s->local[i < g->n_touch ? g->touch[i] : pair[1]];
  return *x >= 0 && *y >= 0;
}

static void
list_neighbours (Nodes *s)
{
  int n_edges = s->g->n_touch + s->g->n_pairs, x, y;
  s->start = g_new0 (int, s->n + 2);
  for (int i = 0; i < n_edges; i++)
    if (edge (s, i, &x, &y)) {
      s->start[x + 2]++;
      s->start[y + 2]++;
    }
  for (int i = 0; i < s->n; i++)
    s->start[i + 2] += s->start[i + 1];
  // start[x + 1] is where the next neighbour of x goes: in the end, where those of x + 1 begin
  s->adj = g_new (int, s->start[s->n + 1] + 1);
  for (int i = 0; i < n_edges; i++)
    if (edge (s, i, &x, &y)) {
      s->adj[s->start[x + 1]++] = y;
      s->adj[s->start[y + 1]++] = x;
    }
}

static void
nodes_init (Nodes *s, const TrKktGraph *g, const bool *has_block, const bool *has_con)
{
  int n_all = g->n_blocks + g->n_cons;
  *s = (Nodes){.g = g, .node = g_new (int, n_all + 1), .local = g_new (int, n_all + 1)};

  for (int node = 0; node < n_all; node++) {
    bool in = node < g->n_blocks ? has_block[node] : has_con[node - g->n_blocks];
    s->local[node] = in ? s->n : -1;
    if (!in)
      continue;
    s->node[s->n++] = node;
    s->n_blocks += node < g->n_blocks;
  }

  list_neighbours (s);
  s->stage = g_new (int, s->n + 1);
  s->order = g_new (int, s->n + 1);
  s->pos = g_new (int, s->n + 1);
}

static void
nodes_clear (Nodes *s)
{
  int *lists[] = {s->node, s->local, s->start, s->adj, s->stage, s->order, s->pos};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
}

// ─── order ──────────────────────────────────────────────────────────────────

// Whether block i may go before all constraints: few touch it, and it is in no pair, or only in those of the one
// constraint that it is made for, as a slide is: it may be all that a row of that one can move. mark: of each node,
// for which block it was last seen.
static bool
goes_first (const Nodes *s, int i, int *mark)
{
  int from = s->start[i], to = s->start[i + 1], pairs = from;
  while (pairs < to && s->adj[pairs] >= s->n_blocks)
    pairs++;
  if (pairs == to)
    return to - from <= FEW_CONSTRAINTS;
  bool is_alone = pairs == from + 1;
  for (int e = s->start[s->adj[from]]; is_alone && e < s->start[s->adj[from] + 1]; e++)
    mark[s->adj[e]] = i;
  for (int e = pairs; e < to && is_alone; e++)
    is_alone = mark[s->adj[e]] == i;
  return is_alone;
}

static void
order_by_fill (Nodes *s, TrLdlOrder order)
{
  g_autofree int *mark = g_new (int, s->n + 1);
  double dense = 16 + 10 * sqrt (s->n);

  for (int i = 0; i < s->n; i++)
    mark[i] = -1;
  for (int i = 0; i < s->n; i++) {
    int degree = s->start[i + 1] - s->start[i];
    s->stage[i] = degree > dense ? 2 : 1;
    if (order == TR_LDL_BLOCKS_FIRST && i < s->n_blocks && goes_first (s, i, mark))
      s->stage[i] = 0;
  }
  tr_kkt_order (s->n, s->start, s->adj, s->stage, s->order);
}

// The nodes already placed fall into connected sets, each with so many free motions.
typedef struct {
  int *set; // union-find
  int *motions;
  bool *placed;
  int n_placed, *order;
} Placing;

static int
find_set (Placing *p, int i)
{
  while (p->set[i] != i)
    i = p->set[i] = p->set[p->set[i]];
  return i;
}

static void
place (Placing *p, const Nodes *s, int i)
{
  p->order[p->n_placed++] = i;
  p->placed[i] = true;
  for (int k = s->start[i]; k < s->start[i + 1]; k++) {
    if (!p->placed[s->adj[k]])
      continue;
    int a = find_set (p, i), b = find_set (p, s->adj[k]);
    if (a != b) {
      p->set[a] = b;
      p->motions[b] += p->motions[a];
    }
  }
}

// Whether the pivot of constraint i would be regular, by counting: all blocks that go before it are there, and the
// sets that it touches have as many motions as it has rows; or nothing more can come.
static bool
may_be_placed (Placing *p, const Nodes *s, int i)
{
  int motions = 0;
  bool complete = true;
  for (int k = s->start[i]; k < s->start[i + 1]; k++)
    if (!p->placed[s->adj[k]] && s->stage[s->adj[k]] == 0)
      return false;
  for (int k = s->start[i]; k < s->start[i + 1]; k++) {
    if (!p->placed[s->adj[k]]) {
      complete = false;
      continue;
    }
    int set = find_set (p, s->adj[k]);
    bool again = false;
    for (int e = s->start[i]; e < k && !again; e++)
      again = p->placed[s->adj[e]] && find_set (p, s->adj[e]) == set;
    motions += again ? 0 : p->motions[set];
    if (motions >= dim_of (s, i))
      return true;
  }
  return complete;
}

// Moves each constraint behind the first point at which its pivot can be regular.
static void
delay_constraints (Nodes *s)
{
  Placing p = {.set = g_new (int, s->n + 1),
               .motions = g_new (int, s->n + 1),
               .placed = g_malloc0 ((gsize) s->n + 1),
               .order = g_new (int, s->n + 1)};
  g_autofree bool *waiting = g_malloc0 (sizeof (bool) * ((gsize) s->n + 1));

  for (int i = 0; i < s->n; i++) {
    p.set[i] = i;
    p.motions[i] = i < s->n_blocks ? dim_of (s, i) : -dim_of (s, i);
  }
  for (int k = 0; k < s->n; k++) {
    int i = s->order[k];
    if (i >= s->n_blocks && !may_be_placed (&p, s, i)) {
      waiting[i] = true;
      continue;
    }
    place (&p, s, i);
    for (int e = s->start[i]; i < s->n_blocks && e < s->start[i + 1]; e++) {
      int c = s->adj[e];
      if (waiting[c] && may_be_placed (&p, s, c)) {
        waiting[c] = false;
        place (&p, s, c);
      }
    }
  }
  g_assert (p.n_placed == s->n);
  memcpy (s->order, p.order, sizeof (int) * (size_t) s->n);
  g_free (p.set);
  g_free (p.motions);
  g_free (p.placed);
  g_free (p.order);
}

static void
set_positions (Nodes *s)
{
  for (int k = 0; k < s->n; k++)
    s->pos[s->order[k]] = k;
}

// Parents in the elimination tree, by position (Liu 1986).
static int *
elimination_tree (const Nodes *s)
{
  int *parent = g_new (int, s->n + 1);
  g_autofree int *ancestor = g_new (int, s->n + 1);

  for (int k = 0; k < s->n; k++) {
    parent[k] = ancestor[k] = -1;
    int i = s->order[k];
    for (int e = s->start[i]; e < s->start[i + 1]; e++) {
      int x = s->pos[s->adj[e]];
      while (x >= 0 && x < k) {
        int up = ancestor[x];
        ancestor[x] = k;
        if (up < 0)
          parent[x] = k;
        x = up;
      }
    }
  }
  return parent;
}

// The same factor in an order that keeps parents next to their children: neighbours in memory.
// Returns the parents by their new positions.
static int *
postorder (Nodes *s)
{
  int *parent = elimination_tree (s);
  g_autofree int *to = g_new (int, s->n + 1);
  g_autofree int *head = g_new (int, s->n + 1);
  g_autofree int *next = g_new (int, s->n + 1);
  g_autofree int *order = g_new (int, s->n + 1);
  int done = 0;

  for (int k = 0; k <= s->n; k++)
    head[k] = -1;
  for (int k = s->n - 1; k >= 0; k--) {
    int up = parent[k] < 0 ? s->n : parent[k];
    next[k] = head[up];
    head[up] = k;
  }
  // walk down first children, up when there are none left
  int k = s->n;
  while (done < s->n || head[s->n] >= 0) {
    if (head[k] >= 0) {
      int child = head[k];
      head[k] = next[child];
      k = child;
    } else {
      to[k] = done;
      order[done++] = s->order[k];
      k = parent[k] < 0 ? s->n : parent[k];
    }
  }
  memcpy (s->order, order, sizeof (int) * (size_t) s->n);
  set_positions (s);
  for (k = 0; k < s->n; k++) // next is done with
    next[to[k]] = parent[k] < 0 ? -1 : to[parent[k]];
  memcpy (parent, next, sizeof (int) * (size_t) s->n);
  return parent;
}

// ─── structure ──────────────────────────────────────────────────────────────

static void
take_row (TrInts *rows, int *mark, int k, int r)
{
  if (r <= k || mark[r] == k)
    return;
  mark[r] = k;
  tr_ints_push (rows, r);
}

// The rows of each column of the factor, in no order: those of the system and those of the
// columns whose first row this is, its children.
static TrInts
column_rows (const Nodes *s, const int *parent, int *first)
{
  TrInts rows = {NULL, 0, 0};
  g_autofree int *mark = g_new (int, s->n + 1);
  g_autofree int *child = g_new (int, s->n + 1);
  g_autofree int *sibling = g_new (int, s->n + 1);
  g_autofree int *most = g_new0 (int, s->n + 1); // rows of all children
  for (int k = 0; k < s->n; k++)
    mark[k] = child[k] = -1;

  for (int k = 0; k < s->n; k++) {
    int i = s->order[k];
    first[k] = rows.n;
    tr_ints_make_room (&rows, most[k] + s->start[i + 1] - s->start[i]);
    for (int e = s->start[i]; e < s->start[i + 1]; e++)
      take_row (&rows, mark, k, s->pos[s->adj[e]]);
    for (int c = child[k]; c >= 0; c = sibling[c])
      for (int q = first[c]; q < first[c + 1]; q++)
        take_row (&rows, mark, k, rows.at[q]);
    first[k + 1] = rows.n;
    if (parent[k] >= 0) {
      sibling[k] = child[parent[k]];
      child[parent[k]] = k;
      most[parent[k]] += rows.n - first[k];
    }
  }
  return rows;
}

static void
set_columns (TrLdl *l, const Nodes *s, const TrKktNumbers *n)
{
  const TrKktGraph *g = s->g;
  int x = 0, pivot = 0, largest = 0;

  for (int k = 0; k < s->n; k++) {
    TrLdlColumn *col = &l->column[k];
    int node = s->node[s->order[k]], con = node - g->n_blocks;
    col->node = node;
    col->dim = dim_of (s, s->order[k]);
    col->is_block = con < 0;
    col->place = col->is_block ? n->a_at[node] : n->c_at[con];
    col->out = col->is_block ? g->v_at[node] : g->l_at[con];
    col->load = -1;
    col->x = x;
    col->pivot = pivot;
    x += col->dim;
    *(col->is_block ? &l->n_unknowns : &l->n_rows) += col->dim;
    pivot += col->dim * col->dim;
    largest = MAX (largest, col->dim);
  }
  l->pivot = g_new0 (double, pivot + 1); // updates compare with what was there
  l->u = g_new (double, largest *(largest + 1) + 1);
  l->x = g_new (double, x + 1);
  l->size = g_new (double, largest + 1);
}

// Entries sorted by row: a walk through the columns lists the rows by column, a walk through
// these lists the columns by row.
static void
set_entries (TrLdl *l, const int *first, const int *rows)
{
  int n = l->n, n_entries = first[n];
  g_autofree int *by_row = g_new (int, n_entries + 1);
  g_autofree int *next = g_new0 (int, n + 2);

  l->left = g_new (TrLdlLeft, n_entries + 1);
  l->row = g_new (int, n_entries + 1);
  l->row_dim = g_new (int16_t, n_entries + 1);

  for (int q = 0; q < n_entries; q++)
    next[rows[q] + 1]++;
  for (int k = 0; k < n; k++) {
    next[k + 1] += next[k];
    l->column[k].left = next[k];
    l->column[k].first = first[k];
  }
  l->column[n].left = l->column[n].first = n_entries;
  for (int k = 0; k < n; k++)
    for (int q = first[k]; q < first[k + 1]; q++)
      by_row[next[rows[q]]++] = k;

  for (int k = 0; k < n; k++)
    next[k] = first[k];
  for (int r = 0; r < n; r++)
    for (int i = l->column[r].left; i < l->column[r + 1].left; i++) {
      int k = by_row[i], q = next[k]++;
      l->column[r].mapped |= q + 1 < first[k + 1];
      l->row[q] = r;
      l->row_dim[q] = (int16_t) l->column[r].dim;
      l->left[i] = (TrLdlLeft){.entry = q,
                               .end = first[k + 1],
                               .pivot = l->column[k].pivot,
                               .x = l->column[k].x,
                               .dim = (int16_t) l->column[k].dim,
                               .is_block = l->column[k].is_block};
    }
}

// at: the place of each entry.
static void
set_values (TrLdl *l, int *at)
{
  int values = 0, scalar = 0;
  for (int k = 0; k < l->n; k++) {
    TrLdlColumn *col = &l->column[k];
    col->values = values;
    col->scalar = scalar;
    for (int q = col->first; q < col[1].first; q++) {
      at[q] = values;
      values += l->row_dim[q] * col->dim;
      scalar += l->row_dim[q];
    }
    col->n_scalar = scalar - col->scalar;
  }
  l->below = g_new0 (double, values + 1); // updates compare with what was there
  l->unit = g_new (double, values + 1);
  l->scalar_row = g_new (int, scalar + 1);
  scalar = 0;
  for (int q = 0; q < l->column[l->n].first; q++)
    for (int r = 0; r < l->row_dim[q]; r++)
      l->scalar_row[scalar++] = l->column[l->row[q]].x + r;
  for (int i = 0; i < l->column[l->n].left; i++)
    l->left[i].values = at[l->left[i].entry];
}

// ─── sources ────────────────────────────────────────────────────────────────

static int
find_entry (const TrLdl *l, int column, int row)
{
  int low = l->column[column].first, high = l->column[column + 1].first - 1;
  while (low < high) {
    int mid = (low + high) / 2;
    if (l->row[mid] < row)
      low = mid + 1;
    else
      high = mid;
  }
  g_assert (l->row[low] == row);
  return low;
}

// The stored matrices of the system, each at the column that it is part of, counted first.
static void
set_sources (TrLdl *l, const Nodes *s, const TrKktNumbers *n, const int *at)
{
  const TrKktGraph *g = s->g;
  int n_edges = g->n_touch + g->n_pairs, x, y;
  g_autofree int *next = g_new0 (int, l->n + 2);
  for (int i = 0; i < n_edges; i++)
    if (edge (s, i, &x, &y))
      next[MIN (s->pos[x], s->pos[y]) + 1]++;
  for (int k = 0; k <= l->n; k++) {
    next[k + 1] += next[k];
    l->column[k].source = next[k];
  }

  // the rows of the stored matrix belong to node x, its columns to node y
  l->source = g_new (TrLdlSource, next[l->n] + 1);
  for (int i = 0; i < n_edges; i++) {
    if (!edge (s, i, &x, &y))
      continue;
    int px = s->pos[x], py = s->pos[y], column = MIN (px, py), row = MAX (px, py);
    l->source[next[column]++] =
        (TrLdlSource){.to = at[find_entry (l, column, row)],
                      .from = i < g->n_touch ? n->j_at[i] : n->pair_at[i - g->n_touch],
                      .rows = (uint16_t) l->column[px].dim,
                      .cols = (uint16_t) l->column[py].dim,
                      .transposed = px < py};
  }
}

// What updates need to know.
static void
set_updates (TrLdl *l, const Nodes *s)
{
  int n_all = s->g->n_blocks + s->g->n_cons, largest = 0;
  l->column_of = g_new (int, n_all + 1);
  for (int node = 0; node < n_all; node++)
    l->column_of[node] = s->local[node] >= 0 ? s->pos[s->local[node]] : -1;
  for (int k = 0; k < l->n; k++)
    largest = MAX (largest, (l->column[k].n_scalar + l->column[k].dim) * l->column[k].dim);
  l->before = g_new (double, largest + 1);
  l->dirty = g_malloc ((gsize) l->n + 1);
  tr_ldl_forget (l);
}

TrLdl *
tr_ldl_new (const TrKktGraph *g,
            const TrKktNumbers *n,
            const bool *has_block,
            const bool *has_con,
            TrLdlOrder order)
{
  Nodes s;
  nodes_init (&s, g, has_block, has_con);
  order_by_fill (&s, order);
  if (order == TR_LDL_BLOCKS_FIRST)
    delay_constraints (&s);
  set_positions (&s);
  g_autofree int *parent = postorder (&s);

  TrLdl *l = g_new0 (TrLdl, 1);
  l->n = s.n;
  l->g = g;
  l->column = g_new0 (TrLdlColumn, s.n + 1);
  l->map = g_new (int, s.n + 1);
  g_autofree int *first = g_new0 (int, s.n + 1);
  TrInts rows = column_rows (&s, parent, first);
  set_columns (l, &s, n);
  set_entries (l, first, rows.at);
  set_values (l, rows.at); // the places of entries where their rows were
  set_sources (l, &s, n, rows.at);
  g_free (rows.at);
  set_updates (l, &s);
  nodes_clear (&s);
  return l;
}

void
tr_ldl_free (TrLdl *l)
{
  if (!l)
    return;
  void *lists[] = {l->unit,   l->column, l->row,   l->row_dim, l->column_of, l->scalar_row,
                   l->source, l->left,   l->map,   l->pivot,   l->below,     l->u,
                   l->x,      l->size,   l->dirty, l->before,  l->many};
  for (gsize i = 0; i < G_N_ELEMENTS (lists); i++)
    g_free (lists[i]);
  g_free (l);
}
