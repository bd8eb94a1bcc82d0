#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In German: names of steps, messages, and numbers with a decimal comma, read and written."""

import json
import sys
import tempfile

import german
from drive import Trammel, drawing, near, read_json, run_all, type_path

DRAWING = json.dumps({
    'trammel': 1, 'units': 'mm',
    'bodies': [{'id': 'bar', 'kind': 'segment', 'a': [-20, 0], 'b': [20, 0]},
               {'id': 'p1', 'kind': 'point', 'at': [0, 20]}],
    'constraints': [{'id': 'len', 'kind': 'length', 'a': 'bar', 'value': 40}],
    'view': {'center': [0, 0], 'zoom': 8}})


def length(t):
    bar = t.tell()['state']['bar']
    return ((bar['bx'] - bar['ax']) ** 2 + (bar['by'] - bar['ay']) ** 2) ** 0.5


def test_a_typed_comma(t):
    """12,5 in the list and in place on the canvas."""
    t.act('win.panel-constraints')
    t.sync()
    t.click('constraint-len', times=2)
    t.sync()
    t.type('12,5')
    t.key('Return')
    assert near(length(t), 12.5, 1e-9), length(t)
    assert '12,5' in t.text('value-label-len')['label']


def test_a_comma_of_a_parameter(t):
    t.act('win.panel-parameters')
    t.sync()
    t.click('add-parameter')
    t.click('value-a')
    t.key('ctrl+a')
    t.type('2,5 cm')
    t.key('Return')
    assert t.text('value-a')['label'] == '25', t.text('value-a')
    t.key('ctrl+a')
    t.type('12,5')
    t.key('Return')
    assert t.text('value-a')['label'] == '12,5', t.text('value-a')
    for _ in range(3):
        t.act('win.undo')
    t.act('win.panel-constraints')
    t.sync()


def test_a_comma_is_shown_again(t):
    """In expressions, too; what parts arguments stays, and what is not changed is no step."""
    t.click('constraint-len', times=2)
    t.sync()
    t.type('1,5*40 + max(0.5,2) - 1,5 mm')
    t.key('Return')
    assert near(length(t), 60.5, 1e-9), length(t)
    t.act('win.panel-parameters')
    t.sync()
    t.click('add-parameter')
    t.click('value-a')
    t.key('ctrl+a')
    t.type('12,5')
    t.key('Return')
    t.click('free-a')
    assert t.text('value-a')['label'] == '12,5', t.text('value-a')
    t.act('win.undo')
    t.click('add-parameter')
    t.click('value-b')
    t.key('ctrl+a')
    t.type('1,5*a + max(0.5,2)')
    t.key('Return')
    assert t.text('value-b')['label'] == '1,5*a + max(0.5,2)', t.text('value-b')
    t.act('win.panel-constraints')
    t.sync()
    t.click('constraint-len', times=2)
    t.sync()
    t.type('2,5*a')
    t.key('Return')
    assert t.text('value-label-len')['label'] == '2,5*a = 31,25 mm', t.text('value-label-len')
    steps = t.tell()['undo']
    t.click('constraint-len', times=2)
    t.sync()
    assert t.text('value-len')['label'] == '2,5*a', t.text('value-len')
    t.key('Return')
    assert t.tell()['undo'] == steps, t.tell()
    for _ in range(6):
        t.act('win.undo')


def test_a_comma_of_a_formula(t):
    """In every field; what parts arguments stays, and a column is that of what was typed."""
    t.move((0, 0))
    t.xdo('click', 1)
    t.key('Escape', 'f')
    t.wait('formula-dialog')
    t.xdo('mousemove', 500, 10)  # keys go to what is under the pointer
    t.sync()
    t.wait('formula', ok=True)
    for name, text in (('formula-x', '12,5*cos(0,5*t)'), ('formula-y', 'max(1,2)*sin(t)'),
                       ('formula-from', '0,25'), ('formula-to', '3,5')):
        t.click(name)
        t.key('ctrl+a')
        t.type(text)
    t.wait('formula', ok=True)
    t.click('formula-x')
    t.key('ctrl+a')
    t.type('1,5,5')
    t.sync()
    said = [line for line in t.log if line['ev'] == 'formula'][-1]
    assert not said['ok'] and said['field'] == 1 and said['column'] == 4, said
    t.key('ctrl+a')
    t.type('12,5*cos(0,5*t)')
    t.click('formula-insert')
    t.wait('formula-drawn', ok=True)
    t.act('win.undo')


def test_names_of_steps(t):
    undo = t.text('undo-button')['tooltip']
    assert undo == '„Länge bar ändern“ rückgängig machen (Strg+Z)', undo
    t.drag((0, 20), (5, 22))
    assert 'p1 bewegen' in t.text('undo-button')['tooltip']
    t.act('win.undo')
    assert 'p1 bewegen' in t.text('redo-button')['tooltip']


def test_numbers_of_the_status_line(t):
    t.move((3.25, 1.75))
    place = t.text('status-place')['label']
    assert ',' in place and '.' not in place, place


def test_lists(t):
    assert t.text('constraint-title-len')['label'] == 'Länge bar'


def test_an_error_of_a_value(t):
    """The column counts in the text as it was typed."""
    t.act('win.panel-constraints')
    t.sync()
    t.click('constraint-len', times=2)
    t.sync()
    t.type('12,5 mm + rod')
    t.key('Return')
    said = t.text('constraint-error-len')['label']
    assert said == 'Spalte 11: Erwartet wird der Name eines Parameters, gefunden wurde „rod“', said
    t.key('Escape')


def test_errors_of_a_formula(t):
    t.act('win.formula')
    t.wait('formula-dialog')
    t.xdo('mousemove', 500, 10)  # keys go to what is under the pointer
    for typed, message in (
            ('cos(t', 'Spalte 6: Erwartet wird ein Operator, ‚,‘ oder ‚)‘, gefunden wurde das Ende'),
            ('atan2(t)', 'Spalte 8: Erwartet werden 2 Argumente von atan2, gefunden: 1'),
            ('1e999*t', "Spalte 1: Erwartet wird eine Zahl unter 1,8e308, gefunden wurde ‚1e999‘"),
            ('t*rod', 'Spalte 3: Erwartet wird t, eine Unbekannte oder ein Parameter, '
                      'gefunden wurde „rod“')):
        t.click('formula-x')
        t.key('ctrl+a')
        t.type(typed)
        said = t.text('formula-message')['label']
        assert said == 'x(t), ' + message, said
    t.key('Escape')


# What is wrong with a document, and the end of what the window says of it.
BROKEN = [
    ('{"trammel": 1,', ':1:14: Erwartet wird eine Zeichenkette oder ‚}‘, gefunden wurde das Ende'),
    (json.dumps({'trammel': 1, 'bodies': [{'id': 'x', 'kind': 'cube'}]}),
     'Körper x, Eintrag kind: Erwartet wird eine Art von Körper (point, segment, polyline, bezier, spline, '
     'circle, arc, ellipse, rigid, sheet, formula, number), gefunden wurde „cube“'),
    (json.dumps({'trammel': 1, 'bodies': [{'id': 'x', 'kind': 'segment', 'a': 'left'}]}),
     'Körper x, Eintrag a: Erwartet wird [x, y], gefunden wurde eine Zeichenkette'),
    (json.dumps({'trammel': 1, 'bodies': [
        {'id': 'x', 'kind': 'formula', 'unknowns': {'a': 1}, 'x': 'a*t', 'y': 't', 't': [0, 1.5]}],
        'traces': [{'id': 'path', 'a': {'body': 'x', 't': 2.25}}]}),
     'Spur path, Eintrag a.t: Erwartet wird ein Parameter von 0 bis 1,5, gefunden wurde 2,25'),
    (json.dumps({'trammel': 1, 'bodies': [{'id': 'x', 'kind': 'point', 'at': [0, 0]}],
                 'constraints': [{'id': 'c', 'kind': 'radius', 'a': 'x', 'value': 1}]}),
     'Bedingung c, Eintrag a: Erwartet wird die Kennung eines Kreises oder Bogens, '
     'gefunden wurde x (Art: Punkt)'),
    (json.dumps({'trammel': 1, 'bodies': [], 'parameters': [{'name': 'rod', 'value': 'sin(1'}]}),
     'Parameter rod, value: Spalte 6: Erwartet wird ein Operator, ‚,‘ oder ‚)‘, '
     'gefunden wurde das Ende'),
    (json.dumps({'trammel': 1, 'bodies': [], 'parameters': [
        {'name': 'rod', 'value': 'arm'}, {'name': 'arm', 'value': 'rod'}]}),
     'Parameter rod, value: Erwartet wird kein Ringbezug, gefunden wurde rod → arm → rod'),
]


def test_typed_properties(t):
    """Numbers of the style, one and several: what is shown can be typed again."""
    t.key('Escape')
    bar = t.tell()['state']['bar']
    t.move((0.7 * bar['ax'] + 0.3 * bar['bx'], 0.7 * bar['ay'] + 0.3 * bar['by']))
    t.xdo('click', 1)
    t.sync()
    t.act('win.panel-properties')
    t.sync()
    for name, text, more in (('style.width', '0,5', '6'), ('style.dash', '1,5 0,5', ' 2')):
        t.click('property-' + name)
        t.key('ctrl+a')
        t.type(text)
        t.key('Return')
        t.sync()
        assert t.text('property-' + name)['label'] == text, t.text('property-' + name)
        t.key('End')
        t.type(more)
        t.key('Return')
        t.sync()
    path = f'{t.folder}/style.trammel'
    t.act('win.save-as')
    t.wait('choosing')
    type_path(t, path)
    t.wait('saved')
    style = read_json(path)['bodies'][0]['style']
    assert style == {'width': 0.56, 'dash': [1.5, 0.5, 2]}, style
    t.key('Escape', 'Escape')


def test_an_example(t):
    """With a coupler curve: every line of the log can be read."""
    t.crash()
    t.start(f'{german.TOP}/data/examples/four-bar.trammel')
    assert len(t.wait('curves')['at']) == 8


def test_broken_documents(t):
    for i, (text, why) in enumerate(BROKEN):
        t.start(drawing(t.folder, text, f'broken{i}.trammel'))
        told = [line for line in t.log if line['ev'] == 'told'] or [t.wait('told')]
        assert told[0]['what'] == f'„broken{i}.trammel“ konnte nicht geöffnet werden', told
        assert told[0]['why'].endswith(why), told
        t.crash()


def small(environment):
    """Whatever the bar of time shows, a small window has room for all of it."""
    with Trammel(f'{german.TOP}/data/examples/four-bar.trammel', environment=environment,
                 size='700x640') as t:
        t.act('win.time-loop')
        t.sync()
        for name in 'time-record', 'time-period', 'time-drives', 'panel-switcher':
            t.command(f'place {name}')
            w = t.wait('place', name=name)
            assert w['x'] is not None and w['x'] + w['w'] <= 700, w
        t.command('place time-period')
        w = t.wait('place', name='time-period')
        t.xdo('mousemove', round(w['x'] + w['w'] / 2), round(w['y'] + w['h'] / 2), 'click', 1)
        t.key('Up')
        t.sync()
        assert t.text('time-period')['label'] == '4,50', t.text('time-period')


def main():
    with tempfile.TemporaryDirectory() as folder:
        environment = german.environment(folder)
        with Trammel(drawing(folder, DRAWING), environment=environment) as t:
            run_all(globals(), t)
        small(environment)


if __name__ == '__main__':
    sys.exit(main())
