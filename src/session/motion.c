// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/motion.h"

#include "doc/writer.h"
#include "math/number.h"
#include "session/link-drawing.h"
#include "session/session-private.h"
#include "session/supports.h"

#include <glib/gi18n-lib.h>
#include <string.h>

// Whether the drive turns the body; a sweep is made to see it.
static bool
turns (const TrModel *m, const TrState *s, int drive, int body, bool *is_in)
{
  g_autoptr (TrSweep) sweep = tr_sweep_new (m, s, drive, 1);
  if (!sweep || body < 0 || !tr_sweep_moves (sweep, body))
    return false;
  tr_sweep_list (sweep, is_in);
  return true;
}

static int
find_drive (const TrModel *m, const TrState *s, const char *id, int body, bool *is_in)
{
  for (unsigned off = 0; off < 2; off++)
    for (int i = 0; i < m->n_constraints; i++) {
      const TrConstraint *c = &m->constraints[i];
      bool wanted = id ? g_str_equal (c->id, id) : c->disabled == off;
      if (c->kind == TR_CON_DRIVE && wanted && turns (m, s, i, body, is_in))
        return i;
    }
  return -1;
}

// Free parameters have been chosen to give way: where there are such, they alone do.
static bool
list_free (const TrModel *m, const bool *is_in, GArray *dimensions)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (TrVariable));
  tr_variable_list (m, is_in, all);
  for (guint i = 0; i < all->len; i++) {
    TrVariable v = g_array_index (all, TrVariable, i);
    if (v.kind == TR_VARIABLE_PARAMETER && m->parameters[v.element].number >= 0)
      g_array_append_val (dimensions, v);
  }
  return dimensions->len > 0;
}

TrDesign *
tr_session_design (TrSession *s,
                   const char *drive,
                   const TrConnector *at,
                   const char *const *vary,
                   TrSupports supports,
                   GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  g_autofree bool *is_in = g_new0 (bool, m->n_constraints + 1);
  g_autoptr (GArray) dimensions = g_array_new (FALSE, FALSE, sizeof (TrVariable));
  bool may_move = false;
  int found = find_drive (m, state, drive, at->body, is_in);
  if (found < 0) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                 _ ("expected a drive of an angle that takes the point with it, found none"));
    return NULL;
  }
  for (int i = 0; vary && vary[i]; i++)
    if (!tr_variable_find (m, vary[i], dimensions, error))
      return NULL;
  if (!vary && !list_free (m, is_in, dimensions)) {
    tr_variable_list (m, is_in, dimensions);
    may_move = dimensions->len > 0;
    if (supports == TR_SUPPORTS_STAY)
      tr_supports_leave_out (m, state, found, is_in, dimensions);
  }
  if (dimensions->len == 0) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                 may_move ? _ ("all that may change would move the supports: let pulled curves "
                               "move supports, or make a parameter free")
                          : _ ("expected a dimension that may change, found none"));
    return NULL;
  }
  return tr_design_new (m, state, found, at, (const TrVariable *) (void *) dimensions->data,
                        (int) dimensions->len);
}

static bool
set_pins (TrSession *s, int trace, const TrTracePin *pins, int n, GError **error)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autofree char *what = g_strdup_printf ("%s.pins", tr_session_get_model (s)->traces[trace].id);
  for (int i = 0; i < n; i++) {
    char x[3][TR_NUMBER_SIZE];
    tr_number_format (pins[i].turn, x[0]);
    tr_number_format (pins[i].at.x, x[1]);
    tr_number_format (pins[i].at.y, x[2]);
    g_string_append_printf (json, "%s[%s, %s, %s]", i > 0 ? ", " : "", x[0], x[1], x[2]);
  }
  g_string_append_c (json, ']');
  return tr_document_set (s->document, what, json->str, error);
}

bool
tr_session_set_pins (
    TrSession *s, int trace, const TrTracePin *pins, int n_pins, const char *name, GError **error)
{
  bool ok = set_pins (s, trace, pins, n_pins, error);
  if (ok)
    tr_session_settle (s, name);
  return ok;
}

int
tr_session_pin_targets (
    TrSession *s, const TrDesign *d, int trace, int pin, TrDesignTarget out[TR_DESIGN_TARGETS - 1])
{
  static const double slack = 1e-3; // radians beyond the ends of a way
  const TrModel *m = tr_session_get_model (s);
  int n = 0, n_curve;
  const double *phases;
  tr_design_get_curve (d, &n_curve, &phases);
  double from = phases[0], to = phases[n_curve - 1];
  for (int i = 0; i < m->n_traces; i++)
    for (int k = 0; k < m->traces[i].n_pins && n < TR_DESIGN_TARGETS - 1; k++) {
      const TrTrace *t = &m->traces[i];
      double phase = tr_design_get_phase (d, t->pins[k].turn);
      bool is_on = tr_design_is_closed (d) || (phase >= from - slack && phase <= to + slack);
      if ((i != trace || k != pin) && tr_design_moves (d, t->a.body) && is_on)
        out[n++] = (TrDesignTarget){phase, t->pins[k].at, &t->a};
    }
  return n;
}

bool
tr_session_take_design (
    TrSession *s, const TrDesign *d, int trace, const TrTracePin *pins, int n_pins, GError **error)
{
  int n;
  const TrVariable *dimensions = tr_design_get_variables (d, &n);
  bool any = false, ok = true;
  g_autoptr (TrModel) links = tr_link_follow (tr_session_get_model (s), tr_design_get_model (d));
  for (int i = 0; i < n && ok; i++) {
    if (!tr_design_has_changed (d, i))
      continue;
    g_autofree char *value = NULL;
    g_autofree char *what = tr_variable_text (tr_design_get_model (d), &dimensions[i], &value);
    ok = tr_document_set (s->document, what, value, error);
    any = true;
  }
  for (int i = 0; links && i < links->n_bodies && ok; i++) {
    const TrBody *b = &links->bodies[i];
    if (b->drawing == tr_design_get_model (d)->bodies[i].drawing)
      continue;
    g_autofree char *what = g_strdup_printf ("%s.drawing", b->id);
    g_autofree char *drawing = tr_write_drawing (b);
    ok = tr_document_set (s->document, what, drawing, error);
  }
  const TrState *found = tr_design_get_state (d);
  TrState *state = tr_session_get_state (s);
  if (any && found->n_q == state->n_q && state->n_q > 0)
    memcpy (state->q, found->q, sizeof (double) * (size_t) state->n_q);
  if (trace >= 0 && ok) {
    ok = set_pins (s, trace, pins, n_pins, error);
    any = true;
  }
  if (any) {
    tr_document_note_moved (s->document);
    tr_session_settle (s, _ ("Pull the motion"));
  }
  return ok;
}

bool
tr_session_set_supports (TrSession *s, TrSupports supports, GError **error)
{
  if (tr_session_get_model (s)->world.supports == supports)
    return true;
  bool ok = tr_document_set (s->document, "world.supports",
                             supports == TR_SUPPORTS_MOVE ? "move" : "stay", error);
  if (ok)
    tr_session_settle (s, _ ("Supports of pulled curves"));
  return ok;
}
