// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random drawings and edits of them, and engines and checks that are to be the same.

#pragma once

#include "make-drawing.h"
#include "slow.h"

#include <stdlib.h>

enum { N_DRAWINGS = 60, N_EDITS = 24 };

typedef struct {
  GRand *rand;
  Drawing d;
  TrEngine *kept;
  Drawing twin;                  // gets the same edits, and looks at all of it after each
  int next;                      // id
  int n_bodies, n_held, n_loose; // compared: engines, and drawings that hold or do not
} Run;

static inline int
pick (Run *r, int n)
{
  return g_rand_int_range (r->rand, 0, n);
}

static inline double
number (Run *r, double low, double high)
{
  return g_rand_double_range (r->rand, low, high);
}

static inline bool
add (Run *r, const char *text)
{
  g_autofree char *json = drawing_text (text);
  if (!r->twin.session)
    return tr_document_add (r->d.document, json, NULL, NULL);
  bool done = tr_session_add (r->d.session, json, NULL, NULL);
  g_assert_true (tr_session_add (r->twin.session, json, NULL, NULL) == done);
  return done;
}

static inline void
add_body (Run *r)
{
  int id = r->next++;
  double x = number (r, -9, 9), y = number (r, -9, 9), u = number (r, -5, 5), v = number (r, 1, 5);
  const char *locked = pick (r, 8) ? "" : ", 'locked': true";
  char *text[] = {
      g_strdup_printf ("{'id': 'b%d', 'kind': 'point', 'at': [%g, %g]%s}", id, x, y, locked),
      g_strdup_printf ("{'id': 'b%d', 'kind': 'segment', 'a': [%g, %g], 'b': [%g, %g]%s}", id, x, y,
                       x + u, y + v, locked),
      g_strdup_printf ("{'id': 'b%d', 'kind': 'rigid', 'position': [%g, %g], 'rotation': %g%s}", id,
                       x, y, u, locked),
      g_strdup_printf ("{'id': 'b%d', 'kind': 'circle', 'center': [%g, %g], 'radius': %g%s}", id, x,
                       y, v, locked),
      g_strdup_printf ("{'id': 'b%d', 'kind': 'bezier', 'points': [[%g, %g], [%g, 1], [3, %g], "
                       "[%g, %g]]%s}",
                       id, x, y, u, v, x + 6, y + u, locked),
      g_strdup_printf (
          "{'id': 'b%d', 'kind': 'formula', 'unknowns': {'k%d': %g}, 't': [0, 'size'], "
          "'x': 'k%d*t + size', 'y': 't*t + 3'%s}",
          id, id, v, id, locked),
  };
  g_assert_true (add (r, text[pick (r, G_N_ELEMENTS (text))]));
  for (guint i = 0; i < G_N_ELEMENTS (text); i++)
    g_free (text[i]);
}

// A point of a random body, in brackets; a slide where slides is true and it can be one.
static inline char *
connector (Run *r, bool slides)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  const TrBody *b = &m->bodies[pick (r, m->n_bodies)];
  const TrBodyOps *ops = tr_body_get_ops (b);
  char name[32];
  if (b->kind == TR_BODY_RIGID)
    return g_strdup_printf ("<%s(%g;1)>", b->id, number (r, -2, 2));
  if (ops->has_curve && slides && pick (r, 2))
    return g_strdup_printf ("<%s~%g>", b->id, number (r, 0.1, 0.9));
  if (ops->has_curve && pick (r, 2))
    return g_strdup_printf ("<%s@%g>", b->id, number (r, 0.1, 0.9));
  if (tr_body_n_points (b) == 0)
    return g_strdup_printf ("<%s@0.5>", b->id);
  return g_strdup_printf ("<%s.%s>", b->id, tr_body_point_name (b, 0, name));
}

// Many of them cannot be read, and change nothing.
static inline void
add_constraint (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  g_autofree char *a = connector (r, false), *b = connector (r, true);
  const char *one = m->bodies[pick (r, m->n_bodies)].id,
             *other = m->bodies[pick (r, m->n_bodies)].id;
  int id = r->next++;
  char *text[] = {
      g_strdup_printf ("{'id': 'c%d', 'kind': 'attach', 'a': %s, 'b': %s}", id, a, b),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'attach', 'a': %s, 'b': %s}", id, b, a),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'distance', 'a': %s, 'b': %s, 'value': 'size*3'}", id,
                       a, b),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'nail', 'a': %s, 'at': [%g, 2]}", id, a,
                       number (r, -4, 4)),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'parallel', 'a': '%s', 'b': '%s'}", id, one, other),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'length', 'a': '%s', 'value': %g}", id, one,
                       number (r, 2, 6)),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'length', 'a': '%s', 'value': '%s'}", id, one,
                       r->twin.session ? "wide" : "size"),
      g_strdup_printf ("{'id': 'c%d', 'kind': 'equation', 'expr': '%s.x + size - %s.x', 'op': "
                       "'<='}",
                       id, one, other),
      g_strdup_printf ("{'id': 'f%d', 'kind': 'spring', 'a': %s, 'b': %s, 'stiffness': 2, 'rest': "
                       "1}",
                       id, a, b),
      g_strdup_printf ("{'id': 'f%d', 'kind': 'gravity', 'g': [0, %g]}", id, number (r, -9, 9)),
  };
  add (r, text[pick (r, pick (r, 6) ? 7 : (int) G_N_ELEMENTS (text))]);
  for (guint i = 0; i < G_N_ELEMENTS (text); i++)
    g_free (text[i]);
}

static inline const char *
random_id (Run *r)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  int at = pick (r, m->n_bodies + m->n_constraints + m->n_forces);
  if (at < m->n_bodies)
    return m->bodies[at].id;
  at -= m->n_bodies;
  return at < m->n_constraints ? m->constraints[at].id : m->forces[at - m->n_constraints].id;
}

static inline void
assert_lists (const GArray *a, const GArray *b)
{
  g_assert_cmpmem (a->data, a->len * sizeof (int), b->data, b->len * sizeof (int));
}

static inline void
assert_checks (const TrCheck *a, const TrCheck *b)
{
  g_assert_cmpint (a->components, ==, b->components);
  g_assert_cmpint (a->unknowns, ==, b->unknowns);
  g_assert_cmpint (a->equations, ==, b->equations);
  g_assert_cmpint (a->rank, ==, b->rank);
  g_assert_cmpint (a->dof, ==, b->dof);
  g_assert_cmpint (a->holds, ==, b->holds);
  g_assert_cmpmem (&a->worst, sizeof a->worst, &b->worst, sizeof b->worst);
  assert_lists (a->redundant, b->redundant);
  assert_lists (a->conflicting, b->conflicting);
  assert_lists (a->undefined, b->undefined);
  g_assert_cmpuint (a->conflicts->len, ==, b->conflicts->len);
  for (guint i = 0; i < a->conflicts->len; i++)
    assert_lists (g_ptr_array_index (a->conflicts, i), g_ptr_array_index (b->conflicts, i));
}

static inline void
assert_partition (Run *r, const TrEngine *fresh)
{
  const TrModel *m = tr_session_get_model (r->d.session);
  g_assert_cmpint (tr_engine_n_components (r->kept), ==, tr_engine_n_components (fresh));
  g_assert_cmpint (tr_engine_n_rows (r->kept), ==, tr_engine_n_rows (fresh));
  for (int i = 0; i < m->n_bodies; i++) {
    g_assert_cmpint (tr_engine_component_of_body (r->kept, i), ==,
                     tr_engine_component_of_body (fresh, i));
    g_assert_cmpint (tr_engine_runs (r->kept, i), ==, tr_engine_runs (fresh, i));
  }
  for (int i = 0; i < m->n_constraints; i++)
    g_assert_cmpint (tr_engine_row_at (r->kept, i), ==, tr_engine_row_at (fresh, i));
}
