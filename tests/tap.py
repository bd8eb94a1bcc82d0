# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions as tests in TAP, in an empty folder that they share."""

import os
import sys
import tempfile


def run(tests, prepare=None):
    """Ends the program with 0 where all is well. prepare() fills the folder."""
    print(f'1..{len(tests)}')
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if prepare:
            prepare()
        for i, test in enumerate(tests):
            try:
                test()
                print(f'ok {i + 1} - {test.__name__}')
            except (AssertionError, ValueError, KeyError) as error:
                failed = True
                print(f'not ok {i + 1} - {test.__name__}')
                print(f'# line {error.__traceback__.tb_next.tb_lineno}: {error}'[:400])
        os.chdir('/')
    sys.exit(failed)
