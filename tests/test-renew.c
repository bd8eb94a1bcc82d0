// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// An engine that follows edits against one that is made for the drawing as it is: over random
// drawings and edits both move the same bits and find the same. And what an edit costs, counted in
// components that are made.

#include "random-edits.h"

static void
change (Run *r)
{
  g_autofree char *size = g_strdup_printf ("%g", number (r, 0.5, 2));
  const char *id = random_id (r);
  g_autofree char *what = g_strconcat (id,
                                       pick (r, 2)   ? ".locked"
                                       : pick (r, 2) ? ".x"
                                                     : ".value",
                                       NULL);
  const char *ids[] = {id, NULL};
  switch (pick (r, 5)) {
  case 0:
    if (tr_session_get_model (r->d.session)->n_bodies > 3)
      g_assert_true (tr_document_remove (r->d.document, ids, NULL, NULL));
    break;
  case 1:
    tr_document_set (r->d.document, "size.value", size, NULL);
    break;
  case 2:
    tr_document_set (r->d.document, what,
                     g_str_has_suffix (what, "locked") ? (pick (r, 2) ? "true" : "false") : size,
                     NULL);
    break;
  case 3:
    tr_document_enable (r->d.document, id, pick (r, 2) != 0, NULL);
    break;
  default:
    if (pick (r, 2))
      tr_document_undo (r->d.document);
    else
      tr_document_redo (r->d.document);
  }
}

// ─── the two engines ────────────────────────────────────────────────────────

static void
drag (Run *r, TrEngine *e, TrState *s, int body)
{
  TrConnector at = {.kind = TR_AT_T, .body = body, .p = {0.5, 0}};
  const TrBody *b = &tr_session_get_model (r->d.session)->bodies[body];
  if (!tr_body_get_ops (b)->has_curve)
    at.kind = tr_body_get_ops (b)->has_local ? TR_AT_LOCAL : TR_AT_NAMED;
  tr_engine_grab (e, s, &at, false);
  for (int i = 1; i <= 4; i++)
    tr_engine_drag (e, s, v2 (0.7 * i, 3 - i));
  for (int i = 0; i < 3; i++)
    tr_engine_hold (e, s, v2 (2.8, -1));
  tr_engine_release (e, s);
}

// Of each component whether its constraints hold at s, to the last digits.
static bool *
find_holding (const TrModel *m, const TrEngine *e, const TrState *s)
{
  bool *holds = g_new (bool, tr_engine_n_components (e) + 1);
  memset (holds, true, sizeof (bool) * (gsize) (tr_engine_n_components (e) + 1));
  for (int i = 0; i < m->n_constraints; i++) {
    double c[TR_ROWS_MAX] = {0};
    bool undefined = false, good = true;
    tr_constraint_residual (m, i, s->q, &s->memory[i], s->time, c, &undefined);
    for (int k = 0; k < TR_ROWS_MAX; k++)
      good &= fabs (c[k]) < 1e-9;
    for (int k = 0; k < m->n_bodies && !good; k++)
      if (tr_constraint_uses (&m->constraints[i], k) && tr_engine_component_of_body (e, k) >= 0)
        holds[tr_engine_component_of_body (e, k)] = false;
  }
  return holds;
}

// What does not hold is solved again by the new engine alone, and may go on; all else is the same.
static void
compare_loose (Run *r, const TrEngine *fresh, const TrState *now, const TrState *other)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  g_autofree bool *holds = find_holding (m, fresh, other);
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    int c = tr_engine_component_of_body (fresh, i);
    if (c < 0 || holds[c])
      g_assert_cmpmem (tr_body_q (b, now->q), sizeof (double) * (gsize) b->n,
                       tr_body_q (b, other->q), sizeof (double) * (gsize) b->n);
  }
}

static void
compare (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  TrState *now = tr_session_get_state (r->d.session);
  g_autoptr (TrState) other = tr_state_copy (now);
  tr_engine_renew (r->kept, m, now);
  g_autoptr (TrEngine) fresh = tr_engine_new (m, now);
  assert_partition (r, fresh);
  tr_engine_solve (r->kept, now);
  tr_engine_solve (fresh, other);
  tr_document_note_moved (r->d.document); // by hands of our own
  g_autoptr (TrCheck) check = tr_engine_check (fresh, other);
  g_autoptr (TrCheck) kept = tr_engine_check (r->kept, now);
  if (!check->holds) {
    r->n_loose++;
    compare_loose (r, fresh, now, other);
    return;
  }
  r->n_held++;
  g_assert_true (tr_state_equal (now, other));
  assert_checks (kept, check);
  if (m->n_bodies == 0)
    return;
  int body = pick (r, m->n_bodies);
  drag (r, r->kept, now, body);
  drag (r, fresh, other, body);
  g_assert_true (tr_state_equal (now, other));
  g_autoptr (TrCheck) after = tr_engine_check (r->kept, now);
  g_autoptr (TrCheck) fresh_after = tr_engine_check (fresh, other);
  assert_checks (after, fresh_after);
}

// All edits taken back one by one and made again: the same texts on the way.
static void
assert_history (TrDocument *d)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  do
    g_ptr_array_add (texts, tr_document_to_text (d, NULL));
  while (tr_document_undo (d));
  g_assert_cmpint (tr_document_get_model (d)->n_bodies, ==, 0);
  for (guint i = texts->len; i > 0; i--) {
    g_autofree char *now = tr_document_to_text (d, NULL);
    g_assert_cmpstr (now, ==, g_ptr_array_index (texts, i - 1));
    g_assert_true (tr_document_redo (d) == (i > 1));
  }
}

static void
test_random (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  int n = only ? 1 : is_slow () ? N_DRAWINGS / 12 : N_DRAWINGS, n_held = 0, n_loose = 0;
  for (int i = 0; i < n; i++) {
    guint seed = only ? (guint) atoi (only) : (guint) i + 1;
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    Run r = {.rand = rand};
    g_test_message ("seed %u", seed);
    drawing_load (&r.d,
                  "{'trammel': 1, 'parameters': [{'name': 'size', 'value': 1}], 'bodies': []}");
    for (int k = 0; k < 6; k++)
      add_body (&r);
    tr_document_commit (r.d.document, "bodies");
    r.kept = tr_engine_new (tr_session_get_model (r.d.session), tr_session_get_state (r.d.session));
    for (int k = 0; k < N_EDITS; k++) {
      int which = pick (&r, 10);
      if (which < 2 || tr_session_get_model (r.d.session)->n_bodies == 0)
        add_body (&r);
      else if (which < 6)
        add_constraint (&r);
      else
        change (&r);
      compare (&r);
      tr_document_commit (r.d.document, "edit");
    }
    assert_history (r.d.document);
    n_held += r.n_held;
    n_loose += r.n_loose;
    tr_engine_free (r.kept);
    drawing_clear (&r.d);
  }
  g_test_message ("%d drawings that hold, %d that do not", n_held, n_loose);
  g_assert_true (only || n_held > n_loose / 2);
}

// ─── what an edit costs ─────────────────────────────────────────────────────

enum { N_LINKAGES = 300 };

static void
load_linkages (Drawing *d)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) cons = g_string_new (NULL);
  for (int i = 0; i < N_LINKAGES; i++) {
    int x = 10 * i;
    const char *comma = i ? ", " : "";
    g_string_append_printf (
        bodies,
        "%s{'id': 'a%d', 'kind': 'segment', 'a': [%d, 0], 'b': [%d, 3]}, {'id': "
        "'b%d', 'kind': 'segment', 'a': [%d, 3], 'b': [%d, 4]}",
        comma, i, x, x, i, x, x + 4);
    g_string_append_printf (cons,
                            "%s{'id': 'n%d', 'kind': 'nail', 'a': <a%d.a>, 'at': [%d, 0]}, {'id': "
                            "'j%d', 'kind': 'attach', 'a': <a%d.b>, 'b': <b%d.a>}",
                            comma, i, i, x, i, i, i);
  }
  drawing_init (d, bodies->str, cons->str, NULL);
}

// After an edit: components that there are, and how many of them were made for it.
static void
assert_cost (Drawing *d, int n, int n_built)
{
  TrEngine *e = tr_session_get_engine (d->session);
  g_assert_cmpint (tr_engine_n_components (e), ==, n);
  g_assert_cmpint (tr_engine_n_built (e), ==, n_built);
}

static void
session_add (Drawing *d, const char *text)
{
  g_autofree char *json = drawing_text (text);
  g_autoptr (GError) error = NULL;
  tr_session_add (d->session, json, NULL, &error);
  g_assert_no_error (error);
}

static void
test_cost (void)
{
  enum { N = N_LINKAGES };
  const char *body[] = {"a7", NULL}, *constraint[] = {"j9", NULL};
  g_auto (Drawing) d = {0};
  load_linkages (&d);
  assert_cost (&d, N, N);
  session_add (&d, "{'id': 'v', 'kind': 'vertical', 'a': 'a5'}");
  assert_cost (&d, N, 1);
  g_assert_true (tr_session_set (d.session, "a5.name", "crank", NULL));
  assert_cost (&d, N, 1);
  session_add (&d, "{'id': 'd', 'kind': 'distance', 'a': <b20.b>, 'b': <b21.b>, 'value': 11}");
  assert_cost (&d, N - 1, 1); // of two
  session_add (&d, "{'id': 'p', 'kind': 'point', 'at': [0, 9]}");
  assert_cost (&d, N, 1);
  g_assert_true (tr_session_remove (d.session, constraint, NULL, NULL));
  assert_cost (&d, N + 1, 2);
  g_assert_true (tr_session_remove (d.session, body, NULL, NULL));
  assert_cost (&d, N + 1, 1); // b7 is left
  g_assert_true (tr_session_enable (d.session, "d", false, NULL));
  assert_cost (&d, N + 2, 2);
  for (int i = 0; i < 3; i++)
    tr_session_undo (d.session);
  assert_cost (&d, N, 3); // all three at once
  drawing_drag (&d, "b100.b", v2 (1003, 7), 5);
  assert_cost (&d, N, 3); // no edit
  while (tr_session_undo (d.session))
    ;
  assert_cost (&d, N, 3); // 5, 20 and 21; the point went
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/renew/random", test_random);
  g_test_add_func ("/renew/cost", test_cost);
  return g_test_run ();
}
