#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every translation is complete and names every text of the sources. Skipped without gettext."""

import gettext
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import sources

TOP = str(sources.TOP)


def lines(name):
    text = sources.read(name)
    return [line for line in text.splitlines() if line and not line.startswith('#')]


def run(*arguments):
    return subprocess.run(arguments, cwd=TOP, capture_output=True, text=True, check=True,
                          env=os.environ | {'LC_ALL': 'C.UTF-8'})


def not_listed():
    """Files that have something to translate and are not in POTFILES."""
    listed = set(lines('po/POTFILES'))
    marked = re.compile(r'(?<!\w)(?:C?_|N_|ngettext) \("|translatable="yes"')
    for path in sources.tracked():
        if path.startswith('src/') and path.endswith(('.c', '.ui')):
            if marked.search(sources.read(path)) and path not in listed:
                yield path


def broken_markup(path):
    """Translations that a label could not show: their tags do not match."""
    with open(path, 'rb') as f:
        texts = gettext.GNUTranslations(f)._catalog  # the one way to all of them
    for text, translation in texts.items():
        if '</' in str(text):
            try:
                xml.etree.ElementTree.fromstring(f'<text>{translation}</text>')
            except xml.etree.ElementTree.ParseError:
                yield translation


def main():
    if not all(shutil.which(name) for name in ('xgettext', 'msgmerge', 'msgfmt')):
        print('gettext is not here')
        return 77
    bad = [f'{path} is not in po/POTFILES' for path in not_listed()]
    with tempfile.TemporaryDirectory() as folder:
        pot, merged = f'{folder}/trammel.pot', f'{folder}/merged.po'
        run('xgettext', '--from-code=UTF-8', '-o', pot, '--keyword=_', '--keyword=N_',
            '--keyword=C_:1c,2', '--keyword=ngettext:1,2', *lines('po/POTFILES'))
        for language in lines('po/LINGUAS'):
            run('msgmerge', '-q', '-o', merged, f'po/{language}.po', pot)
            compiled = f'{folder}/{language}.mo'
            counts = run('msgfmt', '--check-format', '--check-accelerators=_', '--statistics',
                         '-o', compiled, merged).stderr.strip()
            print(language + ':', counts)
            bad += [f'po/{language}.po: broken markup: {text}' for text in broken_markup(compiled)]
            if 'untranslated' in counts or 'fuzzy' in counts:
                bad.append(f'po/{language}.po: {counts}')
    print('\n'.join(bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
