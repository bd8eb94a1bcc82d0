#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program ends without a last word: what was not saved is there at the next start."""

import glob
import os
import shutil
import sys

from drive import DRAWING, Trammel, drawing, near, read_json, run_tests, type_path


def drafts(t):
    return sorted(os.listdir(f'{t.folder}/home/.local/state/trammel/drafts'))


def draw(t):
    """A segment in an empty drawing."""
    t.key('l')
    t.drag((0, 0), (30, 10))
    t.key('Escape', 'Escape')
    assert t.wait('autosaved')['ok']
    return t.tell()['state']


def crash_and_start(t, *arguments):
    """How many drawings are then offered."""
    t.crash()
    t.start(*arguments)
    n = t.wait('recovery')['n']
    t.sync()
    return n


def answer(t, button, event):
    t.click(button)
    return t.wait(event)['n']


def nothing_is_offered(t):
    t.sync()
    return not [line for line in t.log if line['ev'] == 'recovery']


def test_untitled(folder):
    with Trammel() as t:
        before = draw(t)
        assert before and len(drafts(t)) == 2
        assert crash_and_start(t) == 1
        # It dies again before there is an answer; and then there is none.
        assert crash_and_start(t) == 1
        t.key('Escape')
        assert t.tell()['title'] == 'Untitled' and len(drafts(t)) == 2
        # And again after the answer, nothing having been done to the drawing.
        for _ in range(2):
            assert crash_and_start(t) == 1
            answer(t, 'recovery-recover', 'recovered')
            s = t.tell()
            assert s['state'] == before and s['modified'] and s['title'] == '• Untitled', s
        t.key('ctrl+s')
        t.wait('choosing')
        type_path(t, f'{folder}/kept.trammel')
        t.wait('saved')
        assert drafts(t) == []
        t.crash()
        t.start()
        assert nothing_is_offered(t) and t.tell()['title'] == 'Untitled'
    body, = read_json(f'{folder}/kept.trammel')['bodies']
    assert near(body['b'][0] - body['a'][0], 30, 1), body


def test_of_a_file(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        before = t.tell()['state']
        t.wait('autosaved')
        # In the window that opens the file anyway.
        assert crash_and_start(t, path) == 1
        assert read_json(path)['bodies'][0]['at'] == [50, 25]
        answer(t, 'recovery-recover', 'recovered')
        s = t.tell()
        assert s['state'] == before and s['title'] == '• drawing' and s['undo'] == 0, s
        os.unlink(path)
        drawing(folder, DRAWING.replace('[50, 25]', '[1, 2]'))
        t.key('ctrl+s')
        assert 'changed' in t.wait('asked')['what']
        assert read_json(path)['bodies'][0]['at'] == [1, 2]
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('alt+o')
        t.wait('saved')
        assert not t.tell()['modified'] and drafts(t) == []
    assert read_json(path)['bodies'][0]['at'][0] == before['p1']['x']


def test_several(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        named = t.tell()['state']
        t.wait('autosaved')
        t.act('app.new')
        t.sync()
        untitled = draw(t)
        assert len(drafts(t)) == 4
        assert crash_and_start(t) == 2
        assert answer(t, 'recovery-recover', 'recovered') == 2
        first = t.tell()
        t.act('win.close')
        t.wait('asked')
        t.xdo('mousemove', 190, 80, 'click', 1)  # Discard
        t.wait('window-gone')
        second = t.tell()
        assert {first['title'], second['title']} == {'• Untitled', '• drawing'}
        assert named in (first['state'], second['state'])
        assert untitled in (first['state'], second['state'])
        assert len(drafts(t)) == 2  # what was given up is gone


def test_two_programs(folder):
    """What one that lives has not saved is not offered by another; some of several."""
    with Trammel() as t:
        draw(t)
        with Trammel(drawing(folder), environment={'HOME': f'{t.folder}/home'}) as other:
            assert nothing_is_offered(other)
            other.drag((50, 25), (60, 40))
            other.wait('autosaved')
            assert len(drafts(t)) == 4
            other.crash()
        assert crash_and_start(t) == 2
        t.click('draft-check')  # not the first, the older one
        assert answer(t, 'recovery-discard', 'discarded') == 1
        assert len(drafts(t)) == 2
        t.xdo('mousemove', 200, 100)
        t.sync()
        t.key('alt+r')
        assert t.wait('recovered')['n'] == 1
        assert t.tell()['title'] == '• Untitled'


def test_damaged(folder):
    with Trammel() as t:
        draw(t)
        path, = glob.glob(f'{t.folder}/home/.local/state/trammel/drafts/*.draft')
        with open(path, 'r+') as f:
            f.truncate(os.path.getsize(path) // 2)
        assert crash_and_start(t) == 1
        t.click('recovery-recover')
        told = t.wait('told')
        assert 'recovered' in told['what'] and path + '.damaged' in told['why'], told
        t.key('Return')
        assert t.tell()['title'] == 'Untitled'
        assert drafts(t) == [os.path.basename(path) + '.damaged']


def test_nowhere_to_write(folder):
    """Said where it does not hinder the drawing."""
    with Trammel() as t:
        os.makedirs(f'{t.folder}/home/.local/state', exist_ok=True)
        shutil.rmtree(f'{t.folder}/home/.local/state/trammel', ignore_errors=True)
        with open(f'{t.folder}/home/.local/state/trammel', 'w') as f:
            f.write('in the way')
        t.key('l')
        t.drag((0, 0), (30, 10))
        assert not t.wait('autosaved')['ok']
        assert t.tell()['bodies'] == 1


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
