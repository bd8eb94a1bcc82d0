#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys of a path are handles on the canvas."""

import json
import os
import subprocess

from drive import Trammel, drawing, near, read_json, run_tests

KEYS = [{'time': 0, 'at': [-40, 0]}, {'time': 1.5, 'at': [0, 30], 'ease': 'mine'},
        {'time': 3, 'at': [40, 0]}]
LED = {
    'trammel': 1,
    'bodies': [
        {'id': 'way', 'kind': 'point', 'at': [-40, 0]},
        {'id': 'bar', 'kind': 'segment', 'a': [-20, 30], 'b': [20, 30]},
    ],
    'constraints': [
        {'id': 'path1', 'kind': 'path', 'enabled': False, 'a': {'body': 'way', 'point': 'at'},
         'keys': KEYS},
    ],
    'view': {'center': [0, 10], 'zoom': 4},
}


def led(folder, **more):
    return drawing(folder, json.dumps(LED | more))


def choose_path(t):
    t.act('win.panel-constraints')
    t.sync()
    t.click('constraint-title-path1')


def click(t, place, button=1):
    t.move(place)
    t.xdo('click', button)
    t.sync()


def keys(t, folder):
    t.act('win.save')
    t.wait('saved')
    return read_json(f'{folder}/drawing.trammel')['constraints'][0]['keys']


def shoot(t, name):
    if os.environ.get('TRAMMEL_SCREENSHOT'):
        t.screenshot(f'{os.environ["TRAMMEL_SCREENSHOT"]}-{name}.png')


def told(s, text):
    return s['message'].startswith(text)


def play_for(t, seconds):
    t.seen['time'] = len(t.log)  # not what was told of the last time that it ran
    t.act('win.play')
    end = t.wait('time')['at'] + seconds
    while t.wait('time')['at'] < end:
        pass


def test_clicked_and_dragged(folder):
    """A click tells its time; a drag is one step and keeps what another program wrote there."""
    with Trammel(led(folder)) as t:
        choose_path(t)
        t.move((40, 0))
        assert t.tell()['hints'].get('Drag') == 'move the key', t.tell()['hints']
        click(t, (40, 0))
        s = t.tell()
        assert told(s, 'Key 3, at 3 s:') and s['selection'] == ['path1'], s
        assert s['undo'] == 0, s
        shoot(t, 'chosen')
        t.drag((0, 30), (4, 44), release=False)
        shoot(t, 'dragged')
        t.xdo('mouseup', 1)
        s = t.tell()
        assert s['undo'] == 1 and s['step'] == 'Move a key' and s['selection'] == ['path1'], s
        assert told(s, 'Key 2, at 1.5 s:'), s
        now = keys(t, folder)
        assert near(now[1]['at'][0], 4, 0.3) and near(now[1]['at'][1], 44, 0.3), now
        assert now[1]['ease'] == 'mine' and now[1]['time'] == 1.5, now
        assert now[::2] == KEYS[::2], now
        t.key('ctrl+z')
        assert keys(t, folder) == KEYS
        # put back by Escape, and then let go of
        t.drag((0, 30), (4, 44), release=False)
        t.key('Escape')
        t.xdo('mouseup', 1)
        assert t.tell()['undo'] == 0 and keys(t, folder) == KEYS
        assert t.tell()['selection'] == ['path1']
        t.key('Escape')
        s = t.tell()
        assert s['message'] == '' and s['selection'] == ['path1'], s
        t.key('Escape')
        assert t.tell()['selection'] == []


def bar_pixels(t, at):
    """How much ink there is about a place."""
    x, y = (round(v) for v in t.pixel(at))
    crop = subprocess.run(['import', '-silent', '-window', 'root', '-crop', f'13x13+{x - 6}+{y - 6}',
                           '-colorspace', 'gray', '-format', '%[fx:mean]', 'info:'],
                          env=t.environment, check=True, capture_output=True, text=True)
    return float(crop.stdout)


def test_followed_by_the_drawing(folder):
    """While a key is in the hand the drawing is seen where it will be; Escape takes that back, and
    letting go is one step from there."""
    bodies = LED['bodies'] + [{'id': 'rod', 'kind': 'segment', 'a': [-40, 0], 'b': [-40, -30]}]
    on = [LED['constraints'][0] | {'enabled': True},
          {'id': 'j', 'kind': 'attach', 'a': {'body': 'rod', 'point': 'a'},
           'b': {'body': 'way', 'point': 'at'}},
          {'id': 'n', 'kind': 'nail', 'a': {'body': 'rod', 'point': 'b'}, 'at': [-40, -30]}]
    with Trammel(led(folder, bodies=bodies, constraints=on)) as t:
        choose_path(t)
        t.move((60, 60))
        empty, full = bar_pixels(t, (-55, -15)), bar_pixels(t, (-40, -15))
        t.drag((-40, 0), (-70, -30), release=False)
        t.wait('key-pulled')
        s = t.tell()
        assert s['undo'] == 0 and near(s['state']['rod']['ax'], -40, 1e-9), s
        shoot(t, 'followed')
        # The rod lies level now.
        assert bar_pixels(t, (-55, -30)) < empty - 0.02, 'the rod is not seen there'
        assert bar_pixels(t, (-40, -15)) > full + 0.02, 'the rod is still seen there'
        t.key('Escape')
        t.xdo('mouseup', 1)
        assert t.tell()['undo'] == 0 and near(bar_pixels(t, (-40, -15)), full, 0.01)
        t.drag((-40, 0), (-70, -30), key='ctrl')
        s = t.tell()
        assert s['undo'] == 1 and near(s['state']['rod']['ax'], -70, 0.3), s
        t.key('ctrl+z')
        s = t.tell()
        assert s['undo'] == 0 and near(s['state']['rod']['ax'], -40, 1e-9), s


def test_told_while_it_is_chosen(folder):
    """Undo and redo tell which key is chosen as it is then, and nothing once it is no more."""
    with Trammel(led(folder)) as t:
        choose_path(t)
        click(t, (0, 30))
        t.key('Delete')
        assert told(t.tell(), 'Key 2, at 3 s:'), t.tell()
        t.key('ctrl+z')
        assert told(t.tell(), 'Key 3, at 3 s:'), t.tell()
        t.key('ctrl+shift+z')
        assert told(t.tell(), 'Key 2, at 3 s:'), t.tell()
        t.key('Delete', 'ctrl+z', 'ctrl+z')
        click(t, (0, 30))
        assert told(t.tell(), 'Key 2, at 1.5 s:'), t.tell()
        t.act('win.select-all')
        assert t.tell()['message'] == '', t.tell()


def test_nudged_and_walked(folder):
    with Trammel(led(folder)) as t:
        choose_path(t)
        click(t, (0, 30))
        t.move((-60, -30))
        t.key('Right')
        s = t.tell()
        assert s['undo'] == 1 and s['step'] == 'Move a key', s
        at = keys(t, folder)[1]['at']
        assert at[0] > 0.5 and near(at[1], 30, 1e-9), at
        t.key('Tab')
        assert told(t.tell(), 'Key 3, at 3 s:'), t.tell()
        t.key('Tab')
        assert told(t.tell(), 'Key 1, at 0 s:'), t.tell()
        t.key('shift+Tab')
        assert told(t.tell(), 'Key 3, at 3 s:'), t.tell()
        # The keys alone reach every one of them from the path itself.
        t.key('Escape')
        assert t.tell()['hints'].get('Tab') == 'next key', t.tell()['hints']
        t.key('Tab')
        assert told(t.tell(), 'Key 1, at 0 s:'), t.tell()
        # A key that is chosen is so only while its path is selected.
        click(t, (-60, -30))
        t.key('Right')
        assert t.tell()['undo'] == 1, t.tell()


def test_removed(folder):
    with Trammel(led(folder)) as t:
        choose_path(t)
        click(t, (0, 30))
        t.key('Delete')
        s = t.tell()
        assert s['undo'] == 1 and s['step'] == 'Remove a key' and s['constraints'] == 1, s
        assert keys(t, folder) == KEYS[::2]
        # The next one is chosen: Delete again takes that, and never the path.
        assert told(s, 'Key 2, at 3 s:'), s
        t.key('Delete')
        assert told(t.tell(), 'Key 1, at 0 s:') and keys(t, folder) == KEYS[:1], t.tell()
        t.key('Delete')
        s = t.tell()
        assert s['constraints'] == 1 and 'one key at least' in s['message'], s
        t.key('ctrl+z', 'ctrl+z')
        assert keys(t, folder) == KEYS


def test_snaps(folder):
    """Onto a point of another body, and with Ctrl where the hand is; nothing is attached."""
    with Trammel(led(folder)) as t:
        choose_path(t)
        t.drag((40, 0), (21, 29), release=False)
        assert t.tell()['hints'] == {'Ctrl': 'no snapping', 'Esc': 'put back'}, t.tell()['hints']
        shoot(t, 'snap')
        t.xdo('mouseup', 1)
        s = t.tell()
        assert keys(t, folder)[2]['at'] == [20, 30] and s['constraints'] == 1, keys(t, folder)
        t.drag((20, 30), (19, 31), key='ctrl')
        at = keys(t, folder)[2]['at']
        assert near(at[0], 19, 0.3) and near(at[1], 31, 0.3), at


def test_typed(folder):
    """What another program wrote in a key goes where the key goes, when that is typed too."""
    with Trammel(led(folder)) as t:
        choose_path(t)
        t.act('win.panel-properties')
        t.sync()
        for line, text in (1, '0,5; 2; 3'), (1, '-1; 2; 3'), (0, '4; 2; 3'):
            t.click(f'setting-keys.{line}')
            t.key('ctrl+a')
            t.type(text.replace(',', '.'))
            t.key('Return')
            t.sync()
        now = keys(t, folder)
        assert [k['time'] for k in now] == [0, 3, 4] and now[2]['ease'] == 'mine', now
        assert 'ease' not in now[0] and 'ease' not in now[1], now


def test_only_where_they_are_shown(folder):
    """Another tool in the hand has no keys: its menu is not theirs."""
    with Trammel(led(folder)) as t:
        choose_path(t)
        click(t, (0, 30))
        t.key('n')
        t.act('win.key-time')
        assert 'click one of its keys' in t.tell()['message'], t.tell()
        click(t, (40, 0), 3)
        assert '_Go to Its Time' not in t.wait('menu')['labels']
        t.key('Escape')
        t.wait('menu-closed')


def test_ends_of_a_loop(folder):
    """Where they meet they go together, whichever is moved or put; a path that only ends where it
    began has two ends."""
    keys_of = [{'time': 0, 'at': [40, 0]}, {'time': 1.5, 'at': [0, 20]}, {'time': 3, 'at': [40, 0]}]
    path = LED['constraints'][0] | {'keys': keys_of}
    for loop in (True, False):
        with Trammel(led(folder, constraints=[path | {'loop': loop}])) as t:
            choose_path(t)
            t.drag((40, 0), (50, -10))
            first, _, last = keys(t, folder)
            assert (first['at'] == last['at']) == loop and near(last['at'][0], 50, 0.3), (first, last)
            t.key('Tab', 'Right')
            first, _, last = keys(t, folder)
            assert (first['at'] == last['at']) == loop, (first, last)
            t.act('win.path-key')  # at time 0, where the point is
            first, _, last = keys(t, folder)
            assert first['at'] == [-40, 0] and (first['at'] == last['at']) == loop, (first, last)


def test_its_menu(folder):
    with Trammel(led(folder)) as t:
        t.act('win.key-time')
        assert 'click one of its keys' in t.tell()['message'], t.tell()
        choose_path(t)
        click(t, (0, 30), 3)
        labels = t.wait('menu')['labels']
        assert labels[:2] == ['_Go to Its Time', 'Remove _Key'] and '_Delete' not in labels, labels
        shoot(t, 'menu')
        t.key('g')
        t.wait('menu-closed')
        assert t.tell()['selection'] == ['path1']
        t.act('win.save')
        t.wait('saved')
        assert read_json(f'{folder}/drawing.trammel')['world']['time'] == 1.5
        click(t, (0, 30), 3)
        t.wait('menu')
        t.key('k')
        t.wait('menu-closed')
        assert keys(t, folder) == KEYS[::2]


def test_who_comes_first(folder):
    """A key over a bar is taken, but the point that is selected is pulled away from its own key."""
    with Trammel(led(folder)) as t:
        click(t, (-40, 0))
        assert t.tell()['selection'] == ['way']
        t.move((0, 30))
        assert t.tell()['hints'].get('Drag') == 'move the key', t.tell()['hints']
        t.drag((-40, 0), (-50, -10))
        s = t.tell()
        assert s['step'] != 'Move a key' and near(s['state']['way']['x'], -50, 0.3), s
        t.drag((-40, 0), (-44, 8))
        assert t.tell()['step'] == 'Move a key', t.tell()
        t.drag((0, 30), (0, 20))
        s = t.tell()
        assert s['step'] == 'Move a key' and s['undo'] == 3, s
        assert s['state']['bar'] | {'ay': 30, 'by': 30} == s['state']['bar'], s['state']
        shoot(t, 'point')


def test_while_time_runs(folder):
    """A key is moved all the same, and time goes on along the new way."""
    on = LED['constraints'][0] | {'enabled': True}
    with Trammel(led(folder, constraints=[on])) as t:
        choose_path(t)
        play_for(t, 0.2)
        t.drag((40, 0), (40, -20))
        s = t.tell()
        assert s['step'] == 'Move a key' and s['selection'] == ['path1'], s
        while t.wait('time')['at'] < 3.5:
            pass
        s = t.tell()
        assert near(s['state']['way']['y'], -20, 0.3), s['state']
        t.act('win.play')
        assert near(keys(t, folder)[2]['at'][1], -20, 0.3)


def test_a_place_of_a_sheet(folder):
    """Led by its menu, and on by the path that this makes; asked without a place it says how."""
    sheet = {'id': 'sheet', 'kind': 'sheet', 'origin': [0, 0], 'u': [1, 0], 'v': [0, 1],
             'size': [60, 40]}
    with Trammel(drawing(folder, json.dumps(LED | {'bodies': [sheet], 'constraints': []}))) as t:
        click(t, (28, 18))
        assert t.tell()['selection'] == ['sheet']
        t.act('win.path-key')
        assert 'of a sheet' in t.tell()['message'], t.tell()
        click(t, (28, 18), 3)
        assert 'Put a _Key of a Path' in t.wait('menu')['labels']
        t.key('k')
        t.wait('menu-closed')
        assert t.tell()['selection'] == ['path1'], t.tell()
        for _ in range(6):
            t.act('win.step-forward')
        t.drag((10, 5), (20, 5), key='shift')
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-title-path1')
        t.act('win.path-key')
        s = t.tell()
        path = keys(t, folder)
        assert s['constraints'] == 1 and len(path) == 2, path
        assert near(path[1]['at'][0] - path[0]['at'][0], 10, 0.3), path


def test_what_stands_still_says_why(folder):
    """Time that moves nothing: a path behind its end, a drive of one value, all nailed, all at rest."""
    bar = {'id': 'bar', 'kind': 'segment', 'a': [0, 0], 'b': [30, 0]}
    nails = [{'id': f'n{p}', 'kind': 'nail', 'a': {'body': 'bar', 'point': p},
              'at': bar[p]} for p in 'ab']
    spring = {'id': 'k', 'kind': 'spring', 'a': {'body': 'bar', 'point': 'b'}, 'b': {'at': [30, 40]},
              'rest': 10, 'stiffness': 1}
    drive = {'id': 'd', 'kind': 'drive', 'what': 'bar.angle', 'value': '0*time'}
    for name, more, words in (
            ('path', {'constraints': [LED['constraints'][0] | {'enabled': True}],
                      'world': {'time': 4}}, 'come to its end'),
            ('drive', {'bodies': [bar], 'constraints': [drive]}, 'the same value all the time'),
            ('held', {'bodies': [bar], 'constraints': nails, 'forces': [spring]},
             'no motor and no path'),
            ('rest', {'bodies': [bar], 'constraints': nails[:1],
                      'forces': [spring | {'stiffness': 50}]}, 'come to rest')):
        with Trammel(led(folder, **more)) as t:
            play_for(t, 8 if name == 'rest' else 1)
            assert words in t.tell()['message'], (name, t.tell()['message'])
            t.act('win.play')
            if name == 'path':  # what moves again is explained no more
                t.act('win.time-start')
                assert t.tell()['message'] == '', t.tell()['message']
                play_for(t, 1)
                assert t.tell()['message'] == '', t.tell()['message']


if __name__ == '__main__':
    run_tests(globals())
