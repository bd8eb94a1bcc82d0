// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/label-grip.h"

#include "app/canvas/canvas-private.h"
#include "app/probe.h"
#include "session/labels.h"
#include "session/relate.h"

#define NEAR_PIXELS 3
#define DRAG_PIXELS 3
#define PAD_PIXELS  4
#define HALO_ALPHA  0.18

int
tr_label_grip_find (TrCanvas *c, Vec2 at)
{
  return tr_label_find (tr_session_get_model (c->session), tr_canvas_get_shown (c), at,
                        NEAR_PIXELS / c->view.zoom);
}

void
tr_label_grip_look (TrLabelGrip *g, TrCanvas *c, const TrPointer *p, bool is_free)
{
  int found = is_free ? tr_label_grip_find (c, p->at) : -1;

  if (found != g->hover)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  g->hover = found;
}

static bool
edited_cb (TrCanvas *c, const char *text, gpointer data)
{
  g_autofree char *id = text ? g_strdup (data) : data;
  TrElement e = tr_model_find (tr_session_get_model (c->session), id);
  g_autoptr (GError) error = NULL;
  bool ok = true;

  if (text && e.kind == TR_ELEMENT_LABEL)
    ok = tr_label_set_text (c->session, e.index, text, &error);
  tr_canvas_set_message (c, ok ? NULL : error->message);
  if (text && ok)
    g_free (data);
  return ok;
}

bool
tr_canvas_edit_text (TrCanvas *c, const char *id)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrElement e = tr_model_find (m, id);

  if (e.kind != TR_ELEMENT_LABEL)
    return false;
  TrBounds box = tr_label_box (m, tr_canvas_get_shown (c), e.index);
  Vec2 at = tr_bounds_is_empty (box)
                ? v2_scale (c->size, 0.5)
                : tr_viewport_to_widget (c->view, v2 (box.low.x, 0.5 * (box.low.y + box.high.y)));
  tr_selection_set (c->selection, id);
  tr_canvas_edit (c, at, m->labels[e.index].text, edited_cb, g_strdup (id));
  return true;
}

bool
tr_label_grip_press (TrLabelGrip *g, TrCanvas *c, const TrPointer *p)
{
  if (g->hover < 0)
    return false;
  if (p->n_press == 2) {
    tr_canvas_edit_text (c, tr_session_get_model (c->session)->labels[g->hover].id);
    return true;
  }
  g->held = g->hover;
  g->is_moving = false;
  g->start = p->widget;
  g->by = v2 (0, 0);
  gtk_widget_queue_draw (GTK_WIDGET (c));
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

// One that is selected takes the others with it.
static GArray *
carried_with (TrCanvas *c, int label)
{
  if (tr_selection_has_element (c->selection, TR_ELEMENT_LABEL, label))
    return tr_relate_texts (c->selection, false);
  GArray *one = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_val (one, label);
  return one;
}

// One that was moved is selected, one that was clicked is as a body would be.
bool
tr_label_grip_release (TrLabelGrip *g, TrCanvas *c, const TrPointer *p)
{
  const TrModel *m = tr_session_get_model (c->session);
  int label = g->held;

  if (label < 0)
    return false;
  g->held = -1;
  g_autofree char *id = g_strdup (m->labels[label].id);
  if (g->is_moving) {
    g_autoptr (GArray) labels = carried_with (c, label);
    tr_label_move_all (c->session, labels, g->by);
    if (!tr_selection_has (c->selection, id))
      tr_selection_set (c->selection, id);
  } else
    tr_canvas_pick_up (c, id, (p->modifiers & GDK_SHIFT_MASK) != 0);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_probe_say ("release", NULL);
  return true;
}

bool
tr_label_grip_cancel (TrLabelGrip *g, TrCanvas *c)
{
  bool was_any = g->held >= 0;

  g->held = -1;
  if (was_any)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  return was_any;
}

void
tr_label_halo (const TrOverlay *o, int label, Vec2 by, bool is_selected, cairo_t *cr)
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
  if (is_selected)
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
paint_carried (int label, Vec2 by, const TrOverlay *o, cairo_t *cr)
{
  TrPaintOptions options = tr_paint_options_make (o->m, 1);
  double k = 1 / options.mm_per_unit;
  Letters l = {cr, aff_mul (o->to_pixels, (Affine){{k, 0, 0, k}, by})};

  tr_label_halo (o, label, by, true, cr);
  cairo_new_path (cr);
  tr_ink_one_label (o->m, o->s, label, &options, add_letters, &l);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_fill (cr);
}

void
tr_label_paint_carried (const GArray *labels, Vec2 by, const TrOverlay *o, cairo_t *cr)
{
  for (guint i = 0; i < labels->len; i++)
    if (g_array_index (labels, int, i) < o->m->n_labels)
      paint_carried (g_array_index (labels, int, i), by, o, cr);
}

void
tr_label_grip_paint (const TrLabelGrip *g, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  if (g->held >= 0 && g->held < o->m->n_labels && g->is_moving) {
    g_autoptr (GArray) labels = carried_with (c, g->held);
    tr_label_paint_carried (labels, g->by, o, cr);
  } else if (g->hover >= 0 && g->hover < o->m->n_labels)
    tr_label_halo (o, g->hover, v2 (0, 0), false, cr);
}
