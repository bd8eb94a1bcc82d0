// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/json.h"
#include "doc/long-text.h"
#include "session/playback.h"
#include "session/script/script-private.h"

#include <string.h>

enum { MOST_HOLDS = 600 }; // frames until a drag that does not come to rest is let go

G_DEFINE_QUARK (tr_script_error_quark, tr_script_error)

static void
watch_free (gpointer data)
{
  TrWatch *w = data;
  g_free (w->text);
  g_free (w);
}

static void
value_free (gpointer data)
{
  TrValue *v = data;
  tr_expr_unref (v->expr);
  g_free (v);
}

TrScript *
tr_script_new (TrSession *session, TrScriptOutput output, TrScriptOutput note, gpointer data)
{
  TrScript *s = g_new0 (TrScript, 1);
  s->session = g_object_ref (session);
  s->output = output;
  s->note = note;
  s->data = data;
  s->watches = g_ptr_array_new_with_free_func (watch_free);
  s->values = g_ptr_array_new_with_free_func (value_free);
  s->staged = tr_script_stages_new ();
  return s;
}

void
tr_script_free (TrScript *s)
{
  if (!s)
    return;
  g_ptr_array_unref (s->watches);
  g_ptr_array_unref (s->values);
  g_ptr_array_unref (s->staged);
  g_free (s->clipboard);
  g_object_unref (s->session);
  g_free (s);
}

void
tr_script_forbid_files (TrScript *s)
{
  s->no_files = true;
}

bool
tr_script_fail (GError **error, const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, TR_SCRIPT_ERROR, TR_SCRIPT_ERROR_COMMAND, text);
  return false;
}

double
tr_script_value (TrScript *s, TrValue *v)
{
  const TrModel *m = tr_session_get_model (s->session);
  const TrState *state = tr_session_get_state (s->session);
  // Edits renumber what names lead to. What is bound stays in the model's pool: once a line will do.
  if (v->bound_to != m) {
    v->bound_to = m;
    v->vars = tr_model_bind (m, v->expr, true, NULL);
  }
  if (!v->vars && tr_expr_n_vars (v->expr) > 0)
    return NAN;
  return tr_model_expr_value (m, v->expr, v->vars, state->q, state->time);
}

// After every frame: how far the watched points went, what the values reached.
static void
look (TrSession *session, const TrStepResult *result, gpointer data)
{
  TrScript *s = data;
  const TrModel *m = tr_session_get_model (session);
  const TrState *state = tr_session_get_state (session);
  s->worst = fmax (s->worst, result->residual);
  for (guint i = 0; i < s->watches->len; i++) {
    TrWatch *w = g_ptr_array_index (s->watches, i);
    Vec2 now = tr_connector_point (m, &w->at, state->q);
    w->max_step = fmax (w->max_step, v2_dist (now, w->last));
    w->last = now;
  }
  for (guint i = 0; i < s->values->len; i++) {
    TrValue *v = g_ptr_array_index (s->values, i);
    double x = tr_script_value (s, v);
    if (isfinite (x)) {
      v->least = fmin (v->least, x);
      v->most = fmax (v->most, x);
    }
  }
}

// Points that are watched start from where they are, whatever an edit did to them; names of values
// are looked up anew.
static void
look_afresh (TrScript *s)
{
  const TrModel *m = tr_session_get_model (s->session);
  for (guint i = 0; i < s->watches->len;) {
    TrWatch *w = g_ptr_array_index (s->watches, i);
    if (!tr_session_parse_connector (m, w->text, &w->at, NULL)) { // it is gone
      g_ptr_array_remove_index (s->watches, i);
      continue;
    }
    w->last = tr_connector_point (m, &w->at, tr_session_get_state (s->session)->q);
    i++;
  }
  for (guint i = 0; i < s->values->len; i++)
    ((TrValue *) g_ptr_array_index (s->values, i))->bound_to = NULL;
}

bool
tr_script_watch (TrScript *s, const char *text, GError **error)
{
  for (guint i = 0; i < s->watches->len; i++)
    if (g_str_equal (((TrWatch *) g_ptr_array_index (s->watches, i))->text, text))
      return true;
  TrWatch *w = g_new0 (TrWatch, 1);
  w->text = g_strdup (text);
  if (!tr_session_parse_connector (tr_session_get_model (s->session), text, &w->at, error)) {
    watch_free (w);
    return false;
  }
  w->last = tr_connector_point (tr_session_get_model (s->session), &w->at,
                                tr_session_get_state (s->session)->q);
  g_ptr_array_add (s->watches, w);
  return true;
}

static void
hold_to_rest (TrSession *session, TrFrameFunc each, gpointer data)
{
  for (int i = 0; i < MOST_HOLDS; i++) {
    TrStepResult r = tr_session_hold (session);
    if (each)
      each (session, &r, data);
    if (r.at_rest)
      break;
  }
}

void
tr_script_drag (TrSession *session,
                const TrConnector *what,
                Vec2 to,
                int frames,
                TrFrameFunc each,
                gpointer data)
{
  if (frames <= 0) // a click
    return;
  tr_session_press (session, what, false);
  Vec2 from = tr_session_get_pointer (session);
  for (int i = 1; i <= frames; i++) {
    TrStepResult r = tr_session_move (session, v2_lerp (from, to, (double) i / frames));
    if (each)
      each (session, &r, data);
  }
  hold_to_rest (session, each, data);
  tr_session_release (session);
}

void
tr_script_drag_arc (TrScript *s,
                    const TrConnector *what,
                    Vec2 centre,
                    double radius,
                    double a0,
                    double a1,
                    int frames)
{
  if (frames <= 0)
    return;
  tr_session_press (s->session, what, false);
  for (int i = 1; i <= frames; i++) {
    double a = a0 + (a1 - a0) * i / frames;
    TrStepResult r = tr_session_move (s->session, v2_add (centre, v2_polar (radius, a)));
    look (s->session, &r, s);
  }
  hold_to_rest (s->session, look, s);
  tr_session_release (s->session);
}

void
tr_script_drag_line (TrScript *s, const TrConnector *what, Vec2 to, int frames)
{
  tr_script_drag (s->session, what, to, frames, look, s);
}

void
tr_script_move (TrScript *s, Vec2 to, int frames)
{
  Vec2 from = tr_session_get_pointer (s->session);
  for (int i = 1; i <= frames; i++) {
    TrStepResult r = tr_session_move (s->session, v2_lerp (from, to, (double) i / frames));
    look (s->session, &r, s);
  }
}

void
tr_script_release (TrScript *s)
{
  hold_to_rest (s->session, look, s);
  tr_session_release (s->session);
}

void
tr_script_run_time (TrSession *session, double seconds, double fps, TrFrameFunc each, gpointer data)
{
  double from = tr_session_get_time (session);
  int n = (int) ceil (seconds * fps - 1e-9);
  for (int i = 1; i <= n; i++) {
    TrStepResult r = tr_session_run_to (session, i < n ? from + i / fps : from + seconds);
    if (each)
      each (session, &r, data);
  }
}

void
tr_script_play (TrScript *s, double seconds, double fps)
{
  tr_script_run_time (s->session, seconds, fps, look, s);
}

// A # with a blank or nothing on both sides begins a comment; #1 is a text, and in "…" it is a letter.
static void
cut_comment (char *line)
{
  bool is_quoted = false;

  for (char *c = line; *c; c++) {
    if (is_quoted && *c == '\\' && c[1]) {
      c++;
      continue;
    }
    is_quoted ^= *c == '"';
    if (!is_quoted && *c == '#' && (c == line || g_ascii_isspace (c[-1])) &&
        (c[1] == '\0' || g_ascii_isspace (c[1]))) {
      *c = '\0';
      return;
    }
  }
}

// Where in the script, and of what was found there as much as can be read.
static void
say_line (const char *name, int line, GError **error)
{
  if (!error || !*error)
    return;
  GError *said = *error;
  g_autofree char *text = tr_long_text_shorten (said->message);
  *error = g_error_new (said->domain, said->code, "%s:%d: %s", name, line, text);
  g_error_free (said);
}

bool
tr_script_run (TrScript *s, const char *text, const char *name, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (text + tr_json_mark (text, strlen (text)), "\n", -1);
  bool ok = true;
  for (int i = 0; lines[i] && ok; i++) {
    char *line = g_strchug (lines[i]);
    if (*line == '#')
      continue;
    cut_comment (line);
    if (*g_strchomp (line) == '\0')
      continue;
    if (!g_utf8_validate (line, -1, NULL))
      ok = tr_script_fail (error, "the line is no valid UTF-8");
    else
      ok = tr_script_command (s, line, error);
    if (!ok)
      say_line (name, i + 1, error);
    look_afresh (s);
  }
  if (tr_session_is_dragging (s->session))
    tr_script_release (s);
  if (!ok)
    g_ptr_array_set_size (s->staged, 0);
  return ok && tr_script_write_staged (s, error);
}
