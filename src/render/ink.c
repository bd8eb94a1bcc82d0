// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/ink.h"

#include "model/label-text.h"
#include "model/row.h"
#include "render/label.h"
#include "render/path.h"
#include "render/svg-path.h"
#include "render/text.h"

#define LABEL_SIZE      3.5  // mm, of a label that does not say
#define PAPER_TOLERANCE 1e-4 // mm

typedef struct {
  const TrModel *m;
  const TrState *state;
  const TrPaintOptions *options;
  TrInkFunc func;
  gpointer data;
} Walk;

TrPaintOptions
tr_paint_options_make (const TrModel *m, double scale)
{
  return (TrPaintOptions){
      .mm_per_unit = tr_units_mm (m->units) * scale,
      .tolerance = PAPER_TOLERANCE,
  };
}

double
tr_units_mm (TrUnits units)
{
  switch (units) {
  case TR_UNITS_MM:
    return 1;
  case TR_UNITS_CM:
    return 10;
  case TR_UNITS_M:
    return 1000;
  case TR_UNITS_IN:
    return 25.4;
  case TR_UNITS_PT:
    return 25.4 / 72;
  case TR_UNITS_PX:
    return 25.4 / 96;
  }
  g_assert_not_reached ();
}

static Affine
paper (const Walk *w)
{
  double s = w->options->mm_per_unit;

  return (Affine){{s, 0, 0, s}, {0, 0}};
}

// Keeps what is finite out of harm: an ink with nothing finite is sent empty.
static void
send (const Walk *w, TrInk *ink, TrOutline *outline)
{
  if (!tr_outline_is_finite (outline)) {
    ink->broken = true;
    tr_outline_empty (outline);
  }
  ink->outline = outline;
  if (w->options->finish)
    w->options->finish (ink, w->options->restyle_data);
  if (ink->broken || ink->cut_short || !tr_outline_is_empty (outline))
    w->func (ink, w->data);
}

// A point is a disc three strokes across, in the colour of the stroke.
static void
point_ink (const Walk *w, TrInk *ink, TrOutline *outline)
{
  Vec2 at = g_array_index (outline->points, Vec2, 0);
  double r = 1.5 * ink->pen.width;

  tr_outline_empty (outline);
  tr_outline_arc (outline, (Affine){{r, 0, 0, r}, at}, 0, 2 * G_PI, true);
  tr_outline_close (outline);
  ink->pen.fill = ink->pen.stroke;
  ink->pen.stroke.is_none = true;
}

static void
text_ink (const Walk *w, TrInk *ink, const char *text, Affine frame)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  ink->kind = TR_INK_TEXT;
  ink->text = text;
  ink->frame = frame;
  ink->pen.stroke.is_none = true;
  tr_text_outline (text, &outline);
  tr_outline_transform (&outline, frame);
  send (w, ink, &outline);
}

static void
picture_ink (const Walk *w, TrInk *ink, const TrMark *mark, Affine frame)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  ink->kind = TR_INK_PICTURE;
  ink->text = mark->text;
  ink->frame = aff_mul (frame, tr_mark_frame (mark));
  tr_outline_move (&outline, v2 (0, 0));
  tr_outline_line (&outline, v2 (1, 0));
  tr_outline_line (&outline, v2 (1, 1));
  tr_outline_line (&outline, v2 (0, 1));
  tr_outline_close (&outline);
  tr_outline_transform (&outline, ink->frame);
  send (w, ink, &outline);
}

static void
mark_ink (const Walk *w, const TrInk *body, const TrMark *mark, Affine frame)
{
  g_auto (TrOutline) outline = tr_outline_make ();
  TrInk ink = *body;

  ink.pen = tr_pen_for_mark (body->pen, mark);
  switch (mark->kind) {
  case TR_MARK_PATH:
    ink.cut_short = !tr_svg_path_parse (mark->text, &outline, NULL);
    tr_outline_transform (&outline, frame);
    send (w, &ink, &outline);
    break;
  case TR_MARK_TEXT:
    if (!mark->fill)
      ink.pen.fill = ink.pen.stroke;
    text_ink (w, &ink, mark->text, aff_mul (frame, tr_mark_frame (mark)));
    break;
  case TR_MARK_IMAGE:
    picture_ink (w, &ink, mark, frame);
    break;
  }
}

static void
body_ink (const Walk *w, int i)
{
  const TrBody *b = &w->m->bodies[i];
  const double *q = tr_body_q (b, w->state->q);
  g_auto (TrOutline) outline = tr_outline_make ();
  TrInk ink = {.element = i, .pen = tr_pen_make (b->style)};

  if (w->options->restyle)
    w->options->restyle (i, &ink.pen, w->options->restyle_data);
  ink.pen.width = ink.pen.width > 0 ? fmax (ink.pen.width, w->options->least_width) : 0;
  ink.broken = !tr_path_outline (b, q, w->options->tolerance / w->options->mm_per_unit, &outline);
  if (b->n_drawing > 0 && !ink.broken) {
    Affine frame = aff_mul (paper (w), tr_path_frame (b, q));
    for (int k = 0; k < b->n_drawing; k++)
      mark_ink (w, &ink, &b->drawing[k], frame);
    return;
  }
  tr_outline_transform (&outline, paper (w));
  if (b->kind == TR_BODY_POINT && !tr_outline_is_empty (&outline))
    point_ink (w, &ink, &outline);
  send (w, &ink, &outline);
}

static void
trace_ink (const Walk *w, int i)
{
  const TrTracePoints *points = w->options->traces ? &w->options->traces[i] : NULL;
  g_auto (TrOutline) outline = tr_outline_make ();
  TrInk ink = {.element = w->m->n_bodies + i, .pen = tr_pen_make (w->m->traces[i].style)};
  bool drawing = false;

  for (int k = 0; points && k < points->n; k++) {
    Vec2 p = points->points[k];
    if (!v2_is_finite (p))
      ink.broken = true;
    else if (drawing)
      tr_outline_line (&outline, p);
    else
      tr_outline_move (&outline, p);
    drawing = v2_is_finite (p);
  }
  ink.pen.width = ink.pen.width > 0 ? fmax (ink.pen.width, w->options->least_width) : 0;
  tr_outline_transform (&outline, paper (w));
  send (w, &ink, &outline);
}

TrInkLabel
tr_ink_label (const TrModel *m, const TrState *state, const TrPaintOptions *options, int label)
{
  const TrLabel *l = &m->labels[label];
  Vec2 at = v2_add (tr_connector_point (m, &l->at, state->q), l->offset);

  return (TrInkLabel){v2_scale (at, options->mm_per_unit), l->size > 0 ? l->size : LABEL_SIZE};
}

static void
label_ink (const Walk *w, int i)
{
  g_autofree char *text = tr_label_format (w->m, w->state, w->m->labels[i].text);
  TrInkLabel label = tr_ink_label (w->m, w->state, w->options, i);
  TrInk ink = {.element = w->m->n_bodies + w->m->n_traces + i, .pen = tr_pen_default ()};

  ink.pen.fill = ink.pen.stroke;
  text_ink (w, &ink, text, (Affine){{label.size, 0, 0, label.size}, label.at});
}

void
tr_ink_one_label (const TrModel *m,
                  const TrState *state,
                  int label,
                  const TrPaintOptions *options,
                  TrInkFunc func,
                  gpointer data)
{
  Walk w = {m, state, options, func, data};
  label_ink (&w, label);
}

static bool
is_filtered_out (const TrPaintOptions *options, int bit)
{
  return options->filter && !(options->filter[bit / 8] >> (bit % 8) & 1);
}

static bool
is_shown (const TrBody *b, int i, const TrPaintOptions *options)
{
  if (is_filtered_out (options, i))
    return false;
  return (!b->construction || options->with_construction) && (!b->hidden || options->with_hidden);
}

static bool
label_is_shown (const TrModel *m, int label, const TrPaintOptions *options)
{
  if (options->filters_labels && is_filtered_out (options, m->n_bodies + label))
    return false;
  return !options->without_labels &&
         (!tr_label_is_hidden (m, &m->labels[label]) || options->with_hidden);
}

void
tr_ink_each (const TrModel *m,
             const TrState *state,
             const TrPaintOptions *options,
             TrInkFunc func,
             gpointer data)
{
  Walk w = {m, state, options, func, data};

  g_return_if_fail (options->mm_per_unit > 0 && options->tolerance > 0);
  for (int i = 0; i < m->n_bodies; i++)
    if (is_shown (&m->bodies[i], i, options))
      body_ink (&w, i);
  for (int i = 0; i < m->n_traces && !options->without_traces; i++)
    trace_ink (&w, i);
  for (int i = 0; i < m->n_labels; i++)
    if (label_is_shown (m, i, options))
      label_ink (&w, i);
}

void
tr_ink_body (const TrModel *m,
             const TrState *state,
             int body,
             const TrPaintOptions *options,
             TrInkFunc func,
             gpointer data)
{
  Walk w = {m, state, options, func, data};

  g_return_if_fail (body >= 0 && body < m->n_bodies);
  body_ink (&w, body);
}

char *
tr_ink_element_id (const TrModel *m, int element)
{
  if (element < m->n_bodies)
    return g_strdup (m->bodies[element].id);
  element -= m->n_bodies;
  if (element < m->n_traces)
    return g_strdup (m->traces[element].id);
  return g_strdup_printf ("label-%d", element - m->n_traces + 1);
}
