#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command palette: everything that can be done, by its name."""

import sys
import tempfile

from drive import Trammel, drawing, run_all

# Told what by menus of their own.
NOT_BY_NAME = {'app.open-recent', 'win.choose', 'win.edit-formula', 'win.layer-take',
               'win.remove-parameter', 'win.toast-details', 'win.toast-close'}


def found(t):
    """The last list that was shown: (action, whether it can be done)."""
    t.sync()
    return [tuple(row) for row in [line for line in t.log if line['ev'] == 'found'][-1]['rows']]


def look_for(t, text):
    t.key('ctrl+a')
    t.type(text)
    return found(t)


def open_palette(t):
    t.key('ctrl+k')
    return found(t)


def is_open(t):
    t.command('place finder')
    return t.wait('place', name='finder')['x'] is not None


def test_every_action_is_there(t):
    t.command('actions')
    actions = set(t.wait('actions')['names']) - NOT_BY_NAME
    listed = {action.split('::')[0] for action, _ in open_palette(t)} | {'win.commands'}
    assert actions == listed, actions ^ listed
    t.key('Escape')
    assert not is_open(t) and t.tell()['focus'] == 'canvas'


def test_what_cannot_be_done_is_grey(t):
    rows = dict(open_palette(t))
    assert not rows['win.undo'] and not rows['win.copy'] and not rows['win.add-vertex'], rows
    assert rows['win.save'] and rows['win.tool::circle'] and rows['win.select-all']
    for words, action, why in (('undo', 'win.undo', 'nothing to undo'),
                               ('duplicate', 'win.duplicate', 'selected'),
                               ('detach', 'win.detach', 'attached'),
                               ('add vertex', 'win.add-vertex', 'curve over points'),
                               ('play faster', 'win.time-faster', 'motor')):
        assert look_for(t, words)[0] == (action, False), (words, found(t))
        assert why in t.text(f'note-{action}')['label'], t.text(f'note-{action}')
    assert look_for(t, 'duplicate')[0] == ('win.duplicate', False)
    t.key('Return')
    assert is_open(t), 'nothing happens'
    t.key('Escape')
    t.move((20, -13.3))
    t.xdo('click', 1)
    t.move((-45, -40))
    t.xdo('click', 1)
    assert t.tell()['selection'] == ['s3'], t.tell()
    rows = dict(open_palette(t))
    assert rows['win.copy'] and rows['win.duplicate'] and not rows['win.add-vertex']
    t.key('Escape')


def test_a_constraint_first_then_clicks(t):
    """As its key does: it waits for what it is to apply to, and Escape leaves it."""
    t.key('Escape')
    open_palette(t)
    assert look_for(t, 'make parallel')[0] == ('win.relate::parallel', True)
    t.key('Return')
    t.wait('command', action='win.relate::parallel')
    s = t.tell()
    assert s['selection'] == [] and 'Pick' in s['message'], s
    t.key('Escape')
    assert t.tell()['message'] == '' and t.tell()['constraints'] == 3
    open_palette(t)
    look_for(t, 'make parallel')
    t.key('Return')
    t.wait('command', action='win.relate::parallel')
    for place in ((-45, -40), (45, -10)):
        t.move(place)
        t.xdo('click', 1)
        t.sync()
    assert t.wait('related')['ok'] and t.tell()['constraints'] == 4, t.tell()
    t.key('ctrl+z')


def test_words_in_any_order_and_initials(t):
    open_palette(t)
    assert look_for(t, 'circle')[0][0] == 'win.tool::circle'
    assert look_for(t, 'ellip draw')[0][0] == 'win.tool::ellipse'
    assert 'win.tool::circle' in dict(look_for(t, 'dc'))
    assert look_for(t, 'bezier')[0][0] == 'win.tool::bezier'
    assert look_for(t, 'no such command') == []
    t.key('Return')
    assert is_open(t)
    t.key('Escape')


def test_enter_does_it(t):
    open_palette(t)
    look_for(t, 'draw circle')
    t.key('Return')
    t.wait('command', action='win.tool::circle')
    s = t.tell()
    assert s['tool'] == 'circle' and not is_open(t) and s['focus'] == 'canvas', s
    t.key('Escape')


def test_the_last_is_first(t):
    assert open_palette(t)[0][0] == 'win.tool::circle'
    look_for(t, 'zoom')
    t.key('Down', 'Up', 'Return')
    first = t.wait('command')['action']
    assert first.startswith('win.zoom-'), first
    rows = open_palette(t)
    assert [row[0] for row in rows[:2]] == [first, 'win.tool::circle'], rows[:3]
    t.key('Escape')


def test_arrows_and_clicks_choose(t):
    open_palette(t)
    rows = look_for(t, 'draw')
    t.key('Down', 'Down', 'Return')
    assert t.wait('command')['action'] == rows[2][0]
    t.key('Escape')
    open_palette(t)
    rows = look_for(t, 'select all')
    t.key('Return')
    t.wait('command', action='win.select-all')
    assert len(t.tell()['selection']) == 5


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel(drawing(folder)) as t:
        t.move((0, 30))
        run_all(globals(), t)


if __name__ == '__main__':
    sys.exit(main())
