# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drawing of points, segments, circles and links, its script and its reports under a similarity:

    p' = place + scale · R(turn) · (x, ±y)

What a mechanism does knows nothing of where the paper lies and of the unit, so a case has to come out the
same when its document and script are mapped and its reports are mapped back.
"""

import copy
import dataclasses
import json
import math
import re


@dataclasses.dataclass
class Similarity:
    turn: float = 0
    mirror: bool = False
    scale: float = 1
    place: tuple = (0, 0)

    def __post_init__(self):
        self.cos, self.sin = math.cos(self.turn), math.sin(self.turn)
        self.sign = -1 if self.mirror else 1

    def point(self, p):
        x, y = p[0], self.sign * p[1]
        return [self.scale * (self.cos * x - self.sin * y) + self.place[0],
                self.scale * (self.sin * x + self.cos * y) + self.place[1]]

    def back(self, p):
        x, y = (p[0] - self.place[0]) / self.scale, (p[1] - self.place[1]) / self.scale
        return [self.cos * x + self.sin * y, self.sign * (self.cos * y - self.sin * x)]

    def angle(self, a):
        return self.sign * a + self.turn

    def slack(self):
        """What coordinates far away are rounded by, in units of the drawing at home."""
        return 1e-14 * math.hypot(*self.place) / self.scale


# The document

def map_body(body, to):
    for member in ('at', 'a', 'b', 'center', 'position'):
        if member in body:
            body[member] = to.point(body[member])
    for member in ('radius', 'length'):
        if member in body:
            body[member] *= to.scale
    if 'rotation' in body:
        body['rotation'] = to.angle(body['rotation'])


def map_connector(connector, to, kinds):
    for end in ('from', 'to'):
        if end in connector:
            map_connector(connector[end], to, kinds)
    if 'at' in connector:
        connector['at'] = to.point(connector['at'])
    if 'local' in connector:
        x, y = connector['local']
        connector['local'] = [to.scale * x, to.scale * to.sign * y]
    if 'slide' in connector and kinds[connector['body']] == 'circle':
        connector['slide'] = to.angle(connector['slide'])


def line(first, second, to):
    return {'from': {'at': to.point(first)}, 'to': {'at': to.point(second)}}


def map_constraint(constraint, to, kinds):
    kind = constraint['kind']
    for end in 'abc':
        if isinstance(constraint.get(end), dict):
            map_connector(constraint[end], to, kinds)
    if kind == 'nail':
        constraint['at'] = to.point(constraint['at'])
    elif kind == 'angle':
        constraint['value'] *= to.sign
    elif kind in ('distance', 'radius', 'length'):
        constraint['value'] *= to.scale
    elif kind == 'gear':
        constraint['phase'] = to.sign * constraint['phase'] + to.turn * (1 - constraint['ratio'])
    elif kind in ('horizontal', 'vertical'):
        home = [1, 0] if kind == 'horizontal' else [0, 1]
        constraint.update(kind='parallel', b=line([0, 0], home, to))
    elif kind == 'fix':
        if constraint.pop('what') != 'y' or kinds[constraint['a']] != 'point':
            raise ValueError('a fixed member that has no picture')
        y = constraint.pop('value')
        constraint.update(kind='on-line', a={'body': constraint['a'], 'point': 'at'}, b=line([0, y], [1, y], to))


def map_document(document, to):
    mapped = copy.deepcopy(document)
    kinds = {body['id']: body['kind'] for body in document['bodies']}
    for body in mapped['bodies']:
        map_body(body, to)
    for constraint in mapped['constraints']:
        map_constraint(constraint, to, kinds)
    return mapped


def place(connector, bodies):
    return bodies[connector['body']]['at'] if connector.get('point') == 'at' else None


def with_bars(document):
    """Distances between points as the lengths of segments that are attached to both."""
    drawn = copy.deepcopy(document)
    bodies = {body['id']: body for body in drawn['bodies']}
    drawn['constraints'] = []
    for constraint in copy.deepcopy(document['constraints']):
        ends = [constraint.get(end, {}) for end in 'ab'] if constraint['kind'] == 'distance' else []
        places = [place(end, bodies) for end in ends if 'body' in end]
        if len(places) < 2 or None in places:
            drawn['constraints'].append(constraint)
            continue
        bar, value = 'bar_' + constraint['id'], constraint['value']
        drawn['bodies'].append({'id': bar, 'kind': 'segment', 'a': places[0], 'b': places[1]})
        for end, other in zip('ab', ends):
            drawn['constraints'].append({'id': f'{bar}_{end}', 'kind': 'attach', 'b': other,
                                         'a': {'body': bar, 'point': end}})
        drawn['constraints'].append({'id': constraint['id'], 'kind': 'length', 'a': bar, 'value': value})
    return drawn


# The script

def map_expression(expression, to):
    """Coordinates in it are those at home."""
    def at_home(m):
        x, y = f'({m[1]}.x-({to.place[0]!r}))', f'({m[1]}.y-({to.place[1]!r}))'
        if m[2] == 'x':
            return f'(({to.cos!r}*{x}+({to.sin!r})*{y})/{to.scale!r})'
        return f'({to.sign}*({to.cos!r}*{y}-({to.sin!r})*{x})/{to.scale!r})'
    return re.sub(r'\b([A-Za-z_]\w*)\.([xy])\b', at_home, expression)


def pair(text, to):
    x, y = to.point([float(number) for number in text.split(',')])
    return f'{x!r},{y!r}'


def map_line(text, to, kinds):
    word, *rest = text.split()
    if word == 'drag':
        return f'drag {rest[0]} {pair(rest[1], to)} {rest[2]}'
    if word == 'drag-arc':
        first, last = (to.angle(float(angle)) for angle in rest[3:5])
        return f'drag-arc {rest[0]} {pair(rest[1], to)} {float(rest[2]) * to.scale!r} {first!r} {last!r} {rest[5]}'
    if word == 'value':
        return 'value ' + map_expression(text[len(word):], to)
    if word == 'set':
        value, kind = json.loads(' '.join(rest[1:])), kinds[rest[0].partition('.')[0]]
        value = to.point(value) if kind == 'nail' else value * (to.sign if kind == 'angle' else to.scale)
        return f'set {rest[0]} {json.dumps(value)}'
    return text


def map_script(script, document, to):
    kinds = {constraint['id']: constraint['kind'] for constraint in document['constraints']}
    return ''.join(map_line(text, to, kinds) + '\n' for text in script.splitlines() if text.strip())


# The reports

def map_back(report, to):
    for members in report.get('state', {}).values():
        if 'x' in members and 'y' in members:
            members['x'], members['y'] = to.back([members['x'], members['y']])
        if 'rotation' in members:
            members['rotation'] = to.sign * (members['rotation'] - to.turn)
    for length in ('residual', 'worst_residual_since_last_report'):
        if length in report:
            report[length] /= to.scale
    for connector in report.get('max_step', {}):
        report['max_step'][connector] /= to.scale
    return report
