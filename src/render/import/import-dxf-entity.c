// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Entities of DXF files as bodies: each kind as what it is here where its frame keeps angles, else
// as what its outline becomes.

#include "render/import/import-dxf-private.h"

#include "render/dxf.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DEPTH_MAX  16
#define COPIES_MAX 10000 // of a block in rows and columns
#define DASHES_MAX 32
#define COPY_WORK  16 // of an entity in a block, beside its points: it is looked up at every insert

enum { BY_BLOCK = 0, BY_LAYER = TR_DXF_COLOR_LAYER };
// Hundredths of a millimetre. A width of 0 is the thinnest line that can be drawn, not none.
enum { WIDTH_BY_LAYER = -1, WIDTH_BY_BLOCK = -2, THINNEST = 5 };

// What is looked up of an entity before its shape is.
typedef struct {
  TrDxfReader *r;
  TrDxfRun run;
  const TrDxfPlace *at;
  Affine frame; // of its shape: at->frame, mirrored for what lies upside down
  TrImportLook look;
  double dash[DASHES_MAX];
  char *id, *called, *layer;
  bool hides; // and what it inserts
} Entity;

void
tr_dxf_miss (TrDxfReader *r, const char *kind)
{
  char *key;
  gpointer n;

  if (g_hash_table_lookup_extended (r->missed, kind, (gpointer *) &key, &n)) {
    g_hash_table_insert (r->missed, g_strdup (kind), GINT_TO_POINTER (GPOINTER_TO_INT (n) + 1));
    return;
  }
  g_hash_table_insert (r->missed, g_strdup (kind), GINT_TO_POINTER (1));
  g_ptr_array_add (r->missed_kinds, g_strdup (kind));
}

static void
miss (const Entity *e)
{
  g_autofree char *kind = tr_dxf_decode (e->r, e->run.pair[0].text);

  tr_dxf_miss (e->r, kind);
}

// How it looks

static gpointer
look_up (const TrDxfReader *r, GHashTable *table, const char *raw)
{
  g_autofree char *name = tr_dxf_decode (r, raw);
  g_autofree char *key = g_utf8_strdown (name, -1);

  return g_hash_table_lookup (table, key);
}

// 24 bits of red, green, blue
static TrColor
true_color (int rgb)
{
  return (TrColor){false, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                   1};
}

static TrColor
color_of (const Entity *e, const TrDxfLayer *layer)
{
  const TrDxfPair *exact = tr_dxf_find (e->run, 420);
  int color = tr_dxf_get_int (e->run, 62, BY_LAYER);

  if (exact)
    return true_color (tr_dxf_get_int (e->run, 420, 0));
  if (color == BY_BLOCK)
    return e->at->pen.stroke;
  if (color == BY_LAYER)
    color = layer ? layer->color : TR_DXF_COLOR_INK;
  return tr_dxf_color (color);
}

static void
set_width (Entity *e, const TrDxfLayer *layer)
{
  int width = tr_dxf_get_int (e->run, 370, WIDTH_BY_LAYER);

  if (width == WIDTH_BY_LAYER && layer)
    width = layer->width;
  if (width == WIDTH_BY_BLOCK)
    e->look.pen.width = e->at->pen.width;
  else if (width >= 0 && width <= 1000)
    e->look.pen.width = fmax (width, THINNEST) / 100.0;
}

static void
set_dash (Entity *e, const TrDxfLayer *layer)
{
  const char *raw = tr_dxf_get_text (e->run, 6);
  const TrDxfLineType *type = look_up (e->r, e->r->line_types, *raw ? raw : "bylayer");
  double scale = e->r->line_scale * tr_dxf_get (e->run, 48, 1);

  if (g_ascii_strcasecmp (raw, "byblock") == 0) {
    e->look.pen.dash = e->at->pen.dash;
    e->look.pen.n_dash = e->at->pen.n_dash;
    return;
  }
  if ((!type || g_ascii_strcasecmp (type->name, "bylayer") == 0) && layer && layer->line_type)
    type = g_hash_table_lookup (e->r->line_types, layer->line_type);
  if (!type || type->n == 0 || !(scale > 0) || !(scale < 1e6))
    return;
  for (int i = 0; i < type->n; i++)
    e->dash[i] = round (type->dash[i] * scale * 1e6) / 1e6;
  e->look.pen.dash = e->dash;
  e->look.pen.n_dash = type->n;
}

static void
set_look (Entity *e)
{
  const char *raw = tr_dxf_get_text (e->run, 8);
  g_autofree char *own = tr_dxf_decode (e->r, raw);
  bool is_common = (!*own || strcmp (own, "0") == 0) && e->at->layer;
  g_autofree char *construction = tr_dxf_extra (e->r, e->run, "construction");
  g_autofree char *kind = tr_dxf_extra (e->r, e->run, "kind");

  e->layer = is_common ? g_strdup (e->at->layer) : g_strdup (own);
  g_autofree char *key = g_utf8_strdown (e->layer, -1);
  const TrDxfLayer *layer = g_hash_table_lookup (e->r->layers, key);
  e->id = tr_dxf_extra (e->r, e->run, "id");
  e->called = tr_dxf_extra (e->r, e->run, "name");
  e->look = (TrImportLook){.id = e->id, .name = e->called, .hint = TR_N_BODY_KINDS};
  e->look.pen = tr_pen_default ();
  e->look.construction = construction != NULL;
  e->look.layer = construction || strcmp (e->layer, "0") == 0 || !*e->layer ? NULL : e->layer;
  e->hides = e->at->is_hidden || (layer && layer->frozen) || tr_dxf_get_int (e->run, 60, 0) == 1;
  e->look.hidden = e->hides || (layer && layer->off);
  if (g_strcmp0 (kind, "spline") == 0)
    e->look.hint = TR_BODY_SPLINE;
  if (construction)
    return;
  e->look.pen.stroke = color_of (e, layer);
  set_width (e, layer);
  set_dash (e, layer);
}

static void
entity_clear (Entity *e)
{
  g_free (e->id);
  g_free (e->called);
  g_free (e->layer);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Entity, entity_clear)

// Shapes

// The factor of a frame that keeps angles; 0: it does not.
static double
similarity (Affine f)
{
  double u = hypot (f.m.xx, f.m.yx), v = hypot (f.m.xy, f.m.yy);
  bool keeps =
      fabs (u - v) <= 1e-12 * u && fabs (f.m.xx * f.m.xy + f.m.yx * f.m.yy) <= 1e-12 * u * v;

  return keeps ? u : 0;
}

// What keeps the plane but turns it over.
static bool
is_turned_over (Affine f)
{
  return m2_det (f.m) < 0;
}

static TrFigure
make_shape (TrBodyKind kind, int n)
{
  return (TrFigure){.kind = kind, .n = n, .p = g_new0 (Vec2, (guint) n)};
}

static void
add_shape (const Entity *e, TrFigure shape)
{
  tr_import_add_shape (e->r->import, shape, &e->look);
}

static void
add_outline (const Entity *e, TrOutline *outline)
{
  tr_outline_transform (outline, e->frame);
  tr_import_add_outline (e->r->import, outline, &e->look);
}

static void
add_point (const Entity *e)
{
  TrFigure s = make_shape (TR_BODY_POINT, 1);

  s.p[0] = aff_apply (e->frame, tr_dxf_get_place (e->run, 10));
  add_shape (e, s);
}

static void
add_line (const Entity *e)
{
  TrFigure s = make_shape (TR_BODY_SEGMENT, 2);

  s.p[0] = aff_apply (e->frame, tr_dxf_get_place (e->run, 10));
  s.p[1] = aff_apply (e->frame, tr_dxf_get_place (e->run, 11));
  if (v2_dist (s.p[0], s.p[1]) > 0) {
    add_shape (e, s);
    return;
  }
  s.kind = TR_BODY_POINT;
  s.n = 1;
  add_shape (e, s);
}

// Where the way from one angle to another ends, by the left and at most once round.
static double
turn_end (double from, double to)
{
  double turn = fmod (to - from, 2 * G_PI);
  return from + turn + (turn > 1e-9 ? 0 : 2 * G_PI);
}

// A circle, or where it has ends (degrees, by the left) an arc.
static void
add_round (const Entity *e, bool is_arc)
{
  const double degree = G_PI / 180;
  Vec2 center = tr_dxf_get_place (e->run, 10);
  double radius = tr_dxf_get (e->run, 40, 0), factor = similarity (e->frame);
  double from = tr_dxf_get (e->run, 50, 0) * degree;
  double to = turn_end (from, tr_dxf_get (e->run, 51, 360) * degree);

  if (!(radius > 0)) {
    miss (e);
    return;
  }
  if (!(factor > 0)) {
    g_auto (TrOutline) outline = tr_outline_make ();
    tr_outline_arc (&outline, (Affine){{radius, 0, 0, radius}, center}, is_arc ? from : 0,
                    is_arc ? to : 2 * G_PI, true);
    if (!is_arc)
      tr_outline_close (&outline);
    add_outline (e, &outline);
    return;
  }
  TrFigure s = make_shape (is_arc ? TR_BODY_ARC : TR_BODY_CIRCLE, 1);
  s.p[0] = aff_apply (e->frame, center);
  s.value[0] = factor * radius;
  if (is_arc) {
    double turn = atan2 (e->frame.m.yx, e->frame.m.xx), sense = is_turned_over (e->frame) ? -1 : 1;
    double start = turn + sense * from, upright = remainder (start, 2 * G_PI);
    s.value[1] = upright;
    s.value[2] = upright + sense * (to - from);
  }
  add_shape (e, s);
}

// By half an axis and the ratio of the other to it; from one parameter to another.
static void
add_ellipse (const Entity *e)
{
  Vec2 center = tr_dxf_get_place (e->run, 10), axis = tr_dxf_get_place (e->run, 11);
  double ratio = tr_dxf_get (e->run, 40, 1), factor = similarity (e->frame);
  double from = tr_dxf_get (e->run, 41, 0);
  double to = turn_end (from, tr_dxf_get (e->run, 42, 2 * G_PI));
  double below = tr_dxf_get (e->run, 230, 1) < 0 ? -1 : 1; // it is seen from the other side
  bool is_whole = to - from > 2 * G_PI - 1e-9;

  if (!(v2_norm (axis) > 0) || !(fabs (ratio) > 0)) {
    miss (e);
    return;
  }
  if (is_whole && factor > 0) {
    Vec2 image = v2_sub (aff_apply (e->frame, axis), aff_apply (e->frame, v2 (0, 0)));
    TrFigure s = make_shape (TR_BODY_ELLIPSE, 1);
    s.p[0] = aff_apply (e->frame, center);
    s.value[0] = factor * v2_norm (axis);
    s.value[1] = s.value[0] * fabs (ratio);
    s.value[2] = atan2 (image.y, image.x);
    add_shape (e, s);
    return;
  }
  g_auto (TrOutline) outline = tr_outline_make ();
  Vec2 other = v2_scale (v2_perp (axis), below * ratio);
  tr_outline_arc (&outline, (Affine){{axis.x, other.x, axis.y, other.y}, center}, from, to, true);
  if (is_whole)
    tr_outline_close (&outline);
  add_outline (e, &outline);
}

static void
add_vertices (const Entity *e, const GArray *p, const GArray *bulge, bool closed)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  if (p->len < 2) {
    miss (e);
    return;
  }
  tr_dxf_bulged ((const Vec2 *) (void *) p->data, (const double *) (void *) bulge->data,
                 (int) p->len, closed, &outline);
  add_outline (e, &outline);
}

// Codes 10 and 20 begin a vertex, 42 bulges what follows it.
static void
add_light_polyline (const Entity *e)
{
  g_autoptr (GArray) p = g_array_new (FALSE, FALSE, sizeof (Vec2));
  g_autoptr (GArray) bulge = g_array_new (FALSE, TRUE, sizeof (double));

  for (int i = 1; i < e->run.n && e->run.pair[i].code != 1001; i++) {
    const TrDxfPair *pair = &e->run.pair[i];
    if (pair->code == 10) {
      Vec2 at = v2 (pair->number, 0);
      g_array_append_val (p, at);
      g_array_set_size (bulge, p->len);
    } else if (pair->code == 20 && p->len > 0)
      g_array_index (p, Vec2, p->len - 1).y = pair->number;
    else if (pair->code == 42 && p->len > 0)
      g_array_index (bulge, double, p->len - 1) = pair->number;
  }
  add_vertices (e, p, bulge, tr_dxf_get_int (e->run, 70, 0) & 1);
}

// Its vertices are entities of their own, up to a SEQEND; where it was smoothed, the frame of the
// curve is among them.
static int
add_polyline (const Entity *e, int next)
{
  enum { CLOSED = 1, MESH = 16 | 64, FRAME = 16 };
  g_autoptr (GArray) p = g_array_new (FALSE, FALSE, sizeof (Vec2));
  g_autoptr (GArray) bulge = g_array_new (FALSE, TRUE, sizeof (double));
  int flags = tr_dxf_get_int (e->run, 70, 0);
  TrDxfRun run = tr_dxf_run (e->r, next);

  for (; tr_dxf_is (run, "VERTEX"); next += run.n, run = tr_dxf_run (e->r, next)) {
    Vec2 at = tr_dxf_get_place (run, 10);
    double b = tr_dxf_get (run, 42, 0);
    if (tr_dxf_get_int (run, 70, 0) & FRAME)
      continue;
    g_array_append_val (p, at);
    g_array_append_val (bulge, b);
  }
  if (flags & MESH)
    miss (e);
  else
    add_vertices (e, p, bulge, flags & CLOSED);
  return tr_dxf_is (run, "SEQEND") ? next + run.n : next;
}

static void
add_spline (Entity *e)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  if (!tr_dxf_spline (e->run, &outline)) {
    miss (e);
    return;
  }
  Vec2 first = g_array_index (outline.points, Vec2, 0),
       last = g_array_index (outline.points, Vec2, outline.points->len - 1);
  if (outline.points->len > 4 && v2_dist (first, last) <= 0)
    tr_outline_close (&outline);
  add_outline (e, &outline);
}

// A filled shape of three or four corners, of which the last two are crossed.
static void
add_solid (Entity *e)
{
  static const int corner[4] = {10, 11, 13, 12};
  g_auto (TrOutline) outline = tr_outline_make ();

  for (int i = 0; i < 4; i++)
    if (i == 0)
      tr_outline_move (&outline, tr_dxf_get_place (e->run, corner[i]));
    else if (i != 2 || tr_dxf_find (e->run, 13))
      tr_outline_line (&outline, tr_dxf_get_place (e->run, corner[i]));
  tr_outline_close (&outline);
  e->look.pen.fill = e->look.pen.stroke;
  e->look.pen.stroke.is_none = true;
  add_outline (e, &outline);
}

// Blocks

static void
add_block (TrDxfReader *r, TrDxfBlock *block, const TrDxfPlace *at)
{
  block->is_open = true;
  for (int i = block->from; i < block->to && tr_import_spend (r->import, COPY_WORK);)
    i = tr_dxf_add_entity (r, i, at);
  block->is_open = false;
}

// A block with its base at the origin, scaled, turned, set down; in rows and columns.
static void
add_insert (const Entity *e)
{
  TrDxfBlock *block = look_up (e->r, e->r->blocks, tr_dxf_get_text (e->run, 2));
  bool is_grid = tr_dxf_is (e->run, "INSERT");
  int columns = is_grid ? tr_dxf_get_int (e->run, 70, 1) : 1;
  int rows = is_grid ? tr_dxf_get_int (e->run, 71, 1) : 1;

  if (!block || block->is_open || e->at->depth >= DEPTH_MAX ||
      (gint64) columns * rows > COPIES_MAX) {
    miss (e);
    return;
  }
  // A dimension's block lies where it is drawn.
  Vec2 at = is_grid ? tr_dxf_get_place (e->run, 10) : v2 (0, 0);
  double sx = tr_dxf_get (e->run, 41, 1), sy = tr_dxf_get (e->run, 42, 1);
  Mat2 turn = m2_rotation (is_grid ? tr_dxf_get (e->run, 50, 0) * (G_PI / 180) : 0);
  Mat2 m = is_grid ? m2_mul (turn, (Mat2){sx, 0, 0, sy}) : turn;
  for (int i = 0; i < columns * rows && tr_import_spend (e->r->import, COPY_WORK); i++) {
    Vec2 cell =
        v2 (i % columns * tr_dxf_get (e->run, 44, 0), i / columns * tr_dxf_get (e->run, 45, 0));
    Vec2 t = v2_sub (v2_add (at, m2_apply (turn, cell)), m2_apply (m, block->base));
    TrDxfPlace place = {.frame = aff_mul (e->frame, (Affine){m, t}),
                        .depth = e->at->depth + 1,
                        .layer = e->look.layer ? e->layer : NULL,
                        .pen = e->look.pen,
                        .is_hidden = e->hides};
    add_block (e->r, block, &place);
  }
}

// Which is which

typedef enum { LIES_FLAT, LIES_TURNED, LIES_SLANTED } Lie;

// Where what is drawn looks up: some kinds are written in a plane of their own, mirrored if it
// looks down.
static Lie
lie_of (TrDxfRun run)
{
  static const char *const own_plane[] = {"CIRCLE", "ARC",   "TEXT",       "ATTRIB",  "INSERT",
                                          "SOLID",  "TRACE", "LWPOLYLINE", "POLYLINE"};
  double x = tr_dxf_get (run, 210, 0), y = tr_dxf_get (run, 220, 0), z = tr_dxf_get (run, 230, 1);
  bool mirrors = false;

  if (hypot (x, y) > 1e-9 * fabs (z))
    return LIES_SLANTED;
  for (guint i = 0; i < G_N_ELEMENTS (own_plane); i++)
    mirrors |= tr_dxf_is (run, own_plane[i]);
  return z < 0 && mirrors ? LIES_TURNED : LIES_FLAT;
}

// True: it was one of those that are drawn by themselves.
static bool
add_simple (Entity *e)
{
  static const struct {
    const char *kind;
    void (*add) (const Entity *e);
  } kinds[] = {{"POINT", add_point},     {"LINE", add_line},
               {"ELLIPSE", add_ellipse}, {"LWPOLYLINE", add_light_polyline},
               {"INSERT", add_insert},   {"DIMENSION", add_insert}};

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (tr_dxf_is (e->run, kinds[i].kind)) {
      kinds[i].add (e);
      return true;
    }
  if (tr_dxf_is (e->run, "CIRCLE") || tr_dxf_is (e->run, "ARC"))
    add_round (e, tr_dxf_is (e->run, "ARC"));
  else if (tr_dxf_is (e->run, "SPLINE"))
    add_spline (e);
  else if (tr_dxf_is (e->run, "SOLID") || tr_dxf_is (e->run, "TRACE"))
    add_solid (e);
  else if (tr_dxf_is (e->run, "TEXT") || tr_dxf_is (e->run, "MTEXT") ||
           tr_dxf_is (e->run, "ATTRIB"))
    tr_dxf_add_text (e->r, e->run, &(TrDxfPlace){.frame = e->frame});
  else
    return false;
  return true;
}

// What draws nothing needs no counterpart.
static bool
is_silent (TrDxfRun run)
{
  static const char *const silent[] = {"VIEWPORT", "ATTDEF", "SEQEND", "ENDBLK"};

  for (guint i = 0; i < G_N_ELEMENTS (silent); i++)
    if (tr_dxf_is (run, silent[i]))
      return true;
  return false;
}

int
tr_dxf_add_entity (TrDxfReader *r, int i, const TrDxfPlace *at)
{
  static const Affine mirror = {{-1, 0, 0, 1}, {0, 0}};
  g_auto (Entity) e = {.r = r, .run = tr_dxf_run (r, i), .at = at, .frame = at->frame};
  int next = i + e.run.n;
  Lie lie = lie_of (e.run);

  if (is_silent (e.run))
    return next;
  if (tr_dxf_get_int (e.run, 67, 0) == 1) {
    tr_dxf_miss (r, _ ("on paper"));
    return next;
  }
  if (lie == LIES_TURNED)
    e.frame = aff_mul (at->frame, mirror);
  set_look (&e);
  if (tr_dxf_is (e.run, "POLYLINE"))
    return add_polyline (&e, next);
  if (lie == LIES_SLANTED || !add_simple (&e))
    miss (&e);
  return next;
}
