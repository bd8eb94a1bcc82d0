#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-examples.py TRAMMEL-CLI: every example drawing holds, is written as we write, can be exported
and follows a hand; in TAP."""

import json
import os
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import sources
from casecalls import call

# What a person would take hold of first, and where to: within reach.
HANDLES = {
    'curves': ('bead.at', '20,40'),
    'elliptical-trammel': ('pen.at', '-40,60'),
    'four-bar': ('crank.b', '0,24'),
    'pantograph': ('tracer.at', '30,12'),
    'peaucellier': ('pen.at', '91.6,-30'),
    'rose': ('pen.at', '30,-12'),
    'slider-crank': ('crankpin.at', '-10,20'),
    'theo-jansen': ('crankpin.at', '-15,3'),
}


def holds(cli, document, folder):
    result = call([cli, 'check', document, '--json'], folder, {}, 60)
    report = json.loads(result.stdout or '{}')
    if result.exit != 0 or report['redundant'] or report['conflicting']:
        return f'{result.last_words()} {result.stdout}'
    return None


def reads_back(cli, document, folder):
    (folder / 'script').write_text('save again.trammel\n')
    result = call([cli, 'run', document, '--script', 'script'], folder, {}, 60)
    if result.exit != 0 or (folder / 'again.trammel').read_bytes() != document.read_bytes():
        return f'{result.last_words()}: saved again it is another file'
    return None


def follows(cli, document, folder):
    grab, place = HANDLES[document.stem]
    result = call([cli, 'drag', document, '--grab', grab, '--to', place, '-o', 'moved.trammel'],
                  folder, {}, 60)
    if result.exit != 0 or (folder / 'moved.trammel').read_bytes() == document.read_bytes():
        return f'{result.last_words()}: it did not move'
    return None


def has_a_picture(cli, document, folder):
    result = call([cli, 'export', document, '-o', 'picture.svg'], folder, {}, 60)
    if result.exit != 0 or result.stderr:
        return result.last_words()
    ElementTree.parse(folder / 'picture.svg')
    return None


def main():
    cli, number, failed = os.path.abspath(sys.argv[1]), 0, False
    for document in sorted((sources.TOP / 'data' / 'examples').glob('*.trammel')):
        with tempfile.TemporaryDirectory(prefix='trammel-example-') as passing:
            for question in (holds, reads_back, follows, has_a_picture):
                wrong = question(cli, document, pathlib.Path(passing))
                number += 1
                failed |= wrong is not None
                if wrong:
                    print('#', wrong)
                print('not ok' if wrong else 'ok', number, '-', document.stem, question.__name__)
    print(f'1..{number}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
