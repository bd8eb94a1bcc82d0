# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The environment in which the program speaks German, or another language, and writes decimal commas."""

import os
import shutil
import subprocess
import sys

from drive import SKIP

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCE = '/usr/share/i18n/locales/de_DE'


def environment(folder, language='de'):
    """Makes the locale and the catalogue in the folder; skips the test where it cannot."""
    if not (shutil.which('localedef') and shutil.which('msgfmt') and os.path.exists(SOURCE)):
        print('not here: localedef, msgfmt or the source of de_DE')
        sys.exit(SKIP)
    messages = f'{folder}/locale/{language}/LC_MESSAGES'
    os.makedirs(messages)
    subprocess.run(['msgfmt', '-o', f'{messages}/trammel.mo', f'{TOP}/po/{language}.po'], check=True)
    subprocess.run(['localedef', '-i', 'de_DE', '-f', 'UTF-8', f'{folder}/de_DE.UTF-8'], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return {'LC_ALL': 'de_DE.UTF-8', 'LANGUAGE': language, 'LOCPATH': folder,
            'TRAMMEL_LOCALEDIR': f'{folder}/locale'}
