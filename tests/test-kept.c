// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is kept of typed curves against what is found anew: from place to place and back, in drawings of other
// sizes, and after bodies have got other numbers.

#include "make-drawing.h"

#include "solver/boxes.h"
#include "solver/engine-private.h"
#include "solver/masses.h"

#define CURVE(id, x, r)                                                                            \
  "{'id': '" id "', 'kind': 'formula', 'unknowns': {'x" id "': " x ", 'r" id "': " r               \
  "}, 'x': 'x" id " + r" id "*cos(t)', 'y': 'r" id                                                 \
  "*sin(t) + sin(2*t)', 't': [0, 'tau'], 'closed': true}"

static TrComponent *
component_of (TrEngine *e, const char *id)
{
  for (int i = 0; i < e->m->n_bodies; i++)
    if (g_str_equal (e->m->bodies[i].id, id))
      return e->components[tr_engine_component_of_body (e, i)];
  g_assert_not_reached ();
}

static void
assert_boxes (TrEngine *e, TrComponent *k, const TrState *s)
{
  TrBoxes boxes = tr_kept_boxes_at (e, k, s);
  g_assert_cmpint (boxes.n, ==, 2);
  for (int i = 0; i < boxes.n; i++) {
    const TrBox *box = &boxes.box[i];
    const TrBody *b = &e->m->bodies[box->body];
    Vec2 low, high;
    g_assert_cmpint (b->kind, ==, TR_BODY_FORMULA);
    g_assert_true (box->is_any && tr_body_box (b, tr_body_q (b, s->q), &low, &high));
    g_assert_cmpmem (&box->low, sizeof low, &low, sizeof low);
    g_assert_cmpmem (&box->high, sizeof high, &high, sizeof high);
    g_assert_true (tr_boxes_find (&boxes, e->m, box->body, s->q, &low, &high));
    g_assert_cmpmem (&box->low, sizeof low, &low, sizeof low);
  }
}

static void
assert_masses (TrEngine *e, TrComponent *k, const TrState *s)
{
  tr_component_masses (e, k, s->q);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *block = &k->blocks[i];
    double M[4];
    if (block->is_slide || e->m->bodies[block->body].kind != TR_BODY_FORMULA)
      continue;
    tr_body_mass (e->m, &e->m->bodies[block->body], s->q, k->size, M);
    g_assert_cmpmem (k->M + block->m, sizeof M, M, sizeof M);
  }
}

static void
assert_all_ways (Drawing *d)
{
  TrEngine *e = tr_session_get_engine (d->session);
  TrComponent *k = component_of (e, "c");
  g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d->session));
  tr_component_prepare_rows (e, k, s);
  for (int i = 0; i < 60; i++) {
    int place = i < 30 ? i % 7 : i % 11; // as many as are kept, and more
    k->size = i % 3 ? 10 : 1e9;
    for (int body = 0; body < e->m->n_bodies; body++)
      if (e->m->bodies[body].kind == TR_BODY_FORMULA)
        s->q[e->m->bodies[body].q] = place + body;
    assert_boxes (e, k, s);
    assert_masses (e, k, s);
  }
}

static void
test_places (void)
{
  g_auto (Drawing) d = {0};
  const char *first[] = {"first", NULL};
  drawing_init (
      &d,
      "{'id': 'first', 'kind': 'point', 'at': [50, 0]}, " CURVE (
          "c", "0", "5") ", "
                         "{'id': 'p', 'kind': 'point', 'at': [5, 0]}, " CURVE ("d", "9", "4"),
      "{'id': 'j', 'kind': 'attach', 'a': <p.at>, 'b': <c~0.1>}, {'id': 'l', 'kind': "
      "'attach', 'a': <p.at>, 'b': <d~3>}",
      NULL);
  assert_all_ways (&d);
  tr_session_remove (d.session, first, NULL, NULL);
  assert_all_ways (&d);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kept/places", test_places);
  return g_test_run ();
}
