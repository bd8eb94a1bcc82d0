// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Snapshots of states: bits come back, and what did not change is kept once.

#include "model/snapshot.h"

#include <math.h>
#include <string.h>

static TrState *
state_make (int n_q, int n_memory)
{
  TrState *s = g_new0 (TrState, 1);
  s->n_q = n_q;
  s->n_memory = n_memory;
  s->q = g_new0 (double, n_q);
  s->v = g_new0 (double, n_q);
  s->memory = g_new0 (TrMemory, n_memory);
  for (int i = 0; i < n_q; i++)
    s->q[i] = sin (i);
  for (int i = 0; i < n_memory; i++)
    s->memory[i].dir = v2 (1, 0);
  return s;
}

static void
assert_same (const TrState *a, const TrState *b)
{
  g_assert_true (tr_state_equal (a, b));
  g_assert_cmpmem (a->memory, (size_t) a->n_memory * sizeof (TrMemory), b->memory,
                   (size_t) b->n_memory * sizeof (TrMemory));
}

// Of sizes around those of a page, none included.
static void
test_there_and_back (void)
{
  static const int sizes[] = {0, 1, 511, 512, 513, 5000};
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (TrState) s = state_make (sizes[i], sizes[i] / 3);
    s->time = 0.1;
    g_autoptr (TrSnapshot) first = tr_snapshot_new (s, NULL);
    g_autoptr (TrState) was = tr_state_copy (s);
    for (int k = 0; k < sizes[i]; k += 700)
      s->q[k] = s->v[k] = -0.0;
    if (sizes[i] > 3)
      s->memory[0].sign = -1;
    s->time = -0.0;
    g_autoptr (TrSnapshot) second = tr_snapshot_new (s, first);
    g_assert_true (tr_snapshot_equal (first, was));
    g_assert_false (tr_snapshot_equal (first, s));
    g_assert_true (tr_snapshot_equal (second, s));
    g_autoptr (TrState) back = tr_snapshot_state (second);
    assert_same (back, s);
    tr_snapshot_restore (first, back);
    assert_same (back, was);
    g_assert_cmpint (memcmp (&back->time, &was->time, sizeof (double)), ==, 0);
  }
}

// A snapshot outlives those that it shares with; a longer one shares what it has in common.
static void
test_sharing (void)
{
  enum { N = 100000, MOVED = 54321 };
  g_autoptr (TrState) s = state_make (N, N / 2);
  TrSnapshot *first = tr_snapshot_new (s, NULL);
  // Nothing moves, and nothing is remembered: that is kept once.
  g_assert_cmpuint (tr_snapshot_own_bytes (first), <=, N * sizeof (double) + 3 * 4096);
  s->q[MOVED] += 1;
  g_autoptr (TrSnapshot) second = tr_snapshot_new (s, first);
  g_assert_cmpuint (tr_snapshot_own_bytes (second), ==, 4096);
  g_autoptr (TrState) longer = state_make (N + 1000, N / 2);
  longer->q[MOVED] = s->q[MOVED];
  g_autoptr (TrSnapshot) third = tr_snapshot_new (longer, second);
  g_assert_cmpuint (tr_snapshot_own_bytes (third), <=, 6 * 4096);
  g_autoptr (TrSnapshot) copy = tr_snapshot_copy (second);
  g_assert_cmpuint (tr_snapshot_own_bytes (copy), ==, 0);
  tr_snapshot_free (first);
  g_clear_pointer (&second, tr_snapshot_free);
  g_assert_true (tr_snapshot_equal (copy, s));
  g_assert_true (tr_snapshot_equal (third, longer));
  g_assert_false (tr_snapshot_equal (third, s));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/snapshot/there-and-back", test_there_and_back);
  g_test_add_func ("/snapshot/sharing", test_sharing);
  return g_test_run ();
}
