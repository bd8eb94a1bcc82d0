// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/bench/bench.h"

#include "solver/bench/workload.h"

#include <glib.h>
#include <malloc.h>
#include <stdlib.h>
#include <time.h>

// A sample lasts at least this long: short solves are repeated within it.
#define SAMPLE_SECONDS 5e-5

enum {
  MADE_BEFORE = 8,          // so many hold all that the allocator keeps by it
  MOST_MADE_BEFORE = 10000, // bodies of them together
};

typedef struct {
  const TrWorkload *w;
  TrKktMethod method;
  TrKkt *k;
  double *v, *lambda;
} Run;

static double
thread_seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static int
compare (const void *a, const void *b)
{
  const double *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

// What is in use by the allocator's own count, large pieces that it maps and its own records of each
// piece included; none where there is no such count.
static double
bytes_in_use (void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  struct mallinfo2 m = mallinfo2 ();
  return (double) m.uordblks + (double) m.hblkhd;
#else
  return 0;
#endif
}

// The median time of one call of work.
static double
median_seconds (void (*work) (Run *), Run *r, double seconds)
{
  g_autoptr (GArray) samples = g_array_new (FALSE, FALSE, sizeof (double));

  work (r);
  double begin = thread_seconds ();
  work (r);
  double once = MAX (thread_seconds () - begin, 1e-8);
  int repeats = MAX (1, (int) (SAMPLE_SECONDS / once));
  do {
    double from = thread_seconds ();
    for (int i = 0; i < repeats; i++)
      work (r);
    double sample = (thread_seconds () - from) / repeats;
    g_array_append_val (samples, sample);
  } while (thread_seconds () - begin < seconds || samples->len < 5);

  qsort (samples->data, samples->len, sizeof (double), compare);
  return g_array_index (samples, double, samples->len / 2);
}

static void
work_symbolic (Run *r)
{
  TrKktShape shape = tr_workload_shape (r->w);
  tr_kkt_free (tr_kkt_new (&shape, r->method));
}

static void
work_whole (Run *r)
{
  tr_workload_fill (r->w, r->k);
  tr_kkt_factor_solve (r->k, r->w->f, r->w->b, r->v, r->lambda);
}

static void
work_solve (Run *r)
{
  tr_kkt_solve (r->k, r->w->f, r->w->b, r->v, r->lambda);
}

static void
measure (Run *r, double seconds, TrBenchKkt *out)
{
  double per_body = 1e9 / r->w->n_bodies;

  out->n = r->w->n_bodies;
  out->multipliers = tr_kkt_n_rows (r->k);
  out->ns_per_body = per_body * median_seconds (work_whole, r, 0.6 * seconds);
  out->residual = tr_workload_residual (r->w, r->v, r->lambda);
  out->path = tr_kkt_path (r->k);
  out->solve_ns_per_body = per_body * median_seconds (work_solve, r, 0.2 * seconds);
  out->factor_ns_per_body = MAX (0, out->ns_per_body - out->solve_ns_per_body);
  out->symbolic_ns_per_body = per_body * median_seconds (work_symbolic, r, 0.2 * seconds);
}

// A system that has been solved once, with the memory that it keeps; NULL: refused.
static TrKkt *
make (Run *r, TrBenchKkt *out)
{
  TrKktShape shape = tr_workload_shape (r->w);
  double before = bytes_in_use ();
  r->k = tr_kkt_new (&shape, r->method);
  if (!r->k)
    return NULL;
  double made = bytes_in_use () - before;
  r->v = g_renew (double, r->v, tr_kkt_n_unknowns (r->k) + 1);
  r->lambda = g_renew (double, r->lambda, tr_kkt_n_rows (r->k) + 1);
  before = bytes_in_use ();
  work_whole (r);
  out->bytes_per_body = (made + bytes_in_use () - before) / r->w->n_bodies;
  return r->k;
}

bool
tr_bench_kkt (
    const char *workload, int n, int loops, TrKktMethod method, double seconds, TrBenchKkt *out)
{
  Run r = {.method = method};
  TrWorkload *w = tr_workload_new (workload, n, loops);
  if (!w)
    return false;

  r.w = w;
  // What the allocator keeps by it of what the first ones have let go is no system's.
  TrKkt *before[MADE_BEFORE];
  int n_before = MIN (MADE_BEFORE, MOST_MADE_BEFORE / MAX (w->n_bodies, 1));
  for (int i = 0; i < n_before; i++)
    before[i] = make (&r, out);
  bool done = make (&r, out) != NULL;
  for (int i = 0; i < n_before; i++)
    tr_kkt_free (before[i]);
  if (done)
    measure (&r, seconds, out);
  g_free (r.v);
  g_free (r.lambda);
  tr_kkt_free (r.k);
  tr_workload_free (w);
  return done;
}
