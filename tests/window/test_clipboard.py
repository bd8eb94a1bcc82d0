#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drawings and pictures from other programs: pasted, opened; and ours, taken by them."""

import json
import os
import shutil
import subprocess
import sys

from drive import SKIP, Trammel, cli, drawing, near, read_json, run_tests, type_path

SVG = '''<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20">
  <g fill="none" stroke="#c01c28" stroke-width=".5">
    <circle id="bore" cx="10" cy="10" r="8"/><path id="edge" d="M20 10h20"/>
  </g>
  <blink id="away"/>
</svg>
'''


def copy(t, text, target):
    """Puts something on the clipboard as another program would; once it is there."""
    before = t.screen.hand.owner('CLIPBOARD')
    subprocess.run(['xclip', '-selection', 'clipboard', '-t', target, '-i'], input=text,
                   env=t.environment, check=True, stdout=subprocess.DEVNULL)
    while before is not None and t.screen.hand.owner('CLIPBOARD') == before:
        pass
    t.sync()


def paste(t, ok=True):
    t.key('ctrl+v')
    assert t.wait('pasted')['ok'] == ok
    return t.tell()


def taken(t, target):
    return subprocess.run(['xclip', '-selection', 'clipboard', '-o', '-t', target],
                          env=t.environment, capture_output=True, check=True).stdout


def check_bodies(t, s, at):
    """The two of the SVG, their middle at a place, in one step."""
    assert s['selection'] == ['bore', 'edge'] and s['undo'] == 1, s
    bore, edge = s['state']['bore'], s['state']['edge']
    assert near(bore['x'], at[0] - 11, 1e-6) and near(bore['y'], at[1], 1e-6), (bore, at)
    assert near(bore['radius'], 8, 1e-9)
    assert near(edge['bx'] - edge['ax'], 20, 1e-6) and near(edge['by'], at[1], 1e-6), edge


def test_a_constraint_alone_is_no_copy(folder):
    """It says what to select; nothing is cut, and no empty copy is pasted."""
    with Trammel(drawing(folder)) as t:
        for act in ('copy', 'cut', 'duplicate'):
            t.act('win.panel-constraints')
            t.sync()
            t.click('constraint-title-l1')
            t.act(f'win.{act}')
            s = t.tell()
            assert 'only bodies and texts are copied' in s['message'], s['message']
            t.act('win.paste')
            s = t.tell()
            assert s['undo'] == 0 and s['constraints'] == 3, s


def test_svg_is_pasted_at_the_pointer(folder):
    with Trammel(drawing(folder)) as t:
        before = t.tell()['state']
        for target in ('image/svg+xml', 'text/plain', 'image/x-inkscape-svg'):
            copy(t, SVG.encode(), target)
            at = t.move((20, 30))
            s = paste(t)
            check_bodies(t, s, at)
            assert s['step'] == 'Paste drawing', s
            told = t.wait('toast')
            assert told['details'].startswith('away: '), told
            t.key('ctrl+z')
            assert t.tell()['state'] == before


def test_the_toast_tells_and_goes(folder):
    with Trammel(drawing(folder)) as t:
        copy(t, SVG.encode(), 'image/svg+xml')
        t.move((20, 30))
        paste(t)
        assert '1 thing' in t.text('toast-label')['label']
        t.command('place toast')
        room = t.wait('place', name='toast')
        t.key('F6')  # by keys: to the button for more, and on
        assert t.tell()['focus'] == 'toast-details', t.tell()
        t.key('Tab')
        assert t.tell()['focus'] == 'toast-close', t.tell()
        t.click('toast-details')
        told = t.wait('told')
        assert 'away: ' in told['why'], told
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Return')
        # Where it was, clicks are the drawing's again.
        assert t.tell()['selection']
        t.xdo('mousemove', round(room['x'] + 9), round(room['y'] + 9), 'click', 1)
        assert not t.tell()['selection']


def test_pictures_are_pasted(folder):
    path = os.path.join(folder, 'grid.png')
    cli('export', drawing(folder), '-o', path, '--dpi', '96')
    with open(path, 'rb') as f:
        png = f.read()
    with Trammel() as t:
        copy(t, png, 'image/png')
        s = paste(t)
        assert s['selection'] == ['picture1'] and s['undo'] == 1, s
        assert s['step'] == 'Paste picture', s
        t.key('ctrl+z')
        copy(t, png[:60], 'image/png')
        s = paste(t, ok=False)
        assert s['undo'] == 0, s


def test_what_is_no_drawing_is_told(folder):
    with Trammel(drawing(folder)) as t:
        for text, target in ((b'words', 'text/plain'), (b'<svg', 'image/svg+xml'),
                             (b'<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
                             (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;', 'text/plain'),
                             (b'\xff\xfe\x00\x01', 'text/plain'), (b'', 'text/plain')):
            copy(t, text, target)
            s = paste(t, ok=False)
            assert s['undo'] == 0 and s['message'], (text, s)


def test_files_are_pasted(folder):
    path = os.path.join(folder, 'a bracket ½.svg')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(SVG)
    with Trammel(drawing(folder)) as t:
        uri = subprocess.run([sys.executable, '-c', 'import pathlib, sys; '
                              'print(pathlib.Path(sys.argv[1]).as_uri())', path],
                             capture_output=True, text=True, check=True).stdout.strip()
        copy(t, (uri + '\r\n').encode(), 'text/uri-list')
        at = t.move((20, 30))
        s = paste(t)
        check_bodies(t, s, at)
        assert s['step'] == 'Place a bracket ½.svg', s


def test_ours_goes_out_and_comes_back(folder):
    with Trammel(drawing(folder)) as t:
        t.key('ctrl+a')
        t.key('ctrl+c')
        t.sync()
        svg, png = taken(t, 'image/svg+xml'), taken(t, 'image/png')
        assert svg.startswith(b'<?xml') and b'id="s1"' in svg and png.startswith(b'\x89PNG')
        assert json.loads(taken(t, 'application/x-trammel'))['constraints']
        # By way of another program the shapes come back, not what holds them.
        before = t.tell()
        copy(t, svg, 'image/svg+xml')
        s = paste(t)
        assert s['constraints'] == before['constraints'], s
        assert len(s['state']) == 2 * len(before['state']), s
        a, b = before['state']['k1'], s['state']['k1_2']
        assert near(a['radius'], b['radius'], 1e-5), (a, b)


def test_numbers_stay_in_other_units(folder):
    """What comes from a drawing of other units keeps its numbers, and that is told."""
    with Trammel(drawing(folder, json.dumps({
            'trammel': 1, 'units': 'in', 'bodies': [
                {'id': 'p', 'kind': 'point', 'at': [1, 2]}]}), name='inches.trammel')) as t:
        t.key('ctrl+a', 'ctrl+c')
        ours = taken(t, 'application/x-trammel')
        assert json.loads(ours)['units'] == 'in', ours
        paste(t)
        assert not [line for line in t.log if line['ev'] == 'toast'], 'the same units'
    with Trammel(drawing(folder)) as t:
        copy(t, ours, 'application/x-trammel')
        s = paste(t)
        assert t.wait('toast')['text'] == 'Numbers stay as they are: what was in is mm here'
        assert s['selection'] == ['p_2'], s


def test_svg_is_opened_as_a_drawing_without_a_file(folder):
    path = os.path.join(folder, 'bracket.svg')
    with open(path, 'w', encoding='utf-8') as f:
        f.write(SVG)
    with Trammel() as t:
        t.key('ctrl+o')
        t.wait('choosing')
        type_path(t, path)
        t.wait('opened')
        s = t.tell()
        assert s['title'] == '• Untitled' or s['title'] == 'Untitled', s
        assert s['modified'] and s['step'] == 'Import bracket.svg', s
        assert near(s['state']['bore']['x'], 10, 1e-9) and near(s['state']['bore']['y'], 10, 1e-9)
        t.key('ctrl+s')
        t.wait('choosing')
        type_path(t, f'{folder}/taken')
        t.wait('saved')
    assert [b['id'] for b in read_json(f'{folder}/taken.trammel')['bodies']] == ['bore', 'edge']
    with open(path, encoding='utf-8') as f:
        assert f.read() == SVG
    with Trammel(path) as t:
        assert t.tell()['modified']


if not shutil.which('xclip'):
    print('not here: xclip')
    sys.exit(SKIP)
run_tests(globals())
