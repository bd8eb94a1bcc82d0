// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-coupler.h"
#include "cli/bench-drag.h"
#include "cli/bench-edit.h"
#include "cli/bench-random.h"
#include "cli/bench-sheet.h"
#include "cli/cli.h"
#include "math/number.h"
#include "solver/bench/bench.h"
#include "solver/bench/workload.h"

#include <string.h>

static void
key (GString *out, const char *name, double x)
{
  g_string_append_printf (out, ", \"%s\": ", name);
  tr_report_number (out, x);
}

static TrExit
print (GString *out)
{
  g_string_append (out, "}\n");
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
  return TR_EXIT_HOLDS;
}

static TrExit
bench_drag (const char *workload, int n, double seconds, TrKktMethod method)
{
  TrBenchDrag b;
  if (!tr_bench_drag (workload + strlen ("drag-"), n, seconds, method, &b))
    return tr_cli_refuse ("bench: expected drag-chain, drag-btree, drag-ladder or drag-truss "
                          "and N from 2");
  GString *out = g_string_new ("{\"workload\": ");
  tr_report_string (out, workload);
  key (out, "n", b.n);
  key (out, "frames", b.frames);
  key (out, "median_us", b.median_us);
  key (out, "p95_us", b.p95_us);
  key (out, "max_us", b.max_us);
  key (out, "worst_residual", b.worst_residual);
  key (out, "flips", b.flips);
  key (out, "miss", b.miss);
  return print (out);
}

static TrExit
bench_sheet (const char *workload, int n, double stiffness, double seconds, TrKktMethod method)
{
  TrBenchSheet b;
  if (!tr_bench_sheet (n, stiffness, seconds, method, &b))
    return tr_cli_refuse ("bench: expected at most 100000 sheets");
  GString *out = g_string_new ("{\"workload\": ");
  tr_report_string (out, workload);
  key (out, "n", n);
  key (out, "frames", b.frames);
  key (out, "iterations", b.iterations);
  key (out, "median_us", b.median_us);
  key (out, "max_us", b.max_us);
  key (out, "factored_per_frame", b.factored_per_frame);
  key (out, "worst_residual", b.worst_residual);
  return print (out);
}

static TrExit
bench_coupler (int samples, const TrOption *options, double seconds)
{
  TrBenchCoupler b;
  const char *document = tr_option (options, "--document");
  if (!document)
    return tr_cli_refuse ("bench coupler needs --document FILE");
  g_autoptr (TrSession) session = tr_cli_open_solver (document, options);
  if (!session)
    return TR_EXIT_REFUSED;
  if (!tr_bench_coupler (session, samples, seconds, &b))
    return tr_cli_refuse ("bench coupler: expected a drawing with a drive on an angle and a trace");
  GString *out = g_string_new ("{\"workload\": \"coupler\"");
  key (out, "n", samples);
  key (out, "points", b.points);
  g_string_append (out, b.closed ? ", \"closed\": true" : ", \"closed\": false");
  key (out, "median_us", b.median_us);
  key (out, "max_us", b.max_us);
  key (out, "worst_residual", b.worst_residual);
  return print (out);
}

// Times at n bars, and how many times those at a thousand they are; the worst of these are of edits
// that leave all else in its place.
static TrExit
bench_edit (int n)
{
  enum { FEW = 1000 };
  double before[TR_N_BENCH_EDITS], us[TR_N_BENCH_EDITS], after[TR_N_BENCH_EDITS], worst = 0;
  if (n < FEW || n > 1000000)
    return tr_cli_refuse ("bench edit: expected 1000 to 1000000 bodies");
  // Machines wake up, and tire: the few are timed on both sides.
  if (!tr_bench_edit (FEW, before) || !tr_bench_edit (n, us) || !tr_bench_edit (FEW, after))
    return tr_cli_refuse ("bench edit: an edit was refused");
  GString *out = g_string_new ("{\"workload\": \"edit\"");
  key (out, "n", n);
  for (int kind = 0; kind < TR_N_BENCH_EDITS; kind++) {
    g_autofree char *name = g_strconcat (tr_bench_edit_names[kind], "_us", NULL);
    g_autofree char *ratio = g_strconcat (tr_bench_edit_names[kind], "_ratio", NULL);
    double more = us[kind] / fmin (before[kind], after[kind]);
    key (out, name, us[kind]);
    key (out, ratio, more);
    if (kind < TR_BENCH_REMOVE)
      worst = fmax (worst, more);
  }
  key (out, "worst_ratio", worst);
  return print (out);
}

static TrExit
bench_system (const char *workload, int n, int loops, TrKktMethod method, double seconds)
{
  TrBenchKkt b;
  TrWorkloadLimits limits = tr_workload_limits (workload, n);
  if (n < limits.fewest)
    return tr_cli_refuse ("bench %s: expected at least %d bodies, found %d", workload,
                          limits.fewest, n);
  if (loops > limits.most_loops)
    return tr_cli_refuse ("bench %s %d: expected --loops of at most %d, found %d", workload, n,
                          limits.most_loops, loops);
  if (!tr_bench_kkt (workload, n, loops, method, seconds, &b))
    return tr_cli_refuse (method == TR_KKT_TREE
                              ? "bench %s %d: --solver tree takes trees only, and this is none"
                              : "bench %s %d: this is too large for that --solver",
                          workload, n);
  GString *out = g_string_new ("{\"workload\": ");
  tr_report_string (out, workload);
  key (out, "n", b.n);
  key (out, "multipliers", b.multipliers);
  g_string_append (out, ", \"path\": ");
  tr_report_string (out, b.path);
  key (out, "ns_per_body", b.ns_per_body);
  key (out, "factor_ns_per_body", b.factor_ns_per_body);
  key (out, "solve_ns_per_body", b.solve_ns_per_body);
  key (out, "symbolic_ns_per_body", b.symbolic_ns_per_body);
  key (out, "residual", b.residual);
  key (out, "bytes_per_body", b.bytes_per_body);
  return print (out);
}

static TrExit
bench_random (const TrOption *options, TrKktMethod method)
{
  double seed = 1, count = 100;
  if (!tr_option_number (options, "--seed", 0, 1e15, &seed) ||
      !tr_option_number (options, "--count", 1, 1e6, &count))
    return TR_EXIT_REFUSED;
  TrBenchRandom b;
  tr_bench_random ((uint64_t) seed, (int) count, tr_option_given (options, "--fine"), method, &b);
  GString *out = g_string_new ("{\"workload\": \"drag-random\"");
  key (out, "drawings", b.drawings);
  key (out, "frames", b.frames);
  key (out, "flips", b.flips);
  key (out, "jumps", b.jumps);
  key (out, "nonfinite", b.nonfinite);
  key (out, "worst_residual", b.worst_residual);
  key (out, "worst_frame_ms", b.worst_frame_ms);
  g_string_append (out, ", \"failing_seeds\": [");
  for (guint i = 0; i < b.failing->len; i++)
    g_string_append_printf (out, "%s%" G_GUINT64_FORMAT, i ? ", " : "",
                            g_array_index (b.failing, guint64, i));
  g_string_append_c (out, ']');
  g_array_unref (b.failing);
  return print (out);
}

static const char *const workloads[] = {
    "chain",        "star",        "btree",      "rtree",       "chainloop",  "chainrand",
    "chainnail",    "btreenail",   "ladder",     "truss",       "grid",       "overbraced",
    "conflicting",  "drag-chain",  "drag-btree", "drag-ladder", "drag-truss", "drag-sheets",
    "drag-elastic", "drag-random", "coupler",    "edit",        NULL};

const char *
tr_bench_workload (int i)
{
  return workloads[i];
}

static TrExit
run_bench (char **argument, TrOption *options)
{
  double n, seconds = -1, loops = 0;
  TrKktMethod method;
  if (!g_strv_contains (workloads, argument[0])) {
    g_autofree char *names = g_strjoinv (", ", (char **) workloads);
    return tr_cli_refuse ("bench: expected %s, found \"%s\"", names, argument[0]);
  }
  if (!tr_option_solver (options, &method))
    return TR_EXIT_REFUSED;
  if (g_str_equal (argument[0], "drag-random"))
    return bench_random (options, method);
  if (!argument[1] || !tr_number_parse (argument[1], &n) || n < 1 || n > 1e7 || n > floor (n))
    return tr_cli_refuse ("bench: expected a number of bodies, found \"%s\"",
                          argument[1] ? argument[1] : "nothing");
  if (!tr_option_number (options, "--seconds", 0.01, 3600, &seconds) ||
      !tr_option_number (options, "--loops", 0, n, &loops))
    return TR_EXIT_REFUSED;
  if (g_str_equal (argument[0], "edit"))
    return bench_edit ((int) n);
  if (g_str_equal (argument[0], "coupler"))
    return bench_coupler ((int) fmin (n, 1e6), options, seconds > 0 ? seconds : 1);
  if (g_str_equal (argument[0], "drag-sheets") || g_str_equal (argument[0], "drag-elastic")) {
    double stiffness = 10;
    if (!tr_option_number (options, "--stiffness", 1e-6, 1e12, &stiffness))
      return TR_EXIT_REFUSED;
    bool is_plain = g_str_equal (argument[0], "drag-sheets");
    return bench_sheet (argument[0], (int) n, is_plain ? 0 : stiffness, seconds > 0 ? seconds : 60,
                        method);
  }
  if (g_str_has_prefix (argument[0], "drag-"))
    return bench_drag (argument[0], (int) n, seconds > 0 ? seconds : 60, method);
  return bench_system (argument[0], (int) n, (int) loops, method, seconds > 0 ? seconds : 1);
}

static const TrOption bench_options[] = {
    {"--seconds", "S", "of measuring (1; a drag at most 60)", NULL, false},
    {"--loops", "K", "closures, nails or bars too many of the workload", NULL, false},
    {"--seed", "S", "of drag-random: the first of its linkages (1)", NULL, false},
    {"--count", "N", "of drag-random: how many (100)", NULL, false},
    {"--stiffness", "K", "of drag-elastic: of the sheets' shapes (10)", NULL, false},
    {"--fine", NULL, "of drag-random: each frame in 16 parts", NULL, false},
    {"--document", "FILE", "of coupler: its first drive and first trace", NULL, false},
    {"--solver", "NAME", "auto, tree, block, serial, auxiliary, cg or dense", NULL, false},
    {"--json", NULL, "accepted: the answer is JSON always", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_bench = {
    "bench", "WORKLOAD [N]", "times the solver on a known system", -2, bench_options, run_bench,
};
