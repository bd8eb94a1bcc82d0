#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Vertices and control points of curves: put in and taken out by hand."""

import tempfile

from drive import Trammel, drawing, near, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "l", "kind": "polyline", "points": [[-100, 40], [-60, 60], [-20, 40], [20, 60]]},
    {"id": "z", "kind": "bezier", "points": [[-100, -10], [-90, 20], [-60, 20], [-50, -10], [-40, -40], [-10, -40],
                                             [0, -10]]},
    {"id": "w", "kind": "spline", "points": [[20, -40], [40, 0], [60, -40], [80, 0], [100, -40]]},
    {"id": "two", "kind": "polyline", "points": [[60, 60], [100, 40]]},
    {"id": "p", "kind": "point", "at": [20, 60]}
  ],
  "constraints": [
    {"id": "n", "kind": "nail", "a": {"body": "l", "point": "point1"}, "at": [-60, 60]},
    {"id": "j", "kind": "attach", "a": {"body": "l", "point": "point3"}, "b": {"body": "p", "point": "at"}},
    {"id": "q", "kind": "equation", "expr": "l.y3 - 60", "op": "="}
  ],
  "view": {"center": [0, 0], "zoom": 3}
}
'''


def click(t, place):
    t.move(place)
    t.xdo('click', 1)
    t.sync()


def double_click(t, place):
    t.move(place)
    t.xdo('click', '--repeat', 2, '--delay', 20, 1)
    t.sync()


def points(t, body):
    state = t.tell()['state'][body]
    return [(state[f'x{i}'], state[f'y{i}']) for i in range(sum(k[0] == 'x' for k in state))]


def test_delete_takes_one_vertex(t):
    click(t, (-60, 60))
    assert t.tell()['selection'] == ['l.point1'], t.tell()['selection']
    t.key('Delete')
    s = t.tell()
    assert len(points(t, 'l')) == 3 and s['undo'] == 1 and s['selection'] == [], s
    assert 'With it went' in s['message'] and 'Nail' in s['message'], s['message']
    assert s['constraints'] == 2 and near(points(t, 'l')[2][1], 60, 1e-9), 'the last one is held still'
    t.drag((20, 60), (10, 60))
    assert near(t.tell()['state']['p']['x'], points(t, 'l')[2][0], 1e-9)
    t.key('ctrl+z', 'ctrl+z')
    assert len(points(t, 'l')) == 4 and t.tell()['constraints'] == 3


def test_double_click_adds_one(t):
    before = points(t, 'l')
    t.move((-80, 50))
    assert 'Double click' in t.tell()['hints'], t.tell()['hints']
    double_click(t, (-80, 50))
    s = t.tell()
    assert s['selection'] == ['l.point1'] and s['undo'] == 1 and s['constraints'] == 3, s
    after = points(t, 'l')
    assert len(after) == 5 and near(after[1][0], -80, 1) and near(after[1][1], 50, 1), after
    assert after[:1] + after[2:] == before, 'the others are where they were'
    t.key('Delete')
    assert points(t, 'l') == before and t.tell()['undo'] == 2
    t.key('ctrl+z', 'ctrl+z')
    assert points(t, 'l') == before


def test_menu_adds_one(t):
    for place, body, more in (((0, 50), 'l', 1), ((-25, -32.5), 'z', 3), ((50, -20), 'w', 1)):
        n = len(points(t, body))
        t.move(place)
        t.xdo('click', 3)
        t.wait('menu')
        t.key('v')
        t.wait('menu-closed')
        s = t.tell()
        assert len(points(t, body)) == n + more, (body, s)
        assert s['selection'][0].startswith(body + '.point') and s['undo'] == 1, s
        t.key('ctrl+z')
        assert len(points(t, body)) == n


def test_command_adds_one(t):
    """Behind the vertex that is selected, or in the longest span."""
    click(t, (-60, 60))
    assert t.act('win.add-vertex')
    assert t.tell()['selection'] == ['l.point2'] and points(t, 'l')[2] == (-40, 50)
    t.key('ctrl+z')
    t.key('Escape')
    t.act('win.add-vertex')
    assert 'Select a polyline' in t.tell()['message']


def test_bezier(t):
    click(t, (-50, -10))
    assert t.tell()['selection'] == ['z.point3']
    t.key('Delete')
    now = points(t, 'z')
    assert len(now) == 4 and now[0] == (-100, -10) and now[3] == (0, -10), now
    t.key('ctrl+z')
    click(t, (-90, 20))
    t.key('Delete')
    now = points(t, 'z')
    assert len(now) == 7 and near(now[1][1], -10, 1e-9), 'laid straight'
    assert 'straight' in t.tell()['message']
    t.key('ctrl+z')


def test_spline(t):
    click(t, (40, 0))
    t.key('Delete')
    assert len(points(t, 'w')) == 4
    click(t, (60, -40))
    t.key('Delete')
    s = t.tell()
    assert 'w' not in s['state'] and 'as a whole' in s['message'], s
    t.key('ctrl+z')
    t.key('ctrl+z')


def test_the_last_two(t):
    click(t, (60, 60))
    assert t.tell()['selection'] == ['two.point0']
    t.key('Delete')
    s = t.tell()
    assert 'two' not in s['state'] and 'as a whole' in s['message'] and s['undo'] == 1, s
    t.key('ctrl+z')
    assert 'two' in t.tell()['state']


with tempfile.TemporaryDirectory() as folder:
    with Trammel(drawing(folder, TEXT)) as t:
        run_all(globals(), t)
