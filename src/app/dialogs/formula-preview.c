// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/formula-preview.h"

#include "app/canvas/mark.h"
#include "app/theme.h"
#include "app/canvas/view.h"
#include "render/clip.h"
#include "session/quantity.h"

#define MARGIN      24
#define GRID_PIXELS 32
#define MOST_ZOOM   1e6
#define FINENESS    2000 // parts of the frame that the curve is fitted to
#define FADED       0.25

struct _TrFormulaPreview {
  GtkWidget parent;
  TrOutline outline; // document units
  TrBounds frame;
  TrUnits units;
  bool is_faded;
};

G_DEFINE_FINAL_TYPE (TrFormulaPreview, tr_formula_preview, GTK_TYPE_WIDGET)

void
tr_formula_preview_show (TrFormulaPreview *p,
                         TrSession *session,
                         const TrFormulaText *text,
                         const TrFormulaSurvey *survey)
{
  p->is_faded = text == NULL || !survey->is_there;
  p->units = tr_session_get_model (session)->units;
  if (!p->is_faded) {
    Vec2 size = v2_sub (survey->frame.high, survey->frame.low);
    double extent = fmax (fmax (size.x, size.y), 1e-9);
    p->frame = survey->frame;
    tr_outline_empty (&p->outline);
    tr_formula_outline (session, text, extent / FINENESS, &p->outline);
  }
  gtk_widget_queue_draw (GTK_WIDGET (p));
}

// Lines of the grid across one axis; the one through the origin stands out.
static void
paint_grid (const TrTheme *theme, TrViewport v, Vec2 size, double step, cairo_t *cr)
{
  Vec2 low = tr_viewport_to_drawing (v, v2 (0, size.y));
  Vec2 high = tr_viewport_to_drawing (v, v2 (size.x, 0));

  cairo_set_line_width (cr, 1);
  for (double i = ceil (low.x / step); i <= floor (high.x / step); i++) {
    double x = floor (tr_viewport_to_widget (v, v2 (i * step, 0)).x) + 0.5;
    tr_color_set (cr, fabs (i) < 0.5 ? theme->quiet : theme->grid_strong, 1);
    cairo_move_to (cr, x, 0);
    cairo_line_to (cr, x, size.y);
    cairo_stroke (cr);
  }
  for (double i = ceil (low.y / step); i <= floor (high.y / step); i++) {
    double y = floor (tr_viewport_to_widget (v, v2 (0, i * step)).y) + 0.5;
    tr_color_set (cr, fabs (i) < 0.5 ? theme->quiet : theme->grid_strong, 1);
    cairo_move_to (cr, 0, y);
    cairo_line_to (cr, size.x, y);
    cairo_stroke (cr);
  }
}

static void
paint_curve (TrFormulaPreview *p, const TrTheme *theme, TrViewport v, Vec2 size, cairo_t *cr)
{
  g_auto (TrOutline) pixels = tr_outline_make (), seen = tr_outline_make ();
  TrBounds keep = {v2 (-4, -4), v2_add (size, v2 (4, 4))};
  TrBounds hold = {v2_scale (size, -10), v2_scale (size, 10)};

  tr_outline_append (&pixels, &p->outline);
  tr_outline_transform (&pixels, tr_viewport_affine (v));
  if (tr_outline_is_empty (&pixels) || !tr_outline_is_finite (&pixels))
    return;
  tr_clip_stroke (&pixels, keep, hold, 0, &seen);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 2);
  tr_color_set (cr, theme->free, p->is_faded ? FADED : 1);
  tr_outline_to_cairo (&seen, cr);
  cairo_stroke (cr);
}

// How wide a square of the grid is.
static void
paint_scale (TrFormulaPreview *p,
             const TrTheme *theme,
             TrViewport v,
             double height,
             double step,
             cairo_t *cr)
{
  g_autofree char *text = tr_quantity_format (step, TR_QUANTITY_LENGTH, p->units, 0);
  double pixels = round (step * v.zoom);

  tr_color_set (cr, theme->fixed, 1);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, 10, height - 10);
  cairo_line_to (cr, 10 + pixels, height - 10);
  cairo_stroke (cr);
  tr_mark_text (GTK_WIDGET (p), theme, TR_MARK_PLAIN, text, v2 (9, height - 40), cr);
}

static void
tr_formula_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TrFormulaPreview *p = TR_FORMULA_PREVIEW (widget);
  Vec2 size = v2 (gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  TrTheme theme = tr_theme_of_widget (widget);

  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) size.x, (float) size.y));
  tr_color_set (cr, theme.paper, 1);
  cairo_paint (cr);
  if (!tr_bounds_is_empty (p->frame)) {
    TrViewport v = tr_viewport_fit (p->frame.low, p->frame.high, size, MARGIN, MOST_ZOOM);
    double step = tr_viewport_grid (v, GRID_PIXELS);
    paint_grid (&theme, v, size, step, cr);
    paint_curve (p, &theme, v, size, cr);
    paint_scale (p, &theme, v, size.y, step, cr);
  }
  cairo_destroy (cr);
}

static void
tr_formula_preview_finalize (GObject *object)
{
  tr_outline_clear (&TR_FORMULA_PREVIEW (object)->outline);
  G_OBJECT_CLASS (tr_formula_preview_parent_class)->finalize (object);
}

static void
tr_formula_preview_class_init (TrFormulaPreviewClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_formula_preview_finalize;
  GTK_WIDGET_CLASS (class)->snapshot = tr_formula_preview_snapshot;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "preview");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (class), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tr_formula_preview_init (TrFormulaPreview *p)
{
  p->outline = tr_outline_make ();
  p->frame = tr_bounds_empty ();
  gtk_widget_set_overflow (GTK_WIDGET (p), GTK_OVERFLOW_HIDDEN);
}
