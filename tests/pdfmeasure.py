# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures of the pages of a PDF that Cairo has written: the paths, without their strokes, in
points from the upper left corner of the page, y down. Knows the operators of paths, no more."""

import re
import zlib

from svgmeasure import apply, compose

IDENTITY = (1, 0, 0, 1, 0, 0)
TOKEN = re.compile(rb'\[[^\]]*\]|<[^>]*>|\((?:\\.|[^\\)])*\)|[^\s\[\]<>()]+')
NUMBER = re.compile(rb'[-+]?(\d+\.?\d*|\.\d+)$')


class Page:
    """paths: lists of points, each the path of one stroke or filling."""

    def __init__(self, width, height, content):
        self.width, self.height = width, height
        self.paths = list(paths(content, (1, 0, 0, -1, 0, height)))

    def box(self):
        points = [p for path in self.paths for p in path]
        x, y = [p[0] for p in points], [p[1] for p in points]
        return min(x), min(y), max(x), max(y)


def paths(content, matrix):
    numbers, stack, path = [], [], []
    for token in TOKEN.findall(content):
        if NUMBER.match(token):
            numbers.append(float(token))
            continue
        if token == b'q':
            stack.append(matrix)
        elif token == b'Q':
            matrix = stack.pop()
        elif token == b'cm':
            matrix = compose(matrix, numbers[-6:])
        elif token in (b'm', b'l', b'c'):
            n = len(numbers) // 2 * 2
            path += [apply(matrix, (numbers[i], numbers[i + 1])) for i in range(0, n, 2)]
        elif token == b're':
            x, y, w, h = numbers[-4:]
            path += [apply(matrix, p) for p in ((x, y), (x + w, y), (x + w, y + h), (x, y + h))]
        elif token in (b'S', b'f', b'f*', b'B', b'B*', b's', b'b', b'b*'):
            yield path
            path = []
        elif token == b'n':
            path = []
        numbers = []


def pages(path):
    with open(path, 'rb') as f:
        data = f.read()
    for body in re.findall(rb'obj\s*<<\s*(/Type /Page\b.*?)endobj', data, re.S):
        width, height = re.search(rb'/MediaBox \[ 0 0 ([\d.]+) ([\d.]+)', body).groups()
        number = re.search(rb'/Contents (\d+) 0 R', body)[1]
        content = re.search(rb'\n' + number + rb' 0 obj.*?stream\r?\n(.*?)endstream', data, re.S)[1]
        yield Page(float(width), float(height), zlib.decompress(content))
