// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/layers.h"

#include "render/extent.h"
#include "render/overlay.h"
#include "render/paint.h"
#include "render/picture.h"

// A picture that took longer is first shown where it was moved to, and painted again later.
#define PATIENCE_MS 12
// So many resting bodies between moving ones are stroked with them, to keep their order; of more
// all go below while the drag lasts.
#define MOST_BETWEEN 64
#define MINOR_PIXELS 16
#define MAJOR_PIXELS 80

typedef struct {
  GskRenderNode *node; // NULL: to be painted
  TrViewport view;     // it was painted at
} Picture;

struct _TrLayers {
  GskRenderNode *paper; // with the grid
  TrViewport paper_view;
  Vec2 size;
  int scale;
  bool has_grid;
  Picture whole, below, above;
  double cost;     // of the last picture, ms
  bool is_parted;  // the parts are shown, not the whole
  bool is_settled; // nothing moves any more
  bool is_rough;   // the parts are not quite in the order of the drawing
  int n_bodies;
  GskRenderNode *moved;         // the moving part once it is settled
  guint8 *moving;               // bodies that move
  guint8 *low, *between, *high; // bits: of the three parts
  GHashTable *pictures;
};

TrLayers *
tr_layers_new (void)
{
  TrLayers *l = g_new0 (TrLayers, 1);
  l->pictures = tr_picture_cache_new ();
  return l;
}

static void
drop (Picture *p)
{
  g_clear_pointer (&p->node, gsk_render_node_unref);
}

static void
drop_bits (TrLayers *l)
{
  g_clear_pointer (&l->moving, g_free);
  g_clear_pointer (&l->low, g_free);
  g_clear_pointer (&l->between, g_free);
  g_clear_pointer (&l->high, g_free);
  l->is_parted = l->is_settled = l->is_rough = false;
}

void
tr_layers_refresh (TrLayers *l)
{
  drop (&l->whole);
  drop (&l->below);
  drop (&l->above);
  g_clear_pointer (&l->moved, gsk_render_node_unref);
}

void
tr_layers_forget (TrLayers *l)
{
  tr_layers_refresh (l);
  g_clear_pointer (&l->paper, gsk_render_node_unref);
  l->cost = 0;
}

void
tr_layers_free (TrLayers *l)
{
  if (!l)
    return;
  tr_layers_forget (l);
  drop_bits (l);
  g_hash_table_unref (l->pictures);
  g_free (l);
}

static bool
has_bit (const guint8 *bits, int i)
{
  return bits[i / 8] >> (i % 8) & 1;
}

static void
set_bit (guint8 *bits, int i)
{
  bits[i / 8] = (guint8) (bits[i / 8] | 1 << (i % 8));
}

void
tr_layers_part (TrLayers *l, const TrModel *m, const guint8 *moving)
{
  gsize n = (gsize) m->n_bodies / 8 + 1;
  int first = m->n_bodies, last = -1, n_between = 0;

  g_clear_pointer (&l->moved, gsk_render_node_unref);
  if (l->is_parted && l->n_bodies == m->n_bodies && memcmp (l->moving, moving, n) == 0) {
    l->is_settled = false;
    return;
  }
  drop_bits (l);
  l->n_bodies = m->n_bodies;
  l->moving = g_memdup2 (moving, n);
  l->low = g_malloc0 (n);
  l->between = g_malloc0 (n);
  l->high = g_malloc0 (n);
  for (int i = 0; i < m->n_bodies; i++)
    if (has_bit (moving, i)) {
      first = MIN (first, i);
      last = i;
    }
  for (int i = first; i <= last; i++)
    n_between += !has_bit (moving, i);
  for (int i = 0; i < m->n_bodies; i++) {
    bool is_between = i > first && i < last && n_between <= MOST_BETWEEN;
    if (has_bit (moving, i) || is_between)
      set_bit (l->between, i);
    else
      set_bit (i > last && last >= 0 ? l->high : l->low, i);
  }
  drop (&l->below);
  drop (&l->above);
  l->is_parted = true;
  l->is_rough = n_between > MOST_BETWEEN;
}

static void
rejoin (TrLayers *l)
{
  drop (&l->below);
  drop (&l->above);
  g_clear_pointer (&l->moved, gsk_render_node_unref);
  drop_bits (l);
}

void
tr_layers_settle (TrLayers *l, bool has_moved)
{
  if (has_moved)
    drop (&l->whole);
  l->is_settled = true;
  if (l->whole.node || l->cost <= PATIENCE_MS)
    rejoin (l);
}

static void
to_cairo_color (cairo_t *cr, TrColor c)
{
  tr_color_set (cr, c, 1);
}

static double
on_pixel (double x, int scale)
{
  return floor (x * scale) / scale;
}

static void
grid_lines (const TrScene *scene, double spacing, TrColor color, cairo_t *cr)
{
  Vec2 low = tr_viewport_to_drawing (scene->view, v2 (0, scene->size.y));
  Vec2 high = tr_viewport_to_drawing (scene->view, v2 (scene->size.x, 0));

  // Beyond 2⁵³ spacings from the origin lines have no place to be.
  if (!(fmax (v2_norm (low), v2_norm (high)) / spacing < 1e12))
    return;
  for (double i = ceil (low.x / spacing); i * spacing <= high.x; i++) {
    double x = on_pixel (tr_viewport_to_widget (scene->view, v2 (i * spacing, 0)).x, scene->scale);
    cairo_rectangle (cr, x, 0, 1, scene->size.y);
  }
  for (double i = ceil (low.y / spacing); i * spacing <= high.y; i++) {
    double y = on_pixel (tr_viewport_to_widget (scene->view, v2 (0, i * spacing)).y, scene->scale);
    cairo_rectangle (cr, 0, y, scene->size.x, 1);
  }
  to_cairo_color (cr, color);
  cairo_fill (cr);
}

static GskRenderNode *
paper_node (const TrScene *scene)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) scene->size.x, (float) scene->size.y);
  GskRenderNode *node = gsk_cairo_node_new (&bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  to_cairo_color (cr, scene->theme->paper);
  cairo_paint (cr);
  if (scene->has_grid) {
    grid_lines (scene, tr_viewport_grid (scene->view, MINOR_PIXELS), scene->theme->grid, cr);
    grid_lines (scene, tr_viewport_grid (scene->view, MAJOR_PIXELS), scene->theme->grid_strong, cr);
  }
  cairo_destroy (cr);
  return node;
}

// Paint options and the matrix of the scene: the look stays with the caller.
typedef struct {
  TrLook look;
  TrPaintOptions options;
  double pixels_per_mm;
  TrOverlay overlay;
} Brush;

static void
brush_init (Brush *b, const TrLayers *l, const TrScene *scene, const guint8 *filter)
{
  double mm_per_unit = tr_units_mm (scene->m->units);
  double reach = TR_OVERLAY_JOINT_REACH / scene->view.zoom;
  Vec2 low = tr_viewport_to_drawing (scene->view, v2 (0, scene->size.y));
  Vec2 high = tr_viewport_to_drawing (scene->view, v2 (scene->size.x, 0));

  b->pixels_per_mm = scene->view.zoom / mm_per_unit;
  b->options = tr_paint_options_make (scene->m, 1);
  b->options.tolerance = 0.1 / scene->scale / b->pixels_per_mm;
  b->options.least_width = 1 / b->pixels_per_mm;
  b->options.with_construction = true;
  b->options.filter = filter;
  b->options.pictures = l->pictures;
  b->options.traces = scene->traces;
  tr_look_init (&b->look, scene->m, scene->theme, scene->states, 1 / b->pixels_per_mm);
  tr_look_apply (&b->look, &b->options);
  b->overlay = (TrOverlay){
      .m = scene->m,
      .s = scene->s,
      .theme = scene->theme,
      .to_pixels = tr_viewport_affine (scene->view),
      .view = {v2 (low.x - reach, low.y - reach), v2 (high.x + reach, high.y + reach)},
  };
}

static void
paint_bodies (const Brush *b, const TrScene *scene, cairo_t *cr)
{
  cairo_save (cr);
  cairo_translate (cr, scene->view.origin.x, scene->view.origin.y);
  cairo_scale (cr, b->pixels_per_mm, -b->pixels_per_mm);
  tr_paint_model (scene->m, scene->s, &b->options, cr);
  cairo_restore (cr);
}

typedef struct {
  const guint8 *filter; // NULL: all bodies
  bool has_texts;
  bool has_joints;
} Part;

// An image of the canvas's size in a node of its own. The image is not written to again, so that
// the node's recording takes it over without a copy.
static void
paint_picture (TrLayers *l, Picture *p, const TrScene *scene, Part part)
{
  gint64 start = g_get_monotonic_time ();
  int w = MAX (1, (int) ceil (scene->size.x * scene->scale));
  int h = MAX (1, (int) ceil (scene->size.y * scene->scale));
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, w, h);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) scene->size.x, (float) scene->size.y);
  cairo_t *cr;
  Brush brush;

  cairo_surface_set_device_scale (image, scene->scale, scene->scale);
  cr = cairo_create (image);
  brush_init (&brush, l, scene, part.filter);
  brush.options.without_labels = brush.options.without_traces = !part.has_texts;
  paint_bodies (&brush, scene, cr);
  if (part.has_joints)
    tr_overlay_joints (&brush.overlay, l->moving, false, cr);
  cairo_destroy (cr);

  drop (p);
  p->node = gsk_cairo_node_new (&bounds);
  p->view = scene->view;
  cr = gsk_cairo_node_get_draw_context (p->node);
  cairo_set_source_surface (cr, image, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (image);
  l->cost = 1e-3 * (double) (g_get_monotonic_time () - start);
}

static bool
same_view (TrViewport a, TrViewport b)
{
  return memcmp (&a, &b, sizeof a) == 0;
}

// True where the picture is an old one at a new place.
static bool
append_picture (TrLayers *l, Picture *p, const TrScene *scene, Part part, GtkSnapshot *snapshot)
{
  bool is_stale = p->node && !same_view (p->view, scene->view);

  if (!p->node || (is_stale && l->cost <= PATIENCE_MS)) {
    paint_picture (l, p, scene, part);
    is_stale = false;
  }
  if (!is_stale) {
    gtk_snapshot_append_node (snapshot, p->node);
    return false;
  }
  // x′ = o′ + f (x − o)
  double f = scene->view.zoom / p->view.zoom;
  Vec2 shift = v2_mad (scene->view.origin, -f, p->view.origin);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) shift.x, (float) shift.y));
  gtk_snapshot_scale (snapshot, (float) f, (float) f);
  gtk_snapshot_append_node (snapshot, p->node);
  gtk_snapshot_restore (snapshot);
  return true;
}

// The box of the moving ink in whole pixels, cut to the canvas; false where there is none.
static bool
moving_bounds (const Brush *b, const TrScene *scene, graphene_rect_t *bounds)
{
  TrBounds ink = tr_extent_model (scene->m, scene->s, &b->options);
  double k = b->pixels_per_mm, room = TR_OVERLAY_JOINT_REACH;
  Vec2 o = scene->view.origin;
  double x0, y0, x1, y1;

  if (tr_bounds_is_empty (ink))
    return false;
  x0 = fmax (0, floor (o.x + k * ink.low.x - room));
  y0 = fmax (0, floor (o.y - k * ink.high.y - room));
  x1 = fmin (scene->size.x, ceil (o.x + k * ink.high.x + room));
  y1 = fmin (scene->size.y, ceil (o.y - k * ink.low.y + room));
  *bounds = GRAPHENE_RECT_INIT ((float) x0, (float) y0, (float) (x1 - x0), (float) (y1 - y0));
  return x1 > x0 && y1 > y0;
}

static void
append_moving (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  graphene_rect_t bounds;
  Brush brush;
  cairo_t *cr;

  brush_init (&brush, l, scene, l->between);
  if (!moving_bounds (&brush, scene, &bounds))
    return;
  g_clear_pointer (&l->moved, gsk_render_node_unref);
  l->moved = gsk_cairo_node_new (&bounds);
  cr = gsk_cairo_node_get_draw_context (l->moved);
  paint_bodies (&brush, scene, cr);
  tr_overlay_joints (&brush.overlay, l->moving, true, cr);
  cairo_destroy (cr);
  gtk_snapshot_append_node (snapshot, l->moved);
}

// Below, between and above. True: not for long.
static bool
append_parts (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  bool is_new_view = !l->below.node || !same_view (l->below.view, scene->view);
  bool is_stale = l->is_settled && l->is_rough;

  is_stale |= append_picture (l, &l->below, scene, (Part){l->low, false, false}, snapshot);
  if (l->is_settled && l->moved && !is_new_view)
    gtk_snapshot_append_node (snapshot, l->moved);
  else
    append_moving (l, scene, snapshot);
  return append_picture (l, &l->above, scene, (Part){l->high, false, true}, snapshot) || is_stale;
}

bool
tr_layers_snapshot (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  bool is_resized = l->scale != scene->scale || fabs (l->size.x - scene->size.x) > 0 ||
                    fabs (l->size.y - scene->size.y) > 0;

  if (is_resized)
    tr_layers_forget (l);
  if (!same_view (l->paper_view, scene->view) || l->has_grid != scene->has_grid)
    g_clear_pointer (&l->paper, gsk_render_node_unref);
  l->size = scene->size;
  l->scale = scene->scale;
  l->has_grid = scene->has_grid;
  l->paper_view = scene->view;
  if (!l->paper)
    l->paper = paper_node (scene);
  gtk_snapshot_append_node (snapshot, l->paper);
  // Once the pictures have to be painted again it may as well be the whole.
  if (l->is_settled && (!l->below.node || !l->above.node))
    rejoin (l);
  if (l->is_parted)
    return append_parts (l, scene, snapshot);
  return append_picture (l, &l->whole, scene, (Part){NULL, true, true}, snapshot);
}
