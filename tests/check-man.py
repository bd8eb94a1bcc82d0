#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-man.py TRAMMEL-CLI: the man pages name every verb and option that the program has, and are
set without a warning; in TAP."""

import re
import shutil
import subprocess
import sys

import sources

PAGES = ('trammel.1', 'trammel-cli.1')


def set_page(name):
    """The page as it is read, and what was wrong with it."""
    path = sources.TOP / 'data' / 'man' / name
    result = subprocess.run(['groff', '-man', '-Tutf8', '-ww', '-P-c', path], capture_output=True,
                            text=True, check=False)
    return re.sub(r'.\x08', '', result.stdout).replace('\u2010', '-'), result.stderr


def help_of(cli, *verb):
    return subprocess.run([cli, *verb, '--help'], capture_output=True, text=True, check=True).stdout


def sections(text):
    """What the page says under each verb's heading, which is indented by three spaces."""
    parts = re.split(r'^   ([a-z]+) .*$', text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def missing(cli, text):
    """Verbs, options and lines of a session that the page does not have."""
    told = sections(text)
    for verb in re.findall(r'^  ([a-z]+) ', help_of(cli), flags=re.M):
        if verb not in told:
            yield verb
        for option in re.findall(r'^  (--?[a-z]+)', help_of(cli, verb), flags=re.M):
            if option not in told.get(verb, ''):
                yield f'{verb} {option}'
    words = ' '.join(text.split())
    for line in help_of(cli, 'run').partition('or:\n')[2].split('\n'):
        if ' '.join(line.split()) not in words:
            yield f'run, "{line.strip()}"'
    workloads = help_of(cli, 'bench').partition('one of:\n')[2].split()
    if not workloads:
        yield 'any workload'
    for workload in workloads:
        if workload not in re.findall(r'[a-z-]+', told['bench']):
            yield f'bench {workload}'


def main():
    if not shutil.which('groff'):
        print('1..0 # SKIP groff is not here')
        return 0
    cli, failed, number = sys.argv[1], False, 0
    for name in PAGES:
        text, wrong = set_page(name)
        wrong = wrong.splitlines()
        if name == 'trammel-cli.1':
            wrong += [f'does not tell {what}' for what in missing(cli, text)]
        number += 1
        failed |= bool(wrong)
        print(''.join(f'# {line}\n' for line in wrong), end='')
        print('not ok' if wrong else 'ok', number, '-', name)
    print(f'1..{number}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
