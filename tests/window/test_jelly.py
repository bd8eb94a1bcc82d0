#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture on a sheet, nailed at two corners and pulled: jelly at one end of its sliders, nearly rigid
at the other, and calm everywhere between."""

import base64
import json
import math
import os
import pathlib
import tempfile
import time

from drive import Trammel, drawing, run_tests, type_path
from test_tools import canvas_takes_keys, png


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


def test_a_click_in_the_middle(folder):
    """Means the sheet, whose properties are shown; another one the point that is there."""
    with Trammel(drawing(folder, json.dumps(SHEET))) as t:
        t.move((0, 0))
        t.xdo('click', 1)
        t.sync()
        assert t.tell()['selection'] == ['picture1'], t.tell()['selection']
        time.sleep(0.6)  # no double click
        t.xdo('click', 1)
        t.sync()
        assert t.tell()['selection'] == ['picture1.origin'], t.tell()['selection']


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


SVG = '''<svg xmlns="http://www.w3.org/2000/svg" width="6mm" height="4mm" viewBox="0 0 6 4">
<path d="M0 0H6V4H0Z M2 1V3H4V1Z" fill="#f5c211"/><path d="M0 4L6 0" stroke="#1c71d8" stroke-width=".2"
fill="none"/></svg>
'''


def put(t, path):
    t.act('win.carry')
    t.wait('choosing')
    type_path(t, path)
    return t.wait('carried')['ok']


def test_drawings_on_a_sheet(folder):
    """A sheet that is drawn takes an SVG and a PNG; they go with it, are undone, saved and read."""
    svg, picture_path = f'{folder}/face.svg', f'{folder}/dot.png'
    pathlib.Path(svg).write_text(SVG)
    png(picture_path, 12, 8)
    path = drawing(folder, json.dumps({'trammel': 1, 'bodies': [{'id': 'p', 'kind': 'point', 'at': [60, 40]}], 'view': {'center': [0, 10],
                                                                            'zoom': 5}}))
    with Trammel(path) as t:
        t.act('win.carry')
        assert 'Select the sheet' in t.tell()['message'], t.tell()['message']
        canvas_takes_keys(t)
        t.key('t')
        t.drag((-30, -20), (30, 20))
        t.key('v')
        t.move((12, 8))
        t.xdo('click', 1)
        t.sync()
        assert t.tell()['selection'] == ['m1'], t.tell()['selection']
        steps = t.tell()['undo']
        assert put(t, svg) and t.tell()['undo'] == steps + 1
        assert put(t, picture_path)
        t.key('ctrl+z')
        t.drag((20, 15), (40, 30))
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        s = t.tell()['state']['m1']
        assert s['ux'] > 1.05 or s['vy'] > 1.05, s
        t.key('ctrl+s')
        t.wait('saved')
        body = json.loads(pathlib.Path(path).read_text())['bodies'][1]
        marks = body['drawing']
        assert [list(m)[0] for m in marks] == ['path', 'path'] and marks[0]['path'].count('M') == 2
        pathlib.Path(svg).write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    with Trammel(path) as t:
        assert t.tell()['state']['m1'] == s
        t.move((12, 8))
        t.xdo('click', 1)
        t.sync()
        assert not put(t, svg)  # there is nothing in it
        assert t.tell()['undo'] == 0, t.tell()


if __name__ == '__main__':
    run_tests(globals())
