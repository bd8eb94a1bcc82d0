#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happens in the middle of a gesture: undo, the other button, the wheel, paper that moves, another
tool, a pointer that leaves the window."""

from drive import Trammel, near, run_all


def click(t, *places):
    for place in places:
        t.move(place)
        t.xdo('click', 1)
        t.sync()


def only(t):
    """The state of the one body that there is."""
    state = t.tell()['state']
    assert len(state) == 1, state
    return next(iter(state.values()))


def clear(t):
    t.key('Escape', 'Escape', 'Escape')
    while t.tell()['undo']:
        t.key('ctrl+z')
    assert t.tell()['bodies'] == 0


def test_undo_takes_back_a_click(t):
    t.key('w')
    click(t, (-60, 0), (-20, 20), (20, 0))
    t.key('ctrl+z')
    t.key('Return')
    t.wait('drawn', ok=True)
    assert len(only(t)) == 4, 'two points'
    # Now that there are steps: none of them goes before the clicks.
    t.key('w')
    click(t, (0, -40), (30, -40))
    t.key('ctrl+z', 'ctrl+z')
    s = t.tell()
    assert s['bodies'] == 1 and s['undo'] == 1 and s['tool'] == 'polyline', s
    t.key('ctrl+z')
    assert t.tell()['bodies'] == 0
    clear(t)


def test_undo_of_a_chain(t):
    t.key('l')
    click(t, (-60, 0), (-20, 20), (20, 0))
    assert t.tell()['bodies'] == 2
    t.key('ctrl+z')
    assert t.tell()['bodies'] == 1, 'the segment that was drawn last'
    clear(t)


def test_undo_in_a_drag(t):
    t.key('p')
    click(t, (0, 0))
    t.key('v')
    t.drag((0, 0), (30, 10), release=False)
    assert near(only(t)['x'], 30, 1)
    t.key('ctrl+z')
    t.xdo('mouseup', 1)
    s = t.tell()
    assert only(t) == {'x': 0, 'y': 0} and s['undo'] == 1, s
    clear(t)


def test_the_second_button_ends_it(t):
    t.key('w')
    click(t, (-60, 0), (-20, 20), (20, 0))
    t.move((40, 30))
    t.xdo('click', 3)
    t.wait('drawn', ok=True)
    assert len(only(t)) == 6 and t.tell()['tool'] == 'polyline'
    clear(t)
    t.key('c')
    click(t, (0, 0))
    t.move((20, 0))
    t.xdo('click', 3)
    assert t.tell()['bodies'] == 0 and t.tell()['tool'] == 'circle', 'given up'
    t.xdo('click', 3)
    t.wait('menu')
    t.key('Escape')
    t.wait('menu-closed')
    clear(t)


def test_the_second_button_takes_what_is_typed(t):
    t.key('w')
    click(t, (-60, 0), (-20, 20))
    t.move((0, 20))
    t.type('3 cm')
    t.xdo('click', 3)
    t.wait('drawn', ok=True)
    assert len(only(t)) == 6 and t.tell()['constraints'] > 0, t.tell()
    clear(t)
    # What is no number stands for no vertex: the others are kept.
    t.key('w')
    click(t, (-60, 0), (-20, 20))
    t.move((0, 20))
    t.type('3+')
    t.xdo('click', 3)
    t.wait('drawn', ok=True)
    assert len(only(t)) == 4, t.tell()
    clear(t)


def test_another_tool(t):
    """What makes something is kept, what makes nothing yet is given up."""
    t.key('w')
    click(t, (-60, 0), (-20, 20))
    t.key('c')
    s = t.tell()
    assert s['tool'] == 'circle' and s['step'] == 'Draw polyline' and len(only(t)) == 4, s
    clear(t)
    t.key('w')
    click(t, (-60, 0))
    t.key('c')
    s = t.tell()
    assert s['tool'] == 'circle' and s['bodies'] == 0, s
    click(t, (0, 0), (20, 0))
    assert near(only(t)['radius'], 20, 1)
    clear(t)


def test_closing_asks_for_what_is_being_drawn(t):
    t.key('w')
    click(t, (-60, 0), (-20, 20))
    t.key('ctrl+w')
    t.wait('asked')
    t.key('Escape')
    assert len(only(t)) == 4
    clear(t)


def test_the_pointer_leaves_the_window(t):
    t.key('l')
    click(t, (-40, 10))
    t.xdo('mousemove', 1279, 799)
    t.sync()
    click(t, (20, 0))
    assert near(only(t)['bx'], 20, 1)
    clear(t)
    # With the button down the window keeps the pointer.
    t.key('c')
    t.move((0, 0))
    t.xdo('mousedown', 1)
    t.xdo('mousemove', 1279, 799)
    t.sync()
    t.move((0, 25))
    t.xdo('mouseup', 1)
    t.sync()
    assert near(only(t)['radius'], 25, 1)
    clear(t)


def test_escape_then_numbers(t):
    t.key('l')
    click(t, (-40, 10))
    t.move((0, 10))
    t.type('3')
    t.key('Escape')
    assert t.tell()['bodies'] == 0 and t.tell()['tool'] == 'segment'
    click(t, (-40, 10))
    t.move((0, 20))
    t.type('3cm')
    t.key('Tab')
    t.type('90')
    t.key('Return')
    b = only(t)
    assert near(b['bx'], b['ax'], 1e-6) and near(b['by'] - b['ay'], 30, 1e-6), b
    clear(t)


def test_the_paper_moves(t):
    """Wheel and middle button: what was clicked stays where it was in the drawing."""
    t.key('l')
    click(t, (-40, 10))
    t.xdo('click', '--repeat', 3, 4)
    x, y = (round(v) for v in t.pixel((-40, 10)))
    t.xdo('mousemove', x, y, 'mousedown', 2)
    t.xdo('mousemove', x + 60, y + 40)
    t.xdo('mouseup', 2)
    t.sync()
    click(t, (-20, 0))
    b = only(t)
    assert near(b['ax'], -40, 1) and near(b['ay'], 10, 1) and near(b['bx'], -20, 1), b
    clear(t)


with Trammel() as t:
    run_all(globals(), t)
