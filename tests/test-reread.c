// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever is done to a drawing, what it is then can be saved, and read again as it is: random
// bodies with bounds (radii, sheets, slides on curves with ends), edits and pulls without mercy.

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { N_DRAWINGS = 120, N_STEPS = 40 };

typedef struct {
  GRand *rand;
  Drawing d;
  int next;      // id
  bool is_round; // no sheets, and a free number
} Run;

static int
pick (Run *r, int n)
{
  return g_rand_int_range (r->rand, 0, n);
}

static double
number (Run *r, double low, double high)
{
  return g_rand_double_range (r->rand, low, high);
}

static void
assert_reads_again (Run *r, const char *what)
{
  g_autofree char *text = tr_document_to_text (r->d.document, NULL);
  g_autoptr (TrDocument) again = tr_document_new ();
  g_autoptr (GError) error = NULL;
  if (!tr_document_load_text (again, text, strlen (text), "again", &error))
    g_error ("after %s: %s\n%s", what, error->message, text);
  g_autofree char *other = tr_document_to_text (again, NULL);
  g_assert_cmpstr (text, ==, other);
}

static void
add (Run *r, char *text)
{
  g_autofree char *short_form = text, *json = drawing_text (text);
  tr_session_add (r->d.session, json, NULL, NULL);
}

static void
add_body (Run *r)
{
  int id = r->next++;
  double x = number (r, -9, 9), y = number (r, -9, 9), u = number (r, 0.1, 4);
  double v = number (r, 0.1, 4), a = number (r, -3, 3);
  int kind = pick (r, r->is_round ? 9 : 8);
  switch (r->is_round && kind == 3 ? 7 : kind) {
  case 0:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'segment', 'a': [%g, %g], 'b': [%g, %g]}", id,
                             x, y, x + u, y + a));
    break;
  case 1:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'arc', 'center': [%g, %g], 'radius': %g, "
                             "'start': %g, 'end': %g}",
                             id, x, y, u, a, a + v));
    break;
  case 2:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'ellipse', 'center': [%g, %g], 'radii': "
                             "[%g, %g], 'rotation': %g}",
                             id, x, y, u, v, a));
    break;
  case 3:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'sheet', 'origin': [%g, %g], 'u': [%g, %g], "
                             "'v': [%g, %g], 'size': [%g, 2]}",
                             id, x, y, u, a, -a, v, u));
    break;
  case 4:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'bezier', 'points': [[%g, %g], [%g, 1], [3, "
                             "%g], [%g, %g]]}",
                             id, x, y, u, v, x + 6, y + a));
    break;
  case 5:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'formula', 'unknowns': {'k%d': %g}, 't': [0, "
                             "'size'], 'x': 'k%d*t + %g', 'y': 't*t + %g'}",
                             id, id, v, id, x, y));
    break;
  default:
    add (r, g_strdup_printf ("{'id': 'b%d', 'kind': 'circle', 'center': [%g, %g], 'radius': %g}",
                             id, x, y, u));
    break;
  }
}

static const TrBody *
any_body (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  return &m->bodies[pick (r, m->n_bodies)];
}

// A point of a body, in brackets.
static char *
connector (Run *r)
{
  const TrBody *b = any_body (r);
  double t = number (r, 0, 1);
  char name[32];
  if (b->kind == TR_BODY_SHEET)
    return g_strdup_printf ("<%s(%d;%d)>", b->id, pick (r, 3), pick (r, 3));
  int how = pick (r, 5);
  if (how == 0 || tr_body_n_points (b) == 0)
    return g_strdup_printf ("<%s@%g>", b->id, t);
  if (how < 3)
    return g_strdup_printf ("<%s~%g>", b->id, t);
  tr_body_point_name (b, pick (r, tr_body_n_points (b)), name);
  return g_strdup_printf ("<%s.%s>", b->id, name);
}

// Many of them cannot be read, and change nothing.
static void
add_constraint (Run *r)
{
  g_autofree char *a = connector (r), *b = connector (r);
  const char *one = any_body (r)->id, *other = any_body (r)->id;
  int id = r->next++;
  double x = number (r, -9, 9), y = number (r, -9, 9);
  switch (pick (r, 9)) {
  case 0:
    add (r,
         g_strdup_printf ("{'id': 'c%d', 'kind': 'nail', 'a': %s, 'at': [%g, %g]}", id, a, x, y));
    break;
  case 1:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'distance', 'a': %s, 'b': %s, 'value': '%d*"
                             "size'}",
                             id, a, b, pick (r, 4)));
    break;
  case 2:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'tangent', 'a': %s, 'b': %s}", id, a, b));
    break;
  case 3:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'length', 'a': '%s', 'value': '%d%s'}", id, one,
                             pick (r, 6), r->is_round ? "*wide" : ""));
    break;
  case 4:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'equation', 'expr': '%s.radius + %s.radius - "
                             "%g'}",
                             id, one, other, x));
    break;
  case 5:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'equation', 'expr': '%s.area - %d', 'op': "
                             "'<='}",
                             id, one, pick (r, 2)));
    break;
  case 6:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'spring', 'a': %s, 'b': %s, 'stiffness': %g, "
                             "'rest': 1}",
                             id, a, b, 10 + x));
    break;
  default:
    add (r, g_strdup_printf ("{'id': 'c%d', 'kind': 'attach', 'a': %s, 'b': %s}", id, a, b));
    break;
  }
}

static void
pull (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  g_autofree char *at = connector (r);
  at[strlen (at) - 1] = '\0';
  g_strdelimit (at, "~", '@');
  g_strdelimit (at, ";", ',');
  TrConnector c;
  if (!tr_session_parse_connector (m, at + 1, &c, NULL))
    return;
  tr_session_press (r->d.session, &c, pick (r, 4) == 0);
  for (int i = pick (r, 5); i >= 0; i--) {
    tr_session_move (r->d.session, v2 (number (r, -15, 15), number (r, -15, 15)));
    tr_session_hold (r->d.session);
    assert_reads_again (r, "a pull");
  }
  if (pick (r, 5))
    tr_session_release (r->d.session);
  else
    tr_session_cancel (r->d.session);
}

static void
set_something (Run *r)
{
  static const char *const members[] = {"radius", "x", "ux", "vy", "length", "start"};
  const char *id = any_body (r)->id;
  g_autofree char *what = g_strconcat (id, ".", members[pick (r, G_N_ELEMENTS (members))], NULL);
  g_autofree char *value = g_strdup_printf ("%g", number (r, -3, 4));
  if (pick (r, 2))
    tr_session_set (r->d.session, what, value, NULL);
  else
    tr_session_set (r->d.session, "size.value", value, NULL);
}

static const char *
do_something (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  int which = m->n_bodies < 3 ? 0 : pick (r, 20);
  if (which < 2) {
    add_body (r);
    return "a body";
  }
  if (which < 9) {
    add_constraint (r);
    return "a constraint";
  }
  if (which < 11) {
    set_something (r);
    return "a value";
  }
  if (which < 12) {
    const char *ids[] = {any_body (r)->id, NULL};
    tr_session_remove (r->d.session, ids, NULL, NULL);
    return "a removal";
  }
  if (which < 14) {
    if (pick (r, 2))
      tr_session_undo (r->d.session);
    else
      tr_session_redo (r->d.session);
    return "a step in the history";
  }
  if (which < 15 && m->n_constraints > 0) {
    tr_session_enable (r->d.session, m->constraints[pick (r, m->n_constraints)].id, pick (r, 2),
                       NULL);
    return "a constraint that rests";
  }
  if (which < 16) {
    tr_engine_settle (tr_session_get_engine (r->d.session), tr_session_get_state (r->d.session));
    tr_document_moved (r->d.document);
    tr_session_commit (r->d.session, "Settle");
    return "the rest of forces";
  }
  pull (r);
  return "a release";
}

static void
try_drawing (guint seed, bool is_round)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Run r = {.rand = rand, .is_round = is_round};
  g_test_message ("seed %u", seed);
  drawing_load (&r.d, is_round ? "{'trammel': 1, 'parameters': [{'name': 'size', 'value': 1}, "
                                 "{'name': 'wide', 'value': 3, 'free': true}], 'bodies': []}"
                               : "{'trammel': 1, 'parameters': [{'name': 'size', 'value': 1}], "
                                 "'bodies': []}");
  for (int k = 0; k < N_STEPS; k++)
    assert_reads_again (&r, do_something (&r));
  drawing_clear (&r.d);
}

static void
test_random (void)
{
  const char *only = g_getenv ("TRAMMEL_SEED");
  guint n = only ? 1 : is_slow () ? N_DRAWINGS / 12 : N_DRAWINGS;
  for (guint i = 0; i < n; i++)
    try_drawing (only ? (guint) atoi (only) : i + 1, false);
}

// Projections here lead radii below 0 and are shortened: a part of such a way may end below 0, too.
static void
test_radii (void)
{
  static const guint seed[] = {342, 346, 583, 777, 835};
  const char *only = g_getenv ("TRAMMEL_SEED");
  for (guint i = 0; i < (only ? 1 : G_N_ELEMENTS (seed)); i++)
    try_drawing (only ? (guint) atoi (only) : seed[i], true);
}

// The side of a sheet, led onto the side beside it and past it; and told to lie there.
static void
test_flat (void)
{
  Run r = {.next = 0};
  drawing_init (&r.d,
                "{'id': 's', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [0.3, 1], "
                "'size': [10, 10]}",
                "{'id': 'n1', 'kind': 'nail', 'a': <s(0;0)>, 'at': [0, 0]},"
                "{'id': 'n2', 'kind': 'nail', 'a': <s(10;0)>, 'at': [10, 0]}",
                NULL);
  const TrConnector corner = drawing_connector (&r.d, "s(0,10)");
  for (int y = 0; y >= -5; y -= 5) {
    tr_session_press (r.d.session, &corner, false);
    tr_session_move (r.d.session, v2 (5, y));
    for (int i = 0; i < 60; i++)
      tr_session_hold (r.d.session);
    tr_session_release (r.d.session);
    assert_reads_again (&r, "a pull");
    g_assert_cmpfloat_with_epsilon (drawing_point (&r.d, "s(0,10)").y, y, 1e-6);
  }
  add (&r, g_strdup ("{'id': 'n3', 'kind': 'nail', 'a': <s(0;10)>, 'at': [5, 0]}"));
  assert_reads_again (&r, "a constraint");
  g_assert_cmpint (tr_session_check (r.d.session)->holds, ==, false);
  drawing_clear (&r.d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reread/random", test_random);
  g_test_add_func ("/reread/radii", test_radii);
  g_test_add_func ("/reread/flat", test_flat);
  return g_test_run ();
}
