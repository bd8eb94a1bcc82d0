#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every tool by its key and by the palette, worked as a hand works it."""

import json
import math
import os
import re
import struct
import sys
import tempfile
import zlib

from drive import Trammel, drawing, near, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "bar", "kind": "segment", "a": [-60, 40], "b": [-20, 40]},
    {"id": "arm", "kind": "rigid", "position": [40, 40], "rotation": 0, "length": 30}
  ],
  "constraints": [{"id": "len1", "kind": "length", "a": "bar", "value": 40}],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
PIXEL = 1e-4  # what the pointer's place may be off by
FREE = ((-50, -10), (-30, 15), (10, 5), (30, -20), (45, 0))  # places with nothing near
# Key, name, clicks, whether Enter ends it, and the step that it leaves.
DRAWN = (
    ('p', 'point', 1, False, 'Draw point'),
    ('l', 'segment', 2, True, 'Draw segment'),
    ('w', 'polyline', 4, True, 'Draw polyline'),
    ('r', 'rectangle', 2, False, 'Draw rectangle'),
    ('c', 'circle', 2, False, 'Draw circle'),
    ('a', 'arc', 3, False, 'Draw arc'),
    ('e', 'ellipse', 3, False, 'Draw ellipse'),
    ('b', 'bezier', 3, True, 'Draw Bézier curve'),
    ('s', 'spline', 5, True, 'Draw spline'),
    ('j', 'link', 2, False, 'Draw link'),
    ('t', 'sheet', 2, False, 'Draw sheet'),
)
PALETTE = ('select', 'point', 'segment', 'polyline', 'rectangle', 'circle', 'arc', 'ellipse',
           'bezier', 'spline', 'link', 'sheet', 'label', 'nail', 'spring', 'motor', 'trace')


def click(t, place, *keys):
    at = t.move(place)
    for key in keys:
        t.xdo('keydown', key)
    t.xdo('click', 1)
    t.sync()
    for key in keys:
        t.xdo('keyup', key)
    return at


def canvas_takes_keys(t):
    t.move((0, -60))


def saved(t):
    """The document as a file has it."""
    assert t.act('win.save')
    t.wait('saved')
    with open(t.path) as f:
        return json.load(f)


def places_of(body):
    """The points in a body's state."""
    names = sorted(body)
    if 'ax' in body:
        return [(body['ax'], body['ay']), (body['bx'], body['by'])]
    if 'x0' in body:
        return [(body[f'x{i}'], body[f'y{i}']) for i in range(sum(n[0] == 'x' for n in names))]
    return [(body['x'], body['y'])]


def is_at(a, b):
    return near(a[0], b[0], PIXEL) and near(a[1], b[1], PIXEL)


def expect_drawn(name, bodies, at):
    if name == 'rectangle':
        assert len(bodies) == 4, bodies
        corners = [p for b in bodies for p in places_of(b)]
        assert any(is_at(p, at[0]) for p in corners) and any(is_at(p, at[1]) for p in corners)
        return
    body, = bodies
    if name in ('point', 'circle', 'ellipse'):
        assert is_at(places_of(body)[0], at[0]), (name, body)
    if name == 'circle':
        assert near(body['radius'], math.dist(at[0], at[1]), PIXEL), body
    if name in ('segment', 'polyline'):
        assert all(is_at(p, q) for p, q in zip(places_of(body), at)), (name, body, at)
    if name == 'arc':
        c = places_of(body)[0]
        assert all(near(math.dist(c, p), body['radius'], PIXEL) for p in at), body
    if name == 'ellipse':
        assert near(body['u'], math.dist(at[0], at[1]), PIXEL), body
    if name == 'bezier':
        p = places_of(body)
        assert len(p) == 7 and all(is_at(p[3 * i], at[i]) for i in range(3)), body
    if name in ('link', 'sheet'):
        middle = [(at[0][i] + at[1][i]) / 2 for i in (0, 1)]
        assert is_at(places_of(body)[0], middle), body


def test_a_click_on_nothing_is_answered(t):
    """Where a tool needs a body, it says so; nothing is made."""
    before = t.tell()
    for key, what in (('n', 'point to nail'), ('m', 'bar, link, circle or arc to turn'),
                      ('g', 'point to trace')):
        canvas_takes_keys(t)
        t.key(key)
        click(t, (0, -50))
        s = t.tell()
        assert what in s['message'] and s['undo'] == before['undo'], s
        t.key('Escape')
        assert not t.tell()['message']


def test_every_tool_draws(t):
    """By its key; each is one step with its own name, undone by one undo."""
    before = t.tell()
    for key, name, n, ends, step in DRAWN:
        canvas_takes_keys(t)
        t.key(key)
        s = t.tell()
        assert s['tool'] == name and s['cursor'] == 'crosshair', (name, s)
        assert 'Click' in s['hints'] and s['hints']['Esc'] == 'leave the tool', s['hints']
        at = []
        for place in FREE[:n]:
            at.append(click(t, place, 'ctrl'))
            if len(at) < n:
                assert t.tell()['hints']['Esc'] == 'cancel', name
        if ends:
            t.key('Return')
        s = t.tell()
        assert s['undo'] == before['undo'] + 1 and s['step'] == step, (name, s)
        expect_drawn(name, [b for i, b in s['state'].items() if i not in before['state']], at)
        assert s['constraints'] == before['constraints'] or name == 'rectangle', (name, s)
        t.key('Escape')
        assert t.tell()['tool'] == 'select', name
        t.key('ctrl+z')
        assert t.tell()['state'] == before['state'], name


def test_the_palette(t):
    """Each tool by its button, whose tooltip names the key that was tried."""
    with open(os.path.dirname(os.path.abspath(__file__)) + '/../../src/app/window/palette.ui') as f:
        told = re.findall(r'name">tool-(\w+)<.*?\((.)\)</property>', f.read(), re.DOTALL)
    keys = {name: letter.lower() for name, letter in told}
    assert all(keys[name] == key for key, name, *_ in DRAWN), keys
    for name in PALETTE[1:] + PALETTE[:1]:
        t.click(f'tool-{name}')
        assert t.tell()['tool'] == name
    t.click('tool-formula')
    t.wait('formula-dialog')
    t.click('formula-cancel')
    canvas_takes_keys(t)


def test_press_and_drag(t):
    """The other gesture: pressed at one end, let go at the other."""
    before = t.tell()
    for key in ('l', 'c', 'r', 'j', 't'):
        canvas_takes_keys(t)
        t.key(key)
        start = t.move((-10, -40))
        end = t.drag((-10, -40), (20, -25), key='ctrl')
        s = t.tell()
        assert s['undo'] == before['undo'] + 1, (key, s)
        if key == 'l':
            line = places_of(s['state']['s1'])
            assert is_at(line[0], start) and is_at(line[1], end), (line, start, end)
        t.key('Escape', 'Escape')
        assert t.tell()['tool'] == 'select', key
        t.key('ctrl+z')
    assert t.tell()['state'] == before['state']


def test_typed_numbers(t):
    """Length and angle as they are typed, kept as dimensions."""
    before = t.tell()
    canvas_takes_keys(t)
    t.key('l')
    start = click(t, (-50, -10), 'ctrl')
    t.move((0, 0))
    assert t.tell()['hints']['0–9'] == 'type a measure'
    t.type('2.5 cm')
    t.key('Tab')
    t.type('30')
    assert t.tell()['hints']['Enter'] == 'take the number'
    t.key('Return')
    t.key('Escape', 'Escape')
    s = t.tell()
    line = places_of(s['state']['s1'])
    assert is_at(line[0], start), line
    turn = math.radians(30)
    assert is_at(line[1], (start[0] + 25 * math.cos(turn), start[1] + 25 * math.sin(turn))), line
    assert s['constraints'] == before['constraints'] + 2, s
    t.key('ctrl+z')
    t.key('c')
    click(t, (10, 5), 'ctrl')
    t.move((20, 5))
    t.type('12.5')
    t.key('Return', 'Escape')
    s = t.tell()
    assert s['state']['c1']['radius'] == 12.5 and s['constraints'] == before['constraints'] + 1, s
    t.key('ctrl+z')
    assert t.tell()['state'] == before['state']


def test_snapping_is_switched_off(t):
    """Inferred relations: made, held off by Ctrl, switched off by F3 for one gesture."""
    before = t.tell()
    added = []
    for switch in (None, 'ctrl', 'F3'):
        canvas_takes_keys(t)
        t.key('l')
        click(t, (-50, -10), 'ctrl')
        if switch == 'F3':
            assert t.tell()['hints']['F3'] == 'snapping off'
            t.key('F3')
            assert t.tell()['hints']['F3'] == 'snapping on'
        # Level but for a pixel.
        click(t, (-10, -10.3), *(['ctrl'] if switch == 'ctrl' else []))
        t.key('Escape')
        assert t.tell()['hints']['F3'] == 'snapping off', 'only for that gesture'
        t.key('Escape')
        added.append(t.tell()['constraints'] - before['constraints'])
        t.key('ctrl+z')
    assert added == [1, 0, 0], added


def test_escape_three_times(t):
    canvas_takes_keys(t)
    click(t, (-40, 40))
    assert t.tell()['selection'] == ['bar']
    t.key('l')
    click(t, (-50, -10), 'ctrl')
    undo = t.tell()['undo']
    t.key('Escape')
    s = t.tell()
    assert (s['tool'], s['hints']['Esc']) == ('segment', 'leave the tool'), s
    t.key('Escape')
    s = t.tell()
    assert s['tool'] == 'select' and s['selection'] == ['bar'], s
    t.key('Escape')
    s = t.tell()
    assert s['selection'] == [] and s['undo'] == undo, s


def test_why_nothing_comes_of_it(t):
    """Points that make nothing are no riddle."""
    undo = t.tell()['undo']
    canvas_takes_keys(t)
    for key, places, words in (('k', ((80, 50), (85, 30)), 'ground to ground'),
                               ('r', ((80, 50), (80, 30)), 'no width'),
                               ('a', ((80, 50), (80, 40), (80, 30)), 'in a line')):
        t.key(key)
        for place in places:
            click(t, place, 'ctrl')
        s = t.tell()
        assert words in s['message'] and s['undo'] == undo, (key, s)
        t.key('Escape', 'Escape')


def test_what_takes_hold(t):
    """Text, spring, motor, nail and trace leave the right elements in the document."""
    undo = t.tell()['undo']
    steps = []

    def done():
        steps.append(t.tell()['step'])
        t.key('Escape')
        canvas_takes_keys(t)

    canvas_takes_keys(t)
    t.key('n')
    click(t, (-60, 40))
    done()
    t.key('x')
    text_at = click(t, (-50, -10), 'ctrl')
    s = t.tell()
    assert s['editing'] and s['hints'] == {'Enter': 'take over', 'Esc': 'leave as it is'}, s
    t.type('Stop')
    t.key('Return')
    done()
    t.key('k')
    click(t, (-20, 40))
    spring_at = click(t, (10, 5), 'ctrl')
    done()
    t.key('g')
    click(t, (-20, 40))
    done()
    t.key('m')
    click(t, (30, -20), 'ctrl')
    assert not t.tell()['editing'], 'a motor needs something to turn'
    click(t, (45, 40))
    assert t.tell()['editing']
    t.key('ctrl+a')
    t.type('90deg*time')
    t.key('Return')
    done()
    assert t.tell()['undo'] == undo + 5
    assert steps == ['Add nail', 'Add label', 'Add spring', 'Add trace', 'Add motor'], steps
    d = saved(t)
    nail, = [c for c in d['constraints'] if c['kind'] == 'nail']
    assert nail['a'] == {'body': 'bar', 'point': 'a'} and nail['at'] == [-60, 40], nail
    drive, = [c for c in d['constraints'] if c['kind'] == 'drive']
    assert (drive['what'], drive['value']) == ('arm.rotation', '90deg*time'), drive
    spring, = d['forces']
    assert spring['a'] == {'body': 'bar', 'point': 'b'}, spring
    assert is_at(spring['b']['at'], spring_at), (spring, spring_at)
    assert near(spring['rest'], math.dist((-20, 40), spring_at), PIXEL), spring
    trace, = d['traces']
    assert trace['a'] == {'body': 'bar', 'point': 'b'}, trace
    label, = d['labels']
    assert label['text'] == 'Stop' and is_at(label['at']['at'], text_at), label
    for _ in range(5):
        t.key('ctrl+z')
    assert t.tell()['undo'] == undo


def test_hover_and_cursor(t):
    """Seven pixels away is near enough; the pointer's shape tells what a press would do."""
    t.move((0, -60))
    s = t.tell()
    assert (s['hover'], s['cursor']) == ('', ''), s
    t.move((-50, 40 + 7 / s['zoom']))
    s = t.tell()
    assert (s['hover'], s['cursor']) == ('bar', 'grab'), s
    assert s['hints']['Drag'] == 'pull', s['hints']
    t.xdo('mousedown', 1)
    t.sync()
    assert t.tell()['cursor'] == 'grabbing'
    t.xdo('mouseup', 1)
    t.key('Escape')


def test_a_click_on_a_dimension(t):
    before = t.tell()
    t.move((0, -60))
    note = find_note(t, 'len1')
    for times in (1, 2):
        t.xdo('mousemove', *note, 'click', '--repeat', times, '--delay', 20, 1)
        t.sync()
        assert t.tell()['editing'] and t.tell()['selection'] == ['len1'], t.tell()
        t.key('Escape')
        t.xdo('mousemove', 600, 600)
        t.sync()
    t.xdo('mousemove', *note, 'click', 1)
    t.sync()
    for wrong in ('-3', '1/0', '3 kg', 'nobody'):
        t.key('ctrl+a')
        t.type(wrong)
        t.key('Return')
        assert t.tell()['editing'] and t.tell()['message'], wrong
    assert t.tell()['state'] == before['state']
    t.key('ctrl+a')
    t.type('3 cm')
    t.key('Return')
    s = t.tell()
    bar = places_of(s['state']['bar'])
    assert not s['editing'] and near(math.dist(*bar), 30, 1e-6), s
    t.key('ctrl+z')
    t.key('Escape')
    assert t.tell()['state'] == before['state']


def find_note(t, name):
    """A pixel of a dimension's label, looked for beside the bar."""
    x, y = t.pixel((-40, 40))
    for dy in (20, 28, 36, -20, -28, -36, 12, -12):
        t.xdo('mousemove', round(x), round(y + dy))
        if t.tell()['note'] == name:
            return round(x), round(y + dy)
    raise AssertionError('the label is not there')


def test_shortcuts_window(t):
    canvas_takes_keys(t)
    t.key('ctrl+question')
    assert t.wait('shortcuts')['commands'] > 40
    t.xdo('mousemove', 300, 300)
    t.sync()
    t.key('Escape')
    canvas_takes_keys(t)


def png(path, width, height):
    def chunk(kind, data):
        check = struct.pack('>I', zlib.crc32(kind + data))
        return struct.pack('>I', len(data)) + kind + data + check
    rows = b''.join(b'\0' + b'\x40\x80\xc0' * width for _ in range(height))
    with open(path, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0))
                + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))


def choose_picture(t, path):
    canvas_takes_keys(t)
    t.key('i')
    t.wait('choosing')
    t.xdo('mousemove', 400, 300)
    t.sync()
    t.key('ctrl+a')
    t.type(path)
    t.key('Return')


def test_pictures(t):
    before = t.tell()
    path = t.folder + '/picture.png'
    png(path, 96, 48)
    for gesture in ('click', 'drag'):
        choose_picture(t, path)
        t.wait('picture')
        if gesture == 'click':
            at = click(t, (10, 5))
            size = (25.4, 12.7)
        else:
            start = t.move((-20, -20))
            end = t.drag((-20, -20), (20, -35))
            at = ((start[0] + end[0]) / 2, start[1] - (end[0] - start[0]) / 4)
            size = (end[0] - start[0], (end[0] - start[0]) / 2)
        t.wait('drawn', kind='picture', ok=True)
        s = t.tell()
        assert s['step'] == 'Draw picture' and s['selection'] == ['picture1'], s
        assert s['tool'] == 'select' and is_at(places_of(s['state']['picture1'])[0], at), s
        sheet, = [b for b in saved(t)['bodies'] if b['kind'] == 'sheet']
        assert is_at(sheet['size'], size), sheet['size']
        assert sheet['drawing'][0]['image'].startswith('data:image/png;base64,')
        t.key('ctrl+z')
    with open(path, 'w') as f:
        f.write('no picture')
    choose_picture(t, path)
    t.wait('told')
    t.sync()
    t.key('Escape')
    canvas_takes_keys(t)
    assert t.tell()['state'] == before['state'] and t.tell()['tool'] == 'select'


def test_drawn_without_a_pointer(t):
    """Arrow keys move a cross, Ctrl takes it to points, Space clicks where it is."""
    canvas_takes_keys(t)
    before = t.tell()
    t.key('l', 'Right')
    assert t.tell()['hints']['Space'] == 'click there', t.tell()['hints']
    t.key('ctrl+Up', 'space')  # to the end of the bar
    for key in ('Right', 'Right', 'shift+Down', 'space', 'Return', 'Escape'):
        t.key(key)
    s = t.tell()
    new, = s['state'].keys() - before['state'].keys()
    start, end = places_of(s['state'][new])
    assert is_at(start, (-20, 40)) and 0 < 40 - end[1] < end[0] - start[0], s
    assert s['constraints'] == before['constraints'] + 1 and s['tool'] == 'select', s
    t.key('ctrl+z')
    # A constraint first, then what it binds: by the end of the bar to its middle.
    t.key('h', 'ctrl+Left', 'ctrl+Left', 'space')
    assert t.wait('related', relation='horizontal')['ok']
    assert t.tell()['constraints'] == before['constraints'] + 1
    t.key('ctrl+z')
    # A hand that comes back is the pointer again.
    t.key('c', 'Left')
    canvas_takes_keys(t)
    assert 'Space' not in t.tell()['hints'], t.tell()['hints']
    t.key('Escape')
    assert t.tell()['state'] == before['state']


def test_the_focus_comes_back_from_menus(t):
    canvas_takes_keys(t)
    t.key('F10')
    assert t.tell()['focus'] != 'canvas', t.tell()
    t.key('Escape')
    assert t.tell()['focus'] == 'canvas', t.tell()


def test_escape_leads_back_to_the_canvas(t):
    """From other parts of the window it does what it does there, and then leaves them."""
    canvas_takes_keys(t)
    t.key('c', 'F6')
    assert t.tell()['part'] == 'panel', t.tell()
    t.key('Escape')
    assert t.tell()['tool'] == 'select', t.tell()
    while t.tell()['part'] == 'canvas':
        t.key('F6')
    t.key('Escape')
    assert t.tell()['focus'] == 'canvas', t.tell()


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = drawing(folder, TEXT)
        with Trammel(path) as t:
            t.path = path
            run_all(globals(), t)


if __name__ == '__main__':
    sys.exit(main())
