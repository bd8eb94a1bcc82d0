#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""bench-edit.py CLI: what an edit costs at ten and a hundred times as many bodies, as ratios to a
thousand, the least of a few runs; ends with 1 where one is half as much again. Edits that move all
that stands behind them in its list are held to what goes over that once, by each body. No test: what
it says is of the machine, too."""

import json
import subprocess
import sys

RUNS = 3
MOST = 1.5
MOVES = 'remove', 'erase', 'vertex'
MOST_A_BODY = 4 # lists that are longer than the cache
SIZES = (10000, 100000)


def ratios(cli, n):
    """Each edit's least ratio over the runs."""
    least = {}
    for _ in range(RUNS):
        out = subprocess.run([cli, "bench", "edit", str(n)], capture_output=True, check=True).stdout
        for key, x in json.loads(out).items():
            if key.endswith("_ratio") and key != "worst_ratio":
                least[key] = min(x, least.get(key, x))
    return least


def main():
    missed = False
    for n in SIZES:
        for key, x in ratios(sys.argv[1], n).items():
            most = MOST_A_BODY * n / 1000 if key.startswith(MOVES) else MOST
            missed |= x > most
            print(f"{n:7} {key[:-6]:11} {x:6.2f}{'  over ' + str(most) if x > most else ''}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
