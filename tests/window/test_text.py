#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts are pulled, edited where they stand, and removed by hand."""

import tempfile

from drive import Trammel, drawing, near, read_json, run_all

TEXT = '''{
  "trammel": 1,
  "bodies": [{"id": "s1", "kind": "segment", "a": [-40, -20], "b": [40, -20]}],
  "labels": [
    {"text": "A long title", "at": {"at": [-40, 30]}, "size": 8},
    {"text": "L = {s1.length:.1f}", "at": {"body": "s1", "point": "a"}, "offset": [0, -12], "size": 6}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
TITLE, LENGTH = (-35, 32), (-35, -30)


def saved(t, folder):
    t.key('ctrl+s')
    t.wait('saved')
    return read_json(f'{folder}/drawing.trammel')['labels']


def twice(t, place):
    t.move(place)
    t.xdo('click', '--repeat', 2, '--delay', 20, 1)
    t.sync()


def test_pulled(t, folder):
    t.move(TITLE)
    assert 'Double click' in t.tell()['hints'] and t.tell()['cursor'] == 'grab', t.tell()
    t.drag(TITLE, (-15, 12))
    s = t.tell()
    assert s['step'] == 'Move text' and s['undo'] == 1, s
    title, length = saved(t, folder)
    assert near(title['offset'][0], 20, 0.3) and near(title['offset'][1], -20, 0.3), title
    assert length['offset'] == [0, -12], length
    t.key('ctrl+z')
    # Escape puts it back.
    t.drag(TITLE, (-15, 12), release=False)
    t.key('Escape')
    t.xdo('mouseup', 1)
    assert t.tell()['undo'] == 0, t.tell()


def test_edited_where_it_stands(t, folder):
    twice(t, LENGTH)
    assert t.tell()['editing'], t.tell()
    assert t.text('editor')['label'] == 'L = {s1.length:.1f}'
    t.key('ctrl+a')
    t.type('{nobody.length}')
    t.key('Return')
    s = t.tell()
    assert s['editing'] and 'nobody' in s['message'], s
    t.key('ctrl+a')
    t.type('length {s1.length:.2f}')
    t.key('Return')
    s = t.tell()
    assert not s['editing'] and s['step'] == 'Change text', s
    assert saved(t, folder)[1]['text'] == 'length {s1.length:.2f}'
    t.key('ctrl+z')
    twice(t, LENGTH)
    t.type('nonsense')
    t.key('Escape')
    assert t.tell()['undo'] == 0 and saved(t, folder)[1]['text'] == 'L = {s1.length:.1f}'


def test_saved_and_left_while_it_is_written(t, folder):
    """Saving takes it, and so does a press in another part of the window."""
    twice(t, TITLE)
    t.key('ctrl+a')
    t.type('Saved')
    assert saved(t, folder)[0]['text'] == 'Saved' and not t.tell()['editing']
    twice(t, TITLE)
    t.key('ctrl+a')
    t.type('Left')
    t.click('undo-button')
    assert t.tell()['redo'] == 1 and not t.tell()['editing'], t.tell()
    t.act('win.redo')
    assert saved(t, folder)[0]['text'] == 'Left'
    t.act('win.undo')
    # What is wrong is nowhere lost, until Escape says so.
    twice(t, TITLE)
    t.key('ctrl+a')
    t.type('{nobody.length}')
    for leave in (lambda: t.move((20, 0)) and t.xdo('click', 1), lambda: t.click('panel-switcher'),
                  lambda: t.key('ctrl+w')):
        leave()
        s = t.tell()
        assert s['editing'] and 'nobody' in s['message'], s
        assert t.text('editor')['label'] == '{nobody.length}'
    t.key('Escape')
    assert saved(t, folder)[0]['text'] == 'Saved'
    t.act('win.undo')
    assert t.tell()['undo'] == 0, t.tell()


def test_removed(t, folder):
    t.move(TITLE)
    t.xdo('click', 1)
    t.sync()
    t.key('Delete')
    s = t.tell()
    assert s['step'] == 'Remove text' and [l['text'][0] for l in saved(t, folder)] == ['L'], s
    twice(t, LENGTH)  # one without letters is none
    t.key('ctrl+a')
    t.key('Delete', 'Return')
    assert t.tell()['undo'] == 2 and saved(t, folder) == [], t.tell()
    t.key('ctrl+z', 'ctrl+z')
    assert [l['text'][0] for l in saved(t, folder)] == ['A', 'L']
    # What is not chosen stays.
    t.move(TITLE)
    t.xdo('click', 1)
    t.sync()
    t.key('Escape')
    t.key('Delete')
    assert t.tell()['undo'] == 0


with tempfile.TemporaryDirectory() as place, Trammel(drawing(place, TEXT)) as trammel:
    run_all(globals(), trammel, place)
