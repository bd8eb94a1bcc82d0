# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One call of a program, and what came of it."""

import dataclasses
import json
import os
import signal
import subprocess
import tempfile
import threading
import time


@dataclasses.dataclass
class Result:
    exit: object      # the exit status; negative for a signal, 'timeout' where it took too long
    stdout: str
    stderr: str
    seconds: float
    rss_mb: float     # the most memory that it held

    def reports(self):
        """The JSON lines that carry a label; a line that is no JSON counts as None."""
        found = []
        for line in self.stdout.splitlines():
            if line.startswith('{'):
                try:
                    report = strict_json(line)
                except ValueError:
                    report = None
                if report is None or 'label' in report:
                    found.append(report)
        return found

    def last_words(self):
        lines = self.stderr.strip().splitlines()
        return f'exit {self.exit}' + (f', "{lines[-1][:160]}"' if lines else '')


def strict_json(text):
    """JSON without Python's own NaN and Infinity."""
    def refuse(word):
        raise ValueError(f'{word} is no JSON')
    return json.loads(text, parse_constant=refuse)


def call(argv, folder, env, timeout):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        process = subprocess.Popen(argv, cwd=folder, env={**os.environ, **env}, stdout=out, stderr=err,
                                   stdin=subprocess.DEVNULL, start_new_session=True)
        overdue = threading.Event()

        def stop():
            overdue.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(timeout, stop)
        timer.start()
        # wait4 rather than Popen.wait: it alone tells the memory of this one child.
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode('utf-8', 'replace'))
    return Result('timeout' if overdue.is_set() else process.returncode, *texts, seconds,
                  usage.ru_maxrss / 1024)
