// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An eliminated node becomes an *element*: the clique of the nodes that it joined, kept as one
// list. A live node's neighbours are its remaining plain neighbours and the members of its
// elements. Eliminating p merges p's elements into the new one, so no node's lists ever grow.
// Nodes with the same neighbours are eliminated one right after the other: one of them stands for
// all and bears their weight. What is picked next is the node with the fewest neighbours, by a
// bound on their number that overlooks where its elements overlap, but for the newest one.

#include "solver/kkt/kkt-order.h"

#include "solver/kkt/ints.h"

#include <stdbool.h>

typedef struct {
  int n;
  int n_left;       // weight of all live nodes
  const int *start; // first place of each node in the two lists
  const int *stage;
  int *plain, *n_plain; // neighbours
  int *elements, *n_elements;
  int *weight;    // how many nodes a live one stands for; 0: eliminated, or another stands for it
  int *absorbed;  // elements that a later one stands for
  TrInts members; // of all elements; those of a live element are alive
  int *el_start, *el_count, *el_weight; // an element bears the number of its pivot
  int *mark;                            // nodes: the last element of which they became members
  int *outside, *seen;           // elements: weight outside the current one, and where counted
  int *degree;                   // bound on the weight of the neighbours
  int *head, *next, *prev;       // queues by degree
  int *hash, *bucket, *in_same;  // of the neighbours; the first node of each, the next
  int *stamp, n_stamps;          // of nodes and elements alike
  int *follower, *last;          // whom a node stands for: a list that begins with itself
  int lowest, *order, n_ordered; // what is eliminated
} Quotient;

static Quotient *
quotient_new (int n, const int *start, const int *adj, const int *stage, int *order)
{
  Quotient *q = g_new0 (Quotient, 1);
  int n_adj = start[n];

  q->n = n;
  q->start = start;
  q->stage = stage;
  q->order = order;
  q->plain = g_new (int, n_adj + 1);
  q->elements = g_new (int, n_adj + 1);
  int **lists[] = {&q->n_plain,  &q->n_elements, &q->weight,   &q->absorbed, &q->el_start,
                   &q->el_count, &q->el_weight,  &q->mark,     &q->outside,  &q->seen,
                   &q->degree,   &q->next,       &q->prev,     &q->hash,     &q->bucket,
                   &q->in_same,  &q->stamp,      &q->follower, &q->last};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    *lists[l] = g_new0 (int, n + 1);
  q->head = g_new (int, n + 1);

  for (int i = 0; i < n; i++) {
    q->weight[i] = stage[i] < 2;
    q->n_left += q->weight[i];
    for (int k = start[i]; k < start[i + 1]; k++)
      if (stage[adj[k]] < 2)
        q->plain[start[i] + q->n_plain[i]++] = adj[k];
    q->degree[i] = q->n_plain[i];
    q->mark[i] = q->seen[i] = q->bucket[i] = q->follower[i] = -1;
    q->last[i] = i;
  }
  for (int k = 0; k <= n; k++)
    q->head[k] = -1;
  q->lowest = n;
  return q;
}

static void
quotient_free (Quotient *q)
{
  int *lists[] = {q->plain,    q->elements, q->n_plain,   q->n_elements, q->weight,    q->absorbed,
                  q->el_start, q->el_count, q->el_weight, q->mark,       q->outside,   q->seen,
                  q->degree,   q->head,     q->next,      q->prev,       q->hash,      q->bucket,
                  q->in_same,  q->stamp,    q->follower,  q->last,       q->members.at};
  for (gsize l = 0; l < G_N_ELEMENTS (lists); l++)
    g_free (lists[l]);
  g_free (q);
}

// ─── queues ─────────────────────────────────────────────────────────────────

static void
enqueue (Quotient *q, int i)
{
  int degree = q->degree[i];

  q->prev[i] = -1;
  q->next[i] = q->head[degree];
  if (q->next[i] >= 0)
    q->prev[q->next[i]] = i;
  q->head[degree] = i;
  q->lowest = MIN (q->lowest, degree);
}

static void
dequeue (Quotient *q, int i)
{
  if (q->prev[i] >= 0)
    q->next[q->prev[i]] = q->next[i];
  else
    q->head[q->degree[i]] = q->next[i];
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
  if (q->weight[i] == 0 || q->mark[i] == p)
    return;
  q->mark[i] = p;
  q->el_weight[p] += q->weight[i];
  tr_ints_push (&q->members, i);
}

// Node i goes when p does, or with it: p stands for it.
static void
stand_for (Quotient *q, int p, int i)
{
  q->follower[q->last[p]] = i;
  q->last[p] = q->last[i];
  q->weight[i] = 0;
}

// The element of pivot p: its plain neighbours and the members of its elements, these absorbed.
static void
form_element (Quotient *q, int p)
{
  int most = q->n_plain[p];
  for (int k = 0; k < q->n_elements[p]; k++)
    most += q->el_count[q->elements[q->start[p] + k]];
  tr_ints_make_room (&q->members, most + 1);

  q->n_left -= q->weight[p];
  q->weight[p] = 0;
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

// For every element that meets the new one: what its members outside weigh.
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
        q->outside[e] = q->el_weight[e];
      }
      q->outside[e] -= q->weight[i];
    }
  }
}

// Rewrites the lists of i, a member of the new element p: elements that are absorbed or lie within
// p and the neighbours for which p now stands go, p comes. What has no other neighbours goes with
// p. The degree is without p's members.
static void
update_member (Quotient *q, int i, int p)
{
  int *elements = q->elements + q->start[i], *plain = q->plain + q->start[i];
  int n_elements = 0, n_plain = 0, degree = 0;
  unsigned hash = 0;

  for (int k = 0; k < q->n_elements[i]; k++) {
    int e = elements[k];
    q->absorbed[e] |= q->outside[e] == 0;
    if (q->absorbed[e])
      continue;
    degree += q->outside[e];
    hash += (unsigned) e;
    elements[n_elements++] = e;
  }
  for (int k = 0; k < q->n_plain[i]; k++) {
    int j = plain[k];
    if (q->weight[j] == 0 || q->mark[j] == p)
      continue;
    degree += q->weight[j];
    hash += (unsigned) j;
    plain[n_plain++] = j;
  }
  if (degree == 0) {
    q->n_left -= q->weight[i];
    q->el_weight[p] -= q->weight[i];
    stand_for (q, p, i);
    return;
  }
  elements[n_elements++] = p;
  q->n_elements[i] = n_elements;
  q->n_plain[i] = n_plain;
  q->degree[i] = MIN (q->degree[i], degree);
  q->hash[i] = (int) (hash % (unsigned) q->n);
}

// ─── nodes with the same neighbours ─────────────────────────────────────────

static void
stamp (Quotient *q, int i)
{
  q->n_stamps++;
  for (int k = q->start[i]; k < q->start[i] + q->n_elements[i]; k++)
    q->stamp[q->elements[k]] = q->n_stamps;
  for (int k = q->start[i]; k < q->start[i] + q->n_plain[i]; k++)
    q->stamp[q->plain[k]] = q->n_stamps;
}

// Whether j has the neighbours of i, which are stamped, and goes when it does.
static bool
is_like (const Quotient *q, int i, int j)
{
  bool like = q->n_elements[i] == q->n_elements[j] && q->n_plain[i] == q->n_plain[j] &&
              q->stage[i] == q->stage[j];
  for (int k = q->start[j]; like && k < q->start[j] + q->n_elements[j]; k++)
    like = q->stamp[q->elements[k]] == q->n_stamps;
  for (int k = q->start[j]; like && k < q->start[j] + q->n_plain[j]; k++)
    like = q->stamp[q->plain[k]] == q->n_stamps;
  return like;
}

// Node i joins the first of its bucket that is like it, or the bucket.
static void
find_like (Quotient *q, int i)
{
  int j = q->bucket[q->hash[i]];
  if (j >= 0)
    stamp (q, i);
  while (j >= 0 && !is_like (q, i, j))
    j = q->in_same[j];
  if (j >= 0) {
    q->weight[j] += q->weight[i];
    stand_for (q, j, i);
  } else {
    q->in_same[i] = q->bucket[q->hash[i]];
    q->bucket[q->hash[i]] = i;
  }
}

static void
eliminate (Quotient *q, int p, bool queued)
{
  form_element (q, p);
  count_outside (q, p);
  int *member = q->members.at + q->el_start[p], n = 0;
  for (int m = 0; m < q->el_count[p]; m++) {
    if (queued)
      dequeue (q, member[m]);
    update_member (q, member[m], p);
  }
  for (int m = 0; m < q->el_count[p]; m++)
    if (q->weight[member[m]] > 0)
      find_like (q, member[m]);

  for (int m = 0; m < q->el_count[p]; m++) {
    int i = member[m], weight = q->weight[i];
    q->bucket[q->hash[i]] = -1;
    if (weight == 0)
      continue;
    member[n++] = i;
    q->degree[i] = MIN (q->degree[i] + q->el_weight[p] - weight, q->n_left - weight);
    if (queued)
      enqueue (q, i);
  }
  q->members.n -= q->el_count[p] - n;
  q->el_count[p] = n;
  for (int i = p; i >= 0; i = q->follower[i])
    q->order[q->n_ordered++] = i;
}

void
tr_kkt_order (int n, const int *start, const int *adj, const int *stage, int *order)
{
  Quotient *q = quotient_new (n, start, adj, stage, order);

  for (int i = 0; i < n; i++)
    if (stage[i] == 0 && q->weight[i] > 0) // else it has gone with another
      eliminate (q, i, false);
  for (int i = 0; i < n; i++)
    if (q->weight[i] > 0)
      enqueue (q, i);
  while (q->n_left > 0)
    eliminate (q, pop_lowest (q), true);
  for (int i = 0; i < n; i++)
    if (stage[i] == 2)
      order[q->n_ordered++] = i;
  g_assert (q->n_ordered == n);
  quotient_free (q);
}
