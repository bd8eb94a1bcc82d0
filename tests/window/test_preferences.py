#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Preferences are applied as they are chosen, in every window; help opens and closes."""

import sys
import tempfile

from drive import Trammel, drawing, near


def is_open(t, name):
    t.command(f'place {name}')
    return t.wait('place', name=name)['x'] is not None


def options(t):
    return t.tell()['options']


def close(t, name):
    t.xdo('mousemove', 150, 20)
    t.sync()
    t.key('Escape')
    assert not is_open(t, name)


def open_preferences(t):
    t.key('ctrl+comma')
    assert is_open(t, 'preferences')


def test_switches(t):
    open_preferences(t)
    for switch, option in (('grid-switch', 'grid'), ('snap-switch', 'snap'),
                           ('constraints-switch', 'constraints')):
        before = options(t)[option]
        t.click(switch)
        assert options(t)[option] is not before, option
        t.click(switch)
        assert options(t)[option] is before, option
    close(t, 'preferences')


def test_how_soon_work_is_kept(t):
    """A minute, and nothing is written; one second, and what waits is."""
    open_preferences(t)
    t.click('autosave-spin')
    t.key('ctrl+a')
    t.type('60')
    t.key('Tab')
    close(t, 'preferences')
    t.drag((50, 25), (60, 25))
    assert t.tell()['undo'] == 1
    open_preferences(t)
    t.click('autosave-spin')
    t.key('ctrl+a')
    t.type('1')
    t.key('Tab')
    assert t.wait('autosaved')['ok']
    close(t, 'preferences')
    t.key('ctrl+z')


def test_the_menu_changes_the_same(t):
    t.act('win.show-grid')
    assert not options(t)['grid']
    t.act('win.show-grid')
    assert options(t)['grid']


def choose(t, name, downs):
    t.click(name)
    t.key(*['Down'] * downs, 'Return')


def test_colors(t):
    open_preferences(t)
    choose(t, 'scheme-choice', 2)
    assert options(t)['dark']
    choose(t, 'scheme-choice', 0)
    assert options(t)['dark'], 'the same again'
    t.click('scheme-choice')
    t.key('Up', 'Return')
    assert not options(t)['dark']
    t.act('app.color-scheme dark')
    assert options(t)['dark']
    t.act('app.color-scheme system')
    assert not options(t)['dark']
    close(t, 'preferences')


def test_help(t):
    t.key('F1')
    assert is_open(t, 'help')
    close(t, 'help')
    t.key('F1')
    assert is_open(t, 'help'), 'once more'
    close(t, 'help')


def test_without_snapping(t):
    """A point let go beside another is not attached; with Ctrl it is: the other way round."""
    t.act('win.snap')
    assert not options(t)['snap']
    n = t.tell()['constraints']
    t.drag((50, 25), (-29.5, -40))
    s = t.tell()
    assert s['constraints'] == n and near(s['state']['p1']['x'], -29.5, 0.3), s['state']['p1']
    t.key('ctrl+z')
    t.drag((50, 25), (-29.5, -40), key='ctrl')
    s = t.tell()
    assert s['constraints'] == n + 1 and near(s['state']['p1']['x'], -30, 1e-6), s['state']['p1']
    t.act('win.snap')


def units_of_new_drawings():
    with Trammel() as t:
        t.wait('gallery')
        assert options(t)['units'] == 'mm'
        open_preferences(t)
        choose(t, 'units-choice', 1)
        s = t.tell()
        assert s['options']['units'] == 'cm' and not s['modified'] and s['undo'] == 0, s
        assert near(s['zoom'], 960 / 25.4, 1e-9), 'shown in true size'
        close(t, 'preferences')
        # What is drawn keeps its unit.
        t.xdo('mousemove', 600, 640)
        t.key('p')
        t.xdo('click', 1)
        t.key('Escape')
        assert t.tell()['bodies'] == 1
        open_preferences(t)
        choose(t, 'units-choice', 2)
        assert options(t)['units'] == 'cm'
        close(t, 'preferences')
        t.act('app.new')
        t.xdo('mousemove', 610, 640)
        assert options(t)['units'] == 'm'


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel(drawing(folder)) as t:
        for name, test in list(globals().items()):
            if name.startswith('test_'):
                t.move((0, 30))
                test(t)
                print('ok', name)
    units_of_new_drawings()
    print('ok units_of_new_drawings')


if __name__ == '__main__':
    sys.exit(main())
