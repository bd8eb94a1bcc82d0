// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-coupler.h"

#include "cli/cli.h"
#include "solver/design/sweep.h"

enum { MOST_RUNS = 1000 };

static int
compare (gconstpointer a, gconstpointer b)
{
  const double *x = a, *y = b;
  return *x < *y ? -1 : *x > *y;
}

static TrSweep *
first_sweep (const TrModel *m, const TrState *s, int samples)
{
  TrSweep *w = NULL;
  for (int i = 0; i < m->n_constraints && !w; i++)
    w = tr_sweep_new (m, s, i, samples);
  return w;
}

bool
tr_bench_coupler (TrSession *session, int samples, double seconds, TrBenchCoupler *out)
{
  const TrModel *m = tr_session_get_model (session);
  const TrState *s = tr_session_get_state (session);
  g_autoptr (TrSweep) w = first_sweep (m, s, samples);
  g_autofree Vec2 *points = g_new (Vec2, tr_sweep_room (samples));
  g_autofree double *phases = g_new (double, tr_sweep_room (samples));
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  double start = tr_cli_seconds ();
  if (!w || m->n_traces == 0)
    return false;
  *out = (TrBenchCoupler){.points = 0};
  tr_sweep_run (w, s, &m->traces[0].a, samples, points, phases); // warm
  while (times->len < MOST_RUNS && (times->len < 3 || tr_cli_seconds () - start < seconds)) {
    double before = tr_cli_seconds ();
    TrSweepResult r = tr_sweep_run (w, s, &m->traces[0].a, samples, points, phases);
    double us = 1e6 * (tr_cli_seconds () - before);
    g_array_append_val (times, us);
    out->points = r.n;
    out->closed = r.closed;
    out->worst_residual = r.residual;
  }
  g_array_sort (times, compare);
  out->median_us = g_array_index (times, double, times->len / 2);
  out->max_us = g_array_index (times, double, times->len - 1);
  return true;
}
