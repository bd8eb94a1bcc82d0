// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mechanism-print.h"

#include "session/report.h"

static void
append_number (GString *out, const char *key, double x)
{
  g_string_append_printf (out, ", \"%s\": ", key);
  tr_report_number (out, x);
}

static void
append_string (GString *out, const char *key, const char *text)
{
  g_string_append_printf (out, ", \"%s\": ", key);
  tr_report_string (out, text);
}

static void
append_place (GString *out, const char *key, Vec2 p)
{
  g_string_append_printf (out, ", \"%s\": ", key);
  tr_report_place (out, p);
}

// [least, most]; true where it turns all round.
static void
append_turn (GString *out, const char *key, const TrTurn *turn)
{
  if (turn->full) {
    g_string_append_printf (out, ", \"%s\": true", key);
    return;
  }
  append_place (out, key, v2 (turn->from, turn->to));
}

static void
append_texts (GString *out, const char *key, const char *const *texts, int n)
{
  g_string_append_printf (out, "%s\"%s\": [", out->str[out->len - 1] == '{' ? "" : ", ", key);
  for (int i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    tr_report_string (out, texts[i]);
  }
  g_string_append_c (out, ']');
}

static void
append_loop (GString *out, const TrMechanism *x, const int *link, char *const *joint, int n)
{
  const char *names[4], *joints[4];
  for (int i = 0; i < n; i++) {
    names[i] = tr_mechanism_link (x, link[i])->name;
    joints[i] = joint[i];
  }
  append_texts (out, "links", names, n);
  append_texts (out, "joints", joints, n);
}

static void
append_dead_points (GString *out, const TrDeadPoint *dead, int n)
{
  g_string_append (out, ", \"dead_points\": [");
  for (int i = 0; i < n; i++) {
    g_string_append_printf (out, "%s{\"of\": \"%s\"", i > 0 ? ", " : "",
                            dead[i].kind == TR_DEAD_INPUT ? "input" : "output");
    append_number (out, "input", dead[i].input);
    append_number (out, "output", dead[i].output);
    g_string_append_c (out, '}');
  }
  g_string_append_c (out, ']');
}

static void
append_transmission (GString *out, double now, double least, double most)
{
  append_number (out, "transmission", now);
  append_number (out, "transmission_least", least);
  append_number (out, "transmission_most", most);
}

static void
append_four_bar (GString *out, const TrMechanism *x, const TrFourBarLoop *loop)
{
  const TrFourBar *f = &loop->four_bar;
  g_string_append_c (out, '{');
  append_loop (out, x, loop->link, loop->joint, 4);
  append_string (out, "kind", tr_four_bar_kind_name (f->kind));
  g_string_append_printf (out, ", \"grashof\": %s, \"floats\": %s",
                          tr_four_bar_is_grashof (f->kind) ? "true" : "false",
                          loop->floats ? "true" : "false");
  append_number (out, "ground", f->ground);
  append_number (out, "input", f->input);
  append_number (out, "coupler", f->coupler);
  append_number (out, "output", f->output);
  if (!loop->floats) {
    append_number (out, "input_angle", f->input_angle);
    append_number (out, "output_angle", f->output_angle);
    append_number (out, "ratio", f->ratio);
    append_turn (out, "input_turn", &f->input_turn);
    append_turn (out, "output_turn", &f->output_turn);
    append_transmission (out, f->transmission, f->transmission_least, f->transmission_most);
    append_number (out, "time_ratio", f->time_ratio);
    append_dead_points (out, f->dead, f->n_dead);
  }
  g_string_append_c (out, '}');
}

static void
append_slider (GString *out, const TrMechanism *x, const TrSliderLoop *loop)
{
  const TrSlider *s = &loop->slider;
  g_string_append_c (out, '{');
  append_loop (out, x, loop->link, loop->joint, 3);
  append_string (out, "kind", tr_slider_kind_name (s->kind));
  append_number (out, "crank", s->crank);
  append_number (out, s->kind == TR_SLIDER_CRANK ? "rod" : "ground", s->rod);
  append_number (out, "offset", s->offset);
  append_place (out, "along", loop->along);
  append_number (out, "crank_angle", s->crank_angle);
  append_turn (out, "crank_turn", &s->crank_turn);
  if (s->kind == TR_SLIDER_CRANK) {
    append_number (out, "place", s->place);
    append_number (out, "least", s->least);
    append_number (out, "most", s->most);
    append_number (out, "stroke", s->most - s->least);
    append_transmission (out, s->transmission, s->transmission_least, s->transmission_most);
  } else {
    append_number (out, "lever_angle", s->lever_angle);
    append_turn (out, "lever_turn", &s->lever_turn);
  }
  append_number (out, "time_ratio", s->time_ratio);
  append_dead_points (out, s->dead, s->n_dead);
  g_string_append_c (out, '}');
}

static void
append_pole (GString *out, const TrMechanism *x, const TrPole *p)
{
  const char *names[] = {tr_mechanism_link (x, p->a)->name, tr_mechanism_link (x, p->b)->name};
  g_string_append_c (out, '{');
  append_texts (out, "links", names, 2);
  switch (p->kind) {
  case TR_POLE_AT:
    append_place (out, "at", p->at);
    break;
  case TR_POLE_FAR:
    append_place (out, "direction", p->at);
    break;
  case TR_POLE_TOGETHER:
    break;
  }
  append_number (out, "turn", p->turn);
  g_string_append_c (out, '}');
}

static void
append_links (GString *out, const TrMechanism *x)
{
  g_string_append (out, ", \"links\": {");
  for (guint i = 0; i < x->links->len; i++) {
    const TrMechanismLink *link = tr_mechanism_link (x, (int) i);
    g_string_append (out, i > 0 ? ", " : "");
    tr_report_string (out, link->name);
    g_string_append (out, ": ");
    tr_report_strings (out, (const char *const *) link->joints);
  }
  g_string_append_c (out, '}');
}

char *
tr_mechanism_json (const TrMechanism *x, const TrModel *m)
{
  GString *out = g_string_new (NULL);
  g_string_append_printf (out, "{\"mobility\": %d, \"count\": ", x->mobility);
  g_string_append_printf (out, x->is_countable ? "%d" : "null", x->count);
  g_string_append_printf (out,
                          ", \"n_links\": %d, \"n_pins\": %d, \"n_loose\": %d, \"n_rows\": %d, "
                          "\"unknowns\": %d, \"equations\": %d, \"drive\": ",
                          x->n_links, x->n_pins, x->n_loose, x->n_rows, x->unknowns, x->equations);
  if (x->drive >= 0)
    tr_report_string (out, m->constraints[x->drive].id);
  else
    g_string_append (out, "null");
  append_links (out, x);
  g_string_append (out, ", \"four_bars\": [");
  for (guint i = 0; i < x->four_bars->len; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    append_four_bar (out, x, &g_array_index (x->four_bars, TrFourBarLoop, i));
  }
  g_string_append (out, "], \"sliders\": [");
  for (guint i = 0; i < x->sliders->len; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    append_slider (out, x, &g_array_index (x->sliders, TrSliderLoop, i));
  }
  g_string_append (out, "], \"poles\": [");
  for (guint i = 0; i < x->poles->len; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    append_pole (out, x, &g_array_index (x->poles, TrPole, i));
  }
  g_string_append (out, "]}\n");
  return g_string_free (out, FALSE);
}
