#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-flatpak.py BUILD: the manifest by which a Flatpak is made goes with what the build makes."""

import json
import re
import sys

import sources

APP_ID = 'org.trammel.Trammel'
MANIFEST = f'data/{APP_ID}.json'
# What the runtime has, and else what a module of the manifest brings, by its name for pkg-config.
OF_RUNTIME = {'cairo', 'gio-2.0', 'glib-2.0', 'gobject-2.0', 'gtk4', 'libxml-2.0', 'pangocairo'}
OF_MODULE = {'jansson': 'jansson', 'libgif': 'giflib'}
# Of these folders the system is shown what is named after the application, and no more.
SHOWN = ('applications', 'dbus-1/services', 'icons', 'metainfo', 'mime/packages')
# Members of the format; the ones that begin with // are remarks.
MEMBERS = {'id', 'runtime', 'runtime-version', 'sdk', 'command', 'finish-args', 'cleanup', 'modules'}
OF_EACH_MODULE = {'name', 'buildsystem', 'config-opts', 'build-commands', 'sources'}
OF_EACH_SOURCE = {'archive': {'type', 'url', 'sha256'}, 'dir': {'type', 'path', 'skip'}}


def no_name_twice(pairs):
    names = [name for name, _ in pairs if name != '//']
    assert len(names) == len(set(names)), f'twice: {names}'
    return {name: value for name, value in pairs if not name.startswith('//')}


def check_members(manifest):
    yield from (f'no member of a manifest: {name}' for name in manifest.keys() - MEMBERS)
    for module in manifest['modules']:
        yield from (f'no member of a module: {name}' for name in module.keys() - OF_EACH_MODULE)
        for source in module['sources']:
            if source.keys() != OF_EACH_SOURCE[source['type']]:
                yield f'{module["name"]}: a source has other members: {source}'
            if source['type'] == 'archive' and not re.fullmatch('[0-9a-f]{64}', source['sha256']):
                yield f'{module["name"]}: no checksum: {source["sha256"]}'


def check_libraries(manifest):
    modules = [module['name'] for module in manifest['modules']]
    for name in re.findall(r"\bdependency\('([^']+)'", sources.read('meson.build')):
        if name not in OF_RUNTIME and OF_MODULE.get(name) not in modules[:-1]:
            yield f'{name} is neither in the runtime nor built before the program'


def check_program(manifest):
    """The last module is this folder, built with options that it has."""
    last = manifest['modules'][-1]
    ours = re.findall(r"^option\('(\w+)'", sources.read('meson_options.txt'), re.MULTILINE)
    for option in last['config-opts']:
        name = re.fullmatch(r'(?:--|-D)(\w+)=\w+', option)[1]
        if name not in ours + ['buildtype', 'werror']:
            yield f'there is no option {name}'
    top = (sources.TOP / 'data' / last['sources'][0]['path']).resolve()
    if last['buildsystem'] != 'meson' or top != sources.TOP.resolve():
        yield 'its last module is not this folder'


def check_installed(manifest, installed):
    if manifest['id'] != APP_ID:
        yield f'it is called {manifest["id"]}'
    if not any(path.endswith(f'/bin/{manifest["command"]}') for path in installed):
        yield f'its command {manifest["command"]} is not installed'
    for folder in SHOWN:
        names = [path.rsplit('/', 1)[1] for path in installed if f'/share/{folder}/' in path]
        if not names:
            yield f'nothing is installed into {folder}'
        yield from (f'{folder}: {name} is not named after the application' for name in names
                    if not name.startswith(APP_ID))


def main():
    with open(f'{sys.argv[1]}/meson-info/intro-installed.json', encoding='utf-8') as f:
        installed = list(json.load(f).values())
    manifest = json.loads(sources.read(MANIFEST), object_pairs_hook=no_name_twice)
    wrong = [*check_members(manifest), *check_libraries(manifest), *check_program(manifest),
             *check_installed(manifest, installed)]
    for what in wrong:
        print(f'{MANIFEST}: {what}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
