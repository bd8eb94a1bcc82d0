# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files of the source tree, for the checks."""

import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = {'.git', '__pycache__', 'subprojects'}


def tracked():
    """Paths from the top, as git has them; without git (a tarball) all but builds."""
    try:
        listing = subprocess.run(['git', '-C', TOP, 'ls-files', '-z'], capture_output=True, text=True)
        if listing.returncode == 0 and listing.stdout:
            return [path for path in listing.stdout.split('\0') if path and (TOP / path).is_file()]
    except FileNotFoundError:
        pass
    paths = (path.relative_to(TOP) for path in sorted(TOP.rglob('*')) if path.is_file())
    return [str(path) for path in paths
            if not SKIPPED & set(path.parts) and not path.parts[0].startswith('build')]


def c_files():
    return [path for path in tracked()
            if path.startswith(('src/', 'tests/')) and path.endswith(('.c', '.h'))]


def read(path):
    # Some test data are no UTF-8 on purpose.
    return (TOP / path).read_text(encoding='utf-8', errors='replace')
