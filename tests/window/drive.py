# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in an X server of its own, worked by real pointer and keys.

    with Trammel('drawing.trammel') as t:
        t.drag((50, 25), (60, 25))          # drawing coordinates
        assert t.tell()['state']['p1']['x'] == 60

Nothing sleeps: every wait is for a line of the program's log. `sync` is a barrier behind which all
input sent so far has been handled and painted.
"""

import atexit
import json
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

from hand import Hand

SKIP = 77
NEEDED = ('Xvfb', 'xdotool')
PATIENCE = 30
DOUBLE_CLICK = 0.5  # seconds after which a click is one by itself
ANSWERS = ('sync', 'tell', 'text', 'place')  # to questions that change nothing
# The toolkit takes a press back twice where a foreign grab of the pointer falls between the press
# and its release (gtkmain.c, GDK_LEAVE_NOTIFY and then GDK_BUTTON_RELEASE); says so, and goes on.
TAKEN_BACK_TWICE = re.compile(
    r'\n?\([^\n]*: Gtk-WARNING \*\*: [^\n]*Broken accounting of active state for widget [^\n]*\n')
# The path bar of the toolkit's file dialog gives its two arrows no place until it knows its folder
# (gtkpathbar.c, size_allocate), and where that takes longer than a frame they are drawn before.
ARROWS_TOO_SOON = re.compile(2 * (
    r'\n?\([^\n]*: Gtk-WARNING \*\*: [^\n]*Trying to snapshot GtkButton 0x[0-9a-f]+ without a '
    r'current allocation\n'))
SETTINGS = '''[Settings]
gtk-enable-animations=0
gtk-cursor-blink=0
gtk-font-name=DejaVu Sans 10
gtk-xft-hinting=0
gtk-xft-rgba=none
'''


def program(name):
    """A program of the build: TRAMMEL and TRAMMEL_CLI in the environment say where."""
    path = os.environ.get({'trammel': 'TRAMMEL', 'trammel-cli': 'TRAMMEL_CLI'}[name])
    if not path:
        sys.exit(f'set the environment to where {name} is')
    return path


def own_folder():
    """A new folder for all that this script writes, in one that only such scripts know.

    While a path is typed, the toolkit's file dialog reads each folder on the way, and what comes and
    goes there in the meantime it never frees (gtkfilechooserentry.c), as a sanitizer tells. In /tmp
    much does.
    """
    build = pathlib.Path(program('trammel')).parents[2]
    folder = build / 'window-tests' / pathlib.Path(sys.argv[0]).stem
    folder.mkdir(parents=True, exist_ok=True)
    return tempfile.mkdtemp(dir=folder)


OWN_FOLDER = own_folder() if os.environ.get('TRAMMEL') else None
tempfile.tempdir = OWN_FOLDER


def skip_unless_possible():
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing:
        print('not here:', ', '.join(missing))
        sys.exit(SKIP)


def cli(*arguments):
    return subprocess.run([program('trammel-cli'), *map(str, arguments)], capture_output=True,
                          text=True, check=True).stdout


class Screen:
    """An X server with a hand in it; those given back are taken again, as starting one takes time."""

    idle = []
    all = []

    @staticmethod
    def take(size):
        for screen in Screen.idle:
            if screen.size == size:
                Screen.idle.remove(screen)
                return screen
        return Screen(size)

    def __init__(self, size):
        r, w = os.pipe()
        self.size = size
        self.process = subprocess.Popen(
            ['Xvfb', '-displayfd', str(w), '-screen', '0', size + 'x24', '-nolisten', 'tcp',
             '-noreset', '-dpi', '96'], pass_fds=[w], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        Screen.all.append(self)
        os.close(w)
        number = b''
        while not number.endswith(b'\n'):
            more = os.read(r, 16)
            assert more, 'Xvfb did not start'
            number += more
        os.close(r)
        self.display = ':' + number.decode().strip()
        self.hand = Hand(self.display)

    def clear(self):
        """To be as new: the pointer in the middle, nothing on the clipboard; whether it is."""
        if not self.hand.give_up('PRIMARY', 'CLIPBOARD'):
            return False
        width, height = (int(n) for n in self.size.split('x'))
        self.hand.do('mousemove', width // 2, height // 2)
        return True

    def give_back(self):
        if self.clear():
            Screen.idle.append(self)
        else:
            self._end()

    @staticmethod
    def end_all():
        for screen in Screen.all:
            screen._end()

    def _end(self):
        self.process.terminate()
        self.process.wait(10)


class Trammel:
    """The program with a window on the files that are its arguments.

    Starting takes longer than most tests. So where nothing is asked but files, a program that an
    earlier test is done with is taken: its windows are closed, its settings as they were. `alone`
    asks for a new one.
    """

    idle = []

    def __init__(self, *arguments, environment=None, size='1280x800', quiet=True,
                 settings=SETTINGS, alone=False):
        skip_unless_possible()
        self.quiet = quiet  # nothing may appear on stderr
        # Programs with the same kind may take each other's place.
        self.kind = None if environment or alone or not quiet else (size, settings)
        self._forget()
        if self._take_idle():
            self._go_on(arguments)
        else:
            self._begin(arguments, environment, size, settings)

    def _forget(self):
        self.log, self.rest, self.n_sync = [], b'', 0
        self.is_calm = False  # nothing has happened since it last said that all was painted
        self.clicked = 0  # when a widget was last clicked
        self.pointer = None  # where move() last put it, in pixels of the screen
        self.seen = {}  # of each event, how far the log was read for it

    # --- Start and end

    def _begin(self, arguments, environment, size, settings):
        self.folder = tempfile.mkdtemp(prefix='trammel-window-')
        self.process = None
        self.environment = self._environment(settings)
        self.screen = Screen.take(size)
        self.environment['DISPLAY'] = self.screen.display
        self.environment.update(environment or {})
        try:
            self._start_program(arguments)
        except BaseException:
            self._end_processes()  # `with` has not begun: nobody else would
            raise

    def _take_idle(self):
        for other in Trammel.idle:
            if self.kind and other.kind == self.kind:
                Trammel.idle.remove(other)
                for name in ('folder', 'process', 'environment', 'screen', 'log_fd', 'command_fd',
                             'stderr'):
                    setattr(self, name, getattr(other, name))
                return True
        return False

    def _go_on(self, arguments):
        try:
            self.command('\t'.join(['go on', *map(os.fspath, arguments)]))
            self.first_frame = self.wait('first-frame')['ms']
            self.sync()
        except BaseException:
            self._end_processes()
            raise

    def _may_rest(self):
        return self.kind and self.process.poll() is None and not self.errors()

    def _rest(self):
        """Without windows, for another test."""
        self.command('rest')
        self.wait('resting')
        if self.screen.clear():
            Trammel.idle.append(self)
        else:
            self._end_idle()

    def _end_idle(self):
        """By itself, so that what leaks is told: it has nothing more to wait for."""
        os.close(self.command_fd)
        try:
            status, errors = self.process.wait(PATIENCE), self.errors()
        finally:
            self._end_processes()
        self.stderr.close()
        os.close(self.log_fd)
        shutil.rmtree(self.folder, ignore_errors=True)
        assert status == 0 and not errors, f'ended with {status}; on stderr:\n{errors}'

    @staticmethod
    def end_all():
        while Trammel.idle:
            Trammel.idle.pop()._end_idle()

    def _environment(self, settings):
        for name in ('run', 'config', 'data', 'cache', 'home'):
            os.mkdir(f'{self.folder}/{name}', 0o700)
        os.mkdir(f'{self.folder}/config/gtk-4.0')
        with open(f'{self.folder}/config/gtk-4.0/settings.ini', 'w') as f:
            f.write(settings)
        kept = {k: os.environ[k] for k in ('PATH', 'ASAN_OPTIONS', 'LSAN_OPTIONS', 'UBSAN_OPTIONS',
                                           'GSETTINGS_SCHEMA_DIR') if k in os.environ}
        return kept | {
            'HOME': f'{self.folder}/home', 'XDG_RUNTIME_DIR': f'{self.folder}/run',
            'XDG_CONFIG_HOME': f'{self.folder}/config', 'XDG_DATA_HOME': f'{self.folder}/data',
            'XDG_CACHE_HOME': f'{self.folder}/cache', 'LC_ALL': 'C.UTF-8', 'TZ': 'UTC',
            'GDK_BACKEND': 'x11', 'GSK_RENDERER': 'cairo', 'GDK_DEBUG': 'gl-disable',
            'GTK_A11Y': 'none', 'GSETTINGS_BACKEND': 'memory',
            'DBUS_SESSION_BUS_ADDRESS': 'disabled:'}

    def _start_program(self, arguments):
        self.log_fd, w = os.pipe()
        r, self.command_fd = os.pipe()
        self.stderr = open(f'{self.folder}/stderr', 'a+')
        self.process = subprocess.Popen(
            [program('trammel'), *map(os.fspath, arguments)], pass_fds=[r, w], stderr=self.stderr,
            env=self.environment | {'TRAMMEL_TEST_FDS': f'{w},{r}'})
        os.close(w)
        os.close(r)
        self.first_frame = self.wait('first-frame')['ms']
        self.sync()

    def _end_processes(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)
        self.screen.give_back()

    def crash(self):
        """Ends the program without a last word."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def start(self, *arguments):
        """Once more, on the same screen and with the same files."""
        self.stderr.close()
        os.close(self.log_fd)
        os.close(self.command_fd)
        self.log, self.rest, self.seen = [], b'', {}
        self._start_program(arguments)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None and self._may_rest():
            self._rest()
            return
        self._end_processes()
        errors = self.errors()
        self.stderr.close()
        os.close(self.log_fd)
        os.close(self.command_fd)
        if kind is None:
            shutil.rmtree(self.folder, ignore_errors=True)
            assert not (self.quiet and errors), 'on stderr:\n' + errors
        elif errors:
            print('on stderr:\n' + errors)

    def errors(self):
        self.stderr.flush()
        with open(f'{self.folder}/stderr', errors='replace') as f:
            return ARROWS_TOO_SOON.sub('', TAKEN_BACK_TWICE.sub('', f.read()))

    def ended(self):
        """Waits for the program to end; its exit status."""
        return self.process.wait(PATIENCE)

    # --- What the program says

    def wait(self, event, **members):
        """The next line of that event with those members."""
        end = time.monotonic() + PATIENCE
        at = self.seen.get(event, 0)
        while True:
            while at < len(self.log):
                line = self.log[at]
                at += 1
                if line['ev'] == event and members.items() <= line.items():
                    self.seen[event] = at
                    self.is_calm = event in ANSWERS and self.is_calm
                    return line
            left = end - time.monotonic()
            assert left > 0 and select.select([self.log_fd], [], [], left)[0], \
                f'waited for {event} {members}; last {self.log[-5:]}; {self.errors()}'
            text = os.read(self.log_fd, 1 << 16)
            assert text, (f'the program ended with {self.process.wait(PATIENCE)}; '
                          f'waited for {event}; {self.errors()}')
            *lines, self.rest = (self.rest + text).split(b'\n')
            self.log += [json.loads(line) for line in lines]

    def command(self, line):
        os.write(self.command_fd, line.encode() + b'\n')

    def sync(self):
        self.n_sync += 1
        self.command(f'sync {self.n_sync}')
        self.wait('sync', n=self.n_sync)
        self.is_calm = True

    def tell(self):
        self.sync()
        self.command('tell')
        return self.wait('tell')

    def act(self, action):
        """Activates win.NAME or app.NAME as a menu would."""
        self.is_calm = False
        self.command(f'act {action}')
        return self.wait('act')['done']

    def text(self, name):
        """What a widget shows, by its name: 'label' (None: it is not there) and 'tooltip'."""
        self.sync()
        self.command(f'text {name}')
        return self.wait('text', name=name)

    # --- Pointer and keys

    def xdo(self, *arguments):
        """The words of xdotool, to a program that has answered all before and rests."""
        if not self.is_calm:
            self.sync()
        self.is_calm = False
        self.screen.hand.do(*arguments)

    def pixel(self, place):
        """The screen's pixel of a place in the drawing, and its remainder."""
        t = self.tell()
        return (t['canvas'][0] + t['origin'][0] + t['zoom'] * place[0],
                t['canvas'][1] + t['origin'][1] - t['zoom'] * place[1])

    def place(self, pixel):
        t = self.tell()
        return ((pixel[0] - t['canvas'][0] - t['origin'][0]) / t['zoom'],
                (t['canvas'][1] + t['origin'][1] - pixel[1]) / t['zoom'])

    def move(self, place):
        """Moves the pointer to a place in the drawing; where it then really is.

        It always moves, as a hand would: after a menu has closed under a pointer at rest, GTK
        knows only from motions what the pointer is over.
        """
        x, y = (round(v) for v in self.pixel(place))
        if (x, y) == self.pointer:
            for away in (30, 10):
                self.xdo('mousemove', x + away, y + away)
                self.sync()
        self.pointer = x, y
        self.xdo('mousemove', x, y)
        self.sync()
        return self.place((x, y))

    def drag(self, start, end, steps=5, release=True, key=None):
        """Presses at start, moves to end, releases; the place of the pointer at the end."""
        at = self.move(start)
        if key:
            self.xdo('keydown', key)
        first = self._n_steps()
        self.xdo('mousedown', 1)
        self.sync()
        for i in range(1, steps + 1):
            s = i / steps
            before = self._n_steps()
            at = self.move((start[0] + s * (end[0] - start[0]), start[1] + s * (end[1] - start[1])))
        self.settle(before if before > first else None)
        if release:
            self.xdo('mouseup', 1)
            self.sync()
        if key:
            self.xdo('keyup', key)
        return at

    def _n_steps(self):
        return sum(line['ev'] == 'step' for line in self.log)

    def until(self, holds):
        """Looks again and again until it holds of what the program tells, which is returned."""
        end = time.monotonic() + PATIENCE
        while not holds(told := self.tell()):
            assert time.monotonic() < end, f'{told}; {self.errors()}'
            self.sync()
        return told

    def settle(self, before=None):
        """Frames go by until the drag rests; before: so many of its steps were there before a move,
        whose own comes late where the machine has much to do."""
        for i in range(200):
            self.sync()
            steps = [line for line in self.log if line['ev'] == 'step']
            if len(steps) == before and i < 20:
                continue
            if not steps or steps[-1]['rest'] or steps[-1]['fixed']:
                return

    def key(self, *names):
        self.xdo('key', *names)
        self.sync()

    def type(self, text):
        self.xdo('type', '--delay', 1, '--', text)
        self.sync()

    def click(self, name, times=1):
        """Clicks the middle of a widget by its name."""
        self.command(f'place {name}')
        w = self.wait('place', name=name)
        assert w['x'] is not None, f'{name} is not shown'
        # A double click that follows soon would be the third and fourth click.
        while times > 1 and time.monotonic() < self.clicked + DOUBLE_CLICK:
            self.sync()
        self.xdo('mousemove', round(w['x'] + w['w'] / 2), round(w['y'] + w['h'] / 2),
                 'click', '--repeat', times, '--delay', 20, 1)
        self.sync()
        self.clicked = time.monotonic()

    def screenshot(self, path):
        subprocess.run(['import', '-silent', '-window', 'root', path], env=self.environment,
                       check=True)


@atexit.register
def end_all():
    """What a test leaves running. That a program does not end well is as bad as a failed test."""
    try:
        Trammel.end_all()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    finally:
        Screen.end_all()
        if OWN_FOLDER:
            shutil.rmtree(OWN_FOLDER, ignore_errors=True)


def run_all(names, *given):
    """Runs the functions test_… of a module, in their order, on what is given, mostly a window."""
    for name, test in list(names.items()):
        if name.startswith('test_'):
            test(*given)
            print('ok', name, flush=True)


def near(a, b, tolerance):
    return abs(a - b) <= tolerance


DRAWING = '''{
  "trammel": 1,
  "bodies": [
    {"id": "p1", "kind": "point", "at": [50, 25]},
    {"id": "s1", "kind": "segment", "a": [0, 0], "b": [30, 0]},
    {"id": "s2", "kind": "segment", "a": [30, 0], "b": [60, -20]},
    {"id": "k1", "kind": "circle", "center": [-40, 20], "radius": 15},
    {"id": "s3", "kind": "segment", "a": [-60, -40], "b": [-30, -40]}
  ],
  "constraints": [
    {"id": "n1", "kind": "nail", "a": {"body": "s1", "point": "a"}, "at": [0, 0]},
    {"id": "j1", "kind": "attach", "a": {"body": "s1", "point": "b"}, "b": {"body": "s2", "point": "a"}},
    {"id": "l1", "kind": "length", "a": "s1", "value": 30}
  ],
  "view": {"center": [0, 0], "zoom": 4}
}
'''


def drawing(folder, text=DRAWING, name='drawing.trammel'):
    path = os.path.join(folder, name)
    with open(path, 'w') as f:
        f.write(text)
    return path


def read_json(path):
    with open(path) as f:
        return json.load(f)


def type_path(t, path):
    """Into GTK's own file dialog: a slash opens its line for a path."""
    t.xdo('mousemove', 400, 300)
    t.sync()
    t.key('ctrl+a')
    t.type(path)
    t.key('Return')


def run_tests(names):
    """Every function test_… with a folder of its own, or those that the command line names."""
    for name, test in list(names.items()):
        if name.startswith('test_') and (len(sys.argv) < 2 or name in sys.argv):
            with tempfile.TemporaryDirectory() as folder:
                test(folder)
            print('ok', name, flush=True)
