// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of a frame: the layers of the drawing, and over them what tools show.

#include "app/canvas/canvas-private.h"

// A picture that could not be painted in time waits for a rest as long as this.
#define REFRESH_AFTER_MS 80
#define SELECTED_ALPHA   0.35
// Of more bodies the halos alone are shown.
#define MOST_WITH_HANDLES 50

// views: for the traces, empty; it lives as long as the scene.
static TrScene
scene_of (TrCanvas *c, GArray *views)
{
  return (TrScene){
      .m = c->pose_model ? c->pose_model : tr_session_get_model (c->session),
      .s = tr_canvas_get_shown (c),
      .theme = &c->theme,
      .states = c->states,
      .traces = c->pose ? NULL : tr_canvas_traces (c, views),
      .view = c->view,
      .size = c->size,
      .scale = gtk_widget_get_scale_factor (GTK_WIDGET (c)),
      .has_grid = c->show_grid,
  };
}

static gboolean
work_idle (gpointer data)
{
  TrCanvas *c = data;
  g_autoptr (GArray) views = g_array_new (FALSE, FALSE, sizeof (TrTracePoints));
  TrScene scene = scene_of (c, views);

  if (!tr_layers_work (c->layers, &scene) || !tr_canvas_work_on_halos (c))
    return G_SOURCE_CONTINUE;
  c->refresh = 0;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  return G_SOURCE_REMOVE;
}

static gboolean
refresh_cb (gpointer data)
{
  TrCanvas *c = data;
  c->refresh = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, work_idle, c, NULL);
  return G_SOURCE_REMOVE;
}

// The work begins when the view has not changed for a while.
static void
ask_for_work (TrCanvas *c)
{
  bool is_same = memcmp (&c->refresh_view, &c->view, sizeof c->view) == 0;

  if (c->refresh && is_same)
    return;
  g_clear_handle_id (&c->refresh, g_source_remove);
  c->refresh = g_timeout_add (is_same ? 0 : REFRESH_AFTER_MS, refresh_cb, c);
  c->refresh_view = c->view;
}

// What the constraints bind that are selected, or looked at from elsewhere. In conflict they are
// red.
static void
paint_constraints (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  for (guint i = 0; tr_canvas_has_few_selected (c) && i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_CONSTRAINT && !c->is_key_held) {
      int k = item[i].element.index;
      bool is_red = tr_canvas_is_conflicting (c, k);
      tr_overlay_constraint (o, k, is_red ? o->theme->conflict : o->theme->accent, 0.7, cr);
    }
  for (guint i = 0; c->marked && i < c->marked->len; i++)
    tr_overlay_constraint (o, g_array_index (c->marked, int, i), o->theme->accent, 0.7, cr);
}

static void
paint_springs (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  for (int i = 0; i < o->m->n_forces; i++) {
    bool is_selected = tr_selection_has_element (c->selection, TR_ELEMENT_FORCE, i);
    tr_overlay_spring (o, i, is_selected ? o->theme->accent : o->theme->quiet, cr);
  }
}

static void
paint_selection (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  tr_canvas_paint_halos (c, o, cr);
  paint_constraints (c, o, cr);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_NONE)
      tr_overlay_grip (o, tr_connector_point (o->m, &item[i].at, o->s->q), false, cr);
}

const TrState *
tr_canvas_get_shown (TrCanvas *c)
{
  return c->pose ? c->pose : tr_session_get_state (c->session);
}

void
tr_canvas_take_pose (TrCanvas *c, TrState *pose, const guint8 *moving)
{
  if (pose && !c->pose)
    tr_layers_part (c->layers, tr_session_get_model (c->session), moving);
  else if (!pose && c->pose)
    tr_layers_settle (c->layers, true);
  g_clear_pointer (&c->pose, tr_state_free);
  c->pose = pose;
  c->pose_model = NULL;
  c->drawing++;
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static void
paint_drawing (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  paint_springs (c, o, cr);
  tr_canvas_paint_forces (c, o, cr);
  paint_selection (c, o, cr);
}

static void
paint_words (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  tr_canvas_show_notes (c, o, cr);
  tr_canvas_paint_centres (c, o, cr);
  tr_canvas_paint_force_words (c, o, cr);
}

static void
paint_tool (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  c->tool->ops->paint (c->tool, c, o, cr);
  tr_canvas_paint_cross (c, o, cr);
}

// In a node of its own, no larger than what there is to see.
static void
append_painted (TrCanvas *c,
                void (*paint) (TrCanvas *, const TrOverlay *, cairo_t *),
                const TrOverlay *o,
                GtkSnapshot *snapshot)
{
  const cairo_rectangle_t whole = {0, 0, c->size.x, c->size.y};
  cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &whole);
  cairo_t *cr = cairo_create (record);
  double x, y, w, h;

  paint (c, o, cr);
  cairo_destroy (cr);
  cairo_recording_surface_ink_extents (record, &x, &y, &w, &h);
  if (w > 0 && h > 0) {
    double x0 = floor (x), y0 = floor (y), x1 = ceil (x + w), y1 = ceil (y + h);
    cr = gtk_snapshot_append_cairo (
        snapshot,
        &GRAPHENE_RECT_INIT ((float) x0, (float) y0, (float) (x1 - x0), (float) (y1 - y0)));
    cairo_set_source_surface (cr, record, 0, 0);
    cairo_paint (cr);
    cairo_destroy (cr);
  }
  cairo_surface_destroy (record);
}

// What is selected may lie far from where the pointer is: what lies between is not painted for it.
static void
append_overlay (TrCanvas *c, GtkSnapshot *snapshot)
{
  TrOverlay overlay = tr_canvas_overlay (c);

  append_painted (c, paint_drawing, &overlay, snapshot);
  append_painted (c, paint_words, &overlay, snapshot);
  append_painted (c, paint_tool, &overlay, snapshot);
}

void
tr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrCanvas *c = TR_CANVAS (widget);
  gint64 start = g_get_monotonic_time ();

  if (!c->session || !tr_canvas_is_allocated (c))
    return;
  g_autoptr (GArray) views = g_array_new (FALSE, FALSE, sizeof (TrTracePoints));
  TrScene scene = scene_of (c, views);
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, 0, (float) c->size.x, (float) c->size.y));
  bool is_stale = tr_layers_snapshot (c->layers, &scene, snapshot);
  if (tr_canvas_append_halos (c, snapshot) || is_stale)
    ask_for_work (c);
  tr_canvas_append_curves (c, snapshot);
  append_overlay (c, snapshot);
  gtk_snapshot_pop (snapshot);
  gtk_widget_snapshot_child (widget, c->editor, snapshot);
  c->snapshot_ms = 1e-3 * (double) (g_get_monotonic_time () - start);
}
