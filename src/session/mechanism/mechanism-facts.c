// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mechanism/mechanism-facts.h"

#include "session/quantity.h"

#include <glib/gi18n-lib.h>

// Of more centres only those with the ground.
#define MOST_CENTRES 24
// Below it, and as much below the straight angle, little of the force goes on.
#define WEAK_ANGLE (40 * M_PI / 180)
// Of places and lengths, document units: what is worth telling.
#define LENGTH_STEP 1e-3
#define ANGLE_STEP  (0.1 * M_PI / 180)

typedef struct {
  const TrMechanism *x;
  const TrModel *m;
  GPtrArray *out; // TrFact
} Writer;

static void
fact_free (gpointer data)
{
  TrFact *f = data;
  g_free (f->title);
  g_free (f->value);
  g_free (f->detail);
  g_free (f);
}

// Takes all three.
static void
add (Writer *w, char *title, char *value, char *detail)
{
  TrFact *f = g_new (TrFact, 1);
  *f = (TrFact){title, value, detail};
  g_ptr_array_add (w->out, f);
}

static char *
length (const Writer *w, double value)
{
  return tr_quantity_format (value, TR_QUANTITY_LENGTH, w->m->units, LENGTH_STEP);
}

static char *
angle (const Writer *w, double value)
{
  return tr_quantity_format (value, TR_QUANTITY_ANGLE, w->m->units, ANGLE_STEP);
}

static char *
number (const Writer *w, double value)
{
  return tr_quantity_format (value, TR_QUANTITY_NUMBER, w->m->units, LENGTH_STEP);
}

static const char *
title_of (const Writer *w, int link)
{
  return tr_mechanism_link_title (w->x, w->m, link);
}

// Of a point body its name; of a point of a body "Crank.b", by the name that the body has.
static char *
joint_title (const Writer *w, const char *joint)
{
  const char *dot = joint + strcspn (joint, ".@(");
  g_autofree char *id = g_strndup (joint, (gsize) (dot - joint));
  TrElement e = tr_model_find (w->m, id);
  const char *name = e.kind == TR_ELEMENT_BODY ? w->m->bodies[e.index].name : NULL;
  return g_strconcat (name && *name ? name : id, dot, NULL);
}

// "Ground – Crank – Coupler – Rocker"
static char *
chain_of (const Writer *w, const int *link, int n)
{
  GString *out = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " – " : "", title_of (w, link[i]));
  return g_string_free (out, FALSE);
}

static char *
capital (const char *text)
{
  g_autofree char *first = g_utf8_substring (text, 0, 1);
  g_autofree char *upper = g_utf8_strup (first, -1);
  return g_strconcat (upper, g_utf8_next_char (text), NULL);
}

static void
add_freedoms (Writer *w)
{
  const TrMechanism *x = w->x;
  GString *count = g_string_new (NULL);

  g_string_printf (count, "3·(%d − 1)", x->n_links);
  if (x->n_loose > 0)
    g_string_append_printf (count, " + 2·%d", x->n_loose);
  g_string_append_printf (count, " − 2·%d", x->n_pins);
  if (x->n_rows > 0)
    g_string_append_printf (count, " − %d", x->n_rows);
  g_string_append_printf (count, " = %d", x->count);
  // Translators: %s is a sum, as 3·(4 − 1) − 2·4 = 1
  const char *text =
      x->count < x->mobility   ? _ ("%s: its own lengths let it move more than the count knows")
      : x->count > x->mobility ? _ ("%s: its own lengths hold it here more than the count knows")
                               : "%s";
  add (w, g_strdup (_ ("Degrees of freedom")), g_strdup_printf ("%d", x->mobility),
       g_strdup (_ ("with all drives off")));
  if (x->is_countable)
    add (w, g_strdup (_ ("Grübler's count")), g_strdup_printf ("%d", x->count),
         g_strdup_printf (text, count->str));
  g_string_free (count, TRUE);
}

static void
add_turn (Writer *w, const char *title, double now, const TrTurn *turn)
{
  char *detail = NULL;

  if (turn->full)
    detail = g_strdup (_ ("turns all round"));
  else if (isfinite (turn->from)) {
    g_autofree char *from = angle (w, turn->from);
    g_autofree char *to = angle (w, turn->to);
    g_autofree char *swing = angle (w, tr_turn_swing (turn));
    detail = g_strdup_printf (_ ("from %s to %s, a swing of %s"), from, to, swing);
  }
  add (w, g_strdup_printf (_ ("Angle of %s"), title), angle (w, now), detail);
}

static void
add_transmission (Writer *w, double now, double least, double most)
{
  g_autofree char *from = angle (w, least);
  g_autofree char *to = angle (w, most);
  bool is_weak = fmin (least, M_PI - most) < WEAK_ANGLE;
  const char *range =
      is_weak ? _ ("from %s to %s; drives poorly below 40° and above 140°") : _ ("from %s to %s");

  add (w, g_strdup (_ ("Transmission angle")), angle (w, now), g_strdup_printf (range, from, to));
}

static void
add_time_ratio (Writer *w, double ratio)
{
  if (isfinite (ratio))
    add (w, g_strdup (_ ("Time ratio")), number (w, ratio),
         g_strdup (_ ("of the slower way to the quicker way back")));
}

static void
add_dead_points (Writer *w, const TrDeadPoint *dead, int n, const char *input, const char *output)
{
  for (int i = 0; i < n; i++)
    add (w, g_strdup (_ ("Dead point")), angle (w, dead[i].input),
         dead[i].kind == TR_DEAD_INPUT ? g_strdup_printf (_ ("%s cannot go on"), input)
                                       : g_strdup_printf (_ ("%s turns round"), output));
}

static void
add_four_bar (Writer *w, const TrFourBarLoop *loop)
{
  const TrFourBar *f = &loop->four_bar;
  const char *input = title_of (w, loop->link[1]), *output = title_of (w, loop->link[3]);
  double sides[] = {f->ground, f->input, f->coupler, f->output};

  add (w, capital (tr_four_bar_kind_title (f->kind)), NULL, chain_of (w, loop->link, 4));
  for (int i = 0; i < 4; i++) {
    g_autofree char *from = joint_title (w, loop->joint[(i + 3) % 4]);
    g_autofree char *to = joint_title (w, loop->joint[i]);
    add (w, g_strdup_printf (_ ("Length of %s"), title_of (w, loop->link[i])), length (w, sides[i]),
         g_strdup_printf ("%s – %s", from, to));
  }
  add (w, g_strdup (_ ("Grashof's condition")),
       g_strdup (tr_four_bar_is_grashof (f->kind) ? C_ ("Grashof's condition", "holds")
                                                  : C_ ("Grashof's condition", "does not hold")),
       g_strdup (tr_four_bar_is_grashof (f->kind)
                     ? _ ("shortest + longest is less than the other two: the shortest turns")
                     : _ ("shortest + longest is not less than the other two")));
  if (loop->floats)
    return;
  add_turn (w, input, f->input_angle, &f->input_turn);
  add_turn (w, output, f->output_angle, &f->output_turn);
  add_transmission (w, f->transmission, f->transmission_least, f->transmission_most);
  add_time_ratio (w, f->time_ratio);
  add_dead_points (w, f->dead, f->n_dead, input, output);
}

static void
add_slider (Writer *w, const TrSliderLoop *loop)
{
  const TrSlider *s = &loop->slider;
  const char *input = title_of (w, loop->link[1]), *last = title_of (w, loop->link[2]);
  bool is_crank = s->kind == TR_SLIDER_CRANK;
  g_autofree char *slider = joint_title (w, loop->joint[2]);

  add (w, capital (tr_slider_kind_title (s->kind)), NULL, chain_of (w, loop->link, 3));
  add (w, g_strdup_printf (_ ("Length of %s"), input), length (w, s->crank), NULL);
  add (w, g_strdup_printf (_ ("Length of %s"), is_crank ? last : title_of (w, loop->link[0])),
       length (w, s->rod), NULL);
  add (w, g_strdup (_ ("Offset of the slide")), length (w, s->offset), NULL);
  add_turn (w, input, s->crank_angle, &s->crank_turn);
  if (is_crank) {
    g_autofree char *least = length (w, s->least);
    g_autofree char *most = length (w, s->most);
    g_autofree char *stroke = length (w, s->most - s->least);
    add (w, g_strdup_printf (_ ("Place of %s"), slider), length (w, s->place),
         g_strdup_printf (_ ("from %s to %s, a stroke of %s"), least, most, stroke));
    add_transmission (w, s->transmission, s->transmission_least, s->transmission_most);
  } else
    add_turn (w, last, s->lever_angle, &s->lever_turn);
  add_time_ratio (w, s->time_ratio);
  add_dead_points (w, s->dead, s->n_dead, input, is_crank ? slider : last);
}

static void
add_centres (Writer *w)
{
  g_autoptr (GArray) centres = tr_mechanism_centres (w->x);

  if (centres->len > 0)
    add (w, g_strdup (_ ("Instant centres")), NULL,
         g_strdup (_ ("where two links turn about each other at this moment")));
  for (guint i = 0; i < centres->len; i++) {
    const TrPole *p = &g_array_index (centres, TrPole, i);
    g_autofree char *x = p->kind == TR_POLE_AT ? number (w, p->at.x) : NULL;
    g_autofree char *y = p->kind == TR_POLE_AT ? number (w, p->at.y) : NULL;
    add (w, g_strdup_printf ("%s · %s", title_of (w, p->a), title_of (w, p->b)),
         x ? g_strdup_printf ("%s; %s", x, y) : g_strdup (_ ("at infinity")), NULL);
  }
}

GPtrArray *
tr_mechanism_facts (const TrMechanism *x, const TrModel *m)
{
  Writer w = {x, m, g_ptr_array_new_with_free_func (fact_free)};

  add_freedoms (&w);
  for (guint i = 0; i < x->four_bars->len; i++)
    add_four_bar (&w, &g_array_index (x->four_bars, TrFourBarLoop, i));
  for (guint i = 0; i < x->sliders->len; i++)
    add_slider (&w, &g_array_index (x->sliders, TrSliderLoop, i));
  add_centres (&w);
  return w.out;
}

const char *
tr_mechanism_link_title (const TrMechanism *x, const TrModel *m, int link)
{
  const TrMechanismLink *l = tr_mechanism_link (x, link);
  const char *name = l->body >= 0 && l->body < m->n_bodies ? m->bodies[l->body].name : NULL;

  if (link == 0)
    return _ ("Ground");
  return name && *name ? name : l->name;
}

bool
tr_mechanism_is_joint (const TrMechanism *x, const TrPole *p)
{
  char **a = tr_mechanism_link (x, p->a)->joints;

  for (char **b = tr_mechanism_link (x, p->b)->joints; p->kind == TR_POLE_AT && *b; b++)
    if (g_strv_contains ((const char *const *) a, *b))
      return true;
  return false;
}

// Joints are seen in the drawing.
GArray *
tr_mechanism_centres (const TrMechanism *x)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (TrPole));

  for (int with_ground = 0; with_ground < 2; with_ground++) {
    g_array_set_size (out, 0);
    for (guint i = 0; i < x->poles->len; i++) {
      const TrPole *p = &g_array_index (x->poles, TrPole, i);
      if (p->kind != TR_POLE_TOGETHER && !tr_mechanism_is_joint (x, p) &&
          (!with_ground || p->a == 0))
        g_array_append_vals (out, p, 1);
    }
    if (out->len <= MOST_CENTRES)
      break;
  }
  return out;
}
