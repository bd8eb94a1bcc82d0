#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every test that the table of promises names is there."""

import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name):
    with open(f'{HERE}/{name}', encoding='utf-8') as f:
        return f.read()


def main():
    bad, bare = [], []
    for line in read('promises').splitlines():
        if not line or line.startswith('#'):
            continue
        promise, tests = (part.strip() for part in line.split('|'))
        if not tests:
            bare.append(promise)
        for test in filter(None, (name.strip() for name in tests.split(','))):
            stem, function = test.split('.')
            path = f'test_{stem}.py'
            if not os.path.exists(f'{HERE}/{path}') or \
                    not re.search(rf'^def {function}\(', read(path), re.MULTILINE):
                bad.append(f'{promise}: there is no {test}')
    print('\n'.join(bad + [f'shown by no test: {promise}' for promise in bare]))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
