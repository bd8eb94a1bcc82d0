// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/import/svg-holes.h"

#define CHORDS    8 // of a curve, to tell what is inside
#define MOST_WORK (1 << 24)

typedef struct {
  guint first, n;        // pieces
  guint corner, corners; // of its polygon
  bool is_closed;
} Subpath;

typedef struct {
  GArray *pieces;  // TrPiece
  GArray *corners; // Vec2
  GArray *paths;   // Subpath
} Parts;

static const TrPiece *
piece_at (const Parts *p, guint i)
{
  return &g_array_index (p->pieces, TrPiece, i);
}

static Parts
take_apart (const TrOutline *o)
{
  Parts p = {g_array_new (FALSE, FALSE, sizeof (TrPiece)),
             g_array_new (FALSE, FALSE, sizeof (Vec2)),
             g_array_new (FALSE, FALSE, sizeof (Subpath))};
  TrPieceIter iter = tr_piece_iter_make (o);
  TrPiece piece;
  Subpath s = {0};

  while (tr_piece_iter_next (&iter, &piece)) {
    int chords = piece.verb == TR_VERB_CURVE ? CHORDS : 1;
    for (int k = 0; k < chords; k++) {
      Vec2 at = k == 0 ? piece.p[0] : tr_cubic_at (piece.p, (double) k / CHORDS);
      g_array_append_val (p.corners, at);
    }
    g_array_append_val (p.pieces, piece);
    if (!piece.last)
      continue;
    s.n = p.pieces->len - s.first;
    s.corners = p.corners->len - s.corner;
    s.is_closed = piece.verb == TR_VERB_CLOSE;
    g_array_append_val (p.paths, s);
    s = (Subpath){.first = p.pieces->len, .corner = p.corners->len};
  }
  return p;
}

// Whether a ray from the place to the right leaves the polygon more often than it enters it.
static bool
holds (const Parts *p, const Subpath *s, Vec2 at)
{
  const Vec2 *corner = &g_array_index (p->corners, Vec2, s->corner);
  bool is_inside = false;

  for (guint i = 0, before = s->corners - 1; i < s->corners; before = i++) {
    Vec2 a = corner[before], b = corner[i];
    if ((a.y > at.y) != (b.y > at.y) && at.x < a.x + (b.x - a.x) * (at.y - a.y) / (b.y - a.y))
      is_inside = !is_inside;
  }
  return is_inside;
}

// Twice the area, with the sign of the way round.
static double
area (const Parts *p, const Subpath *s)
{
  const Vec2 *corner = &g_array_index (p->corners, Vec2, s->corner);
  double sum = 0;

  for (guint i = 0, before = s->corners - 1; i < s->corners; before = i++)
    sum += v2_cross (v2_sub (corner[before], corner[0]), v2_sub (corner[i], corner[0]));
  return sum;
}

static void
append_piece (TrOutline *o, const TrPiece *piece, bool turned)
{
  const Vec2 *q = piece->p;

  if (piece->verb == TR_VERB_CURVE)
    tr_outline_curve (o, turned ? q[2] : q[1], turned ? q[1] : q[2], turned ? q[0] : q[3]);
  else
    tr_outline_line (o, turned ? q[0] : q[1]);
}

static void
append_path (TrOutline *o, const Parts *p, const Subpath *s, bool turned)
{
  const TrPiece *last = piece_at (p, s->first + s->n - 1);
  Vec2 end = last->verb == TR_VERB_CURVE ? last->p[3] : last->p[1];

  tr_outline_move (o, turned ? end : piece_at (p, s->first)->p[0]);
  for (guint i = 0; i < s->n; i++) {
    guint k = turned ? s->n - 1 - i : i;
    bool is_closing = s->is_closed && i + 1 == s->n;
    if (!is_closing || piece_at (p, s->first + k)->verb == TR_VERB_CURVE)
      append_piece (o, piece_at (p, s->first + k), turned);
  }
  if (s->is_closed)
    tr_outline_close (o);
}

static void
free_parts (Parts *p)
{
  g_array_unref (p->pieces);
  g_array_unref (p->corners);
  g_array_unref (p->paths);
}

// ---- Filled that should be empty ----

typedef struct {
  const Parts *parts;
  bool is_even_odd;
  double aside; // so far beside a line a place is looked at
  TrSvgSpill found;
} Search;

typedef struct {
  Vec2 a, b;
  double low, high; // of x
} Chord;

// How often the subpath winds round the place.
static int
winding (const Parts *p, const Subpath *s, Vec2 at)
{
  const Vec2 *corner = &g_array_index (p->corners, Vec2, s->corner);
  int n = 0;

  for (guint i = 0, before = s->corners - 1; i < s->corners; before = i++) {
    Vec2 a = corner[before], b = corner[i];
    double side = v2_cross (v2_sub (b, a), v2_sub (at, a));
    n += (a.y <= at.y && b.y > at.y && side > 0) - (a.y > at.y && b.y <= at.y && side < 0);
  }
  return n;
}

static void
look_at (Search *w, Vec2 at)
{
  int sum = 0;
  bool any = false;

  for (guint i = 0; i < w->parts->paths->len; i++) {
    int n = winding (w->parts, &g_array_index (w->parts->paths, Subpath, i), at);
    sum += n;
    any |= n != 0;
  }
  bool is_filled = w->is_even_odd ? sum % 2 != 0 : sum != 0;
  w->found.apart |= any && !is_filled;
  w->found.together |= sum != 0 && !is_filled;
  w->found.work += w->parts->corners->len;
}

// The four corners between lines that cross at a place.
static void
look_around (Search *w, Vec2 at, Vec2 u, Vec2 v)
{
  u = v2_scale (u, w->aside / v2_norm (u));
  v = v2_scale (v, w->aside / v2_norm (v));
  for (int i = 0; i < 4; i++)
    look_at (w, v2_mad (v2_mad (at, i & 1 ? 1 : -1, u), i & 2 ? 1 : -1, v));
}

static void
look_at_crossing (Search *w, const Chord *s, const Chord *t)
{
  Vec2 u = v2_sub (s->b, s->a), v = v2_sub (t->b, t->a);
  double a = v2_cross (u, v2_sub (t->a, s->a)), b = v2_cross (u, v2_sub (t->b, s->a));
  double c = v2_cross (v, v2_sub (s->a, t->a)), d = v2_cross (v, v2_sub (s->b, t->a));

  w->found.work++;
  if (((a < 0 && b > 0) || (a > 0 && b < 0)) && ((c < 0 && d > 0) || (c > 0 && d < 0)))
    look_around (w, v2_mad (s->a, c / (c - d), u), u, v);
}

static int
compare_chords (gconstpointer a, gconstpointer b)
{
  double x = ((const Chord *) a)->low, y = ((const Chord *) b)->low;

  return (x > y) - (x < y);
}

// The chords from left to right, and how large all is.
static GArray *
list_chords (const Parts *p, double *size)
{
  GArray *chords = g_array_new (FALSE, FALSE, sizeof (Chord));
  TrBounds box = tr_bounds_empty ();

  for (guint i = 0; i < p->paths->len; i++) {
    const Subpath *s = &g_array_index (p->paths, Subpath, i);
    const Vec2 *corner = &g_array_index (p->corners, Vec2, s->corner);
    for (guint k = 0, before = s->corners - 1; k < s->corners; before = k++) {
      Vec2 a = corner[before], b = corner[k];
      Chord chord = {a, b, MIN (a.x, b.x), MAX (a.x, b.x)};
      g_array_append_val (chords, chord);
      box = tr_bounds_add (box, b);
    }
  }
  g_array_sort (chords, compare_chords);
  *size = chords->len > 0 ? v2_dist (box.low, box.high) : 0;
  return chords;
}

TrSvgSpill
tr_svg_holes_spill (const TrOutline *o, bool is_even_odd)
{
  Parts p = take_apart (o);
  Search w = {.parts = &p, .is_even_odd = is_even_odd};
  double size;
  g_autoptr (GArray) chords = list_chords (&p, &size);
  const Chord *chord = (const Chord *) (void *) chords->data;

  w.found.n_parts = p.paths->len;
  w.aside = 1e-6 * size;
  for (guint i = 0; i < p.paths->len && w.found.work <= MOST_WORK; i++) {
    const Subpath *s = &g_array_index (p.paths, Subpath, i);
    Vec2 a = g_array_index (p.corners, Vec2, s->corner);
    Vec2 b = g_array_index (p.corners, Vec2, s->corner + (s->corners > 1));
    Vec2 u = v2_sub (b, a);
    if (v2_norm (u) > 0)
      look_around (&w, v2_mid (a, b), u, v2_perp (u));
  }
  for (guint i = 0; i < chords->len; i++)
    for (guint k = i + 1; k < chords->len && chord[k].low <= chord[i].high; k++)
      if (w.found.work <= MOST_WORK)
        look_at_crossing (&w, &chord[i], &chord[k]);
  free_parts (&p);
  return w.found;
}

// ---- Turned round ----

gsize
tr_svg_holes_turn (TrOutline *o)
{
  Parts p = take_apart (o);
  const Subpath *path = (const Subpath *) (void *) p.paths->data;
  guint n = p.paths->len;
  gsize work = (gsize) n * p.corners->len;
  TrOutline turned = tr_outline_make ();

  for (guint i = 0; i < n; i++) {
    bool is_hole = false;
    Vec2 at = g_array_index (p.corners, Vec2, path[i].corner);
    for (guint k = 0; k < n && work <= MOST_WORK; k++)
      is_hole ^= k != i && holds (&p, &path[k], at);
    append_path (&turned, &p, &path[i], (area (&p, &path[i]) < 0) != is_hole);
  }
  turned.coarse = o->coarse;
  tr_outline_clear (o);
  *o = turned;
  free_parts (&p);
  return work;
}
