// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/pick-grid.h"

#include "model/row.h"
#include "render/path.h"
#include "render/style.h"

// A piece is halved until it covers few cells: long lines leave most of their box empty.
#define MOST_CELLS    4
#define MOST_HALVINGS 7
#define MOST_STRAYS   1000

typedef struct {
  int cell, body;
} Entry;

typedef struct {
  TrPickGrid *grid;
  GArray *entries;
  int body;
} Filler;

// What is finite of a curve, drawn a thousandth of its size true.
static void
trace_body (const TrBody *b, const double *q, double size, TrOutline *outline)
{
  tr_outline_empty (outline);
  tr_path_outline (b, q, isfinite (size) && size > 0 ? 1e-3 * size : 1e-3, outline);
  if (!tr_outline_is_finite (outline))
    tr_outline_empty (outline);
}

// outline: room for work.
static TrBounds
hull_of (const TrModel *m, const TrState *s, int body, TrOutline *outline)
{
  const TrBody *b = &m->bodies[body];
  const double *q = tr_body_q (b, s->q);
  TrBounds hull = tr_bounds_empty ();
  Vec2 low, high;

  if (b->hidden || b->kind == TR_BODY_NUMBER)
    return hull;
  bool has_box = tr_body_box (b, q, &low, &high);
  if (has_box)
    hull = tr_bounds_add (tr_bounds_add (hull, low), high);
  // A curve that is not defined everywhere is where it is, and a drawing may reach beyond its body; the
  // box of a formula is that of samples.
  if (!has_box || tr_body_get_ops (b)->has_local || b->kind == TR_BODY_FORMULA) {
    trace_body (b, q, v2_dist (hull.low, hull.high), outline);
    hull = tr_bounds_union (hull, tr_outline_hull (outline));
  }
  for (int i = 0; i < tr_body_n_points (b); i++) {
    TrConnector c = {.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1};
    Vec2 p = tr_connector_point (m, &c, s->q);
    if (v2_is_finite (p))
      hull = tr_bounds_add (hull, p);
  }
  // Texts and pictures have no outline of their own here: room for them around the frame.
  if (b->n_drawing > 0 && !tr_bounds_is_empty (hull))
    for (int i = 0; i < b->n_drawing; i++) {
      Affine f = tr_path_frame (b, q);
      const TrMark *mark = &b->drawing[i];
      double text = mark->kind == TR_MARK_TEXT ? (double) strlen (mark->text) : 1;
      for (int k = 0; k < 4 && mark->kind != TR_MARK_PATH; k++)
        hull = tr_bounds_add (hull, aff_apply (aff_mul (f, tr_mark_frame (mark)),
                                               v2 (k & 1 ? text : 0, k & 2 ? 1 : 0)));
    }
  return hull;
}

static int
cell_of (double x, double low, double cell, int n)
{
  double i = floor ((x - low) / cell);
  return i < 0 ? 0 : i >= n ? n - 1 : (int) i;
}

static void
add_box (Filler *f, TrBounds b)
{
  const TrPickGrid *g = f->grid;
  int x0 = cell_of (b.low.x, g->low.x, g->cell, g->nx);
  int x1 = cell_of (b.high.x, g->low.x, g->cell, g->nx);
  int y0 = cell_of (b.low.y, g->low.y, g->cell, g->ny);
  int y1 = cell_of (b.high.y, g->low.y, g->cell, g->ny);

  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      Entry e = {y * g->nx + x, f->body};
      g_array_append_val (f->entries, e);
    }
}

static void
add_piece (Filler *f, const Vec2 p[4], int depth)
{
  const TrPickGrid *g = f->grid;
  TrBounds b = tr_bounds_empty ();
  Vec2 left[4], right[4];
  double cells;

  for (int i = 0; i < 4; i++)
    b = tr_bounds_add (b, p[i]);
  cells = ((b.high.x - b.low.x) / g->cell + 1) * ((b.high.y - b.low.y) / g->cell + 1);
  if (cells <= MOST_CELLS || depth == MOST_HALVINGS) {
    add_box (f, b);
    return;
  }
  tr_cubic_split (p, left, right);
  add_piece (f, left, depth + 1);
  add_piece (f, right, depth + 1);
}

static void
add_body (Filler *f, const TrModel *m, const TrState *s, TrOutline *outline)
{
  const TrBody *b = &m->bodies[f->body];
  TrBounds hull = f->grid->hull[f->body];
  TrPiece piece;

  if (tr_bounds_is_empty (hull))
    return;
  // Insides count there.
  if (tr_body_get_ops (b)->has_local) {
    add_box (f, hull);
    return;
  }
  trace_body (b, tr_body_q (b, s->q), v2_dist (hull.low, hull.high), outline);
  TrPieceIter iter = tr_piece_iter_make (outline);
  while (tr_piece_iter_next (&iter, &piece)) {
    Vec2 line[4] = {piece.p[0], v2_lerp (piece.p[0], piece.p[3], 1.0 / 3.0),
                    v2_lerp (piece.p[0], piece.p[3], 2.0 / 3.0), piece.p[3]};
    add_piece (f, piece.verb == TR_VERB_CURVE ? piece.p : line, 0);
  }
  for (int i = 0; i < tr_body_n_points (b); i++) {
    TrConnector c = {.kind = TR_AT_NAMED, .body = f->body, .point = i, .slide = -1};
    Vec2 p = tr_connector_point (m, &c, s->q);
    if (v2_is_finite (p))
      add_box (f, (TrBounds){p, p});
  }
}

// About one cell for each body, over the box of all.
static void
lay_out (TrPickGrid *g)
{
  TrBounds all = tr_bounds_empty ();
  double width, height;

  for (int i = 0; i < g->n_bodies; i++)
    if (!tr_bounds_is_empty (g->hull[i]))
      all = tr_bounds_union (all, g->hull[i]);
  g->nx = g->ny = 1;
  g->cell = 1;
  if (tr_bounds_is_empty (all))
    return;
  g->low = all.low;
  width = all.high.x - all.low.x;
  height = all.high.y - all.low.y;
  g->cell = fmax (sqrt (width * height / (g->n_bodies + 1)), fmax (width, height) / 256);
  if (!(g->cell > 0))
    g->cell = 1;
  g->nx = 1 + (int) (width / g->cell);
  g->ny = 1 + (int) (height / g->cell);
}

// A counting sort by cell; stable, so that bodies stay in order.
static void
sort_entries (TrPickGrid *g, const GArray *entries)
{
  int n = g->nx * g->ny;
  const Entry *e = (const Entry *) (void *) entries->data;

  g->start = g_new0 (int, n + 2);
  g->items = g_new (int, entries->len + 1);
  for (guint i = 0; i < entries->len; i++)
    g->start[e[i].cell + 2]++;
  for (int i = 2; i < n + 2; i++)
    g->start[i] += g->start[i - 1];
  for (guint i = 0; i < entries->len; i++)
    g->items[g->start[e[i].cell + 1]++] = e[i].body;
}

TrPickGrid *
tr_pick_grid_new (const TrModel *m, const TrState *s)
{
  TrPickGrid *g = g_new0 (TrPickGrid, 1);
  g_auto (TrOutline) outline = tr_outline_make ();
  g_autoptr (GArray) entries =
      g_array_sized_new (FALSE, FALSE, sizeof (Entry), 4 * (guint) m->n_bodies);
  Filler f = {.grid = g, .entries = entries};

  g->n_bodies = m->n_bodies;
  g->strays = g_array_new (FALSE, FALSE, sizeof (int));
  g->room = m->n_bodies + 1;
  g->hull = g_new (TrBounds, g->room);
  g->is_stray = g_new0 (guint8, g->room);
  for (int i = 0; i < m->n_bodies; i++)
    g->hull[i] = hull_of (m, s, i, &outline);
  lay_out (g);
  for (f.body = 0; f.body < m->n_bodies; f.body++)
    add_body (&f, m, s, &outline);
  sort_entries (g, entries);
  return g;
}

void
tr_pick_grid_free (TrPickGrid *g)
{
  if (!g)
    return;
  g_array_unref (g->strays);
  g_free (g->start);
  g_free (g->items);
  g_free (g->hull);
  g_free (g->is_stray);
  g_free (g);
}

// Those that have come have not been anywhere.
static void
resize (TrPickGrid *g, int n_bodies)
{
  if (n_bodies > g->room) {
    g->room = n_bodies + n_bodies / 8 + 16;
    g->hull = g_renew (TrBounds, g->hull, g->room);
    g->is_stray = g_renew (guint8, g->is_stray, g->room);
  }
  for (int i = g->n_bodies; i < n_bodies; i++) {
    g->hull[i] = tr_bounds_empty ();
    g->is_stray[i] = false;
  }
  g->n_bodies = n_bodies;
}

static void
drop_strays (TrPickGrid *g, int n_bodies)
{
  guint n = 0;

  for (guint i = 0; i < g->strays->len; i++)
    if (g_array_index (g->strays, int, i) < n_bodies)
      g_array_index (g->strays, int, n++) = g_array_index (g->strays, int, i);
  g_array_set_size (g->strays, n);
}

// The old cells still name them: their hulls tell that they are not there.
bool
tr_pick_grid_touch (TrPickGrid *g, const TrModel *m, const TrState *s, const GArray *bodies)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  if (m->n_bodies < g->n_bodies)
    drop_strays (g, m->n_bodies);
  resize (g, m->n_bodies);
  for (guint k = 0; k < bodies->len; k++) {
    int i = g_array_index (bodies, int, k);
    if (!g->is_stray[i] && g->strays->len == MOST_STRAYS)
      return false;
    g->hull[i] = hull_of (m, s, i, &outline);
    if (!g->is_stray[i])
      g_array_append_val (g->strays, i);
    g->is_stray[i] = true;
  }
  return true;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  int i = *(const int *) a, k = *(const int *) b;
  return (i > k) - (i < k);
}

static bool
is_near (TrBounds b, Vec2 p, double reach)
{
  return p.x >= b.low.x - reach && p.x <= b.high.x + reach && p.y >= b.low.y - reach &&
         p.y <= b.high.y + reach;
}

void
tr_pick_grid_near (const TrPickGrid *g, Vec2 p, double reach, GArray *bodies)
{
  int x0 = cell_of (p.x - reach, g->low.x, g->cell, g->nx);
  int x1 = cell_of (p.x + reach, g->low.x, g->cell, g->nx);
  int y0 = cell_of (p.y - reach, g->low.y, g->cell, g->ny);
  int y1 = cell_of (p.y + reach, g->low.y, g->cell, g->ny);
  guint n = 0;

  g_array_set_size (bodies, 0);
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++)
      for (int i = g->start[y * g->nx + x]; i < g->start[y * g->nx + x + 1]; i++) {
        int body = g->items[i]; // it may have gone
        if (body < g->n_bodies && is_near (g->hull[body], p, reach))
          g_array_append_val (bodies, body);
      }
  for (guint i = 0; i < g->strays->len; i++) {
    int body = g_array_index (g->strays, int, i);
    if (is_near (g->hull[body], p, reach))
      g_array_append_val (bodies, body);
  }
  g_array_sort (bodies, compare);
  for (guint i = 0; i < bodies->len; i++)
    if (i == 0 || g_array_index (bodies, int, i) != g_array_index (bodies, int, n - 1))
      g_array_index (bodies, int, n++) = g_array_index (bodies, int, i);
  g_array_set_size (bodies, n);
}
