#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of the house, one TAP point each; what breaks one is shown as FILE:LINE: what.

The reading of C is by its layout (clang-format sees to that: a function's braces stand in the
first column) and good enough for this tree, not for any C.
"""

import re
import sys

import csource
import sources

# Each layer includes only what stands to its left; the two doors do not know each other.
LAYERS = ['math', 'model', 'solver', 'doc', 'render', 'session', 'cli', 'app']
DOORS = {'cli', 'app'}
# The same in app/: what stands in no room is for all and knows no room, but the program itself.
ROOMS = ['panel', 'canvas', 'dialogs', 'window', 'driver']
PROGRAM = ['main.c', 'program.c']
# Rooms that know nothing of their layer outside them: plain numbers go in, plain numbers come out.
SEALED = {'solver': ['kkt', 'rank']}
# Rooms on top of their layer: nothing of it includes them, nor do they know each other.
ON_TOP = {'solver': ['design', 'bench', 'judge', 'time'], 'render': ['import', 'export'],
          'session': ['sketch', 'script', 'mechanism']}

# The first layer that may use a library, by the first part of its header's name.
FIRST_USER = {
    'glib-object.h': 'doc', 'gobject': 'doc', 'gio': 'doc', 'jansson.h': 'doc',
    'cairo': 'render', 'cairo.h': 'render', 'pango': 'render', 'libxml': 'render', 'gif_lib.h': 'render',
    'gtk': 'app', 'gdk': 'app', 'gsk': 'app', 'graphene.h': 'app', 'graphene-gobject.h': 'app',
}

MOST_FILE_LINES = 600
MOST_FUNCTION_LINES = 80

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# Paths that exist on one machine only; a slash and then a word, not part of an address.
MACHINE_PATH = re.compile(r'(?<![\w./:])/(?:home|root|Users|tmp|work|mnt|srv)/\w')
# Ids of signals and properties, written once as their class comes up: GObject's own idiom.
CLASS_IDS = re.compile(r'static (?:guint signals|GParamSpec \*properties)\b')
LICENCE = 'SPDX-License-Identifier: GPL-3.0-or-later'
COPYRIGHT = 'SPDX-FileCopyrightText:'


def layer_of(path):
    parts = path.split('/')
    return parts[1] if parts[0] == 'src' and len(parts) > 2 else None


def c_texts(top=''):
    return [(path, sources.read(path)) for path in sources.c_files() if path.startswith(top)]


def includes():
    """(path, line, layer, bracket, name) of every include in src/."""
    for path, text in c_texts('src/'):
        for m in INCLUDE.finditer(text):
            yield path, csource.line_at(text, m.start()), layer_of(path), m[1], m[2]


def include_order():
    for path, line, layer, bracket, name in includes():
        if bracket == '<':
            continue
        other = name.split('/')[0]
        if other not in LAYERS or '/' not in name:
            yield path, line, f'"{name}" is not written from src/, as "layer/file.h"'
        elif LAYERS.index(other) > LAYERS.index(layer) or {layer, other} == DOORS:
            yield path, line, f'{layer}/ includes "{name}", which stands to its right'


def room_order():
    for path, line, layer, bracket, name in includes():
        room, other = path.split('/')[2], name.split('/')[1:2]
        if layer == 'app' and room.endswith(('.c', '.h')) and room not in PROGRAM:
            if name.startswith('app/') and other[0] in ROOMS:
                yield path, line, f'what is for all includes "{name}"'
        if layer == 'app' and room in ROOMS and name.startswith('app/') and other[0] in ROOMS:
            if ROOMS.index(other[0]) > ROOMS.index(room):
                yield path, line, f'{room}/ includes "{name}", which stands to its right'
        if room in SEALED.get(layer, ()) and not name.startswith(('math/', f'{layer}/{room}/')) and bracket == '"':
            yield path, line, f'{room}/ includes "{name}", and is to know itself and math/ alone'
        if other and other[0] in ON_TOP.get(layer, ()) and name.startswith(f'{layer}/') and room != other[0]:
            yield path, line, f'{layer}/ includes "{name}", which stands on top of it'


def libraries():
    for path, line, layer, bracket, name in includes():
        first = FIRST_USER.get(name.split('/')[0], 'math')
        if name.startswith('cairo-') or name.startswith('pango-'):
            first = 'render'
        if bracket == '<' and LAYERS.index(layer) < LAYERS.index(first):
            yield path, line, f'<{name}> is for {first}/ and what stands right of it'


def spdx_lines():
    named = ('setup', '.ci/run', 'meson_options.txt', 'tests/run-cases')
    for path in sources.tracked():
        if path in named or path.endswith(('.c', '.h', '.py', '.sh', '.ui', '.css', 'meson.build')):
            head = '\n'.join(sources.read(path).splitlines()[:6])
            if COPYRIGHT not in head or LICENCE not in head:
                yield path, 1, 'the two SPDX lines are missing'


def file_lengths():
    for path in sources.tracked():
        if path in ('setup', '.ci/run') or path.endswith(('.c', '.h', '.py', '.ui', '.css')):
            n = len(sources.read(path).splitlines())
            if n > MOST_FILE_LINES:
                yield path, n, f'{n} lines, the most is {MOST_FILE_LINES}'


def function_lengths():
    for path, text in c_texts():
        for name, first, last in csource.functions(text):
            if last - first + 1 > MOST_FUNCTION_LINES:
                yield path, first, f'{name} has {last - first + 1} lines, the most is {MOST_FUNCTION_LINES}'


def no_goto():
    for path, text in c_texts():
        for m in re.finditer(r'\bgoto\b', csource.bare(text)):
            yield path, csource.line_at(text, m.start()), 'goto'


def no_mutable_globals():
    for path, text in c_texts('src/'):
        for line, declaration in csource.mutable_variables(text):
            if not CLASS_IDS.match(declaration):
                yield path, line, f'can be written to from anywhere: {declaration}'


def no_machine_paths():
    kinds = ('.c', '.h', '.py', '.sh', '.ui', '.build', '.md', '.trammel', '.json', '.script', '.in')
    for path in sources.tracked():
        if path in ('setup', '.ci/run', 'tests/run-cases') or path.endswith(kinds):
            for n, line in enumerate(sources.read(path).splitlines(), 1):
                if m := MACHINE_PATH.search(line):
                    yield path, n, f'a path of one machine: {line[m.start():m.start() + 40]}'


def own_icons():
    """All in one hand: no icon of the theme's, and none that is not in the program."""
    resources = sources.read('src/app/trammel.gresource.xml')
    for path in sources.tracked():
        if path.startswith('src/app/') and path.endswith(('.c', '.ui')):
            for n, line in enumerate(sources.read(path).splitlines(), 1):
                for name in re.findall(r'[">]([a-z-]+-symbolic)["<]', line):
                    if f'"icons/{name}.svg"' not in resources and f'>icons/{name}.svg<' not in resources:
                        yield path, n, f'{name} is no icon of ours'


RULES = [include_order, room_order, libraries, spdx_lines, file_lengths, function_lengths,
         no_goto, no_mutable_globals, no_machine_paths, own_icons]


def main():
    print(f'1..{len(RULES)}')
    failed = False
    for n, rule in enumerate(RULES, 1):
        broken = list(rule())
        failed |= bool(broken)
        for path, line, what in broken:
            print(f'# {path}:{line}: {what}')
        print('not ok' if broken else 'ok', n, '-', rule.__name__.replace('_', ' '))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
