// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a drag remembers of the way it goes, near the end of that way.

#include "make-drawing.h"
#include "solver/engine-private.h"
#include "solver/hand/fold.h"
#include "solver/newton.h"

// The crank p of a four-bar is pulled outward past where coupler and rocker are in line, to where it
// stands at a step's length before that.
static void
pull_to_the_end (Drawing *d)
{
  drawing_init (d,
                "{'id': 'p', 'kind': 'point', 'at': [3.5, 0.4294]}, {'id': 'q', 'kind': 'point', "
                "'at': [6.2, 1.8]}",
                "{'id': 'a', 'kind': 'distance', 'a': <0;4>, 'b': <p.at>, 'value': 5}, {'id': 'c', "
                "'kind': 'distance', 'a': <p.at>, 'b': <q.at>, 'value': 3}, {'id': 'b', 'kind': "
                "'distance', 'a': <10;0>, 'b': <q.at>, 'value': 4}",
                NULL);
  drawing_press (d, "p.at");
  for (int i = 1; i <= 40; i++)
    drawing_move (d, v2 (3.5 - 0.05 * i, 0.4 - 0.03 * i));
  drawing_hold (d);
}

// So near to the end the sign of the way is noise, and is not learned: the memory of a clearer place
// stays.
static void
test_learn_only_when_clear (void)
{
  g_auto (Drawing) d = {0};
  pull_to_the_end (&d);
  TrEngine *e = tr_session_get_engine (d.session);
  TrFold *fold = &e->grab.fold;
  TrComponent *k = e->slots[e->grab.component];
  g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d.session));
  g_assert_true (fold->is_known && e->part == NULL);

  // half of what is left to where all is in line, p (3, 0) and q (6, 0)
  const double end[] = {3, 0, 6, 0};
  double left = 0;
  for (int i = 0; i < s->n_q; i++)
    left = fmax (left, fabs (end[i] - s->q[i]));
  g_assert_cmpfloat (left, <, 1e-3);
  tr_component_save (k, s);
  for (int i = 0; i < s->n_q; i++)
    s->q[i] += 0.5 * (end[i] - s->q[i]);
  int iterations = 0;
  g_assert_cmpfloat (tr_project (e, k, s, true, &iterations), <=, 1);

  double clear = fold->way[0] *= 2; // as good a memory, and not what is measured here
  for (int i = 1; i < k->n_v; i++)
    fold->way[i] *= 2;
  TrFoldStep step = {.most_miss = 1, .turn = 0.1, .strict = true, .iterations = &iterations};
  e->grab.mobility = 0; // from nearer still
  g_assert_true (tr_fold_stays_before (e, k, s, &step));
  g_assert_true (fold->has_one);
  g_assert_cmpfloat (fabs (fold->way[0] - clear), <=, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fold/learn-only-when-clear", test_learn_only_when_clear);
  return g_test_run ();
}
