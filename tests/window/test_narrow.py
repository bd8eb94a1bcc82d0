#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small windows: what has no room goes or lies over the canvas, and comes back with the room."""

import os
import shutil
import sys

import german
from drive import Trammel, drawing, run_tests

EXAMPLE = f'{german.TOP}/data/examples/slider-crank.trammel'
LONG = 'a-drawing-of-which-the-name-is-long'
# What goes first, and what stays to the last.
SPARE = 'export-button', 'play-button', 'redo-button', 'time-record', 'time-loop', 'status-residual'
KEPT = 'open-button', 'panel-button', 'menu-button', 'time-play', 'time-scale', 'status-freedom'


def place(t, name):
    t.command(f'place {name}')
    return t.wait('place', name=name)


def shown(t, *names):
    return [name for name in names if place(t, name)['x'] is not None]


def resize(t, width, height):
    t.xdo('search', '--onlyvisible', '--name', 'slider-crank', 'windowsize', '--sync', width, height)
    t.until(lambda s: s['canvas'][0] + s['canvas'][2] <= width)
    t.sync()
    t.sync()


def test_a_small_screen(_):
    with Trammel(EXAMPLE, size='360x400') as t:
        t.sync()
        s = t.tell()
        assert s['canvas'][0] + s['canvas'][2] <= 360 and s['canvas'][2] >= 180, s['canvas']
        assert shown(t, *SPARE) == [] and shown(t, *KEPT) == list(KEPT)
        assert all(place(t, n)['x'] + place(t, n)['w'] <= 360 for n in KEPT)
        # All of the drawing is in sight: from the wheel's edge to the end of the cylinder.
        left, right = t.pixel((-33, 0)), t.pixel((122, 0))
        assert s['canvas'][0] <= left[0] and right[0] <= s['canvas'][0] + s['canvas'][2], s


def test_the_name_of_the_file_is_read(folder):
    """By its beginning, in two lines; the folder goes, and what Open says."""
    path = shutil.copy(EXAMPLE, f'{folder}/{LONG}.trammel')
    with Trammel(path) as t:
        assert all(shown(t, name) for name in ('title-folder', 'open-label'))
        one = place(t, 'title-name')
    with Trammel(path, size='380x500') as t:
        t.until(lambda _: not shown(t, 'title-folder'))
        name = place(t, 'title-name')
        assert name['h'] > 1.6 * one['h'] and not shown(t, 'open-label'), (name, one)
        assert name['x'] + name['w'] <= place(t, 'panel-button')['x'], name


def test_the_panel_lies_over_the_canvas(_):
    with Trammel(EXAMPLE, size='360x400') as t:
        t.sync()
        canvas = t.tell()['canvas']
        assert not shown(t, 'panel-switcher')
        t.click('panel-button')
        over = place(t, 'panel-switcher')
        assert over['x'] >= 0 and over['x'] + over['w'] <= 360, over
        assert over['x'] < canvas[0] + canvas[2]
        t.click('panel-button')
        assert not shown(t, 'panel-switcher') and t.tell()['canvas'] == canvas


def test_nothing_goes_where_there_is_room(folder):
    """Not for a long name in a long folder either, which is shortened first."""
    long = os.path.join(folder, 60 * 'f', 60 * 'n' + '.trammel')
    os.mkdir(os.path.dirname(long))
    shutil.copy(EXAMPLE, long)
    for path in EXAMPLE, long:
        with Trammel(path, size='800x600') as t:
            t.sync()
            buttons = ['undo-button', 'redo-button', 'export-button', 'panel-button']
            assert shown(t, *buttons) == buttons


def test_dialogs_have_room(_):
    for action, button in (('win.formula', 'formula-insert'), ('win.print-preview', 'preview-print')):
        with Trammel(EXAMPLE, size='360x400') as t:
            t.xdo('mousemove', 180, 200)
            t.act(action)
            t.sync()
            t.sync()
            at = place(t, button)
            assert at['x'] + at['w'] <= 360, (action, at)
            if action == 'win.formula':
                assert place(t, 'formula-message')['x'] is not None


def test_it_comes_back_with_the_room(_):
    with Trammel(EXAMPLE, alone=True) as t:
        assert shown(t, 'panel-switcher', *SPARE) == ['panel-switcher', *SPARE]
        resize(t, 420, 500)
        assert not shown(t, 'panel-switcher', 'export-button')
        resize(t, 1100, 700)
        assert shown(t, 'panel-switcher', *SPARE) == ['panel-switcher', *SPARE]
        # What is chosen where there is room stays chosen.
        t.key('F9')
        resize(t, 420, 500)
        t.key('F9')
        assert shown(t, 'panel-switcher')
        resize(t, 1100, 700)
        assert not shown(t, 'panel-switcher')


def test_a_large_window_is_filled(folder):
    """The canvas takes what is left over: the status line is at the lower edge of the 720 pixels."""
    with Trammel(drawing(folder)) as t:
        status = place(t, 'status-freedom')
        assert 710 < status['y'] + status['h'] <= 720, status


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
