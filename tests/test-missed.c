// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is named where nothing depends on anything else and still not all can hold.

#include "make-drawing.h"

static char *
conflicts_of (Drawing *d)
{
  const TrModel *m = tr_session_get_model (d->session);
  const TrCheck *c = tr_session_check (d->session);
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < c->conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (c->conflicts, i);
    for (guint k = 0; k < set->len; k++)
      g_string_append_printf (out, "%s%s",
                              k   ? " "
                              : i ? ";"
                                  : "",
                              m->constraints[g_array_index (set, int, k)].id);
  }
  return g_string_free (out, FALSE);
}

#define CHAIN                                                                                      \
  "{'id': 'a', 'kind': 'segment', 'a': [0, 0], 'b': [4, 1]},"                                      \
  "{'id': 'b', 'kind': 'segment', 'a': [4, 1], 'b': [8, 0]},"                                      \
  "{'id': 'c', 'kind': 'segment', 'a': [8, 0], 'b': [9, 5]}"
#define JOINTS                                                                                     \
  "{'id': 'n', 'kind': 'nail', 'a': <a.a>, 'at': [0, 0]},"                                         \
  "{'id': 'j', 'kind': 'attach', 'a': <a.b>, 'b': <b.a>},"                                         \
  "{'id': 'k', 'kind': 'attach', 'a': <b.b>, 'b': <c.a>},"                                         \
  "{'id': 'la', 'kind': 'length', 'a': 'a', 'value': 5},"                                          \
  "{'id': 'h', 'kind': 'horizontal', 'a': 'b'},"

// The rest of the chain bends to meet the impossible half way; it is not blamed for that.
static void
test_least_sets (void)
{
  static const struct {
    const char *constraints, *conflicts;
  } cases[] = {
      {JOINTS "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': -2}", "l"},
      {JOINTS "{'id': 'l', 'kind': 'length', 'a': 'b', 'value': -2},"
              "{'id': 'd', 'kind': 'distance', 'a': <c.b>, 'b': <20;0>, 'value': -1},"
              "{'id': 'q', 'kind': 'equation', 'expr': 'abs(c.ax - 3) + 2', 'op': '='}",
       "l;d;q"},
      {JOINTS "{'id': 'q', 'kind': 'equation', 'expr': 'abs(c.ax - 3) + b.by', 'op': '='},"
              "{'id': 'r', 'kind': 'equation', 'expr': 'abs(c.bx) - b.by + 1', 'op': '='}",
       "q r"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Drawing) d = {0};
    drawing_init (&d, CHAIN, cases[i].constraints, NULL);
    tr_session_solve (d.session);
    g_autofree char *found = conflicts_of (&d);
    g_assert_false (tr_session_check (d.session)->holds);
    g_assert_cmpstr (found, ==, cases[i].conflicts);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/missed/least-sets", test_least_sets);
  return g_test_run ();
}
