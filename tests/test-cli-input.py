#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""The command line and what is odd in documents and scripts: each gets a plain answer.

test-cli-input.py CLI prints TAP."""

import json
import os
import subprocess
import sys

import tap

CLI = os.path.abspath(sys.argv[1])
POINT = {'id': 'A', 'kind': 'point', 'at': [0, 0]}


def call(*args):
    return subprocess.run([CLI, *args], capture_output=True, text=True, timeout=60)


def write(name, content):
    with open(name, 'w', encoding='utf-8') as f:
        f.write(content if isinstance(content, str) else json.dumps(content))


def drawing(bodies, constraints=(), **more):
    write('drawing.trammel', {'trammel': 1, 'bodies': list(bodies), 'constraints': list(constraints), **more})
    return 'drawing.trammel'


def test_coincidence():
    """Points that are joined and miss each other by less than 1e-9 hold: that gap is no length."""
    joint = {'id': 'c', 'kind': 'attach', 'a': {'body': 'A', 'point': 'at'}, 'b': {'body': 'B', 'point': 'at'}}
    for apart, status in ((1e-17, 0), (1e-12, 0), (1e-6, 1)):
        other = {'id': 'B', 'kind': 'point', 'at': [apart, 0]}
        assert call('check', drawing([POINT, other], [joint])).returncode == status, apart


def test_long_words():
    """What was found is shown, but not the whole of a hundred thousand letters."""
    for word in ('x' * 100000, 'ж' * 100000, 'two words ' * 10000, 'a"b' * 50000):
        nail = {'id': 'n', 'kind': 'nail', 'at': [0, 0], 'a': {'body': word, 'point': 'at'}}
        write('odd.script', f'drag {word.replace(" ", "_")} 1,1 1\n')
        for said in (call('check', drawing([{**POINT, 'kind': word}])), call('check', drawing([POINT], [nail])),
                     call('run', drawing([POINT]), '--script', 'odd.script')):
            assert said.returncode == 2 and word[:3] in said.stderr and '…' in said.stderr, said.stderr[:300]
            assert len(said.stderr) < 1000, len(said.stderr)


def test_explain_what():
    """What is there but is no constraint is told from what is not there."""
    for name, said in (('A', '"A" is no constraint'), ('B', 'no constraint is called "B"')):
        told = call('explain', drawing([POINT]), name)
        assert told.returncode == 2 and said in told.stderr, told.stderr


def test_called_like_an_axis():
    """{"body": "x"} is a body where "x" is the axis, and a connector without its place stays one."""
    bar = {'id': 'x', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}
    for at, status in (({'body': 'x'}, 0), ('x', 1)):
        length = {'id': 'l', 'kind': 'length', 'a': at, 'value': 5}
        assert call('check', drawing([bar], [length])).returncode == status, at
    for kind, at in (('nail', {'at': [0, 0]}), ('distance', {'b': {'at': [0, 0]}, 'value': 1})):
        joint = {'id': 'c', 'kind': kind, 'a': {'body': 'x'}, **at}
        assert '"point", "t", "slide"' in call('check', drawing([bar], [joint])).stderr, kind


tap.run([test_coincidence, test_long_words, test_explain_what, test_called_like_an_axis])
