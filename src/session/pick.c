// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/pick.h"

#include "model/points-span.h"
#include "model/row.h"
#include "render/ink.h"
#include "render/path.h"
#include "session/pick-grid.h"

#include <string.h>

#define NEWTON_STEPS    8
#define MOST_CUTS       4
#define MOST_RIVALS     8
#define CHORDS_OF_CUBIC 12

struct _TrPicker {
  TrDocument *document; // whose picker it is; not held
  TrPickGrid *grid;     // NULL: to be made
  const TrModel *model; // that it is over
  TrTouchMark seen;     // what is in it
  GArray *near;
};

TrPicker *
tr_picker_new (TrDocument *d)
{
  TrPicker *p = g_new0 (TrPicker, 1);
  p->document = d;
  p->near = g_array_new (FALSE, FALSE, sizeof (int));
  return p;
}

void
tr_picker_free (TrPicker *p)
{
  if (!p)
    return;
  g_clear_pointer (&p->grid, tr_pick_grid_free);
  g_array_unref (p->near);
  g_free (p);
}

// False: there is no grid now.
static bool
bring_up (TrPicker *p, const GArray *touched)
{
  const TrModel *m = tr_document_get_model (p->document);
  bool is_known = p->grid && touched && p->model == m;

  if (is_known && tr_pick_grid_touch (p->grid, m, tr_document_get_state (p->document), touched))
    return true;
  g_clear_pointer (&p->grid, tr_pick_grid_free);
  return false;
}

void
tr_picker_follow (TrPicker *p)
{
  g_autoptr (GArray) touched = tr_document_touched (p->document, &p->seen);

  if (bring_up (p, touched))
    return;
  p->model = tr_document_get_model (p->document);
  p->grid = tr_pick_grid_new (p->model, tr_document_get_state (p->document));
}

void
tr_picker_touch (TrPicker *p, const guint8 *bodies)
{
  g_autoptr (GArray) noted = tr_document_touched (p->document, &p->seen);
  g_autoptr (GArray) touched = g_array_new (FALSE, FALSE, sizeof (int));
  int n = tr_document_get_model (p->document)->n_bodies;

  for (int i = 0; i < n; i++)
    if (bodies[i / 8] >> (i % 8) & 1)
      g_array_append_val (touched, i);
  if (noted && noted->len > 0)
    g_array_append_vals (touched, noted->data, noted->len);
  bring_up (p, touched);
}

void
tr_picker_near (TrPicker *p, Vec2 at, double reach, GArray *bodies)
{
  g_return_if_fail (p->grid);
  tr_pick_grid_near (p->grid, at, reach, bodies);
}

double
tr_nearest_on_chord (Vec2 a, Vec2 b, Vec2 p)
{
  Vec2 d = v2_sub (b, a);
  double dd = v2_dot (d, d);

  return dd > 0 ? fmin (1, fmax (0, v2_dot (v2_sub (p, a), d) / dd)) : 0;
}

// Chords that a curve is cut into for a first guess.
int
tr_curve_n_chords (const TrBody *b)
{
  switch (b->kind) {
  case TR_BODY_SEGMENT:
    return 1;
  case TR_BODY_POLYLINE:
    return tr_span_count (b);
  case TR_BODY_BEZIER:
  case TR_BODY_SPLINE:
    return 8 * tr_span_count (b);
  case TR_BODY_CIRCLE:
  case TR_BODY_ARC:
  case TR_BODY_ELLIPSE:
    return 32;
  case TR_BODY_FORMULA:
    return 128;
  case TR_BODY_POINT:
  case TR_BODY_RIGID:
  case TR_BODY_SHEET:
  case TR_BODY_NUMBER:
  case TR_N_BODY_KINDS:
    break;
  }
  return 0;
}

// Newton on f(t) = (x − p)·x_t within [lo, hi]:  f′ = |x_t|² + (x − p)·x_tt; where that would lead
// away, by |x_t|² alone. Steps are shortened until they come nearer.
static double
polish (const TrBody *b, const double *q, Vec2 p, double lo, double hi, double *t, Vec2 *x)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  double best = v2_dist (*x, p);

  for (int i = 0; i < NEWTON_STEPS; i++) {
    TrJet j;
    ops->jet (b, q, *t, TR_JET_TANGENT, &j);
    Vec2 r = v2_sub (j.x, p);
    double speed = v2_dot (j.x_t, j.x_t), slope = speed + v2_dot (r, j.x_tt);
    double step = -v2_dot (r, j.x_t) / (slope > 0 ? slope : speed), distance = INFINITY, next = *t;
    if (!isfinite (step))
      return best;
    for (int k = 0; k < MOST_CUTS && !(distance < best); k++, step *= 0.25) {
      next = fmin (hi, fmax (lo, *t + step));
      ops->jet (b, q, next, TR_JET_PLACE, &j);
      distance = v2_dist (j.x, p);
      if (fabs (distance - best) <= 1e-14 * best) // rounding: this is the place
        break;
    }
    if (!(distance < best))
      return best;
    best = distance;
    *t = next;
    *x = j.x;
  }
  return best;
}

// Chords in whose reach the nearest point may lie.
typedef struct {
  int n;
  double least[MOST_RIVALS]; // so near may the curve come there
  double t[MOST_RIVALS];     // of the chord's nearest point
} Rivals;

static void
offer_rival (Rivals *r, double least, double t)
{
  int at = r->n;
  if (r->n < MOST_RIVALS) {
    r->n++;
  } else {
    at = 0;
    for (int i = 1; i < r->n; i++)
      at = r->least[i] > r->least[at] ? i : at;
    if (!(least < r->least[at]))
      return;
  }
  r->least[at] = least;
  r->t[at] = t;
}

static double
square (Vec2 a)
{
  return v2_dot (a, a);
}

// Those that are nearer than their neighbours. A chord is off its curve by an eighth of the second
// difference beside it; by twice that at most. All in squares.
static void
find_rivals (const TrBody *b, const double *q, Vec2 p, int n, double t0, double t1, Rivals *r)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  bool is_straight = b->kind == TR_BODY_SEGMENT || b->kind == TR_BODY_POLYLINE;
  double h = (t1 - t0) / n, before = INFINITY, now = INFINITY, t = t0, bend = 0;
  double most = INFINITY, nearest = INFINITY; // of what is on the curve, and on its chords
  Vec2 last = v2 (0, 0);
  TrJet j;
  ops->jet (b, q, t0, TR_JET_PLACE, &j);
  Vec2 from = j.x;
  for (int i = 0; i <= n; i++) {
    double next = INFINITY, t_next = t1, bend_next = 0;
    if (i < n) {
      double end = i + 1 == n ? t1 : t0 + (i + 1) * h;
      ops->jet (b, q, end, TR_JET_PLACE, &j);
      Vec2 chord = v2_sub (j.x, from);
      double u = tr_nearest_on_chord (from, j.x, p), there = square (v2_sub (j.x, p));
      double distance = square (v2_sub (v2_lerp (from, j.x, u), p));
      next = isfinite (distance) ? distance : INFINITY;
      t_next = end - (1 - u) * h;
      if (i > 0 && !is_straight)
        bend_next = square (v2_sub (chord, last));
      most = there < most ? there : most;
      nearest = next < nearest ? next : nearest;
      last = chord;
      from = j.x;
    }
    if (now < before && now <= next) {
      double most_bend = bend > bend_next ? bend : bend_next;
      double off = isfinite (most_bend) ? 0.25 * sqrt (most_bend) : 0, least = sqrt (now) - off;
      double bound = most > nearest ? most : nearest; // rounding may have it the other way
      if (least <= 0 || least * least <= (1 + 1e-9) * bound)
        offer_rival (r, least, t);
    }
    before = now;
    now = next;
    t = t_next;
    bend = bend_next;
  }
}

bool
tr_nearest_on_curve (const TrBody *b, const double *q, Vec2 p, double *t, Vec2 *x)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  int n = tr_curve_n_chords (b);
  double t0, t1, h, best = INFINITY;
  Rivals rivals = {.n = 0};

  if (!ops->has_curve || n == 0)
    return false;
  ops->range (b, &t0, &t1);
  h = (t1 - t0) / n;
  find_rivals (b, q, p, n, t0, t1, &rivals);
  for (int i = 0; i < rivals.n; i++) {
    double there = rivals.t[i];
    TrJet j;
    if (!(rivals.least[i] < best))
      continue;
    ops->jet (b, q, there, TR_JET_PLACE, &j);
    Vec2 place = j.x;
    double lo = fmax (t0, there - h), hi = fmin (t1, there + h);
    double distance = polish (b, q, p, lo, hi, &there, &place);
    if (distance < best) {
      best = distance;
      *t = there;
      *x = place;
    }
  }
  return isfinite (best);
}

// Whether a is to be taken instead of b: a point before a curve before an area, then the nearer,
// then (bodies come in order) the later.
static bool
is_better (const TrPick *a, const TrPick *b)
{
  if (b->kind == TR_PICK_NONE || a->kind != b->kind)
    return b->kind == TR_PICK_NONE || a->kind < b->kind;
  return a->kind == TR_PICK_AREA || a->distance <= b->distance;
}

static void
offer (TrPick *best, const TrPick *pick, double tolerance)
{
  if (pick->distance <= tolerance && is_better (pick, best))
    *best = *pick;
}

static void
offer_points (const TrModel *m, const TrState *s, int body, Vec2 at, double tolerance, TrPick *best)
{
  int n = tr_body_n_points (&m->bodies[body]);

  for (int i = 0; i < n; i++) {
    TrPick pick = {.kind = TR_PICK_POINT};
    pick.at = (TrConnector){.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1};
    pick.place = tr_connector_point (m, &pick.at, s->q);
    pick.distance = v2_dist (pick.place, at);
    offer (best, &pick, tolerance);
  }
}

static void
offer_curve (const TrModel *m, const TrState *s, int body, Vec2 at, double tolerance, TrPick *best)
{
  const TrBody *b = &m->bodies[body];
  TrPick pick = {.kind = TR_PICK_CURVE};
  double t;

  if (!tr_nearest_on_curve (b, tr_body_q (b, s->q), at, &t, &pick.place))
    return;
  pick.at = (TrConnector){.kind = TR_AT_T, .body = body, .slide = -1, .p = {t, 0}};
  pick.distance = v2_dist (pick.place, at);
  offer (best, &pick, tolerance);
}

// The nearest point of a drawing's lines, and whether it winds around `at`.
typedef struct {
  Vec2 at, nearest;
  double distance;
  bool is_inside;
} Probe;

static void
probe_chord (Probe *p, Vec2 a, Vec2 b, int *winding)
{
  Vec2 x = v2_lerp (a, b, tr_nearest_on_chord (a, b, p->at));
  double distance = v2_dist (x, p->at);
  bool up = a.y <= p->at.y, down = b.y <= p->at.y;

  if (distance < p->distance) {
    p->distance = distance;
    p->nearest = x;
  }
  if (up != down && (v2_cross (v2_sub (b, a), v2_sub (p->at, a)) > 0) == up)
    *winding += up ? 1 : -1;
}

static void
probe_ink (const TrInk *ink, gpointer data)
{
  Probe *p = data;
  TrPieceIter iter = tr_piece_iter_make (ink->outline);
  TrPiece piece;
  int winding = 0;
  Vec2 start = {0, 0};

  while (tr_piece_iter_next (&iter, &piece)) {
    int n = piece.verb == TR_VERB_CURVE ? CHORDS_OF_CUBIC : 1;
    Vec2 from = piece.p[0];
    if (piece.first)
      start = from;
    for (int i = 1; i <= n; i++) {
      Vec2 to = i == n ? piece.p[3] : tr_cubic_at (piece.p, (double) i / n);
      probe_chord (p, from, to, &winding);
      from = to;
    }
    if (piece.last && piece.verb != TR_VERB_CLOSE && tr_pen_has_fill (&ink->pen)) {
      Probe ignored = *p;
      probe_chord (&ignored, from, start, &winding);
    }
  }
  if (winding != 0 && (ink->kind != TR_INK_PATH || tr_pen_has_fill (&ink->pen)))
    p->is_inside = true;
}

static bool
is_on_sheet (const TrBody *b, Vec2 local)
{
  return b->kind == TR_BODY_SHEET && fabs (local.x) <= b->sheet.size.x / 2 &&
         fabs (local.y) <= b->sheet.size.y / 2;
}

static void
offer_local (const TrModel *m, const TrState *s, int body, Vec2 at, double tolerance, TrPick *best)
{
  const TrBody *b = &m->bodies[body];
  const double *q = tr_body_q (b, s->q);
  Affine to_local = aff_inverse (tr_path_frame (b, q));
  Probe probe = {.at = at, .distance = INFINITY};
  TrPaintOptions options = {.mm_per_unit = 1, .tolerance = tolerance};
  TrPick pick = {.at = {.kind = TR_AT_LOCAL, .body = body, .slide = -1}};

  tr_ink_body (m, s, body, &options, probe_ink, &probe);
  if (probe.distance <= tolerance) {
    pick.kind = TR_PICK_CURVE;
    pick.place = probe.nearest;
    pick.distance = probe.distance;
  } else if (probe.is_inside || is_on_sheet (b, aff_apply (to_local, at))) {
    pick.kind = TR_PICK_AREA;
    pick.place = at;
  } else
    return;
  pick.at.p = aff_apply (to_local, pick.place);
  if (v2_is_finite (pick.at.p))
    offer (best, &pick, tolerance);
}

TrPick
tr_picker_find (TrPicker *p, Vec2 at, double tolerance, bool with_locked)
{
  const TrModel *m = tr_document_get_model (p->document);
  const TrState *s = tr_document_get_state (p->document);
  TrPick best = {.kind = TR_PICK_NONE, .at = {.body = -1, .slide = -1}};

  g_return_val_if_fail (tolerance > 0, best);
  tr_picker_follow (p);
  tr_pick_grid_near (p->grid, at, tolerance, p->near);
  for (guint i = 0; i < p->near->len; i++) {
    int body = g_array_index (p->near, int, i);
    if (m->bodies[body].locked && !with_locked)
      continue;
    offer_points (m, s, body, at, tolerance, &best);
    if (best.kind == TR_PICK_POINT)
      continue;
    if (tr_body_get_ops (&m->bodies[body])->has_local)
      offer_local (m, s, body, at, tolerance, &best);
    else
      offer_curve (m, s, body, at, tolerance, &best);
  }
  return best;
}

bool
tr_pick_is_middle (const TrModel *m, const TrPick *pick)
{
  const TrBody *b = &m->bodies[pick->at.body];
  char name[32];

  if (pick->kind != TR_PICK_POINT || pick->at.kind != TR_AT_NAMED)
    return false;
  return b->kind == TR_BODY_SHEET ||
         strcmp (tr_body_point_name (b, pick->at.point, name), "middle") == 0;
}
