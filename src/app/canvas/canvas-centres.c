// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Instant centres over the drawing: about which place two links turn against each other at this
// moment. Those with the ground, and in small linkages all, have their names beside them; the
// others under the pointer.

#include "app/canvas/canvas-private.h"

#include "app/canvas/mark.h"
#include "app/probe.h"
#include "session/mechanism/mechanism-facts.h"

#include <glib/gi18n.h>

#define RADIUS       4.5
#define CROSS        8
#define GAP          4
#define HOVER_PIXELS 9
#define MOST_NAMED   8
// Looked for again while things move: at once where that is quick, else at longer intervals.
#define QUICK_MS 3
#define SHARE    8

struct _TrCentres {
  TrMechanism *mechanism; // NULL: not looked for yet, or too large
  GArray *poles;          // TrPole: those that are shown
  guint drawing;          // of the canvas, as it was looked for
  guint generation;       // of its model
  gint64 again;           // not before that, while things move
};

static bool
is_moving (TrCanvas *c)
{
  return tr_session_is_moving (c->session) || tr_canvas_is_playing (c);
}

static void
forget (TrCentres *x)
{
  g_clear_pointer (&x->mechanism, tr_mechanism_free);
  g_clear_pointer (&x->poles, g_array_unref);
}

// Of the drawing as it is now; of a heavy one that moves, as it was a moment ago.
static const TrCentres *
find (TrCanvas *c)
{
  gint64 start = g_get_monotonic_time ();
  guint generation = tr_document_get_generation (tr_session_get_document (c->session));

  if (!c->centres)
    c->centres = g_new0 (TrCentres, 1);
  TrCentres *x = c->centres;
  bool is_same = x->generation == generation && x->mechanism;
  if (is_same && (x->drawing == c->drawing || (is_moving (c) && start < x->again)))
    return x;
  forget (x);
  x->mechanism = tr_mechanism_new (tr_session_get_model (c->session),
                                   tr_session_get_state (c->session), NULL, NULL);
  x->poles = x->mechanism ? tr_mechanism_centres (x->mechanism) : NULL;
  x->generation = generation;
  x->drawing = c->drawing;
  gint64 cost = g_get_monotonic_time () - start;
  x->again = start + (cost > 1000 * QUICK_MS ? SHARE * cost : 0);
  tr_probe_say ("centres", "\"n\": %u, \"ms\": %.3f", x->poles ? x->poles->len : 0,
                1e-3 * (double) cost);
  return x->mechanism ? x : NULL;
}

void
tr_canvas_end_centres (TrCanvas *c)
{
  if (c->centres)
    forget (c->centres);
  g_clear_pointer (&c->centres, g_free);
}

static bool
is_seen (TrCanvas *c, const TrPole *p)
{
  Vec2 at = tr_viewport_to_widget (c->view, p->at);

  return p->kind == TR_POLE_AT && at.x > 0 && at.y > 0 && at.x < c->size.x && at.y < c->size.y;
}

// The first of the centres that lie at the same place stands for all.
static bool
is_first (TrCanvas *c, const GArray *poles, guint k)
{
  const TrPole *p = &g_array_index (poles, TrPole, k);

  for (guint i = 0; i < k; i++) {
    const TrPole *other = &g_array_index (poles, TrPole, i);
    if (other->kind == TR_POLE_AT && v2_dist (other->at, p->at) * c->view.zoom < 1)
      return false;
  }
  return true;
}

void
tr_canvas_show_centres (TrCanvas *c)
{
  const TrCentres *x = c->show_centres && c->session ? find (c) : NULL;
  g_autofree char *text = NULL;
  guint seen = 0;

  for (guint i = 0; x && i < x->poles->len; i++)
    seen += is_seen (c, &g_array_index (x->poles, TrPole, i));
  if (c->show_centres && !x)
    text = g_strdup (_ ("The drawing has too many parts to look for instant centres"));
  else if (x && x->mechanism->mobility == 0)
    text = g_strdup (_ ("Nothing can move: there are no instant centres"));
  else if (x && !x->mechanism->has_motion)
    text =
        g_strdup (_ ("It can move in several ways: mount motors (M) until one is left, and there "
                     "are instant centres"));
  else if (x)
    text = g_strdup_printf (_ ("Instant centres in view: %u; farther out or at infinity: %u"), seen,
                            x->poles->len - seen);
  tr_canvas_set_message (c, text);
}

// A ring with a cross.
static void
paint_mark (const TrOverlay *o, Vec2 at, bool is_hovered, cairo_t *cr)
{
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, RADIUS, 0, 2 * G_PI);
  cairo_move_to (cr, at.x - CROSS, at.y);
  cairo_line_to (cr, at.x + CROSS, at.y);
  cairo_move_to (cr, at.x, at.y - CROSS);
  cairo_line_to (cr, at.x, at.y + CROSS);
  // On a seam of paper, to be seen over the drawing as well.
  tr_color_set (cr, o->theme->paper, 1);
  cairo_set_line_width (cr, 4);
  cairo_stroke_preserve (cr);
  tr_color_set (cr, is_hovered ? o->theme->accent : o->theme->fixed, 1);
  cairo_set_line_width (cr, is_hovered ? 2 : 1.5);
  cairo_stroke (cr);
}

static char *
name_of (TrCanvas *c, const TrMechanism *x, const TrPole *p)
{
  const TrModel *m = tr_session_get_model (c->session);

  return g_strdup_printf ("%s · %s", tr_mechanism_link_title (x, m, p->a),
                          tr_mechanism_link_title (x, m, p->b));
}

static bool
is_free (const GArray *taken, TrBounds box, Vec2 size)
{
  if (box.low.x < 0 || box.low.y < 0 || box.high.x > size.x || box.high.y > size.y)
    return false;
  for (guint i = 0; i < taken->len; i++) {
    const TrBounds *t = &g_array_index (taken, TrBounds, i);
    if (box.low.x < t->high.x && t->low.x < box.high.x && box.low.y < t->high.y &&
        t->low.y < box.high.y)
      return false;
  }
  return true;
}

// Beside its mark where no other name is; nowhere where there is no such place.
static void
paint_name (TrCanvas *c, const TrOverlay *o, Vec2 at, const char *text, GArray *taken, cairo_t *cr)
{
  Vec2 size = tr_mark_size (GTK_WIDGET (c), text);
  double off = CROSS + GAP;

  for (int i = 0; i < 4; i++) {
    Vec2 corner = v2 (i % 2 == 0 ? at.x + off : at.x - off - size.x,
                      i / 2 == 0 ? at.y - 0.5 * size.y - off : at.y - 0.5 * size.y + off);
    TrBounds box = {corner, v2_add (corner, size)};
    if (!is_free (taken, box, c->size))
      continue;
    g_array_append_val (taken, box);
    tr_mark_text (GTK_WIDGET (c), o->theme, TR_MARK_PLAIN, text, corner, cr);
    return;
  }
}

static int
find_hovered (TrCanvas *c, const GArray *poles)
{
  bool is_looking = c->is_over && !c->is_pressed && strcmp (tr_canvas_get_tool (c), "select") == 0;
  double best = HOVER_PIXELS;
  int found = -1;

  for (guint i = 0; is_looking && i < poles->len; i++) {
    const TrPole *p = &g_array_index (poles, TrPole, i);
    double d = p->kind == TR_POLE_AT ? v2_dist (tr_viewport_to_widget (c->view, p->at), c->pointer)
                                     : G_MAXDOUBLE;
    if (d < best) {
      best = d;
      found = (int) i;
    }
  }
  return found;
}

// All that lie under the pointer, a line for each.
static void
paint_words (TrCanvas *c, const TrOverlay *o, const TrCentres *x, int hovered, cairo_t *cr)
{
  const TrPole *held = &g_array_index (x->poles, TrPole, hovered);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < x->poles->len; i++) {
    const TrPole *p = &g_array_index (x->poles, TrPole, i);
    if (p->kind != TR_POLE_AT || v2_dist (p->at, held->at) * c->view.zoom >= 1)
      continue;
    g_autofree char *name = name_of (c, x->mechanism, p);
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", name);
  }
  Vec2 size = tr_mark_size (GTK_WIDGET (c), text->str);
  tr_probe_say ("centre-words", "\"text\": \"%s\"", text->str);
  tr_mark_text (GTK_WIDGET (c), o->theme, TR_MARK_PLAIN, text->str,
                tr_mark_beside (GTK_WIDGET (c), c->pointer, size, NULL), cr);
}

void
tr_canvas_paint_centres (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  const TrCentres *x = c->show_centres && !c->pose ? find (c) : NULL;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (TrBounds));

  if (!x)
    return;
  int hovered = find_hovered (c, x->poles);
  for (guint i = 0; i < x->poles->len; i++) {
    const TrPole *p = &g_array_index (x->poles, TrPole, i);
    Vec2 at = tr_viewport_to_widget (c->view, p->at);
    if (!is_seen (c, p) || !is_first (c, x->poles, i))
      continue;
    TrBounds box = {v2_sub (at, v2 (CROSS, CROSS)), v2_add (at, v2 (CROSS, CROSS))};
    g_array_append_val (taken, box);
    paint_mark (o, at, (int) i == hovered, cr);
  }
  guint n = taken->len;
  for (guint i = 0; i < x->poles->len; i++) {
    const TrPole *p = &g_array_index (x->poles, TrPole, i);
    bool is_named = p->a == 0 || n <= MOST_NAMED;
    if (!is_named || !is_seen (c, p) || !is_first (c, x->poles, i))
      continue;
    g_autofree char *name = name_of (c, x->mechanism, p);
    paint_name (c, o, tr_viewport_to_widget (c->view, p->at), name, taken, cr);
  }
  if (hovered >= 0)
    paint_words (c, o, x, hovered, cr);
}
