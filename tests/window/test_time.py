#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Time in the window: played, stepped, scrubbed, and worked on while it runs."""

import json
import math
import os
import struct

import german
from drive import Trammel, drawing, near, read_json, run_tests, type_path

FRAME = 1 / 60
# A four-bar whose crank turns whole turns, and a point that nothing holds.
TOP = [24 + (60 ** 2 - 52 ** 2 + 46 ** 2) / 92, 0]
TOP[1] = math.sqrt(60 ** 2 - (TOP[0] - 24) ** 2)
BARS = {
    'trammel': 1,
    'bodies': [
        {'id': 'crank', 'kind': 'segment', 'a': [0, 0], 'b': [24, 0]},
        {'id': 'coupler', 'kind': 'segment', 'a': [24, 0], 'b': TOP},
        {'id': 'rocker', 'kind': 'segment', 'a': [70, 0], 'b': TOP},
        {'id': 'free', 'kind': 'point', 'at': [-40, -30]},
    ],
    'constraints': [
        {'id': 'n1', 'kind': 'nail', 'a': {'body': 'crank', 'point': 'a'}, 'at': [0, 0]},
        {'id': 'n2', 'kind': 'nail', 'a': {'body': 'rocker', 'point': 'a'}, 'at': [70, 0]},
        {'id': 'j1', 'kind': 'attach', 'a': {'body': 'crank', 'point': 'b'},
         'b': {'body': 'coupler', 'point': 'a'}},
        {'id': 'j2', 'kind': 'attach', 'a': {'body': 'coupler', 'point': 'b'},
         'b': {'body': 'rocker', 'point': 'b'}},
        {'id': 'l1', 'kind': 'length', 'a': 'crank', 'value': 24},
        {'id': 'l2', 'kind': 'length', 'a': 'coupler', 'value': 60},
        {'id': 'l3', 'kind': 'length', 'a': 'rocker', 'value': 52},
    ],
    'traces': [{'id': 'path', 'a': {'body': 'coupler', 'point': 'middle'}}],
    'view': {'center': [20, 10], 'zoom': 4},
}
MOTOR = {'id': 'motor', 'kind': 'drive', 'what': 'crank.angle', 'value': '90deg*time'}
# The crank of this one comes to a dead centre at about 46°.
STUCK = {'l1': 40, 'l2': 30, 'l3': 20}


def bars(folder, drive=MOTOR, lengths=None, **more):
    d = json.loads(json.dumps(BARS | more))
    for c in d['constraints']:
        c['value'] = (lengths or {}).get(c['id'], c.get('value'))
        if c['value'] is None:
            del c['value']
    if lengths:
        d['constraints'][1]['at'] = [60, 0]
    if drive:
        d['constraints'].append(drive)
    return drawing(folder, json.dumps(d))


def play_until(t, time):
    """Lets it run; where it is then."""
    while True:
        at = t.wait('time')['at']
        if at >= time - 1e-9:
            return at


def pause(t):
    t.act('win.play')
    return t.wait('pause')['at']


def click_slowly(t, name):
    """As a finger does: frames, and with them the layout of the bar, go by before it is let go."""
    t.xdo('mousemove', *middle(t, name))
    t.sync()
    t.xdo('mousedown', 1)
    t.sync()
    t.xdo('mouseup', 1)
    t.sync()


def middle(t, name, part=0.5):
    t.command(f'place {name}')
    w = t.wait('place', name=name)
    return round(w['x'] + part * w['w']), round(w['y'] + w['h'] / 2)


def angle(t, body='crank'):
    b = t.tell()['state'][body]
    return math.atan2(b['by'] - b['ay'], b['bx'] - b['ax'])


def same_angle(a, b, tolerance=1e-6):
    return abs(math.remainder(a - b, 2 * math.pi)) < tolerance


def is_shown(t, name):
    t.sync()
    t.command(f'place {name}')
    return t.wait('place', name=name)['x'] is not None


def test_only_where_it_moves(folder):
    """No bar where nothing moves, but an answer; a motor brings it, undoing that takes it away."""
    with Trammel(bars(folder, drive=None)) as t:
        assert not is_shown(t, 'time-bar')
        assert not t.act('win.step-forward') or t.tell()['state'], 'nothing to step'
        t.move((-40, 40))
        t.key('space')
        assert 'motor' in t.tell()['message'], t.tell()['message']
        t.key('m')
        t.move((12, 0.5))
        t.xdo('click', 1)
        t.sync()
        t.key('Return')
        assert t.tell()['step'] == 'Add motor', t.tell()
        assert is_shown(t, 'time-bar') and is_shown(t, 'time-play')
        t.key('Escape', 'Escape')
        t.key('space')
        at = play_until(t, 0.5)
        pause(t)
        assert at >= 0.5 and not near(angle(t), 0, 0.3)
        t.key('ctrl+z')
        assert not is_shown(t, 'time-bar')


def test_play_and_pause(folder):
    """By Space and by both buttons; no steps of the history; the drive is where time says."""
    with Trammel(bars(folder)) as t:
        before = t.tell()
        t.key('space')
        play_until(t, 0.4)
        assert t.text('play-button')['tooltip'] == 'Pause (Space)'
        t.key('space')
        end = t.wait('pause')['at']
        frames = [line['at'] for line in t.log if line['ev'] == 'time']
        assert near(frames[0], FRAME, 1e-9), frames[0]
        assert all(near(b - a, FRAME, 1e-9) for a, b in zip(frames, frames[1:])), frames
        assert all(line['residual'] < 1e-9 for line in t.log if line['ev'] == 'time')
        s = t.tell()
        assert s['undo'] == before['undo'] and s['modified'], s
        assert same_angle(angle(t), math.radians(90) * end), (angle(t), end)
        assert t.text('time-label')['label'] == f'00:{end:05.2f}'
        click_slowly(t, 'play-button')
        t.wait('time')
        click_slowly(t, 'time-play')
        t.wait('pause')
        assert t.act('win.save')
        t.wait('saved')
        assert read_json(f'{folder}/drawing.trammel')['world']['time'] > end
        # Back where time began nothing has changed but what was saved.
        t.key('ctrl+Home')
        assert t.wait('sought')['at'] == 0
        assert same_angle(angle(t), 0)


def test_steps_scrubbing_and_speed(folder):
    with Trammel(bars(folder)) as t:
        t.move((-40, 40))
        for _ in range(3):
            t.key('greater')
        assert near(t.wait('sought', at=0.05)['at'], 0.05, 1e-9)
        t.key('less')
        assert same_angle(angle(t), math.radians(90) * 2 * FRAME)
        # The slider reaches over the drive's turn, four seconds.
        click_slowly(t, 'time-scale')
        at = [line['at'] for line in t.log if line['ev'] == 'sought'][-1]
        assert near(at, 2, 0.1), at
        assert same_angle(angle(t), math.radians(90) * at)
        # The keys of time go on where the slider has been left.
        t.key('greater')
        assert same_angle(angle(t), math.radians(90) * (at + FRAME))
        t.key('less', 'less')
        assert same_angle(angle(t), math.radians(90) * (at - FRAME))
        t.key('ctrl+Home')
        assert same_angle(angle(t), 0)
        t.act('win.time-faster')
        t.key('space')  # wherever in the bar the focus is
        a, b = t.wait('time')['at'], t.wait('time')['at']
        assert near(b - a, 2 * FRAME, 1e-7), (a, b)
        t.act('win.time-reverse')
        t.sync()
        a, b = t.wait('time')['at'], t.wait('time')['at']
        while b > a:
            a, b = b, t.wait('time')['at']
        assert near(a - b, 2 * FRAME, 1e-7), (a, b)
        pause(t)
        t.key('ctrl+Home')
        t.act('win.time-reverse')
        t.act('win.time-loop')
        t.key('space')
        play_until(t, 3.9)
        while t.wait('time')['at'] > 3:
            pass  # round and again
        pause(t)


def test_worked_on_while_it_runs(folder):
    """Dragged, drawn, edited in place and in the panel; undone to where time had come."""
    with Trammel(bars(folder)) as t:
        t.move((-40, 40))
        t.key('space')
        play_until(t, 0.2)
        t.drag((-40, -30), (-20, -40))
        s = t.tell()
        assert near(s['state']['free']['x'], -20, 0.5) and s['step'] == 'Move free', s
        first = t.wait('time')['at']
        assert play_until(t, first + 0.1) > first
        n = s['undo']
        # A click selects and is no step.
        t.xdo('click', 1)
        t.sync()
        s = t.tell()
        assert s['undo'] == n and s['selection'] == ['free.at'] or s['selection'] == ['free'], s
        # A value is typed in the panel while all moves.
        t.act('win.panel-properties')
        t.sync()
        t.click('property-x')
        t.key('ctrl+a')
        t.type('-3')
        play_until(t, t.wait('time')['at'] + 0.4)
        t.type('0')
        t.key('Return')
        assert near(t.tell()['state']['free']['x'], -30, 1e-9), t.tell()['state']['free']
        t.move((-40, 40))
        t.key('ctrl+z', 'ctrl+z')
        s = t.tell()
        assert near(s['state']['free']['x'], -40, 1e-9) and s['undo'] == n - 1, s
        t.wait('time')
        # A dimension of the linkage, by the list.
        t.act('win.panel-constraints')
        t.sync()
        t.xdo('mousemove', *middle(t, 'constraint-l3', 0.4), 'click', '--repeat', 2, 1)
        t.sync()
        t.key('ctrl+a')
        t.type('55')
        t.key('Return')
        rocker = t.tell()['state']['rocker']
        length = math.hypot(rocker['bx'] - rocker['ax'], rocker['by'] - rocker['ay'])
        assert near(length, 55, 1e-9), length
        t.wait('time')
        t.move((-40, 40))
        pause(t)
        assert all(line['residual'] < 1e-9 for line in t.log if line['ev'] == 'time')


def test_a_dead_centre_is_told(folder):
    """In words, with the drive's name, and only as long as it stands."""
    with Trammel(bars(folder, lengths=STUCK, bodies=[
            {'id': 'crank', 'kind': 'segment', 'a': [0, 0], 'b': [40, 0]},
            {'id': 'coupler', 'kind': 'segment', 'a': [40, 0], 'b': [50, 20]},
            {'id': 'rocker', 'kind': 'segment', 'a': [60, 0], 'b': [50, 20]}])) as t:
        t.move((-40, 40))
        t.key('space')
        while t.wait('time')['stalled'] == 0:
            pass
        pause(t)
        assert is_shown(t, 'time-stalled')
        assert t.text('time-stalled')['label'].startswith('The drive crank.angle stands still'), \
            t.text('time-stalled')
        end = math.acos((60 ** 2 + 40 ** 2 - 50 ** 2) / (2 * 60 * 40))
        assert same_angle(angle(t), end, 1e-4), angle(t)
        t.key('ctrl+Home')
        assert not is_shown(t, 'time-stalled')


def test_drives_that_are_off(folder):
    """Playing switches them on, as one step; off, the hand leads."""
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False})) as t:
        assert is_shown(t, 'time-bar')
        t.drag((24, 0), (0, 24))
        assert same_angle(angle(t), math.radians(90), 0.05), angle(t)
        t.key('ctrl+z')
        t.key('space')
        play_until(t, 0.3)
        pause(t)
        s = t.tell()
        assert s['step'] == 'Switch On Drives' and s['undo'] == 1, s
        t.click('time-drives')
        assert t.tell()['step'] == 'Switch Off Drives'


def test_coupler_curves(folder):
    """A whole turn of the traced point, found anew while a link is pulled; a key hides it."""
    loose = [c for c in BARS['constraints'] if c['id'] != 'l3']
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False}, constraints=loose)) as t:
        curve = t.wait('curves')
        assert curve['n'] == 1 and curve['points'] > 1, curve
        n = len(events(t, 'curves'))
        t.drag(TOP, (60, 60), steps=12)
        assert len(events(t, 'curves')) >= n + 6, len(events(t, 'curves')) - n
        at = t.move((-40, 40))
        t.key('semicolon')
        n = len(events(t, 'curves'))
        t.drag((-40, -30), (-45, -30))
        assert len(events(t, 'curves')) == n and at
        t.key('semicolon')
        t.wait('curves')
        # While time runs, too.
        t.key('space')
        play_until(t, 0.3)
        assert t.wait('curves')['n'] == 1


def record(t, path):
    click_slowly(t, 'time-record')
    t.wait('choosing')
    type_path(t, path)


def png_size(path):
    with open(path, 'rb') as f:
        return struct.unpack('>2I', f.read(24)[16:])


def test_all_of_a_coupler_curve_is_seen(folder):
    """At once, where it does not go too far."""
    for name in 'roberts', 'hart', 'rack-and-pinion':
        with Trammel(f'{german.TOP}/data/examples/{name}.trammel') as t:
            places = t.wait('curves', n=1)['at']
            s = t.tell()
            for place in places:
                x, y = (p - c for p, c in zip(t.pixel(place), s['canvas']))
                assert 0 <= x <= s['canvas'][2] and 0 <= y <= s['canvas'][3], (name, place, x, y)


def test_a_small_window_shows_what_there_is(folder):
    """Where the view of the file would leave out what begins to move."""
    with Trammel(f'{german.TOP}/data/examples/skate.trammel', size='900x620') as t:
        s = t.tell()
        x, y = t.pixel((s['state']['cart']['x'], s['state']['cart']['y']))
        left, top, width, height = s['canvas']
        assert left <= x <= left + width and top <= y <= top + height, (x, y, s['canvas'])


def test_a_detail_comes_back_as_saved(folder):
    """A view that leaves out most of the drawing, or its edge, in a window of any size."""
    for width, zoom in (500, 4), (170, 8), (120, 11):
        path = drawing(folder, json.dumps({
            'trammel': 1, 'view': {'center': [35, 20], 'zoom': zoom},
            'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [width, 0]}]}))
        for size in '1280x800', '900x620':
            with Trammel(path, size=size) as t:
                s = t.tell()
                left, top, w, h = s['canvas']
                middle = t.place((left + w / 2, top + h / 2))
                assert near(s['zoom'], zoom, 1e-9), (width, size, s['zoom'])
                assert near(middle[0], 35, 0.5) and near(middle[1], 20, 0.5), middle


def test_recording(folder):
    """Thirty pictures a second of time, of what is seen, in a folder of their own or as a GIF."""
    with Trammel(bars(folder)) as t:
        record(t, f'{folder}/walk.png')
        play_until(t, 0.5)
        assert t.text('time-recorded')['label'] == 'Stop'
        click_slowly(t, 'time-record')
        n = t.wait('recorded')['n']
        names = sorted(os.listdir(f'{folder}/walk'))
        assert names == [f'frame-{i + 1:05}.png' for i in range(n)], (n, names)
        ticks = len(events(t, 'time'))
        assert n == (ticks + 1) // 2, (n, ticks)
        canvas = t.tell()['canvas']
        assert png_size(f'{folder}/walk/frame-00001.png') == (canvas[2], canvas[3]), canvas
        assert t.tell()['message'] == f'{n} pictures: {folder}/walk', t.tell()['message']
        assert t.text('time-recorded')['label'] == 'Record'
        # A moving picture of the same size, with as many frames or fewer.
        t.key('ctrl+Home')
        n = len(events(t, 'time'))
        record(t, f'{folder}/walk.gif')
        while len(events(t, 'time')) < n + 12:
            pass
        click_slowly(t, 'time-record')
        assert t.wait('recorded')['n'] >= 6
        with open(f'{folder}/walk.gif', 'rb') as f:
            gif = f.read()
        assert gif[:6] == b'GIF89a' and struct.unpack('<2H', gif[6:10]) == (canvas[2], canvas[3])
        # The next ones go elsewhere; what is no picture is refused with words.
        n = len(events(t, 'time'))
        record(t, f'{folder}/walk.svg')
        while len(events(t, 'time')) == n:
            pass
        t.act('win.record')
        assert t.wait('recorded')['n'] == len(os.listdir(f'{folder}/walk-2')) > 0
        with open(f'{folder}/walk-2/frame-00001.svg') as f:
            text = f.read()
        assert 'id="crank"' in text and 'id="path"' in text, text[:500]
        record(t, f'{folder}/walk.pdf')
        assert '.png' in t.wait('told')['why']


def test_a_plot(folder):
    """Of an expression against time, then another, while time runs; saved as a table."""
    with Trammel(bars(folder)) as t:
        t.act('win.plot')
        t.sync()
        t.click('plot-y')
        t.key('ctrl+a')
        t.type('nothing.y')
        said = t.text('plot-error')['label']
        assert is_shown(t, 'plot-error') and 'nothing.y' in said, said
        assert said.endswith('still that of crank.angle [rad] over time [s]'), said
        t.key('ctrl+a')
        t.type('crank.length + nothing')
        said = t.text('plot-error')['label']
        assert said.endswith('still that of crank.length [mm] over time [s]'), said
        t.key('ctrl+a')
        t.type('24*cos(crank.angle)')
        assert not is_shown(t, 'plot-error')
        t.act('win.play')
        play_until(t, 0.5)
        pause(t)
        t.click('plot-save')
        t.wait('choosing')
        type_path(t, f'{folder}/a.csv')
        t.wait('table')
        with open(f'{folder}/a.csv') as f:
            head, *lines = f.read().splitlines()
        assert head == 'time [s],24*cos(crank.angle)', head
        rows = [[float(v) for v in line.split(',')] for line in lines]
        assert len(rows) >= 30 and all(near(b[0] - a[0], FRAME, 1e-9) for a, b in zip(rows, rows[1:]))
        assert all(near(y, 24 * math.cos(math.radians(90) * time), 1e-6) for time, y in rows)
        # Against another expression; the points that were are of no use to it.
        t.click('plot-x')
        t.key('ctrl+a')
        t.type('crank.by')
        t.act('win.play')
        first = t.wait('time')['at']
        play_until(t, first + 0.3)
        pause(t)
        t.click('plot-save')
        t.wait('choosing')
        type_path(t, f'{folder}/b.csv')
        t.wait('table')
        with open(f'{folder}/b.csv') as f:
            head, *lines = f.read().splitlines()
        assert head == 'time [s],crank.by [mm],24*cos(crank.angle)', head
        for line in lines:
            _, x, y = (float(v) for v in line.split(','))
            assert near(math.hypot(x, y), 24, 1e-6), line


def plotted(t, path):
    """What the table of a plot has: the names of its columns, and its lines."""
    t.click('plot-save')
    t.wait('choosing')
    type_path(t, path)
    t.wait('table')
    with open(path) as f:
        head, *lines = f.read().splitlines()
    return head, [[float(v) for v in line.split(',')] for line in lines]


def test_velocities_are_plotted(folder):
    """And accelerations, of any expression, with their units; what to do first is said."""
    with Trammel(bars(folder)) as t:
        t.act('win.plot')
        t.sync()
        assert is_shown(t, 'plot-hint')
        t.click('plot-y')
        t.key('ctrl+a')
        t.type('crank.by')
        turn = math.radians(90)
        for kind, head, of in (('Velocity', 'd crank.by/dt [mm/s]', lambda a: 24 * turn * math.cos(a)),
                               ('Acceleration', 'd² crank.by/dt² [mm/s²]',
                                lambda a: -24 * turn ** 2 * math.sin(a))):
            t.click('plot-order')
            t.key('Down')
            t.key('Return')
            t.act('win.play')
            first = t.wait('time')['at']
            play_until(t, first + 0.3)
            pause(t)
            assert not is_shown(t, 'plot-hint')
            names, rows = plotted(t, f'{folder}/{kind}.csv')
            assert names == 'time [s],' + head, names
            assert len(rows) > 10 and all(near(y, of(turn * at), 1e-5) for at, y in rows), rows[:3]


def test_names_of_bodies_are_understood(folder):
    """Who writes the name that the lists show is told how the body is called in expressions."""
    with Trammel(f'{german.TOP}/data/examples/four-bar.trammel') as t:
        t.act('win.plot')
        t.sync()
        t.click('plot-y')
        t.key('ctrl+a')
        t.type('Crank.angle')
        assert 'crank.angle,' in t.text('plot-error')['label'], t.text('plot-error')


def events(t, name):
    t.sync()
    return [line for line in t.log if line['ev'] == name]


def test_traces_are_drawn(folder):
    """By every frame; examples play too."""
    with Trammel(f'{german.TOP}/data/examples/theo-jansen.trammel') as t:
        t.move((0, 0))
        t.key('space')
        play_until(t, 0.5)
        pause(t)
        assert t.act('win.clear-traces')
        assert all(line['residual'] < 1e-9 for line in t.log if line['ev'] == 'time')


def test_a_driven_crank_is_turned_by_hand(folder):
    """Time follows a hand on what a drive holds, standing and running, and is no step of undo."""
    with Trammel(bars(folder)) as t:
        t.settle()
        first = t.tell()['state']['crank']
        turn = math.atan2(first['by'], first['bx'])

        def at(turn):
            return 24 * math.cos(turn), 24 * math.sin(turn)

        t.drag(at(turn), at(turn + 0.8), steps=8, release=False)
        t.sync()
        s = t.tell()
        held = s['state']['crank']
        assert near(math.atan2(held['by'], held['bx']), turn + 0.8, 0.05), held
        assert 'time follows' in s['message'], s['message']
        if os.environ.get('TRAMMEL_SCREENSHOT'):
            t.screenshot(os.environ['TRAMMEL_SCREENSHOT'])
        t.key('Escape')
        t.wait('cancel')
        t.xdo('mouseup', 1)
        back = t.tell()['state']['crank']
        assert near(back['bx'], first['bx'], 1e-9), back
        t.drag(at(turn), at(turn + 0.8), steps=8)
        s = t.tell()
        there = s['state']['crank']
        assert s['undo'] == 0 and near(math.atan2(there['by'], there['bx']), turn + 0.8, 0.05), s
        t.act('win.play')
        t.wait('time')
        pause(t)
        going = t.tell()['state']['crank']
        assert 0 < math.atan2(going['by'], going['bx']) - turn - 0.7 < 1.5, going


if __name__ == '__main__':
    run_tests(globals())
