// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/svg-path.h"

#include "render/svg-value.h"

#include <string.h>

typedef struct {
  const char *begin, *s;
  TrOutline *out;
  Vec2 here, start;
  Vec2 control;  // last control point, for S and T
  char previous; // upper case of the command before
  bool open;     // a subpath is being drawn
} Parser;

static bool
read_numbers (Parser *p, int n, double *v)
{
  for (int i = 0; i < n; i++) {
    if (i > 0)
      tr_svg_skip_comma (&p->s);
    if (!tr_svg_read_number (&p->s, &v[i]))
      return false;
  }
  return true;
}

static bool
read_flag (Parser *p, double *v)
{
  tr_svg_skip_comma (&p->s);
  if (*p->s != '0' && *p->s != '1')
    return false;
  *v = *p->s++ - '0';
  return true;
}

// rx ry rotation large sweep x y: the flags are single digits and may touch what follows.
static bool
read_arc (Parser *p, double *v)
{
  if (!read_numbers (p, 3, v) || !read_flag (p, &v[3]) || !read_flag (p, &v[4]))
    return false;
  tr_svg_skip_comma (&p->s);
  return read_numbers (p, 2, v + 5);
}

static void
begin_subpath (Parser *p)
{
  if (!p->open)
    tr_outline_move (p->out, p->here);
  p->open = true;
}

// From end points to centre: SVG 1.1 §F.6.5 and F.6.6.
static void
draw_arc (Parser *p, const double *v, Vec2 to)
{
  double rx = fabs (v[0]), ry = fabs (v[1]), phi = v[2] * G_PI / 180;
  bool large = v[3] > 0.5, sweep = v[4] > 0.5;
  Mat2 turn = m2_rotation (phi);
  Vec2 half, h, u, w, c;

  if (!(v2_dist (p->here, to) > 0))
    return;
  if (!(rx > 0 && ry > 0)) {
    tr_outline_line (p->out, to);
    return;
  }
  // Half the chord, in units of the radii; radii too small grow until they reach.
  half = m2_apply (m2_rotation (-phi), v2_scale (v2_sub (p->here, to), 0.5));
  h = v2 (half.x / rx, half.y / ry);
  if (v2_norm (h) > 1) {
    rx *= v2_norm (h), ry *= v2_norm (h);
    h = v2_scale (h, 1 / v2_norm (h));
  }
  // The centre is off the chord's middle, on the side that the flags choose.
  double off = sqrt (fmax (0, 1 - v2_dot (h, h))) / v2_norm (h) * (large == sweep ? -1 : 1);
  c = v2 (off * h.y, -off * h.x);
  u = v2_sub (h, c);
  w = v2_sub (v2_scale (h, -1), c);
  double a0 = atan2 (u.y, u.x), sweep_angle = atan2 (v2_cross (u, w), v2_dot (u, w));
  if (sweep && sweep_angle < 0)
    sweep_angle += 2 * G_PI;
  if (!sweep && sweep_angle > 0)
    sweep_angle -= 2 * G_PI;
  Affine f = {m2_mul (turn, (Mat2){rx, 0, 0, ry}), v2_mid (p->here, to)};
  f.t = aff_apply (f, c);
  tr_outline_arc (p->out, f, a0, a0 + sweep_angle, false);
  // Rounding leaves the end some bits off; the path goes on from the point that was named.
  g_array_index (p->out->points, Vec2, p->out->points->len - 1) = to;
}

static void
draw_curve (Parser *p, Vec2 c1, Vec2 c2, Vec2 to)
{
  tr_outline_curve (p->out, c1, c2, to);
}

// A quadratic raised to a cubic: control points two thirds of the way to its own.
static void
draw_quadratic (Parser *p, Vec2 c, Vec2 to)
{
  draw_curve (p, v2_lerp (p->here, c, 2.0 / 3.0), v2_lerp (to, c, 2.0 / 3.0), to);
}

// What S and T start with: the last control point mirrored, after their own families only.
static Vec2
mirrored (const Parser *p, const char *family)
{
  return p->previous && strchr (family, p->previous) ? v2_sub (v2_scale (p->here, 2), p->control)
                                                     : p->here;
}

static int
n_numbers (char upper)
{
  switch (upper) {
  case 'H':
  case 'V':
    return 1;
  case 'C':
    return 6;
  case 'S':
  case 'Q':
    return 4;
  case 'A':
    return 7;
  default: // M L T
    return 2;
  }
}

static Vec2
place (const Parser *p, bool relative, const double *v)
{
  return relative ? v2_add (p->here, v2 (v[0], v[1])) : v2 (v[0], v[1]);
}

// One command with one set of its numbers; `to` is where the pen ends.
static void
draw (Parser *p, char upper, bool relative, const double *v)
{
  int n = n_numbers (upper);
  Vec2 to = n > 1 ? place (p, relative, v + n - 2) : p->here;
  Vec2 control = to;

  if (upper == 'H')
    to.x = v[0] + (relative ? p->here.x : 0);
  if (upper == 'V')
    to.y = v[0] + (relative ? p->here.y : 0);
  if (upper != 'M')
    begin_subpath (p);
  switch (upper) {
  case 'M':
    p->start = to;
    p->open = false;
    p->here = to;
    begin_subpath (p);
    break;
  case 'C':
    control = place (p, relative, v + 2);
    draw_curve (p, place (p, relative, v), control, to);
    break;
  case 'S':
    control = place (p, relative, v);
    draw_curve (p, mirrored (p, "CS"), control, to);
    break;
  case 'Q':
    control = place (p, relative, v);
    draw_quadratic (p, control, to);
    break;
  case 'T':
    control = mirrored (p, "QT");
    draw_quadratic (p, control, to);
    break;
  case 'A':
    draw_arc (p, v, to);
    break;
  default: // L H V
    tr_outline_line (p->out, to);
    break;
  }
  p->control = control;
  p->here = to;
  p->previous = upper;
}

// A command letter and every set of numbers behind it: after the first, M means L.
static bool
parse_command (Parser *p)
{
  char letter = *p->s, upper = g_ascii_toupper (letter);
  bool relative = g_ascii_islower (letter);
  double v[7];

  if (!strchr ("MLHVCSQTAZ", upper) || (!p->previous && upper != 'M'))
    return false;
  p->s++;
  if (upper == 'Z') {
    if (p->open)
      tr_outline_close (p->out);
    p->here = p->start;
    p->open = false;
    p->previous = upper;
    return true;
  }
  for (;;) {
    const char *before = p->s;
    tr_svg_skip_space (&p->s);
    if (!(upper == 'A' ? read_arc (p, v) : read_numbers (p, n_numbers (upper), v))) {
      p->s = before;
      return false;
    }
    draw (p, upper, relative, v);
    if (upper == 'M')
      upper = 'L';
    tr_svg_skip_comma (&p->s);
    if (!*p->s || (!g_ascii_isdigit (*p->s) && !strchr ("+-.", *p->s)))
      return true;
  }
}

bool
tr_svg_path_parse (const char *text, TrOutline *out, int *at)
{
  Parser p = {.begin = text, .s = text, .out = out};
  bool good = true;

  for (tr_svg_skip_space (&p.s); good && *p.s; tr_svg_skip_space (&p.s))
    good = parse_command (&p);
  if (at)
    *at = (int) (p.s - p.begin);
  return good;
}
