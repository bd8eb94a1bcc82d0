// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mechanism/mechanism-watch.h"

// Between the ends of one search and the start of the next: at least so long, and as long as one took.
#define REST_MS 60

struct _TrMechanismWatch {
  TrMechanismFunc func; // NULL: freed while a search is under way
  gpointer data;
  TrSession *session; // that asks; NULL: nobody does
  bool is_running;
  guint source; // of the next search
  double cost;  // of the last, ms
};

typedef struct {
  TrModel *m;
  TrState *s;
  TrMechanism *found;
  GPtrArray *facts;
  double ms;
} Search;

static void
search_free (gpointer data)
{
  Search *x = data;
  g_clear_pointer (&x->facts, g_ptr_array_unref);
  g_clear_pointer (&x->found, tr_mechanism_free);
  tr_state_free (x->s);
  tr_model_free (x->m);
  g_free (x);
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Search *x = data;
  gint64 start = g_get_monotonic_time ();

  x->found = tr_mechanism_new (x->m, x->s, NULL, NULL);
  if (x->found)
    x->facts = tr_mechanism_facts (x->found, x->m);
  x->ms = 1e-3 * (double) (g_get_monotonic_time () - start);
  g_task_return_boolean (task, TRUE);
}

static void ask (TrMechanismWatch *w);

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TrMechanismWatch *w = data;
  const Search *x = g_task_get_task_data (G_TASK (result));

  w->is_running = false;
  if (!w->func) {
    g_free (w);
    return;
  }
  w->cost = x->ms;
  w->func (x->found, x->m, x->facts, x->ms, w->data);
  if (w->session)
    ask (w);
}

static gboolean
begin_cb (gpointer data)
{
  TrMechanismWatch *w = data;
  TrSession *s = g_steal_pointer (&w->session);
  Search *x = g_new0 (Search, 1);

  w->source = 0;
  x->m = tr_model_copy (tr_session_get_model (s));
  x->s = tr_state_copy (tr_session_get_state (s));
  w->is_running = true;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, ended_cb, w);
  g_task_set_task_data (task, x, search_free);
  g_task_run_in_thread (task, work);
  return G_SOURCE_REMOVE;
}

static void
ask (TrMechanismWatch *w)
{
  if (!w->is_running && w->source == 0)
    w->source = g_timeout_add (w->cost > 0 ? (guint) (REST_MS + w->cost) : 0, begin_cb, w);
}

TrMechanismWatch *
tr_mechanism_watch_new (TrMechanismFunc func, gpointer data)
{
  TrMechanismWatch *w = g_new0 (TrMechanismWatch, 1);
  w->func = func;
  w->data = data;
  return w;
}

void
tr_mechanism_watch_free (TrMechanismWatch *w)
{
  g_clear_handle_id (&w->source, g_source_remove);
  w->session = NULL;
  w->func = NULL;
  if (!w->is_running)
    g_free (w);
}

void
tr_mechanism_watch_ask (TrMechanismWatch *w, TrSession *s)
{
  w->session = s;
  ask (w);
}
