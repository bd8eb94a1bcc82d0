// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A session that follows random edits from what they touch, against a twin that looks at all of the
// drawing after each: the same components, state, memories, check, text and history, to the bit.

#include "random-edits.h"

// Nothing is known to the twin of what has changed and what has stayed.
static void
look_at_all (Drawing *twin)
{
  const TrModel *m = tr_session_get_model (twin->session);
  tr_ledger_note_all ((TrLedger *) &m->ledger);
  tr_document_note_moved (twin->document);
}

static bool
set_both (Run *r, const char *what, const char *value)
{
  bool done = tr_session_set (r->d.session, what, value, NULL);
  g_assert_true (tr_session_set (r->twin.session, what, value, NULL) == done);
  return done;
}

static void
drag_both (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  const int body = pick (r, m->n_bodies);
  const bool lets_go = pick (r, 5) > 0;
  TrConnector at = {.kind = TR_AT_T, .body = body, .slide = -1, .p = {0.5, 0}};
  if (!tr_body_get_ops (&m->bodies[body])->has_curve)
    at.kind = tr_body_get_ops (&m->bodies[body])->has_local ? TR_AT_LOCAL : TR_AT_NAMED;
  Vec2 to = v2 (number (r, -9, 9), number (r, -9, 9));
  TrSession *both[] = {r->d.session, r->twin.session};
  for (guint i = 0; i < G_N_ELEMENTS (both); i++) {
    tr_session_press (both[i], &at, false);
    tr_session_move (both[i], to);
    tr_session_hold (both[i]);
    if (lets_go)
      tr_session_release (both[i]);
    else
      tr_session_cancel (both[i]);
  }
}

static void
step_both (Run *r, int n)
{
  bool back = pick (r, 2);
  for (int i = 0; i < n; i++) {
    bool done = back ? tr_session_undo (r->d.session) : tr_session_redo (r->d.session);
    g_assert_true (done ==
                   (back ? tr_session_undo (r->twin.session) : tr_session_redo (r->twin.session)));
  }
}

// Another value of a member, another name, another kind of parameter.
static void
set_something (Run *r)
{
  static const char *const members[] = {"value", "locked", "x", "id", "name"};
  const char *member = members[pick (r, G_N_ELEMENTS (members))];
  g_autofree char *what = g_strconcat (random_id (r), ".", member, NULL);
  g_autofree char *value =
      g_str_equal (member, "locked") ? g_strdup (pick (r, 2) ? "true" : "false")
      : g_str_equal (member, "id")   ? g_strdup_printf ("n%d", r->next++)
                                     : g_strdup_printf ("%g", number (r, 0.5, 4));
  if (pick (r, 6)) {
    set_both (r, what, value);
    return;
  }
  g_autofree char *size = g_strdup_printf ("%g", number (r, 0.5, 2));
  if (pick (r, 2))
    set_both (r, "size.value", size);
  else
    set_both (r, "wide.free", pick (r, 2) ? "true" : "false");
}

static void
edit_both (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  int which = m->n_bodies < 4 ? 0 : pick (r, 20);
  const char *ids[] = {m->n_bodies > 0 ? random_id (r) : NULL, NULL};
  bool on = pick (r, 2);
  if (which < 2)
    add_body (r);
  else if (which < 9)
    add_constraint (r);
  else if (which < 12)
    set_something (r);
  else if (which < 14)
    g_assert_true (tr_session_enable (r->d.session, ids[0], on, NULL) ==
                   tr_session_enable (r->twin.session, ids[0], on, NULL));
  else if (which < 15)
    g_assert_true (tr_session_remove (r->d.session, ids, NULL, NULL) ==
                   tr_session_remove (r->twin.session, ids, NULL, NULL));
  else if (which < 17)
    drag_both (r);
  else
    step_both (r, 1 + pick (r, 3));
}

static void
assert_state (const TrState *a, const TrState *b)
{
  g_assert_true (tr_state_equal (a, b));
  g_assert_cmpint (a->n_memory, ==, b->n_memory);
  if (a->n_memory > 0)
    g_assert_cmpmem (a->memory, sizeof (TrMemory) * (gsize) a->n_memory, b->memory,
                     sizeof (TrMemory) * (gsize) b->n_memory);
}

// The model is laid out as a reader of its text does it.
static void
assert_layout (const Drawing *d, const char *text)
{
  g_autoptr (TrDocument) again = tr_document_new ();
  g_autoptr (GError) error = NULL;
  tr_document_load_text (again, text, strlen (text), "again", &error);
  g_assert_no_error (error);
  const TrModel *a = tr_session_get_model (d->session), *b = tr_document_get_model (again);
  const TrState *s = tr_session_get_state (d->session), *t = tr_document_get_state (again);
  g_assert_cmpint (a->n_q, ==, b->n_q);
  g_assert_cmpint (a->n_body_q, ==, b->n_body_q);
  g_assert_cmpint (a->n_con_q, ==, b->n_con_q);
  for (int i = 0; i < a->n_bodies; i++)
    g_assert_cmpint (a->bodies[i].q, ==, b->bodies[i].q);
  if (a->n_q > 0)
    g_assert_cmpmem (s->q, sizeof (double) * (gsize) s->n_q, t->q,
                     sizeof (double) * (gsize) t->n_q);
}

// A picker that follows finds at n places what one finds that has just looked at all.
static void
assert_picks (Run *r, int n)
{
  TrPicker *kept = tr_session_get_picker (r->d.session);
  g_autoptr (TrPicker) fresh = tr_picker_new (r->d.document);
  for (int i = 0; i < n; i++) {
    Vec2 at = v2 (fmod (11.3 * i, 24) - 12, fmod (7.7 * i, 24) - 12);
    TrPick a = tr_picker_find (kept, at, 1, true), b = tr_picker_find (fresh, at, 1, true);
    g_assert_cmpint (a.kind, ==, b.kind);
    g_assert_cmpint (a.at.body, ==, b.at.body);
    g_assert_cmpmem (&a.place, sizeof a.place, &b.place, sizeof b.place);
  }
}

static void
compare_both (Run *r)
{
  TrSession *a = r->d.session, *b = r->twin.session;
  g_autofree char *text = tr_document_to_text (r->d.document, NULL);
  g_autofree char *other = tr_document_to_text (r->twin.document, NULL);
  g_assert_cmpstr (text, ==, other);
  assert_state (tr_session_get_state (a), tr_session_get_state (b));
  assert_checks (tr_session_check (a), tr_session_check (b));
  double left[] = {tr_session_last_result (a).residual, tr_session_last_result (b).residual};
  g_assert_cmpmem (&left[0], sizeof (double), &left[1], sizeof (double));
  r->kept = tr_session_get_engine (a);
  assert_partition (r, tr_session_get_engine (b));
  assert_picks (r, 16);
  g_assert_true (tr_document_is_modified (r->d.document) ==
                 tr_document_is_modified (r->twin.document));
  assert_layout (&r->d, text);
}

static void
test_sessions (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  int n = only ? 1 : is_slow () ? N_DRAWINGS / 12 : N_DRAWINGS / 2;
  for (int i = 0; i < n; i++) {
    guint seed = only ? (guint) atoi (only) : (guint) i + 1;
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    Run r = {.rand = rand};
    g_autofree char *start =
        g_strdup_printf ("{'trammel': 1, 'parameters': [{'name': 'size', 'value': 1}, {'name': "
                         "'wide', 'value': 3%s}], 'bodies': []}",
                         i % 3 ? "" : ", 'free': true");
    g_test_message ("seed %u", seed);
    drawing_load (&r.d, start);
    drawing_load (&r.twin, start);
    for (int k = 0; k < 2 * N_EDITS; k++) {
      look_at_all (&r.twin);
      edit_both (&r);
      look_at_all (&r.twin);
      compare_both (&r);
    }
    drawing_clear (&r.d);
    drawing_clear (&r.twin);
  }
}

// Edits that leave all unknowns where they are and yet change what lies under the pointer.
static void
test_picks_of_edits (void)
{
  static const char *const edits[][2] = {
      {"wave.y", "\"lift+6+sin(t)\""}, {"lift.value", "4"}, {"wave.locked", "true"}};
  Run r = {0};
  drawing_load (
      &r.d, "{'trammel': 1, 'parameters': [{'name': 'lift', 'value': 0}], 'bodies': "
            "[{'id': 'wave', 'kind': 'formula', 'unknowns': {}, 'x': 't', 'y': 'lift', 't': [-12, "
            "12]}]}");
  assert_picks (&r, 400);
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++) {
    g_autoptr (GError) error = NULL;
    tr_session_set (r.d.session, edits[i][0], edits[i][1], &error);
    g_assert_no_error (error);
    assert_picks (&r, 400);
    g_assert_true (tr_session_undo (r.d.session));
    assert_picks (&r, 400);
    g_assert_true (tr_session_redo (r.d.session));
    assert_picks (&r, 400);
  }
  drawing_clear (&r.d);
}

static void
set_one (Run *r, const char *what, const char *value)
{
  g_autoptr (GError) error = NULL;
  tr_session_set (r->d.session, what, value, &error);
  g_assert_no_error (error);
}

static void
assert_slides (Run *r, double on, double pulled)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  const double *q = tr_session_get_state (r->d.session)->q;
  g_autofree char *text = tr_document_to_text (r->d.document, NULL);
  g_assert_cmpfloat_with_epsilon (q[m->constraints[0].end[1].connector[0].slide], on, 1e-12);
  g_assert_cmpfloat_with_epsilon (q[m->forces[0].end[0].connector[0].slide], pulled, 1e-12);
  assert_layout (&r->d, text);
}

// A curve grows shorter under slides that nothing solves for: they are at its ends, as a reader of the
// drawing would have them, and undo leads them back.
static void
test_shorter_curve (void)
{
  Run r = {0};
  drawing_load (
      &r.d,
      "{'trammel': 1, 'parameters': [{'name': 'size', 'value': 2}], 'bodies': [{'id': 'p', 'kind': "
      "'point', 'at': [0, 5]}, {'id': 'wave', 'kind': 'formula', 'unknowns': {}, 'x': 't', 'y': "
      "'0', 't': [0, 'size']}], 'constraints': [{'id': 'k', 'kind': 'attach', 'a': <p.at>, 'b': "
      "<wave~1.8>, 'enabled': false}], 'forces': [{'id': 'f', 'kind': 'push', 'a': <wave~1.2>, "
      "'force': [1, 0], 'enabled': false}]}");
  assert_slides (&r, 1.8, 1.2);
  set_one (&r, "size.value", "1.5");
  assert_slides (&r, 1.5, 1.2);
  set_one (&r, "wave.t", "[0, 1]");
  assert_slides (&r, 1, 1);
  set_one (&r, "wave.t", "[0, 9]");
  assert_slides (&r, 1, 1);
  for (int i = 0; i < 3; i++)
    g_assert_true (tr_session_undo (r.d.session));
  assert_slides (&r, 1.8, 1.2);
  g_assert_true (tr_session_redo (r.d.session));
  g_assert_true (tr_session_redo (r.d.session));
  assert_slides (&r, 1, 1);
  drawing_clear (&r.d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/follow/picks-of-edits", test_picks_of_edits);
  g_test_add_func ("/follow/shorter-curve", test_shorter_curve);
  g_test_add_func ("/follow/random", test_sessions);
  return g_test_run ();
}
