// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Links grow from pairs of joints that a body or a constraint has in common and that keep their
// distance, by joints that keep theirs to all of it. Distance alone is not enough: the middles of a
// parallelogram's cranks keep theirs too.

#include "session/chain-private.h"

bool
tr_chain_has (const GArray *ascending, int value)
{
  for (guint i = 0; i < ascending->len; i++)
    if (g_array_index (ascending, int, i) == value)
      return true;
  return false;
}

static bool
is_close (const TrChainSearch *w, int i, int j)
{
  return w->close[(size_t) i * (size_t) w->n_joints + (size_t) j] != 0;
}

static bool
belongs (const TrChainSearch *w, const GArray *joints, int joint)
{
  bool close = false;
  for (guint i = 0; i < joints->len; i++) {
    int other = g_array_index (joints, int, i);
    if (other == joint || !tr_chain_is_rigid (w, other, joint))
      return false;
    close |= is_close (w, other, joint);
  }
  return close;
}

static void
grow (const TrChainSearch *w, GArray *joints)
{
  for (guint before = 0; before != joints->len;) {
    before = joints->len;
    for (int i = 0; i < w->n_joints; i++)
      if (belongs (w, joints, i))
        g_array_append_val (joints, i);
  }
}

static int
compare_ints (gconstpointer a, gconstpointer b)
{
  return *(const int *) a - *(const int *) b;
}

static void
find_extent (const TrChain *c, TrLink *link)
{
  double farthest = 0;
  link->from = link->to = -1;
  for (guint i = 0; i < link->joints->len; i++)
    for (guint j = i + 1; j < link->joints->len; j++) {
      int a = g_array_index (link->joints, int, i), b = g_array_index (link->joints, int, j);
      double d = v2_dist (tr_chain_joint (c, a)->at, tr_chain_joint (c, b)->at);
      if (d > farthest) {
        farthest = d;
        link->from = a;
        link->to = b;
      }
    }
}

static bool
has_all (const TrChainSearch *w, const GArray *joints, const TrConnector *some, int n)
{
  for (int i = 0; i < n; i++)
    if (!tr_chain_has (joints, tr_chain_find (w, &some[i])))
      return false;
  return n > 1;
}

// What it is called by.
static void
find_name (const TrChainSearch *w, TrLink *link)
{
  TrConnector some[TR_CHAIN_POINTS_MAX];
  const TrModel *m = w->chain->m;

  link->body = link->constraint = -1;
  for (int b = 0; b < m->n_bodies && link->body < 0; b++)
    if (has_all (w, link->joints, some, tr_chain_body_points (m, b, some)))
      link->body = b;
  for (int i = 0; i < m->n_constraints && link->body < 0 && link->constraint < 0; i++)
    if (tr_chain_is_in_force (&m->constraints[i]) &&
        has_all (w, link->joints, some, tr_chain_constraint_points (m, i, some)))
      link->constraint = i;
}

// Takes joints.
static void
add_link (TrChainSearch *w, GArray *joints)
{
  TrChain *c = w->chain;
  TrLink link = {.joints = joints};
  int index = (int) c->links->len;

  g_array_sort (joints, compare_ints);
  find_extent (c, &link);
  find_name (w, &link);
  g_array_append_val (c->links, link);
  for (guint i = 0; i < joints->len; i++)
    g_array_append_val (g_array_index (c->joints, TrJoint, g_array_index (joints, int, i)).links,
                        index);
}

int
tr_chain_common (const TrChain *c, const int *joints, int n)
{
  for (guint l = 0; l < c->links->len; l++) {
    int i = 0;
    while (i < n && tr_chain_has (tr_chain_link (c, (int) l)->joints, joints[i]))
      i++;
    if (i == n)
      return (int) l;
  }
  return -1;
}

void
tr_chain_find_links (TrChainSearch *w)
{
  GArray *ground = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; i < w->n_joints; i++)
    if (tr_chain_is_fixed (w, i))
      g_array_append_val (ground, i);
  add_link (w, ground);
  for (int i = 0; i < w->n_joints; i++)
    for (int j = i + 1; j < w->n_joints; j++) {
      int pair[] = {i, j};
      if (!is_close (w, i, j) || !tr_chain_is_rigid (w, i, j) ||
          tr_chain_common (w->chain, pair, 2) >= 0)
        continue;
      GArray *joints = g_array_new (FALSE, FALSE, sizeof (int));
      g_array_append_vals (joints, pair, 2);
      grow (w, joints);
      add_link (w, joints);
    }
}

int
tr_chain_shared (const TrChain *c, int link, int other)
{
  const GArray *joints = tr_chain_link (c, link)->joints;
  for (guint i = 0; i < joints->len; i++) {
    int joint = g_array_index (joints, int, i);
    if (tr_chain_has (tr_chain_joint (c, joint)->links, other))
      return joint;
  }
  return -1;
}
