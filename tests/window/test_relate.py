#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every constraint that has a key, three ways: what it binds is selected first, or clicked after the
key, or one thing before it and the others after."""

import math
import tempfile

from drive import Trammel, drawing, near, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "s1", "kind": "segment", "a": [-60, 40], "b": [-20, 50]},
    {"id": "s2", "kind": "segment", "a": [-60, 0], "b": [-22, -14]},
    {"id": "k1", "kind": "circle", "center": [20, 30], "radius": 12},
    {"id": "k2", "kind": "circle", "center": [60, 20], "radius": 18},
    {"id": "e1", "kind": "ellipse", "center": [-40, -48], "radii": [20, 10], "rotation": 0},
    {"id": "p1", "kind": "point", "at": [10, -20]},
    {"id": "p2", "kind": "point", "at": [40, -30]},
    {"id": "r1", "kind": "rigid", "position": [20, -60], "rotation": 0.5,
     "drawing": [{"path": "M -8 0 L 8 0", "width": 1}]},
    {"id": "r2", "kind": "rigid", "position": [60, -60], "rotation": 0,
     "drawing": [{"path": "M -8 0 L 8 0", "width": 1}]}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
S1, S2 = (-50, 42.5), (-50.5, -3.5)  # on the lines, away from their ends and middles
K1, K2 = (20, 18), (60, 2)
P1, P2, END = (10, -20), (40, -30), (-20, 50)


def click(t, place, *keys):
    t.move(place)
    for key in keys:
        t.xdo('keydown', key)
    t.xdo('click', 1)
    t.sync()
    for key in keys:
        t.xdo('keyup', key)


def slope(s, name):
    b = s[name]
    return math.atan2(b['by'] - b['ay'], b['bx'] - b['ax'])


def length(s, name):
    b = s[name]
    return math.hypot(b['bx'] - b['ax'], b['by'] - b['ay'])


def gap(s, a, b):
    return math.hypot(s[a]['x'] - s[b]['x'], s[a]['y'] - s[b]['y'])


def mid(s, name, axis):
    return (s[name]['a' + axis] + s[name]['b' + axis]) / 2


# Name, key, where to click, and what must then be zero.
CASES = [
    ('attach', 'o', (P1, P2), lambda s: gap(s, 'p1', 'p2')),
    ('attach', 'o', (P1, K1), lambda s: gap(s, 'p1', 'k1') - s['k1']['radius']),
    ('horizontal', 'h', (S1,), lambda s: slope(s, 's1')),
    ('horizontal', 'h', (P1, P2), lambda s: s['p1']['y'] - s['p2']['y']),
    ('parallel', 'z', (S1, S2), lambda s: math.sin(slope(s, 's1') - slope(s, 's2'))),
    ('perpendicular', 'u', (S1, S2), lambda s: math.cos(slope(s, 's1') - slope(s, 's2'))),
    ('equal', 'q', (S1, S2), lambda s: length(s, 's1') - length(s, 's2')),
    ('equal', 'q', (K1, K2), lambda s: s['k1']['radius'] - s['k2']['radius']),
    ('symmetric', 'y', (P1, P2, S1),
     lambda s: math.cos(slope(s, 's1') - math.atan2(s['p2']['y'] - s['p1']['y'],
                                                    s['p2']['x'] - s['p1']['x']))),
    ('midpoint', 'apostrophe', (P1, S1),
     lambda s: math.hypot(s['p1']['x'] - mid(s, 's1', 'x'), s['p1']['y'] - mid(s, 's1', 'y'))),
    ('tangent', 'slash', (K1, K2),
     lambda s: min(abs(gap(s, 'k1', 'k2') - abs(s['k1']['radius'] + sign * s['k2']['radius']))
                   for sign in (1, -1))),
    ('nail', 'n', (P1,), lambda s: math.hypot(s['p1']['x'] - 10, s['p1']['y'] + 20)),
]


def check(t, name, zero):
    told = t.wait('related')
    assert told['relation'] == name and told['ok'], told
    s = t.tell()
    assert s['undo'] == 1 and s['constraints'] >= 1, s
    assert near(zero(s['state']), 0, 1e-6), (name, zero(s['state']))
    t.key('ctrl+z')
    t.key('Escape')
    t.key('Escape')
    s = t.tell()
    assert s['undo'] == 0 and not s['selection'] and s['tool'] == 'select', s


def test_selected_then_the_key(t):
    for name, key, places, zero in CASES:
        for i, place in enumerate(places):
            click(t, place, *(['shift'] if i else []))
        t.key(key)
        check(t, name, zero)


def test_the_key_then_clicks(t):
    for name, key, places, zero in CASES:
        if key == 'n':
            continue  # a tool, then
        t.key(key)
        assert t.tell()['message'], name
        for place in places:
            click(t, place)
        check(t, name, zero)


def test_one_then_the_key_then_the_rest(t):
    for name, key, places, zero in CASES:
        if len(places) < 2:
            continue
        click(t, places[0])
        t.key(key)
        for place in places[1:]:
            click(t, place)
        check(t, name, zero)


def test_what_is_in_the_way_is_left_out(t):
    """A circle that is still selected cannot be level: the segment clicked is."""
    click(t, K1)
    t.key('h')
    click(t, S1)
    check(t, 'horizontal', lambda s: slope(s, 's1'))


def upright(s):
    return math.cos(slope(s, 's1'))


def test_vertical_is_for_what_is_selected(t):
    click(t, S1)
    t.key('v')
    check(t, 'vertical', upright)
    click(t, P1)
    t.key('v')
    assert t.tell()['message'], 'one point is not enough'
    click(t, P2)
    check(t, 'vertical', lambda s: s['p1']['x'] - s['p2']['x'])


def test_v_is_the_way_back_from_every_tool(t):
    click(t, S1)
    for key in 'lkv':
        t.key(key)
    s = t.tell()
    assert s['tool'] == 'select' and s['constraints'] == 0 and s['selection'] == ['s1'], s
    t.key('Escape')
    t.key('v')
    assert not t.tell()['message']
    click(t, S1)
    assert t.tell()['constraints'] == 0
    t.key('Escape')


def test_with_shift_vertical_waits_for_clicks(t):
    t.key('shift+v')
    assert t.tell()['message'] and t.tell()['tool'] == 'select'
    click(t, S1)
    check(t, 'vertical', upright)
    t.key('l')
    t.key('shift+v')
    click(t, S1)
    check(t, 'vertical', upright)


def test_dimensions_are_edited_at_once(t):
    for places, value, measured in (((S1,), '50', lambda s: length(s, 's1')),
                                    ((K1,), '20', lambda s: s['k1']['radius']),
                                    ((P1, P2), '40', lambda s: gap(s, 'p1', 'p2'))):
        t.key('d')
        for place in places:
            click(t, place)
        assert t.wait('related')['ok'] and t.tell()['editing'], places
        t.type(value)
        t.key('Return')
        s = t.tell()
        assert near(measured(s['state']), float(value), 1e-6) and not s['editing'], s
    for _ in range(6):
        t.key('ctrl+z')
    t.key('Escape')


def test_semi_axes(t):
    """D on an ellipse: both, edited where they stand; a click on the other edits that."""
    click(t, (-20, -48))
    t.key('d')
    assert t.wait('related')['ok'] and t.tell()['editing'] and t.tell()['constraints'] == 2
    t.type('3 cm')
    t.key('Return')
    e = t.tell()['state']['e1']
    assert near(e['u'], 30, 1e-6) and near(e['v'], 10, 1e-6), e
    t.key('Escape')
    x, y = t.pixel((-40, -43))
    for dx in (-44, -36, -28, -60, 28, 36, 44, 60, -20, 20):
        t.xdo('mousemove', round(x + dx), round(y))
        if t.tell()['note'] == 'fix2':
            break
    t.xdo('click', 1)
    t.sync()
    assert t.tell()['editing'], t.tell()
    t.key('ctrl+a')
    t.type('12')
    t.key('Return')
    assert near(t.tell()['state']['e1']['v'], 12, 1e-6)
    for _ in range(3):
        t.key('ctrl+z')
    t.key('Escape')


def test_links_that_turn(t):
    """Geared together by the menu's command, which asks for the ratio: one step with its value."""
    click(t, (24.4, -57.6))
    click(t, (64, -60), 'shift')
    assert t.tell()['selection'] == ['r1', 'r2'], t.tell()['selection']
    before = t.tell()
    t.act('win.relate gear')
    assert t.wait('related')['ok'] and t.tell()['editing'], t.tell()
    assert t.tell()['state'] == before['state']
    t.command('place editor')
    at, (x, y) = t.wait('place', name='editor'), t.pixel((60, -60))
    assert abs(at['x'] - x) < 60 and abs(at['y'] - y) < 60, 'at the link that was clicked last'
    t.key('ctrl+a')
    t.type('-2')
    t.key('Return')
    assert t.tell()['undo'] == before['undo'] + 1, t.tell()
    t.key('ctrl+z')
    t.key('Escape')
    assert t.tell()['state'] == before['state'] and t.tell()['constraints'] == 0
    click(t, (64, -60))
    click(t, S2, 'shift')
    t.act('win.relate rack')
    assert t.wait('related')['ok'] and t.tell()['state'] == before['state']
    t.key('ctrl+z')
    t.key('Escape')


def test_it_can_be_left(t):
    t.key('z')
    click(t, S1)
    t.key('Escape')
    s = t.tell()
    assert not s['message'] and s['constraints'] == 0, s
    t.key('Escape')
    click(t, S2)
    assert t.tell()['selection'] == ['s2'] and t.tell()['constraints'] == 0
    t.key('Escape')


def test_commands_take_what_is_being_written(t):
    """A number on the paper first, then what the command does; what is none stays, and is told."""
    t.key('d')
    click(t, S1)
    assert t.wait('related')['ok'] and t.tell()['editing']
    steps = t.tell()['undo']
    t.key('ctrl+a')
    t.type('nonsense')
    t.key('F5')
    s = t.tell()
    assert s['editing'] and 'nonsense' in s['message'] and s['undo'] == steps, s
    t.key('ctrl+a')
    t.type('33')
    t.key('F5')
    s = t.tell()
    assert not s['editing'] and s['message'] == 'Every constraint holds', s
    assert near(length(s['state'], 's1'), 33, 1e-6), s['state']
    assert s['step'] == 'Dimension' and s['undo'] == steps, s


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel(drawing(folder, TEXT)) as t:
        run_all(globals(), t)


main()
