#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selecting, constraining, snapping, attaching and the clipboard, by pointer and keys."""

import json
import shutil
import subprocess
import sys
import tempfile

from drive import Trammel, drawing, near, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "s1", "kind": "segment", "a": [-60, 30], "b": [-20, 34]},
    {"id": "s2", "kind": "segment", "a": [0, 30], "b": [40, 20]},
    {"id": "s3", "kind": "segment", "a": [40, 20], "b": [60, -20]},
    {"id": "k1", "kind": "circle", "center": [-30, -30], "radius": 15}
  ],
  "constraints": [
    {"id": "j1", "kind": "attach", "a": {"body": "s2", "point": "b"}, "b": {"body": "s3", "point": "a"}}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''


def click(t, place, *keys):
    t.move(place)
    for key in keys:
        t.xdo('keydown', key)
    t.xdo('click', 1)
    t.sync()
    for key in keys:
        t.xdo('keyup', key)


def selection(t):
    return t.tell()['selection']


def test_selecting(t):
    click(t, (-50, 31))
    assert selection(t) == ['s1']
    click(t, (-30, -15), 'shift')
    assert selection(t) == ['s1', 'k1']
    click(t, (-50, 31), 'shift')
    assert selection(t) == ['k1']
    click(t, (0, 30))
    assert selection(t) == ['s2.a']
    click(t, (0, -50))
    assert selection(t) == []
    t.drag((-70, 50), (45, 10))
    assert selection(t) == ['s1', 's2'], 'to the right: what lies inside'
    t.drag((50, 25), (35, 5))
    assert selection(t) == ['s2', 's3'], 'to the left: what is touched'
    t.key('ctrl+a')
    assert selection(t) == ['s1', 's2', 's3', 'k1']
    t.key('Escape')
    t.key('Tab')
    t.key('Tab')
    assert selection(t) == ['s2']
    t.key('shift+Tab')
    assert selection(t) == ['s1']
    t.key('Escape')
    assert selection(t) == [] and t.tell()['undo'] == 0


def test_letters(t):
    click(t, (-50, 31))
    t.key('h')
    s = t.tell()
    assert s['constraints'] == 2 and near(s['state']['s1']['ay'], s['state']['s1']['by'], 1e-9), s
    t.key('ctrl+z')
    t.key('Escape')
    # The letter first, then what it is for.
    t.key('z')
    click(t, (-50, 31))
    click(t, (10, 27.5))
    s = t.tell()
    assert s['constraints'] == 2 and s['selection'] == [], s
    t.key('ctrl+z')
    t.key('l')
    assert t.tell()['tool'] == 'segment'
    t.key('v')
    assert t.tell()['tool'] == 'select'


def test_nudging_and_deleting(t):
    before = t.tell()
    click(t, (-30, -15))
    t.key('Right')
    moved = t.tell()['state']['k1']['x'] - before['state']['k1']['x']
    assert moved > 0 and t.tell()['undo'] == before['undo'] + 1
    t.key('ctrl+z')
    click(t, (50, 0))
    t.key('Delete')
    s = t.tell()
    assert 's3' not in s['state'] and s['constraints'] == 0, 'its attachment goes with it'
    assert s['step'] == 'Remove s3' and 'Attach s2.b · s3.a' in s['message'], s
    t.key('ctrl+z')
    click(t, (0, 30))
    t.key('Delete')
    s = t.tell()
    assert s['state'] == before['state'] and 'its body' in s['message'], s
    t.key('ctrl+a')
    t.key('ctrl+x')
    assert t.tell()['bodies'] == 0 and t.tell()['step'] == 'Remove 4 elements', t.tell()
    t.key('ctrl+z')
    t.key('Escape')
    assert t.tell()['state'] == before['state']


def test_snapping(t):
    """A segment from the end of s1: attached there, and Ctrl leaves it free."""
    n = t.tell()['undo']
    t.key('l')
    click(t, (-59, 29))
    click(t, (-80, -10), 'ctrl')
    t.key('Escape', 'Escape')
    s = t.tell()
    assert s['bodies'] == 5 and s['constraints'] == 2, s
    assert (s['state']['s4']['ax'], s['state']['s4']['ay']) == (-60, 30), s['state']['s4']
    t.key('ctrl+z')
    t.key('l')
    click(t, (-59, 29), 'ctrl')
    click(t, (-80, -10), 'ctrl')
    t.key('Escape', 'Escape')
    assert t.tell()['constraints'] == 1
    t.key('ctrl+z')
    assert t.tell()['undo'] == n


def test_attaching_and_detaching(t):
    before = t.tell()
    t.drag((-20, 34), (0.6, 29.5))
    s = t.tell()
    assert s['constraints'] == 2 and s['undo'] == before['undo'] + 1, s
    q = s['state']
    assert near(q['s1']['bx'], q['s2']['ax'], 1e-9) and near(q['s1']['by'], q['s2']['ay'], 1e-9)
    t.key('ctrl+z')
    assert t.tell()['state'] == before['state'] and t.tell()['constraints'] == 1
    t.drag((-20, 34), (0.6, 29.5), key='ctrl')
    assert t.tell()['constraints'] == 1
    t.key('ctrl+z')
    # What is on top at the joint comes off; one step again.
    t.drag((40, 20), (50, 40), key='alt')
    s = t.tell()
    assert s['constraints'] == 0 and s['undo'] == before['undo'] + 1, s
    t.key('ctrl+z')
    assert t.tell()['constraints'] == 1 and t.tell()['state'] == before['state']
    # Escape puts back what was detached.
    t.move((40, 20))
    t.xdo('keydown', 'alt', 'mousedown', 1)
    t.sync()
    t.move((55, 45))
    t.xdo('keyup', 'alt')
    t.key('Escape')
    t.xdo('mouseup', 1)
    s = t.tell()
    assert s['constraints'] == 1 and s['state'] == before['state'] and s['undo'] == before['undo']


def test_alt_takes_a_point_off_the_ground(t):
    before = t.tell()
    t.move((-60, -40))
    t.key('p')
    t.xdo('click', 1)
    t.sync()
    t.key('n')
    t.xdo('click', 1)
    t.sync()
    t.key('Escape')
    s = t.tell()
    assert s['constraints'] == before['constraints'] + 1, s
    # What is held says by what, to a hand and to the arrows; nothing becomes a step.
    t.drag((-60, -40), (-50, -45), release=False)
    assert 'Nail' in t.tell()['message'], t.tell()
    t.xdo('mouseup', 1)
    t.sync()
    t.xdo('click', 1)
    t.move((-60, -40))
    t.xdo('click', 1)
    t.sync()
    t.key('Right')
    now = t.tell()
    assert 'Nail' in now['message'] and now['undo'] == s['undo'], now
    t.drag((-60, -40), (-50, -45), key='alt')
    s = t.tell()
    assert s['constraints'] == before['constraints'], s
    for _ in range(3):
        t.key('ctrl+z')
    t.key('Escape')
    assert t.tell()['state'] == before['state'] and t.tell()['undo'] == before['undo']


def test_the_context_menu(t):
    t.move((-50, 31))
    t.xdo('click', 3)
    t.wait('menu')
    t.sync()
    assert selection(t) == ['s1']
    t.key('Down', 'Return')  # the first that applies
    t.wait('menu-closed')
    s = t.tell()
    assert s['constraints'] == 2, s
    t.key('Escape')
    t.key('Escape')
    t.key('ctrl+z')
    t.key('shift+F10')
    t.wait('menu')
    t.key('Escape')
    t.wait('menu-closed')


def test_the_clipboard(t):
    before = t.tell()
    t.key('ctrl+a')
    t.key('ctrl+c')
    if shutil.which('xclip'):
        def content(target):
            return subprocess.run(['xclip', '-selection', 'clipboard', '-o', '-t', target],
                                  env=t.environment, capture_output=True, check=True).stdout
        kinds = content('TARGETS').decode().split()
        assert {'application/x-trammel', 'image/svg+xml', 'image/png'} <= set(kinds), kinds
        assert len(json.loads(content('application/x-trammel'))['bodies']) == 4
        assert b'<svg' in content('image/svg+xml')
        assert content('image/png').startswith(b'\x89PNG')
    t.key('ctrl+v')
    assert t.wait('pasted')['ok']
    s = t.tell()
    assert s['bodies'] == 8 and s['constraints'] == 2, s
    assert s['selection'] == ['s1_2', 's2_2', 's3_2', 'k1_2'], s['selection']
    q = s['state']
    assert (q['s2_2']['bx'], q['s2_2']['by']) == (q['s3_2']['ax'], q['s3_2']['ay'])
    t.key('ctrl+x')
    assert t.tell()['bodies'] == 4
    t.key('ctrl+z', 'ctrl+z')
    click(t, (-50, 31))
    assert selection(t) == ['s1'], t.tell()
    t.key('ctrl+d')
    assert t.tell()['bodies'] == 5, t.tell()
    t.key('ctrl+z')
    assert t.tell()['state'] == before['state']
    t.key('Escape')


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel(drawing(folder, TEXT)) as t:
        run_all(globals(), t)


if __name__ == '__main__':
    sys.exit(main())
