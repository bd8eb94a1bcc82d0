# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the edge in a picture runs: the ridge of its contrast, looked for on rays from a place. Apart
from the program: another reader, another smoothing pass, no curve and no forces."""

import base64
import itertools
import math
import struct
import zlib

SHARES = 1/128, 1/12  # of the longer side: how far the picture is smoothed


def read_rows(uri):
    """Grey rows, the uppermost first, of a PNG without interlace and of 8 bits."""
    png, at, packed = base64.b64decode(uri.split(',')[1]), 8, b''
    width, height, _, colour = struct.unpack('>IIBB', png[16:26])
    while at < len(png):
        n, = struct.unpack('>I', png[at:at + 4])
        packed += png[at + 8:at + 8 + n] if png[at + 4:at + 8] == b'IDAT' else b''
        at += 12 + n
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    data, stride, above, rows = zlib.decompress(packed), width*channels, bytes(width*channels), []
    for j in range(height):
        kind, *line = data[j*(stride + 1):(j + 1)*(stride + 1)]
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            up, corner = above[i], above[i - channels] if i >= channels else 0
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda x, g=guess: abs(g - x))
            line[i] = line[i] + (0, left, up, (left + up)//2, paeth)[kind] & 255
        above = line
        grey = min(channels, 3)
        rows.append([sum(line[i:i + grey])/grey for i in range(0, stride, channels)])
    return rows


def running_mean(row, r):
    sums = [0, *itertools.accumulate([row[0]]*r + row + [row[-1]]*r)]
    return [(sums[i + 2*r + 1] - sums[i])/(2*r + 1) for i in range(len(row))]


def slopes(rows, r):
    """|∇| of the rows after three running means each way, its greatest 1."""
    for _ in range(6):  # each pass turns rows into columns
        rows = [list(column) for column in zip(*(running_mean(row, r) for row in rows))]
    h, w = len(rows), len(rows[0])
    size = [[math.hypot(rows[j][min(i + 1, w - 1)] - rows[j][max(i - 1, 0)],
                        rows[min(j + 1, h - 1)][i] - rows[max(j - 1, 0)][i]) for i in range(w)]
            for j in range(h)]
    most = max(map(max, size))
    return [[x/most for x in row] for row in size]


class Edges:
    """Of a mark that is a picture, on a carrier that stands upright at a place."""

    def __init__(self, mark, place):
        rows = read_rows(mark['image'])
        h, w = len(rows), len(rows[0])
        self.sheets = [slopes(rows, max(1, round(share*max(w, h)))) for share in SHARES]
        x, y, width, height = mark['rect']
        self.low, self.pitch, self.top = (place[0] + x, place[1] + y), (width/w, height/h), h - 1

    def contrast(self, x, y):
        u = (x - self.low[0])/self.pitch[0] - 0.5
        v = self.top - ((y - self.low[1])/self.pitch[1] - 0.5)
        i, j = int(u), int(v)
        a, b = u - i, v - j
        return sum((s[j][i]*(1 - a) + s[j][i + 1]*a)*(1 - b)
                   + (s[j + 1][i]*(1 - a) + s[j + 1][i + 1]*a)*b for s in self.sheets)

    def ridge(self, middle, angle, near, reach=6):
        """How far from the middle the contrast is greatest, looked for about a distance."""
        def at(r):
            return self.contrast(middle[0] + r*math.cos(angle), middle[1] + r*math.sin(angle))
        best = max((near + reach*k/100 for k in range(-100, 101)), key=at)
        a, b, c = at(best - 1), at(best), at(best + 1)
        return best + (a - c)/(2*(a - 2*b + c))


def spline_points(points, n):
    """A closed cubic B-spline, n places on each of its spans."""
    for i, k in itertools.product(range(len(points)), range(n)):
        t = k/n
        weight = (1 - t)**3/6, (3*t**3 - 6*t*t + 4)/6, (-3*t**3 + 3*t*t + 3*t + 1)/6, t**3/6
        yield tuple(sum(w*points[(i + j) % len(points)][axis] for j, w in enumerate(weight))
                    for axis in (0, 1))


def area(points):
    return sum(a[0]*b[1] - a[1]*b[0] for a, b in zip(points, points[1:] + points[:1]))/2
