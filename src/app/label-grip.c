// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/label-grip.h"

#include "app/canvas-private.h"
#include "app/probe.h"
#include "session/labels.h"

#define NEAR_PIXELS 3
#define DRAG_PIXELS 3
#define PAD_PIXELS  4
#define HALO_ALPHA  0.18

void
tr_label_grip_look (TrLabelGrip *g, TrCanvas *c, const TrPointer *p, bool is_free)
{
  int found = is_free ? tr_label_find (tr_session_get_model (c->session), tr_canvas_get_shown (c),
                                       p->at, NEAR_PIXELS / c->view.zoom)
                      : -1;

  if (found != g->hover)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  g->hover = found;
}

static bool
edited_cb (TrCanvas *c, const char *text, gpointer data)
{
  int label = GPOINTER_TO_INT (data);
  g_autoptr (GError) error = NULL;
  bool ok = !text || label >= tr_session_get_model (c->session)->n_labels ||
            tr_label_set_text (c->session, label, text, &error);

  tr_canvas_set_message (c, ok ? NULL : error->message);
  return ok;
}

static void
edit (TrCanvas *c, int label)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrBounds box = tr_label_box (m, tr_canvas_get_shown (c), label);
  Vec2 at = v2 (box.low.x, 0.5 * (box.low.y + box.high.y));

  tr_canvas_edit (c, tr_viewport_to_widget (c->view, at), m->labels[label].text, edited_cb,
                  GINT_TO_POINTER (label));
}

bool
tr_label_grip_press (TrLabelGrip *g, TrCanvas *c, const TrPointer *p)
{
  g->chosen = g->hover;
  if (g->hover < 0)
    return false;
  tr_selection_clear (c->selection);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  if (p->n_press == 2) {
    edit (c, g->hover);
    return true;
  }
  g->is_held = true;
  g->is_moving = false;
  g->start = p->widget;
  g->by = v2 (0, 0);
  return true;
}

void
tr_label_grip_motion (TrLabelGrip *g, TrCanvas *c, const TrPointer *p)
{
  g->is_moving |= v2_dist (p->widget, g->start) >= DRAG_PIXELS;
  if (!g->is_moving)
    return;
  g->by = v2_sub (p->at, tr_viewport_to_drawing (c->view, g->start));
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

bool
tr_label_grip_release (TrLabelGrip *g, TrCanvas *c)
{
  bool was_held = g->is_held;
  int label = g->chosen;

  g->is_held = false;
  if (was_held && g->is_moving) {
    tr_label_move (c->session, label, g->by);
    g->chosen = label; // still the same one
    tr_probe_say ("release", NULL);
  }
  return was_held;
}

bool
tr_label_grip_cancel (TrLabelGrip *g, TrCanvas *c)
{
  bool was_any = g->is_held || g->chosen >= 0;

  g->is_held = false;
  g->chosen = -1;
  if (was_any)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  return was_any;
}

bool
tr_label_grip_remove (TrLabelGrip *g, TrCanvas *c)
{
  int label = g->chosen;

  if (label < 0 || g->is_held)
    return false;
  *g = TR_LABEL_GRIP_NONE;
  tr_label_remove (c->session, label);
  return true;
}

static void
paint_box (TrCanvas *c, int label, Vec2 by, const TrOverlay *o, bool is_chosen, cairo_t *cr)
{
  TrBounds box = tr_label_box (o->m, o->s, label);
  if (tr_bounds_is_empty (box))
    return;
  Vec2 a = aff_apply (o->to_pixels, v2_add (v2 (box.low.x, box.high.y), by));
  Vec2 b = aff_apply (o->to_pixels, v2_add (v2 (box.high.x, box.low.y), by));

  cairo_rectangle (cr, floor (a.x) - PAD_PIXELS + 0.5, floor (a.y) - PAD_PIXELS + 0.5,
                   ceil (b.x - a.x) + 2 * PAD_PIXELS, ceil (b.y - a.y) + 2 * PAD_PIXELS);
  tr_color_set (cr, o->theme->accent, HALO_ALPHA);
  cairo_fill_preserve (cr);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_set_line_width (cr, 1);
  if (is_chosen)
    cairo_stroke (cr);
  cairo_new_path (cr);
}

typedef struct {
  cairo_t *cr;
  Affine to_pixels; // from millimetres
} Letters;

static void
add_letters (const TrInk *ink, gpointer data)
{
  const Letters *l = data;
  g_auto (TrOutline) outline = tr_outline_make ();

  tr_outline_append (&outline, ink->outline);
  tr_outline_transform (&outline, l->to_pixels);
  tr_outline_to_cairo (&outline, l->cr);
}

// The letters where the hand has them.
static void
paint_letters (int label, Vec2 by, const TrOverlay *o, cairo_t *cr)
{
  TrPaintOptions options = tr_paint_options_make (o->m, 1);
  double k = 1 / options.mm_per_unit;
  Letters l = {cr, aff_mul (o->to_pixels, (Affine){{k, 0, 0, k}, by})};

  cairo_new_path (cr);
  tr_ink_one_label (o->m, o->s, label, &options, add_letters, &l);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_fill (cr);
}

void
tr_label_grip_paint (const TrLabelGrip *g, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Vec2 by = g->is_held && g->is_moving ? g->by : v2 (0, 0);

  if (g->chosen >= 0 && g->chosen < o->m->n_labels)
    paint_box (c, g->chosen, by, o, true, cr);
  if (g->is_held && g->is_moving && g->chosen < o->m->n_labels)
    paint_letters (g->chosen, by, o, cr);
  if (g->hover >= 0 && g->hover != g->chosen && g->hover < o->m->n_labels)
    paint_box (c, g->hover, v2 (0, 0), o, false, cr);
}
