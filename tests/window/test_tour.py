#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From an empty sheet to a four-bar that holds, by pointer and keys alone."""

import json
import math
import os
import sys
import tempfile

from drive import Trammel, cli, near

CRANK = 60


def click(t, place):
    t.move(place)
    t.xdo('click', 1)
    t.sync()


def draw(t):
    """Three bars in a chain, nailed at both ends."""
    t.xdo('mousemove', 600, 400)
    t.sync()
    t.key('l')
    assert t.tell()['tool'] == 'segment'
    for place in ((-60, -40), (-40, 10), (30, 30), (50, -40)):
        click(t, place)
    t.key('Escape')
    assert t.tell()['tool'] == 'segment', 'the first Escape ends the chain only'
    t.key('n')
    click(t, (-60, -40))
    click(t, (50, -40))
    t.key('Escape')
    s = t.tell()
    assert s['tool'] == 'select' and s['bodies'] == 3 and s['constraints'] == 4, s
    assert s['undo'] == 5, s
    q = s['state']
    assert (q['s1']['bx'], q['s1']['by']) == (q['s2']['ax'], q['s2']['ay']), q
    return s


def length(bar):
    return math.hypot(bar['bx'] - bar['ax'], bar['by'] - bar['ay'])


def dimension(t):
    """D on the selected bar opens its value in place; then the other two as they are."""
    click(t, (-55, -27.5))
    assert t.tell()['selection'] == ['s1'], t.tell()
    before = t.tell()['undo']
    t.key('d')
    t.type(f'{CRANK // 10} cm')
    t.key('Return')
    s = t.tell()
    assert s['undo'] == before + 1, s  # what is typed belongs to the dimension's step
    assert near(length(s['state']['s1']), CRANK, 1e-6), s['state']['s1']
    for bar in ('s2', 's3'):
        q = t.tell()['state'][bar]
        click(t, (0.7 * q['ax'] + 0.3 * q['bx'], 0.7 * q['ay'] + 0.3 * q['by']))
        assert t.tell()['selection'] == [bar], t.tell()
        t.key('d')
        t.key('Escape')
    t.key('Escape')
    s = t.tell()
    assert s['constraints'] == 7 and s['selection'] == [], s


def pull(t):
    q = t.tell()['state']['s1']
    before = t.tell()
    t.drag((q['bx'], q['by']), (q['bx'] - 15, q['by'] - 5))
    s = t.tell()
    assert s['state'] != before['state'] and s['undo'] == before['undo'] + 1
    assert near(length(s['state']['s1']), CRANK, 1e-6)


def undo_and_redo(t):
    end = t.tell()
    for _ in range(end['undo']):
        t.key('ctrl+z')
    s = t.tell()
    assert s['bodies'] == 0 and s['undo'] == 0 and s['redo'] == end['undo'], s
    for _ in range(end['undo']):
        t.key('ctrl+shift+z')
    s = t.tell()
    assert s['state'] == end['state'] and s['constraints'] == end['constraints'], s


def choose(t, action, path):
    """Answers the dialog of a file with a path typed."""
    t.act(action)
    if action == 'win.export':
        t.wait('preview')
        t.sync()
        t.click('export-now')
    t.wait('choosing')
    t.xdo('mousemove', 400, 300)
    t.sync()
    t.key('ctrl+a')
    t.type(path)
    t.key('Return')


def save_and_export(t, folder):
    path, picture = f'{folder}/tour.trammel', f'{folder}/tour.svg'
    choose(t, 'win.save', path)
    t.wait('saved')
    choose(t, 'win.export', picture)
    t.wait('exported')
    check = json.loads(cli('check', path, '--json'))
    assert check['dof'] == 1 and check['worst'] <= 1e-9 and not check['conflicting'], check
    with open(path) as f:
        assert len(json.load(f)['constraints']) == 7
    with open(picture) as f:
        assert '<svg' in f.read()
    assert os.path.getsize(picture) > 300


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel() as t:
        draw(t)
        dimension(t)
        pull(t)
        undo_and_redo(t)
        save_and_export(t, folder)


if __name__ == '__main__':
    sys.exit(main())
