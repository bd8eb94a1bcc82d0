// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/plot-view.h"

#include "app/theme.h"
#include "app/canvas/view.h"

// Pixels.
#define AROUND      12
#define TICK_PIXELS 64
#define LEAST_TICKS 36 // of an upright axis
#define GAP         6
#define LINE_WIDTH  1.75
#define DOT         3
// Points that are stroked; of more every second, third, …
#define MOST_STROKED 2000

struct _TrPlotView {
  GtkWidget parent;
  const TrPlot *plot;
  char *x_title, *y_title; // NULL: none
};

G_DEFINE_FINAL_TYPE (TrPlotView, tr_plot_view, GTK_TYPE_WIDGET)

// One axis: values from low to high lie on pixels from start on, scale of them a unit.
typedef struct {
  double low, high;
  double start, scale;
} Span;

static double
to_pixels (const Span *s, double value)
{
  return s->start + s->scale * (value - s->low);
}

// The widget, and the room that numbers and titles take around the axes, in the size of its text.
typedef struct {
  Vec2 size;
  double left, above, below;
} Frame;

static Frame
frame_of (GtkWidget *w)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (w, "-0.0000");
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  return (Frame){v2 (gtk_widget_get_width (w), gtk_widget_get_height (w)), width + 2 * GAP,
                 height + 2 * GAP, 2 * height + 3 * GAP};
}

static Span
span_make (double low, double high, double start, double end)
{
  double room = 0.04 * (high - low);

  if (!(high > low)) // one value: some room around it
    room = fmax (1e-3 * fabs (low), 0.5);
  low -= room;
  high += room;
  return (Span){low, high, start, (end - start) / (high - low)};
}

void
tr_plot_view_set_plot (TrPlotView *v, const TrPlot *plot)
{
  v->plot = plot;
  gtk_widget_queue_draw (GTK_WIDGET (v));
}

static void
find_spans (const TrPlot *plot, const Frame *f, Span *x, Span *y)
{
  int n = 0;
  const TrPlotPoint *p = plot ? tr_plot_get (plot, &n) : NULL;
  Vec2 low = v2 (n > 0 ? p[0].x : 0, 0), high = v2 (n > 0 ? p[0].x : 1, 1);

  for (int i = 1; i < n; i++) {
    low.x = fmin (low.x, p[i].x);
    high.x = fmax (high.x, p[i].x);
  }
  if (plot)
    tr_plot_range (plot, &low.y, &high.y);
  *x = span_make (low.x, high.x, f->left, f->size.x - AROUND);
  *y = span_make (low.y, high.y, f->size.y - f->below, f->above);
}

void
tr_plot_view_set_titles (TrPlotView *v, const char *x, const char *y)
{
  g_free (v->x_title);
  g_free (v->y_title);
  v->x_title = g_strdup (x);
  v->y_title = g_strdup (y);
  gtk_widget_queue_draw (GTK_WIDGET (v));
}

static void
show_text (
    GtkWidget *w, GtkSnapshot *snapshot, const char *text, Vec2 at, Vec2 align, TrColor color)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (w, text);
  GdkRGBA ink = {(float) color.r, (float) color.g, (float) color.b, 1};
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  // What stands at the end of an axis stays inside.
  double left = fmax (0, fmin (at.x - align.x * width, gtk_widget_get_width (w) - width - 1));
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) left, (float) (at.y - align.y * height)));
  gtk_snapshot_append_layout (snapshot, layout, &ink);
  gtk_snapshot_restore (snapshot);
}

// Lines at round values and what they are; of x upright ones.
static void
show_axis (TrPlotView *v,
           const Span *s,
           bool is_x,
           const Frame *f,
           const TrTheme *theme,
           cairo_t *cr,
           GtkSnapshot *snapshot)
{
  double apart = is_x ? fmax (TICK_PIXELS, f->left) : LEAST_TICKS;
  double step = tr_viewport_grid ((TrViewport){.zoom = fabs (s->scale)}, apart);
  double bottom = f->size.y - f->below;

  for (double i = ceil (s->low / step); i * step <= s->high; i++) {
    double at = floor (to_pixels (s, i * step)) + 0.5;
    g_autofree char *text = g_strdup_printf ("%.6g", fabs (i) < 0.5 ? 0 : i * step);
    tr_color_set (cr, fabs (i) < 0.5 ? theme->quiet : theme->grid_strong, 1);
    cairo_move_to (cr, is_x ? at : f->left, is_x ? f->above : at);
    cairo_line_to (cr, is_x ? at : f->size.x - AROUND, is_x ? bottom : at);
    cairo_stroke (cr);
    if (is_x)
      show_text (GTK_WIDGET (v), snapshot, text, v2 (at, bottom + GAP), v2 (0.5, 0), theme->quiet);
    else
      show_text (GTK_WIDGET (v), snapshot, text, v2 (f->left - GAP, at), v2 (1, 0.5), theme->quiet);
  }
}

// Above the upright axis, and under the numbers of the other at its end.
static void
show_titles (TrPlotView *v, const Frame *f, const TrTheme *theme, GtkSnapshot *snapshot)
{
  GtkWidget *w = GTK_WIDGET (v);

  if (v->y_title)
    show_text (w, snapshot, v->y_title, v2 (AROUND, GAP), v2 (0, 0), theme->fixed);
  if (v->x_title)
    show_text (w, snapshot, v->x_title, v2 (f->size.x - AROUND, f->size.y - GAP), v2 (1, 1),
               theme->fixed);
}

// What lies far outside is no farther away than the widget's size.
static double
near_pixels (const Span *s, double value, double most)
{
  return CLAMP (to_pixels (s, value), -most, 2 * most);
}

static void
paint_curve (const TrPlotPoint *p, int n, const Span *x, const Span *y, const Frame *f, cairo_t *cr)
{
  int step = MAX (1, n / MOST_STROKED);
  double last = to_pixels (y, p[n - 1].y);

  cairo_save (cr);
  cairo_rectangle (cr, 0, f->above - DOT, f->size.x, f->size.y - f->below - f->above + 2 * DOT);
  cairo_clip (cr);
  cairo_set_line_width (cr, LINE_WIDTH);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < n; i++) {
    if (p[i].begins)
      cairo_move_to (cr, to_pixels (x, p[i].x), near_pixels (y, p[i].y, f->size.y));
    else if (i % step == 0 || i + 1 == n || p[i + 1].begins)
      cairo_line_to (cr, to_pixels (x, p[i].x), near_pixels (y, p[i].y, f->size.y));
  }
  cairo_stroke (cr);
  if (last >= f->above && last <= f->size.y - f->below) {
    cairo_arc (cr, to_pixels (x, p[n - 1].x), last, DOT, 0, 2 * G_PI);
    cairo_fill (cr);
  }
  cairo_restore (cr);
}

static void
tr_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrPlotView *v = TR_PLOT_VIEW (widget);
  Frame f = frame_of (widget);
  TrTheme theme = tr_theme_of_widget (widget);
  int n = 0;
  const TrPlotPoint *p = v->plot ? tr_plot_get (v->plot, &n) : NULL;
  Span x, y;

  if (f.size.x <= f.left + 2 * AROUND || f.size.y <= f.below + f.above + AROUND)
    return;
  find_spans (v->plot, &f, &x, &y);
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) f.size.x, (float) f.size.y));
  tr_color_set (cr, theme.paper, 1);
  cairo_paint (cr);
  cairo_set_line_width (cr, 1);
  if (n > 1) { // of one point an axis says nothing yet
    show_axis (v, &x, true, &f, &theme, cr, snapshot);
    show_axis (v, &y, false, &f, &theme, cr, snapshot);
    tr_color_set (cr, theme.free, 1);
    paint_curve (p, n, &x, &y, &f, cr);
  }
  show_titles (v, &f, &theme, snapshot);
  cairo_destroy (cr);
}

static void
tr_plot_view_finalize (GObject *object)
{
  TrPlotView *v = TR_PLOT_VIEW (object);

  g_free (v->x_title);
  g_free (v->y_title);
  G_OBJECT_CLASS (tr_plot_view_parent_class)->finalize (object);
}

static void
tr_plot_view_class_init (TrPlotViewClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_plot_view_finalize;
  GTK_WIDGET_CLASS (class)->snapshot = tr_plot_view_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "preview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tr_plot_view_init (TrPlotView *v)
{
  gtk_widget_set_overflow (GTK_WIDGET (v), GTK_OVERFLOW_HIDDEN);
}
