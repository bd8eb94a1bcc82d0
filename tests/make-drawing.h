// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Small drawings for tests, written short: ' stands for ", and connectors stand in pointed
// brackets: <s1.b> a named point, <c1@0.5> at a parameter, <c1~0.5> a slide, <r(3;4)> a local
// point, <3;4> the ground. And the hand that drags them.

#pragma once

#include "solver/judge/examine.h"
#include "session/session.h"

#include <string.h>

typedef struct {
  TrDocument *document;
  TrSession *session;
  double worst; // residual of all frames, in units of ℓ
} Drawing;

static inline void
drawing_append_connector (GString *out, const char *from, size_t n)
{
  g_autofree char *text = g_strndup (from, n);
  size_t id = strcspn (text, ".@~(");
  if (strchr (text, ';') && text[id] != '(') {
    *strchr (text, ';') = ',';
    g_string_append_printf (out, "{\"at\": [%s]}", text);
    return;
  }
  g_assert_true (text[id] != '\0');
  char kind = text[id];
  text[id] = '\0';
  const char *rest = text + id + 1;
  g_string_append_printf (out, "{\"body\": \"%s\", ", text);
  if (kind == '.')
    g_string_append_printf (out, "\"point\": \"%s\"}", rest);
  else if (kind == '@')
    g_string_append_printf (out, "\"t\": %s}", rest);
  else if (kind == '~')
    g_string_append_printf (out, "\"slide\": %s}", rest);
  else
    g_string_append_printf (out, "\"local\": [%.*s, %s", (int) strcspn (rest, ";"), rest,
                            strchr (rest, ';') + 1);
  if (kind == '(') {
    g_string_truncate (out, out->len - 1); // the bracket
    g_string_append (out, "]}");
  }
}

// The short form as JSON.
static inline char *
drawing_text (const char *text)
{
  GString *out = g_string_new (NULL);
  for (const char *c = text; *c; c++) {
    const char *end = *c == '<' ? strchr (c, '>') : NULL;
    if (*c == '\'') {
      g_string_append_c (out, '"');
    } else if (end && end[-1] != '\'' && c[1] != '=') {
      drawing_append_connector (out, c + 1, (size_t) (end - c - 1));
      c = end;
    } else {
      g_string_append_c (out, *c);
    }
  }
  return g_string_free (out, FALSE);
}

static inline void
drawing_load (Drawing *d, const char *text)
{
  g_autofree char *json = drawing_text (text);
  g_autoptr (GError) error = NULL;
  *d = (Drawing){.document = tr_document_new ()};
  if (!tr_document_load_text (d->document, json, strlen (json), "drawing", &error))
    g_error ("%s in %s", error->message, json);
  d->session = tr_session_new (d->document);
}

// Lists of elements, without their brackets; NULL: none.
static inline void
drawing_init (Drawing *d, const char *bodies, const char *constraints, const char *forces)
{
  g_autofree char *text =
      g_strdup_printf ("{'trammel': 1, 'bodies': [%s], 'constraints': [%s], 'forces': [%s]}",
                       bodies, constraints ? constraints : "", forces ? forces : "");
  drawing_load (d, text);
}

static inline void
drawing_clear (Drawing *d)
{
  g_object_unref (d->session);
  g_object_unref (d->document);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drawing, drawing_clear)

static inline TrConnector
drawing_connector (Drawing *d, const char *text)
{
  TrConnector c;
  g_autoptr (GError) error = NULL;
  if (!tr_session_parse_connector (tr_session_get_model (d->session), text, &c, &error))
    g_error ("%s", error->message);
  return c;
}

static inline Vec2
drawing_point (Drawing *d, const char *text)
{
  TrConnector c = drawing_connector (d, text);
  return tr_connector_point (tr_session_get_model (d->session), &c,
                             tr_session_get_state (d->session)->q);
}

// The value of an expression over members.
static inline double
drawing_value (Drawing *d, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TrExpr) e = tr_expr_parse (text, &error);
  g_assert_no_error (error);
  const TrModel *m = tr_session_get_model (d->session);
  const TrState *s = tr_session_get_state (d->session);
  const TrVar *vars = tr_model_bind (m, e, true, &error);
  g_assert_no_error (error);
  return tr_model_expr_value (m, e, vars, s->q, s->time);
}

static inline bool
drawing_is_finite (Drawing *d)
{
  const TrState *s = tr_session_get_state (d->session);
  for (int i = 0; i < s->n_q; i++)
    if (!isfinite (s->q[i]))
      return false;
  return true;
}

static inline void
drawing_look (Drawing *d, TrStepResult r)
{
  g_assert_true (drawing_is_finite (d));
  g_assert_true (isfinite (r.residual) && isfinite (r.relative));
  d->worst = fmax (d->worst, r.relative);
}

static inline void
drawing_press (Drawing *d, const char *what)
{
  TrConnector c = drawing_connector (d, what);
  tr_session_press (d->session, &c, false);
}

static inline TrStepResult
drawing_move (Drawing *d, Vec2 to)
{
  TrStepResult r = tr_session_move (d->session, to);
  drawing_look (d, r);
  return r;
}

// Until at rest; fails where it never is.
static inline TrStepResult
drawing_hold (Drawing *d)
{
  for (int i = 0; i < 600; i++) {
    TrStepResult r = tr_session_hold (d->session);
    drawing_look (d, r);
    if (r.at_rest)
      return r;
  }
  g_assert_not_reached ();
}

// Along a straight line, then held to rest and released.
static inline TrStepResult
drawing_drag (Drawing *d, const char *what, Vec2 to, int frames)
{
  drawing_press (d, what);
  Vec2 from = tr_session_get_pointer (d->session);
  for (int i = 1; i <= frames; i++)
    drawing_move (d, v2_lerp (from, to, (double) i / frames));
  TrStepResult r = drawing_hold (d);
  tr_session_release (d->session);
  return r;
}

static inline bool
drawing_holds (Drawing *d)
{
  g_autoptr (TrCheck) c =
      tr_engine_check (tr_session_get_engine (d->session), tr_session_get_state (d->session));
  return c->holds;
}

static inline void
drawing_assert_near (Vec2 a, Vec2 b, double within)
{
  if (!(v2_dist (a, b) <= within))
    g_error ("(%.17g, %.17g) is %g from (%.17g, %.17g)", a.x, a.y, v2_dist (a, b), b.x, b.y);
}
