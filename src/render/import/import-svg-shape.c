// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/import/import-svg-private.h"

#include "render/svg-path.h"

#include <string.h>

double
tr_svg_get_length (const TrSvgPlace *at, const char *name, double whole, double otherwise)
{
  g_autofree char *text = tr_svg_tree_get (at->node, name);
  double x;

  return text && tr_svg_parse_length (text, whole, at->style.font_size, &x) ? x : otherwise;
}

double
tr_svg_mean_side (Vec2 view)
{
  return sqrt (0.5 * v2_dot (view, view));
}

static bool
path_outline (const TrSvgPlace *at, TrOutline *out)
{
  g_autofree char *d = tr_svg_tree_get (at->node, "d");

  return !d || strcmp (d, "none") == 0 || tr_svg_path_parse (d, out, NULL);
}

// Straight lines from point to point; an odd number at the end is left.
static bool
points_outline (const TrSvgPlace *at, bool closed, TrOutline *out)
{
  g_autofree char *text = tr_svg_tree_get (at->node, "points");
  const char *s = text ? text : "";
  bool is_good = true;
  Vec2 p;

  for (tr_svg_skip_space (&s); *s; tr_svg_skip_comma (&s)) {
    is_good = tr_svg_read_number (&s, &p.x);
    tr_svg_skip_comma (&s);
    is_good = is_good && tr_svg_read_number (&s, &p.y);
    if (!is_good)
      break;
    if (tr_outline_is_empty (out))
      tr_outline_move (out, p);
    else
      tr_outline_line (out, p);
  }
  if (closed && !tr_outline_is_empty (out))
    tr_outline_close (out);
  return is_good;
}

static void
line_outline (const TrSvgPlace *at, TrOutline *out)
{
  tr_outline_move (out, v2 (tr_svg_get_length (at, "x1", at->view.x, 0),
                            tr_svg_get_length (at, "y1", at->view.y, 0)));
  tr_outline_line (out, v2 (tr_svg_get_length (at, "x2", at->view.x, 0),
                            tr_svg_get_length (at, "y2", at->view.y, 0)));
}

static void
round_outline (const TrSvgPlace *at, double rx, double ry, TrOutline *out)
{
  Vec2 c =
      v2 (tr_svg_get_length (at, "cx", at->view.x, 0), tr_svg_get_length (at, "cy", at->view.y, 0));

  if (!(rx > 0 && ry > 0))
    return;
  tr_outline_arc (out, (Affine){{rx, 0, 0, ry}, c}, 0, 2 * G_PI, true);
  tr_outline_close (out);
}

static void
ellipse_outline (const TrSvgPlace *at, TrOutline *out)
{
  double rx = tr_svg_get_length (at, "rx", at->view.x, -1);
  double ry = tr_svg_get_length (at, "ry", at->view.y, -1);

  round_outline (at, rx < 0 ? ry : rx, ry < 0 ? rx : ry, out);
}

// Corners are quarters of an ellipse; the radius that is not given is the other one, and none is
// over half a side (SVG 1.1 §9.2).
static void
rect_outline (const TrSvgPlace *at, TrOutline *out)
{
  double x = tr_svg_get_length (at, "x", at->view.x, 0);
  double y = tr_svg_get_length (at, "y", at->view.y, 0);
  double w = tr_svg_get_length (at, "width", at->view.x, 0);
  double h = tr_svg_get_length (at, "height", at->view.y, 0);
  double rx = tr_svg_get_length (at, "rx", at->view.x, -1);
  double ry = tr_svg_get_length (at, "ry", at->view.y, -1);
  const Vec2 corner[4] = {{x + w, y}, {x + w, y + h}, {x, y + h}, {x, y}};

  if (!(w > 0 && h > 0))
    return;
  rx = fmin (rx < 0 ? fmax (ry, 0) : rx, w / 2);
  ry = fmin (ry < 0 ? fmax (rx, 0) : ry, h / 2);
  if (!(rx > 0 && ry > 0)) {
    tr_outline_move (out, v2 (x, y));
    for (int i = 0; i < 3; i++)
      tr_outline_line (out, corner[i]);
  } else {
    for (int i = 0; i < 4; i++) {
      Vec2 inward = v2 (i < 2 ? -rx : rx, i == 0 || i == 3 ? ry : -ry);
      Affine f = {{rx, 0, 0, ry}, v2_add (corner[i], inward)};
      tr_outline_arc (out, f, (i - 1) * G_PI / 2, i * G_PI / 2, i == 0);
    }
  }
  tr_outline_close (out);
}

bool
tr_svg_shape_outline (const TrSvgPlace *at, TrOutline *out, bool *whole)
{
  const char *tag = (const char *) at->node->name;

  *whole = true;
  if (strcmp (tag, "path") == 0)
    *whole = path_outline (at, out);
  else if (strcmp (tag, "polyline") == 0 || strcmp (tag, "polygon") == 0)
    *whole = points_outline (at, strcmp (tag, "polygon") == 0, out);
  else if (strcmp (tag, "line") == 0)
    line_outline (at, out);
  else if (strcmp (tag, "rect") == 0)
    rect_outline (at, out);
  else if (strcmp (tag, "ellipse") == 0)
    ellipse_outline (at, out);
  else if (strcmp (tag, "circle") == 0) {
    double r = tr_svg_get_length (at, "r", tr_svg_mean_side (at->view), 0);
    round_outline (at, r, r, out);
  } else
    return false;
  return true;
}
