#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""DXF against SVG: two exports of one drawing, read by readers of their own, lie in the same places;
and what a DXF file must have is there.

test-dxf.py CLI prints TAP."""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import svgmeasure
import tap

CLI = os.path.abspath(sys.argv[1])
TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Every kind that has a counterpart, in centimetres.
KINDS = {'trammel': 1, 'units': 'cm', 'bodies': [
    {'id': 'seg', 'kind': 'segment', 'a': [0.1, 0.2], 'b': [4, 1 / 3], 'layer': 'Cut: 1'},
    {'id': 'ring', 'kind': 'polyline', 'points': [[0, 0], [3, 0], [3, 2]], 'closed': True,
     'style': {'stroke': '#ff0000', 'width': 0.5, 'dash': [3, 1, 0.5]}},
    {'id': 'bow', 'kind': 'bezier', 'points': [[0, 0], [1, 2], [3, -2], [4, 1]]},
    {'id': 'wave', 'kind': 'spline', 'points': [[0, 0], [1, 2], [3, 2], [4, 0], [6, 1]]},
    {'id': 'loop', 'kind': 'spline', 'points': [[0, 0], [2, 0], [2, 2], [0, 2]], 'closed': True},
    {'id': 'round', 'kind': 'circle', 'center': [5, 5], 'radius': 1.25},
    {'id': 'left', 'kind': 'arc', 'center': [0, 5], 'radius': 2, 'start': 0.5, 'end': 4},
    {'id': 'right', 'kind': 'arc', 'center': [0, 5], 'radius': 1, 'start': 0.5, 'end': -4},
    {'id': 'egg', 'kind': 'ellipse', 'center': [-5, 5], 'radii': [1, 2], 'rotation': 0.3},
    {'id': 'rose', 'kind': 'formula', 'x': 't', 'y': 'sin(t)', 't': [0, 6], 'unknowns': {}},
    {'id': 'plate', 'kind': 'rigid', 'position': [9, 1], 'rotation': 0.7, 'length': 2,
     'drawing': [{'path': 'M1 0A1 1 0 0 1 -1 0A1 1 0 0 1 1 0ZM-2 -1L2 -1L2 1'}]},
    {'id': 'skin', 'kind': 'sheet', 'origin': [12, 0], 'u': [1, 0.2], 'v': [0.5, 1],
     'size': [2, 2], 'drawing': [{'path': 'M1 0A1 1 0 0 1 -1 0A1 1 0 0 1 1 0Z'}]},
    {'id': 'axis', 'kind': 'segment', 'a': [0, -3], 'b': [9, -3], 'construction': True},
    {'id': 'gone', 'kind': 'segment', 'a': [0, -9], 'b': [9, -9], 'hidden': True},
    {'id': 'dot', 'kind': 'point', 'at': [1, 1]}],
    'labels': [{'text': '50%% of Ä{{x}}', 'at': {'at': [1, 9]}, 'size': 5}]}


def call(*args):
    said = subprocess.run([CLI, *map(str, args)], capture_output=True, text=True)
    assert said.returncode in (0, 1), said
    return said


class Entity:
    def __init__(self, kind):
        self.kind, self.pairs, self.extra = kind, [], {}

    def all(self, code):
        return [float(v) for c, v in self.pairs if c == code]

    def get(self, code, otherwise=0.0):
        return (self.all(code) or [otherwise])[0]

    def text(self, code):
        return next((v for c, v in self.pairs if c == code), None)

    def places(self, code=10):
        return list(zip(self.all(code), self.all(code + 10)))


class File:
    """sections: the entities (or tables' records) of each; variables: of the header."""

    def __init__(self, path):
        lines = pathlib.Path(path).read_text('ascii').split('\n')
        self.sections, self.variables, section, name, ours = {}, {}, None, None, False
        entity = Entity('')
        for code, value in zip(map(int, lines[:-1:2]), lines[1::2]):
            if code == 0:
                entity, ours = Entity(value), False
                if section is not None and value != 'ENDSEC':
                    section.append(entity)
                section = None if value == 'ENDSEC' else section
            elif code == 2 and entity.kind == 'SECTION':
                section = self.sections.setdefault(value, [])
            elif code == 9:
                name = value
            elif entity.kind == 'SECTION' and name:
                self.variables.setdefault(name, value)
            elif code == 1001:
                ours = value == 'TRAMMEL'
            elif code == 1000 and ours:
                key, _, value = value.partition('=')
                entity.extra[key] = value
            else:
                entity.pairs.append((code, value))
        assert entity.kind == 'EOF', entity.kind

    def of(self, section, kind=None):
        return [e for e in self.sections[section] if kind in (None, e.kind)]


def round_points(e, start, end, n=720):
    """Of the ellipse with its half-axes; so close that boxes agree to 1e-5 of it."""
    cx, cy = e.places()[0]
    if e.kind == 'ELLIPSE':
        (ux, uy), ratio = e.places(11)[0], e.get(40)
    else:
        (ux, uy), ratio = (e.get(40), 0.0), 1.0
    for i in range(n + 1):
        t = start + (end - start) * i / n
        c, s = math.cos(t), ratio * math.sin(t)
        yield cx + c * ux - s * uy, cy + c * uy + s * ux


def pieces_of(e):
    """As svgmeasure has them: Béziers by their points."""
    if e.kind == 'LINE':
        return [[e.places(10)[0], e.places(11)[0]]]
    if e.kind == 'LWPOLYLINE':
        p = e.places()
        return [[a, b] for a, b in zip(p, p[1:] + (p[:1] if int(e.get(70)) & 1 else []))]
    if e.kind == 'SPLINE':
        p, knots = e.places(), e.all(40)
        n = (len(p) - 1) // 3
        assert knots == [0] + [k for k in range(n + 1) for _ in range(3)] + [n], knots
        assert (len(p), len(knots)) == (int(e.get(73)), int(e.get(72)))
        return [p[3 * i:3 * i + 4] for i in range(n)]
    if e.kind == 'ARC':
        start, end = math.radians(e.get(50)), math.radians(e.get(51))
        points = list(round_points(e, start, end if end > start else end + 2 * math.pi))
    else:
        points = list(round_points(e, 0, 2 * math.pi))
    return [[a, b] for a, b in zip(points, points[1:])]


def box(pieces):
    (left, right), (low, high) = svgmeasure.extent(pieces, 0), svgmeasure.extent(pieces, 1)
    return left, low, right, high


def svg_boxes(path):
    """id → box of its strokes in the drawing's millimetres, y up."""
    root = ElementTree.parse(path).getroot()
    group = next(g for g in root if g.tag.endswith('}g'))
    found = {}
    for element in group:
        pieces = []
        for part in element.iter():
            drawn = svgmeasure.shape(part, part.tag.rpartition('}')[2])
            if drawn and part.get('stroke', 'none') != 'none':
                pieces += drawn[0]
        if pieces:
            found[element.get('id')] = box(pieces)
    return found


def dxf_boxes(file):
    pieces = {}
    for e in file.of('ENTITIES'):
        if e.kind not in ('POINT', 'TEXT') and e.text(8) != 'construction':
            pieces.setdefault(e.extra.get('id'), []).extend(pieces_of(e))
    return {name: box(p) for name, p in pieces.items()}


def export(folder, source, name):
    call('export', source, '-o', f'{folder}/{name}.svg')
    call('export', source, '-o', f'{folder}/{name}.dxf')
    return svg_boxes(f'{folder}/{name}.svg'), File(f'{folder}/{name}.dxf')


def check_boxes(svg, dxf, where):
    for name, there in dxf.items():
        if name in svg:
            worst = max(abs(a - b) for a, b in zip(svg[name], there))
            assert worst < 5e-4, (where, name, worst, svg[name], there)


def test_kinds():
    """Each body as its own kind; lines to a ten-thousandth of a millimetre where SVG has them."""
    with tempfile.TemporaryDirectory() as folder:
        source = f'{folder}/kinds.trammel'
        pathlib.Path(source).write_text(json.dumps(KINDS))
        svg, file = export(folder, source, 'kinds')
        kinds = [(e.extra.get('id'), e.kind) for e in file.of('ENTITIES')]
        assert kinds == [
            ('seg', 'LINE'), ('ring', 'LWPOLYLINE'), ('bow', 'SPLINE'), ('wave', 'SPLINE'),
            ('loop', 'SPLINE'), ('round', 'CIRCLE'), ('left', 'ARC'), ('right', 'ARC'),
            ('egg', 'ELLIPSE'), ('rose', 'SPLINE'), ('plate', 'CIRCLE'), ('plate', 'LWPOLYLINE'),
            ('skin', 'ELLIPSE'), ('axis', 'LINE'), ('dot', 'POINT'), (None, 'TEXT')], kinds
        boxes = dxf_boxes(file)
        assert set(svg) - {'dot'} == set(boxes), (set(svg), set(boxes))
        check_boxes(svg, boxes, 'kinds')
        line, ring = file.of('ENTITIES')[:2]
        assert line.places(11) == [(40.0, 10 * (1 / 3))], line.pairs
        assert line.text(8) == 'Cut_ 1' and ring.text(62) == '1' and ring.text(370) == '50'
        axis = next(e for e in file.of('ENTITIES') if e.extra.get('id') == 'axis')
        assert axis.text(8) == 'construction'
        text = file.of('ENTITIES', 'TEXT')[0]
        assert text.text(1) == '50%%%%%% of \\U+00C4{x}' and abs(text.get(40) - 3.65) < 1e-9


def test_flat():
    """What has shrunk is told as what is left of it; a text that looks like an escape comes back as it is."""
    bodies = [{'id': 'flat', 'kind': 'ellipse', 'center': [5, 0], 'radii': [0, 4], 'rotation': 0},
              {'id': 'thin', 'kind': 'ellipse', 'center': [9, 0], 'radii': [4, 1e-3], 'rotation': 0},
              {'id': 'none', 'kind': 'circle', 'center': [9, 9], 'radius': 0}]
    labels = [{'text': r'\U+0041', 'at': {'at': [0, 9]}, 'size': 5}]
    with tempfile.TemporaryDirectory() as folder:
        source = f'{folder}/flat.trammel'
        pathlib.Path(source).write_text(
            json.dumps({'trammel': 1, 'bodies': bodies, 'labels': labels}))
        file = export(folder, source, 'flat')[1]
        line, thin, none = file.of('ENTITIES')[:3]
        assert (line.kind, thin.kind, none.kind) == ('LINE', 'ELLIPSE', 'POINT')
        assert sorted([line.places(10)[0], line.places(11)[0]]) == [(5, -4), (5, 4)], line.pairs
        assert abs(thin.get(40) - 2.5e-4) < 1e-15
        call('import', f'{folder}/flat.dxf', '-o', f'{folder}/back.trammel')
        back = json.loads(pathlib.Path(f'{folder}/back.trammel').read_text())
        assert back['labels'][0]['text'] == labels[0]['text'], back['labels']


def test_frame():
    """Handles are given once, below the seed; layers and line types that are used are there."""
    with tempfile.TemporaryDirectory() as folder:
        source = f'{folder}/kinds.trammel'
        pathlib.Path(source).write_text(json.dumps(KINDS))
        file = export(folder, source, 'kinds')[1]
        assert file.variables['$ACADVER'] == 'AC1015' and file.variables['$INSUNITS'] == '4'
        assert list(file.sections) == ['HEADER', 'TABLES', 'BLOCKS', 'ENTITIES', 'OBJECTS']
        handles = [int(v, 16) for s in file.sections.values() for e in s
                   for c, v in e.pairs if c == 5 or (c == 105 and e.kind == 'DIMSTYLE')]
        assert len(set(handles)) == len(handles)
        assert max(handles) < int(file.variables['$HANDSEED'], 16)
        tables = {kind: {e.text(2): e for e in file.of('TABLES', kind)}
                  for kind in ('LAYER', 'LTYPE')}
        for e in file.of('ENTITIES'):
            assert e.text(8) in tables['LAYER'], e.text(8)
            assert e.text(6) is None or e.text(6) in tables['LTYPE'], e.text(6)
        assert tables['LTYPE']['DASH_1'].all(49) == [3, -1, 0.5, -3, 1, -0.5]
        assert tables['LAYER']['construction'].text(6) == 'DASHDOT'
        assert re.fullmatch('[0-9A-F]+', file.variables['$HANDSEED'])


def test_examples():
    """Every drawing that comes with the program."""
    examples = sorted(pathlib.Path(TOP, 'data/examples').glob('*.trammel'))
    assert len(examples) > 20
    with tempfile.TemporaryDirectory() as folder:
        for source in examples:
            svg, file = export(folder, source, 'example')
            check_boxes(svg, dxf_boxes(file), source.name)


def test_import():
    """Files of other programs become drawings; what is broken is told by its line."""
    with tempfile.TemporaryDirectory() as folder:
        data = f'{TOP}/tests/data/import'
        said = call('import', f'{data}/kinds.dxf', '-o', f'{folder}/k.trammel', '--json')
        report = json.loads(said.stdout)
        assert report['bodies'] == 20 and report['labels'] == 4, report
        assert 'HATCH: 2 could not be taken over' in report['left_out'], report
        said = subprocess.run([CLI, 'import', f'{data}/broken.dxf', '-o', f'{folder}/b.trammel'],
                              capture_output=True, text=True)
        assert said.returncode == 2 and 'line 16' in said.stderr, said
        assert not os.path.exists(f'{folder}/b.trammel')


tap.run([test_kinds, test_flat, test_frame, test_examples, test_import])
