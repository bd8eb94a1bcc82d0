#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""The command line and the files of other programs: what is taken from them, what is made for them.

test-cli-files.py CLI prints TAP."""

import json
import math
import os
import subprocess
import sys

import tap

CLI = os.path.abspath(sys.argv[1])


def call(*args):
    return subprocess.run([CLI, *args], capture_output=True, text=True)


def near(a, b):
    """Whether numbers agree, one by one in lists."""
    if isinstance(a, list):
        return len(a) == len(b) and all(map(near, a, b))
    return math.isclose(a, b, rel_tol=0, abs_tol=1e-12)


def write(name, content):
    with open(name, 'w', encoding='utf-8') as f:
        f.write(content if isinstance(content, str) else json.dumps(content))


def read(name):
    with open(name, encoding='utf-8') as f:
        return f.read()


def test_import():
    """Shapes become bodies; what is left out is told twice, and the drawing can be checked."""
    write('bracket.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="30mm" '
          'viewBox="0 0 40 30"><circle id="bore" cx="10" cy="10" r="4" stroke="red" fill="none"/>'
          '<text x="1" y="29" font-size="3">M4</text><blink id="b"/></svg>')
    said = call('import', 'bracket.svg', '-o', 'bracket.trammel', '--units', 'cm', '--json')
    assert said.returncode == 0, said
    report = json.loads(said.stdout)
    assert report['bodies'] == 1 and report['labels'] == 1 and len(report['left_out']) == 1, report
    assert said.stderr == f'trammel-cli: left out: {report["left_out"][0]}\n', said
    drawn = json.loads(read('bracket.trammel'))
    assert drawn['units'] == 'cm' and drawn['bodies'][0]['id'] == 'bore'
    assert near([drawn['bodies'][0][k] for k in ('center', 'radius')], [[1, 2], 0.4]), drawn
    assert near(drawn['labels'][0]['at']['at'], [0.1, 0.1]) and drawn['labels'][0]['size'] == 3
    assert call('check', 'bracket.trammel').returncode == 0
    said = call('import', 'bracket.svg', '-o', 'bracket.trammel')
    assert said.returncode == 0 and said.stdout == '1 body, 1 label\n', said


def test_import_onto():
    """A drawing lands on a sheet, over what that carries, and goes with it; saved and read again."""
    write('sheet.trammel', {'trammel': 1, 'bodies': [
        {'id': 'm', 'kind': 'sheet', 'origin': [5, 6], 'u': [1, 0], 'v': [0, 1], 'size': [40, 30]},
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [1, 1]}]})
    write('blob.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4mm" height="3mm" '
          'viewBox="0 0 4 3"><path d="M0 0H4V3H0Z" fill="#ff0000"/></svg>')
    said = call('import', 'blob.svg', '--into', 'sheet.trammel', '--onto', 'm', '-o', 'sheet.trammel')
    assert said.returncode == 0 and said.stdout == '1 mark\n', said
    body = json.loads(read('sheet.trammel'))['bodies'][0]
    assert body['drawing'] == [{'path': 'M -20 15 L 20 15 L 20 -15 L -20 -15 Z', 'stroke': 'none',
                                'width': 0, 'fill': '#ff0000'}], body
    write('bar.trammel', {'trammel': 1, 'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0],
                                                    'b': [3, 4]}]})
    assert call('thumbnail', 'bar.trammel', '-o', 'bar.png', '--size', '8').returncode == 0
    said = call('import', 'bar.png', '--into', 'sheet.trammel', '--onto', 'm', '-o', 'both.trammel',
                '--json')
    assert said.returncode == 0 and json.loads(said.stdout) == {'marks': 2, 'left_out': []}, said
    # a corner is pulled out: what is carried is stretched with it
    write('script', 'add {"id": "n", "kind": "nail", "a": {"body": "m", "local": [-20, -15]}, '
          '"at": [-15, -9]}\ndrag m(20,-15) 65,-9 10\nexport wide.svg\nsave wide.trammel\nundo\n'
          'undo\nsave undone.trammel\n')
    assert call('run', 'both.trammel', '--script', 'script').returncode == 0
    page = read('wide.svg')
    width = float(page.split('width="')[1].split('mm')[0])
    body = json.loads(read('wide.trammel'))['bodies'][0]
    assert body['u'][0] > 1.5 and body['drawing'][1]['image'].startswith('data:'), body
    assert near(round(width - 40*body['u'][0] - 30*abs(body['v'][0]), 6), 0), (width, body)
    assert read('undone.trammel') == read('both.trammel')
    for args in (['--onto', 'm'], ['--into', 'sheet.trammel', '--onto', 's'],
                 ['--into', 'sheet.trammel', '--onto', 'none'],
                 ['--into', 'sheet.trammel', '--units', 'cm'], ['--into', 'gone.trammel']):
        assert call('import', 'blob.svg', *args, '-o', 'no.trammel').returncode == 2, args
    said = call('import', 'blob.svg', '--into', 'bar.trammel', '-o', 'more.trammel')
    assert said.returncode == 0 and len(json.loads(read('more.trammel'))['bodies']) == 2, said


def png_size(name):
    with open(name, 'rb') as f:
        head = f.read(24)
    assert head[:8] == b'\x89PNG\r\n\x1a\n', head
    return int.from_bytes(head[16:20], 'big'), int.from_bytes(head[20:], 'big')


def test_thumbnail():
    """A PNG of the size asked for, of any drawing: wide, high, as large as a house, empty."""
    write('bar.trammel', {'trammel': 1, 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}]})
    write('house.trammel', {'trammel': 1, 'units': 'm', 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [20, 5]}]})
    write('high.trammel', {'trammel': 1, 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [0.1, 30]}]})
    write('blank.trammel', {'trammel': 1, 'bodies': []})
    for name in ('bar', 'house', 'high', 'blank'):
        for size in (1, 64, 256):
            said = call('thumbnail', f'{name}.trammel', '-o', 'thumbnail', '--size', str(size))
            assert said.returncode == 0 and not said.stdout and not said.stderr, said
            assert max(png_size('thumbnail')) == size, (name, size, png_size('thumbnail'))
    for args in (['bar.trammel'], ['none.trammel', '-o', 'no.png'],
                 ['bar.trammel', '-o', 'no.png', '--size', '0'],
                 ['bar.trammel', '-o', 'no.png', '--size', '1e9']):
        assert call('thumbnail', *args).returncode == 2, args
    assert not os.path.exists('no.png')


def test_at_rest():
    """A drag that is let go on its way does not say that it is at rest."""
    write('loose.trammel', {'trammel': 1, 'bodies': [
        {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]}], 'constraints': [
        {'id': 'l', 'kind': 'length', 'a': 's', 'value': 5}]})
    for to, words in ('7,3', ', at rest at 7,3,'), ('1e6,0', ', not yet at rest at '):
        said = call('drag', 'loose.trammel', '--grab', 's.b', '--to', to, '--frames', '1')
        assert said.returncode == 0 and words in said.stdout, said


def test_more_columns():
    """What a script fits a curve to is told where the file has numbers that are not used."""
    write('round.trammel', {'trammel': 1, 'bodies': [
        {'id': 'k', 'kind': 'circle', 'center': [0, 0], 'radius': 15}]})
    write('fit.script', 'fit k points.csv\n')
    for text, told in (('1,2\n4,5\n', False), ('1,2,3\n4,5,6\n', True),
                       ('z,y,x\n1,2,3\n4,5,6\n', False)):
        write('points.csv', text)
        said = call('run', 'round.trammel', '--script', 'fit.script', '-o', 'out.trammel')
        assert said.returncode == 0 and ('first two numbers' in said.stderr) == told, said


def test_none_written():
    """Where one of the files cannot be written, none is."""
    write('loose.trammel', {'trammel': 1, 'bodies': [
        {'id': 'p', 'kind': 'point', 'at': [0, 0]}]})
    nowhere = ['-o', 'nowhere/out.trammel']
    for args in (['drag', 'loose.trammel', '--grab', 'p.at', '--to', '1,1', '--log', 'rows.csv'],
                 ['play', 'loose.trammel', '--seconds', '0.1', '--record', 'p.x',
                  '--csv', 'rows.csv']):
        said = call(*args, *nowhere)
        assert said.returncode == 2 and 'nowhere' in said.stderr and not said.stdout, said
        assert not os.path.exists('rows.csv'), args
        assert call(*args).returncode == 0 and os.path.exists('rows.csv'), args
        os.remove('rows.csv')


TESTS = [test_import, test_import_onto, test_thumbnail, test_at_rest, test_more_columns,
         test_none_written]


tap.run(TESTS)
