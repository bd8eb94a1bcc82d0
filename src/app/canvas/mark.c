// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/mark.h"

#include <glib/gi18n.h>

#define SNAP_RADIUS 6.5
#define SNAP_WIDTH  2
#define PAD_X       7
#define PAD_Y       3
#define OFFSET      18 // from the pointer
#define LOOK        4  // between what is looked at of a line, and how near it may come
#define PILL_HEIGHT 36 // the name of a snap above it, with the gap

static const TrColor snap_color = {false, 0x2e / 255.0, 0xc2 / 255.0, 0x7e / 255.0, 1};
static const TrColor snap_ink = {false, 0.03, 0.16, 0.09, 1};

static void
rounded (cairo_t *cr, Vec2 at, Vec2 size, double r)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, at.x + size.x - r, at.y + r, r, -G_PI_2, 0);
  cairo_arc (cr, at.x + size.x - r, at.y + size.y - r, r, 0, G_PI_2);
  cairo_arc (cr, at.x + r, at.y + size.y - r, r, G_PI_2, G_PI);
  cairo_arc (cr, at.x + r, at.y + r, r, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static PangoLayout *
layout_of (GtkWidget *w, const char *text, Vec2 *size)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (w, text);
  PangoAttrList *attributes = pango_attr_list_new ();
  int width, height;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_get_pixel_size (layout, &width, &height);
  *size = v2 (width + 2 * PAD_X, height + 2 * PAD_Y);
  return layout;
}

Vec2
tr_mark_text (
    GtkWidget *w, const TrTheme *theme, TrMarkStyle style, const char *text, Vec2 at, cairo_t *cr)
{
  Vec2 size;
  g_autoptr (PangoLayout) layout = layout_of (w, text, &size);
  bool is_pill = style == TR_MARK_SNAP;
  bool is_live = style == TR_MARK_GIVEN || style == TR_MARK_ACTIVE;
  TrColor border = style == TR_MARK_WRONG ? theme->conflict
                   : is_live              ? theme->accent
                                          : theme->grid_strong;

  at = v2 (floor (at.x) + 0.5, floor (at.y) + 0.5);
  rounded (cr, at, size, is_pill ? 0.5 * size.y : 6);
  tr_color_set (cr, is_pill ? snap_color : theme->paper, 1);
  cairo_fill_preserve (cr);
  tr_color_set (cr, is_pill ? snap_color : border, 1);
  cairo_set_line_width (cr, style == TR_MARK_ACTIVE || style == TR_MARK_WRONG ? 1.5 : 1);
  cairo_stroke (cr);
  tr_color_set (cr, is_pill ? snap_ink : theme->fixed, 1);
  cairo_move_to (cr, at.x + PAD_X, at.y + PAD_Y);
  pango_cairo_show_layout (cr, layout);
  if (style == TR_MARK_ACTIVE) { // the caret behind what is typed
    cairo_rectangle (cr, floor (at.x + size.x - PAD_X) + 1, at.y + PAD_Y, 1, size.y - 2 * PAD_Y);
    cairo_fill (cr);
  }
  return v2_add (at, size);
}

Vec2
tr_mark_size (GtkWidget *w, const char *text)
{
  Vec2 size;
  g_object_unref (layout_of (w, text, &size));
  return size;
}

// Whether the line from the pointer, as far as it matters, goes under the box.
static bool
covers (Vec2 at, Vec2 size, Vec2 pointer, Vec2 from)
{
  double far = fmin (v2_dist (pointer, from), 2 * OFFSET + PILL_HEIGHT + size.x + size.y);
  Vec2 u = v2_unit_or (v2_sub (from, pointer), v2 (0, 0));

  for (double r = 0; r <= far; r += LOOK) {
    Vec2 p = v2_mad (pointer, r, u);
    if (p.x > at.x - LOOK && p.x < at.x + size.x + LOOK && p.y > at.y - LOOK &&
        p.y < at.y + size.y + LOOK)
      return true;
  }
  return false;
}

Vec2
tr_mark_place (Vec2 room, Vec2 pointer, Vec2 size, const Vec2 *from)
{
  const double x[2] = {pointer.x + OFFSET, pointer.x - OFFSET - size.x};
  const double y[2] = {pointer.y + OFFSET, pointer.y - PILL_HEIGHT - size.y};
  int right = x[0] + size.x < room.x ? 0 : 1, below = y[0] + size.y < room.y ? 0 : 1;

  // Below before above, to the right before the left; what fits before what covers nothing.
  for (int i = 0; i < 4 && from; i++) {
    Vec2 at = v2 (x[right ^ (i / 2)], y[below ^ (i % 2)]);
    bool fits = at.x >= 1 && at.y >= 1 && at.x + size.x < room.x && at.y + size.y < room.y;
    if (fits && !covers (at, size, pointer, *from))
      return at;
  }
  return v2 (fmax (1, x[right]), fmax (1, y[below]));
}

Vec2
tr_mark_beside (GtkWidget *w, Vec2 pointer, Vec2 size, const Vec2 *from)
{
  Vec2 room = v2 (gtk_widget_get_width (w), gtk_widget_get_height (w));
  return tr_mark_place (room, pointer, size, from);
}

static void
polygon (cairo_t *cr, Vec2 at, int n, double radius, double turn)
{
  for (int i = 0; i < n; i++) {
    Vec2 p = v2_add (at, v2_polar (radius, turn + 2 * G_PI * i / n));
    cairo_line_to (cr, p.x, p.y);
  }
  cairo_close_path (cr);
}

static void
line (cairo_t *cr, Vec2 at, double x0, double y0, double x1, double y1)
{
  cairo_move_to (cr, at.x + SNAP_RADIUS * x0, at.y + SNAP_RADIUS * y0);
  cairo_line_to (cr, at.x + SNAP_RADIUS * x1, at.y + SNAP_RADIUS * y1);
}

static void
trace_shape (TrSnapKind kind, Vec2 at, cairo_t *cr)
{
  const double r = SNAP_RADIUS;

  switch (kind) {
  case TR_SNAP_NONE:
  case TR_N_SNAP_KINDS:
    break;
  case TR_SNAP_END:
    cairo_rectangle (cr, at.x - 0.85 * r, at.y - 0.85 * r, 1.7 * r, 1.7 * r);
    break;
  case TR_SNAP_MIDDLE:
    polygon (cr, at, 4, 1.2 * r, 0);
    break;
  case TR_SNAP_CENTRE:
  case TR_SNAP_POINT:
    cairo_arc (cr, at.x, at.y, r, 0, 2 * G_PI);
    break;
  case TR_SNAP_INTERSECTION:
    line (cr, at, -1, -1, 1, 1);
    line (cr, at, -1, 1, 1, -1);
    break;
  case TR_SNAP_TANGENT:
    cairo_arc (cr, at.x, at.y + 0.25 * r, 0.75 * r, 0, 2 * G_PI);
    line (cr, at, -1.2, -0.55, 1.2, -0.55);
    break;
  case TR_SNAP_PERPENDICULAR:
    line (cr, at, -1, 0.9, 1, 0.9);
    line (cr, at, 0, -1, 0, 0.9);
    break;
  case TR_SNAP_ON_CURVE:
    polygon (cr, at, 3, 1.15 * r, -G_PI_2);
    break;
  case TR_SNAP_HORIZONTAL:
    line (cr, at, -1.3, 0, 1.3, 0);
    break;
  case TR_SNAP_VERTICAL:
    line (cr, at, 0, -1.3, 0, 1.3);
    break;
  case TR_SNAP_GRID:
    line (cr, at, -0.6, 0, 0.6, 0);
    line (cr, at, 0, -0.6, 0, 0.6);
    break;
  }
}

void
tr_mark_snap (GtkWidget *w, const TrOverlay *o, const TrSnap *snap, cairo_t *cr)
{
  Vec2 at = aff_apply (o->to_pixels, snap->place), size;

  if (snap->kind == TR_SNAP_NONE)
    return;
  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_new_path (cr);
  trace_shape (snap->kind, at, cr);
  // On a seam of paper, to be seen over the drawing as well.
  tr_color_set (cr, o->theme->paper, 1);
  cairo_set_line_width (cr, SNAP_WIDTH + 2.5);
  cairo_stroke_preserve (cr);
  tr_color_set (cr, tr_color_against (snap_color, o->theme->paper, o->theme->fixed), 1);
  cairo_set_line_width (cr, SNAP_WIDTH);
  cairo_stroke (cr);
  cairo_restore (cr);
  // The grid is everywhere: its mark says enough.
  if (snap->kind == TR_SNAP_GRID)
    return;
  g_autoptr (GString) name = g_string_new (_ (tr_snap_name (snap->kind)));
  if (snap->level != TR_SNAP_NONE && snap->level != snap->kind)
    g_string_append_printf (name, " · %s", _ (tr_snap_name (snap->level)));
  size = tr_mark_size (w, name->str);
  bool fits = at.x + 12 + size.x < gtk_widget_get_width (w);
  Vec2 corner = v2 (fits ? at.x + 12 : at.x - 12 - size.x, at.y - 14 - size.y);
  tr_mark_text (w, o->theme, TR_MARK_SNAP, name->str, v2 (corner.x, fmax (1, corner.y)), cr);
}
