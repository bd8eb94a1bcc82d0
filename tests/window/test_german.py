#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In German: names of steps, messages, and numbers with a decimal comma, read and written."""

import json
import sys
import tempfile

import german
from drive import Trammel, drawing, near

DRAWING = json.dumps({
    'trammel': 1, 'units': 'mm',
    'bodies': [{'id': 'bar', 'kind': 'segment', 'a': [-20, 0], 'b': [20, 0]},
               {'id': 'p1', 'kind': 'point', 'at': [0, 20]}],
    'constraints': [{'id': 'len', 'kind': 'length', 'a': 'bar', 'value': 40}],
    'view': {'center': [0, 0], 'zoom': 8}})


def length(t):
    bar = t.tell()['state']['bar']
    return ((bar['bx'] - bar['ax']) ** 2 + (bar['by'] - bar['ay']) ** 2) ** 0.5


def test_a_typed_comma(t):
    """12,5 in the list and in place on the canvas."""
    t.act('win.panel-constraints')
    t.sync()
    t.click('constraint-len')
    t.xdo('click', 1)
    t.sync()
    t.type('12,5')
    t.key('Return')
    assert near(length(t), 12.5, 1e-9), length(t)
    assert '12,5' in t.text('value-label-len')['label']


def test_names_of_steps(t):
    undo = t.text('undo-button')['tooltip']
    assert undo == '„len.value ändern“ rückgängig machen (Strg+Z)', undo
    t.drag((0, 20), (5, 22))
    assert 'p1 bewegen' in t.text('undo-button')['tooltip']
    t.act('win.undo')
    assert 'p1 bewegen' in t.text('redo-button')['tooltip']


def test_numbers_of_the_status_line(t):
    t.move((3.25, 1.75))
    place = t.text('status-place')['label']
    assert ',' in place and '.' not in place, place


def test_lists(t):
    assert t.text('constraint-title-len')['label'] == 'Länge bar'


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = german.environment(folder)
        with Trammel(drawing(folder, DRAWING), environment=environment) as t:
            for name, test in list(globals().items()):
                if name.startswith('test_'):
                    test(t)
                    print('ok', name, flush=True)


if __name__ == '__main__':
    sys.exit(main())
