// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// bench-kkt WORKLOAD N [LOOPS [SOLVER [SECONDS]]]: one line of figures. No test.

#include "solver/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  TrBenchKkt out;
  TrKktMethod method = TR_KKT_AUTO;
  if (argc < 3 || (argc > 4 && !tr_kkt_method_by_name (argv[4], &method)) ||
      !tr_bench_kkt (argv[1], atoi (argv[2]), argc > 3 ? atoi (argv[3]) : 0, method,
                     argc > 5 ? atof (argv[5]) : 1, &out)) {
    fprintf (stderr, "usage: bench-kkt WORKLOAD N [LOOPS "
                     "[auto|tree|block|serial|auxiliary|cg|dense [SECONDS]]]\n");
    return 1;
  }
  printf ("%-10s n %6d  multipliers %6d  %-5s  %7.1f ns/body  factor %7.1f  solve %6.1f  symbolic "
          "%7.0f  residual %.1e\n",
          argv[1], out.n, out.multipliers, out.path, out.ns_per_body, out.factor_ns_per_body,
          out.solve_ns_per_body, out.symbolic_ns_per_body, out.residual);
  return 0;
}
