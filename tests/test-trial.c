// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A drawing in conflict is judged alike wherever it stands: as it was written, solved, pulled about,
// undone, read again.

#include "make-drawing.h"

#define WALLS                                                                                      \
  "{'id': 'w1', 'kind': 'segment', 'a': [0, 0], 'b': [100, 0]},"                                   \
  "{'id': 'w2', 'kind': 'segment', 'a': [100, 0], 'b': [100, 60]},"                                \
  "{'id': 'w3', 'kind': 'segment', 'a': [100, 60], 'b': [0, 60]},"                                 \
  "{'id': 'w4', 'kind': 'segment', 'a': [0, 60], 'b': [0, 0]}"

// A room of 100 by 60 with three things said twice, and one wall that is one too long.
static const char *const room[] = {
    "{'id': 'c1', 'kind': 'attach', 'a': <w1.b>, 'b': <w2.a>}",
    "{'id': 'c2', 'kind': 'attach', 'a': <w2.b>, 'b': <w3.a>}",
    "{'id': 'c3', 'kind': 'attach', 'a': <w3.b>, 'b': <w4.a>}",
    "{'id': 'c4', 'kind': 'attach', 'a': <w4.b>, 'b': <w1.a>}",
    "{'id': 'h1', 'kind': 'horizontal', 'a': 'w1'}",
    "{'id': 'h3', 'kind': 'horizontal', 'a': 'w3'}",
    "{'id': 'v2', 'kind': 'vertical', 'a': 'w2'}",
    "{'id': 'v4', 'kind': 'vertical', 'a': 'w4'}",
    "{'id': 'p', 'kind': 'parallel', 'a': 'w1', 'b': 'w3'}",
    "{'id': 'pp', 'kind': 'perpendicular', 'a': 'w1', 'b': 'w2'}",
    "{'id': 'l1', 'kind': 'length', 'a': 'w1', 'value': 100}",
    "{'id': 'l3', 'kind': 'length', 'a': 'w3', 'value': 101}",
    "{'id': 'l2', 'kind': 'length', 'a': 'w2', 'value': 60}",
    "{'id': 'l4', 'kind': 'length', 'a': 'w4', 'value': 60}",
    "{'id': 'n', 'kind': 'nail', 'a': <w1.a>, 'at': [0, 0]}",
};
enum { N = G_N_ELEMENTS (room) };

static void
draw (Drawing *d, const char *const *constraints, int n)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i ? "," : "", constraints[i]);
  drawing_init (d, WALLS, text->str, NULL);
}

static void
append_names (GString *out, const TrModel *m, const GArray *set)
{
  for (guint i = 0; i < set->len; i++)
    g_string_append_printf (out, " %s", m->constraints[g_array_index (set, int, i)].id);
}

// "redundant p pp, 0 free, conflict l1 l3, conflict …"
static char *
judgement (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrCheck *c = tr_session_check (d->session);
  GString *out = g_string_new ("redundant");
  append_names (out, m, c->redundant);
  g_string_append_printf (out, ", %d free", c->dof);
  for (guint i = 0; i < c->conflicts->len; i++) {
    g_string_append (out, ", conflict");
    append_names (out, m, g_ptr_array_index (c->conflicts, i));
  }
  return g_string_free (out, FALSE);
}

static void
assert_judged (Drawing *d, const char *as)
{
  g_autofree char *found = judgement (d);
  g_assert_false (tr_session_check (d->session)->holds);
  g_assert_cmpstr (found, ==, as);
}

static void
test_wherever_it_stands (void)
{
  const char *as = "redundant p pp l4, 0 free, conflict c1 c2 c3 c4 h3 v2 v4 l1 l3";
  g_auto (Drawing) d = {0}, again = {0};
  draw (&d, room, N);
  assert_judged (&d, as); // as it was written, with 1 missing at one place
  tr_session_solve (d.session);
  assert_judged (&d, as);
  g_autofree char *text = tr_document_to_text (d.document, NULL);
  drawing_load (&again, text);
  assert_judged (&again, as);
  drawing_drag (&d, "w3.a", v2 (150, 100), 20);
  assert_judged (&d, as);
  g_assert_true (tr_session_undo (d.session));
  assert_judged (&d, as);
}

// The constraints of a set, one of them (−1: none) left out.
static bool
can_hold (const char *const *constraints, const GArray *set, int but)
{
  const char *some[N];
  int n = 0;
  g_auto (Drawing) d = {0};
  for (guint i = 0; i < set->len; i++)
    if ((int) i != but)
      some[n++] = constraints[g_array_index (set, int, i)];
  draw (&d, some, n);
  tr_session_solve (d.session);
  return drawing_holds (&d);
}

// In any order as much is said twice, and each set that is named is one: without any of its members
// it holds, with all of them it does not.
static void
test_any_order (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  for (int turn = 0; turn < 30; turn++) {
    const char *constraints[N];
    memcpy (constraints, room, sizeof room);
    for (int i = N - 1; i > 0; i--) {
      int j = g_rand_int_range (rand, 0, i + 1);
      const char *other = constraints[i];
      constraints[i] = constraints[j];
      constraints[j] = other;
    }
    g_auto (Drawing) d = {0};
    draw (&d, constraints, N);
    const TrCheck *c = tr_session_check (d.session);
    g_assert_cmpint (c->redundant->len, ==, 3);
    g_assert_cmpint (c->dof, ==, 0);
    g_assert_cmpint (c->conflicts->len, ==, 1);
    const GArray *set = g_ptr_array_index (c->conflicts, 0);
    g_assert_false (can_hold (constraints, set, -1));
    for (guint i = 0; i < set->len; i++)
      g_assert_true (can_hold (constraints, set, (int) i));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trial/wherever-it-stands", test_wherever_it_stands);
  g_test_add_func ("/trial/any-order", test_any_order);
  return g_test_run ();
}
