#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Design by pulling the motion: a hand on a live coupler curve."""

import math
import os

from drive import Trammel, near, run_tests
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


if __name__ == '__main__':
    run_tests(globals())
