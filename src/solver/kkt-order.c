// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An eliminated node becomes an *element*: the clique of the nodes that it joined, kept as one
// list. A live node's neighbours are its remaining plain neighbours and the members of its
// elements. Eliminating p merges p's elements into the new one, so no node's lists ever grow.
// What is picked next is the node that joins the fewest pairs of neighbours anew.

#include "solver/kkt-order.h"

#include "solver/ints.h"

#include <math.h>
#include <stdbool.h>

typedef struct {
  int n;
  const int *start;     // first place of each node in the two lists
  int *plain, *n_plain; // neighbours
  int *elements, *n_elements;
  bool *alive;              // nodes not yet eliminated
  bool *absorbed;           // elements that a later one stands for
  TrInts members;           // of all elements; those of a live element are alive
  int *el_start, *el_count; // an element bears the number of its pivot
  int *mark;                // nodes: the last element of which they became members
  int *outside, *seen;      // elements: members outside the current one, and where that was counted
  int *degree;              // bound on the number of neighbours
  int *key, *head, *next, *prev; // queues by key
  int n_keys, lowest;
} Quotient;

static Quotient *
quotient_new (int n, const int *start, const int *adj, const int *stage)
{
  Quotient *q = g_new0 (Quotient, 1);
  gsize ints = sizeof (int) * (gsize) n;
  int n_adj = start[n];

  q->n = n;
  q->start = start;
  q->plain = g_new (int, n_adj + 1);
  q->elements = g_new (int, n_adj + 1);
  q->alive = g_malloc0 (sizeof (bool) * (gsize) n);
  q->absorbed = g_malloc0 (sizeof (bool) * (gsize) n);
  int **lists[] = {&q->n_plain, &q->n_elements, &q->el_start, &q->el_count, &q->mark, &q->outside,
                   &q->seen,    &q->degree,     &q->key,      &q->next,     &q->prev};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    *lists[l] = g_malloc0 (ints);

  for (int i = 0; i < n; i++) {
    q->alive[i] = stage[i] < 2;
    for (int k = start[i]; k < start[i + 1]; k++)
      if (stage[adj[k]] < 2)
        q->plain[start[i] + q->n_plain[i]++] = adj[k];
    q->degree[i] = n;
    q->mark[i] = q->seen[i] = -1;
  }
  q->n_keys = q->lowest = 2 * n + 1;
  q->head = g_new (int, q->n_keys);
  for (int k = 0; k < q->n_keys; k++)
    q->head[k] = -1;
  return q;
}

static void
quotient_free (Quotient *q)
{
  int *lists[] = {q->plain,    q->elements, q->n_plain, q->n_elements, q->el_start,
                  q->el_count, q->mark,     q->outside, q->seen,       q->degree,
                  q->key,      q->head,     q->next,    q->prev};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
  g_free (q->alive);
  g_free (q->absorbed);
  g_free (q->members.at);
  g_free (q);
}

// ─── queues ─────────────────────────────────────────────────────────────────

// By the pairs of neighbours that would be joined anew: the root of their number, finely enough.
static void
enqueue (Quotient *q, int i, double missing_pairs)
{
  int key = (int) MIN (2 * sqrt (MAX (missing_pairs, 0)), q->n_keys - 1);

  q->key[i] = key;
  q->prev[i] = -1;
  q->next[i] = q->head[key];
  if (q->next[i] >= 0)
    q->prev[q->next[i]] = i;
  q->head[key] = i;
  q->lowest = MIN (q->lowest, key);
}

static void
dequeue (Quotient *q, int i)
{
  if (q->prev[i] >= 0)
    q->next[q->prev[i]] = q->next[i];
  else
    q->head[q->key[i]] = q->next[i];
  if (q->next[i] >= 0)
    q->prev[q->next[i]] = q->prev[i];
}

static int
pop_lowest (Quotient *q)
{
  while (q->head[q->lowest] < 0)
    q->lowest++;
  int i = q->head[q->lowest];
  dequeue (q, i);
  return i;
}

// ─── elimination ────────────────────────────────────────────────────────────

static const int *
members_of (const Quotient *q, int e)
{
  return q->members.at + q->el_start[e];
}

static void
take_member (Quotient *q, int i, int p)
{
  if (!q->alive[i] || q->mark[i] == p)
    return;
  q->mark[i] = p;
  tr_ints_push (&q->members, i);
}

// The element of pivot p: its plain neighbours and the members of its elements, these absorbed.
static void
form_element (Quotient *q, int p)
{
  int most = q->n_plain[p];
  for (int k = 0; k < q->n_elements[p]; k++)
    most += q->el_count[q->elements[q->start[p] + k]];
  tr_ints_make_room (&q->members, most + 1);

  q->alive[p] = false;
  q->el_start[p] = q->members.n;
  for (int k = 0; k < q->n_elements[p]; k++) {
    int e = q->elements[q->start[p] + k];
    for (int m = 0; m < q->el_count[e]; m++)
      take_member (q, members_of (q, e)[m], p);
    q->absorbed[e] = true;
  }
  for (int k = 0; k < q->n_plain[p]; k++)
    take_member (q, q->plain[q->start[p] + k], p);
  q->el_count[p] = q->members.n - q->el_start[p];
}

// For every element that meets the new one: how many of its members lie outside.
static void
count_outside (Quotient *q, int p)
{
  const int *member = members_of (q, p);
  for (int m = 0; m < q->el_count[p]; m++) {
    int i = member[m];
    for (int k = 0; k < q->n_elements[i]; k++) {
      int e = q->elements[q->start[i] + k];
      if (q->seen[e] != p) {
        q->seen[e] = p;
        q->outside[e] = q->el_count[e];
      }
      q->outside[e]--;
    }
  }
}

// Rewrites the lists of i, a member of the new element p: absorbed elements and the neighbours
// for which the element now stands go, p comes.
static void
update_member (Quotient *q, int i, int p)
{
  int *elements = q->elements + q->start[i], *plain = q->plain + q->start[i];
  int n_elements = 0, n_plain = 0;
  int degree = q->el_count[p] - 1;

  for (int k = 0; k < q->n_elements[i]; k++) {
    int e = elements[k];
    if (q->absorbed[e])
      continue;
    if (q->outside[e] == 0) {
      q->absorbed[e] = true;
      continue;
    }
    degree += q->outside[e];
    elements[n_elements++] = e;
  }
  elements[n_elements++] = p;

  for (int k = 0; k < q->n_plain[i]; k++)
    if (q->alive[plain[k]] && q->mark[plain[k]] != p)
      plain[n_plain++] = plain[k];

  q->n_elements[i] = n_elements;
  q->n_plain[i] = n_plain;
  q->degree[i] = MIN (degree + n_plain, q->degree[i] + q->el_count[p] - 1);
}

// Twice the number of pairs among the neighbours of i that no element joins, as far as is known:
// all pairs less those in the new element p, and in each other element those not both in p.
static double
missing_pairs (const Quotient *q, int i, int p)
{
  double degree = q->degree[i], in_p = q->el_count[p] - 1;
  double pairs = degree * (degree - 1) - in_p * (in_p - 1);

  for (int k = 0; k < q->n_elements[i]; k++) {
    int e = q->elements[q->start[i] + k];
    double all = q->el_count[e] - 1, out = q->outside[e], common = all - out;
    if (e != p)
      pairs -= all * (all - 1) - common * (common - 1);
  }
  return pairs;
}

static void
eliminate (Quotient *q, int p, bool queued)
{
  form_element (q, p);
  count_outside (q, p);
  for (int m = 0; m < q->el_count[p]; m++) {
    int i = members_of (q, p)[m];
    update_member (q, i, p);
    if (queued) {
      dequeue (q, i);
      enqueue (q, i, missing_pairs (q, i, p));
    }
  }
}

// The same before any queue: the degree is counted, with i itself as the stamp in mark, and the
// elements hardly overlap.
static double
first_missing_pairs (Quotient *q, int i, int *mark)
{
  int degree = q->n_plain[i];
  double pairs = 0;

  mark[i] = i;
  for (int k = 0; k < q->n_plain[i]; k++)
    mark[q->plain[q->start[i] + k]] = i;
  for (int k = 0; k < q->n_elements[i]; k++) {
    int e = q->elements[q->start[i] + k];
    double others = q->el_count[e] - 1;
    pairs -= others * (others - 1);
    for (int m = 0; m < q->el_count[e]; m++) {
      int x = members_of (q, e)[m];
      degree += mark[x] != i;
      mark[x] = i;
    }
  }
  q->degree[i] = degree;
  return pairs + degree * (degree - 1.0);
}

void
tr_kkt_order (int n, const int *start, const int *adj, const int *stage, int *order)
{
  Quotient *q = quotient_new (n, start, adj, stage);
  int done = 0;

  for (int i = 0; i < n; i++)
    if (stage[i] == 0) {
      eliminate (q, i, false);
      order[done++] = i;
    }

  g_autofree int *mark = g_new (int, n + 1);
  for (int i = 0; i < n; i++)
    mark[i] = -1;
  for (int i = n - 1; i >= 0; i--)
    if (q->alive[i])
      enqueue (q, i, first_missing_pairs (q, i, mark));
  int n_last = 0;
  for (int i = 0; i < n; i++)
    n_last += stage[i] == 2;
  while (done < n - n_last) {
    int p = pop_lowest (q);
    eliminate (q, p, true);
    order[done++] = p;
  }
  for (int i = 0; i < n; i++)
    if (stage[i] == 2)
      order[done++] = i;
  quotient_free (q);
}
