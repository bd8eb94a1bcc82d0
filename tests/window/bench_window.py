#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a large drawing costs in the real window: milliseconds of processor time of its main loop.

    meson test -C build --benchmark 'large drawings' --verbose
    bench_window.py [curves | four-bars | segments] [N]

For each thing that a user does: the median and the 95th percentile of what it costs together with
the two frames that show it, less what two frames cost in which nothing happens, and the longest
single turn of the main loop, in which no other frame could have been shown.
"""

import json
import math
import os
import random
import sys
import tempfile
import time

from drive import Trammel

SIZE = (1280, 800)
HALF = (300, 180)  # of the drawing, in its units
KINDS = {'curves': 10000, 'four-bars': 2500, 'segments': 100000}


def curves(r, n):
    """Segments, circles and cubics, all over the place."""
    for i in range(n):
        x, y = r.uniform(-HALF[0], HALF[0]), r.uniform(-HALF[1], HALF[1])
        near = [[x + r.uniform(-8, 8), y + r.uniform(-8, 8)] for _ in range(3)]
        yield [{'id': f'b{i}', 'kind': 'segment', 'a': [x, y], 'b': near[0]},
               {'id': f'b{i}', 'kind': 'circle', 'center': [x, y], 'radius': r.uniform(1, 5)},
               {'id': f'b{i}', 'kind': 'bezier', 'points': [[x, y], *near]}][i % 3]


def segments(r, n):
    for i in range(n):
        x, y = r.uniform(-HALF[0], HALF[0]), r.uniform(-HALF[1], HALF[1])
        yield {'id': f'b{i}', 'kind': 'segment', 'a': [x, y],
               'b': [x + r.uniform(-4, 4), y + r.uniform(-4, 4)]}


def four_bar(i, x, y, angle):
    """Crank 1, coupler 3, rocker 2.5, ground 3: its bodies and constraints."""
    b = (x + math.cos(angle), y + math.sin(angle))
    d = (x + 3, y)
    reach = math.dist(b, d)
    turn = math.atan2(d[1] - b[1], d[0] - b[0])
    turn += math.acos((9 + reach ** 2 - 6.25) / (6 * reach))
    c = (b[0] + 3 * math.cos(turn), b[1] + 3 * math.sin(turn))
    places = {'crank': ((x, y), b), 'coupler': (b, c), 'rocker': (c, d), 'ground': (d, (x, y))}
    bodies = [{'id': f'{name}{i}', 'kind': 'segment', 'a': list(ends[0]), 'b': list(ends[1])}
              for name, ends in places.items()]
    names = list(places)
    constraints = [{'id': f'j{i}_{k}', 'kind': 'attach', 'a': {'body': f'{names[k]}{i}', 'point': 'b'},
                    'b': {'body': f'{names[(k + 1) % 4]}{i}', 'point': 'a'}} for k in range(4)]
    constraints += [{'id': f'l{i}_{k}', 'kind': 'length', 'a': f'{names[k]}{i}', 'value': value}
                    for k, value in enumerate((1, 3, 2.5))]
    constraints += [{'id': f'n{i}_{k}', 'kind': 'nail', 'a': {'body': f'ground{i}', 'point': 'ab'[k]},
                     'at': list((d, (x, y))[k])} for k in range(2)]
    return bodies, constraints


def make_drawing(kind, n):
    r = random.Random(7)
    bodies, constraints = [], []
    if kind == 'four-bars':
        columns = math.ceil(math.sqrt(n * HALF[0] / HALF[1]))
        for i in range(n):
            x = (i % columns / columns - 0.5) * 2 * HALF[0]
            y = (i // columns / math.ceil(n / columns) - 0.5) * 2 * HALF[1]
            more = four_bar(i, x, y, r.uniform(0.3, 2.8))
            bodies += more[0]
            constraints += more[1]
    else:
        bodies = list((curves if kind == 'curves' else segments)(r, n))
    return json.dumps({'trammel': 1, 'bodies': bodies, 'constraints': constraints,
                       'view': {'center': [0, 0], 'zoom': 1.6}})


class Bench:
    def __init__(self, t):
        self.t = t
        self.see()
        self.idle = 0
        self.idle = sorted(self.cost(lambda: None)[0] for _ in range(9))[4]

    def see(self):
        told = self.t.tell()
        self.canvas, self.origin, self.zoom = told['canvas'], told['origin'], told['zoom']
        return told

    def spent(self):
        self.t.command('spent')
        s = self.t.wait('spent')
        return s['total'], s['longest']

    def cost(self, work):
        """What work() costs with the frames that show it, and the longest turn of the loop."""
        self.spent()
        work()
        self.t.sync()
        total, longest = self.spent()
        return max(0, total - self.idle), longest

    def report(self, name, works):
        self.tell(name, [self.cost(work) for work in works])

    def report_in_turns(self, names, works):
        """Of works that come one after the other, again and again: what each of them costs."""
        costs = [[self.cost(work) for work in turn] for turn in works]
        for name, those in zip(names, zip(*costs)):
            self.tell(name, those)

    def tell(self, name, costs):
        totals = sorted(c[0] for c in costs)
        n = len(totals)
        print(f'{name:37s} median {totals[n // 2]:9.2f}  p95 {totals[min(n - 1, n * 95 // 100)]:9.2f}'
              f'  longest turn {max(c[1] for c in costs):9.2f}', flush=True)

    def pixel(self, place):
        return (round(self.canvas[0] + self.origin[0] + self.zoom * place[0]),
                round(self.canvas[1] + self.origin[1] - self.zoom * place[1]))

    def middle(self):
        x, y, w, h = self.canvas
        return round(x + w / 2), round(y + h / 2)

    def xdo(self, *arguments):
        return lambda: self.t.screen.hand.do(*arguments)

    def moves(self, start, step, n):
        return [self.xdo('mousemove', start[0] + step[0] * i, start[1] + step[1] * i)
                for i in range(n)]

    def key(self, name):
        return self.xdo('key', name)

    def memory(self):
        with open(f'/proc/{self.t.process.pid}/status') as f:
            lines = dict(line.split(':') for line in f)
        return ', '.join(f'{name} {int(lines[name].split()[0]) / 1024:.0f} MB'
                         for name in ('VmRSS', 'VmHWM'))

    # --- What a user does

    def look(self):
        x, y = self.middle()
        self.report('hover', self.moves((x - 200, y - 90), (7, 3), 60))
        self.t.xdo('mousemove', x - 150, y, 'mousedown', 2)
        self.report('pan, a frame', self.moves((x - 150, y), (5, 2), 40))
        self.t.xdo('mouseup', 2)
        self.report('settled after the pan', [self.rest])
        self.t.xdo('mousemove', x, y)
        self.report('zoom, a notch', [self.xdo('click', button) for button in [4] * 12 + [5] * 12])
        self.report('settled after the zoom', [self.rest])
        self.report('zoom to the whole', [lambda: self.t.act('win.zoom-fit')])
        self.t.act('win.zoom-fit')
        self.t.sync()
        self.rest()
        self.see()

    def rest(self):
        """Until a picture that was shown for another has been painted anew."""
        end = time.monotonic() + 0.4
        while time.monotonic() < end:
            self.t.sync()

    def click(self, name, places):
        """The way there by itself: what is under the pointer is looked at before it is clicked."""
        self.report_in_turns((f'{name}: the way there', name),
                             [(self.xdo('mousemove', *p), self.xdo('click', 1)) for p in places])

    def select(self, places):
        corner = round(self.canvas[0]) + 8, round(self.canvas[1]) + 8
        # Nothing is there and nothing changes: what the toolkit itself makes of a click.
        self.click('click on nothing', [corner] * len(places))
        self.click('click on a body', places)
        self.t.xdo('mousemove', *corner)
        self.t.xdo('mousedown', 1)
        self.report('rubber band, a frame', self.moves(corner, (15, 10), 40))
        self.report('rubber band, let go', [self.xdo('mouseup', 1)])
        x, y = self.middle()
        self.report('hover with many selected', self.moves((x - 200, y - 90), (7, 3), 20))
        self.report('deselect', [self.key('Escape')])
        self.report('select all', [self.key('ctrl+a')])
        self.report('hover with all selected', self.moves((x - 200, y - 90), (7, 3), 20))
        self.t.xdo('mousedown', 2)
        self.report('pan with all selected', self.moves((x - 100, y), (5, 2), 10))
        self.t.xdo('mouseup', 2)
        self.report('deselect all', [self.key('Escape')])
        self.t.act('win.zoom-fit')
        self.rest()
        self.see()

    def drag(self, place):
        x, y = place
        self.report('press', [self.xdo('mousemove', x, y, 'mousedown', 1)])
        self.report('drag, a frame', self.moves((x + 2, y + 1), (2, 1), 40))
        self.report('let go', [self.xdo('mouseup', 1)])
        self.report('the same again: press', [self.xdo('mousedown', 1)])
        self.report('drag, a frame', self.moves((x + 78, y + 40), (-2, -1), 20))
        self.report('let go', [self.xdo('mouseup', 1)])
        self.report('undo', [self.key('ctrl+z')])
        self.report('redo', [self.key('ctrl+shift+z')])

    def constrain(self, segments):
        """One constraint by key, on one segment at a time; taken back and made again."""
        for how, place in zip(('add a constraint', 'again'), segments):
            self.t.xdo('mousemove', *place, 'click', 1)
            self.t.sync()
            self.report(how, [self.key('v')])
            self.report('undo', [self.key('ctrl+z')])
            self.report('redo', [self.key('ctrl+shift+z')])
            self.report('undo', [self.key('ctrl+z')])
        self.t.key('Escape')
        self.rest()

    def panel(self, page, places):
        self.report(f'{page}: open the list', [lambda: self.t.act('win.panel-' + page)])
        x, y, w, h = self.canvas
        self.t.xdo('mousemove', round(x + w + 100), round(y + h / 2))
        self.report(f'{page}: scroll a notch', [self.xdo('click', 5) for _ in range(20)])
        self.click(f'{page}: click on a body', places)
        self.report(f'{page}: select all', [self.key('ctrl+a')])
        self.report(f'{page}: deselect all', [self.key('Escape')])
        self.drag(places[0])

    def edit(self):
        self.t.act('win.panel-properties')
        self.t.sync()
        self.report('select all, properties shown', [self.key('ctrl+a')])
        self.report('delete all', [self.key('Delete')])
        self.report('undo that', [self.key('ctrl+z')])
        self.t.act('win.panel-bodies')
        self.t.act('win.select-all')
        self.t.sync()
        self.report('delete all, bodies shown', [self.key('Delete')])
        self.report('undo that', [self.key('ctrl+z')])


def places_of(b, bodies):
    """Pixels of ends of bodies near the middle of the canvas."""
    ends = [next(v for v in (body['id'].startswith('crank') and body['b'], body.get('a'), body.get('points', [None])[0],
                             body.get('radius') and [body['center'][0] + body['radius'],
                                                     body['center'][1]]) if v)
            for body in bodies if not body['id'].startswith(('coupler', 'rocker', 'ground'))]
    near = sorted(ends, key=lambda p: math.hypot(*p))[:400 if len(ends) > 400 else None]
    return [b.pixel(p) for p in near[::20]]


def run(kind, n):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'large.trammel')
        text = make_drawing(kind, n)
        with open(path, 'w') as f:
            f.write(text)
        print(f'# {n} {kind}, {len(text) / 1e6:.1f} MB', flush=True)
        with Trammel(path, size=f'{SIZE[0]}x{SIZE[1]}') as t:
            t.wait('surveyed')
            print(f'{"first frame, since the start":34s} {t.first_frame:16.2f}', flush=True)
            t.command('spent')
            print(f'{"until surveyed, of the processor":34s} {t.wait("spent")["total"]:16.2f}', flush=True)
            b = Bench(t)
            print(f'{"opened":34s} {b.memory()}', flush=True)
            places = places_of(b, json.loads(text)['bodies'])
            b.look()
            places = places_of(b, json.loads(text)['bodies'])
            b.select(places)
            b.drag(places[1])
            b.constrain(places_of(b, [body for body in json.loads(text)['bodies']
                                      if body['kind'] == 'segment'])[1:])
            b.panel('bodies', places[2:])
            if kind == 'four-bars':
                b.panel('constraints', places[3:])
            b.edit()
            print(f'{"in the end":34s} {b.memory()}', flush=True)


if __name__ == '__main__':
    if len(sys.argv) > 1:
        run(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else KINDS[sys.argv[1]])
    else:
        for name, number in KINDS.items():
            run(name, number)
