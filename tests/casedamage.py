# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Spoiled copies of a document: each must be read or refused, soon, with a message, left as it is."""

import os
import random

from casecalls import call

# Copies of each kind; fewer where every run is slow.
HOW_MANY = 200 if float(os.environ.get('TRAMMEL_SLOWNESS', '1')) <= 1 else 40


def cut_short(data):
    """At about HOW_MANY places, the last of them one byte before the end of the text."""
    end = len(data.rstrip())
    for n in sorted({1 + (end - 2) * i // HOW_MANY for i in range(HOW_MANY)} | {end - 1}):
        yield f'the first {n} bytes', data[:n]


def one_bit_changed(data):
    chance = random.Random(1996)
    for _ in range(HOW_MANY):
        spoiled, at, bit = bytearray(data), chance.randrange(len(data)), chance.randrange(8)
        spoiled[at] ^= 1 << bit
        yield f'bit {bit} of byte {at} changed', bytes(spoiled)


WHOLE = {
    'empty': lambda data: b'',
    'doubled': lambda data: data + data,
    'bom': lambda data: b'\xef\xbb\xbf' + data,
    'crlf': lambda data: data.replace(b'\n', b'\r\n'),
    'zeros': lambda data: bytes(16 << 20),
}


def copies(data, kind):
    """(what was done to it, the bytes; None where there are none)."""
    if kind == 'truncate':
        yield from cut_short(data)
    elif kind == 'flip':
        yield from one_bit_changed(data)
    elif kind in WHOLE:
        yield kind, WHOLE[kind](data)
    else:
        yield kind, None


def place(path, kind, data):
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)
    if kind == 'directory':
        path.mkdir()
    elif kind == 'fifo':
        os.mkfifo(path)
    else:
        path.write_bytes(data)


def complaint(result, path, data, exits, seconds):
    if result.exit not in exits:
        return result.last_words()
    if result.exit == 2 and not result.stderr.strip():
        return 'refused without a message'
    if result.seconds > seconds:
        return f'took {result.seconds:.1f} s'
    if data is not None and path.read_bytes() != data:
        return 'the file was written to'
    return None


def complaints(cli, folder, document, kind, exits, seconds):
    path = folder / 'spoiled.trammel'
    found = []
    for what, data in copies(document.read_bytes(), kind):
        place(path, kind, data)
        result = call([cli, 'check', str(path), '--json'], folder, {}, 5 * seconds)
        if wrong := complaint(result, path, data, exits, seconds):
            found.append(f'{what}: {wrong}')
    return found
