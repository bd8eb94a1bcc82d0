// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/motion.h"

#include "session/session-private.h"

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

TrDesign *
tr_session_design (
    TrSession *s, const char *drive, const TrConnector *at, const char *const *vary, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrState *state = tr_session_get_state (s);
  g_autofree bool *is_in = g_new0 (bool, m->n_constraints + 1);
  g_autoptr (GArray) dimensions = g_array_new (FALSE, FALSE, sizeof (TrVariable));
  int found = find_drive (m, state, drive, at->body, is_in);
  if (found < 0) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                 _ ("expected a drive of an angle that takes the point with it, found none"));
    return NULL;
  }
  for (int i = 0; vary && vary[i]; i++)
    if (!tr_variable_find (m, vary[i], dimensions, error))
      return NULL;
  if (!vary)
    tr_variable_list (m, is_in, dimensions);
  if (dimensions->len == 0) {
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE,
                 _ ("expected a dimension that may change, found none"));
    return NULL;
  }
  return tr_design_new (m, state, found, at, (const TrVariable *) (void *) dimensions->data,
                        (int) dimensions->len);
}

bool
tr_session_take_design (TrSession *s, const TrDesign *d, GError **error)
{
  int n;
  const TrVariable *dimensions = tr_design_get_variables (d, &n);
  bool any = false, ok = true;
  for (int i = 0; i < n && ok; i++) {
    if (!tr_design_has_changed (d, i))
      continue;
    g_autofree char *value = NULL;
    g_autofree char *what = tr_variable_text (tr_design_get_model (d), &dimensions[i], &value);
    ok = tr_document_set (s->document, what, value, error);
    any = true;
  }
  const TrState *found = tr_design_get_state (d);
  TrState *state = tr_session_get_state (s);
  if (any && found->n_q == state->n_q && state->n_q > 0)
    memcpy (state->q, found->q, sizeof (double) * (size_t) state->n_q);
  if (any)
    tr_session_settle (s, _ ("Pull the motion"));
  return ok;
}
