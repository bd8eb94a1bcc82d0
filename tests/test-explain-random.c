// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said about a constraint against doing it, over random drawings.

#include "make-drawing.h"
#include "session/explain.h"
#include "slow.h"

enum { N_DRAWINGS = 40, N_SEGMENTS = 5 };

static int
pick (GRand *rand, int n)
{
  return g_rand_int_range (rand, 0, n);
}

// Bars on a grid of right angles, so that many things are said twice, some of them otherwise.
static void
drawing_random (Drawing *d, guint32 seed)
{
  static const char *const kinds[] = {"horizontal",    "vertical",     "parallel",
                                      "perpendicular", "equal-length", "length"};
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) cons =
      g_string_new ("{'id': 'n', 'kind': 'nail', 'a': <s0.a>, 'at': [0, 0]}");
  Vec2 at = {0, 0};
  for (int i = 0; i < N_SEGMENTS; i++) {
    static const Vec2 steps[] = {{4, 0}, {0, 4}, {-4, 0}, {0, -4}, {3, 2}};
    Vec2 to = v2_add (at, steps[pick (rand, G_N_ELEMENTS (steps))]);
    g_string_append_printf (bodies,
                            "%s{'id': 's%d', 'kind': 'segment', 'a': [%g, %g], 'b': [%g, %g]}",
                            i ? ", " : "", i, at.x, at.y, to.x, to.y);
    if (i > 0 && pick (rand, 4))
      g_string_append_printf (cons, ", {'id': 'j%d', 'kind': 'attach', 'a': <s%d.b>, 'b': <s%d.a>}",
                              i, i - 1, i);
    at = to;
  }
  int n = 3 + pick (rand, 7);
  for (int i = 0; i < n; i++) {
    int which = pick (rand, G_N_ELEMENTS (kinds)), a = pick (rand, N_SEGMENTS),
        b = (a + 1 + pick (rand, N_SEGMENTS - 1)) % N_SEGMENTS;
    g_string_append_printf (cons, ", {'id': 'c%d', 'kind': '%s', 'a': 's%d'", i, kinds[which], a);
    if (which >= 2 && which < 5)
      g_string_append_printf (cons, ", 'b': 's%d'", b);
    g_string_append (cons, which == 5 ? ", 'value': 4}" : "}");
  }
  drawing_init (d, bodies->str, cons->str, NULL);
  tr_session_solve (d->session);
}

static void
assert_outcome (Drawing *d, const TrOutcome *said, const TrState *before, const char *what)
{
  const TrCheck *c = tr_session_check (d->session);
  const TrState *after = tr_session_get_state (d->session);
  double moved = 0;
  g_test_message ("%s", what);
  g_assert_cmpint (c->dof, ==, said->dof);
  g_assert_cmpint (c->holds, ==, said->holds);
  g_assert_cmpint ((int) c->redundant->len, ==, said->redundant);
  g_assert_cmpint ((int) c->conflicts->len, ==, said->conflicts);
  for (int i = 0; i < tr_session_get_model (d->session)->n_body_q; i++)
    moved = fmax (moved, fabs (after->q[i] - before->q[i]));
  g_assert_cmpfloat (fabs (moved - said->moved), <=, 1e-9);
}

// The degrees of freedom without one constraint, and perhaps another.
static int
dof_without (Drawing *d, const char *id, const char *other)
{
  g_autoptr (GError) error = NULL;
  const char *ids[] = {id, other, NULL};
  tr_session_remove (d->session, ids, NULL, &error);
  g_assert_no_error (error);
  int dof = tr_session_check (d->session)->dof;
  g_assert_true (tr_session_undo (d->session));
  return dof;
}

// Any one of a circuit may go and the others still say the same; without two of them not.
static int
assert_circuit (Drawing *d, const TrExplanation *x, const char *id)
{
  const TrModel *m = tr_session_get_model (d->session);
  bool is_plain = tr_constraint_n_rows (m, x->constraint) == 1;
  for (guint i = 0; i < x->circuit->len; i++)
    is_plain &= tr_constraint_n_rows (m, g_array_index (x->circuit, int, i)) == 1;
  if (!is_plain || x->circuit->len == 0 || x->is_local)
    return 0;
  g_assert_cmpint (dof_without (d, id, NULL), ==, x->dof);
  g_autofree char *other = g_strdup (m->constraints[g_array_index (x->circuit, int, 0)].id);
  g_assert_cmpint (dof_without (d, other, NULL), ==, x->dof);
  return 1;
}

static void
explain_all (Drawing *d, int *n_circuits, int *n_conflicts)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  const TrModel *m = tr_session_get_model (d->session);
  for (int i = 0; i < m->n_constraints; i++)
    g_ptr_array_add (ids, g_strdup (m->constraints[i].id));
  for (guint i = 0; i < ids->len; i++) {
    const char *id = ids->pdata[i], *one[] = {id, NULL};
    g_autoptr (GError) error = NULL;
    g_autoptr (TrState) before = tr_state_copy (tr_session_get_state (d->session));
    g_autoptr (TrExplanation) x =
        tr_explain (d->session, tr_model_find (tr_session_get_model (d->session), id).index);
    g_assert_cmpint (x->dof, ==, tr_session_check (d->session)->dof);
    if (x->standing == TR_STANDING_CONFLICT)
      ++*n_conflicts;
    else if (tr_session_check (d->session)->conflicts->len == 0)
      *n_circuits += assert_circuit (d, x, id);
    tr_session_remove (d->session, one, NULL, &error);
    g_assert_no_error (error);
    assert_outcome (d, &x->removed, before, id);
    tr_session_undo (d->session);
    g_assert_true (tr_state_equal (before, tr_session_get_state (d->session)));
    g_autofree char *member = g_strdup_printf ("%s.driven", id);
    tr_session_set (d->session, member, "true", &error);
    g_assert_no_error (error);
    assert_outcome (d, &x->driven, before, member);
    tr_session_undo (d->session);
  }
}

static void
test_claims (void)
{
  int n_circuits = 0, n_conflicts = 0;
  for (guint32 seed = 1; seed <= (is_slow () ? N_DRAWINGS / 4 : N_DRAWINGS); seed++) {
    g_auto (Drawing) d = {0};
    g_test_message ("drawing %u", seed);
    drawing_random (&d, seed);
    explain_all (&d, &n_circuits, &n_conflicts);
  }
  g_test_message ("%d circuits, %d in conflicts", n_circuits, n_conflicts);
  g_assert_cmpint (n_circuits, >, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/explain/claims", test_claims);
  return g_test_run ();
}
