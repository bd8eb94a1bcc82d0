#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Menus: no page higher than a small screen in any language, and each letter for one item only."""

import os
import tempfile

import german
from drive import Trammel, drawing, run_all

LANGUAGES = 'de', 'fr', 'es', 'ja'
MOST_HEIGHT = 700

TEXT = '''{
  "trammel": 1,
  "bodies": [
    {"id": "s1", "kind": "segment", "a": [-60, 30], "b": [-20, 34]},
    {"id": "s2", "kind": "segment", "a": [0, 30], "b": [40, 20]},
    {"id": "l", "kind": "polyline", "points": [[-60, -20], [-30, -40], [0, -20]]},
    {"id": "f", "kind": "formula", "unknowns": {}, "x": "20*cos(t)", "y": "10*sin(t) - 30", "t": [0, 3]},
    {"id": "p", "kind": "point", "at": [60, 0]},
    {"id": "h", "kind": "sheet", "origin": [40, -40], "u": [1, 0], "v": [0, 1], "size": [20, 20]}
  ],
  "constraints": [
    {"id": "n", "kind": "nail", "a": {"body": "l", "point": "point0"}, "at": [-60, -20]},
    {"id": "d", "kind": "length", "a": "s1", "value": 40}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''
# What is clicked, with Shift from the second on.
PICKS = ([(-50, 31)], [(-50, 31), (10, 27.5)], [(-45, -30)], [(-30, -40)], [(60, 0)], [(60, 0), (-50, 31)],
         [(19.6, -28)], [(50, -30)], [(60, 0), (-50, 31), (10, 27.5)])


def letters(labels):
    """Of a page of a menu; pages of submenus are checked on the way."""
    found = []
    for label in labels:
        if isinstance(label, list):
            check(label)
        elif '_' in label.replace('__', ''):
            found.append(label[label.index('_') + 1].lower())
    return found


def check(labels):
    found = letters(labels)
    assert len(set(found)) == len(found), labels


def menus(t):
    heights = []
    for places in PICKS:
        t.key('Escape')
        t.key('Escape')
        for i, place in enumerate(places):
            t.move(place)
            if i:
                t.xdo('keydown', 'shift')
            t.xdo('click', 1)
            t.sync()
            if i:
                t.xdo('keyup', 'shift')
        t.key('Menu')
        check(t.wait('menu')['labels'])
        t.sync()
        t.command('place context-menu')
        heights.append(t.wait('place', name='context-menu')['h'])
        t.key('Escape')
        t.wait('menu-closed')
    return heights


def test_english(path):
    with Trammel(path, size='1280x1600') as t:
        heights = menus(t)
        assert max(heights) <= MOST_HEIGHT, heights


def test_languages(path):
    """All but one say nothing more to a sanitizer."""
    for language in LANGUAGES[:1] if 'TRAMMEL_SLOWNESS' in os.environ else LANGUAGES:
        with tempfile.TemporaryDirectory() as locale:
            with Trammel(path, size='1280x1600', environment=german.environment(locale, language)) as t:
                heights = menus(t)
                assert max(heights) <= MOST_HEIGHT, (language, heights)


with tempfile.TemporaryDirectory() as folder:
    run_all(globals(), drawing(folder, TEXT))
