// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-sheet.h"
#include "cli/cli.h"
#include "doc/reader.h"
#include "math/number.h"
#include "solver/component.h"
#include "solver/engine-private.h"

#include <stdlib.h>

enum { FRAMES = 600, TURN_FRAMES = 120, WARM_FRAMES = 2 };

#define WIDTH  4.0
#define RADIUS 1.5

// Sheets of 4 × 2 side by side, each joined to the next at the middle of a side, the first nailed.
static bool
make_row (int n, double stiffness, TrModel **m, TrState **s)
{
  char k[TR_NUMBER_SIZE];
  tr_number_format (stiffness, k);
  g_autoptr (GString) out = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  for (int i = 0; i < n; i++)
    g_string_append_printf (
        out,
        "%s{\"id\": \"s%d\", \"kind\": \"sheet\", \"origin\": [%d, 0], \"u\": [1, 0],"
        " \"v\": [0, 1], \"size\": [4, 2], \"elastic\": {\"shape\": %s}}",
        i > 0 ? ", " : "", i, (int) WIDTH * i, k);
  g_string_append (out,
                   "], \"constraints\": [{\"id\": \"n\", \"kind\": \"nail\", \"a\": {\"body\": "
                   "\"s0\", \"local\": [-2, 0]}, \"at\": [-2, 0]}");
  for (int i = 1; i < n; i++)
    g_string_append_printf (out,
                            ", {\"id\": \"j%d\", \"kind\": \"attach\", \"a\": {\"body\": \"s%d\", "
                            "\"local\": [2, 0]}, \"b\": {\"body\": \"s%d\", \"local\": [-2, 0]}}",
                            i, i - 1, i);
  g_string_append (out, "]}");
  return tr_read_model (out->str, out->len, "bench", m, s, NULL);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

// The end of the row goes round a small circle.
static void
drag (TrModel *m, TrState *s, double seconds, TrKktMethod method, TrBenchSheet *out)
{
  double time[FRAMES], spent = 0;
  TrConnector what = {.kind = TR_AT_LOCAL, .body = m->n_bodies - 1, .slide = -1, .p = {2, 0}};
  Vec2 centre = v2_sub (tr_connector_point (m, &what, s->q), v2 (RADIUS, 0));
  TrEngine *e = tr_engine_new (m, s);
  tr_engine_set_method (e, method);
  tr_engine_grab (e, s, &what, false);
  const TrComponent *k = e->slots[e->grab.component];
  size_t factored = 0;
  for (int i = 0; i < FRAMES + WARM_FRAMES && spent < seconds; i++) {
    Vec2 to = v2_add (centre, v2_polar (RADIUS, 2 * G_PI * i / TURN_FRAMES));
    size_t before = k->kkt ? tr_kkt_n_factored (k->kkt) : 0;
    double from = tr_cli_seconds ();
    TrStepResult r = tr_engine_drag (e, s, to);
    double took = tr_cli_seconds () - from;
    if (i < WARM_FRAMES)
      continue;
    spent += took;
    time[out->frames++] = took;
    factored += tr_kkt_n_factored (k->kkt) - before;
    out->iterations += r.iterations;
    out->worst_residual = fmax (out->worst_residual, r.relative);
  }
  tr_engine_release (e, s);
  tr_engine_free (e);
  qsort (time, (size_t) out->frames, sizeof (double), compare);
  out->median_us = 1e6 * time[out->frames / 2];
  out->max_us = 1e6 * time[out->frames - 1];
  out->factored_per_frame = (double) factored / out->frames;
}

bool
tr_bench_sheet (int n, double stiffness, double seconds, TrKktMethod method, TrBenchSheet *out)
{
  TrModel *m;
  TrState *s;
  *out = (TrBenchSheet){.frames = 0};
  if (n < 1 || n > 100000 || !make_row (n, stiffness, &m, &s))
    return false;
  drag (m, s, seconds, method, out);
  tr_model_free (m);
  tr_state_free (s);
  return true;
}
