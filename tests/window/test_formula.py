#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dialog of the formula tool, by pointer and keys."""

import sys
import tempfile

from drive import Trammel, drawing, near, run_all

TEXT = '''{
  "trammel": 1,
  "parameters": [{"name": "crank", "value": 20}],
  "bodies": [{"id": "p1", "kind": "point", "at": [60, 60]}],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
X, Y, FROM, TO = 1, 2, 3, 4


def said(t):
    """What the dialog last said of what is typed."""
    t.sync()
    return [line for line in t.log if line['ev'] == 'formula'][-1]


def open_dialog(t):
    t.move((0, 0))
    t.key('Escape')
    t.key('f')
    t.wait('formula-dialog')
    t.xdo('mousemove', 500, 10)  # keys go to what is under the pointer
    t.sync()


def back(t):
    """The pointer over the canvas again, where the window takes the keys."""
    t.xdo('mousemove', 500, 700)
    t.sync()


def enter(t, name, text):
    t.click(name)
    t.key('ctrl+a')
    t.key('BackSpace')
    if text:
        t.type(text)


def test_a_preset_is_drawn(t):
    before = t.tell()
    open_dialog(t)
    assert said(t)['ok']
    t.key('Return')
    assert t.wait('formula-drawn')['ok']
    back(t)
    s = t.tell()
    assert s['bodies'] == before['bodies'] + 1 and s['undo'] == before['undo'] + 1, s
    assert s['step'] == 'Draw formula' and s['selection'] == ['f1'], s
    q = s['state']['f1']
    assert set(q) == {'cx', 'cy', 'r'} and (q['cx'], q['cy']) == (0, 0) and q['r'] > 10, q


def test_it_can_be_dragged(t):
    q = t.tell()['state']['f1']
    t.drag((q['r'], 0), (q['r'] + 15, 8))
    now = t.tell()['state']['f1']
    assert now != q and t.tell()['step'] == 'Move f1', now
    t.key('ctrl+z')
    assert t.tell()['state']['f1'] == q


def test_the_column_of_an_error(t):
    before = t.tell()
    open_dialog(t)
    enter(t, 'formula-x', 'cx + r*sinn(t)')
    s = said(t)
    assert (s['ok'], s['field'], s['column']) == (False, X, 8), s
    t.key('Return')
    assert not [line for line in t.log if line['ev'] == 'formula-drawn'][1:], 'not while it is wrong'
    enter(t, 'formula-x', 'crank*cos(t)')
    enter(t, 'formula-y', 'crank*sin(t) + rod')
    s = said(t)
    assert (s['ok'], s['field'], s['column']) == (False, Y, 16), s
    enter(t, 'formula-y', 'crank*sin(t)')
    enter(t, 'formula-to', '2*(pi')
    s = said(t)
    assert (s['ok'], s['field']) == (False, TO) and s['column'] >= 5, s
    for name, field, text, words in (
            ('to', TO, '2*(pi', 'such as 0 or 2*pi'), ('to', TO, 'sqrt(-1)', 'such as 0 or 2*pi'),
            ('to', TO, '-1', 'more than where t starts, 0'), ('to', TO, '0', 'more than where')):
        enter(t, f'formula-{name}', text)
        told = t.text('formula-message')['label']
        assert said(t)['field'] == field and words in told and told.startswith('t to, '), told
    enter(t, 'formula-to', '')
    assert not said(t)['ok']
    enter(t, 'formula-to', '2*pi')
    assert said(t)['ok']
    t.key('Escape')
    back(t)
    s = t.tell()
    assert s['bodies'] == before['bodies'] and s['undo'] == before['undo'], 'Escape draws nothing'


def test_unknowns_and_gaps(t):
    open_dialog(t)
    enter(t, 'formula-x', 't')
    for number in (0, 1, 2):
        t.click(f'unknown-remove-{number}')
    enter(t, 'formula-y', 'a*sqrt(t)')
    s = said(t)
    assert (s['ok'], s['field'], s['column']) == (False, Y, 1), s
    t.click('formula-add-unknown')
    assert said(t)['ok']
    enter(t, 'unknown-value-3', '1,5 x')
    assert not said(t)['ok']
    enter(t, 'unknown-value-3', '1.5')
    enter(t, 'unknown-name-3', '')
    assert not said(t)['ok']
    enter(t, 'unknown-name-3', 'a')
    enter(t, 'formula-from', '-10')
    enter(t, 'formula-to', '80')
    s = said(t)
    assert s['ok'] and s['gaps'] == 1, s
    enter(t, 'formula-to', '-1')
    assert not said(t)['ok'], 'defined nowhere'
    enter(t, 'formula-to', '80')
    t.click('formula-closed')
    t.click('formula-insert')
    assert t.wait('formula-drawn')['ok']
    back(t)
    s = t.tell()
    assert s['state']['f2'] == {'a': 1.5}, s['state']
    # What is defined can be taken hold of.
    t.drag((64, 12), (64, 16))
    assert near(t.tell()['state']['f2']['a'], 2, 0.02), t.tell()['state']


def test_double_click_edits(t):
    """What is not typed anew stays to the last bit."""
    before = t.tell()
    a = before['state']['f2']['a']
    t.key('Escape')
    t.move((64, 8 * a))
    t.xdo('click', '--repeat', 2, '--delay', 20, 1)
    assert t.wait('formula-dialog')['id'] == 'f2'
    assert said(t)['ok']
    t.xdo('mousemove', 500, 10)
    t.sync()
    enter(t, 'formula-y', '2*a*sqrt(t)')
    t.key('Return')
    assert t.wait('formula-drawn')['ok']
    back(t)
    s = t.tell()
    assert s['step'] == 'Change formula' and s['undo'] == before['undo'] + 1, s
    assert s['bodies'] == before['bodies'] and s['state'] == before['state'], s
    t.move((64, 16 * a))
    t.xdo('click', 1)
    t.sync()
    assert t.tell()['selection'] == ['f2']
    t.key('ctrl+z')
    assert t.tell()['undo'] == before['undo']


def test_properties_and_a_key_edit(t):
    """By the side panel and by F2; a constraint on it stays where it is."""
    t.move((64, 8 * t.tell()['state']['f2']['a']))
    t.xdo('click', 1)
    before = t.tell()
    t.act('win.panel-properties')
    t.sync()
    t.click('property-formula')
    assert t.wait('formula-dialog')['id'] == 'f2'
    assert said(t)['ok']
    t.xdo('mousemove', 500, 10)
    t.sync()
    enter(t, 'formula-y', '3*a*sqrt(t)')
    t.key('Return')
    assert t.wait('formula-drawn')['ok']
    back(t)
    s = t.tell()
    assert s['step'] == 'Change formula' and s['constraints'] == before['constraints'], s
    t.key('ctrl+z')
    t.key('F2')
    assert t.wait('formula-dialog')['id'] == 'f2'
    t.xdo('mousemove', 500, 10)
    t.sync()
    t.key('Escape')
    back(t)
    t.move((0, -70))
    t.xdo('click', 1)
    t.key('F2')
    s = t.tell()
    assert s['message'].startswith('Select a dimension') and s['undo'] == before['undo'], s


def test_far_away_comes_into_view(t):
    view = t.tell()
    open_dialog(t)
    enter(t, 'formula-x', '5000 + t')
    enter(t, 'formula-y', 't^2')
    enter(t, 'formula-to', '1')
    t.key('Return')
    assert t.wait('formula-drawn')['ok']
    back(t)
    assert t.tell()['zoom'] < view['zoom'], 'all is shown'


def main():
    with tempfile.TemporaryDirectory() as folder, Trammel(drawing(folder, TEXT)) as t:
        run_all(globals(), t)


if __name__ == '__main__':
    sys.exit(main())
