// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/coupler.h"

#include "session/timetable.h"
#include "solver/design/sweep.h"

// Points of a turn; of a drawing that takes long fewer.
#define MOST_SAMPLES  180
#define LEAST_SAMPLES 60
#define PATIENCE_MS   12
#define MOST_CURVES   16
// Below the frames of the display.
#define PRIORITY (G_PRIORITY_HIGH_IDLE + 40)

// A round of work. While it is under way the thread alone touches it.
typedef struct {
  GPtrArray *sweeps;      // of TrSweep; NULL where a drive turns nothing
  int n;                  // curves
  TrCouplerCurve *curves; // with room for MOST_SAMPLES
  TrConnector *at;        // the traced points
  int *sweep;             // of each curve
  TrState *state;
  guint generation; // of the model that it is made for
  int samples;
} Round;

struct _TrCoupler {
  TrCouplerFunc func; // NULL: nobody waits for it any more
  gpointer data;
  TrSession *session; // asked last; NULL: none
  guint source;       // that begins a round; 0: none
  Round *round;       // NULL: to be made
  bool is_running;
  bool is_wanted; // again, when the round has ended
  bool is_stale;  // the round is of another drawing
  GArray *curves; // of TrCouplerCurve with points of their own
};

static void
free_points (TrCouplerCurve *c)
{
  g_free ((gpointer) c->points);
  g_free ((gpointer) c->phases);
}

static void
round_free (Round *r)
{
  if (!r)
    return;
  g_ptr_array_unref (r->sweeps);
  for (int i = 0; i < r->n; i++)
    free_points (&r->curves[i]);
  g_free (r->curves);
  g_free (r->at);
  g_free (r->sweep);
  tr_state_free (r->state);
  g_free (r);
}

// Drives in the order in which they are tried: those that are switched on first.
static GArray *
list_drives (const TrModel *m)
{
  GArray *drives = g_array_new (FALSE, FALSE, sizeof (int));
  for (unsigned off = 0; off < 2; off++)
    for (int i = 0; i < m->n_constraints; i++)
      if (tr_timetable_is_drive (&m->constraints[i]) && m->constraints[i].disabled == off)
        g_array_append_val (drives, i);
  return drives;
}

// The first drive that moves the body; −1: none does. Sweeps are made as they are needed.
static int
find_sweep (Round *r, const TrModel *m, const GArray *drives, int body)
{
  for (guint i = 0; i < drives->len && body >= 0; i++) {
    if (i >= r->sweeps->len)
      g_ptr_array_add (r->sweeps,
                       tr_sweep_new (m, r->state, g_array_index (drives, int, i), MOST_SAMPLES));
    const TrSweep *w = r->sweeps->pdata[i];
    if (w && tr_sweep_moves (w, body))
      return (int) i;
  }
  return -1;
}

static Round *
round_new (TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (GArray) drives = list_drives (m);
  Round *r = g_new0 (Round, 1);
  int most = MIN (m->n_traces, MOST_CURVES);

  r->state = tr_state_copy (tr_session_get_state (s));
  r->sweeps = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_sweep_free);
  r->curves = g_new0 (TrCouplerCurve, most + 1);
  r->at = g_new (TrConnector, most + 1);
  r->sweep = g_new (int, most + 1);
  r->generation = tr_document_get_generation (tr_session_get_document (s));
  r->samples = MOST_SAMPLES;
  for (int i = 0; i < most; i++) {
    int sweep = find_sweep (r, m, drives, m->traces[i].a.body);
    if (sweep < 0)
      continue;
    r->curves[r->n] = (TrCouplerCurve){.trace = i,
                                       .points = g_new (Vec2, tr_sweep_room (MOST_SAMPLES)),
                                       .phases = g_new (double, tr_sweep_room (MOST_SAMPLES))};
    r->at[r->n] = m->traces[i].a;
    r->sweep[r->n++] = sweep;
  }
  return r;
}

static void
work (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Round *r = data;
  gint64 start = g_get_monotonic_time ();

  for (int i = 0; i < r->n; i++) {
    TrCouplerCurve *c = &r->curves[i];
    TrSweepResult result = tr_sweep_run (r->sweeps->pdata[r->sweep[i]], r->state, &r->at[i],
                                         r->samples, (Vec2 *) c->points, (double *) c->phases);
    c->n = result.n;
    c->closed = result.closed;
    c->base = result.base;
  }
  double ms = 1e-3 * (double) (g_get_monotonic_time () - start);
  if (ms > PATIENCE_MS)
    r->samples = MAX (LEAST_SAMPLES, r->samples / 2);
  else if (ms < PATIENCE_MS / 4.0)
    r->samples = MIN (MOST_SAMPLES, 2 * r->samples);
  g_task_return_boolean (task, TRUE);
}

static void
clear_curves (TrCoupler *c)
{
  for (guint i = 0; i < c->curves->len; i++)
    free_points (&g_array_index (c->curves, TrCouplerCurve, i));
  g_array_set_size (c->curves, 0);
}

static void
take_curves (TrCoupler *c)
{
  clear_curves (c);
  for (int i = 0; i < c->round->n; i++) {
    TrCouplerCurve own = c->round->curves[i];
    own.points = g_memdup2 (own.points, sizeof (Vec2) * (gsize) own.n);
    own.phases = g_memdup2 (own.phases, sizeof (double) * (gsize) own.n);
    g_array_append_val (c->curves, own);
  }
}

static guint
generation_of (TrSession *s)
{
  return tr_document_get_generation (tr_session_get_document (s));
}

static void
destroy (TrCoupler *c)
{
  clear_curves (c);
  g_array_unref (c->curves);
  round_free (c->round);
  g_free (c);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TrCoupler *c = data;
  c->is_running = false;
  if (!c->func) {
    destroy (c);
    return;
  }
  if (c->is_stale) {
    c->is_stale = false;
    g_clear_pointer (&c->round, round_free);
  } else if (c->session && c->round->generation == generation_of (c->session)) {
    take_curves (c);
    c->func (c, c->data);
  }
  if (c->session && c->is_wanted)
    tr_coupler_ask (c, c->session);
}

static gboolean
begin_cb (gpointer data)
{
  TrCoupler *c = data;
  c->source = 0;
  c->is_wanted = false;
  if (c->round && c->round->generation == generation_of (c->session)) {
    tr_state_assign (c->round->state, tr_session_get_state (c->session));
  } else {
    round_free (c->round);
    c->round = round_new (c->session);
  }
  if (c->round->n == 0) {
    clear_curves (c);
    c->func (c, c->data);
    return G_SOURCE_REMOVE;
  }
  c->is_running = true;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, ended_cb, c);
  g_task_set_priority (task, PRIORITY);
  g_task_set_task_data (task, c->round, NULL);
  g_task_run_in_thread (task, work);
  return G_SOURCE_REMOVE;
}

TrCoupler *
tr_coupler_new (TrCouplerFunc func, gpointer data)
{
  g_return_val_if_fail (func, NULL);
  TrCoupler *c = g_new0 (TrCoupler, 1);
  c->func = func;
  c->data = data;
  c->curves = g_array_new (FALSE, FALSE, sizeof (TrCouplerCurve));
  return c;
}

void
tr_coupler_free (TrCoupler *c)
{
  if (!c)
    return;
  tr_coupler_forget (c);
  c->func = NULL;
  if (!c->is_running)
    destroy (c);
}

void
tr_coupler_ask (TrCoupler *c, TrSession *s)
{
  if (c->session != s) { // another model may have the same number
    tr_coupler_forget (c);
    c->session = s;
  }
  c->is_wanted = true;
  if (!c->is_running && c->source == 0)
    c->source = g_idle_add_full (PRIORITY, begin_cb, c, NULL);
}

void
tr_coupler_forget (TrCoupler *c)
{
  g_clear_handle_id (&c->source, g_source_remove);
  c->session = NULL;
  c->is_wanted = false;
  clear_curves (c);
  c->is_stale = c->is_running;
  if (!c->is_running)
    g_clear_pointer (&c->round, round_free);
}

const TrCouplerCurve *
tr_coupler_get (TrCoupler *c, int *n)
{
  bool is_known = c->session && c->curves->len > 0 && c->round &&
                  c->round->generation == generation_of (c->session);
  *n = is_known ? (int) c->curves->len : 0;
  return is_known ? &g_array_index (c->curves, TrCouplerCurve, 0) : NULL;
}
