#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the engine has to say: forces, free motions, explanations, conflicts, drawings not solved."""

import json
import math

from drive import SETTINGS, Trammel, drawing, near, run_tests

ANIMATED = SETTINGS.replace('gtk-enable-animations=0', 'gtk-enable-animations=1')

BODIES = [
    {'id': 'u', 'kind': 'segment', 'name': 'upper', 'a': [0, 40], 'b': [0, 10]},
    {'id': 'v', 'kind': 'segment', 'name': 'lower', 'a': [0, 10], 'b': [0, -15]},
    {'id': 'P', 'kind': 'point', 'at': [40, 0]},
    {'id': 'F', 'kind': 'segment', 'a': [-60, 0], 'b': [-40, 0]},
]
CONSTRAINTS = [
    {'id': 'n', 'kind': 'nail', 'a': {'body': 'u', 'point': 'a'}, 'at': [0, 40]},
    {'id': 'j', 'kind': 'attach', 'a': {'body': 'u', 'point': 'b'}, 'b': {'body': 'v', 'point': 'a'}},
    {'id': 'lu', 'kind': 'length', 'a': 'u', 'value': 30},
    {'id': 'lv', 'kind': 'length', 'a': 'v', 'value': 25},
    {'id': 'fa', 'kind': 'nail', 'a': {'body': 'F', 'point': 'a'}, 'at': [-60, 0]},
    {'id': 'fb', 'kind': 'nail', 'a': {'body': 'F', 'point': 'b'}, 'at': [-40, 0]},
]
WEIGHT = [{'id': 'w', 'kind': 'push', 'a': {'body': 'v', 'point': 'b'}, 'force': [0, -10]}]


def document(folder, constraints=CONSTRAINTS, forces=(), name='d.trammel'):
    return drawing(folder, json.dumps({
        'trammel': 1, 'units': 'mm', 'bodies': BODIES, 'constraints': constraints,
        'forces': list(forces), 'view': {'center': [0, 0], 'zoom': 4}}), name)


def last(t, event):
    return [line for line in t.log if line['ev'] == event][-1]


def test_forces_of_a_weight(folder):
    """A weight of 10 hangs on two bars: both are in tension by 10, and say so under the pointer."""
    with Trammel(document(folder, forces=WEIGHT)) as t:
        assert t.act('win.show-forces')
        t.sync()
        assert near(last(t, 'forces')['largest'], 10, 1e-6)
        t.move((0, 32))
        assert last(t, 'force-words')['text'] == 'Length upper: tension 10', last(t, 'force-words')
        before = t.tell()
        t.act('win.show-forces')
        assert t.tell() == before and not before['modified']


def test_forces_of_a_hand(folder):
    """While a hand pulls, forces are told in every frame, and remain when it has let go."""
    with Trammel(document(folder)) as t:
        t.act('win.show-forces')
        t.sync()
        assert last(t, 'forces')['n'] == 0
        assert 'No forces yet' in t.tell()['message'], t.tell()['message']
        t.drag((0, -15), (0, -45), release=False)
        assert not t.tell()['message'], t.tell()['message']
        t.xdo('mouseup', 1)
        t.sync()
        assert last(t, 'forces')['n'] >= 3
        t.move((0, 32))
        assert 'upper: tension' in last(t, 'force-words')['text']


def test_a_spring_at_rest_is_no_want_of_one(folder):
    slack = {'id': 'k', 'kind': 'spring', 'a': {'body': 'v', 'point': 'b'},
             'b': {'at': [30, -15]}, 'rest': 30, 'stiffness': 5}
    with Trammel(document(folder, forces=[slack])) as t:
        t.act('win.show-forces')
        said = t.tell()['message']
        assert 'at rest or balanced' in said, said


def wiggled(t):
    return [line['motion'] for line in t.log if line['ev'] == 'wiggle']


def test_motions(folder):
    """Four freedoms swing one by one, and the drawing is bit for bit what it was."""
    with Trammel(document(folder), settings=ANIMATED) as t:
        before = t.tell()
        assert t.act('win.tool wiggle')
        t.wait('wiggle-end')
        assert wiggled(t) == [1, 2, 3, 4], wiggled(t)
        assert {line['motion'] for line in t.log if line['ev'] == 'pose'} == {1, 2, 3, 4}
        after = t.tell()
        assert after['state'] == before['state'] and after['undo'] == before['undo']
        assert after['tool'] == 'select' and not after['modified']
        t.act('win.tool wiggle')
        t.wait('wiggle', motion=2)
        t.key('Escape')
        t.wait('wiggle-end')
        assert t.tell()['state'] == before['state']


def test_motions_without_motion(folder):
    """Where animations are off arrows tell, and Space goes on."""
    with Trammel(document(folder)) as t:
        before = t.tell()
        t.move((60, 60))
        t.key('ctrl+m')
        t.wait('wiggle', motion=1)
        said = t.tell()['message']
        assert said == 'Motion 1 of 4: lower · Space: next motion · Esc: stop', said
        t.key('space')
        assert wiggled(t) == [1, 2]
        assert not [line for line in t.log if line['ev'] == 'pose']
        t.key('Escape')
        t.wait('wiggle-end')
        assert t.tell()['state'] == before['state']


def test_nothing_to_wiggle(folder):
    with Trammel(document(folder, CONSTRAINTS + [
            {'id': 'x1', 'kind': 'fix', 'a': 'P', 'what': 'x', 'value': 40},
            {'id': 'x2', 'kind': 'fix', 'a': 'P', 'what': 'y', 'value': 0},
            {'id': 'k1', 'kind': 'vertical', 'a': 'u'}, {'id': 'k2', 'kind': 'vertical', 'a': 'v'}])) as t:
        t.act('win.tool wiggle')
        assert t.tell()['tool'] == 'select' and not wiggled(t)


CONFLICT = CONSTRAINTS + [{'id': 'lw', 'kind': 'length', 'a': 'u', 'value': 36}]


def test_a_conflict_is_named_at_once(folder):
    """A drawing that cannot hold is opened as its compromise; every culprit is listed with cures."""
    with Trammel(document(folder, CONFLICT)) as t:
        assert last(t, 'arrived') == {'ev': 'arrived', 'held': False, 'holds': False}
        assert not t.tell()['modified'] and t.tell()['undo'] == 0
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-lw')
        assert t.tell()['selection'] == ['lw']
        t.click('why-lu')
        t.wait('explained', standing='conflict', others=1)
        t.sync()
        t.key('Return')  # the first of the others
        assert t.tell()['selection'] == ['lw']
        t.click('reference-lw')
        assert near(t.tell()['state']['u']['by'], 10, 1e-6)
        assert t.tell()['undo'] == 1


def is_shown(t, name):
    t.sync()
    t.command(f'place {name}')
    return t.wait('place', name=name)['x'] is not None


def test_cures_are_of_what_can_be_the_mistake(folder):
    """Of a conflict joints and nails are named, too, but what is offered is to give up a dimension;
    where there is none, what there is."""
    ends = [{'id': 'na', 'kind': 'nail', 'a': {'body': 'u', 'point': 'a'}, 'at': [0, 40]},
            {'id': 'nb', 'kind': 'nail', 'a': {'body': 'u', 'point': 'b'}, 'at': [0, 10]}]
    length = {'id': 'lu', 'kind': 'length', 'a': 'u', 'value': 36}
    with Trammel(document(folder, ends + [length])) as t:
        t.act('win.panel-constraints')
        assert all(is_shown(t, f'constraint-{name}') for name in ('na', 'nb', 'lu'))
        assert is_shown(t, 'reference-lu') and is_shown(t, 'why-lu')
        assert not is_shown(t, 'why-na') and not is_shown(t, 'why-nb')
        t.click('reference-lu')
        t.until(lambda told: told['undo'] == 1)
    twice = {'id': 'nc', 'kind': 'nail', 'a': {'body': 'u', 'point': 'a'}, 'at': [5, 40]}
    with Trammel(document(folder, ends[:1] + [twice])) as t:
        t.act('win.panel-constraints')
        assert is_shown(t, 'why-na') and is_shown(t, 'why-nc')


def test_a_conflict_is_shown_while_something_is_pulled(folder):
    with Trammel(document(folder, CONFLICT)) as t:
        told = t.until(lambda told: '36 ≠ 33' in told['labels'])
        t.drag((0, -18), (30, 10), release=False)
        assert t.tell()['labels'] == told['labels'], t.tell()['labels']
        t.xdo('mouseup', 1)


def test_explained_by_keys(folder):
    """Ctrl+I explains what is selected; its removal is one step."""
    with Trammel(document(folder)) as t:
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-j')
        t.key('ctrl+i')
        t.wait('explained', standing='holds', others=0)
        t.sync()
        t.key('Return')
        s = t.tell()
        assert s['constraints'] == len(CONSTRAINTS) - 1 and s['undo'] == 1


def test_the_list_by_keys(folder):
    """Tab comes to all that its rows have, arrows to the rows; headings stop neither."""
    with Trammel(document(folder, CONFLICT)) as t:
        t.act('win.panel-constraints')
        t.until(lambda told: '36 ≠ 33' in told['labels'])
        t.key('F6')
        first = t.until(lambda told: told['part'] == 'panel')
        reached = []
        for _ in range(30):
            t.key('Tab')
            told = t.tell()
            if told['part'] != 'panel':
                break
            reached.append(told['focus'])
        assert {'switch-lw', 'why-lu', 'switch-n', 'switch-fb'} <= set(reached), (first, reached)
        t.key('shift+F6')
        for _ in range(reached.index('switch-lw') + 1):
            t.key('Tab')
        chosen = []
        for key in ['Down'] * 3 + ['Up'] * 3:
            t.key(key)
            chosen += t.tell()['selection']
        assert chosen == ['lu', 'n', 'j', 'n', 'lu', 'lw'], chosen


def test_reference_and_back(folder):
    with Trammel(document(folder)) as t:
        t.act('win.panel-constraints')
        t.sync()
        t.click('constraint-lu')
        assert t.act('win.toggle-reference')
        t.drag((0, -15), (0, -45))
        assert math.hypot(t.tell()['state']['u']['bx'], 40 - t.tell()['state']['u']['by']) > 30.5
        assert t.act('win.toggle-reference')
        assert t.tell()['undo'] == 3


def test_opening_solves(folder):
    """Who writes a drawing by hand leaves the solving to the program."""
    changed = [dict(c, value=33) if c['id'] == 'lu' else c for c in CONSTRAINTS]
    with Trammel(document(folder, changed)) as t:
        assert last(t, 'arrived') == {'ev': 'arrived', 'held': False, 'holds': True}
        s = t.tell()
        assert near(math.hypot(s['state']['u']['bx'], 40 - s['state']['u']['by']), 33, 1e-9)
        assert not s['modified'] and s['undo'] == 0
        t.key('ctrl+z')
        assert t.tell()['state'] == s['state']


def test_what_holds_blinks(folder):
    """A body that cannot move tells what holds it, and stays."""
    with Trammel(document(folder), settings=ANIMATED) as t:
        before = t.tell()['state']
        t.drag((-50, 0), (-30, 20), release=False)
        assert last(t, 'blink') == {'ev': 'blink', 'constraints': 2}
        t.xdo('mouseup', 1)
        assert t.tell()['state'] == before and t.tell()['undo'] == 0


def test_what_shrinks_is_told_at_once(folder):
    """A level bar made vertical comes to nothing, which is told until it is taken back."""
    level = [{'id': 'h', 'kind': 'horizontal', 'a': 'F'}]
    with Trammel(document(folder, level)) as t:
        t.move((-45, 0))
        t.xdo('click', 1)
        t.key('v')
        t.until(lambda told: told['message'] == 'Shrunk to nothing: F')
        t.key('ctrl+z')
        told = t.until(lambda told: told['message'] == '')
        assert told['state']['F']['bx'] == -40, told['state']['F']


def test_what_has_shrunk(folder):
    """Level and upright at once a bar comes to nothing; solved, the window says which."""
    both = [{'id': 'h', 'kind': 'horizontal', 'a': 'u'}, {'id': 'k', 'kind': 'vertical', 'a': 'u'}]
    with Trammel(document(folder, CONSTRAINTS[:2] + both)) as t:
        t.until(lambda told: told['message'] == 'Shrunk to nothing: upper')
        t.act('win.solve')
        assert t.tell()['message'] == 'Every constraint holds; shrunk to nothing: upper', t.tell()['message']


if __name__ == '__main__':
    run_tests(globals())
