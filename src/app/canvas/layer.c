// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/layer.h"

#include <math.h>
#include <string.h>

// What takes longer is painted in turns of about this length, so that frames come between.
#define PATIENCE_MS 8
#define FIRST_STINT 64
// More rectangles are painted as their box, and those that it is hardly larger than.
#define MOST_RECTANGLES 6
#define MOST_ROOM       1.5
// Logical pixels.
#define TILE_SIZE 256

struct _TrLayer {
  cairo_surface_t *image; // NULL: none
  GskRenderNode *node;    // that shows it; NULL: to be made
  GPtrArray *tiles;       // of nodes that show it part by part, row by row; NULL: to be made
  TrViewport view;        // it is at
  Vec2 size;
  int scale;
  double cost;
  cairo_surface_t *fresh; // being painted; NULL: none
  TrViewport fresh_view;
  int n_done; // things that are in it
  double fresh_cost;
};

static void
tile_free (gpointer node)
{
  g_clear_pointer ((GskRenderNode **) &node, gsk_render_node_unref);
}

static GPtrArray *
tiles_new (void)
{
  return g_ptr_array_new_with_free_func (tile_free);
}

TrLayer *
tr_layer_new (void)
{
  TrLayer *l = g_new0 (TrLayer, 1);
  l->tiles = tiles_new ();
  return l;
}

static void
drop_fresh (TrLayer *l)
{
  g_clear_pointer (&l->fresh, cairo_surface_destroy);
  l->n_done = 0;
  l->fresh_cost = 0;
}

static void
drop_nodes (TrLayer *l)
{
  g_clear_pointer (&l->node, gsk_render_node_unref);
  g_ptr_array_set_size (l->tiles, 0);
}

void
tr_layer_forget (TrLayer *l)
{
  g_clear_pointer (&l->image, cairo_surface_destroy);
  drop_nodes (l);
  drop_fresh (l);
}

void
tr_layer_free (TrLayer *l)
{
  if (!l)
    return;
  tr_layer_forget (l);
  g_ptr_array_unref (l->tiles);
  g_free (l);
}

double
tr_layer_get_cost (const TrLayer *l)
{
  return l->cost;
}

static bool
is_same_view (TrViewport a, TrViewport b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

bool
tr_layer_is_at (const TrLayer *l, TrViewport view)
{
  return l->image && is_same_view (l->view, view);
}

static cairo_surface_t *
make_image (const TrLayerScene *scene)
{
  int w = MAX (1, (int) ceil (scene->size.x * scene->scale));
  int h = MAX (1, (int) ceil (scene->size.y * scene->scale));
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h);
  cairo_surface_set_device_scale (image, scene->scale, scene->scale);
  return image;
}

static cairo_rectangle_int_t
whole_area (const TrLayerScene *scene)
{
  return (cairo_rectangle_int_t){0, 0, (int) ceil (scene->size.x), (int) ceil (scene->size.y)};
}

static cairo_rectangle_int_t
tile_area (const TrLayerScene *scene, int i)
{
  cairo_rectangle_int_t all = whole_area (scene);
  int nx = (all.width + TILE_SIZE - 1) / TILE_SIZE;
  int x = TILE_SIZE * (i % nx), y = TILE_SIZE * (i / nx);
  return (cairo_rectangle_int_t){x, y, MIN (TILE_SIZE, all.width - x),
                                 MIN (TILE_SIZE, all.height - y)};
}

static double
ms_since (gint64 start)
{
  return 1e-3 * (double) (g_get_monotonic_time () - start);
}

// Under an old image pixels are mixed of their neighbours, not of the many that the best filter
// would take where it is made smaller: it is there for a moment.
static GskRenderNode *
make_node (cairo_rectangle_int_t area, cairo_surface_t *image, Vec2 at, double alpha)
{
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (
      (float) area.x, (float) area.y, (float) area.width, (float) area.height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, image, at.x, at.y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cr, alpha);
  cairo_destroy (cr);
  return node;
}

// Where tiles have no nodes yet they are of the image as it is.
static void
append_tiles (TrLayer *l, const TrLayerScene *scene, GtkSnapshot *snapshot)
{
  cairo_rectangle_int_t all = whole_area (scene);
  int nx = (all.width + TILE_SIZE - 1) / TILE_SIZE, ny = (all.height + TILE_SIZE - 1) / TILE_SIZE;

  g_ptr_array_set_size (l->tiles, nx * ny);
  for (int i = 0; i < nx * ny; i++) {
    cairo_rectangle_int_t tile = tile_area (scene, i);
    if (!l->tiles->pdata[i])
      l->tiles->pdata[i] = make_node (tile, l->image, v2 (0, 0), scene->alpha);
    gtk_snapshot_append_node (snapshot, l->tiles->pdata[i]);
  }
}

static void
show (TrLayer *l, cairo_surface_t *image, const TrLayerScene *scene)
{
  if (l->image != image) {
    g_clear_pointer (&l->image, cairo_surface_destroy);
    l->image = image;
  }
  l->view = scene->view;
  l->size = scene->size;
  l->scale = scene->scale;
  drop_nodes (l);
}

// The tiles that the region touches get images of their own: a node of the whole would keep all of it
// as it is now. The others stay the nodes that they are, which the renderer does not paint again.
static void
show_again (TrLayer *l, const TrLayerScene *scene, const cairo_region_t *region)
{
  g_clear_pointer (&l->node, gsk_render_node_unref);
  for (guint i = 0; i < l->tiles->len; i++) {
    cairo_rectangle_int_t tile = tile_area (scene, (int) i);
    if (cairo_region_contains_rectangle (region, &tile) == CAIRO_REGION_OVERLAP_OUT)
      continue;
    TrLayerScene part = {.size = {tile.width, tile.height}, .scale = scene->scale};
    cairo_surface_t *image = make_image (&part);
    cairo_t *cr = cairo_create (image);
    cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
    cairo_set_source_surface (cr, l->image, -tile.x, -tile.y);
    cairo_paint (cr);
    cairo_destroy (cr);
    tile_free (l->tiles->pdata[i]);
    l->tiles->pdata[i] = make_node (tile, image, v2 (tile.x, tile.y), scene->alpha);
    cairo_surface_destroy (image);
  }
}

static void
paint_rectangle (const TrLayerScene *scene, cairo_rectangle_int_t area, cairo_surface_t *image)
{
  TrStint all = {.last = scene->n, .is_end = true, .area = area};
  cairo_t *cr = cairo_create (image);

  cairo_rectangle (cr, area.x, area.y, area.width, area.height);
  cairo_clip (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_CLEAR);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_OVER);
  scene->paint (&all, cr, scene->data);
  cairo_destroy (cr);
}

static double
area_of (cairo_rectangle_int_t r)
{
  return (double) r.width * r.height;
}

static void
paint_region (const TrLayerScene *scene, const cairo_region_t *region, cairo_surface_t *image)
{
  int n = cairo_region_num_rectangles (region);
  cairo_rectangle_int_t r, box;
  double room = 0;

  cairo_region_get_extents (region, &box);
  for (int i = 0; i < n; i++) {
    cairo_region_get_rectangle (region, i, &r);
    room += area_of (r);
  }
  if (n > MOST_RECTANGLES || area_of (box) <= MOST_ROOM * room) {
    paint_rectangle (scene, box, image);
    return;
  }
  for (int i = 0; i < n; i++) {
    cairo_region_get_rectangle (region, i, &r);
    paint_rectangle (scene, r, image);
  }
}

void
tr_layer_patch (TrLayer *l, const TrLayerScene *scene, const cairo_region_t *region)
{
  g_return_if_fail (tr_layer_is_at (l, scene->view));
  if (!cairo_region_is_empty (region)) {
    paint_region (scene, region, l->image);
    show_again (l, scene, region);
  }
}

void
tr_layer_copy (TrLayer *l, const TrLayer *from)
{
  TrLayerScene scene = {.view = from->view, .size = from->size, .scale = from->scale, .alpha = 1};
  g_return_if_fail (from->image);

  drop_fresh (l);
  cairo_surface_t *image = make_image (&scene);
  cairo_t *cr = cairo_create (image);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, from->image, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  show (l, image, &scene);
  for (guint i = 0; i < from->tiles->len; i++)
    g_ptr_array_add (l->tiles,
                     from->tiles->pdata[i] ? gsk_render_node_ref (from->tiles->pdata[i]) : NULL);
  l->cost = from->cost;
}

static void
paint_all (TrLayer *l, const TrLayerScene *scene)
{
  gint64 start = g_get_monotonic_time ();
  cairo_surface_t *image = make_image (scene);

  drop_fresh (l);
  paint_rectangle (scene, whole_area (scene), image);
  show (l, image, scene);
  l->cost = ms_since (start);
}

// Where the paper has gone by whole pixels what was seen is seen still, and what comes in at the
// borders is painted.
static bool
carry (TrLayer *l, const TrLayerScene *scene)
{
  Vec2 by = v2_sub (scene->view.origin, l->view.origin), whole = {round (by.x), round (by.y)};
  cairo_rectangle_int_t area = whole_area (scene), old = area;

  if (fabs (scene->view.zoom - l->view.zoom) > 0 || v2_dist (by, whole) > 1e-6 ||
      fabs (whole.x) >= area.width || fabs (whole.y) >= area.height)
    return false;
  old.x = (int) whole.x;
  old.y = (int) whole.y;
  cairo_surface_t *image = make_image (scene);
  cairo_t *cr = cairo_create (image);
  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, l->image, whole.x, whole.y);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_region_t *bare = cairo_region_create_rectangle (&area);
  cairo_region_subtract_rectangle (bare, &old);
  paint_region (scene, bare, image);
  cairo_region_destroy (bare);
  show (l, image, scene);
  return true;
}

static void
append_elsewhere (TrLayer *l, const TrLayerScene *scene, GtkSnapshot *snapshot)
{
  // x′ = o′ + f (x − o)
  double f = scene->view.zoom / l->view.zoom;
  Vec2 shift = v2_mad (scene->view.origin, -f, l->view.origin);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) shift.x, (float) shift.y));
  gtk_snapshot_scale (snapshot, (float) f, (float) f);
  if (!l->node)
    l->node = make_node (whole_area (scene), l->image, v2 (0, 0), scene->alpha);
  gtk_snapshot_append_node (snapshot, l->node);
  gtk_snapshot_restore (snapshot);
}

bool
tr_layer_append (TrLayer *l, const TrLayerScene *scene, GtkSnapshot *snapshot)
{
  if (l->image && (l->scale != scene->scale || v2_dist (l->size, scene->size) > 0))
    tr_layer_forget (l);
  bool is_right = tr_layer_is_at (l, scene->view) || (l->image && carry (l, scene));
  if (!is_right && (l->image ? l->cost <= PATIENCE_MS : !scene->may_wait)) {
    paint_all (l, scene);
    is_right = true;
  }
  if (is_right) {
    drop_fresh (l);
    append_tiles (l, scene, snapshot);
  } else if (l->image)
    append_elsewhere (l, scene, snapshot);
  return !is_right;
}

// In an image of its own, which takes the place of the old one when everything is in it.
bool
tr_layer_work (TrLayer *l, const TrLayerScene *scene)
{
  gint64 start = g_get_monotonic_time ();
  TrStint stint = {.area = whole_area (scene)};
  int n_stint = FIRST_STINT;

  if (tr_layer_is_at (l, scene->view))
    return true;
  if (l->fresh && !is_same_view (l->fresh_view, scene->view))
    drop_fresh (l);
  if (!l->fresh) {
    l->fresh = make_image (scene);
    l->fresh_view = scene->view;
  }
  cairo_t *cr = cairo_create (l->fresh);
  while (!stint.is_end && ms_since (start) < PATIENCE_MS) {
    stint.first = MIN (l->n_done, scene->n);
    stint.last = MIN (stint.first + n_stint, scene->n);
    stint.is_end = stint.last == scene->n;
    scene->paint (&stint, cr, scene->data);
    l->n_done = stint.last;
    if (ms_since (start) < PATIENCE_MS / 4.0)
      n_stint *= 2;
  }
  cairo_destroy (cr);
  l->fresh_cost += ms_since (start);
  if (!stint.is_end)
    return false;
  double cost = l->fresh_cost;
  show (l, g_steal_pointer (&l->fresh), scene);
  drop_fresh (l);
  l->cost = cost;
  return true;
}
