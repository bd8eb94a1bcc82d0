#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""The command line and the files of other programs: what is taken from them, what is made for them.

test-cli-files.py CLI prints TAP."""

import json
import math
import os
import subprocess
import sys

import tap

CLI = os.path.abspath(sys.argv[1])


def call(*args):
    return subprocess.run([CLI, *args], capture_output=True, text=True)


def near(a, b):
    """Whether numbers agree, one by one in lists."""
    if isinstance(a, list):
        return len(a) == len(b) and all(map(near, a, b))
    return math.isclose(a, b, rel_tol=0, abs_tol=1e-12)


def write(name, content):
    with open(name, 'w', encoding='utf-8') as f:
        f.write(content if isinstance(content, str) else json.dumps(content))


def read(name):
    with open(name, encoding='utf-8') as f:
        return f.read()


def test_import():
    """Shapes become bodies; what is left out is told twice, and the drawing can be checked."""
    write('bracket.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" '
          'viewBox="0 0 40 30"><circle id="bore" cx="10" cy="10" r="4" stroke="red" fill="none"/>'
          '<text x="1" y="29" font-size="3">M4</text><blink id="b"/></svg>')
    said = call('import', 'bracket.svg', '-o', 'bracket.trammel', '--units', 'cm', '--json')
    assert said.returncode == 0, said
    report = json.loads(said.stdout)
    assert report['bodies'] == 1 and report['labels'] == 1 and len(report['left_out']) == 1, report
    assert said.stderr == f'trammel-cli: left out: {report["left_out"][0]}\n', said
    drawn = json.loads(read('bracket.trammel'))
    assert drawn['units'] == 'cm' and drawn['bodies'][0]['id'] == 'bore'
    assert near([drawn['bodies'][0][k] for k in ('center', 'radius')], [[1, 2], 0.4]), drawn
    assert near(drawn['labels'][0]['at']['at'], [0.1, 0.1]) and drawn['labels'][0]['size'] == 3
    assert call('check', 'bracket.trammel').returncode == 0
    said = call('import', 'bracket.svg', '-o', 'bracket.trammel')
    assert said.returncode == 0 and said.stdout == '1 bodies, 1 labels\n', said


def png_size(name):
    with open(name, 'rb') as f:
        head = f.read(24)
    assert head[:8] == b'\x89PNG\r\n\x1a\n', head
    return int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:], 'big')


def test_thumbnail():
    """A PNG of the size asked for, of any drawing: wide, high, as large as a house, empty."""
    write('bar.trammel', {'trammel': 1, 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}]})
    write('house.trammel', {'trammel': 1, 'units': 'm', 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [20, 5]}]})
    write('high.trammel', {'trammel': 1, 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [0.1, 30]}]})
    write('blank.trammel', {'trammel': 1, 'bodies': []})
    for name in ('bar', 'house', 'high', 'blank'):
        for size in (1, 64, 256):
            said = call('thumbnail', f'{name}.trammel', '-o', 'thumbnail', '--size', str(size))
            assert said.returncode == 0 and not said.stdout and not said.stderr, said
            assert max(png_size('thumbnail')) == size, (name, size, png_size('thumbnail'))
    for args in (['bar.trammel'], ['none.trammel', '-o', 'no.png'],
                 ['bar.trammel', '-o', 'no.png', '--size', '0'],
                 ['bar.trammel', '-o', 'no.png', '--size', '1e9']):
        assert call('thumbnail', *args).returncode == 2, args
    assert not os.path.exists('no.png')


TESTS = [test_import, test_thumbnail]


tap.run(TESTS)
