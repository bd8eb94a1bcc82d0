#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window as a screen reader has it, and by keyboard alone.

With a message bus and an accessibility bus of its own; skipped where there is none.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

from drive import SKIP, Trammel, drawing, run_all

HERE = os.path.dirname(os.path.abspath(__file__))
READER = f'{HERE}/read-accessible'
NEEDS_NAME = {'push button', 'toggle button', 'radio button', 'check box', 'button', 'switch',
              'entry', 'text', 'slider', 'combo box', 'list', 'list box', 'image'}


def skip_unless_possible():
    has_reader = subprocess.run(
        ['/usr/bin/python3', '-c', 'import gi; gi.require_version("Atspi", "2.0")'],
        stderr=subprocess.DEVNULL, check=False).returncode == 0
    if not (shutil.which('dbus-daemon') and os.path.exists('/usr/libexec/at-spi-bus-launcher') and
            has_reader):
        print('not here: dbus, at-spi2-core, python3-gi or gir1.2-atspi-2.0')
        sys.exit(SKIP)


@contextlib.contextmanager
def message_bus(folder):
    """The address of a session bus that ends with the test."""
    environment = {'PATH': os.environ['PATH'], 'XDG_RUNTIME_DIR': folder, 'HOME': folder}
    bus = subprocess.Popen(['dbus-daemon', '--session', '--nofork', '--print-address=1'],
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
                           text=True)
    try:
        yield bus.stdout.readline().strip()
    finally:
        bus.terminate()
        bus.wait(10)


def tree(t):
    t.sync()
    out = subprocess.run(['/usr/bin/python3', READER, str(t.process.pid)], env=t.environment,
                         capture_output=True, text=True, check=False)
    assert out.returncode == 0, out.stderr
    return json.loads(out.stdout)


def nodes(node):
    yield node
    for child in node['children']:
        yield from nodes(child)


def find(root, **members):
    return [n for n in nodes(root) if all(n[k] == v for k, v in members.items())]


def test_every_control_has_a_name(t):
    """Whatever can be pressed or typed into says what it is."""
    nameless = []
    for page in ('constraints', 'properties', 'bodies', 'parameters'):
        t.act(f'win.panel-{page}')
        for n in nodes(tree(t)):
            if n['role'] in NEEDS_NAME and n['focusable'] and not n['name'] \
                    and not any(c['name'] for c in nodes(n)):
                nameless.append((page, n['role'], n['description']))
    assert not nameless, nameless


def test_the_canvas_says_what_it_holds(t):
    canvas = find(tree(t), name='Drawing')
    assert len(canvas) == 1 and canvas[0]['role'] in ('image', 'canvas'), canvas
    assert canvas[0]['description'] == '5 bodies, 3 constraints, 12 degrees of freedom', canvas


def test_the_panel_has_its_pages_in_their_order(t):
    pages = ['Properties', 'Constraints', 'Parameters', 'Layers']
    tabs = [n['name'] for n in nodes(tree(t)) if n['name'] in pages and n['role'] == 'page tab']
    assert tabs == pages, [(n['role'], n['name']) for n in nodes(tree(t)) if n['name'] in pages]


def test_the_list_of_bodies_mirrors_the_canvas(t):
    t.act('win.panel-bodies')
    names = {n['name'] for n in nodes(tree(t))}
    assert {'Point p1', 'Segment s1', 'Segment s2', 'Circle k1', 'Segment s3'} <= names, names


def test_the_status_line_is_told(t):
    status = find(tree(t), name='12 free')
    assert status and status[0]['role'] == 'label', status


def test_keys_reach_every_part(t):
    """F6 goes from part to part of the window, Shift+F6 back."""
    t.act('win.panel-bodies')
    t.move((0, 30))
    t.xdo('click', 1)
    t.sync()
    parts = []
    for _ in range(5):
        parts.append(t.tell()['part'])
        t.key('F6')
    assert set(parts) == {'canvas', 'panel', 'headerbar', 'palette'}, parts
    assert t.tell()['part'] == parts[1]
    t.key('shift+F6')
    assert t.tell()['part'] == parts[0]


def main():
    skip_unless_possible()
    with tempfile.TemporaryDirectory() as folder, message_bus(folder) as address:
        with Trammel(drawing(folder), environment={
                'GTK_A11Y': 'atspi', 'DBUS_SESSION_BUS_ADDRESS': address}, quiet=False) as t:
            run_all(globals(), t)


if __name__ == '__main__':
    sys.exit(main())
