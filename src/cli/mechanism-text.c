// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mechanism-print.h"

#include "session/quantity.h"

// What is rounding alone is 0, and never −0.
static double
plain (double x)
{
  return fabs (x) < 1e-9 ? 0 : x;
}

static double
degrees (double angle)
{
  return plain (angle * 180 / M_PI);
}

static const char *
name_of (const TrMechanism *x, int link)
{
  return tr_mechanism_link (x, link)->name;
}

static void
append_count (GString *out, const TrMechanism *x)
{
  g_string_append_printf (out, "mobility %d with all drives off", x->mobility);
  if (!x->is_countable) {
    g_string_append (out,
                     "; curves change their shape, so that links and joints do not count it\n");
    return;
  }
  g_string_append_printf (out, "; Grübler's count: 3·(%d − 1)", x->n_links);
  if (x->n_loose > 0)
    g_string_append_printf (out, " + 2·%d", x->n_loose);
  g_string_append_printf (out, " − 2·%d", x->n_pins);
  if (x->n_rows > 0)
    g_string_append_printf (out, " − %d", x->n_rows);
  g_string_append_printf (out, " = %d", x->count);
  if (x->count < x->mobility)
    g_string_append (out, " (its own lengths let it move more than the count knows)");
  else if (x->count > x->mobility)
    g_string_append (out, " (it stands where its own lengths hold it more than the count knows)");
  g_string_append_c (out, '\n');
}

static void
append_links (GString *out, const TrMechanism *x)
{
  for (guint i = 0; i < x->links->len; i++) {
    const TrMechanismLink *link = tr_mechanism_link (x, (int) i);
    g_autofree char *joints = g_strjoinv (", ", link->joints);
    g_string_append_printf (out, "  %s: %s\n", link->name, *joints ? joints : "no joints");
  }
}

static void
append_turn (GString *out, const char *name, double now, const TrTurn *turn)
{
  g_string_append_printf (out, "  %s at %.6g°", name, degrees (now));
  if (turn->full)
    g_string_append (out, ", turns all round\n");
  else if (isfinite (turn->from))
    g_string_append_printf (out, ", from %.6g° to %.6g°: a swing of %.6g°\n", degrees (turn->from),
                            degrees (turn->to), degrees (tr_turn_swing (turn)));
  else
    g_string_append (out, "\n");
}

static void
append_transmission (GString *out, double now, double least, double most)
{
  g_string_append_printf (out, "  transmission angle %.6g°, from %.6g° to %.6g°\n", degrees (now),
                          degrees (least), degrees (most));
}

static void
append_time_ratio (GString *out, double ratio)
{
  if (isfinite (ratio))
    g_string_append_printf (out, "  time ratio %.6g\n", ratio);
}

static void
append_dead_points (
    GString *out, const TrDeadPoint *dead, int n, const char *input, const char *output)
{
  for (int i = 0; i < n; i++)
    g_string_append_printf (out, "  dead point: %s at %.6g°, where %s %s\n", input,
                            degrees (dead[i].input), dead[i].kind == TR_DEAD_INPUT ? input : output,
                            dead[i].kind == TR_DEAD_INPUT ? "cannot go on" : "turns round");
}

static void
append_four_bar (GString *out, const TrMechanism *x, const TrFourBarLoop *loop, const char *units)
{
  const TrFourBar *f = &loop->four_bar;
  const char *input = name_of (x, loop->link[1]), *output = name_of (x, loop->link[3]);
  g_string_append_printf (out, "four-bar %s – %s – %s – %s (%s, %s, %s, %s): %s\n",
                          name_of (x, loop->link[0]), input, name_of (x, loop->link[2]), output,
                          loop->joint[0], loop->joint[1], loop->joint[2], loop->joint[3],
                          tr_four_bar_kind_name (f->kind));
  g_string_append_printf (out, "  lengths %.6g, %.6g, %.6g, %.6g %s\n", f->ground, f->input,
                          f->coupler, f->output, units);
  if (loop->floats)
    return;
  append_turn (out, input, f->input_angle, &f->input_turn);
  append_turn (out, output, f->output_angle, &f->output_turn);
  append_transmission (out, f->transmission, f->transmission_least, f->transmission_most);
  append_time_ratio (out, f->time_ratio);
  append_dead_points (out, f->dead, f->n_dead, input, output);
}

static void
append_slider (GString *out, const TrMechanism *x, const TrSliderLoop *loop, const char *units)
{
  const TrSlider *s = &loop->slider;
  const char *input = name_of (x, loop->link[1]), *last = name_of (x, loop->link[2]);
  g_string_append_printf (out, "%s %s – %s – %s (%s, %s, %s)\n", tr_slider_kind_name (s->kind),
                          name_of (x, loop->link[0]), input, last, loop->joint[0], loop->joint[1],
                          loop->joint[2]);
  g_string_append_printf (out, "  crank %.6g, %s %.6g, offset %.6g %s\n", s->crank,
                          s->kind == TR_SLIDER_CRANK ? "rod" : "ground", s->rod, plain (s->offset),
                          units);
  append_turn (out, input, s->crank_angle, &s->crank_turn);
  if (s->kind == TR_SLIDER_CRANK) {
    g_string_append_printf (out, "  %s at %.6g, from %.6g to %.6g: a stroke of %.6g %s\n",
                            loop->joint[2], plain (s->place), plain (s->least), s->most,
                            s->most - s->least, units);
    append_transmission (out, s->transmission, s->transmission_least, s->transmission_most);
  } else {
    append_turn (out, last, s->lever_angle, &s->lever_turn);
  }
  append_time_ratio (out, s->time_ratio);
  append_dead_points (out, s->dead, s->n_dead, input,
                      s->kind == TR_SLIDER_CRANK ? loop->joint[2] : last);
}

static void
append_pole (GString *out, const TrMechanism *x, const TrPole *p)
{
  g_string_append_printf (out, "  %s, %s: ", name_of (x, p->a), name_of (x, p->b));
  switch (p->kind) {
  case TR_POLE_AT:
    g_string_append_printf (out, "%.9g, %.9g\n", plain (p->at.x), plain (p->at.y));
    break;
  case TR_POLE_FAR:
    g_string_append_printf (out, "at infinity along %.6g, %.6g\n", plain (p->at.x),
                            plain (p->at.y));
    break;
  case TR_POLE_TOGETHER:
    g_string_append (out, "they move as one\n");
    break;
  }
}

char *
tr_mechanism_text (const TrMechanism *x, const TrModel *m)
{
  GString *out = g_string_new (NULL);
  const char *units = tr_units_symbol (m->units);
  append_count (out, x);
  append_links (out, x);
  for (guint i = 0; i < x->four_bars->len; i++)
    append_four_bar (out, x, &g_array_index (x->four_bars, TrFourBarLoop, i), units);
  for (guint i = 0; i < x->sliders->len; i++)
    append_slider (out, x, &g_array_index (x->sliders, TrSliderLoop, i), units);
  if (x->has_motion)
    g_string_append (out, "instant centres\n");
  for (guint i = 0; i < x->poles->len; i++)
    append_pole (out, x, &g_array_index (x->poles, TrPole, i));
  return g_string_free (out, FALSE);
}
