#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dragging with a real pointer: what follows, what does not, what is undone and put back."""

import json
import os
import sys
import tempfile

from drive import Trammel, drawing, near, run_all


def test_a_point_follows(t):
    at = t.drag((50, 25), (60, 40))
    s = t.tell()
    p = s['state']['p1']
    # Within a pixel, and nothing else has moved.
    assert near(p['x'], at[0], 1e-9) and near(p['y'], at[1], 1e-9), (p, at)
    assert s['state']['k1'] == {'x': -40, 'y': 20, 'radius': 15}
    assert s['undo'] == 1 and s['modified'] and s['title'] == '• drawing', s


def test_keys_undo_and_redo(t):
    before = t.tell()
    t.key('ctrl+z')
    s = t.tell()
    assert s['state']['p1'] == {'x': 50, 'y': 25} and not s['modified'], s
    assert s['undo'] == 0 and s['redo'] == 1 and s['title'] == 'drawing'
    t.key('ctrl+shift+z')
    assert t.tell()['state'] == before['state']
    t.key('ctrl+z')


def test_a_bar_turns_about_its_nail(t):
    t.drag((30, 0), (0, 33))
    s = t.tell()['state']
    assert near(s['s1']['ax'], 0, 1e-9) and near(s['s1']['ay'], 0, 1e-9)
    assert near(s['s1']['bx'] ** 2 + s['s1']['by'] ** 2, 900, 1e-6), s['s1']
    assert near(s['s1']['by'], 30, 0.1)
    assert near(s['s2']['ax'], s['s1']['bx'], 1e-9) and near(s['s2']['ay'], s['s1']['by'], 1e-9)
    steps = [line for line in t.log if line['ev'] == 'step']
    assert max(line['residual'] for line in steps) <= 1e-7
    # It could not come all the way: the rubber band was 3 units long.
    assert near(steps[-1]['gap'], 3, 0.3), steps[-1]
    t.key('ctrl+z')


def test_a_point_of_a_curve_is_pulled(t):
    t.drag((-40, 35), (-40, 50))
    press = [line for line in t.log if line['ev'] == 'press'][-1]
    body, t_pressed = press['what'].split('@')
    assert body == 'k1' and near(float(t_pressed), 1.5708, 0.02), press  # a pixel is 0.017
    s = t.tell()['state']['k1']
    # The top of the circle is where the pointer is.
    assert near(s['y'] + s['radius'], 50, 0.3) and near(s['x'], -40, 0.3), s
    t.key('ctrl+z')


def test_shift_moves_the_whole_body(t):
    t.drag((-60, -40), (-50, -30), key='shift')
    s = t.tell()['state']['s3']
    assert near(s['ax'], -50, 0.3) and near(s['ay'], -30, 0.3), s
    assert near(s['bx'], -20, 0.3) and near(s['by'], -30, 0.3), s
    t.key('ctrl+z')
    t.drag((-60, -40), (-50, -30))
    s = t.tell()['state']['s3']
    assert near(s['bx'], -30, 0.3) and near(s['by'], -40, 0.3), s
    t.key('ctrl+z')


def test_escape_puts_back(t):
    before = t.tell()
    t.drag((50, 25), (20, 40), release=False)
    assert t.tell()['dragging'] and t.tell()['state'] != before['state']
    t.key('Escape')
    t.wait('cancel')
    t.move((-20, -40))
    t.xdo('mouseup', 1)
    s = t.tell()
    assert not s['dragging'] and s['state'] == before['state'], s
    assert s['undo'] == before['undo'] and s['modified'] == before['modified']


def test_what_is_fixed_says_so(t):
    before = t.tell()
    t.drag((0, 0), (20, 20))
    fixed = [line for line in t.log if line['ev'] == 'step'][-1]
    assert fixed['fixed'], fixed
    s = t.tell()
    assert near(s['state']['s1']['ax'], 0, 1e-9) and near(s['state']['s1']['ay'], 0, 1e-9)
    t.key('ctrl+z') if s['undo'] > before['undo'] else None


def test_a_click_moves_nothing(t):
    before = t.tell()
    t.move((50.4, 25.4))
    t.xdo('click', 1)
    assert t.tell()['state'] == before['state'] and t.tell()['undo'] == before['undo']


def test_one_drag_is_one_step(t):
    n = t.tell()['undo']
    t.drag((50, 25), (-10, -30), steps=25)
    assert t.tell()['undo'] == n + 1
    t.key('ctrl+z')
    assert t.tell()['state']['p1'] == {'x': 50, 'y': 25}


def test_at_rest_nothing_runs(t):
    """No frames are asked for while a held pointer rests."""
    t.drag((50, 25), (55, 25), release=False)
    t.sync()
    n = len([line for line in t.log if line['ev'] == 'step'])
    for _ in range(5):
        t.sync()
    assert len([line for line in t.log if line['ev'] == 'step']) == n
    t.xdo('mouseup', 1)
    t.sync()
    t.key('ctrl+z')


CHAIN = {
    'trammel': 1,
    'bodies': [
        {'id': 'base', 'kind': 'segment', 'name': 'Frame', 'a': [-40, 0], 'b': [0, 0], 'locked': True},
        {'id': 'crank', 'kind': 'segment', 'a': [0, 0], 'b': [30, 0]},
        {'id': 'arm', 'kind': 'segment', 'a': [30, 0], 'b': [30, 30]},
        {'id': 'free', 'kind': 'segment', 'a': [-50, -40], 'b': [-20, -40]},
    ],
    'constraints': [
        {'id': 'foot', 'kind': 'attach', 'a': {'body': 'crank', 'point': 'a'},
         'b': {'body': 'base', 'point': 'b'}},
        {'id': 'pin', 'kind': 'attach', 'a': {'body': 'arm', 'point': 'a'},
         'b': {'body': 'crank', 'point': 'b'}},
        {'id': 'long', 'kind': 'length', 'a': 'crank', 'value': 30},
        {'id': 'high', 'kind': 'length', 'a': 'arm', 'value': 30},
        {'id': 'motor', 'kind': 'drive', 'what': 'crank.angle', 'value': '0*time'},
        {'id': 'up', 'kind': 'vertical', 'a': 'arm'},
        {'id': 'aside', 'kind': 'length', 'a': 'free', 'value': 30},
    ],
    'view': {'center': [0, 0], 'zoom': 4},
}


def held_far_away(folder):
    """What keeps a chain still is named first, however far from the hand, and can be chosen."""
    with Trammel(drawing(folder, json.dumps(CHAIN), 'chain.trammel')) as t:
        t.drag((30, 30), (50, 50), release=False)
        assert t.wait('blink')['constraints'] == 7, t.log[-5:]
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(f'{os.environ["TRAMMEL_SCREENSHOT"]}-held.png')
        t.xdo('mouseup', 1)
        said = t.tell()['message']
        assert said == 'Cannot move: held by Drive crank.angle, Frame (locked), ' \
            'Attach crank.a · Frame.b, Attach arm.a · crank.b, …', said
        assert t.text('status-message')['label'] == said
        t.command('place status-message')
        w = t.wait('place', name='status-message')
        t.xdo('mousemove', round(w['x'] + 150), round(w['y'] + w['h'] / 2), 'click', 1)
        t.sync()
        assert t.tell()['selection'] == ['motor'], t.tell()
        # It stays until something else is taken up.
        t.move((-60, 40))
        t.xdo('click', 1)
        assert t.tell()['message'] == '', t.tell()


def main():
    with tempfile.TemporaryDirectory() as folder:
        with Trammel(drawing(folder)) as t:
            run_all(globals(), t)
        held_far_away(folder)


if __name__ == '__main__':
    sys.exit(main())
