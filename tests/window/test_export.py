#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the export dialog says of a page, and what is then in the file: in true scale."""

import os
import pathlib
import re
import struct
import sys

from drive import Trammel, drawing, near, run_tests, type_path

SQUARE = '''{"trammel": 1, "units": "cm", "bodies": [
  {"id": "q", "kind": "polyline", "closed": true, "points": [[0, 0], [10, 0], [10, 10], [0, 10]],
   "style": {"width": 0.5}},
  {"id": "c", "kind": "circle", "center": [30, 5], "radius": 1, "style": {"width": 0.5}}]}
'''

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from svgmeasure import measure  # noqa: E402


def read(path):
    with open(path, 'rb') as f:
        return f.read()


def page(path):
    """Width and height in mm, as the file says."""
    data = read(path)
    if path.endswith('.svg'):
        return tuple(float(v) for v in re.search(rb'width="([\d.]+)mm" height="([\d.]+)mm"',
                                                 data).groups())
    if path.endswith('.png'):
        (w, h), (k, _) = struct.unpack('>2I', data[16:24]), struct.unpack('>2I', data[41:49])
        return 1000 * w / k, 1000 * h / k
    key = rb'/MediaBox \[ 0 0' if path.endswith('.pdf') else rb'HiResBoundingBox: 0 0'
    return tuple(float(v) * 25.4 / 72 for v in re.search(key + rb' ([\d.]+) ([\d.]+)',
                                                         data).groups())


def started(folder, **choices):
    """With what was chosen at another time."""
    os.makedirs(f'{folder}/config/glib-2.0/settings')
    with open(f'{folder}/config/glib-2.0/settings/keyfile', 'w') as f:
        f.write('[org/trammel/Trammel]\n')
        f.writelines(f'export-{key}={value}\n' for key, value in choices.items())
    return Trammel(drawing(folder, SQUARE), environment={
        'GSETTINGS_BACKEND': 'keyfile', 'XDG_CONFIG_HOME': f'{folder}/config'})


def export(t, path):
    """What the dialog said of the page."""
    t.act('win.export')
    said = t.wait('preview')
    t.sync()
    t.click('export-now')
    t.wait('choosing')
    type_path(t, path)
    return said


def test_every_format(folder):
    """All of it, then the square alone: its side of 100 mm and a pen of 0.5 mm, the margin of 5."""
    with started(folder, format="'png'") as t:
        for name in ('a.svg', 'a.pdf', 'a.png', 'a.eps'):
            said = export(t, f'{folder}/{name}')
            assert near(said['w'], 320.5, 1e-3) and near(said['h'], 110.5, 1e-3), said
            assert said['px'] == 3786, said
            t.wait('exported')
            w, h = page(f'{folder}/{name}')
            assert near(w, said['w'], 0.1) and near(h, said['h'], 0.1), (name, w, h)
        t.move((5, 0))
        t.xdo('click', 1)
        assert t.tell()['selection'] == ['q'], t.tell()['selection']
        said = export(t, f'{folder}/b.svg')
        assert near(said['w'], 110.5, 1e-3) and near(said['h'], 110.5, 1e-3), said
        t.wait('exported')
        export(t, f'{folder}/a.xyz')
        assert '.xyz' in t.wait('told')['why']
    text = read(f'{folder}/b.svg').decode()
    assert 'id="q"' in text and 'id="c"' not in text
    assert page(f'{folder}/b.svg') == (110.5, 110.5)
    w, h = measure(pathlib.Path(folder, 'b.svg'), 'extent_mm')
    assert near(w, 100, 1e-5) and near(h, 100, 1e-5), (w, h)


def test_paper(folder):
    with started(folder, format="'pdf'", page="'A3'", orientation="'landscape'") as t:
        said = export(t, f'{folder}/a3.pdf')
        assert (said['w'], said['h']) == (420, 297), said
        t.wait('exported')
    w, h = page(f'{folder}/a3.pdf')
    assert near(w, 420, 0.01) and near(h, 297, 0.01)


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
