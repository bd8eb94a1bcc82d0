// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random sketches of which all is known that is true of them: some of it is asked for, some of it twice,
// and some of it wrongly. What is said of them is held against what solves from many places find.

#include "make-drawing.h"
#include "slow.h"

#include "solver/check.h"

#include <stdlib.h>

// ---- Sketches ----

enum { MOST = 40, STARTS = 24 };

// Where a sketch lies on the paper.
typedef struct {
  double scale;
  int quarters; // of a turn
  bool mirrored;
  Vec2 shift;
} Place;

typedef struct {
  GRand *rand;
  GString *bodies, *exact; // as drawn, and where all holds that is true
  char *fact[MOST];        // constraints
  bool is_on[MOST];        // asked for
  bool has_value[MOST];    // and may be asked for wrongly
  int n;
  double off; // of what is drawn
  Place at;
} Sketch;

static double
number (Sketch *k, double low, double high)
{
  return g_rand_double_range (k->rand, low, high);
}

static Vec2
placed (const Sketch *k, Vec2 p)
{
  Vec2 q = v2 (k->at.scale * (k->at.mirrored ? -p.x : p.x), k->at.scale * p.y);
  for (int i = 0; i < k->at.quarters; i++)
    q = v2_perp (q);
  return v2_add (q, k->at.shift);
}

// A direction.
static double
around (const Sketch *k, double angle)
{
  angle = (k->at.mirrored ? G_PI - angle : angle) + G_PI_2 * k->at.quarters;
  return angle - 2 * G_PI * floor (angle / (2 * G_PI));
}

static Vec2
nearly (Sketch *k, Vec2 p)
{
  double dx = number (k, -1, 1);
  return v2 (p.x + k->off * dx, p.y + k->off * number (k, -1, 1));
}

static void
put_body (GString *to, const char *id, const char *rest)
{
  g_string_append_printf (to, "%s{'id': '%s', %s}", to->len ? "," : "", id, rest);
}

static void
put_point (Sketch *k, const char *id, Vec2 p)
{
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p));
    g_autofree char *text = g_strdup_printf ("'kind': 'point', 'at': [%.17g, %.17g]", a.x, a.y);
    put_body (i ? k->exact : k->bodies, id, text);
  }
}

static void
put_segment (Sketch *k, const char *id, Vec2 p, Vec2 q)
{
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p)), b = placed (k, i ? q : nearly (k, q));
    g_autofree char *text = g_strdup_printf (
        "'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g]", a.x, a.y, b.x, b.y);
    put_body (i ? k->exact : k->bodies, id, text);
  }
}

static void
put_circle (Sketch *k, const char *id, Vec2 p, double radius)
{
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p));
    double r = k->at.scale * (i ? radius : radius + 0.5 * k->off * number (k, -1, 1));
    g_autofree char *text = g_strdup_printf (
        "'kind': 'circle', 'center': [%.17g, %.17g], 'radius': %.17g", a.x, a.y, r);
    put_body (i ? k->exact : k->bodies, id, text);
  }
}

static void put_fact (Sketch *k, double share, const char *format, ...) G_GNUC_PRINTF (3, 4);

// Asked for in that share of the sketches.
static void
put_fact (Sketch *k, double share, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_assert_cmpint (k->n, <, MOST);
  k->is_on[k->n] = number (k, 0, 1) < share;
  k->has_value[k->n] = strstr (text, "'value'") && !strstr (text, "'angle'");
  k->fact[k->n++] = g_strdup (text);
}

static void
put_nail (Sketch *k, double share, const char *a, Vec2 p)
{
  Vec2 q = placed (k, p);
  put_fact (k, share, "'kind': 'nail', 'a': <%s>, 'at': [%.17g, %.17g]", a, q.x, q.y);
}

static void
put_level (Sketch *k, double share, const char *a, bool is_upright)
{
  put_fact (k, share, "'kind': '%s', 'a': '%s'",
            is_upright == (k->at.quarters % 2 == 0) ? "vertical" : "horizontal", a);
}

static void
put_length (Sketch *k, double share, const char *a, double length)
{
  put_fact (k, share, "'kind': 'length', 'a': '%s', 'value': %.17g", a, k->at.scale * length);
}

static void
put_distance (Sketch *k, double share, const char *a, const char *b, double d)
{
  put_fact (k, share, "'kind': 'distance', 'a': <%s>, 'b': <%s>, 'value': %.17g", a, b,
            k->at.scale * d);
}

// From one segment to the other, counter-clockwise before the mirror.
static void
put_angle (Sketch *k, double share, const char *a, const char *b, Vec2 u, Vec2 v)
{
  double angle = atan2 (v2_cross (u, v), v2_dot (u, v));
  put_fact (k, share, "'kind': 'angle', 'a': '%s', 'b': '%s', 'value': %.17g", a, b,
            k->at.mirrored ? -angle : angle);
}

static void
put_attach (Sketch *k, double share, const char *a, const char *b)
{
  put_fact (k, share, "'kind': 'attach', 'a': <%s>, 'b': <%s>", a, b);
}

static void
put_pair (Sketch *k, double share, const char *kind, const char *a, const char *b)
{
  put_fact (k, share, "'kind': '%s', 'a': '%s', 'b': '%s'", kind, a, b);
}

// Segments s0, s1, … from corner to corner, joined.
static void
put_ring (Sketch *k, int n, const Vec2 *p)
{
  char name[8], a[8], b[8];
  for (int i = 0; i < n; i++) {
    g_snprintf (name, sizeof name, "s%d", i);
    put_segment (k, name, p[i], p[(i + 1) % n]);
  }
  for (int i = 0; i < n; i++) {
    g_snprintf (a, sizeof a, "s%d.b", i);
    g_snprintf (b, sizeof b, "s%d.a", (i + 1) % n);
    put_attach (k, 1, a, b);
  }
}

static void
put_lengths (Sketch *k, double share, int n, const Vec2 *p)
{
  char name[8];
  for (int i = 0; i < n; i++) {
    g_snprintf (name, sizeof name, "s%d", i);
    put_length (k, share, name, v2_dist (p[i], p[(i + 1) % n]));
  }
}

// A triangle to a hexagon with sides, angles and diagonals.
static void
make_polygon (Sketch *k)
{
  int n = g_rand_int_range (k->rand, 3, 6);
  Vec2 p[6] = {{0}};
  char a[8], b[8];
  for (int i = 0; i < n; i++)
    p[i] = v2_polar (number (k, 30, 60), 2 * G_PI * (i + number (k, -0.25, 0.25)) / n);
  put_ring (k, n, p);
  put_lengths (k, 0.9, n, p);
  for (int i = 0; i < n; i++) {
    g_snprintf (a, sizeof a, "s%d", i);
    g_snprintf (b, sizeof b, "s%d", (i + 1) % n);
    put_angle (k, 0.2, a, b, v2_sub (p[(i + 1) % n], p[i]),
               v2_sub (p[(i + 2) % n], p[(i + 1) % n]));
  }
  for (int i = 2; i < n - 1; i++) {
    g_snprintf (a, sizeof a, "s%d.a", i);
    put_distance (k, 0.7, "s0.a", a, v2_dist (p[0], p[i]));
  }
  put_nail (k, 0.5, "s0.a", p[0]);
}

// Four sides that are parallel by pairs.
static void
make_parallelogram (Sketch *k)
{
  double w = number (k, 40, 100), x = number (k, -30, 30), y = number (k, 30, 60);
  Vec2 p[4] = {v2 (0, 0), v2 (w, 0), v2 (w + x, y), v2 (x, y)};
  put_ring (k, 4, p);
  put_pair (k, 0.7, "parallel", "s0", "s2");
  put_pair (k, 0.7, "parallel", "s1", "s3");
  put_pair (k, 0.3, "equal-length", "s0", "s2");
  put_pair (k, 0.3, "equal-length", "s1", "s3");
  put_lengths (k, 0.5, 4, p);
  put_level (k, 0.5, "s0", false);
  put_level (k, 0.2, "s2", false);
  put_angle (k, 0.3, "s0", "s1", v2_sub (p[1], p[0]), v2_sub (p[2], p[1]));
  put_distance (k, 0.3, "s0.a", "s2.a", v2_dist (p[0], p[2]));
  put_nail (k, 0.5, "s0.a", p[0]);
}

// Level and upright walls, with a point in the middle of one and a circle that touches two.
static void
make_room (Sketch *k)
{
  double w = number (k, 60, 120), h = number (k, 40, 80), r = number (k, 5, 15);
  Vec2 p[4] = {v2 (0, 0), v2 (w, 0), v2 (w, h), v2 (0, h)};
  put_ring (k, 4, p);
  for (int i = 0; i < 4; i++) {
    char name[8];
    g_snprintf (name, sizeof name, "s%d", i);
    put_level (k, 0.7, name, i % 2 == 1);
  }
  put_pair (k, 0.3, "perpendicular", "s0", "s1");
  put_pair (k, 0.2, "parallel", "s1", "s3");
  put_lengths (k, 0.6, 4, p);
  put_point (k, "m", v2 (w / 2, 0));
  put_fact (k, 1, "'kind': 'midpoint', 'a': <m.at>, 'b': <s0.a>, 'c': <s0.b>");
  put_distance (k, 0.3, "m.at", "s0.b", w / 2);
  put_distance (k, 0.2, "m.at", "s3.a", hypot (w / 2, h));
  put_circle (k, "c", v2 (w - r, r), r);
  put_fact (k, 0.8, "'kind': 'tangent', 'a': <c~%.17g>, 'b': <s0~%.17g>", around (k, 3 * G_PI_2),
            (w - r) / w);
  put_fact (k, 0.5, "'kind': 'tangent', 'a': <c~%.17g>, 'b': <s1~%.17g>", around (k, 0), r / h);
  put_fact (k, 0.5, "'kind': 'radius', 'a': 'c', 'value': %.17g", k->at.scale * r);
  put_fact (k, 0.3, "'kind': 'distance', 'a': <c.center>, 'b': 's0', 'value': %.17g",
            k->at.mirrored ? -k->at.scale * r : k->at.scale * r);
  put_nail (k, 0.5, "s0.a", p[0]);
}

// Bars between points, some of them in one place.
static void
make_points (Sketch *k)
{
  enum { N = 4 };
  Vec2 p[N];
  char a[8], b[8];
  for (int i = 0; i < N; i++) {
    p[i] = v2 (number (k, 0, 100), number (k, 0, 100));
    g_snprintf (a, sizeof a, "p%d", i);
    put_point (k, a, p[i]);
  }
  put_point (k, "q", p[0]);
  put_point (k, "r", p[0]);
  put_attach (k, 1, "p0.at", "q.at");
  put_attach (k, 0.7, "q.at", "r.at");
  put_attach (k, 0.3, "r.at", "p0.at");
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++) {
      g_snprintf (a, sizeof a, "p%d.at", i);
      g_snprintf (b, sizeof b, "p%d.at", j);
      put_distance (k, 0.8, a, b, v2_dist (p[i], p[j]));
    }
  put_distance (k, 0.4, "r.at", "p1.at", v2_dist (p[0], p[1]));
  put_distance (k, 0.4, "q.at", "p2.at", v2_dist (p[0], p[2]));
  put_nail (k, 0.4, "p0.at", p[0]);
}

typedef void (*Make) (Sketch *k);

static void
sketch_init (Sketch *k, guint seed, Make make, const Place *at)
{
  *k = (Sketch){.rand = g_rand_new_with_seed (seed), .at = *at};
  k->bodies = g_string_new (NULL);
  k->exact = g_string_new (NULL);
  k->off = g_rand_boolean (k->rand) ? number (k, 0, 8) : 0;
  make (k);
}

static void
sketch_clear (Sketch *k)
{
  g_rand_free (k->rand);
  g_string_free (k->bodies, TRUE);
  g_string_free (k->exact, TRUE);
  for (int i = 0; i < k->n; i++)
    g_free (k->fact[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sketch, sketch_clear)

// A value that is asked for, or is said again, is another one.
static void
plant_wrong (Sketch *k)
{
  int at = g_rand_int_range (k->rand, 0, k->n);
  double by = g_rand_boolean (k->rand) ? number (k, 1.05, 1.4) : number (k, 2, 4);
  bool again = g_rand_boolean (k->rand);
  for (int i = 0; i < k->n && !(k->is_on[at] && k->has_value[at]); i++)
    at = (at + 1) % k->n;
  if (!k->is_on[at] || !k->has_value[at])
    return;
  char *text = k->fact[at];
  int head = (int) (strstr (text, "'value': ") - text) + 9;
  double value = g_ascii_strtod (text + head, NULL);
  char *new = g_strdup_printf ("%.*s%.17g", head, text, by * value);
  if (again) {
    k->is_on[k->n] = true;
    k->has_value[k->n] = false;
    k->fact[k->n++] = new;
  } else {
    k->has_value[at] = false;
    k->fact[at] = new;
    g_free (text);
  }
}

static void
plant_twice (Sketch *k)
{
  int at = g_rand_int_range (k->rand, 0, k->n);
  while (!k->is_on[at])
    at = (at + 1) % k->n;
  k->is_on[k->n] = true;
  k->fact[k->n++] = g_strdup (k->fact[at]);
}

static void
plant (Sketch *k)
{
  int wrong = g_rand_int_range (k->rand, 0, 3), twice = g_rand_int_range (k->rand, 0, 2);
  for (int i = 0; i < wrong; i++)
    plant_wrong (k);
  for (int i = 0; i < twice; i++)
    plant_twice (k);
}

// What is asked for, in an order.
static void
draw (const Sketch *k, const int *order, const bool *is_on, bool exact, Drawing *d)
{
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < k->n; i++) {
    int at = order ? order[i] : i;
    if (is_on[at])
      g_string_append_printf (text, "%s{'id': 'k%d', %s}", text->len ? "," : "", at, k->fact[at]);
  }
  drawing_init (d, exact ? k->exact->str : k->bodies->str, text->str, NULL);
}

// ---- By trials ----

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
    draw (k, NULL, is_on, exact, &d);
    TrEngine *e = tr_session_get_engine (d.session);
    for (int i = 0; i < 1 + exact * STARTS && !holds; i++) {
      g_autoptr (TrState) s = tr_state_copy (tr_session_get_state (d.session));
      if (i > 0)
        throw (rand, tr_session_get_model (d.session), s, 100 * k->at.scale, by[i % 3]);
      tr_engine_forget (e);
      holds = tr_engine_solve (e, s).relative < 1e-7 && holds_well (e, s) &&
              (flat_too || !is_flat (tr_session_get_model (d.session), s));
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
  int order[MOST + 4];
  for (guint way = 0; way < G_N_ELEMENTS (place); way++) {
    g_auto (Sketch) k = {0};
    g_auto (Drawing) d = {0};
    sketch_init (&k, seed, make, &place[way]);
    plant (&k);
    for (int i = 0; i < k.n; i++)
      order[i] = i;
    if (way > 0)
      shuffle (rand, order, k.n);
    draw (&k, order, k.is_on, false, &d);
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

static void
test_kind (gconstpointer data)
{
  const Make *make = data;
  const char *many = g_getenv ("TRAMMEL_NAMING"), *only = g_getenv ("TRAMMEL_SEED");
  int n = only ? 1 : many ? atoi (many) : is_slow () ? 4 : 12, wrong = 0, n_conflicts = 0;
  for (int i = 0; i < n; i++) {
    guint seed = only ? (guint) atoi (only) : (guint) i + 1;
    g_autofree char *fault = fault_of (seed, *make, &n_conflicts);
    wrong += fault != NULL;
    if (fault)
      g_test_message ("seed %u: %s", seed, fault);
  }
  g_test_message ("%d of %d wrong, %d in conflict", wrong, n, n_conflicts);
  g_assert_cmpint (wrong, ==, 0);
}

static const Make polygon = make_polygon, parallelogram = make_parallelogram, room = make_room,
                  points = make_points;

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/naming/polygons", &polygon, test_kind);
  g_test_add_data_func ("/naming/parallelograms", &parallelogram, test_kind);
  g_test_add_data_func ("/naming/rooms", &room, test_kind);
  g_test_add_data_func ("/naming/points", &points, test_kind);
  return g_test_run ();
}
