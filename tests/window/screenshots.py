#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pictures of the window anew: screenshots.py FOLDER. By hand, with ImageMagick.

The environment is that of the window tests: TRAMMEL, TRAMMEL_CLI, GSETTINGS_SCHEMA_DIR.
"""

import os
import shutil
import subprocess
import sys
import tempfile

import german
import test_diagnose as diagnose
from drive import SETTINGS, Trammel, drawing

DARK = SETTINGS + 'gtk-application-prefer-dark-theme=1\n'


def example(folder, name):
    """A copy, so that no picture shows where the sources lie."""
    return shutil.copy(f'{german.TOP}/data/examples/{name}.trammel', folder)


def window(home, *files, environment=None, **options):
    """On the drawings of someone who lives there."""
    return Trammel(*files, environment={'HOME': home, **(environment or {})}, **options)


def keep(t, folder, name, scale=1):
    """The window alone, in few colours."""
    t.sync()
    raw = f'{t.folder}/{name}.png'
    t.screenshot(raw)
    subprocess.run(['convert', raw, '-crop', f'{1100 * scale}x{720 * scale}+0+0', '+repage',
                    '+dither', '-colors', '64', f'PNG8:{folder}/{name}.png'], check=True)


def main():
    out = sys.argv[1]
    os.makedirs(out, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        folder = f'{home}/Drawings'
        os.mkdir(folder)
        with window(home, diagnose.document(folder, diagnose.CONFLICT)) as t:
            t.act('win.panel-constraints')
            t.sync()
            t.click('constraint-lw')
            keep(t, out, 'conflict')
        with window(home, diagnose.document(folder, forces=diagnose.WEIGHT)) as t:
            t.act('win.show-forces')
            t.move((0, 32))
            keep(t, out, 'forces')
        with window(home, example(folder, 'theo-jansen')) as t:
            t.move((0, -300))
            t.act('win.play')
            t.wait('time', at=2.5)
            keep(t, out, 'time')
        with window(home) as t:
            keep(t, out, 'empty')
        with window(home, drawing(folder)) as t:
            t.key('l')
            t.move((-60, 20))
            t.xdo('click', 1)
            t.move((50.5, 25.5))
            keep(t, out, 'drawing')
        with window(home, drawing(folder)) as t:
            t.drag((30, 0), (10, 50), release=False)
            keep(t, out, 'beyond-reach')
            t.xdo('mouseup', 1)
        with window(home, example(folder, 'four-bar')) as t:
            t.drag((15.925, 64.161), (30, 58), release=False)
            keep(t, out, 'dragging')
            t.xdo('mouseup', 1)
        with window(home, example(folder, 'slider-crank')) as t:
            keep(t, out, 'dimensions')
        with window(home) as t:
            t.move((0, 0))
            t.key('f')
            t.wait('formula-dialog')
            keep(t, out, 'formula')
        with window(home, example(folder, 'theo-jansen'), settings=DARK) as t:
            keep(t, out, 'dark')
        with window(home, example(folder, 'four-bar'), environment=german.environment(home)) as t:
            keep(t, out, 'german')
        with window(home, example(folder, 'four-bar'), environment={'GTK_THEME': 'HighContrast'}) as t:
            keep(t, out, 'high-contrast')
        with window(home, example(folder, 'four-bar'), environment={'GDK_SCALE': '2'}, size='2300x1600') as t:
            keep(t, out, 'twice', 2)


if __name__ == '__main__':
    sys.exit(main())
