// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Loops of four links with four joints of their own, and of three links with two joints and a
// slide.

#include "session/mechanism/mechanism-private.h"

typedef struct {
  int link[4];
  int joint[4]; // between link k and the next
} Cycle;

static double
joint_distance (const TrChain *c, int a, int b)
{
  return v2_dist (tr_chain_joint (c, a)->at, tr_chain_joint (c, b)->at);
}

static bool
are_distinct (const int *joint, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      if (joint[i] == joint[j])
        return false;
  return true;
}

// Ground, input, coupler, output: backwards where the last link is the driven one, or, with no
// drive, the shorter one.
static void
turn_to_input (const TrMechanismSearch *w, Cycle *y)
{
  int first = w->steps[y->link[1]], last = w->steps[y->link[3]];
  double a = joint_distance (w->chain, y->joint[0], y->joint[1]);
  double c = joint_distance (w->chain, y->joint[2], y->joint[3]);
  if (first < last || (first == last && a <= c))
    return;
  Cycle old = *y;
  for (int k = 1; k < 4; k++)
    y->link[k] = old.link[4 - k];
  for (int k = 0; k < 4; k++)
    y->joint[k] = old.joint[3 - k];
}

static void
add_four_bar (const TrMechanismSearch *w, Cycle *y)
{
  const TrChain *c = w->chain;
  TrFourBarLoop loop = {.floats = y->link[0] != 0};
  turn_to_input (w, y);
  for (int k = 0; k < 4; k++) {
    loop.link[k] = y->link[k];
    loop.joint[k] = tr_mechanism_joint_name (c, y->joint[k]);
    loop.at[k] = tr_chain_joint (c, y->joint[k])->at;
  }
  tr_four_bar_find (loop.at[0], loop.at[1], loop.at[2], loop.at[3], &loop.four_bar);
  g_array_append_val (w->out->four_bars, loop);
}

// Each loop once: its first link is the least, its second less than its last.
static void
find_four_bars_at (const TrMechanismSearch *w, int first, int second)
{
  const TrChain *c = w->chain;
  int n = (int) c->links->len;
  for (int third = first + 1; third < n; third++) {
    if (third == second || tr_chain_shared (c, second, third) < 0)
      continue;
    for (int last = second + 1; last < n; last++) {
      Cycle y = {{first, second, third, last},
                 {tr_chain_shared (c, first, second), tr_chain_shared (c, second, third),
                  tr_chain_shared (c, third, last), tr_chain_shared (c, last, first)}};
      if (last != third && y.joint[2] >= 0 && y.joint[3] >= 0 && are_distinct (y.joint, 4))
        add_four_bar (w, &y);
    }
  }
}

static void
add_slider (const TrMechanismSearch *w,
            const int link[3],
            const int joint[3],
            Vec2 along,
            TrSliderKind kind)
{
  const TrChain *c = w->chain;
  TrSliderLoop loop = {.along = along};
  for (int k = 0; k < 3; k++) {
    loop.link[k] = link[k];
    loop.joint[k] = tr_mechanism_joint_name (c, joint[k]);
    loop.at[k] = tr_chain_joint (c, joint[k])->at;
  }
  if (kind == TR_SLIDER_CRANK)
    tr_slider_crank_find (loop.at[0], loop.at[1], loop.at[2], along, &loop.slider);
  else
    tr_slider_lever_find (kind, loop.at[0], loop.at[1], loop.at[2], along, &loop.slider);
  g_array_append_val (w->out->sliders, loop);
}

// The joint p of link x slides along link l; z is joined to x at one place and to l at another.
// Which of the three is the ground makes it one or the other mechanism.
static void
find_slider (const TrMechanismSearch *w, const TrSlide *s, int x, int z)
{
  const TrChain *c = w->chain;
  int p = s->joint, l = s->link;
  int with_x = tr_chain_shared (c, z, x), with_l = tr_chain_shared (c, z, l);
  int joints[] = {p, with_x, with_l};
  if (z == x || z == l || with_x < 0 || with_l < 0 || !are_distinct (joints, 3))
    return;
  if (l == 0)
    add_slider (w, (int[]){0, z, x}, (int[]){with_l, with_x, p}, s->along, TR_SLIDER_CRANK);
  else if (z == 0)
    add_slider (w, (int[]){0, x, l}, (int[]){with_x, p, with_l}, s->along, TR_SLIDER_SLOTTED_LEVER);
  else if (x == 0)
    add_slider (w, (int[]){0, z, l}, (int[]){with_x, with_l, p}, s->along, TR_SLIDER_SWING_BLOCK);
}

void
tr_mechanism_find_loops (TrMechanismSearch *w)
{
  const TrChain *c = w->chain;
  int n = (int) c->links->len;

  for (int first = 0; first < n; first++)
    for (int second = first + 1; second < n; second++)
      if (tr_chain_shared (c, first, second) >= 0)
        find_four_bars_at (w, first, second);
  for (guint i = 0; i < c->slides->len; i++) {
    const TrSlide *s = &g_array_index (c->slides, TrSlide, i);
    const GArray *links = tr_chain_joint (c, s->joint)->links;
    for (guint k = 0; k < links->len; k++)
      for (int z = 0; z < n; z++) {
        int x = g_array_index (links, int, k);
        if (x != s->link && !tr_chain_is_parallel (c, x, s->link))
          find_slider (w, s, x, z);
      }
  }
}
