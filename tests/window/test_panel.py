#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The side panel: what is changed there is drawn, and is one step of the history."""

import math
import sys
import tempfile

from drive import Trammel, drawing, near, read_json

DRAWING = '''{
  "trammel": 1, "units": "mm",
  "parameters": [{"name": "crank", "value": 10}, {"name": "reach", "value": "2*crank + 5"}],
  "bodies": [
    {"id": "bar", "kind": "segment", "a": [0, 0], "b": [20, 0]},
    {"id": "k1", "kind": "circle", "center": [-40, 20], "radius": 15},
    {"id": "A", "kind": "point", "at": [-40, -30]},
    {"id": "B", "kind": "point", "at": [-20, -30]}
  ],
  "constraints": [
    {"id": "n1", "kind": "nail", "a": {"body": "bar", "point": "a"}, "at": [0, 0]},
    {"id": "len", "kind": "length", "a": "bar", "value": "2*crank"},
    {"id": "rad", "kind": "radius", "a": "k1", "value": 15},
    {"id": "ab", "kind": "distance", "a": {"body": "A", "point": "at"}, "b": {"body": "B", "point": "at"}, "value": 20},
    {"id": "ba", "kind": "distance", "a": {"body": "B", "point": "at"}, "b": {"body": "A", "point": "at"}, "value": 25, "enabled": false}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''


def show(t, page):
    t.act('win.panel-' + page)
    t.sync()


def is_shown(t, name):
    t.command(f'place {name}')
    return t.wait('place', name=name)['x'] is not None


def radius(t):
    return t.tell()['state']['k1']['radius']


def edit_value(t, constraint, text):
    """A double click on the row, then the text in place of the value."""
    t.click(f'constraint-{constraint}', times=2)
    assert is_shown(t, f'value-{constraint}'), constraint
    t.type(text)
    t.sync()
    t.key('Return')


def place(t, name):
    t.command(f'place {name}')
    return t.wait('place', name=name)


def test_a_long_value_has_a_line_of_its_own(t):
    """Where it is seen whole; a number stands beside its title."""
    show(t, 'constraints')
    title, value = place(t, 'constraint-title-len'), place(t, 'value-label-len')
    assert t.text('value-label-len')['label'] == '2*crank = 20 mm'
    assert value['y'] >= title['y'] + title['h'] and near(value['x'], title['x'], 1), (title, value)
    title, value = place(t, 'constraint-title-rad'), place(t, 'value-label-rad')
    assert value['x'] >= title['x'] + title['w'] and value['y'] < title['y'] + title['h'], value


def test_what_an_expression_comes_to_stands_under_it(t):
    """So that there is room for the names, too."""
    show(t, 'parameters')
    assert t.text('result-reach')['label'] == '= 25'
    name, value, result = (place(t, f'{what}-reach') for what in ('name', 'value', 'result'))
    plain = place(t, 'name-crank')
    assert result['y'] >= value['y'] + value['h'] and near(name['w'], plain['w'], 1), (name, plain)


def test_value(t):
    show(t, 'constraints')
    steps = t.tell()['undo']
    edit_value(t, 'rad', '1.8 cm')
    assert near(radius(t), 18, 1e-9), radius(t)
    assert t.tell()['undo'] == steps + 1
    # What is no value stays to be corrected.
    edit_value(t, 'rad', '2*(nothing')
    assert near(radius(t), 18, 1e-9) and is_shown(t, 'value-rad')
    t.key('Escape')
    assert not is_shown(t, 'value-rad')
    assert t.tell()['undo'] == steps + 1
    edit_value(t, 'rad', 'crank + 2')
    assert near(radius(t), 12, 1e-9), radius(t)
    for expected in (18, 15):
        t.act('win.undo')
        assert near(radius(t), expected, 1e-9)


def test_double_clicks_in_a_row(t):
    """The third and fourth click within the time of a double click are another one."""
    show(t, 'constraints')
    steps = t.tell()['undo']
    t.command('place constraint-rad')
    w = t.wait('place', name='constraint-rad')
    at = round(w['x'] + w['w'] / 2), round(w['y'] + w['h'] / 2)
    for value in (16, 17):
        t.xdo('mousemove', *at, 'click', '--repeat', 2, '--delay', 20, 1)
        t.type(f'{value}')
        t.key('Return')
    assert near(radius(t), 17, 1e-9) and t.tell()['undo'] == steps + 2, radius(t)
    t.act('win.undo')
    t.act('win.undo')


def test_a_switch_twice_at_once(t):
    """No double click on its row."""
    show(t, 'bodies')
    steps = t.tell()['undo']
    t.command('place show-k1')
    w = t.wait('place', name='show-k1')
    t.xdo('mousemove', round(w['x'] + w['w'] / 2), round(w['y'] + w['h'] / 2),
          'click', '--repeat', 2, '--delay', 20, 1)
    t.sync()
    assert t.tell()['undo'] == steps + 2, t.tell()
    t.act('win.undo')
    t.act('win.undo')


def test_a_value_is_taken_where_it_is_left(t):
    show(t, 'constraints')
    steps = t.tell()['undo']
    t.click('constraint-rad', times=2)
    t.type('16')
    t.click('constraint-len')
    assert near(radius(t), 16, 1e-9) and not is_shown(t, 'value-rad'), radius(t)
    assert t.tell()['selection'] == ['len'] and t.tell()['undo'] == steps + 1
    t.click('constraint-rad', times=2)
    t.type('17')
    t.key('Escape')
    assert near(radius(t), 16, 1e-9) and t.tell()['undo'] == steps + 1, radius(t)
    t.act('win.undo')


def test_selection(t):
    show(t, 'constraints')
    t.click('constraint-len')
    assert t.tell()['selection'] == ['len']
    t.xdo('keydown', 'ctrl')
    t.click('constraint-rad')
    t.xdo('keyup', 'ctrl')
    assert sorted(t.tell()['selection']) == ['len', 'rad']


def test_delete_in_the_lists(t):
    """Of the row selected, not while its value is being written."""
    show(t, 'constraints')
    steps, n = t.tell()['undo'], t.tell()['constraints']
    t.click('constraint-rad', times=2)
    t.key('Delete')
    t.key('BackSpace')
    assert t.tell()['constraints'] == n
    t.key('Escape')
    t.key('Delete')
    assert t.tell()['constraints'] == n - 1 and t.tell()['undo'] == steps + 1, t.tell()
    t.act('win.undo')
    show(t, 'bodies')
    t.click('body-k1')
    t.key('Delete')
    assert 'k1' not in t.tell()['state'], t.tell()
    t.act('win.undo')
    assert t.tell()['constraints'] == n


def test_keys_of_what_is_selected(t):
    """Copied, cut, pasted, duplicated and deleted wherever the focus is, and not in an entry."""
    show(t, 'bodies')
    t.click('body-A')
    assert t.tell()['selection'] == ['A'], t.tell()
    n, undo = len(t.tell()['state']), t.tell()['undo']
    t.key('ctrl+c')
    t.key('ctrl+v')
    t.wait('pasted')
    s = t.tell()
    assert len(s['state']) == n + 1 and s['undo'] == undo + 1 and 'A_2' in s['state'], s
    show(t, 'constraints')
    t.click('tool-select')
    t.key('ctrl+d')
    assert len(t.tell()['state']) == n + 2, t.tell()
    t.key('ctrl+x')
    assert len(t.tell()['state']) == n + 1, t.tell()
    t.act('win.undo')
    while t.tell()['part'] != 'headerbar':
        t.key('F6')
    t.key('ctrl+a')
    assert len(t.tell()['selection']) >= n, t.tell()
    t.key('Delete')
    assert t.tell()['state'] == {}, t.tell()
    t.act('win.undo')
    show(t, 'constraints')
    t.click('constraint-len')
    t.key('ctrl+c')
    assert 'only bodies and texts are copied' in t.tell()['message'], t.tell()
    steps = t.tell()['undo']
    t.key('Return')  # its value is being written
    assert t.tell()['focus'] != 'GtkListItemWidget', t.tell()
    t.key('ctrl+a', 'ctrl+c', 'ctrl+x', 'ctrl+v', 'ctrl+d')
    assert t.tell()['undo'] == steps, t.tell()
    t.key('Escape')
    while t.tell()['undo'] > undo:
        t.act('win.undo')


def test_switch(t):
    show(t, 'constraints')
    t.click('switch-rad')
    t.drag((-25, 20), (-20, 20))
    assert radius(t) > 15.3
    t.act('win.undo')
    t.act('win.undo')
    assert near(radius(t), 15, 1e-9)


def test_conflict(t):
    def apart():
        s = t.tell()['state']
        return math.hypot(s['A']['x'] - s['B']['x'], s['A']['y'] - s['B']['y'])
    show(t, 'constraints')
    t.click('switch-ba')
    assert 20.1 < apart() < 24.9
    t.sync()
    t.click('reference-ba')
    assert near(apart(), 20, 1e-6)
    t.act('win.undo')
    t.act('win.undo')


def test_parameters(t):
    def length():
        s = t.tell()['state']['bar']
        return math.hypot(s['bx'] - s['ax'], s['by'] - s['ay'])
    show(t, 'parameters')
    steps = t.tell()['undo']
    t.click('value-crank')
    t.key('ctrl+a')
    t.type('1')
    t.key('Return')
    assert t.tell()['undo'] == steps + 1, t.tell()
    t.act('win.undo')
    assert near(length(), 20, 1e-9)
    # A slider that is held is one step, and the drawing follows while it is.
    t.command('place slider-crank')
    w = t.wait('place', name='slider-crank')
    y = round(w['y'] + w['h'] / 2)
    t.xdo('mousemove', round(w['x'] + w['w'] / 2), y, 'mousedown', 1)
    t.sync()
    for k in range(1, 5):
        t.xdo('mousemove', round(w['x'] + w['w'] * (0.5 + k / 12)), y)
        t.sync()
    assert length() > 24
    t.xdo('mouseup', 1)
    t.sync()
    assert t.tell()['undo'] == steps + 1
    t.act('win.undo')
    assert near(length(), 20, 1e-9)
    # What is no expression stays, with its column.
    t.click('value-reach')
    t.type('+*')
    t.key('Return')
    assert t.tell()['undo'] == steps
    # Escape puts back what it was; what is left by Tab is taken; another name is known to all.
    t.key('Escape')
    assert t.text('value-reach')['label'] == '2*crank + 5'
    t.click('value-crank')
    t.key('ctrl+a')
    t.type('2 cm')
    t.key('Tab')
    assert t.text('value-crank')['label'] == '20' and near(length(), 40, 1e-9), length()
    t.click('name-crank')
    t.key('ctrl+a')
    t.type('arm')
    t.key('Return')
    assert t.text('value-reach')['label'] == '2*arm + 5', t.text('value-reach')
    for name in ('reach', 'bar', '2x', ''):
        t.click('name-arm')
        t.key('ctrl+a', 'Delete')
        t.type(name)
        t.key('Return')
        assert f'"{name}"' in t.text('parameter-error-arm')['label'], t.text('parameter-error-arm')
        t.key('Escape')
    told = t.tell()
    assert t.text('name-arm')['label'] == 'arm' and told['undo'] == steps + 2, (steps, told)
    t.act('win.undo')
    t.act('win.undo')
    t.click('add-parameter')
    assert t.tell()['undo'] == steps + 1 and is_shown(t, 'slider-a')
    t.click('remove-a')
    assert not is_shown(t, 'slider-a')
    t.click('remove-crank')
    told = t.tell()
    assert told['constraints'] == 4 and 'bar' in told['message'], told
    t.act('win.undo')
    assert t.tell()['message'] == '', t.tell()


def test_letters_are_keys_on_a_slider(t):
    """Wherever no text is written, a letter takes its tool."""
    show(t, 'parameters')
    t.click('slider-crank')
    t.key('c')
    assert t.tell()['tool'] == 'circle', t.tell()['tool']
    t.key('v')
    t.click('value-crank')
    t.key('c')
    assert t.tell()['tool'] == 'select', t.tell()['tool']
    t.key('Escape')


def test_what_is_being_written_is_saved(t, path):
    """The entry keeps the focus, and takes what comes next."""
    show(t, 'parameters')
    t.click('value-crank')
    t.key('ctrl+a')
    t.type('2')
    t.key('ctrl+s')
    t.wait('saved')
    assert read_json(path)['parameters'][0]['value'] == 2, read_json(path)['parameters']
    t.type('1')
    t.key('Return')
    assert t.tell()['modified']
    t.act('win.undo')
    t.act('win.undo')


def test_bodies(t):
    show(t, 'bodies')
    t.click('body-k1')
    assert t.tell()['selection'] == ['k1']
    t.key('Down')
    assert t.tell()['selection'] == ['A']
    steps = t.tell()['undo']
    t.click('show-k1')
    assert t.tell()['undo'] == steps + 1
    t.act('win.undo')


def test_properties(t):
    show(t, 'properties')
    bar = t.tell()['state']['bar']
    t.move((bar['bx'], bar['by']))
    t.xdo('click', 1)
    selected = t.tell()['selection']
    assert selected == ['bar.b'], selected
    t.sync()
    assert is_shown(t, 'property-ax'), 'a point of a body'
    show(t, 'bodies')
    t.click('body-A')
    show(t, 'properties')
    steps = t.tell()['undo']
    t.click('property-x')
    t.key('ctrl+a')
    t.type('1 cm')
    t.key('Return')
    state = t.tell()['state']
    assert t.tell()['undo'] == steps + 1 and state['A']['x'] != -40, state
    t.act('win.undo')
    t.click('property-style.width')
    t.type('wide')
    t.key('Return')
    assert t.tell()['undo'] == steps
    t.key('ctrl+a')
    t.type('2.5')
    t.key('Return')
    assert t.tell()['undo'] == steps + 1 and t.tell()['step'] == 'Change Width', t.tell()
    t.click('property-locked')
    assert t.tell()['undo'] == steps + 2 and t.tell()['step'] == 'Change Locked', t.tell()
    t.act('win.undo')
    t.act('win.undo')


def test_a_property_is_taken_where_it_is_left(t):
    """By Tab, and by a press on the paper, of what was selected till then; Escape puts it back."""
    show(t, 'bodies')
    t.click('body-A')
    show(t, 'properties')
    steps = t.tell()['undo']
    for leave in (lambda: t.key('Tab'), lambda: (t.move((-40, 35)), t.xdo('click', 1), t.sync())):
        t.click('property-name')
        t.key('ctrl+a')
        t.type('Ann')
        leave()
        assert t.tell()['undo'] == steps + 1 and t.tell()['step'] == 'Change Name', t.tell()
        t.act('win.undo')
        show(t, 'bodies')
        t.click('body-A')
        show(t, 'properties')
    t.click('property-style.width')
    t.key('ctrl+a')
    t.type('wide')
    t.key('Tab')
    assert t.tell()['undo'] == steps
    t.click('property-style.width')
    t.key('Escape')
    assert t.text('property-style.width')['label'] == '' and t.tell()['undo'] == steps
    t.key('Tab')
    assert t.tell()['undo'] == steps


def test_what_is_wrong_stays_with_its_own(t):
    """Neither another body nor the next parameter of the list gets what was no value of the first."""
    show(t, 'bodies')
    t.click('body-A')
    show(t, 'properties')
    t.click('property-x')
    t.key('ctrl+a')
    t.type('42+')
    t.key('Tab')
    show(t, 'bodies')
    t.click('body-k1')
    show(t, 'properties')
    assert t.text('property-x')['label'] != '42+', t.text('property-x')
    show(t, 'parameters')
    t.click('add-parameter')
    t.click('add-parameter')
    t.click('value-a')
    t.key('ctrl+a')
    t.type('7+')
    t.key('Tab')
    said = t.text('parameter-error-a')['label']
    t.click('add-parameter')
    assert said and t.text('parameter-error-a')['label'] == said, t.text('parameter-error-a')
    t.click('remove-a')
    t.click('name-b')
    assert t.text('value-b')['label'] != '7+', t.text('value-b')
    for _ in range(4):
        t.act('win.undo')


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = drawing(folder, DRAWING)
        with Trammel(path) as t:
            test_a_long_value_has_a_line_of_its_own(t)
            test_what_an_expression_comes_to_stands_under_it(t)
            test_value(t)
            test_double_clicks_in_a_row(t)
            test_a_switch_twice_at_once(t)
            test_a_value_is_taken_where_it_is_left(t)
            test_selection(t)
            test_delete_in_the_lists(t)
            test_keys_of_what_is_selected(t)
            test_switch(t)
            test_conflict(t)
            test_parameters(t)
            test_letters_are_keys_on_a_slider(t)
            test_what_is_being_written_is_saved(t, path)
            test_bodies(t)
            test_properties(t)
            test_a_property_is_taken_where_it_is_left(t)
            test_what_is_wrong_stays_with_its_own(t)
            t.key('F9')
            assert not is_shown(t, 'panel-switcher')
            t.key('F9')
            assert is_shown(t, 'panel-switcher')


if __name__ == '__main__':
    sys.exit(main())
