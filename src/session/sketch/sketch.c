// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/sketch/sketch-private.h"

#include "render/path.h"

#include <glib/gi18n-lib.h>

static const TrSketchOps *const kinds[TR_N_SKETCH_KINDS] = {
    [TR_SKETCH_POINT] = &tr_sketch_point,       [TR_SKETCH_SEGMENT] = &tr_sketch_segment,
    [TR_SKETCH_POLYLINE] = &tr_sketch_polyline, [TR_SKETCH_RECTANGLE] = &tr_sketch_rectangle,
    [TR_SKETCH_CIRCLE] = &tr_sketch_circle,     [TR_SKETCH_ARC] = &tr_sketch_arc,
    [TR_SKETCH_ELLIPSE] = &tr_sketch_ellipse,   [TR_SKETCH_BEZIER] = &tr_sketch_bezier,
    [TR_SKETCH_SPLINE] = &tr_sketch_spline,     [TR_SKETCH_LINK] = &tr_sketch_link,
    [TR_SKETCH_SHEET] = &tr_sketch_sheet,       [TR_SKETCH_LABEL] = &tr_sketch_label,
    [TR_SKETCH_NAIL] = &tr_sketch_nail,         [TR_SKETCH_SPRING] = &tr_sketch_spring,
    [TR_SKETCH_MOTOR] = &tr_sketch_motor,       [TR_SKETCH_TRACE] = &tr_sketch_trace,
};

const char *
tr_sketch_kind_name (TrSketchKind kind)
{
  return kinds[kind]->name;
}

TrSketch *
tr_sketch_new (TrSketchKind kind, TrSession *session, TrSnapper *snapper)
{
  g_return_val_if_fail (kind < TR_N_SKETCH_KINDS && TR_IS_SESSION (session) && snapper, NULL);
  TrSketch *t = g_new0 (TrSketch, 1);
  t->ops = kinds[kind];
  t->kind = kind;
  t->session = g_object_ref (session);
  t->snapper = snapper;
  t->tolerance = 1;
  t->snaps = true;
  t->points = g_array_new (FALSE, TRUE, sizeof (TrSketchPoint));
  t->texts = g_string_chunk_new (64);
  for (int i = 0; i < TR_SKETCH_FIELDS; i++)
    t->typed[i] = g_string_new (NULL);
  return t;
}

void
tr_sketch_free (TrSketch *t)
{
  if (!t)
    return;
  for (int i = 0; i < TR_SKETCH_FIELDS; i++)
    g_string_free (t->typed[i], TRUE);
  g_array_unref (t->points);
  g_string_chunk_free (t->texts);
  tr_parts_free (t->parts);
  g_object_unref (t->session);
  g_free (t);
}

TrSketchKind
tr_sketch_get_kind (const TrSketch *t)
{
  return t->kind;
}

void
tr_sketch_set_reach (TrSketch *t, double tolerance, double grid)
{
  g_return_if_fail (tolerance > 0 && grid >= 0);
  t->tolerance = tolerance;
  t->grid = grid;
}

// Forgets the gesture. True: there was one.
static bool
reset (TrSketch *t)
{
  bool was = tr_sketch_is_active (t);

  g_array_set_size (t->points, 0);
  g_clear_pointer (&t->parts, tr_parts_free);
  tr_sketch_clear_typed (t);
  g_string_chunk_clear (t->texts);
  t->next = (TrSketchPoint){.place = t->pointer, .snap = tr_snap_none (t->pointer)};
  t->is_down = t->placed = t->is_closing = t->is_asking = false;
  t->is_chained = false;
  return was;
}

unsigned
tr_sketch_follow (TrSketch *t)
{
  guint generation = tr_document_get_generation (tr_session_get_document (t->session));
  const TrModel *m = tr_session_get_model (t->session);
  const double *q = tr_session_get_state (t->session)->q;
  bool moved = false;

  if (generation != t->generation) {
    t->generation = generation;
    return reset (t) ? TR_SKETCH_CHANGED : 0;
  }
  for (int i = 0; i < (int) t->points->len; i++) {
    TrSketchPoint *p = tr_sketch_point_at (t, i);
    Vec2 was = p->place;
    if (p->snap.n > 0)
      p->place = tr_connector_point (m, &p->snap.at[0], q);
    moved |= v2_dist (was, p->place) > 0;
  }
  return moved ? TR_SKETCH_CHANGED : 0;
}

// Inside a sheet or a filled drawing, where no mark is: what is to be on something is on that.
static void
find_area (TrSketch *t)
{
  TrPick pick = tr_picker_find (tr_session_get_picker (t->session), t->pointer, t->tolerance, true);

  if (pick.kind != TR_PICK_AREA)
    return;
  t->next.snap = tr_snap_none (pick.place);
  t->next.snap.n = 1;
  t->next.snap.at[0] = pick.at;
}

static void
find_snap (TrSketch *t)
{
  TrSnapQuery query = {.at = t->pointer, .tolerance = t->tolerance, .grid = t->grid};

  t->next.snap = tr_snap_none (t->pointer);
  if (!t->snaps)
    return;
  if (t->points->len > 0 && t->ops->with) {
    query.has_anchor = true;
    query.anchor = tr_sketch_anchor (t);
    query.with = t->ops->with;
  }
  t->next.snap = tr_snapper_find (t->snapper, &query);
}

// Where the next point would be for the pointer as it is.
static void
update (TrSketch *t, Vec2 at, bool snaps)
{
  int n = (int) t->points->len;

  t->pointer = at;
  t->has_pointer = true;
  t->snaps = snaps;
  t->next = (TrSketchPoint){.place = at, .snap = tr_snap_none (at)};
  t->is_closing = t->ops->can_close && n > 2 && !tr_sketch_has_typed (t) &&
                  v2_dist (at, tr_sketch_point_at (t, 0)->place) <= t->tolerance;
  if (t->is_closing) {
    t->next.snap.kind = TR_SNAP_END;
    t->next.place = t->next.snap.place = tr_sketch_point_at (t, 0)->place;
  } else if (!tr_sketch_place_typed (t)) {
    find_snap (t);
    if (t->ops->needs_body && t->next.snap.n == 0)
      find_area (t);
    t->next.place = t->next.snap.place;
  }
}

// The points there are make something: it is ready, or asks for its text.
static unsigned
complete (TrSketch *t, const char *answer)
{
  const TrSketchPoint *p = (const TrSketchPoint *) (void *) t->points->data;
  TrParts *parts;
  bool ok;

  if (t->ops->question && !answer) {
    t->is_asking = true;
    return TR_SKETCH_CHANGED | TR_SKETCH_ASKS;
  }
  parts = tr_parts_new (tr_session_get_model (t->session));
  ok = answer ? t->ops->build_with (tr_session_get_state (t->session), p, answer, parts)
              : t->ops->build (p, (int) t->points->len, t->is_closing, parts);
  if (!ok) {
    tr_parts_free (parts);
    reset (t);
    return TR_SKETCH_CHANGED | (t->ops->why_empty ? TR_SKETCH_EMPTY : 0);
  }
  tr_parts_free (t->parts);
  t->parts = parts;
  return TR_SKETCH_CHANGED | TR_SKETCH_READY;
}

// Whether the next point lies on what it has to lie on.
static bool
is_acceptable (const TrSketch *t)
{
  if (!t->ops->needs_body)
    return true;
  if (t->next.snap.n == 0)
    return false;
  const TrBody *b = &tr_session_get_model (t->session)->bodies[t->next.snap.at[0].body];
  return !t->ops->accepts || t->ops->accepts (b);
}

// Places the next point. One on top of the last is none, nor is one by a number that is none.
static unsigned
place (TrSketch *t)
{
  int n = (int) t->points->len;
  g_autofree char *complaint = tr_sketch_complaint (t);

  if (complaint)
    return TR_SKETCH_WRONG;
  if (t->is_closing)
    return complete (t, NULL);
  if (n > 0 && !(v2_dist (tr_sketch_point_at (t, n - 1)->place, t->next.place) > 0))
    return 0;
  if (!is_acceptable (t))
    return TR_SKETCH_MISSED;
  g_array_append_val (t->points, t->next);
  tr_sketch_clear_typed (t);
  t->placed = true;
  return n + 1 == t->ops->most ? complete (t, NULL) : TR_SKETCH_CHANGED;
}

// What waits for a commit or an answer takes no pointer.
static bool
is_waiting (const TrSketch *t)
{
  return t->parts || t->is_asking;
}

unsigned
tr_sketch_press (TrSketch *t, Vec2 at, bool snaps)
{
  unsigned done = tr_sketch_follow (t);

  if (is_waiting (t))
    return done;
  update (t, at, snaps);
  t->is_down = true;
  t->pressed = at;
  t->placed = false;
  return done | place (t);
}

bool
tr_sketch_takes (const TrSketch *t, const TrBody *b)
{
  return t->ops->most == 1 && t->ops->accepts && t->ops->accepts (b);
}

unsigned
tr_sketch_press_on (TrSketch *t, const TrConnector *at)
{
  unsigned done = tr_sketch_follow (t);
  Vec2 p = tr_connector_point (tr_session_get_model (t->session), at,
                               tr_session_get_state (t->session)->q);

  if (is_waiting (t))
    return done;
  t->next = (TrSketchPoint){.place = p, .snap = tr_snap_none (p)};
  t->next.snap.n = 1;
  t->next.snap.at[0] = *at;
  return done | place (t);
}

unsigned
tr_sketch_motion (TrSketch *t, Vec2 at, bool snaps)
{
  unsigned done = tr_sketch_follow (t);

  if (is_waiting (t))
    return done;
  update (t, at, snaps);
  if (t->is_down && t->placed && t->ops->has_handles && t->points->len > 0) {
    TrSketchPoint *p = tr_sketch_point_at (t, (int) t->points->len - 1);
    Vec2 handle = v2_sub (t->next.place, p->place);
    p->handle = v2_norm (handle) > t->tolerance ? handle : v2 (0, 0);
    t->next.snap.n = 0;
  }
  return done | TR_SKETCH_CHANGED;
}

unsigned
tr_sketch_release (TrSketch *t, Vec2 at, bool snaps)
{
  unsigned done = tr_sketch_follow (t);
  bool dragged = t->is_down && v2_dist (at, t->pressed) > t->tolerance;

  t->is_down = false;
  if (is_waiting (t))
    return done;
  if (t->ops->has_handles || !dragged || t->points->len == 0) {
    update (t, at, snaps);
    return done | TR_SKETCH_CHANGED;
  }
  update (t, at, snaps);
  return done | place (t);
}

// Enter and double click: what can be made of the points so far, or the end of a chain.
static unsigned
finish (TrSketch *t)
{
  int n = (int) t->points->len;

  t->is_closing = false;
  if (t->ops->most == 0 && n >= t->ops->least)
    return complete (t, NULL);
  return reset (t) ? TR_SKETCH_CHANGED : 0;
}

unsigned
tr_sketch_double_click (TrSketch *t)
{
  unsigned done = tr_sketch_follow (t);
  return is_waiting (t) ? done : done | finish (t);
}

unsigned
tr_sketch_end (TrSketch *t)
{
  unsigned done = tr_sketch_follow (t);

  if (is_waiting (t))
    return done;
  if (tr_sketch_has_typed (t) && t->points->len > 0) {
    update (t, t->pointer, t->snaps);
    done |= place (t);
  }
  if (done & TR_SKETCH_READY)
    return done;
  tr_sketch_clear_typed (t);
  return (done & ~(unsigned) TR_SKETCH_WRONG) | finish (t);
}

unsigned
tr_sketch_leave (TrSketch *t)
{
  if (!t->has_pointer)
    return 0;
  t->has_pointer = false;
  t->next.snap = tr_snap_none (t->pointer);
  return TR_SKETCH_CHANGED;
}

static unsigned
backspace (TrSketch *t)
{
  GString *typed = t->typed[t->field];

  if (typed->len > 0)
    g_string_truncate (typed, (gsize) (g_utf8_prev_char (typed->str + typed->len) - typed->str));
  else if (t->points->len > 0)
    g_array_set_size (t->points, t->points->len - 1);
  else
    return 0;
  update (t, t->pointer, t->snaps);
  return TR_SKETCH_CHANGED;
}

// The start of a chain is no click of its own: with it goes the step that it is the end of.
static unsigned
undo (TrSketch *t)
{
  int n = (int) t->points->len;

  if (is_waiting (t))
    return reset (t) ? TR_SKETCH_CHANGED : 0;
  if (tr_sketch_has_typed (t))
    tr_sketch_clear_typed (t);
  else if (n > (t->is_chained ? 1 : 0))
    g_array_set_size (t->points, (guint) n - 1);
  else
    return 0;
  t->is_down = t->placed = t->is_closing = false;
  update (t, t->pointer, t->snaps);
  return TR_SKETCH_CHANGED;
}

unsigned
tr_sketch_key (TrSketch *t, TrSketchKey key)
{
  unsigned done = tr_sketch_follow (t);

  switch (key) {
  case TR_SKETCH_KEY_ESCAPE:
    return done | (reset (t) ? TR_SKETCH_CHANGED : TR_SKETCH_LEAVES);
  case TR_SKETCH_KEY_ENTER:
    if (is_waiting (t))
      return done;
    update (t, t->pointer, t->snaps);
    return done | (tr_sketch_has_typed (t) ? place (t) : finish (t));
  case TR_SKETCH_KEY_BACKSPACE:
    return is_waiting (t) ? done : done | backspace (t);
  case TR_SKETCH_KEY_UNDO:
    return undo (t);
  case TR_SKETCH_KEY_TAB:
    if (tr_sketch_n_fields (t) == 0)
      return done;
    t->field = (t->field + 1) % tr_sketch_n_fields (t);
    return done | TR_SKETCH_CHANGED;
  }
  g_return_val_if_reached (done);
}

char *
tr_sketch_question (TrSketch *t)
{
  g_return_val_if_fail (t->is_asking, NULL);
  return t->ops->question (tr_session_get_model (t->session), tr_session_get_state (t->session),
                           tr_sketch_point_at (t, 0));
}

unsigned
tr_sketch_answer (TrSketch *t, const char *text)
{
  unsigned done = tr_sketch_follow (t);
  return t->is_asking ? done | complete (t, text) : done;
}

const char *const *
tr_sketch_get_elements (TrSketch *t)
{
  return t->parts ? tr_parts_get (t->parts) : NULL;
}

const char *
tr_sketch_get_step (TrSketch *t)
{
  return t->ops->step;
}

// The next one starts at the end of the one just added, the last body of the drawing.
static void
chain (TrSketch *t, Vec2 end)
{
  const TrModel *m = tr_session_get_model (t->session);
  TrSketchPoint p = {.place = end};

  p.snap = (TrSnap){.kind = TR_SNAP_END, .place = end, .n = 1};
  p.snap.at[0] = (TrConnector){.kind = TR_AT_NAMED, .body = m->n_bodies - 1, .slide = -1};
  p.snap.at[0].point = tr_body_find_point (&m->bodies[m->n_bodies - 1], "b");
  g_array_append_val (t->points, p);
  t->is_chained = true;
}

bool
tr_sketch_commit (TrSketch *t, GError **error)
{
  g_return_val_if_fail (t->parts, false);
  bool ok = tr_session_add_all (t->session, tr_parts_get (t->parts), _ (t->ops->step), error);
  bool is_down = t->is_down;

  if (!ok && t->is_asking) {
    g_clear_pointer (&t->parts, tr_parts_free);
    return false;
  }
  Vec2 end = tr_sketch_point_at (t, (int) t->points->len - 1)->place;
  reset (t);
  t->generation = tr_document_get_generation (tr_session_get_document (t->session));
  if (ok && t->ops->chains) {
    chain (t, end);
    t->is_down = is_down;
  }
  return ok;
}

bool
tr_sketch_is_active (const TrSketch *t)
{
  return t->points->len > 0 || t->parts || t->is_asking || tr_sketch_has_typed (t);
}

void
tr_sketch_outline (TrSketch *t, double tolerance, TrOutline *out)
{
  g_autoptr (GArray) q = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (TrSketchPoint));
  bool pulling = t->is_down && t->ops->has_handles;
  TrBody b = {0};

  if (!t->ops->shape || t->points->len == 0)
    return;
  g_array_append_vals (points, t->points->data, t->points->len);
  if (t->has_pointer && !is_waiting (t) && !t->is_closing && !pulling)
    g_array_append_val (points, t->next);
  if (!t->ops->shape ((const TrSketchPoint *) (void *) points->data, (int) points->len,
                      t->is_closing, &b, q))
    return;
  b.n = (int) q->len;
  b.closed = b.closed || (t->is_closing && t->ops->can_close);
  tr_path_outline (&b, (const double *) (void *) q->data, tolerance, out);
}

int
tr_sketch_n_points (const TrSketch *t)
{
  return (int) t->points->len;
}

Vec2
tr_sketch_get_point (const TrSketch *t, int i)
{
  g_return_val_if_fail (i >= 0 && i < (int) t->points->len, v2 (0, 0));
  return tr_sketch_point_at (t, i)->place;
}

bool
tr_sketch_get_handle (const TrSketch *t, int i, Vec2 *handle)
{
  g_return_val_if_fail (i >= 0 && i < (int) t->points->len, false);
  *handle = tr_sketch_point_at (t, i)->handle;
  return v2_norm (*handle) > 0;
}

const TrSnap *
tr_sketch_get_snap (const TrSketch *t)
{
  return &t->next.snap;
}

const char *
tr_sketch_why_empty (const TrSketch *t)
{
  return t->ops->why_empty;
}
