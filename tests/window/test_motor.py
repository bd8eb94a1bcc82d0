#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Motors on what turns, pointed at or picked first; and what the window tells while time runs."""

import json
import math
import os

from drive import Trammel, drawing, near, run_tests

ROUND = {
    'trammel': 1,
    'bodies': [
        {'id': 'wheel', 'kind': 'circle', 'center': [-40, 0], 'radius': 15},
        {'id': 'horn', 'kind': 'arc', 'center': [20, 0], 'radius': 18, 'start': 0.4, 'end': 2},
        {'id': 'bar', 'kind': 'segment', 'a': [50, -20], 'b': [70, -20]},
    ],
    'constraints': [
        {'id': 'n1', 'kind': 'nail', 'a': {'body': 'wheel', 'point': 'center'}, 'at': [-40, 0]},
        {'id': 'n2', 'kind': 'nail', 'a': {'body': 'horn', 'point': 'center'}, 'at': [20, 0]},
        {'id': 'n3', 'kind': 'nail', 'a': {'body': 'bar', 'point': 'a'}, 'at': [50, -20]},
        {'id': 'r1', 'kind': 'radius', 'a': 'wheel', 'value': 15},
        {'id': 'r2', 'kind': 'radius', 'a': 'horn', 'value': 18},
        {'id': 'l1', 'kind': 'length', 'a': 'bar', 'value': 20},
    ],
    'view': {'center': [10, 0], 'zoom': 5},
}


def take_over(t):
    assert t.tell()['editing'], t.tell()
    t.key('Return')
    return t.tell()


def pick(t, place):
    t.move(place)
    t.xdo('click', 1)
    t.sync()


def test_on_a_circle(folder):
    """A circle gets a spoke that turns, an arc turns itself."""
    with Trammel(drawing(folder, json.dumps(ROUND))) as t:
        t.key('m')
        pick(t, (-25, 0))
        s = take_over(t)
        assert s['step'] == 'Add motor' and s['undo'] == 1, s
        spoke = s['state']['spoke1']
        assert near(math.hypot(spoke['bx'] + 40, spoke['by']), 15, 1e-6), spoke
        pick(t, (20, 18))
        take_over(t)
        t.key('Escape')
        t.act('win.panel-constraints')
        assert t.text('value-label-drive2')['label'] == '22.9183deg + 90deg*time'
        t.act('win.play')
        while t.wait('time')['at'] < 0.5:
            pass
        t.act('win.play')
        s = t.tell()
        horn, spoke = s['state']['horn'], s['state']['spoke1']
        assert horn['start'] > 1 and near(horn['end'] - horn['start'], 1.6, 1e-6), horn
        assert spoke['by'] > 9, spoke
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])


def test_picked_first(folder):
    """What is selected when M is pressed is what turns, with no further click."""
    with Trammel(drawing(folder, json.dumps(ROUND))) as t:
        pick(t, (60, -20))
        assert t.tell()['selection'] == ['bar']
        t.move((0, 40))
        t.key('m')
        s = take_over(t)
        assert s['undo'] == 1 and s['step'] == 'Add motor', s
        t.key('Escape')
        t.key('Escape')
        pick(t, (-40, 15))
        t.key('m')
        assert 'spoke1' in take_over(t)['state']


def test_freedoms_while_time_runs(folder):
    """The count in the status line is of the drawing as it is now, not as it was before."""
    loose = {'id': 'drive', 'kind': 'drive', 'what': 'bar.angle', 'value': 'time'}
    d = json.loads(json.dumps(ROUND))
    d['constraints'].append(loose)
    with Trammel(drawing(folder, json.dumps(d))) as t:
        t.act('win.play')
        first = t.wait('counted')['dof']
        t.wait('counted')
        assert first == 2, first
        assert f'{first} free' in t.text('status-freedom')['label'], t.text('status-freedom')
        t.act('win.play')


def test_a_pole_is_told(folder):
    """A drive whose formula has no value is named as long as it has none."""
    d = json.loads(json.dumps(ROUND))
    d['constraints'].append({'id': 'root', 'kind': 'drive', 'what': 'bar.angle',
                             'value': 'sqrt(0.3 - time)'})
    with Trammel(drawing(folder, json.dumps(d))) as t:
        t.act('win.play')
        while t.wait('time')['at'] < 0.5:
            pass
        t.act('win.play')
        assert t.text('time-stalled')['label'] == 'No value at this time: bar.angle', \
            t.text('time-stalled')
        t.key('ctrl+Home')
        assert t.text('time-stalled')['label'] == '', t.text('time-stalled')


if __name__ == '__main__':
    run_tests(globals())
