// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The script lines that pull at a motion and at a measure:
//
//   design CONNECTOR PHASE X,Y [PHASE X,Y …] [vary NAME,NAME…] [by DRIVE] [supports stay|move]
//   pull REFERENCE VALUE

#include "session/motion.h"
#include "session/output.h"
#include "session/report.h"
#include "session/script/script-private.h"

enum { MOST_TURNS = 400 };

typedef struct {
  TrDesignTarget target[TR_DESIGN_TARGETS];
  int n;
  const char *vary, *by;
  TrSupports supports;
  TrConnector at;
} Wish;

static bool
read_target (const char *phase, const char *place, TrDesignTarget *t, GError **error)
{
  if (!tr_session_parse_number (phase, &t->phase) || !(fabs (t->phase) < 2 * G_PI))
    return tr_script_fail (error, "expected a phase from -2π to 2π, found \"%s\"", phase);
  if (tr_session_parse_place (place, &t->place))
    return true;
  return tr_script_fail (error, "expected X,Y of at most 1e12, found \"%s\"", place);
}

static bool
read_supports (const char *word, TrSupports *supports, GError **error)
{
  bool moves = g_str_equal (word, "move");
  *supports = moves ? TR_SUPPORTS_MOVE : TR_SUPPORTS_STAY;
  return moves || g_str_equal (word, "stay") ||
         tr_script_fail (error, "expected stay or move, found \"%s\"", word);
}

static bool
read_wish (char *const *word, int n, Wish *w, GError **error)
{
  for (int i = 0; i < n; i += 2) {
    if (i + 1 >= n)
      return tr_script_fail (error, "expected a word after \"%s\"", word[i]);
    if (g_str_equal (word[i], "vary"))
      w->vary = word[i + 1];
    else if (g_str_equal (word[i], "by"))
      w->by = word[i + 1];
    else if (g_str_equal (word[i], "supports")) {
      if (!read_supports (word[i + 1], &w->supports, error))
        return false;
    } else if (w->n == TR_DESIGN_TARGETS)
      return tr_script_fail (error, "expected at most %d places", TR_DESIGN_TARGETS);
    else if (!read_target (word[i], word[i + 1], &w->target[w->n++], error))
      return false;
  }
  return w->n > 0 || tr_script_fail (error, "expected PHASE X,Y");
}

// {"design": {"gap": what the farthest place is missed by, "reached", "turns" tried, "closed", "dimensions": {NAME: VALUE, …}}}: those that have changed.
static void
say (TrScript *s, const TrDesign *d, const TrDesignResult *r)
{
  int n;
  const TrVariable *dimensions = tr_design_get_variables (d, &n);
  GString *out = g_string_new ("{\"design\": {\"gap\": ");
  g_autofree char *last = NULL;
  tr_report_number (out, r->gap);
  g_string_append_printf (out, ", \"reached\": %s, \"turns\": %d", r->reached ? "true" : "false",
                          r->iterations);
  g_string_append_printf (out, ", \"closed\": %s, \"dimensions\": {", r->closed ? "true" : "false");
  for (int i = 0; i < n; i++) {
    g_autofree char *value = NULL;
    g_autofree char *what = tr_variable_text (tr_design_get_model (d), &dimensions[i], &value);
    if (!tr_design_has_changed (d, i) || g_strcmp0 (last, what) == 0) // once for both axes
      continue;
    g_string_append (out, last ? ", " : "");
    tr_report_string (out, what);
    g_string_append_printf (out, ": %s", value);
    g_free (last);
    last = g_steal_pointer (&what);
  }
  g_string_append (out, "}}}");
  s->output (out->str, s->data);
  g_string_free (out, TRUE);
}

// The pins of the drawing hold as they do for a hand, but where a place is asked for that the point
// of a pin cannot be at as well.
static void
keep_pins (TrScript *s, const TrDesign *d, Wish *w)
{
  const TrModel *m = tr_session_get_model (s->session);
  const double *q = tr_session_get_state (s->session)->q;
  Vec2 here = tr_connector_point (m, &w->at, q);
  TrDesignTarget pin[TR_DESIGN_TARGETS - 1];
  int n = tr_session_pin_targets (s->session, d, -1, -1, pin), asked = w->n;
  for (int i = 0; i < n && w->n < TR_DESIGN_TARGETS; i++) {
    bool clashes = false;
    for (int k = 0; k < asked; k++)
      clashes |= !(v2_dist (tr_connector_point (m, pin[i].at, q), here) > 0) &&
                 fabs (remainder (pin[i].phase - w->target[k].phase, 2 * G_PI)) < 1e-6;
    if (!clashes)
      w->target[w->n++] = pin[i];
  }
}

// Takes over the other design where it misses its farthest place by less.
static void
take_nearer (TrDesign **d, TrDesignResult *r, TrDesign **other, TrDesignResult result)
{
  int turns = r->iterations + result.iterations;
  if (result.ok && result.gap < r->gap) {
    TrDesign *farther = *d;
    *d = *other;
    *other = farther;
    *r = result;
  }
  r->iterations = turns;
}

// What moves supports as well might come less near than the links alone, which have fewer ways to go
// astray: where the places are not reached, they are tried alone, and the rest after them.
static TrDesignResult
pull (TrScript *s, TrDesign **d, const Wish *w, bool may_hold)
{
  TrDesignResult r = tr_design_pull (*d, w->target, w->n, MOST_TURNS);
  if (!r.ok || r.reached || !may_hold)
    return r;
  g_autoptr (TrDesign) links =
      tr_session_design (s->session, w->by, &w->at, NULL, TR_SUPPORTS_STAY, NULL);
  g_autoptr (TrDesign) other =
      tr_session_design (s->session, w->by, &w->at, NULL, w->supports, NULL);
  int n;
  if (!links || !other)
    return r;
  const TrVariable *first = tr_design_get_variables (links, &n);
  tr_design_hold (other, first, n);
  tr_design_pull (other, w->target, w->n, MOST_TURNS);
  tr_design_hold (other, NULL, 0);
  take_nearer (d, &r, &other, tr_design_pull (other, w->target, w->n, MOST_TURNS));
  take_nearer (d, &r, &links, tr_design_pull (links, w->target, w->n, MOST_TURNS));
  return r;
}

bool
tr_script_design (TrScript *s, char *const *word, int n, GError **error)
{
  Wish w = {.supports = tr_session_get_model (s->session)->world.supports};
  if (!tr_session_parse_connector (tr_session_get_model (s->session), word[0], &w.at, error) ||
      !read_wish (word + 1, n - 1, &w, error))
    return false;
  g_auto (GStrv) vary = w.vary ? g_strsplit (w.vary, ",", -1) : NULL;
  g_autoptr (TrDesign) d =
      tr_session_design (s->session, w.by, &w.at, (const char *const *) vary, w.supports, error);
  if (!d)
    return false;
  keep_pins (s, d, &w);
  TrDesignResult r = pull (s, &d, &w, !vary && w.supports == TR_SUPPORTS_MOVE);
  if (!r.ok)
    return tr_script_fail (error, "the drive does not turn so far");
  if (!tr_session_take_design (s->session, d, -1, NULL, 0, error))
    return false;
  say (s, d, &r);
  return true;
}

bool
tr_script_pull (TrScript *s, const char *id, const char *value, GError **error)
{
  double to;
  if (!tr_session_parse_number (value, &to) || !(fabs (to) <= TR_VALUE_MAX))
    return tr_script_fail (error, "expected a number of at most 1e12, found \"%s\"", value);
  TrPull *p = tr_pull_new (s->session, id);
  if (!p)
    return tr_script_fail (error, "expected a reference that measures something, found \"%s\"", id);
  g_autoptr (GString) out = g_string_new ("{\"pulled\": ");
  tr_report_number (out, tr_pull_to (p, to));
  g_string_append_printf (out, ", \"reached\": %s}", tr_pull_is_at_end (p) ? "false" : "true");
  tr_pull_end (p, true);
  s->output (out->str, s->data);
  return true;
}
