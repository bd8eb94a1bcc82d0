#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The empty drawing: templates that move and open, in nobody's way."""

import sys
import tempfile

import german
from drive import SETTINGS, Trammel, near, run_all

MOVING = SETTINGS.replace('gtk-enable-animations=0', 'gtk-enable-animations=1')
LARGE = SETTINGS.replace('DejaVu Sans 10', 'DejaVu Sans 20')
NAMES = ('four-bar', 'slider-crank', 'peaucellier', 'pantograph', 'elliptical-trammel',
         'theo-jansen', 'rose', 'curves', 'ponytail', 'puppet')


def place(t, name):
    t.command(f'place {name}')
    return t.wait('place', name=name)


def is_shown(t):
    return place(t, 'gallery')['x'] is not None


def middle(w):
    return round(w['x'] + w['w'] / 2), round(w['y'] + w['h'] / 2)


def turns(t):
    return [line for line in t.log if line['ev'] == 'turn']


def cards_lie_apart(t):
    places = [place(t, f'card-{name}') for name in NAMES]
    assert all(w['x'] is not None for w in places), places
    for i, a in enumerate(places):
        for b in places[:i]:
            apart_x = a['x'] + a['w'] <= b['x'] or b['x'] + b['w'] <= a['x']
            apart_y = a['y'] + a['h'] <= b['y'] or b['y'] + b['h'] <= a['y']
            assert apart_x or apart_y, (a, b)


def clicks_beside_the_cards_are_the_canvas_s(t):
    """The wheel zooms and the middle button pans between two cards."""
    a, b = place(t, 'card-four-bar'), place(t, 'card-slider-crank')
    gap = round((a['x'] + a['w'] + b['x']) / 2), round(a['y'] + a['h'] / 2)
    before = t.tell()
    t.xdo('mousemove', *gap, 'click', 4)
    assert t.tell()['zoom'] > before['zoom']
    t.xdo('click', 5)
    t.sync()
    before = t.tell()['origin']
    t.xdo('mousedown', 2, 'mousemove_relative', '--', 30, 10)
    t.sync()
    t.xdo('mouseup', 2)
    after = t.tell()['origin']
    assert near(after[0] - before[0], 30, 1e-3) and near(after[1] - before[1], 10, 1e-3)


def it_goes_with_the_first_edit_and_comes_back(t):
    t.xdo('mousemove', 600, 640)
    t.key('p')
    assert t.tell()['tool'] == 'point' and not is_shown(t), 'a tool has the whole canvas'
    t.xdo('click', 1)
    t.key('Escape')
    assert t.tell()['bodies'] == 1 and t.tell()['tool'] == 'select' and not is_shown(t)
    t.key('ctrl+z')
    assert t.tell()['bodies'] == 0 and is_shown(t)


def letters_work_from_a_card(t):
    t.key('Tab')
    for _ in range(40):
        if t.tell()['focus'].startswith('card-'):
            break
        t.key('Tab')
    first = t.tell()['focus']
    assert first == 'card-four-bar', first
    t.key('Right')
    assert t.tell()['focus'] == 'card-slider-crank', t.tell()['focus']
    t.key('Down')
    assert t.tell()['focus'].startswith('card-') and t.tell()['focus'] != 'card-slider-crank'
    t.key('l')
    s = t.tell()
    assert s['tool'] == 'segment' and s['focus'] == 'canvas', s
    t.key('Escape')


def test_the_empty_drawing():
    with Trammel() as t:
        t.wait('gallery', cards=len(NAMES))
        cards_lie_apart(t)
        clicks_beside_the_cards_are_the_canvas_s(t)
        it_goes_with_the_first_edit_and_comes_back(t)
        letters_work_from_a_card(t)
        t.sync()
        assert not turns(t), 'nothing moves where animations are turned off'


def test_lines_of_the_hint_are_as_long_as_each_other():
    """In a small window, where one line is too long, none has a last word alone."""
    with Trammel(size='800x600') as t:
        t.sync()
        hint, canvas = place(t, 'gallery-hint'), t.tell()['canvas']
        assert hint['w'] < 0.75 * canvas[2], (hint, canvas)


def test_none_is_left_out_in_german():
    """The panel is wider there."""
    with tempfile.TemporaryDirectory() as folder:
        with Trammel(environment=german.environment(folder)) as t:
            t.wait('gallery', cards=len(NAMES))
            cards_lie_apart(t)


def test_templates_open():
    with Trammel() as t:
        t.wait('gallery')
        t.click('card-four-bar')
        t.wait('opened')
        s = t.tell()
        assert s['title'] == 'Untitled' and not s['modified'] and s['undo'] == 0, s
        assert s['bodies'] == 10 and not is_shown(t) and s['focus'] == 'canvas', s
        q = s['state']['crank']
        t.drag((q['bx'], q['by']), (0, 24))
        s = t.tell()
        assert s['title'] == '• Untitled' and s['undo'] == 1, s
        assert near(s['state']['crank']['bx'], 0, 0.3), s['state']['crank']
        # What has a history stays: the next template gets a window of its own.
        t.act('win.template rose')
        t.wait('opened')
        s = t.tell()
        assert s['title'] == 'Untitled' and 'rose' in s['state'], s


def test_enter_opens():
    with Trammel() as t:
        t.wait('gallery')
        for _ in range(40):
            if t.tell()['focus'] == 'card-four-bar':
                break
            t.key('Tab')
        t.key('Return')
        t.wait('opened')
        assert 'crank' in t.tell()['state']


def test_templates_move():
    with Trammel(settings=MOVING) as t:
        t.xdo('mousemove', 600, 640)
        t.wait('gallery')
        # By themselves, one after another.
        t.wait('turn', card='card-four-bar')
        # What is looked at goes first.
        t.xdo('mousemove', *middle(place(t, 'card-rose')))
        first = t.wait('turn', card='card-rose')['turns']
        while t.wait('turn', card='card-rose')['turns'] < first + 0.02:
            pass
        assert t.tell()['bodies'] == 0 and not t.tell()['modified']
        # With the first tool it is over.
        t.key('l')
        t.sync()
        n = len(turns(t))
        t.sync()
        t.sync()
        assert len(turns(t)) == n


def test_other_looks():
    for environment, settings, size in (({'GTK_THEME': 'Adwaita:dark'}, SETTINGS, '1280x800'),
                                        ({}, LARGE, '1280x800'), ({}, SETTINGS, '700x420')):
        with Trammel(environment=environment, settings=settings, size=size) as t:
            t.wait('gallery')
            w = place(t, 'card-four-bar')
            s = t.tell()
            assert w['x'] >= s['canvas'][0] and w['x'] + w['w'] <= s['canvas'][0] + s['canvas'][2]
            t.click('card-four-bar')
            t.wait('opened')


def main():
    run_all(globals())


if __name__ == '__main__':
    sys.exit(main())
