#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes pictures of the window anew: screenshots.py FOLDER. By hand, with ImageMagick.

The environment is that of the window tests: TRAMMEL, TRAMMEL_CLI, GSETTINGS_SCHEMA_DIR.
"""

import os
import subprocess
import sys
import tempfile

import german
import test_diagnose as diagnose
from drive import Trammel

FOUR_BAR = f'{german.TOP}/data/examples/four-bar.trammel'


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
    with tempfile.TemporaryDirectory() as folder:
        with Trammel(diagnose.document(folder, diagnose.CONFLICT)) as t:
            t.act('win.panel-constraints')
            t.sync()
            t.click('constraint-lw')
            keep(t, out, 'conflict')
        with Trammel(diagnose.document(folder, forces=diagnose.WEIGHT)) as t:
            t.act('win.show-forces')
            t.move((0, 32))
            keep(t, out, 'forces')
        with Trammel(FOUR_BAR, environment=german.environment(folder)) as t:
            keep(t, out, 'german')
        with Trammel(FOUR_BAR, environment={'GTK_THEME': 'HighContrast'}) as t:
            keep(t, out, 'high-contrast')
        with Trammel(FOUR_BAR, environment={'GDK_SCALE': '2'}, size='2300x1600') as t:
            keep(t, out, 'twice', 2)


if __name__ == '__main__':
    sys.exit(main())
