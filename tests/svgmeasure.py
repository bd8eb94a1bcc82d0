# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures of an exported picture, read from its SVG: the page, and the drawn shapes without their
strokes. Knows what drawing programs write (lines, Béziers, rectangles, circles, transforms), no more;
anything else is an error."""

import math
import re
import xml.etree.ElementTree as ElementTree

MM = {'mm': 1, 'cm': 10, 'in': 25.4, 'pt': 25.4 / 72, 'pc': 25.4 / 6, 'px': 25.4 / 96, '': 25.4 / 96}
NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?')
NOT_DRAWN = {'defs', 'clipPath', 'symbol', 'mask', 'marker', 'pattern', 'style', 'metadata'}
IDENTITY = (1, 0, 0, 1, 0, 0)


def numbers(text):
    return [float(n) for n in NUMBER.findall(text or '')]


def in_mm(text):
    m = NUMBER.match(text)
    return float(m[0]) * MM[text[m.end():].strip()]


# Transforms: (a, b, c, d, e, f) takes (x, y) to (a x + c y + e, b x + d y + f).

def compose(m, n):
    """First n, then m."""
    return (m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1],
            m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
            m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5])


def apply(m, p):
    return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]


def transform(text):
    whole = IDENTITY
    for kind, args in re.findall(r'(\w+)\s*\(([^)]*)\)', text or ''):
        v = numbers(args)
        if kind == 'matrix':
            one = tuple(v)
        elif kind == 'translate':
            one = (1, 0, 0, 1, v[0], v[1] if len(v) > 1 else 0)
        elif kind == 'scale':
            one = (v[0], 0, 0, v[-1], 0, 0)
        else:
            raise ValueError(f'a transform that is not known: {kind}')
        whole = compose(whole, one)
    return whole


# Shapes: a list of Béziers, each the list of its 2 to 4 points, and whether it is closed.

def path_shape(d):
    pieces, closed = [], False
    here = start = (0.0, 0.0)
    for letter, args in re.findall(r'([A-Za-z])([^A-DF-Za-df-z]*)', d):
        v, kind = numbers(args), letter.upper()
        need = {'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'Z': 0}.get(kind)
        if need is None:
            raise ValueError(f'a path command that is not known: {letter}')
        if kind == 'Z':
            pieces.append([here, start])
            here, closed = start, True
        for i in range(0, len(v), need or 1):
            base = here if letter.islower() else (0.0, 0.0)
            if kind == 'H':
                points = [(base[0] + v[i], here[1])]
            elif kind == 'V':
                points = [(here[0], base[1] + v[i])]
            else:
                points = [(base[0] + v[j], base[1] + v[j + 1]) for j in range(i, i + need, 2)]
            if kind == 'M' and i == 0:
                start = points[0]
            else:
                pieces.append([here, *points])
            here = points[-1]
    return pieces, closed


def round_shape(cx, cy, rx, ry):
    """An ellipse as its four extreme points: enough for its box while axes stay axes."""
    corners = [(cx + rx, cy), (cx, cy + ry), (cx - rx, cy), (cx, cy - ry)]
    return [[a, b] for a, b in zip(corners, corners[1:] + corners[:1])], True


def shape(element, tag):
    """(pieces, closed), or None for what draws no shape."""
    def get(*names):
        return [float(element.get(name, '0')) for name in names]
    if tag == 'path':
        return path_shape(element.get('d', ''))
    if tag == 'line':
        x1, y1, x2, y2 = get('x1', 'y1', 'x2', 'y2')
        return [[(x1, y1), (x2, y2)]], False
    if tag in ('polyline', 'polygon'):
        v = numbers(element.get('points'))
        points = list(zip(v[::2], v[1::2]))
        return [[a, b] for a, b in zip(points, points[1:])], tag == 'polygon'
    if tag == 'rect':
        x, y, w, h = get('x', 'y', 'width', 'height')
        return [[(x, y), (x + w, y)], [(x, y + h), (x + w, y + h)]], True
    if tag == 'circle':
        cx, cy, r = get('cx', 'cy', 'r')
        return round_shape(cx, cy, r, r)
    if tag == 'ellipse':
        return round_shape(*get('cx', 'cy', 'rx', 'ry'))
    return None


def turning_points(p):
    """Parameters in (0, 1) where a coordinate of a Bézier with these coefficients turns back."""
    if len(p) == 3:
        roots = [(p[0] - p[1]) / (p[0] - 2 * p[1] + p[2])] if p[0] - 2 * p[1] + p[2] else []
    elif len(p) == 4:
        # x'/3 = a t² + 2 b t + c
        a, b, c = p[3] - 3 * p[2] + 3 * p[1] - p[0], p[2] - 2 * p[1] + p[0], p[1] - p[0]
        if abs(a) <= 1e-12 * (abs(b) + abs(c)):
            roots = [-c / (2 * b)] if b else []
        else:
            root = math.sqrt(max(0.0, b * b - a * c))
            roots = [(-b - root) / a, (-b + root) / a] if b * b >= a * c else []
    else:
        roots = []
    return [t for t in roots if 0 < t < 1]


def bezier(p, t):
    while len(p) > 1:
        p = [(1 - t) * a + t * b for a, b in zip(p, p[1:])]
    return p[0]


def extent(pieces, axis):
    """Least and greatest coordinate along an axis."""
    found = []
    for piece in pieces:
        p = [point[axis] for point in piece]
        found += [p[0], p[-1], *(bezier(p, t) for t in turning_points(p))]
    return min(found), max(found)


class Picture:
    def __init__(self, path):
        root = ElementTree.parse(path).getroot()
        self.bytes = path.stat().st_size
        self.width_mm, self.height_mm = in_mm(root.get('width')), in_mm(root.get('height'))
        view = numbers(root.get('viewBox'))
        self.mm = self.width_mm / view[2] if view else MM['px']
        self.elements = self.closed = self.dashed = 0
        self.pieces = []
        self.walk(root, IDENTITY, {})

    def walk(self, element, outer, style):
        tag = element.tag.rpartition('}')[2]
        if tag in NOT_DRAWN:
            return
        matrix = compose(outer, transform(element.get('transform')))
        written = (part.partition(':') for part in (element.get('style') or '').split(';'))
        style = {**style, **element.attrib, **{k.strip(): v.strip() for k, _, v in written}}
        if drawn := shape(element, tag):
            pieces, closed = drawn
            stroked = style.get('stroke', 'none') != 'none'
            self.elements += 1
            self.dashed += stroked and style.get('stroke-dasharray', 'none') != 'none'
            # What is filled only (a glyph, a background) has no line to measure.
            if stroked and pieces:
                self.closed += closed
                self.pieces += [[apply(matrix, p) for p in piece] for piece in pieces]
        for child in element:
            self.walk(child, matrix, style)

    def extent_mm(self):
        (left, right), (top, bottom) = extent(self.pieces, 0), extent(self.pieces, 1)
        return [(right - left) * self.mm, (bottom - top) * self.mm]


def measure(path, what):
    """valid bytes width_mm height_mm elements closed dashed extent_mm aspect (width/height)."""
    picture = Picture(path)
    if what == 'valid':
        return True
    if what == 'aspect':
        width, height = picture.extent_mm()
        return width / height
    if what == 'extent_mm':
        return picture.extent_mm()
    if what in ('bytes', 'width_mm', 'height_mm', 'elements', 'closed', 'dashed'):
        return getattr(picture, what)
    raise ValueError(f'a measure that is not known: {what}')
