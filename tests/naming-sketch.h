// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Random sketches of which all is known that is true of them, and where all of it holds.

#pragma once

#include "make-drawing.h"

enum { MOST = 40, MOST_BODIES = 12 };

// Where a sketch lies on the paper.
typedef struct {
  double scale;
  int quarters; // of a turn
  bool mirrored;
  Vec2 shift;
} Place;

typedef struct {
  GRand *rand;
  char *body[2][MOST_BODIES]; // as drawn, and where all holds that is true
  int n_bodies;
  char *fact[MOST];     // constraints
  bool is_on[MOST];     // asked for
  bool has_value[MOST]; // and may be asked for wrongly
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

// As drawn, and where it was meant to be; takes both.
static void
put_body (Sketch *k, const char *id, char *const *text)
{
  g_assert_cmpint (k->n_bodies, <, MOST_BODIES);
  for (int i = 0; i < 2; i++) {
    k->body[i][k->n_bodies] = g_strdup_printf ("{'id': '%s', %s}", id, text[i]);
    g_free (text[i]);
  }
  k->n_bodies++;
}

static void
put_point (Sketch *k, const char *id, Vec2 p)
{
  char *text[2] = {NULL};
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p));
    text[i] = g_strdup_printf ("'kind': 'point', 'at': [%.17g, %.17g]", a.x, a.y);
  }
  put_body (k, id, text);
}

static void
put_segment (Sketch *k, const char *id, Vec2 p, Vec2 q)
{
  char *text[2] = {NULL};
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p)), b = placed (k, i ? q : nearly (k, q));
    text[i] = g_strdup_printf ("'kind': 'segment', 'a': [%.17g, %.17g], 'b': [%.17g, %.17g]", a.x,
                               a.y, b.x, b.y);
  }
  put_body (k, id, text);
}

static void
put_circle (Sketch *k, const char *id, Vec2 p, double radius)
{
  char *text[2] = {NULL};
  for (int i = 0; i < 2; i++) {
    Vec2 a = placed (k, i ? p : nearly (k, p));
    double r = k->at.scale * (i ? radius : radius + 0.5 * k->off * number (k, -1, 1));
    text[i] = g_strdup_printf ("'kind': 'circle', 'center': [%.17g, %.17g], 'radius': %.17g", a.x,
                               a.y, r);
  }
  put_body (k, id, text);
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

// Wheels of one size with a belt on them, a larger one that touches one of them and a bore, with points on
// rims and mirror images.
static void
make_circles (Sketch *k)
{
  k->off *= 0.5;
  double r = number (k, 15, 25), big = number (k, 18, 30), w = number (k, 90, 120);
  double touch = number (k, -1, 1), rim = number (k, -1.2, 1.2);
  Vec2 c = v2_add (v2 (w, 0), v2_polar (r + big, touch));
  put_circle (k, "c0", v2 (0, 0), r);
  put_circle (k, "c1", v2 (w, 0), r);
  put_circle (k, "c2", c, big);
  put_circle (k, "c3", v2 (0, 0), r / 2);
  put_segment (k, "s0", v2 (0, -r), v2 (w, -r));
  put_segment (k, "s1", v2 (0, r), v2 (w, r));
  put_segment (k, "m", v2 (w / 2, -30), v2 (w / 2, 50));
  put_point (k, "p", v2_add (c, v2_polar (big, rim)));
  put_fact (k, 0.8, "'kind': 'tangent', 'a': <c0~%.17g>, 'b': <s0.a>", around (k, 3 * G_PI_2));
  put_fact (k, 0.8, "'kind': 'tangent', 'a': <c1~%.17g>, 'b': <s0.b>", around (k, 3 * G_PI_2));
  put_fact (k, 0.8, "'kind': 'tangent', 'a': <c1~%.17g>, 'b': <c2~%.17g>", around (k, touch),
            around (k, touch + G_PI));
  put_fact (k, 0.8, "'kind': 'attach', 'a': <c3.center>, 'b': <c0.center>");
  put_pair (k, 0.6, "equal-radius", "c0", "c1");
  const double radius[] = {r, r, big, r / 2};
  for (int i = 0; i < 4; i++)
    put_fact (k, 0.5, "'kind': 'radius', 'a': 'c%d', 'value': %.17g", i, k->at.scale * radius[i]);
  put_distance (k, 0.5, "c1.center", "c2.center", r + big);
  put_distance (k, 0.5, "c0.center", "c1.center", w);
  put_distance (k, 0.2, "c3.center", "c1.center", w);
  put_length (k, 0.4, "s0", w);
  put_length (k, 0.3, "s1", w);
  put_fact (k, 0.3, "'kind': 'distance', 'a': <c0.center>, 'b': 's0', 'value': %.17g",
            k->at.mirrored ? -k->at.scale * r : k->at.scale * r);
  put_level (k, 0.5, "s0", false);
  put_fact (k, 0.8, "'kind': 'attach', 'a': <p.at>, 'b': <c2~%.17g>", around (k, rim));
  put_distance (k, 0.3, "p.at", "c2.center", big);
  put_fact (k, 0.6, "'kind': 'symmetric', 'a': <c0.center>, 'b': <c1.center>, 'about': 'm'");
  put_level (k, 0.4, "m", true);
  put_fact (k, 0.5, "'kind': 'attach', 'a': <s1.a>, 'b': <c0~%.17g>", around (k, G_PI_2));
  put_fact (k, 0.5, "'kind': 'attach', 'a': <s1.b>, 'b': <c1~%.17g>", around (k, G_PI_2));
  put_distance (k, 0.3, "s1.a", "c0.center", r);
  put_pair (k, 0.3, "parallel", "s0", "s1");
  put_pair (k, 0.3, "equal-length", "s0", "s1");
  put_nail (k, 0.4, "c0.center", v2 (0, 0));
}

// Spokes of one length about a hub, mirror images by pairs, with bars between their tips.
static void
make_spokes (Sketch *k)
{
  enum { N = 5 };
  double length = number (k, 40, 60), angle[N] = {0};
  Vec2 tip[N];
  char a[8], b[8];
  for (int i = 1; i < N; i++)
    angle[i] =
        angle[i - 1] + (i == 2 || i == 4 ? angle[i - 1] - angle[i - 2] : number (k, 0.5, 0.9));
  for (int i = 0; i < N; i++) {
    tip[i] = v2_polar (length, angle[i]);
    g_snprintf (a, sizeof a, "s%d", i);
    put_segment (k, a, v2 (0, 0), tip[i]);
  }
  for (int i = 1; i < N; i++) {
    g_snprintf (a, sizeof a, "s%d.a", i);
    put_attach (k, 1, "s0.a", a);
  }
  for (int i = 0; i < N; i++) {
    g_snprintf (a, sizeof a, "s%d", i);
    g_snprintf (b, sizeof b, "s%d", (i + 1) % N);
    put_pair (k, 0.6, "equal-length", a, b);
    put_length (k, 0.3, a, length);
    if (i + 1 < N)
      put_angle (k, 0.3, a, b, tip[i], tip[i + 1]);
    g_snprintf (a, sizeof a, "s%d.b", i);
    g_snprintf (b, sizeof b, "s%d.b", (i + 1) % N);
    put_distance (k, 0.4, a, b, v2_dist (tip[i], tip[(i + 1) % N]));
  }
  put_pair (k, 0.3, "equal-length", "s0", "s2");
  put_fact (k, 0.6, "'kind': 'symmetric', 'a': <s0.b>, 'b': <s2.b>, 'about': 's1'");
  put_fact (k, 0.6, "'kind': 'symmetric', 'a': <s2.b>, 'b': <s4.b>, 'about': 's3'");
  put_distance (k, 0.3, "s0.b", "s2.b", v2_dist (tip[0], tip[2]));
  put_level (k, 0.4, "s0", false);
  put_nail (k, 0.4, "s0.a", v2 (0, 0));
}

typedef void (*Make) (Sketch *k);

static void
sketch_init (Sketch *k, guint seed, Make make, const Place *at)
{
  *k = (Sketch){.rand = g_rand_new_with_seed (seed), .at = *at};
  k->off = g_rand_boolean (k->rand) ? number (k, 0, 8) : 0;
  make (k);
}

static void
sketch_clear (Sketch *k)
{
  g_rand_free (k->rand);
  for (int i = 0; i < k->n_bodies; i++) {
    g_free (k->body[0][i]);
    g_free (k->body[1][i]);
  }
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

// What is asked for, in an order, and so the bodies; NULL: as they were made.
static void
draw (const Sketch *k,
      const int *order,
      const int *body_order,
      const bool *is_on,
      bool exact,
      Drawing *d)
{
  g_autoptr (GString) bodies = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < k->n_bodies; i++)
    g_string_append_printf (bodies, "%s%s", i > 0 ? "," : "",
                            k->body[exact][body_order ? body_order[i] : i]);
  for (int i = 0; i < k->n; i++) {
    int at = order ? order[i] : i;
    if (is_on[at])
      g_string_append_printf (text, "%s{'id': 'k%d', %s}", text->len ? "," : "", at, k->fact[at]);
  }
  drawing_init (d, bodies->str, text->str, NULL);
}
