// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/sample.h"

#include "app/theme.h"
#include "app/canvas/view.h"
#include "render/overlay.h"
#include "render/paint.h"

// The picture is that of a canvas 1/SHRINK times as large: joints and lines keep their proportions.
#define SHRINK     0.5
#define MARGIN     8
#define WIDTH      160
#define HEIGHT     116
#define TRAIL_PACE 20 // steps in a second of the turn: what goes far in it has a longer period

struct _TrSample {
  GtkWidget parent;
  const TrTemplate *template;
  TrSession *session; // NULL: asleep
  TrHand *hand;
  TrTheme theme;
  double turns;
  Vec2 *trail; // where the first trace runs through in a whole turn
  int n_trail;
};

G_DEFINE_FINAL_TYPE (TrSample, tr_sample, GTK_TYPE_WIDGET)

// A whole turn, made at once, tells the curve of the traced point.
static void
follow_trace (TrSample *s)
{
  const TrModel *m = tr_session_get_model (s->session);

  if (m->n_traces == 0)
    return;
  int steps = (int) (TRAIL_PACE * s->template->period);
  s->n_trail = steps + 1;
  s->trail = g_new (Vec2, s->n_trail);
  for (int i = 0; i <= steps; i++) {
    tr_hand_move (s->hand, (double) i / steps);
    s->trail[i] = tr_connector_point (m, &m->traces[0].a, tr_session_get_state (s->session)->q);
  }
}

void
tr_sample_wake (TrSample *s)
{
  g_autoptr (TrDocument) document = tr_document_new ();

  if (s->session)
    return;
  tr_template_load (s->template, document);
  s->session = tr_session_new (document);
  s->hand = tr_hand_new (s->template, s->session);
  follow_trace (s);
  gtk_widget_queue_draw (GTK_WIDGET (s));
}

bool
tr_sample_is_awake (TrSample *s)
{
  return s->session != NULL;
}

double
tr_sample_get_turns (TrSample *s)
{
  return s->turns;
}

void
tr_sample_advance (TrSample *s, double seconds)
{
  tr_sample_wake (s);
  s->turns += seconds / s->template->period;
  tr_hand_move (s->hand, s->turns);
  gtk_widget_queue_draw (GTK_WIDGET (s));
}

static void
paint (TrSample *s, Vec2 size, cairo_t *cr)
{
  const TrModel *m = tr_session_get_model (s->session);
  const TrState *state = tr_session_get_state (s->session);
  TrBounds room = s->template->room;
  TrViewport view = tr_viewport_fit (room.low, room.high, size, MARGIN / SHRINK, 1e6);
  double pixels_per_mm = view.zoom / tr_units_mm (m->units);
  g_autofree TrTracePoints *traces = g_new0 (TrTracePoints, m->n_traces + 1);
  TrPaintOptions options = tr_paint_options_make (m, 1);
  TrOverlay overlay = {m, state, &s->theme, tr_viewport_affine (view), room};
  TrLook look;

  if (s->trail)
    traces[0] = (TrTracePoints){s->trail, s->n_trail};
  options.tolerance = 0.1 / pixels_per_mm;
  options.least_width = 1 / (SHRINK * pixels_per_mm);
  options.with_construction = true;
  options.without_labels = true;
  options.traces = traces;
  tr_look_init (&look, m, &s->theme, NULL, 1 / pixels_per_mm);
  tr_look_apply (&look, &options);
  cairo_save (cr);
  cairo_translate (cr, view.origin.x, view.origin.y);
  cairo_scale (cr, pixels_per_mm, -pixels_per_mm);
  tr_paint_model (m, state, &options, cr);
  cairo_restore (cr);
  tr_overlay_joints (&overlay, NULL, false, cr);
}

static void
tr_sample_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrSample *s = TR_SAMPLE (widget);
  Vec2 size = v2 (gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, (float) size.x, (float) size.y);
  TrColor paper = s->theme.paper;

  gtk_snapshot_append_color (
      snapshot, &(GdkRGBA){(float) paper.r, (float) paper.g, (float) paper.b, 1}, &all);
  if (!s->session)
    return;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &all);
  cairo_scale (cr, SHRINK, SHRINK);
  paint (s, v2_scale (size, 1 / SHRINK), cr);
  cairo_destroy (cr);
}

static void
tr_sample_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
tr_sample_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tr_sample_parent_class)->css_changed (widget, change);
  TR_SAMPLE (widget)->theme = tr_theme_of_widget (widget);
  gtk_widget_queue_draw (widget);
}

static void
tr_sample_dispose (GObject *object)
{
  TrSample *s = TR_SAMPLE (object);
  g_clear_pointer (&s->hand, tr_hand_free);
  g_clear_object (&s->session);
  g_clear_pointer (&s->trail, g_free);
  G_OBJECT_CLASS (tr_sample_parent_class)->dispose (object);
}

static void
tr_sample_class_init (TrSampleClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_sample_dispose;
  widget->snapshot = tr_sample_snapshot;
  widget->measure = tr_sample_measure;
  widget->css_changed = tr_sample_css_changed;
  gtk_widget_class_set_css_name (widget, "sample");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tr_sample_init (TrSample *s)
{
  s->theme = tr_theme_make (false);
  gtk_widget_set_overflow (GTK_WIDGET (s), GTK_OVERFLOW_HIDDEN);
}

GtkWidget *
tr_sample_new (const TrTemplate *t)
{
  TrSample *s = g_object_new (TR_TYPE_SAMPLE, NULL);
  s->template = t;
  return GTK_WIDGET (s);
}
