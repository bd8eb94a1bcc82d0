# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pointer and the keys of an X server, moved by the words that xdotool understands.

What tests do most goes through xdotool's own library from here; a process for each motion costs
more than the program under test does. What the library has no simple word for, and everything
where it cannot be loaded, goes to xdotool.
"""

import ctypes
import os
import subprocess

# Pauses of xdotool, in microseconds: at keys and between letters; after a click, in milliseconds.
KEY, LETTER, CLICK = ctypes.c_uint(12000), ctypes.c_uint(1000), 100
# A letter that the keyboard has not is lent a key: for so long, or who reads it late reads another.
LENT = ctypes.c_uint(600000)
CURRENT = ctypes.c_ulong(0)  # as a device does, to whatever window has the focus
NONE = CURRENT_TIME = ctypes.c_ulong(0)
BUTTONS = {'mousedown': 'xdo_mouse_down', 'mouseup': 'xdo_mouse_up'}
KEYS = {'key': 'xdo_send_keysequence_window', 'keydown': 'xdo_send_keysequence_window_down',
        'keyup': 'xdo_send_keysequence_window_up'}
VERBS = {'mousemove', 'mousemove_relative', 'click', 'type', *BUTTONS, *KEYS}


def load():
    try:
        xdo, x11 = ctypes.CDLL('libxdo.so.3'), ctypes.CDLL('libX11.so.6')
    except OSError:
        return None, None
    xdo.xdo_new.restype = ctypes.c_void_p
    x11.XInternAtom.restype = x11.XGetSelectionOwner.restype = ctypes.c_ulong
    return xdo, x11


class Hand:
    def __init__(self, display):
        self.environment = os.environ | {'DISPLAY': display}
        self.xdo, self.x11 = load()
        self.at = None
        if self.xdo:
            self.at = ctypes.c_void_p(self.xdo.xdo_new(display.encode()))
            assert self.at, 'no connection to the X server'
            # The display is the first member of what the library gives.
            self.display = ctypes.c_void_p(ctypes.cast(self.at, ctypes.POINTER(ctypes.c_void_p))[0])

    def do(self, *arguments):
        """The words of an xdotool command, one or several; the X server has them all afterwards."""
        words = [str(a) for a in arguments]
        calls = self._parse(words) if self.at else None
        if calls is None:
            subprocess.run(['xdotool', *words], env=self.environment, check=True,
                           stdout=subprocess.DEVNULL)
            return
        for name, *values in calls:
            failed = getattr(self.xdo, name)(self.at, *values)
            assert not failed, (name, values)
        self.x11.XSync(self.display, 0)

    def owner(self, selection):
        """The window that has a selection; None where that cannot be told."""
        if not self.at:
            return None
        atom = self.x11.XInternAtom(self.display, selection.encode(), 0)
        return self.x11.XGetSelectionOwner(self.display, ctypes.c_ulong(atom))

    def give_up(self, *selections):
        """Whoever has these loses them; false where that cannot be done."""
        for name in selections if self.at else ():
            atom = self.x11.XInternAtom(self.display, name.encode(), 0)
            self.x11.XSetSelectionOwner(self.display, ctypes.c_ulong(atom), NONE, CURRENT_TIME)
        return self.at is not None

    def _parse(self, words):
        """Calls of the library; None: not to be said in these."""
        words, calls = list(words), []
        while words:
            call = self._parse_one(words.pop(0), words)
            if call is None:
                return None
            calls += call
        return calls

    @staticmethod
    def _parse_one(verb, words):
        """The calls of one command, whose words are taken."""
        if verb in ('mousemove', 'mousemove_relative'):
            if words[0] == '--':
                words.pop(0)
            place = int(words.pop(0)), int(words.pop(0))
            return [('xdo_move_mouse', *place, 0) if verb == 'mousemove' else
                    ('xdo_move_mouse_relative', *place)]
        if verb == 'click':
            option = {'--repeat': 1, '--delay': CLICK}
            while words[0] in option:
                name = words.pop(0)
                option[name] = int(words.pop(0))
            return [('xdo_click_window_multiple', CURRENT, int(words.pop(0)), option['--repeat'],
                     ctypes.c_uint(1000 * option['--delay']))]
        if verb in BUTTONS:
            return [(BUTTONS[verb], CURRENT, int(words.pop(0)))]
        if verb in KEYS:
            calls = []
            while words and words[0] not in VERBS:
                calls.append((KEYS[verb], CURRENT, words.pop(0).encode(), KEY))
            return calls
        if verb == 'type' and words[:3] == ['--delay', '1', '--']:
            text = ''.join(words[3:])
            words.clear()
            return [('xdo_enter_text_window', CURRENT, c.encode(), LETTER if c.isascii() else LENT)
                    for c in text]
        return None
