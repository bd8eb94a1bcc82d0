// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/key-pull.h"

#include "model/pool.h"
#include "session/keys.h"

struct _TrKeyPull {
  TrSession *session;
  guint generation; // of the drawing that it was made for
  TrModel *m;       // whose path has these keys
  GArray *keys;     // TrKey
  TrState *state;
  TrEngine *engine;
  int path, key;
  Vec2 at;
};

TrKeyPull *
tr_key_pull_new (TrSession *s, int path, int key)
{
  const TrModel *m = tr_session_get_model (s);
  g_return_val_if_fail (path >= 0 && path < m->n_constraints, NULL);
  const TrConstraint *c = &m->constraints[path];
  g_return_val_if_fail (key >= 0 && key < c->n_keys, NULL);
  TrKeyPull *p = g_new0 (TrKeyPull, 1);

  p->session = g_object_ref (s);
  p->generation = tr_document_get_generation (tr_session_get_document (s));
  p->keys = tr_path_keys (c);
  p->m = tr_model_copy (m);
  p->m->constraints[path].keys = (const TrKey *) (void *) p->keys->data;
  p->state = tr_state_copy (tr_session_get_state (s));
  p->engine = tr_engine_new (p->m, p->state);
  p->path = path;
  p->key = key;
  p->at = c->keys[key].at;
  return p;
}

void
tr_key_pull_free (TrKeyPull *p)
{
  tr_engine_free (p->engine);
  tr_state_free (p->state);
  tr_model_free (p->m);
  g_array_unref (p->keys);
  g_object_unref (p->session);
  g_free (p);
}

static bool
is_of_now (const TrKeyPull *p)
{
  return p->generation == tr_document_get_generation (tr_session_get_document (p->session));
}

bool
tr_key_pull_to (TrKeyPull *p, Vec2 at)
{
  g_return_val_if_fail (v2_is_finite (at), false);
  g_autoptr (TrState) before = tr_state_copy (p->state);

  if (!is_of_now (p))
    return false;
  p->at = at;
  tr_path_shift_key (&tr_session_get_model (p->session)->constraints[p->path], p->keys, p->key, at);
  p->m->constraints[p->path].stamp = tr_pool_stamp (p->m->pool); // it is another one now
  tr_ledger_note (&p->m->ledger, (TrElement){TR_ELEMENT_CONSTRAINT, p->path});
  tr_engine_renew (p->engine, p->m, p->state);
  bool ok = tr_engine_solve (p->engine, p->state).ok;
  if (!ok)
    tr_state_assign (p->state, before);
  return ok;
}

const TrModel *
tr_key_pull_get_model (const TrKeyPull *p)
{
  return p->m;
}

const TrState *
tr_key_pull_get_state (const TrKeyPull *p)
{
  return p->state;
}

// From where it has been seen to come, so that it does not jump as the hand lets go; where time has
// gone on since, from there.
bool
tr_key_pull_take (TrKeyPull *p, GError **error)
{
  TrState *state = tr_session_get_state (p->session);
  g_autoptr (TrState) before = tr_state_copy (state);

  if (!is_of_now (p))
    return true; // of a drawing that is no more
  if (!(state->time < p->state->time || state->time > p->state->time)) {
    tr_state_assign (state, p->state);
    tr_document_note_moved (tr_session_get_document (p->session));
  }
  bool ok = tr_session_move_key (p->session, p->path, p->key, p->at, error);
  if (!ok)
    tr_state_assign (state, before);
  return ok;
}
