#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture on a sheet, nailed at two corners and pulled: jelly at one end of its sliders, nearly rigid
at the other, and calm everywhere between."""

import base64
import json
import math
import os
import tempfile

from drive import Trammel, drawing, run_tests
from test_tools import png


def picture():
    with tempfile.NamedTemporaryFile() as file:
        png(file.name, 12, 8)
        return 'data:image/png;base64,' + base64.b64encode(file.read()).decode()


SHEET = {
    'trammel': 1,
    'bodies': [{'id': 'picture1', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [0, 1],
                'size': [60, 40], 'drawing': [{'image': picture(), 'rect': [-30, -20, 60, 40]}]}],
    'constraints': [
        {'id': 'shape1', 'kind': 'equation', 'expr': 'picture1.vx + picture1.uy', 'op': '='},
        {'id': 'shape2', 'kind': 'equation', 'expr': 'picture1.vy - picture1.ux', 'op': '='},
        {'id': 'n1', 'kind': 'nail', 'a': {'body': 'picture1', 'local': [-30, -20]}, 'at': [-30, -20]},
        {'id': 'n2', 'kind': 'nail', 'a': {'body': 'picture1', 'local': [30, -20]}, 'at': [30, -20]},
    ],
    'view': {'center': [0, 10], 'zoom': 5},
}


def state(t):
    return t.tell()['state']['picture1']


def height(t):
    """Where the middle of the upper side is, over the nails."""
    s = state(t)
    return s['y'] + 20*s['vy'] + 20


def is_calm(t):
    values = state(t).values()
    return all(math.isfinite(x) and abs(x) < 500 for x in values)


def slide(t, name, places, after=lambda: None):
    """Takes a slider's handle through places, 0 … 1."""
    t.command(f'place {name}')
    w = t.wait('place', name=name)
    y = round(w['y'] + w['h']/2)

    def pixel(place):
        return round(w['x'] + 8 + (w['w'] - 16)*place)
    t.xdo('mousemove', pixel(places[0]), y, 'mousedown', 1)
    t.sync()
    for place in places:
        t.xdo('mousemove', pixel(place), y)
        t.sync()
        after()
    t.xdo('mouseup', 1)
    t.sync()


def select(t):
    t.move((-15, 0))
    t.xdo('click', 1)
    t.sync()
    t.act('win.panel-properties')
    t.sync()


def pull(t, by):
    t.drag((0, 18), (0, 18 + by))


def test_from_jelly_to_rigid(folder):
    with Trammel(drawing(folder, json.dumps(SHEET))) as t:
        select(t)
        assert t.text('property-stiffness')['label'] == 'rigid', t.text('property-stiffness')
        pull(t, 20)
        assert abs(height(t) - 40) < 1e-6, height(t)
        steps = t.tell()['undo']
        select(t)
        slide(t, 'slider-stiffness', [0.9, 0.6, 0.3, 0.15])
        s = t.tell()
        assert s['undo'] == steps + 1 and s['step'] == 'Change Stiffness', s
        # jelly: it follows the hand, and goes back when time runs
        pull(t, 20)
        assert height(t) > 56, height(t)
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        t.act('win.play')
        while t.wait('time')['at'] < 1:
            pass
        t.act('win.play')
        soft = height(t)
        assert 40 < soft < 58 and is_calm(t), soft
        # nearly rigid: a hand hardly moves it
        slide(t, 'slider-stiffness', [0.3, 0.6, 0.97])
        t.act('win.play')
        t.wait('time')
        t.wait('time')
        t.act('win.play')
        assert abs(height(t) - 40) < 0.1, height(t)
        pull(t, 20)
        assert abs(height(t) - 40) < 2, height(t)
        slide(t, 'slider-stiffness', [0.9, 1.2])
        assert t.text('property-stiffness')['label'] == 'rigid'
        t.act('win.undo')
        assert t.text('property-stiffness')['label'] != 'rigid'


def test_sliders_while_time_runs(folder):
    """To and fro between the ends while it runs and is pulled out of shape: never unstable."""
    with Trammel(drawing(folder, json.dumps(SHEET))) as t:
        select(t)
        slide(t, 'slider-stiffness', [0.9, 0.2])
        pull(t, 25)
        t.act('win.play')
        for name in ('slider-stiffness', 'slider-area', 'slider-drag'):
            slide(t, name, [0.05, 0.5, 0.95, 0.5, 0.02, 0.95, 0.1],
                  lambda: (t.wait('time'), is_calm(t) or 1/0))
        pull(t, 15)
        slide(t, 'slider-stiffness', [0.1, 0.97], lambda: t.wait('time'))
        t.wait('time')
        t.wait('time')
        t.act('win.play')
        assert is_calm(t) and abs(height(t) - 40) < 0.5, state(t)


if __name__ == '__main__':
    run_tests(globals())
