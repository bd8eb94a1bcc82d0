#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The world, forces, limits and paths set in the side panel, as they are in a file."""

import json

import german
from drive import Trammel, drawing, near, read_json, run_tests
from test_time import is_shown, pause, play_until

DROP = {
    'trammel': 1,
    'bodies': [
        {'id': 'ball', 'kind': 'circle', 'center': [0, 40], 'radius': 8},
        {'id': 'way', 'kind': 'point', 'at': [-40, 30]},
    ],
    'constraints': [
        {'id': 'size', 'kind': 'radius', 'a': 'ball', 'value': 8},
        {'id': 'rail', 'kind': 'fix', 'a': 'ball', 'what': 'x', 'value': 0},
    ],
    'forces': [
        {'id': 'k', 'kind': 'spring', 'a': {'body': 'ball', 'point': 'center'},
         'b': {'at': [0, 90]}, 'stiffness': 3, 'rest': 30},
    ],
    'view': {'center': [0, 20], 'zoom': 4},
}


def drop(folder, **more):
    return drawing(folder, json.dumps(DROP | more))


def select(t, place):
    t.move(place)
    t.xdo('click', 1)
    t.sync()


def write(t, name, text, key='Return'):
    t.click(name)
    t.key('ctrl+a')
    t.type(text)
    t.key(key)
    t.sync()


def saved(t, folder):
    t.act('win.save')
    t.wait('saved')
    return read_json(f'{folder}/drawing.trammel')


def test_masses(folder):
    """One switch, found by its command: what falls falls, and one undo stops it."""
    with Trammel(drop(folder, forces=[])) as t:
        assert t.act('win.masses')
        assert is_shown(t, 'setting-law') and not is_shown(t, 'setting-density')
        t.click('setting-law')
        assert t.tell()['step'] == 'Change Masses', t.tell()
        assert t.text('setting-gravity.y')['label'] == '-9810 mm/s²', t.text('setting-gravity.y')
        write(t, 'setting-gravity.y', '-100')
        write(t, 'setting-density', '0')
        assert is_shown(t, 'setting-error-density')
        t.key('Escape')
        assert not is_shown(t, 'setting-error-density')
        write(t, 'setting-density', '2.5')
        assert saved(t, folder)['world'] == {
            'law': 'second-order', 'density': 2.5, 'gravity': [0, -100]}
        t.act('win.play')
        at = play_until(t, 0.3)
        at = pause(t)
        y = t.tell()['state']['ball']['y']
        assert near(y, 40 - 50 * at ** 2, 1e-6), (y, at)
        t.act('win.time-start')
        for _ in range(3):
            t.act('win.undo')
        assert 'world' not in saved(t, folder) or \
            saved(t, folder)['world'].get('law', 'first-order') == 'first-order'
        assert not is_shown(t, 'time-bar')
        for _ in range(3):
            t.act('win.redo')
        assert is_shown(t, 'time-bar') and is_shown(t, 'setting-density')
        # Off takes a gravity that was chosen nowhere.
        t.click('setting-law')
        assert saved(t, folder)['world']['gravity'] == [0, -100]


def test_a_limit_bounces(folder):
    """A limit of the selected body, its bounds and its bounce set beside it."""
    world = {'law': 'second-order', 'gravity': [0, -100]}
    with Trammel(drop(folder, forces=[], world=world)) as t:
        assert t.act('win.limit')
        assert 'Select the body' in t.tell()['message'], t.tell()['message']
        select(t, (8, 40))
        t.act('win.limit')
        assert t.tell()['selection'] == ['limit1'], t.tell()['selection']
        assert t.text('setting-what')['label'] == 'ball.y'
        assert t.text('setting-min')['label'] == '40 mm'
        write(t, 'setting-min', '8 mm')
        write(t, 'setting-restitution', '1')
        limit = [c for c in saved(t, folder)['constraints'] if c['id'] == 'limit1'][0]
        assert limit == {'id': 'limit1', 'kind': 'limit', 'what': 'ball.y', 'min': 8,
                         'restitution': 1}, limit
        t.act('win.play')
        play_until(t, 1.2)  # it meets it at 0.8 s
        at = pause(t)
        y, back = t.tell()['state']['ball']['y'], 1.6 - at
        assert near(y, 40 - 50 * back ** 2, 0.05), (y, at)
        # What need not be there goes when nothing is written.
        write(t, 'setting-restitution', '')
        t.key('ctrl+a', 'BackSpace', 'Return')
        t.sync()
        limit = [c for c in saved(t, folder)['constraints'] if c['id'] == 'limit1'][0]
        assert 'restitution' not in limit, limit


def test_a_spring(folder):
    """Its rest length with a unit, its damping; a name of its own."""
    with Trammel(drop(folder)) as t:
        t.act('win.panel-constraints')
        t.sync()
        t.click('force-title-k')
        t.act('win.panel-properties')
        t.sync()
        write(t, 'setting-rest', '5 cm')
        write(t, 'setting-damping', '0.5')
        write(t, 'setting-name', 'Suspension')
        k = saved(t, folder)['forces'][0]
        assert (k['rest'], k['damping'], k['name']) == (50, 0.5, 'Suspension'), k
        t.act('win.undo')
        assert 'name' not in saved(t, folder)['forces'][0]


def test_decimals_of_the_language(folder):
    """Shown and typed with a comma where the language writes one."""
    more = {'parameters': [{'name': 'soft', 'value': 2}],
            'forces': [DROP['forces'][0] | {'stiffness': '1.5*soft', 'rest': 2.5}]}
    with Trammel(drop(folder, **more), environment=german.environment(folder)) as t:
        t.act('win.panel-constraints')
        t.sync()
        t.click('force-title-k')
        t.act('win.panel-properties')
        t.sync()
        assert t.text('setting-stiffness')['label'] == '1,5*soft', t.text('setting-stiffness')
        assert t.text('setting-rest')['label'] == '2,5 mm', t.text('setting-rest')
        write(t, 'setting-stiffness', '0,5*soft')
        assert saved(t, folder)['forces'][0]['stiffness'] == '0.5*soft'


def test_keys_of_a_path(folder):
    """Put where the point is, moved to another time and place, taken away, in a loop."""
    with Trammel(drop(folder, forces=[])) as t:
        t.act('win.path-key')
        assert 'Select the point' in t.tell()['message']
        select(t, (-40, 30))
        t.act('win.path-key')
        assert t.wait('path-key')['path'] == 'path1' and is_shown(t, 'time-bar')
        for _ in range(6):
            t.act('win.step-forward')
        t.drag((-40, 30), (-20, 50))
        t.act('win.path-key')
        path = [c for c in saved(t, folder)['constraints'] if c['id'] == 'path1'][0]
        assert len(path['keys']) == 2 and near(path['keys'][1]['time'], 0.1, 1e-9), path
        assert near(path['keys'][1]['at'][0], -20, 0.3), path
        # At the same time it takes the place of the one there.
        t.drag(path['keys'][1]['at'], (-10, 50))
        t.act('win.path-key')
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-title-path1')
        t.act('win.panel-properties')
        t.sync()
        write(t, 'setting-keys.2', '2; 0; 30')
        write(t, 'setting-keys.1', '1 -20 40')
        write(t, 'setting-keys.1', '1; -20; x')
        assert is_shown(t, 'setting-error-keys.1')
        t.key('Escape')
        t.click('setting-loop')
        path = [c for c in saved(t, folder)['constraints'] if c['id'] == 'path1'][0]
        assert path['loop'] and [k['time'] for k in path['keys']] == [0, 1, 2], path
        assert path['keys'][1]['at'] == [-20, 40], path
        t.act('win.time-start')
        t.act('win.play')  # switches it on
        play_until(t, 1)
        pause(t)
        t.act('win.time-start')
        t.click('setting-keys.1')
        t.key('ctrl+a', 'BackSpace', 'Return')
        t.sync()
        path = [c for c in saved(t, folder)['constraints'] if c['id'] == 'path1'][0]
        assert [k['time'] for k in path['keys']] == [0, 2], path


def head(t):
    q = t.tell()['state']['head']
    return q['x'], q['y']


def until_told(t):
    for _ in range(60):
        if t.tell()['message']:
            break
        t.wait('time')
    return t.tell()['message']


def test_a_tail_is_led_by_hand(folder):
    """What a path leads says so; with drives off the hand leads it, and the hair trails behind."""
    path = f'{german.TOP}/data/examples/ponytail.trammel'
    with Trammel(path) as t:
        for _ in range(5):
            t.act('win.time-slower')  # so that it is still there when it is taken
        t.act('win.play')
        t.drag(head(t), (20, 80), release=False)
        message = until_told(t)
        assert message.startswith('Cannot move: held by'), message
        t.xdo('mouseup', 1)
        t.sync()
        pause(t)
        t.act('win.drives')
        x, y = head(t)
        t.drag((x, y), (x + 15, y + 10), release=False)
        for _ in range(5):
            t.act('win.time-faster')
        t.key('space')  # held all the while: else it would fall
        play_until(t, t.wait('time')['at'] + 1)
        now = head(t)
        assert near(now[0], x + 15, 3) and near(now[1], y + 10, 6), (now, x, y)  # its weight hangs
        t.xdo('mouseup', 1)
        t.sync()
        assert t.tell()['step'].startswith('Move'), t.tell()['step']
        pause(t)
        assert all(line['residual'] < 1e-6 for line in t.log if line['ev'] == 'time')


def test_what_has_to_hold(folder):
    """A goal without a weight is an equation."""
    with Trammel(drop(folder, forces=[])) as t:
        t.act('win.goal')
        t.wait('goal-dialog')
        t.sync()
        write(t, 'goal-weight', '', 'BackSpace')
        write(t, 'goal-expr', 'way.y - ball.y')
        assert t.wait('goal-added')['ok']
        s = t.tell()
        assert near(s['state']['way']['y'], s['state']['ball']['y'], 1e-9), s['state']
        assert saved(t, folder)['constraints'][-1]['kind'] == 'equation'


if __name__ == '__main__':
    run_tests(globals())
