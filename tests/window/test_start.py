#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Start, menus and dialogs: everything that is offered opens without a complaint."""

import sys
import tempfile

from drive import Trammel, drawing


def test_dialogs(t):
    for action in ('win.shortcuts', 'app.about'):
        assert t.act(action)
        t.sync()
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Escape')
    t.key('F10')
    t.key('Escape')
    t.click('open-button')
    t.key('Escape')
    t.click('menu-button')
    t.key('Escape')


def test_buttons(t):
    t.drag((50, 25), (60, 40))
    t.click('undo-button')
    assert t.tell()['state']['p1'] == {'x': 50, 'y': 25}
    t.click('redo-button')
    assert t.tell()['state']['p1'] != {'x': 50, 'y': 25}


def test_what_is_left_open_goes_with_its_window(path):
    """Quietly: whatever is said on stderr when the program ends fails this test."""
    for action in ('win.export', 'win.print-preview', 'win.formula', 'win.plot'):
        with Trammel(path) as t:
            t.move((0, -60))
            t.act(action)
            t.sync()
    with Trammel(path, alone=True) as t:
        t.act('win.commands')
        t.sync()
        t.act('win.close')
        t.wait('finder-gone')
        assert t.ended() == 0


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = drawing(folder)
        with Trammel() as t:
            print(f'first frame after {t.first_frame:.0f} ms')
            t.command('place gallery')
            assert t.wait('place', name='gallery')['x'] is not None
        with Trammel(path) as t:
            t.command('place gallery')
            assert t.wait('place', name='gallery')['x'] is None
            test_dialogs(t)
            test_buttons(t)
        test_what_is_left_open_goes_with_its_window(path)
        # Dark, and with high contrast.
        for environment in ({'GTK_THEME': 'Adwaita:dark'},
                            {'GTK_THEME': 'HighContrast'}, {'GTK_THEME': 'HighContrast:dark'}):
            with Trammel(path, environment=environment) as t:
                t.drag((50, 25), (60, 40))


if __name__ == '__main__':
    sys.exit(main())
