// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/note-room.h"

#include "model/row.h"
#include "render/clip.h"
#include "render/label.h"
#include "render/path.h"

#define BUCKET 48
#define CELL   4
// Between boxes.
#define GAP 2
// Beyond this many bodies the ink is one grey anyway.
#define MOST_DRAWN 3000
#define MOST_CELLS (1 << 22)
// Labels are guessed: letters this wide, in ems.
#define LETTER      0.6
#define WIDER       0.25 // em: of a wide letter, as one alone may be
#define LABEL_SIZE  3.5  // mm, of one that does not say
#define MOST_LABELS 300

TrRoom *
tr_room_new (const TrOverlay *o, double beyond)
{
  TrRoom *r = g_new0 (TrRoom, 1);
  Vec2 a = aff_apply (o->to_pixels, o->view.low), b = aff_apply (o->to_pixels, o->view.high);
  double w = fmin (fabs (b.x - a.x), 1e4) + 1, h = fmin (fabs (b.y - a.y), 1e4) + 1;

  r->low = v2 (fmin (a.x, b.x), fmin (a.y, b.y));
  r->seen.low = v2_add (r->low, v2 (beyond, beyond));
  r->seen.high = v2_add (r->low, v2 (w - beyond, h - beyond));
  r->wide = (int) (w / BUCKET) + 1;
  r->high = (int) (h / BUCKET) + 1;
  r->ink_wide = (int) (w / CELL) + 1;
  r->ink_high = (int) (h / CELL) + 1;
  r->boxes = g_array_new (FALSE, FALSE, sizeof (TrBounds));
  r->next = g_array_new (FALSE, FALSE, sizeof (int));
  r->head = g_new (int, (gsize) r->wide *(gsize) r->high);
  for (int i = 0; i < r->wide * r->high; i++)
    r->head[i] = -1;
  if ((gint64) r->ink_wide * r->ink_high > MOST_CELLS)
    r->ink_wide = r->ink_high = 0;
  r->ink = g_new0 (guint8, (gsize) r->ink_wide * (gsize) r->ink_high + 1);
  return r;
}

TrRoom *
tr_room_copy (const TrRoom *r)
{
  TrRoom *copy = g_memdup2 (r, sizeof (TrRoom));

  copy->boxes = g_array_copy (r->boxes);
  copy->next = g_array_copy (r->next);
  copy->head = g_memdup2 (r->head, sizeof (int) * (gsize) r->wide * (gsize) r->high);
  copy->ink = g_memdup2 (r->ink, (gsize) r->ink_wide * (gsize) r->ink_high + 1);
  return copy;
}

void
tr_room_free (TrRoom *r)
{
  if (!r)
    return;
  g_array_unref (r->boxes);
  g_array_unref (r->next);
  g_free (r->head);
  g_free (r->ink);
  g_free (r);
}

static int
clamp_index (double x, double size, int n)
{
  return (int) fmax (0, fmin (n - 1, floor (x / size)));
}

// The buckets or cells under a box, none where n is 0.
typedef struct {
  int x0, y0, x1, y1;
} Range;

static Range
range_of (const TrRoom *r, TrBounds box, double size, int wide, int high)
{
  return (Range){
      clamp_index (box.low.x - r->low.x, size, wide),
      clamp_index (box.low.y - r->low.y, size, high),
      clamp_index (box.high.x - r->low.x, size, wide),
      clamp_index (box.high.y - r->low.y, size, high),
  };
}

static bool
overlap (TrBounds a, TrBounds b)
{
  return a.low.x < b.high.x + GAP && b.low.x < a.high.x + GAP && a.low.y < b.high.y + GAP &&
         b.low.y < a.high.y + GAP;
}

static bool
bucket_is_free (const TrRoom *r, int bucket, TrBounds box)
{
  for (int e = r->head[bucket]; e >= 0; e = g_array_index (r->next, int, e + 1)) {
    int i = g_array_index (r->next, int, e);
    if (overlap (g_array_index (r->boxes, TrBounds, i), box))
      return false;
  }
  return true;
}

bool
tr_room_is_free (const TrRoom *r, TrBounds box)
{
  TrBounds wider = {v2_sub (box.low, v2 (GAP, GAP)), v2_add (box.high, v2 (GAP, GAP))};
  Range at = range_of (r, wider, BUCKET, r->wide, r->high);

  for (int y = at.y0; y <= at.y1; y++)
    for (int x = at.x0; x <= at.x1; x++)
      if (!bucket_is_free (r, y * r->wide + x, box))
        return false;
  return true;
}

void
tr_room_take (TrRoom *r, TrBounds box)
{
  Range at = range_of (r, box, BUCKET, r->wide, r->high);
  int i = (int) r->boxes->len;

  g_array_append_val (r->boxes, box);
  for (int y = at.y0; y <= at.y1; y++)
    for (int x = at.x0; x <= at.x1; x++) {
      int e = (int) r->next->len, *head = &r->head[y * r->wide + x];
      g_array_append_val (r->next, i);
      g_array_append_val (r->next, *head);
      *head = e;
    }
}

// Cells of a box that nobody sees.
static int
cells_outside (const TrRoom *r, TrBounds box)
{
  double w = fmin (box.high.x, r->seen.high.x) - fmax (box.low.x, r->seen.low.x);
  double h = fmin (box.high.y, r->seen.high.y) - fmax (box.low.y, r->seen.low.y);
  double all = (box.high.x - box.low.x) * (box.high.y - box.low.y);
  double seen = w > 0 && h > 0 ? w * h : 0;

  return (int) ceil (fmin (1e6, (all - seen) / (CELL * CELL)));
}

int
tr_room_ink (const TrRoom *r, TrBounds box)
{
  Range at;
  int n;

  if (r->ink_wide == 0)
    return 0;
  n = cells_outside (r, box);
  at = range_of (r, box, CELL, r->ink_wide, r->ink_high);
  for (int y = at.y0; y <= at.y1; y++)
    for (int x = at.x0; x <= at.x1; x++)
      n += r->ink[y * r->ink_wide + x];
  return n;
}

static void
mark (TrRoom *r, Vec2 p)
{
  double x = floor ((p.x - r->low.x) / CELL), y = floor ((p.y - r->low.y) / CELL);
  if (x >= 0 && y >= 0 && x < r->ink_wide && y < r->ink_high)
    r->ink[(int) y * r->ink_wide + (int) x] = 1;
}

void
tr_room_dot (TrRoom *r, Vec2 p, double radius)
{
  for (double y = -radius; y <= radius; y += CELL)
    for (double x = -radius; x <= radius; x += CELL)
      mark (r, v2_add (p, v2 (x, y)));
}

void
tr_room_line (TrRoom *r, Vec2 a, Vec2 b)
{
  int n = (int) fmin (1e4, v2_dist (a, b) / (0.75 * CELL)) + 1;
  for (int i = 0; i <= n; i++)
    mark (r, v2_lerp (a, b, (double) i / n));
}

static void
mark_piece (TrRoom *r, const TrPiece *piece)
{
  bool is_curve = piece->verb == TR_VERB_CURVE;
  double length = v2_dist (piece->p[0], piece->p[1]);

  if (is_curve)
    length += v2_dist (piece->p[1], piece->p[2]) + v2_dist (piece->p[2], piece->p[3]);
  int n = (int) fmin (1e5, length / (0.75 * CELL)) + 1;
  for (int i = 0; i <= n; i++) {
    double u = (double) i / n;
    mark (r, is_curve ? tr_cubic_at (piece->p, u) : v2_lerp (piece->p[0], piece->p[1], u));
  }
}

static void
draw_body (TrRoom *r, const TrOverlay *o, int body, TrBounds keep)
{
  const TrBody *b = &o->m->bodies[body];
  double scale = sqrt (fabs (m2_det (o->to_pixels.m)));
  g_auto (TrOutline) outline = tr_outline_make ();
  g_auto (TrOutline) seen = tr_outline_make ();
  TrPieceIter iter;
  TrPiece piece;

  tr_path_outline (b, tr_body_q (b, o->s->q), 1 / scale, &outline);
  tr_outline_transform (&outline, o->to_pixels);
  if (tr_outline_is_empty (&outline) || !tr_outline_is_finite (&outline))
    return;
  tr_clip_stroke (&outline, keep, keep, 0, &seen);
  iter = tr_piece_iter_make (&seen);
  while (tr_piece_iter_next (&iter, &piece))
    mark_piece (r, &piece);
}

// The letters of a label, as a block of ink.
static void
draw_label (TrRoom *r, const TrOverlay *o, const TrLabel *l)
{
  g_autofree char *text = tr_label_format (o->m, o->s, l->text);
  double em = (l->size > 0 ? l->size : LABEL_SIZE) / tr_units_mm (o->m->units);
  Vec2 from = v2_add (tr_connector_point (o->m, &l->at, o->s->q), l->offset);
  double width = em * (WIDER + LETTER * (double) g_utf8_strlen (text, -1));
  Vec2 a = aff_apply (o->to_pixels, v2 (from.x, from.y + 0.75 * em));
  Vec2 b = aff_apply (o->to_pixels, v2 (from.x + width, from.y - 0.2 * em));

  if (!v2_is_finite (a) || !v2_is_finite (b) || b.x - a.x > 2000 || b.y - a.y > 500)
    return;
  for (double y = a.y; y <= b.y; y += CELL)
    tr_room_line (r, v2 (a.x, y), v2 (b.x, y));
}

void
tr_room_draw (TrRoom *r, const TrOverlay *o)
{
  TrBounds keep = {r->low, v2_add (r->low, v2 (CELL * r->ink_wide, CELL * r->ink_high))};

  if (o->m->n_bodies > MOST_DRAWN || r->ink_wide == 0)
    return;
  for (int i = 0; i < o->m->n_bodies; i++)
    if (!o->m->bodies[i].hidden)
      draw_body (r, o, i, keep);
  for (int i = 0; i < MIN (o->m->n_labels, MOST_LABELS); i++)
    draw_label (r, o, &o->m->labels[i]);
}
