// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas-private.h"

#include "app/probe.h"
#include "render/extent.h"
#include "session/mobility.h"

#include <glib/gi18n.h>

#define FIT_MARGIN    48
#define PICK_PIXELS   8
#define PIXELS_PER_MM (96 / 25.4)
// A picture that could not be painted in time waits for a rest as long as this.
#define REFRESH_AFTER_MS 80
// Solves of the whole drawing that its colours are worth, and the drawing that is too large.
#define MOST_PUSHES        400
#define MOST_PUSHED_BODIES 400

G_DEFINE_FINAL_TYPE (TrCanvas, tr_canvas, GTK_TYPE_WIDGET)

enum { PROP_SHOW_GRID = 1, N_PROPS };
enum { STATUS, N_SIGNALS };
static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
tr_canvas_tell (TrCanvas *c)
{
  g_signal_emit (c, signals[STATUS], 0);
}

TrSession *
tr_canvas_get_session (TrCanvas *c)
{
  return c->session;
}

TrViewport
tr_canvas_get_view (TrCanvas *c)
{
  return c->view;
}

void
tr_canvas_set_view (TrCanvas *c, TrViewport view)
{
  c->view = view;
  c->has_view = true;
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_canvas_tell (c);
}

double
tr_canvas_get_magnification (TrCanvas *c)
{
  double mm = c->session ? tr_units_mm (tr_session_get_model (c->session)->units) : 1;
  return c->view.zoom / (mm * PIXELS_PER_MM);
}

static double
true_size_zoom (TrCanvas *c)
{
  return tr_units_mm (tr_session_get_model (c->session)->units) * PIXELS_PER_MM;
}

static bool
is_allocated (TrCanvas *c)
{
  return c->size.x > 0 && c->size.y > 0;
}

void
tr_canvas_fit (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  double true_size = true_size_zoom (c), mm = options.mm_per_unit;

  if (!is_allocated (c))
    return;
  options.with_construction = true;
  options.tolerance = 0.1;
  TrBounds ink = tr_extent_model (m, tr_session_get_state (c->session), &options);
  if (tr_bounds_is_empty (ink))
    tr_canvas_set_view (c, tr_viewport_centered (v2 (0, 0), true_size, c->size));
  else
    tr_canvas_set_view (c, tr_viewport_fit (v2_scale (ink.low, 1 / mm), v2_scale (ink.high, 1 / mm),
                                            c->size, FIT_MARGIN, 100 * true_size));
}

void
tr_canvas_show_start (TrCanvas *c)
{
  const TrView *v = &tr_session_get_model (c->session)->view;

  c->has_view = false;
  if (!is_allocated (c))
    return;
  if (v->zoom > 0)
    tr_canvas_set_view (c, tr_viewport_centered (v->center, v->zoom, c->size));
  else
    tr_canvas_fit (c);
}

static Vec2
zoom_center (TrCanvas *c)
{
  return c->is_over ? c->pointer : v2_scale (c->size, 0.5);
}

void
tr_canvas_zoom_by (TrCanvas *c, double factor)
{
  tr_canvas_set_view (c, tr_viewport_zoomed (c->view, factor, zoom_center (c)));
}

void
tr_canvas_zoom_true_size (TrCanvas *c)
{
  double factor = true_size_zoom (c) / c->view.zoom;
  tr_canvas_set_view (c, tr_viewport_zoomed (c->view, factor, v2_scale (c->size, 0.5)));
}

bool
tr_canvas_get_pointer (TrCanvas *c, Vec2 *at)
{
  if (c->is_over)
    *at = tr_viewport_to_drawing (c->view, c->pointer);
  return c->is_over;
}

TrPointer
tr_canvas_pointer_at (TrCanvas *c, Vec2 widget)
{
  return (TrPointer){widget, tr_viewport_to_drawing (c->view, widget), c->modifiers};
}

bool
tr_canvas_cancel (TrCanvas *c)
{
  return c->tool->ops->cancel (c->tool, c);
}

void
tr_canvas_finish (TrCanvas *c)
{
  if (!c->is_pressed)
    return;
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->is_pressed = false;
  c->tool->ops->release (c->tool, c, &p);
}

const TrCheck *
tr_canvas_get_check (TrCanvas *c)
{
  return c->is_surveyed ? tr_session_check (c->session) : NULL;
}

double
tr_canvas_get_solve_ms (TrCanvas *c)
{
  return c->solve_ms;
}

void
tr_canvas_set_solve_ms (TrCanvas *c, double ms)
{
  c->solve_ms = ms;
}

double
tr_canvas_get_snapshot_ms (TrCanvas *c)
{
  return c->snapshot_ms;
}

const char *
tr_canvas_get_message (TrCanvas *c)
{
  return c->message;
}

void
tr_canvas_set_message (TrCanvas *c, const char *message)
{
  if (g_strcmp0 (c->message, message) == 0)
    return;
  g_free (c->message);
  c->message = g_strdup (message);
  tr_canvas_tell (c);
}

const TrKeyHint *
tr_canvas_get_hints (TrCanvas *c)
{
  return c->tool->ops->hints (c->tool, c);
}

TrPick
tr_canvas_pick (TrCanvas *c, Vec2 at)
{
  return tr_picker_find (c->picker, tr_session_get_model (c->session),
                         tr_session_get_state (c->session), at, PICK_PIXELS / c->view.zoom);
}

void
tr_canvas_part (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrEngine *e = tr_session_get_engine (c->session);

  g_free (c->moving);
  c->moving = g_malloc0 ((gsize) m->n_bodies / 8 + 1);
  for (int i = 0; i < m->n_bodies; i++)
    if (tr_engine_touches (e, i))
      c->moving[i / 8] = (guint8) (c->moving[i / 8] | 1 << (i % 8));
  tr_layers_part (c->layers, m, c->moving);
}

void
tr_canvas_settle (TrCanvas *c, bool has_moved)
{
  tr_layers_settle (c->layers, has_moved);
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrCanvas *c = TR_CANVAS (widget);
  if (c->session && c->tool->ops->frame (c->tool, c))
    return G_SOURCE_CONTINUE;
  c->tick = 0;
  return G_SOURCE_REMOVE;
}

void
tr_canvas_start_frames (TrCanvas *c)
{
  if (c->tick == 0)
    c->tick = gtk_widget_add_tick_callback (GTK_WIDGET (c), tick_cb, NULL, NULL);
}

// What the colours of bodies and a screen reader tell, found when nothing else is to be done.
static void
describe (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrCheck *check = tr_session_check (c->session);
  g_autofree char *bodies =
      g_strdup_printf (ngettext ("%d body", "%d bodies", (gulong) m->n_bodies), m->n_bodies);
  g_autofree char *constraints = g_strdup_printf (
      ngettext ("%d constraint", "%d constraints", (gulong) m->n_constraints), m->n_constraints);
  g_autofree char *freedoms = g_strdup_printf (
      ngettext ("%d degree of freedom", "%d degrees of freedom", (gulong) check->dof), check->dof);
  g_autofree char *text = g_strdup_printf ("%s, %s, %s", bodies, constraints, freedoms);
  gtk_accessible_update_property (GTK_ACCESSIBLE (c), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static guint8 *
find_states (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrCheck *check = tr_session_check (c->session);
  guint8 *states = g_malloc0 ((gsize) m->n_bodies + 1);
  g_autofree TrMobility *mobility = g_new (TrMobility, m->n_bodies + 1);
  int most = m->n_bodies > MOST_PUSHED_BODIES ? 0 : MOST_PUSHES;

  tr_mobility_find (tr_session_get_engine (c->session), tr_session_get_state (c->session), most,
                    mobility);
  for (int i = 0; i < m->n_bodies; i++) {
    bool is_fixed = mobility[i] == TR_MOBILITY_FIXED || check->dof == 0;
    states[i] = is_fixed ? TR_LOOK_FIXED : TR_LOOK_FREE;
    for (guint k = 0; k < check->conflicting->len; k++)
      if (tr_constraint_uses (&m->constraints[g_array_index (check->conflicting, int, k)], i))
        states[i] = TR_LOOK_CONFLICT;
  }
  return states;
}

static gboolean
survey_idle (gpointer data)
{
  TrCanvas *c = data;
  c->survey = 0;
  if (!c->session || tr_session_is_dragging (c->session))
    return G_SOURCE_REMOVE;
  gsize n = (gsize) tr_session_get_model (c->session)->n_bodies;
  guint8 *states = find_states (c);
  // Not yet known is drawn as free.
  g_autofree guint8 *before = c->states ? g_steal_pointer (&c->states) : g_malloc0 (n + 1);
  if (memcmp (before, states, n) != 0) {
    tr_layers_forget (c->layers);
    gtk_widget_queue_draw (GTK_WIDGET (c));
  }
  c->states = states;
  c->is_surveyed = true;
  describe (c);
  tr_canvas_tell (c);
  tr_probe_say ("surveyed", "\"dof\": %d", tr_session_check (c->session)->dof);
  return G_SOURCE_REMOVE;
}

// After the frame that shows what has changed.
static void
ask_for_survey (TrCanvas *c)
{
  if (c->survey == 0)
    c->survey = g_idle_add_full (GDK_PRIORITY_REDRAW + 20, survey_idle, c, NULL);
}

// Model or state have changed, other than by a drag's frames. After a drag only what moved has.
static void
refresh_all (TrCanvas *c)
{
  guint now = tr_document_get_generation (tr_session_get_document (c->session));
  if (c->generation != now) {
    g_clear_pointer (&c->states, g_free);
    g_clear_pointer (&c->moving, g_free);
    c->generation = now;
  }
  c->is_surveyed = false;
  if (c->moving)
    tr_picker_touch (c->picker, tr_session_get_model (c->session),
                     tr_session_get_state (c->session), c->moving);
  else {
    tr_layers_forget (c->layers);
    tr_picker_forget (c->picker);
  }
  g_clear_pointer (&c->moving, g_free);
  c->tool->ops->forget (c->tool, c);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  ask_for_survey (c);
  tr_canvas_tell (c);
}

static void
changed_cb (TrCanvas *c)
{
  if (c->is_unmoved)
    return;
  if (tr_session_is_dragging (c->session))
    gtk_widget_queue_draw (GTK_WIDGET (c));
  else
    refresh_all (c);
}

// Loading, undo and edits; a drag's own entry comes with the session's signal.
static void
document_changed_cb (TrCanvas *c)
{
  guint now = tr_document_get_generation (tr_session_get_document (c->session));
  if (c->generation != now && !tr_session_is_dragging (c->session))
    refresh_all (c);
}

void
tr_canvas_set_session (TrCanvas *c, TrSession *session)
{
  if (c->session == session)
    return;
  if (c->session) {
    g_signal_handlers_disconnect_by_data (c->session, c);
    g_signal_handlers_disconnect_by_data (tr_session_get_document (c->session), c);
  }
  g_set_object (&c->session, session);
  if (!session)
    return;
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), c, G_CONNECT_SWAPPED);
  g_signal_connect_object (tr_session_get_document (session), "changed",
                           G_CALLBACK (document_changed_cb), c, G_CONNECT_SWAPPED);
  refresh_all (c);
  tr_canvas_show_start (c);
}

static gboolean
refresh_cb (gpointer data)
{
  TrCanvas *c = data;
  c->refresh = 0;
  tr_layers_refresh (c->layers);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  return G_SOURCE_REMOVE;
}

// In a node of its own, no larger than what there is to see.
static void
append_overlay (TrCanvas *c, const TrScene *scene, GtkSnapshot *snapshot)
{
  const cairo_rectangle_t whole = {0, 0, c->size.x, c->size.y};
  TrOverlay overlay = {
      .m = scene->m,
      .s = scene->s,
      .theme = scene->theme,
      .to_pixels = tr_viewport_affine (scene->view),
      .view = {tr_viewport_to_drawing (c->view, v2 (-50, c->size.y + 50)),
               tr_viewport_to_drawing (c->view, v2 (c->size.x + 50, -50))},
  };
  cairo_surface_t *record = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, &whole);
  cairo_t *cr = cairo_create (record);
  double x, y, w, h;

  c->tool->ops->paint (c->tool, c, &overlay, cr);
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

static void
tr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrCanvas *c = TR_CANVAS (widget);
  gint64 start = g_get_monotonic_time ();

  if (!c->session || !is_allocated (c))
    return;
  TrScene scene = {
      .m = tr_session_get_model (c->session),
      .s = tr_session_get_state (c->session),
      .theme = &c->theme,
      .states = c->states,
      .view = c->view,
      .size = c->size,
      .scale = gtk_widget_get_scale_factor (widget),
      .has_grid = c->show_grid,
  };
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, 0, (float) c->size.x, (float) c->size.y));
  if (tr_layers_snapshot (c->layers, &scene, snapshot)) {
    g_clear_handle_id (&c->refresh, g_source_remove);
    c->refresh = g_timeout_add (REFRESH_AFTER_MS, refresh_cb, c);
  }
  append_overlay (c, &scene, snapshot);
  gtk_snapshot_pop (snapshot);
  c->snapshot_ms = 1e-3 * (double) (g_get_monotonic_time () - start);
}

static void
tr_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TrCanvas *c = TR_CANVAS (widget);
  Vec2 old = c->size;

  c->size = v2 (width, height);
  if (!c->session)
    return;
  // The middle stays in the middle.
  if (c->has_view)
    c->view = tr_viewport_panned (c->view, v2_scale (v2_sub (c->size, old), 0.5));
  else
    tr_canvas_show_start (c);
}

// Light text means a dark theme, whatever it is called.
static void
tr_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TrCanvas *c = TR_CANVAS (widget);
  GdkRGBA text;

  GTK_WIDGET_CLASS (tr_canvas_parent_class)->css_changed (widget, change);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  bool is_dark = 0.2126 * text.red + 0.7152 * text.green + 0.0722 * text.blue > 0.5;
  if (is_dark == c->theme.is_dark)
    return;
  c->theme = tr_theme_make (is_dark);
  tr_layers_forget (c->layers);
  gtk_widget_queue_draw (widget);
}

static void
tr_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TrCanvas *c = TR_CANVAS (object);
  if (id != PROP_SHOW_GRID) {
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
    return;
  }
  if (c->show_grid == g_value_get_boolean (value))
    return;
  c->show_grid = g_value_get_boolean (value);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  g_object_notify_by_pspec (object, spec);
}

static void
tr_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_SHOW_GRID)
    g_value_set_boolean (value, TR_CANVAS (object)->show_grid);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
tr_canvas_dispose (GObject *object)
{
  TrCanvas *c = TR_CANVAS (object);
  g_clear_handle_id (&c->refresh, g_source_remove);
  g_clear_handle_id (&c->survey, g_source_remove);
  tr_canvas_set_session (c, NULL);
  G_OBJECT_CLASS (tr_canvas_parent_class)->dispose (object);
}

static void
tr_canvas_finalize (GObject *object)
{
  TrCanvas *c = TR_CANVAS (object);
  c->tool->ops->free (c->tool);
  tr_layers_free (c->layers);
  tr_picker_free (c->picker);
  g_free (c->states);
  g_free (c->moving);
  g_free (c->message);
  G_OBJECT_CLASS (tr_canvas_parent_class)->finalize (object);
}

static void
tr_canvas_class_init (TrCanvasClass *class)
{
  GObjectClass *object = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  object->set_property = tr_canvas_set_property;
  object->get_property = tr_canvas_get_property;
  object->dispose = tr_canvas_dispose;
  object->finalize = tr_canvas_finalize;
  widget->snapshot = tr_canvas_snapshot;
  widget->size_allocate = tr_canvas_size_allocate;
  widget->css_changed = tr_canvas_css_changed;
  properties[PROP_SHOW_GRID] =
      g_param_spec_boolean ("show-grid", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object, N_PROPS, properties);
  signals[STATUS] = g_signal_new ("status", TR_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget, "canvas");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tr_canvas_init (TrCanvas *c)
{
  c->show_grid = true;
  c->view = (TrViewport){v2 (0, 0), PIXELS_PER_MM};
  c->theme = tr_theme_make (false);
  c->layers = tr_layers_new ();
  c->picker = tr_picker_new ();
  c->tool = tr_tool_select_new ();
  gtk_widget_set_focusable (GTK_WIDGET (c), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (c), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (c), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Drawing"),
                                  -1);
  tr_canvas_init_input (c);
}
