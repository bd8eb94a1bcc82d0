#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every C file is as clang-format 14 writes it. Exit status 77 (skipped) without that program."""

import subprocess
import sys

import sources


def formatter():
    for name in ('clang-format-14', 'clang-format'):
        try:
            version = subprocess.run([name, '--version'], capture_output=True, text=True).stdout
        except FileNotFoundError:
            continue
        if ' version 14.' in version:
            return name
    return None


def main():
    program = formatter()
    if program is None:
        print('clang-format 14 is not here')
        return 77
    files = sources.c_files()
    result = subprocess.run([program, '--dry-run', '-Werror', *files], cwd=sources.TOP,
                            capture_output=True, text=True)
    places = [line for line in result.stderr.splitlines() if ': error: ' in line]
    print('\n'.join(places) or result.stderr)
    print(f'{len(files)} files, {len(places)} places (mend: {program} -i FILE)')
    return 1 if result.returncode else 0


if __name__ == '__main__':
    sys.exit(main())
