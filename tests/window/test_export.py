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
from test_time import TOP, bars, play_until

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


def started(folder, path=None, **choices):
    """With what was chosen at another time."""
    os.makedirs(f'{folder}/config/glib-2.0/settings')
    with open(f'{folder}/config/glib-2.0/settings/keyfile', 'w') as f:
        f.write('[org/trammel/Trammel]\n')
        f.writelines(f'export-{key}={value}\n' for key, value in choices.items())
    return Trammel(path or drawing(folder, SQUARE), environment={
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


def test_lines_and_tables(folder):
    """DXF has no page to choose; a table of traces is there once something was traced."""
    with started(folder, bars(folder), format="'dxf'") as t:
        said = export(t, f'{folder}/a.dxf')
        assert said['w'] > 70, said
        t.wait('exported')
        t.act('win.export')
        t.wait('preview')
        assert 'DXF' in t.text('page-choice')['tooltip']
        t.key('Escape')
        assert b'AC1015' in read(f'{folder}/a.dxf')
    with started(folder + '/b', bars(folder), format="'csv'") as t:
        t.act('win.export')
        t.wait('preview')
        assert 'traced' in t.text('export-size')['label'], t.text('export-size')
        assert 'traced' in t.text('export-now')['tooltip']
        t.key('Escape')
        t.act('win.play')
        play_until(t, 0.5)
        t.act('win.play')
        export(t, f'{folder}/a.csv')
        t.wait('exported')
        head, *rows = read(f'{folder}/a.csv').decode().splitlines()
        assert head == 'path.x,path.y' and len(rows) > 20, (head, len(rows))
        x, y = map(float, rows[0].split(','))
        assert near(x, (24 + TOP[0]) / 2, 1e-6), rows[0]
        # The trace is drawn in pictures too.
        export(t, f'{folder}/a.svg')
        t.wait('exported')
        assert b'id="path"' in read(f'{folder}/a.svg')


def test_what_moves(folder):
    """A second of the crank as a GIF and as a row of pictures, from where the drawing is; a long
    one is stopped, and leaves nothing."""
    with started(folder, bars(folder), format="'gif'", seconds='0.5', fps='10.0', dpi='50.0') as t:
        before = t.tell()['state']
        export(t, f'{folder}/a.gif')
        t.wait('exported')
        gif = read(f'{folder}/a.gif')
        assert gif[:6] == b'GIF89a' and gif.count(b'\x21\xf9\x04') == 6, gif.count(b'\x21\xf9\x04')
        assert t.tell()['state'] == before
    with started(folder + '/b', bars(folder), format="'png-frames'", seconds='600.0', fps='60.0',
                 dpi='50.0') as t:
        export(t, f'{folder}/long.gif')
        t.wait('run-started')
        t.sync()
        t.click('export-cancel')
        t.wait('run-stopped')
        assert not os.path.exists(f'{folder}/long.gif')
        t.key('Escape')
    with started(folder + '/c', bars(folder), format="'svg-frames'", seconds='0.2', fps='10.0') as t:
        export(t, f'{folder}/walk.svg')
        t.wait('exported')
    assert sorted(os.listdir(f'{folder}/walk')) == [f'frame-{i:04}.svg' for i in (1, 2, 3)]


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
