// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A corner p of an outline that goes through two joints or more moves by
//
//   Σ wᵢ dᵢ / Σ wᵢ,   wᵢ = 1/|p − jᵢ|²        (D. Shepard, 1968)
//
// for the joints jᵢ that move by dᵢ, and with a joint that it lies on. All other outlines, a hole, a
// hatch, go as a whole: with the joint that they are at, or else as their middle does.

#include "session/link-drawing.h"

#include "math/number.h"
#include "render/svg-path.h"

static const double same_share = 1e-3; // of how far the joints are apart: is at a joint
static const double near_share = 0.5;  // of how far the next joint is: belongs to the nearest

typedef struct {
  Vec2 at, by;
} Joint;

typedef struct {
  GArray *joints; // of Joint
  double same;
} Link;

static void
add_joint (Link *l, Vec2 from, Vec2 to)
{
  Joint j = {from, v2_sub (to, from)};
  for (guint i = 0; i < l->joints->len; i++) {
    Joint *other = &g_array_index (l->joints, Joint, i);
    if (v2_dist (other->at, from) > 1e-9 * (1 + v2_norm (from)))
      continue;
    if (v2_norm (j.by) > v2_norm (other->by)) // of two at a place, that which goes
      *other = j;
    return;
  }
  g_array_append_val (l->joints, j);
}

static void
add_end (Link *l, int body, const TrEnd *from, const TrEnd *to)
{
  for (int k = 0; k < tr_end_n_connectors (from); k++) {
    const TrConnector *a = &from->connector[k], *b = &to->connector[k];
    if (a->body != body)
      continue;
    if (a->kind == TR_AT_LOCAL)
      add_joint (l, a->p, b->p);
    else if (a->kind == TR_AT_NAMED)
      add_joint (l, v2 (0, 0), v2 (0, 0)); // its origin
  }
}

// The joints of a body; false where none of them moves.
static bool
find_joints (Link *l, const TrModel *from, const TrModel *to, int body)
{
  bool any = false;
  double size = 0;
  g_array_set_size (l->joints, 0);
  for (int i = 0; i < from->n_constraints; i++)
    for (int k = 0; k < (int) G_N_ELEMENTS (from->constraints[i].end); k++)
      add_end (l, body, &from->constraints[i].end[k], &to->constraints[i].end[k]);
  for (guint i = 0; i < l->joints->len; i++) {
    const Joint *j = &g_array_index (l->joints, Joint, i);
    any |= v2_norm (j->by) > 0;
    size = fmax (size, v2_dist (j->at, g_array_index (l->joints, Joint, 0).at));
  }
  l->same = same_share * size;
  return any;
}

// The joint at a place, −1: none.
static int
joint_at (const Link *l, Vec2 p)
{
  int found = -1;
  double best = l->same;
  for (guint i = 0; i < l->joints->len; i++) {
    double d = v2_dist (g_array_index (l->joints, Joint, i).at, p);
    if (d <= best) {
      best = d;
      found = (int) i;
    }
  }
  return found;
}

static Vec2
shift_between (const Link *l, Vec2 p)
{
  Vec2 sum = v2 (0, 0);
  double weights = 0;
  int at = joint_at (l, p);
  if (at >= 0)
    return g_array_index (l->joints, Joint, at).by;
  for (guint i = 0; i < l->joints->len; i++) {
    const Joint *j = &g_array_index (l->joints, Joint, i);
    Vec2 d = v2_sub (p, j->at);
    double w = 1 / fmax (v2_dot (d, d), 1e-300);
    sum = v2_mad (sum, w, j->by);
    weights += w;
  }
  return v2_scale (sum, 1 / weights);
}

// Of something about a place.
static Vec2
shift_about (const Link *l, Vec2 p)
{
  double nearest = INFINITY, next = INFINITY;
  Vec2 by = v2 (0, 0);
  for (guint i = 0; i < l->joints->len; i++) {
    const Joint *j = &g_array_index (l->joints, Joint, i);
    double d = v2_dist (j->at, p);
    if (d < nearest) {
      next = nearest;
      nearest = d;
      by = j->by;
    } else {
      next = fmin (next, d);
    }
  }
  return nearest <= near_share * next ? by : shift_between (l, p);
}

// One part of a path, from a move to the next.
static void
shift_part (const Link *l, Vec2 *p, guint n)
{
  int joint = -1;
  bool is_between = false;
  TrBounds box = tr_bounds_empty ();
  for (guint i = 0; i < n; i++) {
    int at = joint_at (l, p[i]);
    is_between |= at >= 0 && joint >= 0 && at != joint;
    joint = at >= 0 ? at : joint;
    box = tr_bounds_add (box, p[i]);
  }
  Vec2 by = joint >= 0 ? g_array_index (l->joints, Joint, joint).by
                       : shift_about (l, v2_mid (box.low, box.high));
  for (guint i = 0; i < n; i++)
    p[i] = v2_add (p[i], is_between ? shift_between (l, p[i]) : by);
}

static const int verb_points[] = {
    [TR_VERB_MOVE] = 1, [TR_VERB_LINE] = 1, [TR_VERB_CURVE] = 3, [TR_VERB_CLOSE] = 0};

static char *
path_text (const TrOutline *o)
{
  static const char letter[] = {
      [TR_VERB_MOVE] = 'M', [TR_VERB_LINE] = 'L', [TR_VERB_CURVE] = 'C', [TR_VERB_CLOSE] = 'Z'};
  GString *out = g_string_new (NULL);
  const Vec2 *p = (const Vec2 *) (void *) o->points->data;
  for (guint i = 0; i < o->verbs->len; i++) {
    int verb = o->verbs->data[i];
    g_string_append_printf (out, "%s%c", i > 0 ? " " : "", letter[verb]);
    for (int k = 0; k < verb_points[verb]; k++, p++) {
      char x[TR_NUMBER_SIZE], y[TR_NUMBER_SIZE];
      tr_number_format (p->x, x);
      tr_number_format (p->y, y);
      g_string_append_printf (out, "%s%s,%s", k > 0 ? " " : "", x, y);
    }
  }
  return g_string_free (out, FALSE);
}

static void
shift_path (const Link *l, TrPool *pool, TrMark *mark)
{
  g_auto (TrOutline) o = tr_outline_make ();
  if (!tr_svg_path_parse (mark->text, &o, NULL))
    return; // what cannot be read stays as it is written
  Vec2 *p = (Vec2 *) (void *) o.points->data;
  guint from = 0, n = 0;
  for (guint i = 0; i < o.verbs->len; i++) {
    if (o.verbs->data[i] == TR_VERB_MOVE) {
      shift_part (l, p + from, n - from);
      from = n;
    }
    n += (guint) verb_points[o.verbs->data[i]];
  }
  shift_part (l, p + from, n - from);
  g_autofree char *text = path_text (&o);
  mark->text = tr_pool_text (pool, text);
}

static void
shift_marks (const Link *l, TrPool *pool, TrBody *b)
{
  gsize bytes = sizeof (TrMark) * (gsize) b->n_drawing;
  g_autofree TrMark *marks = g_memdup2 (b->drawing, bytes);
  for (int i = 0; i < b->n_drawing; i++) {
    TrMark *mark = &marks[i];
    switch (mark->kind) {
    case TR_MARK_PATH:
      shift_path (l, pool, mark);
      break;
    case TR_MARK_TEXT:
      mark->at = v2_add (mark->at, shift_about (l, mark->at));
      break;
    case TR_MARK_IMAGE:
      mark->at = v2_add (mark->at, shift_about (l, v2_mad (mark->at, 0.5, mark->size)));
      break;
    }
  }
  b->drawing = tr_pool_copy (pool, marks, bytes);
}

TrModel *
tr_link_follow (const TrModel *from, const TrModel *to)
{
  g_autoptr (GArray) joints = g_array_new (FALSE, FALSE, sizeof (Joint));
  Link l = {.joints = joints};
  TrModel *copy = NULL;
  for (int i = 0; i < from->n_bodies; i++) {
    if (from->bodies[i].n_drawing == 0 || !find_joints (&l, from, to, i))
      continue;
    if (!copy) { // what is new lies in a pool of its own, which goes with the copy
      copy = tr_model_copy (to);
      TrPool *pool = tr_pool_new ();
      tr_pool_keep (pool, copy->pool);
      tr_pool_unref (copy->pool);
      copy->pool = pool;
    }
    shift_marks (&l, copy->pool, &copy->bodies[i]);
  }
  return copy;
}
