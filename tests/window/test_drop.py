#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things dragged from another program's window and dropped on ours."""

import os
import pathlib
import select
import subprocess
import sys
import tempfile

from drive import PATIENCE, SKIP, Trammel, cli, drawing, near, run_all

HERE = pathlib.Path(__file__).parent
SCREEN = '1280x900'  # the source is under our window

SVG = '''<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">
  <circle id="bore" cx="10" cy="10" r="8"/>
  <path id="edge" d="M20 10h20" stroke="#c01c28"/><blink id="away"/>
</svg>
'''


class Source:
    """The other program, below ours on the screen."""

    def __init__(self, t, kind, data):
        self.t = t
        self.process = subprocess.Popen([HERE / 'drag-source', kind], env=t.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.process.stdin.write(data)
        self.process.stdin.close()
        self.rest = b''

    def __enter__(self):
        self.wait('ready')
        self.t.xdo('search', '--sync', '--name', '^Source$', 'windowmove', '--sync', 40, 830)
        self.t.sync()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def wait(self, *wanted):
        """The next line that is one of those."""
        while True:
            *lines, self.rest = self.rest.split(b'\n')
            for i, line in enumerate(lines):
                if line.decode() in wanted:
                    self.rest = b'\n'.join([*lines[i + 1:], self.rest])
                    return line.decode()
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], \
                f'waited for {wanted}, got {self.rest}'
            more = os.read(self.process.stdout.fileno(), 1 << 12)
            assert more, f'the source ended; waited for {wanted}'
            self.rest += more

    def drag(self, pixel):
        """To a pixel of the screen, and what our window says of it before the button is let go."""
        xdo = self.t.xdo
        xdo('mousemove', 80, 860, 'mousedown', 1)
        for x in (90, 100, 110):
            xdo('mousemove', x, 855)
            self.t.sync()
        self.wait('begin')
        for by in (40, 20, 0):
            xdo('mousemove', round(pixel[0]) + by, round(pixel[1]))
            self.t.sync()
        return self.wait('action copy')

    def drop(self, pixel):
        self.drag(pixel)
        self.t.xdo('mouseup', 1)
        end = self.wait('done', 'cancelled')
        self.t.pointer = None
        return end


def uri_list(*paths):
    return ''.join(pathlib.Path(path).as_uri() + '\r\n' for path in paths).encode()


def drop(t, kind, data, place=(10, 10)):
    """Drops it; what came of it, by counts, and where the middle of the pixel is."""
    pixel = [round(v) for v in t.pixel(place)]
    with Source(t, kind, data) as source:
        assert source.drop(pixel) == 'done'
        return t.wait('taken'), t.place(pixel)


def file_of(folder, name, content):
    path = os.path.join(folder, name)
    with open(path, 'wb') as f:
        f.write(content)
    return path


def back(t, n=1):
    for _ in range(n):
        t.act('win.undo')
    s = t.tell()
    assert s['undo'] == 0 and len(s['state']) == 5, s


def test_an_svg_is_placed_where_it_is_dropped(t, folder):
    path = file_of(folder, 'a bracket ½.svg', SVG.encode())
    _, at = drop(t, 'text/uri-list', uri_list(path), (20, 25))
    s = t.tell()
    assert s['step'] == 'Place a bracket ½.svg' and s['undo'] == 1, s
    assert s['selection'] == ['bore', 'edge'], s
    assert near(s['state']['bore']['x'], at[0] - 11, 1e-5), (s['state']['bore'], at)
    assert near(s['state']['bore']['y'], at[1], 1e-5), (s['state']['bore'], at)
    told = t.wait('toast')
    assert told['text'] == 'Placed “a bracket ½.svg” · 1 thing could not be taken over', told
    assert told['details'].startswith('away: '), told
    back(t)


def test_several_files_at_once(t, folder):
    png = os.path.join(folder, 'grid.png')
    cli('export', drawing(folder, name='grid.trammel'), '-o', png, '--dpi', '96')
    paths = [file_of(folder, 'one.svg', SVG.encode()), png,
             file_of(folder, 'broken.svg', b'<svg'), file_of(folder, 'words.txt', b'words')]
    taken, _ = drop(t, 'text/uri-list', uri_list(*paths))
    assert (taken['opened'], taken['placed'], taken['failed']) == (0, 2, 2), taken
    s = t.tell()
    assert s['undo'] == 2 and s['step'] == 'Place grid.png', s
    assert s['selection'] == ['picture1'], s
    told = t.wait('toast')
    assert told['text'] == ('2 files placed · 2 files could not be taken over · '
                            '1 thing could not be taken over'), told
    for name in ('away: ', 'broken.svg: ', 'words.txt: '):
        assert f'\n{name}' in '\n' + told['details'], told
    back(t, 2)


def test_what_cannot_be_taken_is_told(t, folder):
    bad = file_of(folder, 'bad.trammel', b'{"trammel": 99, "bodies": []}')
    for kind, data, why in (('text/uri-list', uri_list(bad), '99'),
                            ('text/uri-list', uri_list(folder), ''),
                            ('text/uri-list', b'https://example.org/a.svg\r\n',
                             'not a file on this machine')):
        taken, _ = drop(t, kind, data)
        assert taken['failed'] == 1 and taken['placed'] == 0, taken
        told = t.wait('told')
        assert told['what'].startswith('Could not take over “'), told
        assert why in told['why'], told
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Return')
    drop(t, 'text/plain;charset=utf-8', b'words')
    told = t.wait('toast')
    assert told['details'] == 'The text is no drawing', told
    back(t, 0)


def test_drawings_and_pictures_without_a_file(t, folder):
    drop(t, 'text/plain;charset=utf-8', SVG.encode())
    assert t.tell()['step'] == 'Place drawing', t.tell()
    assert t.wait('toast')['text'].startswith('Drawing placed · '), t.log[-3:]
    with open(f'{folder}/grid.png', 'rb') as f:
        drop(t, 'image/png', f.read())
    assert t.tell()['step'] == 'Place picture', t.tell()
    assert t.wait('toast')['text'] == 'Picture placed'
    back(t, 2)


def test_beside_the_canvas_it_goes_to_the_middle(t, folder):
    path = file_of(folder, 'one.svg', SVG.encode())
    with Source(t, 'text/uri-list', uri_list(path)) as source:
        assert source.drop((20, 400)) == 'done'  # the palette of tools
    t.wait('taken')
    s = t.tell()
    assert near(s['state']['bore']['x'], -11, 0.2) and near(s['state']['bore']['y'], 0, 0.2), s
    back(t)


def test_a_drop_can_be_called_off(t, folder):
    path = file_of(folder, 'one.svg', SVG.encode())
    with Source(t, 'text/uri-list', uri_list(path)) as source:
        source.drag(t.pixel((10, 10)))
        t.xdo('mousemove', 600, 880, 'mousemove', 620, 880)
        assert source.wait('action none') == 'action none'
        t.xdo('mouseup', 1)
        assert source.wait('done', 'cancelled') == 'cancelled'
    back(t, 0)


def test_a_drawing_is_opened(t, folder):
    """In this window where nothing has been done in it yet, else in one of its own."""
    path = drawing(folder, name='four bars.trammel')
    t.crash()
    t.start()
    taken, _ = drop(t, 'text/uri-list', uri_list(path), (0, 0))
    assert (taken['opened'], taken['placed'], taken['failed']) == (1, 0, 0), taken
    assert t.tell()['title'] == 'four bars', t.tell()
    assert t.wait('toast')['text'] == 'Opened “four bars.trammel”'
    drop(t, 'text/uri-list', uri_list(drawing(folder, name='another.trammel')), (0, 0))
    t.wait('toast', text='Opened “another.trammel”')
    assert t.tell()['title'] == 'another', t.tell()


if subprocess.run([HERE / 'drag-source', '--can'], stdin=subprocess.DEVNULL).returncode:
    print('not here: GTK for Python')
    sys.exit(SKIP)
with tempfile.TemporaryDirectory() as place, Trammel(drawing(place), size=SCREEN) as trammel:
    run_all(globals(), trammel, place)
