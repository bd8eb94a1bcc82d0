#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts are selected, copied, listed and described as bodies are."""

import os
import subprocess
import tempfile

from drive import Trammel, drawing, near, read_json, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "s1", "kind": "segment", "a": [-40, -20], "b": [40, -20], "name": "arm"},
    {"id": "c1", "kind": "circle", "center": [60, 20], "radius": 6, "layer": "side"}
  ],
  "labels": [
    {"text": "A title", "at": {"at": [-40, 30]}, "size": 8},
    {"text": "L = {s1.length:.1f}", "at": {"body": "s1", "point": "a"}, "offset": [0, -12], "size": 6},
    {"text": "wheel", "at": {"body": "c1", "point": "center"}, "offset": [-4, 10], "size": 5}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
TITLE, LENGTH, WHEEL = (-35, 32), (-35, -30), (60, 32)
ALL = ['s1', 'c1', '#1', '#2', '#3']


def labels(t, folder):
    t.key('ctrl+s')
    t.wait('saved')
    return read_json(f'{folder}/drawing.trammel')['labels']


def click(t, place, button=1):
    t.move(place)
    t.xdo('click', button)
    t.sync()


def open_list(t):
    t.act('win.panel-bodies')
    t.sync()


def undo_all(t):
    while t.tell()['undo']:
        t.key('ctrl+z')
    t.key('Escape')


def test_selected_like_bodies(t, folder):
    click(t, TITLE)
    assert t.tell()['selection'] == ['#1'], t.tell()
    t.xdo('keydown', 'shift')
    click(t, LENGTH)
    t.xdo('keyup', 'shift')
    assert t.tell()['selection'] == ['#1', '#2'], t.tell()
    t.key('ctrl+a')
    assert t.tell()['selection'] == ALL, t.tell()
    t.key('Escape')
    walked = []
    for _ in range(6):
        t.key('Tab')
        walked += t.tell()['selection']
    assert walked == ALL + ['s1'], walked
    t.key('Escape')
    # To the right what lies inside: all of the title, half of the length.
    t.drag((-60, 45), (-20, -25))
    assert t.tell()['selection'] == [], t.tell()
    t.drag((-60, 45), (10, -25))
    assert t.tell()['selection'] == ['#1'], t.tell()
    t.drag((-30, 45), (-60, -25))  # to the left whatever is touched
    assert t.tell()['selection'] == ['s1', '#1'], t.tell()
    t.key('Escape')


def test_hidden_and_locked_with_their_layer(t, folder):
    open_list(t)
    t.click('layer-lock-side')
    t.act('win.select-all')
    assert t.tell()['selection'] == ['s1', '#1', '#2'], t.tell()
    click(t, WHEEL)
    assert t.tell()['selection'] == [], t.tell()
    undo_all(t)


def test_hidden_and_locked_by_themselves(t, folder):
    """A text on the ground; files have it, and the list shows it again."""
    open_list(t)
    t.click('show-text-1')
    s = t.tell()
    assert s['undo'] == 1 and s['step'] == 'Change text', s
    assert labels(t, folder)[0]['hidden'] is True, labels(t, folder)
    click(t, TITLE)
    assert t.tell()['selection'] == [], t.tell()
    svg = subprocess.run([os.environ['TRAMMEL_CLI'], 'export', f'{folder}/drawing.trammel', '-o',
                          f'{folder}/out.svg'], check=True) and open(f'{folder}/out.svg').read()
    assert 'A title' not in svg and 'wheel' in svg
    t.click('show-text-1')
    assert not labels(t, folder)[0]['hidden']
    undo_all(t)
    click(t, TITLE)
    t.act('win.panel-properties')
    t.sync()
    t.click('property-locked')
    assert labels(t, folder)[0]['locked'] is True
    t.move((60, -40))
    t.key('Escape')
    click(t, TITLE)
    assert t.tell()['selection'] == [], t.tell()
    undo_all(t)
    # It cannot be shown while what it hangs on is hidden.
    open_list(t)
    t.click('show-c1')
    steps = t.tell()['undo']
    t.click('show-text-3')
    assert t.tell()['undo'] == steps
    undo_all(t)


def test_copied_with_what_they_hang_on(t, folder):
    t.key('Escape')
    click(t, LENGTH)
    t.key('ctrl+c', 'ctrl+d')
    s = t.tell()
    assert s['selection'] == ['#4'] and s['undo'] == 1, s
    copy = labels(t, folder)[3]  # alone it is on the ground, and computes what it did
    assert copy['text'] == 'L = {s1.length:.1f}' and near(copy['at']['at'][0], -34, 1e-6), copy
    svg = subprocess.run(['xclip', '-selection', 'clipboard', '-o', '-t', 'image/svg+xml'],
                         env=t.environment, capture_output=True, check=True).stdout
    assert b'aria-label="L = 80.0"' in svg and b's1' not in svg, svg
    t.key('ctrl+z')
    click(t, (0, -20))
    assert t.tell()['selection'] == ['s1'], t.tell()
    t.key('ctrl+c', 'ctrl+v')
    t.wait('pasted')
    s = t.tell()
    assert s['selection'] == ['s1_2', '#4'], s
    copy = labels(t, folder)[3]
    assert copy['text'] == 'L = {s1_2.length:.1f}' and copy['at']['body'] == 's1_2', copy
    t.key('ctrl+z')
    click(t, TITLE)
    t.key('ctrl+x')
    s = t.tell()
    assert s['step'] == 'Remove text' and s['selection'] == [], s
    t.key('ctrl+v')
    t.wait('pasted')
    assert [l['text'][0] for l in labels(t, folder)] == ['L', 'w', 'A']
    undo_all(t)


def test_that_it_went_along_is_said(t, folder):
    """A text whose braces read what is deleted, and one that hangs on it."""
    click(t, (0, -20))
    t.key('Delete')
    s = t.tell()
    assert 'With it went' in s['message'] and '“L = {s1.length:.1f}”' in s['message'], s['message']
    undo_all(t)
    click(t, WHEEL)
    t.key('Delete')
    assert not t.tell()['message'], t.tell()['message']
    undo_all(t)


def test_several_are_dragged_together(t, folder):
    """Texts by one of them; bodies and texts by a body with Shift; the hand on one alone by another."""
    click(t, TITLE)
    t.xdo('keydown', 'shift')
    click(t, LENGTH)
    t.xdo('keyup', 'shift')
    t.drag(TITLE, (-25, 42), release=False)
    if os.environ.get('TRAMMEL_SCREENSHOT'):
        t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
    t.xdo('mouseup', 1)
    s = t.tell()
    assert s['step'] == 'Move' and s['undo'] == 1 and s['selection'] == ['#1', '#2'], s
    moved = [l.get('offset', [0, 0]) for l in labels(t, folder)]
    assert near(moved[0][0], 10, 0.3) and near(moved[0][1], 10, 0.3), moved
    assert near(moved[1][0], 10, 0.3) and near(moved[1][1], -2, 0.3), moved
    assert moved[2] == [-4, 10], moved
    undo_all(t)
    t.key('ctrl+a')
    t.drag((60, 26), (50, 36), key='shift')
    s = t.tell()
    assert s['step'] == 'Move' and s['undo'] == 1 and s['selection'] == ALL, s
    assert near(s['state']['c1']['x'], 50, 0.3) and near(s['state']['c1']['radius'], 6, 1e-9), s
    assert near(s['state']['s1']['ax'], -50, 0.3) and near(s['state']['s1']['by'], -10, 0.3), s
    moved = [l.get('offset', [0, 0]) for l in labels(t, folder)]
    assert near(moved[0][0], -10, 0.3) and moved[1:] == [[0, -12], [-4, 10]], moved
    t.key('ctrl+z')
    t.drag((60, 26), (50, 36), key='shift', release=False)
    t.key('Escape')
    t.xdo('mouseup', 1)
    s = t.tell()
    assert s['undo'] == 0 and near(s['state']['c1']['x'], 60, 1e-9), s
    assert not labels(t, folder)[0].get('offset'), labels(t, folder)
    t.drag((-40, -20), (-40, 0))
    assert near(t.tell()['state']['s1']['by'], -20, 1e-6), 'pulled alone'
    undo_all(t)


def test_nudged_with_arrows(t, folder):
    click(t, TITLE)
    t.key('Right')
    s = t.tell()
    assert s['step'] == 'Nudge' and labels(t, folder)[0]['offset'][0] > 0, s
    undo_all(t)


def test_context_menu(t, folder):
    click(t, TITLE, 3)
    t.wait('menu')
    assert t.tell()['selection'] == ['#1'], t.tell()
    t.key('Return')
    t.wait('menu-closed')
    assert t.tell()['editing'], t.tell()
    t.key('ctrl+a')
    t.type('Another')
    t.key('Return')
    assert labels(t, folder)[0]['text'] == 'Another'
    undo_all(t)


def test_the_list(t, folder):
    open_list(t)
    assert t.text('text-name-2')['label'] == 'L = 80.0', t.text('text-name-2')
    t.click('text-1')
    assert t.tell()['selection'] == ['#1'], t.tell()
    t.key('Return')
    assert t.tell()['editing'], t.tell()
    t.key('Escape')
    undo_all(t)


def entered(t, name, text):
    t.click(name)
    t.key('ctrl+a')
    t.type(text)
    t.key('Return')


def test_properties(t, folder):
    click(t, LENGTH)
    t.act('win.panel-properties')
    assert t.text('property-size')['label'] == '6'
    entered(t, 'property-size', '9')
    entered(t, 'property-y', '-40')
    entered(t, 'property-text', 'Läng')
    label = labels(t, folder)[1]
    assert label == {'text': 'Läng', 'at': {'body': 's1', 'point': 'a'}, 'offset': [0, -20],
                     'size': 9}, label
    entered(t, 'property-text', '{nobody}')
    assert t.tell()['undo'] == 3, t.tell()
    t.key('ctrl+a')
    t.type('x')
    t.key('Return')
    undo_all(t)


with tempfile.TemporaryDirectory() as place, Trammel(drawing(place, TEXT)) as trammel:
    run_all(globals(), trammel, place)
