#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Free parameters in the side panel: switched there, moved by the hand, seen to move."""

import json
import math
import os

from drive import Trammel, drawing, near, run_tests
from test_diagnose import ANIMATED, wiggled

BAR = {
    'trammel': 1,
    'parameters': [{'name': 'a', 'value': 30}, {'name': 'half', 'value': 'a/2'}],
    'bodies': [
        {'id': 'bar', 'kind': 'segment', 'a': [0, 0], 'b': [30, 0]},
        {'id': 'k', 'kind': 'circle', 'center': [-40, 0], 'radius': 15},
    ],
    'constraints': [
        {'id': 'n', 'kind': 'nail', 'a': {'body': 'bar', 'point': 'a'}, 'at': [0, 0]},
        {'id': 'c', 'kind': 'nail', 'a': {'body': 'k', 'point': 'center'}, 'at': [-40, 0]},
        {'id': 'l', 'kind': 'length', 'a': 'bar', 'value': 'a'},
        {'id': 'r', 'kind': 'radius', 'a': 'k', 'value': 'half'},
    ],
    'labels': [{'text': 'half = {half:.2f}', 'at': {'at': [-60, -30]}}],
    'view': {'center': [0, 5], 'zoom': 5},
}


def end(t):
    s = t.tell()['state']['bar']
    return s['bx'], s['by']


def value(t, name):
    return float(t.text('value-' + name)['label'])


def test_drag(folder):
    """Off, a hand turns the bar; on, it makes the bar longer, and the number is seen to move."""
    with Trammel(drawing(folder, json.dumps(BAR))) as t:
        t.act('win.panel-parameters')
        t.sync()
        t.drag((30, 0), (0, 45))
        assert near(math.hypot(*end(t)), 30, 1e-6), end(t)
        t.act('win.undo')
        t.click('free-a')
        s = t.tell()
        assert s['undo'] == 1 and s['step'] == 'Change a', s
        t.drag((30, 0), (0, 45), release=False)
        t.settle()
        assert near(math.dist(end(t), (0, 45)), 0, 0.3), end(t)
        assert near(value(t, 'a'), 45, 0.3), value(t, 'a')
        assert near(t.tell()['state']['k']['radius'], math.hypot(*end(t)) / 2, 1e-6)
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        t.xdo('mouseup', 1)
        t.sync()
        assert t.tell()['undo'] == 2
        t.act('win.undo')
        assert near(value(t, 'a'), 30, 0), value(t, 'a')
        t.act('win.undo')
        t.drag((30, 0), (0, 45))
        assert near(math.hypot(*end(t)), 30, 1e-6), end(t)


def test_given(folder):
    """A value that is typed is kept, though the number is free."""
    with Trammel(drawing(folder, json.dumps(BAR))) as t:
        t.act('win.panel-parameters')
        t.sync()
        t.click('free-a')
        t.click('value-a')
        t.key('ctrl+a')
        t.type('44')
        t.key('Return')
        assert near(math.hypot(*end(t)), 44, 1e-6), end(t)
        assert near(value(t, 'a'), 44, 0)


def test_explained_and_wiggled(folder):
    """Its freedom is one of the drawing's, shown as the others are; what reads it says so."""
    free = BAR | {'parameters': [{'name': 'a', 'value': 30, 'free': True},
                                 {'name': 'half', 'value': 'a/2'}]}
    with Trammel(drawing(folder, json.dumps(free)), settings=ANIMATED) as t:
        before = t.tell()
        t.act('win.tool wiggle')
        t.wait('wiggle-end')
        assert wiggled(t) == [1, 2], wiggled(t)
        assert t.tell()['state'] == before['state']
        # one turns the bar, one makes the bar longer and the circle with it
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-l')
        t.key('ctrl+i')
        told = t.wait('explained')
        assert told['standing'] == 'holds' and told['others'] == 0, told
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])


if __name__ == '__main__':
    run_tests(globals())
