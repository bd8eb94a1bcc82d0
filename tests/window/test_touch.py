#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fingers. An X server without a touch screen has none: the gestures of the real canvas are told
what GTK would tell them, while a real button is down as the first finger would be."""

from drive import Trammel, drawing, near, run_tests


def touch(t, how):
    t.command(f'touch {how}')
    t.wait('touch')
    return t.tell()


def hold(t, place):
    pixel = t.pixel(place)
    canvas = t.tell()['canvas']
    return touch(t, f'hold {pixel[0] - canvas[0]} {pixel[1] - canvas[1]}')


def press(t, place):
    t.move(place)
    t.xdo('mousedown', 1)
    t.wait('press')


def test_a_long_press_opens_the_menu(folder):
    with Trammel(drawing(folder)) as t:
        before = t.tell()['state']
        press(t, (-45, -40))
        s = hold(t, (-45, -40))
        t.wait('menu')
        assert s['selection'] == ['s3'] and not s['dragging'], s
        t.xdo('mouseup', 1)
        t.key('Escape')
        t.wait('menu-closed')
        # What was pressed on is let go: the pointer carries nothing along.
        t.move((0, 40))
        s = t.tell()
        assert s['state'] == before and s['undo'] == 0 and s['selection'] == ['s3'], s
        # On empty paper it is the menu of what is selected; the next drag is as ever.
        hold(t, (0, 40))
        t.wait('menu')
        t.key('Escape')
        t.wait('menu-closed')
        t.drag((50, 25), (60, 25))
        assert near(t.tell()['state']['p1']['x'], 60, 0.5)


def test_a_pinch_zooms(folder):
    with Trammel(drawing(folder)) as t:
        before = t.tell()
        for scale, zoom in ((2, 8), (0.25, 2)):
            s = touch(t, f'pinch {scale}')
            assert near(s['zoom'], zoom, 1e-9), s['zoom']
            # Between the fingers, here the middle of the canvas, the drawing stays.
            for k in (0, 1):
                middle = before['canvas'][2 + k] / 2
                assert near((middle - s['origin'][k]) / s['zoom'],
                            (middle - before['origin'][k]) / before['zoom'], 1e-6), s


def test_a_second_finger_ends_a_drag(folder):
    with Trammel(drawing(folder)) as t:
        before = t.tell()['state']
        t.drag((50, 25), (60, 35), release=False)
        s = t.tell()
        assert s['state'] != before and s['dragging'], s
        s = touch(t, 'pinch 1.5')
        assert s['state'] == before and not s['dragging'] and near(s['zoom'], 6, 1e-9), s
        t.xdo('mouseup', 1)
        s = t.tell()
        assert s['state'] == before and s['undo'] == 0, s


run_tests(globals())
