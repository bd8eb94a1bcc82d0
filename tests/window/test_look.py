#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking: zoom at the pointer, pan, keys, the display's scale."""

import os
import shutil
import subprocess
import sys
import tempfile

import german
from drive import DRAWING, SETTINGS, Trammel, drawing, near, read_json, run_all


def same(a, b, tolerance=1e-4):  # GTK's pointer is single precision
    return near(a[0], b[0], tolerance) and near(a[1], b[1], tolerance)


def test_the_wheel_zooms_at_the_pointer(t):
    at = t.move((50, 25))
    pixel = t.pixel(at)
    before = t.tell()['zoom']
    t.xdo('click', '--repeat', 7, 4)
    assert near(t.tell()['zoom'] / before, 1.1 ** 7, 1e-9)
    assert same(t.place(pixel), at), (t.place(pixel), at)
    t.xdo('click', '--repeat', 7, 5)
    assert near(t.tell()['zoom'], before, 1e-9)
    assert same(t.place(pixel), at)


def test_the_middle_button_pans(t):
    before = t.tell()
    t.move((-60, -30))
    t.xdo('mousedown', 2, 'mousemove_relative', '--', 40, -25)
    t.sync()
    t.xdo('mousemove_relative', '--', 10, 5)
    t.sync()
    t.xdo('mouseup', 2)
    s = t.tell()
    assert same(s['origin'], (before['origin'][0] + 50, before['origin'][1] - 20)), s
    assert near(s['zoom'], before['zoom'], 1e-12) and s['undo'] == 0


def test_sideways_and_arrows_pan(t):
    before = t.tell()['origin']
    t.xdo('click', 7)
    assert t.tell()['origin'][0] < before[0]
    t.xdo('click', 6)
    assert same(t.tell()['origin'], before)
    t.key('Left', 'Up')
    s = t.tell()['origin']
    assert s[0] > before[0] and s[1] > before[1]
    t.key('Right', 'Down')
    assert same(t.tell()['origin'], before)


def test_keys_zoom(t):
    before = t.tell()['zoom']
    t.key('ctrl+plus')
    assert t.tell()['zoom'] > before
    t.key('ctrl+minus')
    assert near(t.tell()['zoom'], before, 1e-9)
    t.key('ctrl+0')
    assert near(t.tell()['zoom'], 96 / 25.4, 1e-9)
    t.key('Home')
    s = t.tell()
    # The drawing reaches from −60 to 60 and from −40 to 35: its middle is the middle.
    middle = t.place((s['canvas'][0] + s['canvas'][2] / 2, s['canvas'][1] + s['canvas'][3] / 2))
    assert same(middle, (0, -2.5), 2), middle


def test_the_grid_can_go(t):
    assert t.act('win.show-grid') and t.act('win.show-grid')
    t.key('ctrl+g')
    t.key('ctrl+g')


def scale(folder, factor):
    """The pointer is where it is drawn, whatever the display's scale."""
    with Trammel(drawing(folder), environment={'GDK_SCALE': str(factor)}, size=f'{1400 * factor}x{900 * factor}') as t:
        s = t.tell()
        x = factor * (s['canvas'][0] + s['origin'][0] + s['zoom'] * 50)
        y = factor * (s['canvas'][1] + s['origin'][1] - s['zoom'] * 25)
        t.xdo('mousemove', round(x), round(y))
        t.sync()
        t.xdo('mousedown', 1)
        t.sync()
        assert [line for line in t.log if line['ev'] == 'press'][-1]['what'] == 'p1.at'
        for i in range(1, 5):
            t.xdo('mousemove', round(x + i * 10 * factor), round(y))
            t.sync()
        t.xdo('mouseup', 1)
        p = t.tell()['state']['p1']
        assert near(p['x'], 50 + 40 / s['zoom'], 0.6 / s['zoom']), p


def mirrored(folder):
    """Where one reads from right to left the parts of the window change sides; the drawing does not,
    and a number keeps its sign behind it. Empty but for its head, our own catalogue is one."""
    catalogue = f'{folder}/locale/he/LC_MESSAGES'
    if not shutil.which('localedef') or not shutil.which('msgfmt'):
        return 'not here: localedef or msgfmt'
    os.makedirs(catalogue)
    made = subprocess.run(['localedef', '-i', 'he_IL', '-f', 'UTF-8', f'{folder}/he_IL.UTF-8'],
                          capture_output=True, check=False)
    if made.returncode != 0 or not os.path.exists('/usr/share/locale/he/LC_MESSAGES/gtk40.mo'):
        return 'not here: the locale he_IL, or the toolkit in Hebrew'
    subprocess.run(['msgfmt', '-o', f'{catalogue}/trammel.mo', '-'], check=True, text=True,
                   input='msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n')
    with Trammel(drawing(folder), environment={
            'LC_ALL': 'he_IL.UTF-8', 'LANGUAGE': 'he', 'LOCPATH': folder,
            'TRAMMEL_LOCALEDIR': f'{folder}/locale'}) as t:
        t.command('place panel-switcher')
        panel, s = t.wait('place', name='panel-switcher'), t.tell()
        assert panel['x'] + panel['w'] <= s['canvas'][0], (panel, s['canvas'])
        assert t.text('status-zoom')['label'] == '\u200e106 %', t.text('status-zoom')
        t.drag((50, 25), (60, 25))  # to the right is to the right
        assert near(t.tell()['state']['p1']['x'], 60, 0.2), t.tell()['state']
    return 'ok mirrored'


FREE_VIEW = DRAWING.replace(',\n  "view": {"center": [0, 0], "zoom": 4}', '')


def assert_fits(t):
    """The drawing lies in the canvas and reaches its margins."""
    s = t.tell()
    left, bottom = (s['origin'][0] - 60 * s['zoom'], s['origin'][1] + 40 * s['zoom'])
    right, top = (s['origin'][0] + 60 * s['zoom'], s['origin'][1] - 35 * s['zoom'])
    width, height = s['canvas'][2:]
    rooms = left, top, width - right, height - bottom
    assert 30 < min(rooms) < 60, rooms


def fit(folder):
    """A drawing is shown whole beside the panel, and again without it, until the view is touched."""
    with Trammel(drawing(folder, FREE_VIEW, 'fit.trammel')) as t:
        widths = []
        for _ in range(3):
            widths.append(t.tell()['canvas'][2])
            assert_fits(t)
            t.act('win.toggle-panel')
            t.sync()
        assert widths[0] == widths[2] != widths[1], widths
        t.key('ctrl+minus')
        zoom = t.tell()['zoom']
        t.act('win.toggle-panel')
        t.sync()
        assert t.tell()['zoom'] == zoom


def kept_views(folder):
    """The view of a file is kept, but for one that this window would just cut off."""
    for zoom, fits in ((4, False), (6.5, True), (20, False)):
        text = DRAWING.replace('"zoom": 4', f'"zoom": {zoom}')
        with Trammel(drawing(folder, text, 'kept.trammel')) as t:
            if fits:
                assert_fits(t)
            else:
                assert t.tell()['zoom'] == zoom, t.tell()['zoom']


def saved_view(folder):
    """Where one looked when it was saved comes back, in a smaller window too; looking alone is no
    change, and saving again none of the file."""
    path = drawing(folder, FREE_VIEW, 'saved.trammel')

    def save(t):
        t.act('win.save')
        t.wait('saved')
        return read_json(path).get('view')

    with Trammel(path) as t:
        assert save(t) is None, 'nobody has looked elsewhere'
        x, y = t.pixel((0, 0))
        t.xdo('mousemove', round(x), round(y), 'click', '--repeat', 4, 4)
        t.key('Escape')
        t.xdo('mousemove', round(x), round(y), 'keydown', 'shift', 'click', '--repeat', 3, 5,
              'keyup', 'shift')
        s = t.tell()
        assert not s['modified'] and s['undo'] == 0, s
        view = save(t)
        assert view['size'] == s['canvas'][2:] and near(view['zoom'], s['zoom'], 1e-3 * s['zoom'])
        with open(path, 'rb') as f:
            before = f.read()
    with Trammel(path) as t:
        again = t.tell()
        assert near(again['zoom'], s['zoom'], 1e-3 * s['zoom']), (again['zoom'], s['zoom'])
        assert all(near(a, b, 0.5) for a, b in zip(again['origin'], s['origin'])), (again, s)
        t.xdo('mousemove', 700, 600, 'click', 1)
        save(t)
        with open(path, 'rb') as f:
            assert f.read() == before, 'saved again it is another file'
        t.act('win.toggle-panel')
        t.sync()
        t.move((50, 25))
        t.drag((50, 25), (40, 30))
        assert save(t)['size'] == t.tell()['canvas'][2:]
    with Trammel(path) as t:  # the panel takes of the width again
        now = t.tell()
        part = now['canvas'][2] / read_json(path)['view']['size'][0]
        assert part < 0.9 and near(now['zoom'], part * again['zoom'], 0.01), (now, part)


def one_place(folder):
    """A point has no size that could fill the canvas: it is shown in true size."""
    path = drawing(folder, '{"trammel": 1, "bodies": [{"id": "p", "kind": "point", "at": [3, 4]}]}',
                   'point.trammel')
    with Trammel(path) as t:
        s = t.tell()
        assert near(s['zoom'], 96 / 25.4, 1e-9), s['zoom']
        t.key('ctrl+plus', 'Home')
        assert near(t.tell()['zoom'], 96 / 25.4, 1e-9)


def zero_has_no_sign():
    """A place that is nothing but for a last bit is told as nothing."""
    with Trammel(f'{german.TOP}/data/examples/four-bar.trammel') as t:
        s = t.tell()
        t.xdo('mousemove', *(round(s['canvas'][i] + s['origin'][i]) for i in (0, 1)))
        t.until(lambda _: t.text('status-place')['label'] == '0.00, 0.00 mm')


def large_letters(folder):
    """Of a larger font the headings are larger, too."""
    path = drawing(folder, '{"trammel": 1, "bodies": [{"id": "p", "kind": "point", "at": [3, 4]}]}',
                   'point.trammel')
    heights = []
    for settings in (SETTINGS, SETTINGS.replace('DejaVu Sans 10', 'DejaVu Sans 20')):
        with Trammel(path, settings=settings) as t:
            t.act('win.panel-constraints')
            t.sync()
            t.command('place no-constraints')
            heights.append(t.wait('place', name='no-constraints')['h'])
    assert heights[1] > 1.8 * heights[0], heights


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = drawing(folder)
        with Trammel(path) as t:
            run_all(globals(), t)
        fit(folder)
        print('ok fit')
        kept_views(folder)
        print('ok kept_views')
        saved_view(folder)
        print('ok saved_view')
        zero_has_no_sign()
        print('ok zero_has_no_sign')
        one_place(folder)
        print('ok one_place')
        large_letters(folder)
        print('ok large_letters')
        print(mirrored(folder))
        for factor in (2, 3):
            scale(folder, factor)
            print('ok scale', factor)


if __name__ == '__main__':
    sys.exit(main())
