// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The plane is cut into cells of about a pixel. A segment all of whose cells have been drawn in
// before is not drawn again.

#include "render/trace-thin.h"

#include <math.h>
#include <string.h>

enum {
  MOST_POINTS = 8192, // of what is shown; beyond, cells are made larger
  MOST_STEPS = 4096,  // cells of one segment that are looked at
  FIRST_CELLS = 1024, // a power of 2
};

struct _TrTraceThin {
  double cell;
  int coarse;     // times a pixel, as a power of 2
  int seen;       // points that have been looked at
  Vec2 last;      // the newest of them
  bool is_lifted; // the pen is
  GArray *shown;  // Vec2
  guint64 *cells; // a hash table of those that are drawn in; 0: none
  guint n_cells, room;
};

TrTraceThin *
tr_trace_thin_new (void)
{
  TrTraceThin *t = g_new0 (TrTraceThin, 1);
  t->shown = g_array_new (FALSE, FALSE, sizeof (Vec2));
  return t;
}

void
tr_trace_thin_free (TrTraceThin *t)
{
  if (!t)
    return;
  g_array_unref (t->shown);
  g_free (t->cells);
  g_free (t);
}

static void
restart (TrTraceThin *t, double cell)
{
  t->cell = cell;
  t->seen = 0;
  t->is_lifted = true;
  g_array_set_size (t->shown, 0);
  t->n_cells = 0;
  if (t->cells)
    memset (t->cells, 0, sizeof *t->cells * t->room);
}

static guint64
cell_at (const TrTraceThin *t, Vec2 p)
{
  double x = CLAMP (floor (p.x / t->cell), -1e9, 1e9), y = CLAMP (floor (p.y / t->cell), -1e9, 1e9);
  return ((guint64) (guint32) (gint32) x << 32 | (guint32) (gint32) y) + 1;
}

// Where a cell is in the table, or is to be.
static guint
place_of (const guint64 *cells, guint room, guint64 cell)
{
  guint64 hash = cell * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint at = (guint) (hash >> 32) & (room - 1);
  while (cells[at] != 0 && cells[at] != cell)
    at = (at + 1) & (room - 1);
  return at;
}

static void
grow (TrTraceThin *t)
{
  guint room = t->room ? 2 * t->room : FIRST_CELLS;
  guint64 *cells = g_new0 (guint64, room);
  for (guint i = 0; i < t->room; i++)
    if (t->cells[i] != 0)
      cells[place_of (cells, room, t->cells[i])] = t->cells[i];
  g_free (t->cells);
  t->cells = cells;
  t->room = room;
}

// Draws in a cell; false where that was done before.
static bool
draw_in (TrTraceThin *t, Vec2 p)
{
  guint64 cell = cell_at (t, p);
  if (2 * t->n_cells >= t->room)
    grow (t);
  guint at = place_of (t->cells, t->room, cell);
  bool is_new = t->cells[at] == 0;
  t->cells[at] = cell;
  t->n_cells += is_new;
  return is_new;
}

static bool
draws_new (TrTraceThin *t, Vec2 a, Vec2 b)
{
  int steps = (int) fmin (ceil (v2_dist (a, b) / t->cell), MOST_STEPS);
  bool is_new = false;
  for (int i = 0; i <= steps; i++)
    is_new |= draw_in (t, v2_lerp (a, b, steps > 0 ? (double) i / steps : 0));
  return is_new;
}

// A gap of less than a cell or so is none.
static void
put_down (TrTraceThin *t, Vec2 at)
{
  static const Vec2 lifted = {NAN, NAN};
  guint n = t->shown->len;
  if (n > 0 && v2_dist (g_array_index (t->shown, Vec2, n - 1), at) <= 1.5 * t->cell)
    return;
  if (n > 0)
    g_array_append_val (t->shown, lifted);
  g_array_append_val (t->shown, at);
}

static void
add_point (TrTraceThin *t, Vec2 p)
{
  bool is_gap = t->seen == 0 || !v2_is_finite (p) || !v2_is_finite (t->last);
  if (!is_gap && draws_new (t, t->last, p)) {
    if (t->is_lifted)
      put_down (t, t->last);
    g_array_append_val (t->shown, p);
    t->is_lifted = false;
  } else
    t->is_lifted = true;
  t->last = p;
  t->seen++;
}

static bool
has_grown (const TrTraceThin *t, const TrTracePoints *all)
{
  return t->seen <= all->n &&
         (t->seen == 0 || memcmp (&all->points[t->seen - 1], &t->last, sizeof t->last) == 0);
}

TrTracePoints
tr_trace_thin_update (TrTraceThin *t, const TrTracePoints *all, double pixel)
{
  double cell = exp2 (floor (log2 (pixel)));
  bool is_same = fabs (t->cell - exp2 (t->coarse) * cell) < 1e-9 * t->cell;
  g_return_val_if_fail (pixel > 0 && isfinite (pixel), *all);

  if (!has_grown (t, all) || !is_same) {
    t->coarse = 0;
    restart (t, cell);
  }
  while (t->seen < all->n) {
    add_point (t, all->points[t->seen]);
    if (t->shown->len > MOST_POINTS) {
      t->coarse++;
      restart (t, exp2 (t->coarse) * cell);
    }
  }
  return (TrTracePoints){(const Vec2 *) (void *) t->shown->data, (int) t->shown->len};
}
