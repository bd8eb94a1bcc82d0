#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings of other programs: large ones are read while the window goes on, and can be stopped; DXF
is opened like SVG."""

import os
import sys

from drive import Trammel, drawing, near, run_tests, type_path

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../data/import')


def large(folder, n):
    """n short lines, 30 bytes each."""
    path = f'{folder}/large.svg'
    with open(path, 'w') as f:
        f.write('<svg width="500mm" height="500mm" viewBox="0 0 500 500">'
                '<g fill="none" stroke="black">\n')
        f.writelines(f'<path d="M{i % 250 * 2} {i // 250 * 2}l1.5 1.000"/>\n' for i in range(n))
        f.write('</g></svg>')
    return path


def open_file(t, path):
    t.act('win.open')
    t.wait('choosing')
    type_path(t, path)


def test_a_large_file(folder):
    """Input is answered while it is read; then it is all there, as a drawing without a file."""
    with Trammel() as t:
        open_file(t, large(folder, 9000))
        t.wait('import-started')
        t.sync()
        assert not t.wait('import-ended')['stopped']
        t.wait('opened')
        told = t.tell()
        assert len(told['state']) == 9000 and told['undo'] == 1, told['undo']
        assert near(told['state']['segment1']['ay'], 500, 1e-9), told['state']['segment1']


def test_it_can_be_stopped(folder):
    """The drawing stays as it was, and can be worked on at once."""
    with Trammel(drawing(folder)) as t:
        before = t.tell()
        open_file(t, large(folder, 100000))
        t.wait('import-started')
        t.sync()
        t.click('import-stop')
        assert t.wait('import-ended')['stopped']
        after = t.tell()
        assert after['state'] == before['state'] and after['undo'] == before['undo']
        t.drag((50, 25), (60, 25))
        assert near(t.tell()['state']['p1']['x'], 60, 0.5)


def test_dxf(folder):
    """In the units of the file; what was left out is told by kind."""
    with Trammel() as t:
        open_file(t, f'{DATA}/kinds.dxf')
        t.wait('opened')
        state = t.tell()['state']
        assert near(state['circle1']['radius'], 25, 1e-9), state['circle1']
        assert t.text('toast')['label'] is not None
    with Trammel() as t:
        open_file(t, f'{DATA}/broken.dxf')
        assert '16' in t.wait('told')['why']


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
