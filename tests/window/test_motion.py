#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Design by pulling the motion: a hand on a live coupler curve."""

import json
import math
import os

import german
from drive import Trammel, drawing, near, run_tests
from test_time import MOTOR, bars


def joint(turn, d=70, a=24, b=60, c=52):
    """Where the middle of the coupler is when the crank stands at an angle."""
    x, y = a * math.cos(turn), a * math.sin(turn)
    far = math.hypot(d - x, -y)
    along = (b*b - c*c + far*far) / (2*far)
    off = math.sqrt(b*b - along*along)
    ux, uy = (d - x) / far, -y / far
    return x + (along*ux - off*uy) / 2, y + (along*uy + off*ux) / 2


def lengths(t):
    state = t.tell()['state']
    return {name: math.dist((s['ax'], s['ay']), (s['bx'], s['by'])) for name, s in state.items()
            if 'ax' in s}


def grab(t, turn, by, release=True):
    """Takes the curve where the crank stands at an angle, and pulls it."""
    start = joint(turn)
    t.drag(start, (start[0] + by[0], start[1] + by[1]), steps=8, release=release)


def test_curve_follows(folder):
    """The curve goes where it is pulled, dimensions change, and one step takes it all back."""
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False})) as t:
        t.wait('curves')
        t.settle()
        grab(t, 2.0, (-6, 7))
        s = t.tell()
        assert s['step'] == 'Pull the motion' and s['undo'] == 1, s
        pulled = [line for line in t.log if line['ev'] == 'pulled']
        assert pulled[-1]['gap'] < 0.05, pulled[-1]
        changed = lengths(t)
        assert abs(changed['crank'] - 24) > 1e-3, changed
        t.settle()
        t.key('ctrl+z')
        assert t.tell()['undo'] == 0
        back = lengths(t)
        assert all(near(back[k], x, 1e-6) for k, x in
                   {'crank': 24, 'coupler': 60, 'rocker': 52}.items()), back


def test_escape_puts_back(folder):
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False})) as t:
        t.wait('curves')
        t.settle()
        before = t.tell()['state']
        grab(t, 4.0, (5, -9), release=False)
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        t.key('Escape')
        t.wait('cancel')
        t.xdo('mouseup', 1)
        s = t.tell()
        assert s['state'] == before and s['undo'] == 0, s


def pull(t, eighth, by):
    """Takes the curve at so many eighths of its way and pulls it; where, and what is then said."""
    t.settle()
    start = [line for line in t.log if line['ev'] == 'curves'][-1]['at'][eighth]
    t.drag(start, (start[0] + by[0], start[1] + by[1]), steps=8)
    return start, t.wait('pinned')['n']


def pins(t, path):
    """The pins of the drawing as they are saved."""
    t.key('ctrl+s')
    t.wait('saved')
    with open(path) as f:
        return json.load(f)['traces'][0].get('pins', [])


def test_pins_stay(folder):
    """Where a curve is dropped a pin stays; further pulls keep it; Delete removes the chosen one."""
    path = bars(folder, drive=MOTOR | {'enabled': False})
    with Trammel(path) as t:
        t.wait('curves')
        assert t.act('win.move-supports')  # links alone have too little to give for two places
        first, n = pull(t, 2, (-3, 4))
        assert n == 1
        t.wait('curves')
        assert pull(t, 4, (2, 2))[1] == 2
        s = t.tell()
        assert s['undo'] == 3 and s['step'] == 'Pull the motion', s
        t.wait('curves')
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        held = [line for line in t.log if line['ev'] == 'pulled'][-1]
        assert held['gap'] < 0.05, held
        kept = pins(t, path)
        assert len(kept) == 2 and math.dist(kept[0][1:], (first[0] - 3, first[1] + 4)) < 0.3, kept
        # a pin is moved
        at = kept[1][1:]
        t.drag(at, (at[0] + 2, at[1] - 1), steps=6)
        assert t.wait('pinned')['n'] == 2
        moved = pins(t, path)
        assert math.dist(moved[1][1:], (at[0] + 2, at[1] - 1)) < 0.3, moved
        assert math.dist(moved[0][1:], kept[0][1:]) < 1e-9, moved
        # chosen by a click, let go by Escape: Delete has nothing to remove then
        t.move(moved[1][1:])
        t.xdo('click', 1)
        t.sync()
        t.key('Escape')
        t.move((0, -40))
        t.key('Delete')
        assert t.tell()['undo'] == 4, t.tell()
        t.move(moved[1][1:])
        t.xdo('click', 1)
        t.sync()
        t.key('Delete')
        assert t.wait('pin-removed')['left'] == 1
        s = t.tell()
        assert s['undo'] == 5 and s['step'] == 'Remove a pin', s
        t.key('ctrl+z')
        assert pins(t, path) == moved


def test_supports(folder):
    """Supports stay where they are; with the choice in the menu they move too, which is saved."""
    path = bars(folder, drive=MOTOR | {'enabled': False})

    def supports(t):
        state = t.tell()['state']
        return [(state[bar]['ax'], state[bar]['ay']) for bar in ('crank', 'rocker')]

    with Trammel(path) as t:
        t.wait('curves')
        before = supports(t)
        pull(t, 2, (-3, 4))
        t.wait('curves')
        pull(t, 4, (4, 5))
        assert all(math.dist(a, b) < 1e-9 for a, b in zip(before, supports(t))), supports(t)
        assert t.act('win.move-supports')
        assert t.tell()['step'] == 'Supports of pulled curves', t.tell()
        t.wait('curves')
        pull(t, 6, (-3, -4))
        assert any(math.dist(a, b) > 1e-3 for a, b in zip(before, supports(t))), supports(t)
        t.key('ctrl+s')
        t.wait('saved')
        with open(path) as f:
            assert json.load(f)['world']['supports'] == 'move'


def test_out_of_reach_is_told(folder):
    """A curve comes as near as the dimensions let it, says so, and is quiet again where it is there."""
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False})) as t:
        t.wait('curves')
        t.settle()
        start = joint(2.0)
        t.drag(start, (start[0] + 30, start[1] - 60), steps=8, release=False)
        t.until(lambda s: 'supports may move' in (s['message'] or ''))
        t.move((start[0] - 3, start[1] + 3))
        t.until(lambda s: not s['message'])
        t.xdo('mouseup', 1)
        t.wait('pinned')


def test_links_first(folder):
    """What is missed with supports that move is tried with the links first: it comes nearer, once at
    each place of the hand, and then it rests. How near hangs on how many turns a frame has time for."""
    with open(f'{german.TOP}/data/examples/four-bar.trammel', encoding='utf-8') as f:
        text = json.load(f)
    text['traces'][0]['pins'] = [[2.63, -4.7, 16.8]]
    text.setdefault('world', {})['supports'] = 'move'
    with Trammel(drawing(folder, json.dumps(text))) as t:
        start = t.wait('curves')['at'][6]
        t.drag(start, (27.3, 30.1), steps=1, release=False)
        tried = t.wait('pulled-otherwise')
        assert tried['gap'] < tried['first'], tried
        t.until(lambda s: (tried['gap'] * s['zoom'] > 1) == ('As near as the' in s['message']))
        n = len([line for line in t.log if line['ev'].startswith('pulled')])
        for _ in range(10):
            t.sync()
        assert len([line for line in t.log if line['ev'].startswith('pulled')]) == n
        t.xdo('mouseup', 1)
        t.wait('pinned')
        held = pins(t, f'{folder}/drawing.trammel')
        assert len(held) == 2 and math.dist(held[0][1:], (-4.7, 16.8)) < 1e-9, held


def test_while_it_plays(folder):
    """A curve is taken while time runs: time waits, the curve follows, and it goes on."""
    path = bars(folder, drive=MOTOR)
    with Trammel(path) as t:
        t.wait('curves')
        t.act('win.play')
        for _ in range(20):
            t.wait('time')
        at = [line for line in t.log if line['ev'] == 'curves'][-1]['at'][2]
        to = (at[0] - 4, at[1] + 4)
        t.drag(at, to, steps=8, release=False)
        t.sync()
        standing = t.wait('pause')['at']
        pulled = [line for line in t.log if line['ev'] == 'pulled']
        assert pulled and pulled[-1]['ok'] and pulled[-1]['gap'] < 0.05, pulled[-1:]
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        t.xdo('mouseup', 1)
        assert t.wait('pinned')['n'] == 1
        while t.wait('time')['at'] < standing + 0.2:
            pass
        t.act('win.play')
        kept = pins(t, path)
        assert len(kept) == 1 and math.dist(kept[0][1:], to) < 0.3, kept
        s = t.tell()['state']['crank']  # the ground has not given way
        assert math.hypot(s['ax'], s['ay']) < 1e-9, s


def test_partial(folder):
    """The curve of a rocker that swings is pulled as a whole one is."""
    swing = MOTOR | {'enabled': False, 'what': 'rocker.angle', 'value': '1 + sin(time)'}
    with Trammel(bars(folder, drive=swing)) as t:
        curves = t.wait('curves')
        assert not curves['closed'], curves
        assert pull(t, 4, (-3, 3))[1] == 1
        pulled = [line for line in t.log if line['ev'] == 'pulled'][-1]
        assert pulled['ok'] and pulled['gap'] < 0.05, pulled
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.wait('curves')
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'] + '-partial.png')
        assert t.tell()['undo'] == 1


if __name__ == '__main__':
    run_tests(globals())
