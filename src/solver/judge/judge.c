// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/judge.h"

#include "solver/change.h"
#include "solver/engine-private.h"
#include "solver/judge/least.h"
#include "solver/masses.h"
#include "solver/solve/shrunk.h"
#include "solver/solve/vanish.h"
#include "solver/subset/subset-private.h"
#include "solver/subset/subset.h"

// What takes its time is that nothing is found. Of few rows more is tried.
enum {
  MOST_TRIES = 600,
  FAR_STARTS = 12,
  MORE_STARTS = 28,
  FEW_ROWS = 24,
  MUCH_LARGER = 10,
  MOST_MISTAKES = 3
};

static const double next_to_nothing = 1e-6; // of what a body was

// ---- What takes part, in order ----

int
tr_trust_in (const TrModel *m, int con)
{
  switch (m->constraints[con].kind) {
  case TR_CON_ATTACH:
  case TR_CON_NAIL:
  case TR_CON_ON_LINE:
  case TR_CON_MIDPOINT:
  case TR_CON_TANGENT:
    return 0;
  case TR_CON_HORIZONTAL:
  case TR_CON_VERTICAL:
    return 1;
  case TR_CON_PARALLEL:
  case TR_CON_PERPENDICULAR:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_SYMMETRIC:
  case TR_CON_GEAR:
  case TR_CON_RACK:
  case TR_CON_SKATE:
    return 2;
  case TR_CON_DISTANCE:
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
  case TR_CON_LENGTH:
  case TR_CON_RADIUS:
  case TR_CON_FIX:
  case TR_CON_ANGLE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_EQUATION:
  case TR_CON_LIMIT:
  case TR_N_CON_KINDS:
    return 3;
  }
  g_return_val_if_reached (3);
}

static int
compare (const void *pa, const void *pb, void *data)
{
  int a = *(const int *) pa, b = *(const int *) pb, x = tr_trust_in (data, a),
      y = tr_trust_in (data, b);
  return x != y ? x - y : tr_compare_names (data, a, b);
}

// Tolerances and drags are those of where a way begins: what has come to nothing elsewhere says nothing of them.
static void
measure (TrEngine *e, TrComponent *k, const TrState *s)
{
  tr_component_measure (e, k, s);
  tr_component_masses (e, k, s->q);
}

TrJudge *
tr_judge_new (TrEngine *e, TrComponent *k, const TrState *s, const TrState *drawn, TrWays ways)
{
  g_autoptr (GArray) con = g_array_new (FALSE, FALSE, sizeof (int));
  for (int i = 0; i < k->n_nodes; i++)
    if (!k->nodes[i].velocity)
      g_array_append_val (con, k->nodes[i].con);
  if (con->len > TR_SOME_MOST ||
      !tr_subset_is_small (k, (int) con->len, (int *) (void *) con->data))
    return NULL;
  g_array_sort_with_data (con, compare, (void *) e->m);
  tr_component_prepare_rows (e, k, s);
  TrJudge *j = g_new0 (TrJudge, 1);
  j->e = e;
  j->k = k;
  j->s = s;
  j->drawn = drawn;
  j->ways = ways;
  j->is_wary = ways != TR_WAYS_ALL;
  j->n = (int) con->len;
  j->con = g_memdup2 (con->data, con->len * sizeof (int));
  j->good = g_array_new (FALSE, FALSE, sizeof (TrSome));
  j->bad = g_array_new (FALSE, FALSE, sizeof (TrSome));
  j->at = tr_state_copy (s);
  return j;
}

void
tr_judge_free (TrJudge *j)
{
  if (!j)
    return;
  measure (j->e, j->k, j->s);
  g_array_unref (j->good);
  g_array_unref (j->bad);
  tr_state_free (j->at);
  g_free (j->con);
  g_free (j);
}

// ---- Trials ----

static bool
is_within (const TrSome *a, const TrSome *b)
{
  for (int i = 0; i < TR_SOME_WORDS; i++)
    if (a->word[i] & ~b->word[i])
      return false;
  return true;
}

static bool
is_undefined (const TrJudge *j, int con, const TrState *s)
{
  double c[TR_ROWS_MAX];
  bool undefined = false;
  tr_constraint_residual (j->e->m, con, s->q, &s->memory[con], s->time, c, &undefined);
  return undefined || tr_has_no_angle (j->e->m, con, s);
}

// Of a sheet; of others 1.
static double
spread (const TrBody *b, const double *q)
{
  return b->kind == TR_BODY_SHEET ? tr_axes_spread (q + 2) : 1;
}

// Parallel is so either way, and upright on each other are two on either side: whether what was the one way where it
// stands, or was drawn if it is neither there, is now the other.
static bool
is_turned_round (const TrJudge *j, int con, const TrState *s)
{
  double now = tr_sense_of (j->e->m, con, s->q), here = tr_sense_of (j->e->m, con, j->s->q);
  return now * (here > 0 || here < 0 ? here : tr_sense_of (j->e->m, con, j->drawn->q)) < 0;
}

// Whether a constraint lacks the direction that it has at home; far from there all has one.
static bool
has_lost_direction (const TrJudge *j, int con, const TrState *s, bool is_far)
{
  return is_undefined (j, con, s) && (is_far || !is_undefined (j, con, j->s));
}

// What asks for the loss of a direction is not kept from it by what is asked of the direction, which takes no part
// then: whether the others alone lead from home to where all that lack theirs at s lack it.
static bool
is_lost_to_others (const TrJudge *j, int n, const int *con, const TrState *s, bool is_far)
{
  g_autoptr (TrState) to = tr_state_copy (j->s);
  int rest[TR_SOME_MOST], n_rest = 0;
  for (int i = 0; i < n; i++)
    if (!has_lost_direction (j, con[i], s, is_far))
      rest[n_rest++] = con[i];
  if (n_rest == n)
    return true;
  bool is_lost = n_rest > 0 && tr_subset_solve (j->e, j->k, to, n_rest, rest);
  for (int i = 0; i < n && is_lost; i++)
    is_lost = !has_lost_direction (j, con[i], s, is_far) || is_undefined (j, con[i], to);
  return is_lost;
}

// Whether one of them is its length, or its radius, and leaves next to nothing of what it is at home.
static bool
is_to_vanish (const TrJudge *j, int n, const int *con, int body)
{
  const TrModel *m = j->e->m;
  double home = tr_body_size (&m->bodies[body], tr_body_q (&m->bodies[body], j->s->q));
  for (int i = 0; i < n; i++) {
    const TrConstraint *c = &m->constraints[con[i]];
    bool is_size = (c->kind == TR_CON_LENGTH || c->kind == TR_CON_RADIUS) &&
                   c->end[0].kind == TR_END_BODY && c->end[0].body == body;
    if (is_size && fabs (c->scalar[0].value) < next_to_nothing * home)
      return true;
  }
  return false;
}

// Whether what has a size and a direction at home has them at s; far from there all has.
static bool
keeps_meaning (const TrJudge *j, int n, const int *con, const TrState *s, bool is_far)
{
  const TrModel *m = j->e->m;
  for (int i = 0; i < n; i++)
    if (is_turned_round (j, con[i], s))
      return false;
  for (int i = 0; i < j->k->n_bodies; i++) {
    const TrBody *b = &m->bodies[j->k->bodies[i]];
    const double *q = tr_body_q (b, s->q), *home = tr_body_q (b, j->s->q);
    if (!(spread (b, q) > next_to_nothing * spread (b, home)))
      return false;
    bool has_vanished = tr_body_has_vanished (b, q, home) ||
                        (is_far && tr_body_size (b, q) < next_to_nothing * j->k->size);
    if (has_vanished && !is_to_vanish (j, n, con, j->k->bodies[i]))
      return false;
  }
  return is_lost_to_others (j, n, con, s, is_far);
}

// Whether, from where a way down has led, sides come to nothing as they were to, and nothing else is lost.
static bool
vanishes_well (const TrJudge *j, int n, const int *con, TrState *s)
{
  if (!tr_vanish_as_drawn (j->e, j->k, s, j->s->q, n, con))
    return false;
  for (int i = 0; i < n; i++)
    if (is_turned_round (j, con[i], s))
      return false;
  return true;
}

// They alone are in force.
static TrModel *
model_of (const TrJudge *j, const TrSome *some)
{
  TrModel *m = tr_model_copy (j->e->m);
  for (int i = 0; i < m->n_constraints; i++)
    m->constraints[i].disabled = true;
  for (int i = 0; i < j->n; i++)
    if (tr_some_has (some, i))
      m->constraints[j->con[i]].disabled = false;
  return m;
}

static int
list (const TrJudge *j, const TrSome *some, int *con)
{
  int n = 0;
  for (int i = 0; i < j->n; i++)
    if (tr_some_has (some, i))
      con[n++] = j->con[i];
  return n;
}

// A search for where constraints hold.
typedef struct {
  TrJudge *j;
  const TrSome *some;
  int n;
  const int *con;
  TrState *s;      // that goes there
  TrStarts before; // where it has begun, and been measured
} Search;

// Whether it is much farther than it was large from the place noted last.
static bool
has_gone_far (const Search *p)
{
  const TrComponent *k = p->j->k;
  const double *from = p->before.q + (size_t) (p->before.n - 1) * (size_t) k->n_v;
  g_autofree double *q = g_new (double, k->n_v + 1);
  bool is_far = false;
  tr_component_gather (k, p->s->q, q);
  for (int i = 0; i < k->n_v; i++)
    is_far |= fabs (q[i] - from[i]) > MUCH_LARGER * k->size;
  return is_far;
}

// Where a way down has led far away, tolerances are others.
static bool
leads_on (Search *p)
{
  const TrJudge *j = p->j;
  if (!has_gone_far (p))
    return false;
  measure (j->e, j->k, p->s);
  return tr_subset_solve (j->e, j->k, p->s, p->n, p->con);
}

static bool
leads_down (Search *p, int start)
{
  const TrJudge *j = p->j;
  bool is_far = start >= TR_START_AFAR;
  return ((tr_subset_try (j->e, j->k, p->s, p->n, p->con, start, &p->before) ||
           (start == TR_START_HERE && leads_on (p))) &&
          keeps_meaning (j, p->n, p->con, p->s, is_far)) ||
         (!is_far && vanishes_well (j, p->n, p->con, p->s));
}

static bool
leads_down_from (Search *p, const double *q)
{
  tr_component_scatter (p->j->k, q, p->s->q);
  if (!tr_starts_note (&p->before, p->j->k, p->s))
    return false;
  measure (p->j->e, p->j->k, p->s);
  return leads_down (p, TR_START_HERE);
}

// How many far starts are tried: what takes its time is that nothing is found.
static int
n_far_starts (const Search *p)
{
  int rows = 0;
  for (int i = 0; i < p->n; i++)
    rows += tr_constraint_n_rows (p->j->e->m, p->con[i]);
  return CLAMP (FAR_STARTS * FEW_ROWS / MAX (rows, 1), 2, FAR_STARTS);
}

// The component is measured at home.
static bool
leads_down_afar (Search *p, const double *home, int from, int to)
{
  bool holds = false;
  double size = p->j->k->size;
  for (int i = from; i < to && !holds; i++) {
    tr_component_scatter (p->j->k, home, p->s->q);
    p->j->k->size = size; // as far away as the drawing is large there
    holds = leads_down (p, TR_START_AFAR + i);
  }
  return holds;
}

static bool
leads_down_beside (Search *p, const double *home)
{
  tr_component_scatter (p->j->k, home, p->s->q);
  return leads_down (p, TR_START_BESIDE) ||
         (p->j->ways == TR_WAYS_ALL && leads_down_afar (p, home, 0, n_far_starts (p)));
}

// As if `from`, where it does, or where it was drawn, were where the drawing stands.
static bool
leads_down_at (Search *p, const TrState *from, const double *q)
{
  TrJudge *j = p->j;
  const TrState *s = j->s, *drawn = j->drawn;
  j->s = from;
  j->drawn = from == s ? drawn : s;
  bool holds = leads_down_from (p, q);
  j->s = s;
  j->drawn = drawn;
  if (!holds)
    measure (j->e, j->k, s);
  return holds;
}

static bool
was_moved (const TrJudge *j)
{
  g_autofree double *q = g_new (double, j->k->n_v + 1), *home = g_new (double, j->k->n_v + 1);
  tr_component_gather (j->k, j->s->q, home);
  tr_component_gather (j->k, j->drawn->q, q);
  return !tr_same_bits (q, home, j->k->n_v);
}

// What holds as it was drawn can hold, however little of it is left where a solve has led.
static bool
leads_down_as_drawn (Search *p)
{
  g_autofree double *q = g_new (double, p->j->k->n_v + 1);
  tr_component_gather (p->j->k, p->j->drawn->q, q);
  return was_moved (p->j) && leads_down_at (p, p->j->drawn, q);
}

// Elsewhere, where they ask for that.
static bool
leads_down_elsewhere (Search *p)
{
  TrJudge *j = p->j;
  TrEngine *e = j->e;
  size_t mark = tr_scratch_mark (e->scratch);
  g_autofree double *q = g_new (double, j->k->n_v + 1);
  TrSubset t;
  tr_component_gather (j->k, j->drawn->q, q);
  tr_component_scatter (j->k, q, p->s->q);
  measure (e, j->k, p->s);
  tr_subset_init (&t, e->scratch, e, j->k, p->s, p->n, p->con);
  bool is_elsewhere = tr_subset_go_elsewhere (&t);
  tr_component_gather (j->k, p->s->q, q);
  tr_scratch_release (e->scratch, mark);
  if (is_elsewhere && leads_down_at (p, j->drawn, q))
    return true;
  measure (e, j->k, j->s);
  return false;
}

// They are solved as a drawing is that has nothing else.
static bool
solves_from (Search *p, const TrState *from)
{
  TrJudge *j = p->j;
  g_autofree double *q = g_new (double, j->k->n_v + 1);
  g_autoptr (TrModel) m = model_of (j, p->some);
  g_autoptr (TrState) to = tr_state_copy (from);
  g_autoptr (TrEngine) other = tr_engine_new (m, to);
  tr_engine_set_method (other, j->e->method);
  other->only_asks = true;
  tr_engine_solve (other, to);
  tr_component_gather (j->k, to->q, q);
  return leads_down_at (p, from, q);
}

static bool
solves (Search *p)
{
  const TrJudge *j = p->j;
  return solves_from (p, j->drawn) ||
         (j->ways != TR_WAYS_OF_SOLVES && was_moved (j) && solves_from (p, j->s));
}

// A way that leads down, but for solves.
static bool
leads_down_somehow (Search *p, const double *near, const double *home)
{
  return leads_down_from (p, near) || leads_down_from (p, home) || leads_down_as_drawn (p) ||
         leads_down_elsewhere (p) || leads_down_beside (p, home);
}

bool
tr_judge_go (TrJudge *j, const TrSome *some)
{
  size_t n_v = (size_t) j->k->n_v;
  g_autofree double *home = g_new (double, n_v + 1), *near = g_new (double, n_v + 1);
  g_autofree double *starts = g_new (double, (6 + FAR_STARTS) * n_v + 1);
  g_autoptr (TrState) to = tr_state_copy (j->s);
  int con[TR_SOME_MOST], n = list (j, some, con);
  Search p = {j, some, n, con, to, {0, starts}};
  tr_component_gather (j->k, j->s->q, home);
  tr_component_gather (j->k, j->at->q, near);
  bool holds = (j->ways != TR_WAYS_OF_SOLVES && leads_down_somehow (&p, near, home)) ||
               (j->is_wary && solves (&p));
  if (holds) {
    tr_component_gather (j->k, to->q, near);
    tr_component_scatter (j->k, near, j->at->q);
  }
  return holds;
}

bool
tr_judge_can_hold (TrJudge *j, const TrSome *some)
{
  for (guint i = 0; i < j->bad->len; i++)
    if (is_within (&g_array_index (j->bad, TrSome, i), some))
      return false;
  for (guint i = 0; i < j->good->len; i++)
    if (is_within (some, &g_array_index (j->good, TrSome, i)))
      return true;
  if (j->tries++ > MOST_TRIES)
    return true;
  bool holds = tr_judge_go (j, some);
  g_array_append_val (holds ? j->good : j->bad, *some);
  return holds;
}

// From places farther away than all that were tried.
static bool
leads_down_from_farther (Search *p)
{
  const TrJudge *j = p->j;
  g_autofree double *home = g_new (double, j->k->n_v + 1);
  int tried = n_far_starts (p);
  tr_component_gather (j->k, j->s->q, home);
  measure (j->e, j->k, j->s);
  return tried == FAR_STARTS && leads_down_afar (p, home, tried, tried + MORE_STARTS);
}

static void
forget_parts_of (GArray *sets, const TrSome *some)
{
  for (guint i = sets->len; i-- > 0;)
    if (is_within (&g_array_index (sets, TrSome, i), some))
      g_array_remove_index (sets, i);
}

bool
tr_judge_solves (TrJudge *j, const TrSome *some)
{
  int con[TR_SOME_MOST], n = list (j, some, con);
  size_t n_v = (size_t) j->k->n_v;
  g_autofree double *q = g_new (double, n_v + 1);
  g_autofree double *starts = g_new (double, (2 + MORE_STARTS) * n_v + 1);
  g_autoptr (TrState) at = tr_state_copy (j->s);
  Search p = {j, some, n, con, at, {0, starts}};
  bool is_solved = !j->is_wary && solves (&p);
  if (!is_solved && (j->ways != TR_WAYS_ALL || !leads_down_from_farther (&p)))
    return false;
  tr_component_gather (j->k, at->q, q);
  tr_component_scatter (j->k, q, j->at->q);
  g_array_append_val (j->good, *some);
  forget_parts_of (j->bad, some);
  if (++j->mistakes == MOST_MISTAKES) {
    g_array_set_size (j->bad, 0); // so little did ways down tell of the others, too
    j->is_wary = true;
  }
  return true;
}
