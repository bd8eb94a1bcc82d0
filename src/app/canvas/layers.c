// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/layers.h"

#include "app/canvas/layer.h"
#include "model/row.h"
#include "render/damage.h"
#include "render/extent.h"
#include "render/overlay.h"
#include "render/paint.h"
#include "render/picture.h"

// Where painting the whole takes longer, what is dragged lies on top for so long: one image of all
// that rests is then enough, and it is made by painting what was under the hand.
#define PATIENCE_MS 12
// So many resting bodies between moving ones are stroked with them, to keep their order; of more
// all go below while the drag lasts.
#define MOST_BETWEEN 64
#define MINOR_PIXELS 16
#define MAJOR_PIXELS 80
// From the box of a curve to the end of its ink: strokes of the screen and joints, pixels, and
// how many times its width a mitre stands out on paper.
#define REACH_PIXELS 24
#define REACH_WIDTHS (TR_STYLE_MITRE_LIMIT / 2)
// Of more changes only the box of all is looked at.
#define MOST_AREAS 64

struct _TrLayers {
  GskRenderNode *paper; // with the grid
  TrViewport paper_view;
  Vec2 size;
  int scale;
  bool has_grid;
  TrLayer *whole, *below, *above;
  TrDamage *damage;             // what whole shows
  bool is_checked;              // it is the drawing as it stands
  cairo_rectangle_int_t texts;  // of whole
  bool is_parted;               // the parts are shown, not the whole
  guint8 *moving;               // bodies that move
  guint8 *low, *between, *high; // bits: of the three parts; high NULL: none
  GHashTable *pictures;
};

TrLayers *
tr_layers_new (void)
{
  TrLayers *l = g_new0 (TrLayers, 1);
  l->whole = tr_layer_new ();
  l->below = tr_layer_new ();
  l->above = tr_layer_new ();
  l->damage = tr_damage_new ();
  l->pictures = tr_picture_cache_new ();
  return l;
}

static void
drop_parts (TrLayers *l)
{
  g_clear_pointer (&l->moving, g_free);
  g_clear_pointer (&l->low, g_free);
  g_clear_pointer (&l->between, g_free);
  g_clear_pointer (&l->high, g_free);
  tr_layer_forget (l->below);
  tr_layer_forget (l->above);
  l->is_parted = false;
}

void
tr_layers_change (TrLayers *l)
{
  l->is_checked = false;
}

void
tr_layers_forget (TrLayers *l)
{
  tr_layer_forget (l->whole);
  tr_layer_forget (l->below);
  tr_layer_forget (l->above);
  tr_damage_forget (l->damage);
  g_clear_pointer (&l->paper, gsk_render_node_unref);
  l->is_checked = false;
}

void
tr_layers_free (TrLayers *l)
{
  if (!l)
    return;
  tr_layers_forget (l);
  drop_parts (l);
  tr_layer_free (l->whole);
  tr_layer_free (l->below);
  tr_layer_free (l->above);
  tr_damage_free (l->damage);
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

// Below and above lies what comes before and after all that moves; where painting is slow and
// where more rests between, all that rests lies below.
void
tr_layers_part (TrLayers *l, const TrModel *m, const guint8 *moving)
{
  gsize n = (gsize) m->n_bodies / 8 + 1;
  int first = m->n_bodies, last = -1, n_between = 0;

  drop_parts (l);
  l->moving = g_memdup2 (moving, n);
  l->low = g_malloc0 (n);
  l->between = g_malloc0 (n);
  l->high = tr_layer_get_cost (l->whole) > PATIENCE_MS ? NULL : g_malloc0 (n);
  for (int i = 0; i < m->n_bodies; i++)
    if (has_bit (moving, i)) {
      first = MIN (first, i);
      last = i;
    }
  for (int i = first; i <= last; i++)
    n_between += !has_bit (moving, i);
  for (int i = 0; i < m->n_bodies; i++) {
    bool is_between = l->high && i > first && i < last && n_between <= MOST_BETWEEN;
    bool is_high = l->high && i > last && last >= 0;
    if (has_bit (moving, i) || is_between)
      set_bit (l->between, i);
    else
      set_bit (is_high ? l->high : l->low, i);
  }
  l->is_parted = true;
}

void
tr_layers_settle (TrLayers *l, bool has_moved)
{
  drop_parts (l);
  l->is_checked &= !has_moved;
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

// What one layer is painted of.
typedef struct {
  TrLayers *l;
  const TrScene *scene;
  const guint8 *filter; // NULL: all bodies
  bool has_texts;
  bool has_joints;
} Part;

static cairo_rectangle_int_t
to_pixels (const TrScene *scene, TrDamageArea a)
{
  double reach =
      REACH_PIXELS + REACH_WIDTHS * a.width * scene->view.zoom / tr_units_mm (scene->m->units);
  Vec2 low = tr_viewport_to_widget (scene->view, v2 (a.box.low.x, a.box.high.y));
  Vec2 high = tr_viewport_to_widget (scene->view, v2 (a.box.high.x, a.box.low.y));
  double x0 = fmax (0, floor (low.x - reach)), x1 = fmin (scene->size.x, ceil (high.x + reach));
  double y0 = fmax (0, floor (low.y - reach)), y1 = fmin (scene->size.y, ceil (high.y + reach));

  if (tr_bounds_is_empty (a.box) || !(x1 > x0) || !(y1 > y0))
    return (cairo_rectangle_int_t){0, 0, 0, 0};
  return (cairo_rectangle_int_t){(int) x0, (int) y0, (int) ceil (x1 - x0), (int) ceil (y1 - y0)};
}

// Whether the ink of what lies there reaches into an area of the drawing.
static bool
reaches (const TrScene *scene, TrDamageArea a, TrBounds area)
{
  double reach = (REACH_PIXELS + 1) / scene->view.zoom +
                 REACH_WIDTHS * a.width / tr_units_mm (scene->m->units);

  return a.box.low.x - reach <= area.high.x && a.box.high.x + reach >= area.low.x &&
         a.box.low.y - reach <= area.high.y && a.box.high.y + reach >= area.low.y;
}

// Of a rectangle of pixels, with some room around it.
static TrBounds
in_drawing (const TrScene *scene, cairo_rectangle_int_t area, double room)
{
  return (TrBounds){
      tr_viewport_to_drawing (scene->view, v2 (area.x - room, area.y + area.height + room)),
      tr_viewport_to_drawing (scene->view, v2 (area.x + area.width + room, area.y - room)),
  };
}

static void
paint_stint (const TrStint *stint, cairo_t *cr, gpointer data)
{
  const Part *part = data;
  const TrScene *scene = part->scene;
  g_autofree guint8 *bits = g_malloc0 ((gsize) scene->m->n_bodies / 8 + 1);
  TrBounds area = in_drawing (scene, stint->area, 0);
  Brush brush;

  for (int i = stint->first; i < stint->last; i++)
    if ((!part->filter || has_bit (part->filter, i)) &&
        reaches (scene, tr_damage_area (part->l->damage, i), area))
      set_bit (bits, i);
  brush_init (&brush, part->l, scene, bits);
  brush.options.without_labels = brush.options.without_traces = !(part->has_texts && stint->is_end);
  paint_bodies (&brush, scene, cr);
  if (!part->has_joints || !stint->is_end)
    return;
  brush.overlay.view = in_drawing (scene, stint->area, TR_OVERLAY_JOINT_REACH);
  tr_overlay_joints (&brush.overlay, part->l->moving, false, cr);
}

static TrLayerScene
layer_scene (Part *part)
{
  return (TrLayerScene){.view = part->scene->view,
                        .size = part->scene->size,
                        .scale = part->scene->scale,
                        .alpha = 1,
                        .n = part->scene->m->n_bodies,
                        .paint = paint_stint,
                        .data = part};
}

// Labels, wherever they are now; empty where there are none.
static cairo_rectangle_int_t
texts_area (TrLayers *l, const TrScene *scene)
{
  g_autofree guint8 *none = g_malloc0 ((gsize) scene->m->n_bodies / 8 + 1);
  TrDamageArea area = {.box = tr_bounds_empty ()};
  Brush brush;

  if (scene->m->n_labels + scene->m->n_traces > 0) {
    brush_init (&brush, l, scene, none);
    TrBounds ink = tr_extent_model (scene->m, scene->s, &brush.options);
    double mm = brush.options.mm_per_unit;
    if (!tr_bounds_is_empty (ink))
      area.box = (TrBounds){v2_scale (ink.low, 1 / mm), v2_scale (ink.high, 1 / mm)};
  }
  return to_pixels (scene, area);
}

static void
add_areas (cairo_region_t *region, const TrScene *scene, const GArray *areas)
{
  TrDamageArea all = {.box = tr_bounds_empty ()};

  for (guint i = 0; i < areas->len; i++) {
    TrDamageArea a = g_array_index (areas, TrDamageArea, i);
    if (areas->len <= MOST_AREAS) {
      cairo_rectangle_int_t r = to_pixels (scene, a);
      cairo_region_union_rectangle (region, &r);
    }
    all.box = tr_bounds_union (all.box, a.box);
    all.width = fmax (all.width, a.width);
  }
  if (areas->len > MOST_AREAS) {
    cairo_rectangle_int_t r = to_pixels (scene, all);
    cairo_region_union_rectangle (region, &r);
  }
}

// Brings the image of the whole up to the drawing, or drops it.
static void
check (TrLayers *l, const TrScene *scene)
{
  g_autoptr (GArray) areas = g_array_new (FALSE, FALSE, sizeof (TrDamageArea));
  bool is_known = tr_damage_update (l->damage, scene->m, scene->s, scene->states, areas);
  cairo_rectangle_int_t texts = texts_area (l, scene);
  bool has_texts = texts.width > 0 || l->texts.width > 0;

  l->is_checked = true;
  if (is_known && areas->len == 0 && !has_texts)
    return;
  if (!is_known || l->is_parted || !tr_layer_is_at (l->whole, scene->view)) {
    tr_layer_forget (l->whole);
    return;
  }
  Part part = {l, scene, NULL, true, true};
  TrLayerScene all = layer_scene (&part);
  cairo_region_t *region = cairo_region_create ();
  add_areas (region, scene, areas);
  cairo_region_union_rectangle (region, &l->texts);
  cairo_region_union_rectangle (region, &texts);
  tr_layer_patch (l->whole, &all, region);
  cairo_region_destroy (region);
  l->texts = texts;
}

// The joints of what moves.
static void
add_joints (const TrLayers *l, const TrScene *scene, GArray *areas)
{
  for (int i = 0; i < scene->m->n_constraints; i++) {
    const TrConstraint *c = &scene->m->constraints[i];
    if (c->kind != TR_CON_ATTACH && c->kind != TR_CON_NAIL)
      continue;
    for (int k = 0; k < (c->kind == TR_CON_ATTACH ? 2 : 1); k++) {
      int body = c->end[k].connector[0].body;
      if (body < 0 || !has_bit (l->moving, body))
        continue;
      Vec2 p = tr_connector_point (scene->m, &c->end[k].connector[0], scene->s->q);
      TrDamageArea a = {{p, p}, 0};
      if (v2_is_finite (p))
        g_array_append_val (areas, a);
    }
  }
}

// What rests, out of the image of the whole by painting where the others and the labels were.
static void
take_out (TrLayers *l, Part *part)
{
  TrLayerScene rest = layer_scene (part);
  g_autoptr (GArray) areas = g_array_new (FALSE, FALSE, sizeof (TrDamageArea));
  cairo_region_t *region = cairo_region_create ();

  for (int i = 0; i < part->scene->m->n_bodies; i++)
    if (has_bit (l->between, i)) {
      TrDamageArea a = tr_damage_area (l->damage, i);
      g_array_append_val (areas, a);
    }
  add_areas (region, part->scene, areas);
  g_array_set_size (areas, 0);
  add_joints (l, part->scene, areas);
  add_areas (region, part->scene, areas);
  cairo_region_union_rectangle (region, &l->texts);
  tr_layer_copy (l->below, l->whole);
  tr_layer_patch (l->below, &rest, region);
  cairo_region_destroy (region);
}

// The box of the moving ink in whole pixels, cut to the canvas; false where there is none.
static bool
moving_bounds (const TrLayers *l, const Brush *b, const TrScene *scene, graphene_rect_t *bounds)
{
  TrBounds ink = tr_extent_model (scene->m, scene->s, &b->options);
  double k = b->pixels_per_mm, room = TR_OVERLAY_JOINT_REACH, mm = b->options.mm_per_unit;
  Vec2 o = scene->view.origin;
  double x0, y0, x1, y1;
  g_autoptr (GArray) joints = g_array_new (FALSE, FALSE, sizeof (TrDamageArea));

  add_joints (l, scene, joints);
  for (guint i = 0; i < joints->len; i++)
    ink = tr_bounds_add (ink, v2_scale (g_array_index (joints, TrDamageArea, i).box.low, mm));
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

  brush_init (&brush, l, scene, l->between);
  if (!moving_bounds (l, &brush, scene, &bounds))
    return;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  paint_bodies (&brush, scene, cr);
  tr_overlay_joints (&brush.overlay, l->moving, true, cr);
  cairo_destroy (cr);
}

// Below, between and above. True: not for long.
static bool
append_parts (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  Part low = {l, scene, l->low, false, l->high == NULL}, high = {l, scene, l->high, false, true};
  TrLayerScene below = layer_scene (&low), above = layer_scene (&high);
  bool is_stale = tr_layer_append (l->below, &below, snapshot);

  append_moving (l, scene, snapshot);
  if (l->high)
    is_stale |= tr_layer_append (l->above, &above, snapshot);
  return is_stale;
}

static void
append_paper (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  bool is_resized = l->scale != scene->scale || v2_dist (l->size, scene->size) > 0;
  bool is_moved = memcmp (&l->paper_view, &scene->view, sizeof scene->view) != 0;

  if (is_resized || is_moved || l->has_grid != scene->has_grid)
    g_clear_pointer (&l->paper, gsk_render_node_unref);
  l->size = scene->size;
  l->scale = scene->scale;
  l->has_grid = scene->has_grid;
  l->paper_view = scene->view;
  if (!l->paper)
    l->paper = paper_node (scene);
  gtk_snapshot_append_node (snapshot, l->paper);
}

bool
tr_layers_snapshot (TrLayers *l, const TrScene *scene, GtkSnapshot *snapshot)
{
  Part part = {l, scene, NULL, true, true};
  TrLayerScene all = layer_scene (&part);

  append_paper (l, scene, snapshot);
  if (!l->is_checked)
    check (l, scene);
  if (l->is_parted) {
    Part low = {l, scene, l->low, false, true};
    if (!l->high && !tr_layer_is_at (l->below, scene->view) &&
        tr_layer_is_at (l->whole, scene->view))
      take_out (l, &low);
    return append_parts (l, scene, snapshot);
  }
  if (!tr_layer_is_at (l->whole, scene->view))
    l->texts = texts_area (l, scene);
  return tr_layer_append (l->whole, &all, snapshot);
}

bool
tr_layers_work (TrLayers *l, const TrScene *scene)
{
  Part part = {l, scene, l->low, !l->is_parted, !l->is_parted || !l->high};
  Part high = {l, scene, l->high, false, true};
  TrLayerScene first = layer_scene (&part), second = layer_scene (&high);

  if (!l->is_checked)
    check (l, scene);
  if (!l->is_parted) {
    bool is_done = tr_layer_work (l->whole, &first);
    if (is_done)
      l->texts = texts_area (l, scene);
    return is_done;
  }
  return tr_layer_work (l->below, &first) && (!l->high || tr_layer_work (l->above, &second));
}
