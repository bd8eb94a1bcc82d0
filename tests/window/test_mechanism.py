#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What kind of mechanism a drawing is, told in a window of its own; instant centres over it."""

import json
import math

import german
from drive import Trammel, drawing, near, run_tests
from test_time import BARS, MOTOR, bars, is_shown, middle, pause, play_until

FOUR_BAR = f'{german.TOP}/data/examples/four-bar.trammel'


def text(t, name):
    t.command(f'text {name}')
    return t.wait('text', name=name)['label']


def report(t):
    """The lines of the report as they are shown: (title, value, detail)."""
    t.sync()
    lines = []
    while (title := text(t, f'fact-{len(lines)}')) is not None:
        i = len(lines)
        lines.append((title, text(t, f'fact-{i}-value'), text(t, f'fact-{i}-detail')))
    return lines


def values(t):
    return {title: value for title, value, _ in report(t)}


def until(t, holds):
    """The report comes a little after the drawing."""
    for _ in range(60):
        if holds(values(t)):
            return
    raise AssertionError(values(t))


def test_a_four_bar(folder):
    """Its class, its lengths, what turns and what rocks, with units."""
    with Trammel(FOUR_BAR) as t:
        assert t.act('win.mechanism')
        assert t.wait('mechanism')['four-bars'] == 1
        t.sync()
        lines = report(t)
        facts = {title: (value, detail) for title, value, detail in lines}
        assert facts['Degrees of freedom'][0] == '1', facts
        assert facts["Grübler's count"] == ('1', '3·(4 − 1) − 2·4 = 1'), facts
        assert facts['Crank-rocker'][1] == 'Ground – Crank – Coupler – Rocker', facts
        assert facts['Length of Crank'][0] == '24 mm' and facts["Grashof's condition"][0] == 'holds', facts
        assert facts['Length of Coupler'][1] == 'B – C', facts
        assert facts['Angle of Crank'] == ('65°', 'turns all round'), facts
        assert facts['Angle of Rocker'][1] == 'from 94.3° to 150.1°, a swing of 55.7°', facts
        assert facts['Transmission angle'] == ('68.9°', 'from 47.8° to 113.9°'), facts
        assert facts['Time ratio'][0] == '1.093', facts
        dead = [value for title, value, _ in lines if title == 'Dead point']
        assert dead == ['38.1°', '-133.9°'], dead
        assert facts['Crank · Rocker'][0] == '-28.082; 0', facts


def test_it_follows(folder):
    """Time, and a dimension that changes while it runs."""
    with Trammel(bars(folder, drive=MOTOR)) as t:
        t.act('win.panel-constraints')
        t.sync()
        t.xdo('mousemove', *middle(t, 'constraint-l3', 0.4), 'click', '--repeat', 2, 1)
        t.sync()
        t.key('ctrl+a')
        t.type('55')
        t.key('Return')
        t.act('win.mechanism')
        t.wait('mechanism')
        t.xdo('mousemove', 200, 300)
        t.key('Escape')  # closes it
        assert not is_shown(t, 'mechanism-list')
        t.act('win.mechanism')
        t.wait('mechanism')
        facts = values(t)
        assert facts['Angle of crank'] == '0°' and facts['Length of rocker'] == '55 mm', facts
        t.act('win.play')
        play_until(t, 0.5)
        at = pause(t)
        until(t, lambda facts: near(float(facts['Angle of crank'].rstrip('°')), 90 * at, 0.06))
        t.act('win.play')
        t.act('win.undo')
        until(t, lambda facts: facts['Length of rocker'] == '52 mm')
        pause(t)


NAMED = {
    'bodies': [
        {'id': 'r', 'kind': 'segment', 'name': 'Crank', 'a': [0, 0], 'b': [24, 0]},
        {'id': 's', 'kind': 'segment', 'name': 'Rod', 'a': [24, 0], 'b': [84, 0]},
    ],
    'constraints': [
        {'id': 'n1', 'kind': 'nail', 'a': {'body': 'r', 'point': 'a'}, 'at': [0, 0]},
        {'id': 'j1', 'kind': 'attach', 'a': {'body': 'r', 'point': 'b'},
         'b': {'body': 's', 'point': 'a'}},
        {'id': 'y1', 'kind': 'distance-y', 'a': {'at': [0, 0]}, 'b': {'body': 's', 'point': 'b'},
         'value': 0},
        {'id': 'l1', 'kind': 'length', 'a': 'r', 'value': 24},
        {'id': 'l2', 'kind': 'length', 'a': 's', 'value': 60},
    ],
}


def test_joints_have_names(folder):
    """Those that people have given, in whole sentences."""
    with Trammel(drawing(folder, json.dumps({'trammel': 1} | NAMED))) as t:
        t.act('win.mechanism')
        t.wait('mechanism')
        facts = {title: (value, detail) for title, value, detail in report(t)}
        assert facts['Place of Rod.b'] == ('84 mm', 'from 36 mm to 84 mm, a stroke of 48 mm'), facts
        assert facts['Transmission angle'][1] == 'from 66.4° to 90°', facts


def test_no_frame_waits(folder):
    """A heavy mechanism is looked at beside the frames that show it."""
    with Trammel(f'{german.TOP}/data/examples/strandbeest.trammel') as t:
        t.act('win.mechanism')
        t.wait('mechanism')
        t.act('win.play')
        for _ in range(3):
            said = t.wait('mechanism')
            assert said['shown-ms'] < 0.5 * said['ms'], said
        reports = [i for i, line in enumerate(t.log) if line['ev'] == 'mechanism']
        between = t.log[reports[1]:reports[3]]
        assert sum(line['ev'] == 'time' for line in between) > 1, between
        pause(t)


def test_nothing_joined(folder):
    """What to do is said where there is no mechanism."""
    empty = json.dumps({'trammel': 1, 'bodies': [], 'constraints': []})
    with Trammel(drawing(folder, empty)) as t:
        t.act('win.mechanism')
        assert t.wait('mechanism')['page'] == 'empty'


def test_instant_centres(folder):
    """Over the drawing, named under the pointer, and moving along with it."""
    alone = {'bodies': BARS['bodies'][:3], 'traces': []}
    with Trammel(bars(folder, drive=MOTOR | {'enabled': False}, **alone)) as t:
        assert t.act('win.show-centres')
        t.sync()
        assert t.wait('centres')['n'] == 2
        assert 'in view: ' in t.tell()['message'], t.tell()['message']
        state = t.tell()['state']
        # The coupler turns against the ground where the lines of crank and rocker meet.
        c, r = state['crank'], state['rocker']
        turn = math.atan2(r['by'] - r['ay'], r['bx'] - r['ax'])
        assert near(c['by'], 0, 1e-9) and not near(turn, 0, 0.1)
        t.move((70, 0))
        assert 'ground' in t.wait('centre-words')['text'].lower()
        t.drag((24, 0), (12, 20))
        c = t.tell()['state']['crank']
        assert [line for line in t.log if line['ev'] == 'centres'][-1]['n'] == 2
        ax, ay = c['bx'], c['by']
        # Where the line of the crank meets that of the rocker.
        r = t.tell()['state']['rocker']
        dx, dy = r['bx'] - r['ax'], r['by'] - r['ay']
        k = (70 * dy) / (ax * dy - ay * dx)
        t.act('win.zoom-fit')
        t.key('ctrl+minus', 'ctrl+minus', 'ctrl+minus', 'ctrl+minus')
        t.move((k * ax, k * ay))
        words = [line for line in t.log if line['ev'] == 'centre-words'][-1]['text']
        assert words == 'Ground · coupler', words
        t.act('win.show-centres')
        n = len([line for line in t.log if line['ev'] == 'centres'])
        t.drag((ax, ay), (24, 0))
        assert len([line for line in t.log if line['ev'] == 'centres']) == n


if __name__ == '__main__':
    run_tests(globals())
