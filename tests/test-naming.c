// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random sketches of which all is known that is true of them: some of it is asked for, some of it twice,
// and some of it wrongly. What is said of them is held against what solves from many places find.

#include "naming-sketch.h"
#include "slow.h"

#include "solver/judge/examine.h"

#include <stdlib.h>

// ---- By trials ----

enum { STARTS = 24 };

// Off from where it stands, everything by itself.
static void throw (GRand * rand, const TrModel *m, TrState *s, double size, double by)
{
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    for (int j = 0; j < b->n; j++) {
      double *x = &s->q[b->q + j];
      bool is_radius = b->kind == TR_BODY_CIRCLE && j == 2;
      *x = is_radius ? fabs (*x * exp (by * g_rand_double_range (rand, -1, 1)))
                     : *x + by * size * g_rand_double_range (rand, -1, 1);
    }
  }
}

// All segments on one line: what holds only so is nothing that anyone drew.
static bool
is_flat (const TrModel *m, const TrState *s)
{
  double xx = 0, xy = 0, yy = 0;
  Vec2 from = v2 (NAN, NAN);
  for (int i = 0; i < m->n_bodies; i++)
    for (int j = 0; j < 4 && m->bodies[i].kind == TR_BODY_SEGMENT; j += 2) {
      Vec2 p = v2 (s->q[m->bodies[i].q + j], s->q[m->bodies[i].q + j + 1]);
      from = isnan (from.x) ? p : from;
      p = v2_sub (p, from);
      xx += p.x * p.x;
      xy += p.x * p.y;
      yy += p.y * p.y;
    }
  return xx + yy > 0 && xx * yy - xy * xy < 1e-8 * (xx + yy) * (xx + yy);
}

// What was drawn parallel one way, or perpendicular on one side, is so the other way: it is another drawing.
static bool
is_turned_round (const TrModel *m, const TrState *s, const TrState *drawn)
{
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    double sense[2];
    bool is_either = c->kind == TR_CON_PARALLEL || c->kind == TR_CON_PERPENDICULAR;
    for (int l = 0; l < 2 && is_either; l++) {
      Vec2 u = tr_direction_vector (m, &c->end[0], l ? s->q : drawn->q);
      Vec2 v = tr_direction_vector (m, &c->end[1], l ? s->q : drawn->q);
      sense[l] = c->kind == TR_CON_PARALLEL ? v2_dot (u, v) : v2_cross (u, v);
    }
    if (is_either && sense[0] * sense[1] < 0)
      return true;
  }
  return false;
}

static bool
holds_well (TrEngine *e, const TrState *s)
{
  g_autoptr (TrCheck) c = tr_engine_check (e, s);
  return c->holds && c->shrunk->len == 0 && c->undefined->len == 0;
}

// From where it is drawn, where it was meant to be, and from other places.
static bool
can_hold (const Sketch *k, const bool *is_on, bool flat_too)
{
  static const double by[] = {0.05, 0.3, 1};
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  bool holds = false;
  for (int exact = 0; exact < 2 && !holds; exact++) {
    g_auto (Drawing) d = {0};
    draw (k, NULL, NULL, is_on, exact, &d);
    const TrModel *m = tr_session_get_model (d.session);
    const TrState *drawn = tr_session_get_state (d.session);
    TrEngine *e = tr_session_get_engine (d.session);
    for (int i = 0; i < 1 + exact * STARTS && !holds; i++) {
      g_autoptr (TrState) s = tr_state_copy (drawn);
      if (i > 0)
        throw (rand, m, s, 100 * k->at.scale, by[i % 3]);
      tr_engine_forget (e);
      holds = tr_engine_solve (e, s).relative < 1e-7 && holds_well (e, s) &&
              (flat_too || !is_flat (m, s)) && !is_turned_round (m, s, drawn);
    }
  }
  return holds;
}

// ---- What is asserted ----

static int
fact_of (const TrModel *m, const GArray *set, guint i)
{
  return atoi (m->constraints[g_array_index (set, int, i)].id + 1);
}

static char *
names (const TrModel *m, const GArray *set)
{
  GString *out = g_string_new (NULL);
  for (guint i = 0; i < set->len; i++)
    g_string_append_printf (out, " %s", m->constraints[g_array_index (set, int, i)].id);
  return g_string_free (out, FALSE);
}

// It cannot hold, and does without any one of its members.
static bool
is_least (const Sketch *k, const TrModel *m, const GArray *set, const char **why)
{
  bool is_on[MOST + 4] = {false};
  for (guint i = 0; i < set->len; i++)
    is_on[fact_of (m, set, i)] = true;
  *why = "can hold";
  if (can_hold (k, is_on, false))
    return false;
  *why = "is not least";
  for (guint i = 0; i < set->len; i++) {
    is_on[fact_of (m, set, i)] = false;
    if (!can_hold (k, is_on, true))
      return false;
    is_on[fact_of (m, set, i)] = true;
  }
  return true;
}

// Without a member of each of the sets from `from` on, whichever it takes, the rest holds.
static bool
is_all (const Sketch *k, const TrModel *m, const TrCheck *c, guint from, bool *is_on, int *tries)
{
  if (from == c->conflicts->len)
    return --*tries >= 0 && can_hold (k, is_on, true);
  const GArray *set = g_ptr_array_index (c->conflicts, from);
  for (guint i = 0; i < set->len; i++)
    if (!is_on[fact_of (m, set, i)])
      return is_all (k, m, c, from + 1, is_on, tries);
  for (guint i = set->len; i-- > 0;) {
    is_on[fact_of (m, set, i)] = false;
    if (is_all (k, m, c, from + 1, is_on, tries))
      return true;
    is_on[fact_of (m, set, i)] = true;
  }
  return false;
}

static void
shuffle (GRand *rand, int *list, int n)
{
  for (int i = n - 1; i > 0; i--) {
    int j = g_rand_int_range (rand, 0, i + 1), other = list[i];
    list[i] = list[j];
    list[j] = other;
  }
}

static char *
numbers (const TrCheck *c)
{
  return g_strdup_printf ("%u sets, %d free, rank %d", c->conflicts->len, c->dof, c->rank);
}

// NULL: all as it should be.
static char *
fault_of (guint seed, Make make, int *n_conflicts)
{
  static const Place place[] = {{1, 0, false, {0, 0}},
                                {1, 0, false, {0, 0}},
                                {1e-3, 1, false, {0, 0}},
                                {1e4, 2, true, {0, 0}},
                                {1, 3, true, {300, -200}}};
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autofree char *first = NULL;
  int order[MOST + 4], bodies[MOST_BODIES];
  for (guint way = 0; way < G_N_ELEMENTS (place); way++) {
    g_auto (Sketch) k = {0};
    g_auto (Drawing) d = {0};
    sketch_init (&k, seed, make, &place[way]);
    plant (&k);
    for (int i = 0; i < k.n; i++)
      order[i] = i;
    for (int i = 0; i < k.n_bodies; i++)
      bodies[i] = i;
    if (way > 0) {
      shuffle (rand, order, k.n);
      shuffle (rand, bodies, k.n_bodies);
    }
    draw (&k, order, bodies, k.is_on, false, &d);
    const TrModel *m = tr_session_get_model (d.session);
    const TrCheck *c = tr_session_check (d.session);
    g_autofree char *now = numbers (c);
    if (g_getenv ("TRAMMEL_SEED")) {
      g_test_message ("%s", now);
      for (guint i = 0; i < c->conflicts->len; i++)
        g_test_message ("%s", names (m, g_ptr_array_index (c->conflicts, i)));
      g_test_message ("redundant %s", names (m, c->redundant));
      if (g_getenv ("TRAMMEL_SHOW") && (int) way == atoi (g_getenv ("TRAMMEL_SHOW")))
        g_print ("%s\n", tr_document_to_text (d.document, NULL));
    }
    if (!first)
      first = g_strdup (now);
    else if (!g_str_equal (first, now))
      return g_strdup_printf ("%s, but %s in way %u", first, now, way);
    for (guint i = 0; i < c->conflicts->len && way < 2; i++) {
      const GArray *set = g_ptr_array_index (c->conflicts, i);
      const char *why;
      if (!is_least (&k, m, set, &why)) {
        g_autofree char *text = names (m, set);
        return g_strdup_printf ("%s: set%s %s", first, text, why);
      }
    }
    int tries = 100;
    if (way == 0 && !c->holds && !is_all (&k, m, c, 0, k.is_on, &tries))
      return g_strdup_printf ("%s: more is wrong", first);
    *n_conflicts += way == 0 && c->conflicts->len > 0;
  }
  return NULL;
}

typedef struct {
  const char *path;
  Make make;
  int n;         // sketches, from the first on
  guint seed[8]; // of sketches of which something wrong was said once
} Kind;

static void
test_kind (gconstpointer data)
{
  const Kind *kind = data;
  const char *many = g_getenv ("TRAMMEL_NAMING"), *only = g_getenv ("TRAMMEL_SEED");
  const char *from = g_getenv ("TRAMMEL_FROM");
  guint first = only ? (guint) atoi (only) : from ? (guint) atoi (from) : 1;
  int n = only         ? 1
          : many       ? atoi (many)
          : is_slow () ? 1
                       : kind->n,
      wrong = 0, n_conflicts = 0, known = 0, most = (int) G_N_ELEMENTS (kind->seed);
  if (is_slow ())
    most = 0; // a sanitizer looks at the way, not at the names
  while (!only && !many && known < most && kind->seed[known] > 0)
    known++;
  for (int i = 0; i < n + known; i++) {
    guint seed = i < n ? first + (guint) i : kind->seed[i - n];
    g_autofree char *fault = fault_of (seed, kind->make, &n_conflicts);
    wrong += fault != NULL;
    if (fault)
      g_test_message ("seed %u: %s", seed, fault);
  }
  g_test_message ("%d of %d wrong, %d in conflict", wrong, n + known, n_conflicts);
  g_assert_cmpint (wrong, ==, 0);
}

static const Kind kinds[] = {
    {"/naming/polygons", make_polygon, 6, {0}},
    {"/naming/parallelograms", make_parallelogram, 4, {184, 662}},
    {"/naming/rooms", make_room, 4, {295, 1000, 1010, 5021}},
    {"/naming/points", make_points, 6, {224}},
    {"/naming/circles", make_circles, 4, {26}},
    {"/naming/spokes", make_spokes, 2, {36, 51}},
};

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_test_add_data_func (kinds[i].path, &kinds[i], test_kind);
  return g_test_run ();
}
