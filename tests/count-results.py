#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-results.py BUILD...: what the last `meson test` in these build directories came to.

A TAP test counts by its subtests, any other as one. Prints the names of what failed, then
`N passed, N failed, N skipped`. Exit status 1 when something failed or nothing ran.
"""

import json
import pathlib
import re
import sys

POINT = re.compile(r'^(not )?ok\b\s*\d*\s*-?\s*(.*?)(?:\s+# *(SKIP|TODO)\b.*)?$', re.IGNORECASE)
VERDICTS = {'OK': 'passed', 'EXPECTEDFAIL': 'passed', 'SKIP': 'skipped'}


def points(stdout):
    """(verdict, name) of each TAP point at the top level of an output."""
    for line in stdout.splitlines():
        if m := POINT.match(line):
            verdict = 'skipped' if m[3] else 'failed' if m[1] else 'passed'
            yield verdict, m[2]


def verdicts(test):
    """(verdict, name) of each thing that one meson test says."""
    found = list(points(test.get('stdout', '')))
    verdict = VERDICTS.get(test['result'], 'failed')
    if not found:
        return [(verdict, test['name'])]
    # A program that broke off, or ran out of time, may have said nothing bad before.
    if verdict == 'failed' and all(v != 'failed' for v, _ in found):
        found.append(('failed', 'ended with ' + test['result']))
    return [(v, f'{test["name"]}: {name}') for v, name in found]


def main():
    counts = dict(passed=0, failed=0, skipped=0)
    for build in sys.argv[1:]:
        log = pathlib.Path(build, 'meson-logs', 'testlog.json')
        if not log.is_file():
            print('failed: no tests were run in', build)
            counts['failed'] += 1
            continue
        for line in log.read_text(encoding='utf-8').splitlines():
            for verdict, name in verdicts(json.loads(line)):
                counts[verdict] += 1
                if verdict == 'failed':
                    print('failed:', name)
    print(', '.join(f'{n} {verdict}' for verdict, n in counts.items()))
    return 0 if counts['passed'] and not counts['failed'] else 1


if __name__ == '__main__':
    sys.exit(main())
