#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lies over what, and the layers: by keys, menus and the side panel."""

import tempfile

from drive import Trammel, cli, drawing, near, read_json, run_all, type_path

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "low", "kind": "segment", "a": [-20, 0], "b": [20, 0]},
    {"id": "mid", "kind": "segment", "a": [0, -20], "b": [0, 20]},
    {"id": "far", "kind": "circle", "center": [50, 0], "radius": 5},
    {"id": "top", "kind": "segment", "a": [-20, -20], "b": [20, 20]}
  ],
  "constraints": [
    {"id": "c1", "kind": "length", "a": "low", "value": 40}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
IDS = ['low', 'mid', 'far', 'top']


def order(t):
    """The state is listed in the order of the bodies."""
    return list(t.tell()['state'])


def saved(t, folder, name):
    """The bodies as they are written, by their ids."""
    path = f'{folder}/{name}.trammel'
    t.key('ctrl+shift+s')
    t.wait('choosing')
    type_path(t, path)
    t.wait('saved')
    t.xdo('mousemove', 400, 300)
    t.sync()
    return {b['id']: b for b in read_json(path)['bodies']}, path


def click_at(t, place):
    t.move(place)
    t.xdo('click', 1)
    return t.tell()


def count(t, layer):
    return t.text(f'layer-count-{layer}')['label']


def test_order_by_keys(t, folder):
    assert order(t) == IDS
    assert click_at(t, (-12, 0))['selection'] == ['low']
    for key, step, expected in (('ctrl+Prior', 'Raise', ['mid', 'low', 'far', 'top']),
                                ('ctrl+Prior', 'Raise', ['mid', 'far', 'top', 'low']),
                                ('ctrl+Next', 'Lower', ['mid', 'far', 'low', 'top']),
                                ('ctrl+shift+Next', 'Send to back', IDS),
                                ('ctrl+shift+Prior', 'Bring to front', ['mid', 'far', 'top', 'low'])):
        t.key(key)
        s = t.tell()
        assert list(s['state']) == expected and s['step'] == step, (key, s)
    t.key('ctrl+shift+Prior')
    s = t.tell()
    assert s['undo'] == 5 and s['message'] == 'It is in front already', s
    # What is in front is what a click takes.
    s = click_at(t, (-7, -7))
    assert s['selection'] == ['top'], s
    for _ in range(5):
        t.key('ctrl+z')
    assert order(t) == IDS


def test_order_by_the_menu(t, folder):
    click_at(t, (-12, 0))
    t.move((-12, 0))
    t.xdo('click', 3)
    t.wait('menu')
    t.sync()
    t.key('Up', 'Up', 'Up', 'Up', 'Right')
    t.key('Down', 'Down', 'Return')
    t.wait('menu-closed')
    t.move((0, -40))
    assert order(t) == ['mid', 'low', 'far', 'top']
    t.key('ctrl+z')
    assert t.tell()['undo'] == 0, t.tell()


def test_a_layer_is_added_and_drawn_on(t, folder):
    t.act('win.panel-bodies')
    t.sync()
    t.click('layer-add')
    t.key('ctrl+a')
    t.type('Frame ½')
    t.key('Return')
    s = t.tell()
    assert count(t, 'Frame ½') == '0' and s['undo'] == 2 and s['modified'], s
    t.move((50, 30))
    t.xdo('click', 1)
    t.key('p')
    t.xdo('click', 1)
    t.sync()
    t.key('Escape')
    s = t.tell()
    assert s['undo'] == 3 and 'p1' in s['state'], s
    assert count(t, 'Frame ½') == '1'
    t.key('ctrl+z')
    assert count(t, 'Frame ½') == '0'
    t.key('ctrl+shift+z')


def test_what_is_selected_goes_to_a_layer(t, folder):
    click_at(t, (-12, 0))
    t.act('win.layer-move')
    assert count(t, 'Frame ½') == '2'
    s = t.tell()
    assert s['step'] == 'Move to layer' and s['message'] == 'Moved to “Frame ½”', s
    t.act('win.layer-move')
    s = t.tell()
    assert s['message'] == 'It is in “Frame ½” already' and s['undo'] == 4, s
    click_at(t, (55, 0))
    t.act('win.layer-take Second')
    assert count(t, 'Second') == '1'


def test_renamed(t, folder):
    t.act('win.panel-bodies')
    t.sync()
    t.click('layer-Frame ½')
    t.xdo('click', 1)
    t.sync()
    t.key('ctrl+a')
    t.type('Frame')
    t.key('Return')
    assert count(t, 'Frame') == '2' and t.tell()['step'] == 'Rename layer'
    t.act('win.layer-rename')
    t.sync()
    t.type('nonsense')
    t.key('Escape')
    assert count(t, 'Frame') == '2'


def test_hidden_ones_are_not_there(t, folder):
    steps = t.tell()['undo']
    t.click('layer-show-Frame')
    s = t.tell()
    assert s['step'] == 'Hide layer' and s['undo'] == steps + 1, s
    assert click_at(t, (-12, 0))['selection'] == []
    t.key('ctrl+a')
    assert sorted(t.tell()['selection']) == ['far', 'mid', 'top']
    bodies, path = saved(t, folder, 'hidden')
    assert bodies['low']['hidden'] and bodies['low']['layer'] == 'Frame', bodies
    cli('export', path, '-o', f'{folder}/seen.svg')
    with open(f'{folder}/seen.svg') as f:
        svg = f.read()
    assert 'id="mid"' in svg and 'id="low"' not in svg
    t.click('layer-show-Frame')
    assert click_at(t, (-12, 0))['selection'] == ['low']


def test_locked_ones_stay_where_they_are(t, folder):
    t.click('layer-lock-Frame')
    s = t.tell()
    assert s['step'] == 'Lock layer', s
    before = s['state']
    t.key('Escape')
    s = click_at(t, (-12, 0))
    assert s['selection'] == [] and '“low” is locked' in s['message'], s
    t.drag((-12, 0), (-12, 10))
    s = t.tell()
    assert s['state'] == before, s
    # Others are held to it all the same: a constraint may be put on it.
    t.key('Escape')
    t.key('z')
    t.move((-12, 0))
    t.xdo('click', 1)
    t.sync()
    t.move((14, 14))
    t.xdo('click', 1)
    assert t.wait('related')['ok']
    s = t.tell()['state']
    assert s['low'] == before['low'] and near(s['top']['ay'], s['top']['by'], 1e-6), s
    t.key('ctrl+z')
    # Nor does it go with the others of a selection, into which the list can put it.
    t.key('Escape', 'Escape')
    click_at(t, (14, 14))
    t.xdo('keydown', 'ctrl')
    t.click('body-low')
    t.xdo('keyup', 'ctrl')
    assert sorted(t.tell()['selection']) == ['low', 'top'], t.tell()
    t.drag((14, 14), (14, 10), key='shift')
    s = t.tell()['state']
    assert s['low'] == before['low'] and s['top'] != before['top'], s
    t.key('ctrl+z')
    t.click('layer-lock-Frame')
    t.drag((-12, 0), (-12, 10))
    assert t.tell()['state']['low'] != before['low']
    t.key('ctrl+z')


def test_removed_layers_leave_their_bodies(t, folder):
    t.act('win.panel-bodies')
    t.sync()
    t.click('layer-current-Frame')
    t.act('win.layer-select')
    assert sorted(t.tell()['selection']) == ['low', 'p1']
    t.act('win.layer-remove')
    s = t.tell()
    assert s['step'] == 'Remove layer' and s['bodies'] == 5, s
    assert t.text('layer-count-Frame')['label'] is None
    bodies, _ = saved(t, folder, 'removed')
    assert 'layer' not in bodies['low'] and bodies['far']['layer'] == 'Second', bodies


def test_empty_layers_are_kept(t, folder):
    """In the history, in the file, and where nothing can be done with them it is told."""
    t.act('win.layer-add')
    t.key('ctrl+a')
    t.type('Later')
    t.key('Return')
    t.act('win.layer-lock')
    assert t.tell()['message'] == 'Nothing is in the layer'
    _, path = saved(t, folder, 'empty')
    assert read_json(path)['layers'] == ['Later']
    assert cli('check', path)
    t.key('ctrl+z', 'ctrl+z')
    _, path = saved(t, folder, 'undone')
    assert 'layers' not in read_json(path)
    t.key('ctrl+shift+z', 'ctrl+shift+z')
    _, path = saved(t, folder, 'again')
    t.crash()
    t.start(path)
    t.act('win.panel-bodies')
    t.sync()
    assert count(t, 'Later') == '0' and t.tell()['undo'] == 0, (count(t, 'Later'), t.tell())
    t.click('layer-current-Later')
    t.act('win.layer-remove')
    _, path = saved(t, folder, 'gone')
    assert read_json(path)['layers'] == []
    t.click('layer-current-')
    t.act('win.layer-remove')
    assert t.tell()['message'] and not t.tell()['modified']


with tempfile.TemporaryDirectory() as place, Trammel(drawing(place, TEXT)) as trammel:
    run_all(globals(), trammel, place)
