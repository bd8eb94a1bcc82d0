#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opening, saving, exporting, closing: what is on the disk afterwards, and what is asked."""

import json
import os
import resource
import shutil
import sys
import xml.etree.ElementTree

from drive import DRAWING, Trammel, cli, drawing, near, read_json, run_tests, type_path


def test_save_is_what_the_command_line_reads(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        at = t.drag((50, 25), (60, 40))
        t.key('ctrl+s')
        t.wait('saved')
        s = t.tell()
        assert not s['modified'] and s['title'] == 'drawing', s
    p = read_json(path)['bodies'][0]['at']
    assert near(p[0], at[0], 1e-9) and near(p[1], at[1], 1e-9)
    # The same drag of the same drawing by the other door.
    other = drawing(folder, DRAWING, 'other.trammel')
    cli('drag', other, '--grab', 'p1.at', '--to', f'{at[0]!r},{at[1]!r}', '-o', other + '.out')
    q = read_json(other + '.out')['bodies'][0]['at']
    assert near(p[0], q[0], 1e-9) and near(p[1], q[1], 1e-9), (p, q)
    cli('check', path)


def test_what_is_being_drawn_is_saved(folder):
    """As far as it is, as if it had been ended."""
    path = drawing(folder)
    with Trammel(path) as t:
        t.key('w')
        for place in ((-60, 40), (-40, 60), (-20, 40)):
            t.move(place)
            t.xdo('click', 1)
            t.sync()
        t.move((0, 60))
        t.key('ctrl+s')
        t.wait('saved')
        last = read_json(path)['bodies'][-1]
        assert last['kind'] == 'polyline' and len(last['points']) == 3, last
        assert not t.tell()['modified']


def test_what_was_solved_on_opening_is_told_and_goes(folder):
    """As a word that goes by itself, not as one of the status line that stays."""
    path = drawing(folder, DRAWING.replace('"b": [30, 0]', '"b": [31, 0]'))
    with Trammel(path) as t:
        assert not t.wait('arrived')['held']
        assert t.wait('toast')['text'].startswith('Solved on opening')
        assert not t.tell()['message'], t.tell()['message']


def test_save_as_and_export(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.key('ctrl+shift+s')
        t.wait('choosing')
        type_path(t, f'{folder}/copy')
        t.wait('saved')
        assert t.tell()['title'] == 'copy'
        t.key('ctrl+e')
        t.wait('preview')
        t.click('export-now')
        t.wait('choosing')
        type_path(t, f'{folder}/picture.svg')
        t.wait('exported')
    assert read_json(f'{folder}/copy.trammel') == read_json(path)
    cli('export', path, '-o', f'{folder}/reference.svg')
    with open(f'{folder}/picture.svg') as a, open(f'{folder}/reference.svg') as b:
        picture, reference = a.read(), b.read()
    assert '<svg' in picture and 'id="s1"' in picture
    assert abs(len(picture) - len(reference)) < 200, (len(picture), len(reference))


def written_anew(path, *change):
    """As another program does it: beside the file, and then in its place."""
    with open(path) as f:
        text = f.read()
    with open(path + '.new', 'w') as f:
        f.write(text.replace(*change))
    os.replace(path + '.new', path)


def test_what_another_program_wrote_is_told_and_read(folder):
    """At once, with a button that reads it; what is not saved here is asked about first."""
    path = drawing(folder)
    with Trammel(path) as t:
        t.move((50, 25))
        t.xdo('click', 1)
        written_anew(path, '"at": [50, 25]', '"at": [20, 25]')
        assert t.wait('toast')['text'] == 'Another program has changed the file'
        t.sync()
        t.click('toast-details')
        t.wait('reloaded')
        told = t.tell()
        assert told['state']['p1']['x'] == 20 and not told['modified'], told
        t.drag((20, 25), (30, 40))
        written_anew(path, '"at": [20, 25]', '"at": [-20, 25]')
        t.wait('toast')
        t.act('win.reload')
        t.wait('asked')
        t.xdo('mousemove', 300, 200)
        t.key('Escape')
        told = t.tell()
        assert near(told['state']['p1']['x'], 30, 1) and told['modified'], told
        t.act('win.reload')
        t.wait('asked')
        t.xdo('key', 'alt+r')
        t.wait('reloaded')
        told = t.tell()
        assert told['state']['p1']['x'] == -20 and told['undo'] == 0, told
        # What cannot be read leaves all as it is.
        with open(path, 'w') as f:
            f.write('{"trammel": 1')
        t.wait('toast')
        t.act('win.reload')
        assert 'drawing' in t.wait('told')['what']
        t.xdo('mousemove', 300, 200)
        t.key('Escape')
        assert t.tell()['state']['p1']['x'] == -20
    with Trammel() as t:
        t.act('win.reload')
        assert t.tell()['message'] == 'This drawing has no file yet'


def test_two_windows_on_one_file(folder):
    """Under another name a file may be open twice: what one saves the other tells, and saves not over
    it unasked; what it has saved itself is no news."""
    path = drawing(folder)
    link = os.path.join(folder, 'link.trammel')
    os.symlink(path, link)
    with Trammel(path) as one, Trammel(link) as other:
        one.drag((50, 25), (60, 40))
        one.key('ctrl+s')
        one.wait('saved')
        assert other.wait('toast')['text'] == 'Another program has changed the file'
        other.drag((-60, -40), (-60, -50))
        other.key('ctrl+s')
        other.wait('asked')
        other.xdo('mousemove', 300, 200)
        other.key('Escape')
        one.sync()
        assert not [line for line in one.log if line['ev'] == 'toast']
    assert near(read_json(path)['bodies'][0]['at'][0], 60, 1)


def test_close_asks(folder):
    path = drawing(folder)
    with open(path) as f:
        before = f.read()
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        t.key('ctrl+w')
        assert 'drawing' in t.wait('asked')['what']
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Escape')  # Cancel: all is as it was
        assert t.tell()['modified']
        t.key('ctrl+q')
        t.wait('asked')
        t.xdo('key', 'alt+d')  # Discard
        assert t.ended() == 0
    with open(path) as f:
        assert f.read() == before
    with Trammel(path) as t:
        at = t.drag((50, 25), (60, 40))
        t.key('ctrl+w')
        t.wait('asked')
        t.xdo('key', 'Return')  # Save
        t.wait('saved')
        assert t.ended() == 0
    assert near(read_json(path)['bodies'][0]['at'][0], at[0], 1e-9)
    # What is being written on the paper is something to lose.
    with Trammel(path) as t:
        t.key('x')
        t.move((-20, 40))
        t.xdo('click', 1)
        t.sync()
        t.type('a text')
        t.key('ctrl+w')
        t.wait('asked')
        t.xdo('key', 'Return')  # Save
        t.wait('saved')
        assert t.ended() == 0
    assert read_json(path)['labels'][0]['text'] == 'a text'
    # So is what is no value yet, until Escape says that it is not meant.
    with Trammel(path) as t:
        t.act('win.panel-properties')
        t.move((-40, -40))
        t.xdo('click', 1)
        t.sync()
        t.click('property-ax')
        t.key('ctrl+a')
        t.type('42+')
        t.key('ctrl+w')
        assert t.text('property-ax')['label'] == '42+' and t.tell()['selection'] == ['s3']
        t.key('Escape')
        t.xdo('key', 'ctrl+w')
        assert t.ended() == 0
    # Nothing to lose: no question.
    with Trammel(path) as t:
        t.xdo('key', 'ctrl+w')
        assert t.ended() == 0


def test_another_program_changed_the_file(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        os.unlink(path)
        drawing(folder, DRAWING.replace('[50, 25]', '[1, 2]'))
        t.key('ctrl+s')
        t.wait('asked')
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Escape')
        assert t.tell()['modified'] and read_json(path)['bodies'][0]['at'] == [1, 2]
        t.key('ctrl+s')
        t.wait('asked')
        t.key('alt+o')
        t.wait('saved')
    assert near(read_json(path)['bodies'][0]['at'][0], 60, 0.5)


def test_failures_name_path_and_reason(folder):
    path = drawing(folder, '{"trammel": 1, "bodies": [{"id": "x", "kind": "cube"}]}', 'bad.trammel')
    for name, reason in ((path, 'cube'), (f'{folder}/none.trammel', 'No such file'),
                         (folder, 'folder')):
        with Trammel(name) as t:
            told = [line for line in t.log if line['ev'] == 'told'] or [t.wait('told')]
            assert os.path.basename(name) in told[0]['what'] and reason in told[0]['why'], told
            assert name in told[0]['why'], told
            t.xdo('mousemove', 300, 200)
            t.sync()
            t.key('Return')
            assert t.tell()['title'] == 'Untitled'


def test_a_window_for_what_cannot_be_opened(folder):
    path = drawing(folder, '{"trammel": 2}', 'newer.trammel')
    with Trammel(drawing(folder), path) as t:
        t.wait('told')
        t.wait('canvas-gone')  # of the window that was made for it


def test_saving_to_where_one_may_not(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        t.key('ctrl+shift+s')
        t.wait('choosing')
        type_path(t, '/proc/none.trammel')  # no one can make a file there
        told = t.wait('told')
        assert 'none.trammel' in told['what'] and '/proc/none.trammel: ' in told['why'], told
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Escape')
        assert t.tell()['modified']


def test_open_dialog_recent_and_more_windows(folder):
    a, b = drawing(folder), drawing(folder, DRAWING.replace('p1', 'q7'), 'öther %s%n & more.trammel')
    with Trammel() as t:
        assert t.tell()['title'] == 'Untitled'
        t.key('ctrl+o')
        t.wait('choosing')
        type_path(t, a)
        t.wait('opened')
        assert t.tell()['title'] == 'drawing'  # in the empty window
        t.key('ctrl+n')
        assert t.tell()['title'] == 'Untitled'
        t.xdo('key', 'ctrl+q')
        assert t.ended() == 0
        with open(f'{t.folder}/data/recently-used.xbel') as f:
            assert 'drawing.trammel' in f.read()
    with Trammel(a, b) as t:
        s = t.tell()
        assert s['title'] == 'öther %s%n & more' and 'q7' in s['state'], s
        t.key('ctrl+w')
        t.wait('canvas-gone')  # and nothing of that window is kept
        assert t.tell()['title'] == 'drawing'


def test_odd_names(folder):
    """Each in a window of its own, as all are opened at once."""
    paths = [os.path.join(os.fsencode(folder), os.fsencode(name) + b'.trammel')
             for name in ('žžž/čtverec ½', 'Чертежи/колесо', 'e\u0301te\u0301', '📐', '-rf',
                          '図面/四角', 'name with space & amp;', '%s%n', 'two\nlines', b'\xff\xfe')]
    for path in paths:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as f:
            f.write(DRAWING)
    with Trammel(*paths, alone=True) as t:
        for left in range(len(paths) - 1, -1, -1):
            t.drag((50, 25), (60, 40))
            t.key('ctrl+s')
            t.wait('saved')
            assert '\n' not in t.tell()['title'], t.tell()['title']
            t.xdo('key', 'ctrl+w')
            if left > 0:
                t.wait('window-gone')
        assert t.ended() == 0
    for path in paths:
        assert near(read_json(path)['bodies'][0]['at'][0], 60, 0.5), path
        assert os.path.basename(path) in os.listdir(os.path.dirname(path))


NAMES = ('α₁', 'Ä<&"\'>', 'מעגל', 'over \u202eride', '日本語', '🙂', '', '  ', 'x' * 300, '0', 't', '%s%n')


def test_odd_names_of_bodies(folder):
    """As they are in the file, in the lists, in what is saved and in what is exported."""
    bodies = [{'id': f'b{i}', 'kind': 'segment', 'a': [0, 5 * i], 'b': [40, 5 * i], 'name': name}
              for i, name in enumerate(NAMES)]
    bodies.append({'id': 'far', 'kind': 'point', 'at': [-60, 0]})
    path = drawing(folder, json.dumps({'trammel': 1, 'bodies': bodies, 'constraints': [
        {'id': f'c{i}', 'kind': 'length', 'a': f'b{i}', 'value': 40, 'name': name}
        for i, name in enumerate(NAMES)], 'view': {'center': [0, 20], 'zoom': 4}}))
    with Trammel(path) as t:
        for i, name in enumerate(NAMES):
            told = t.text(f'constraint-title-c{i}')['label']
            assert told is None or told == (name if name else f'Length b{i}'), (name, told)
        t.act('win.panel-bodies')
        t.drag((-60, 0), (-50, 10))
        t.key('ctrl+s')
        t.wait('saved')
    read = read_json(path)
    for kind in ('bodies', 'constraints'):
        assert [e.get('name') for e in read[kind] if e['id'] != 'far'] == list(NAMES), read[kind]
    cli('export', path, '-o', f'{folder}/out.svg')
    xml.etree.ElementTree.parse(f'{folder}/out.svg')


def test_a_link_stays_a_link(folder):
    path, link = drawing(folder), f'{folder}/link.trammel'
    os.symlink('drawing.trammel', link)
    with Trammel(link) as t:
        t.drag((50, 25), (60, 40))
        t.key('ctrl+s')
        t.wait('saved')
        assert not t.tell()['modified']
    assert os.readlink(link) == 'drawing.trammel'
    assert near(read_json(path)['bodies'][0]['at'][0], 60, 0.5)


def test_what_was_deleted_is_saved_again(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        os.unlink(path)
        t.key('ctrl+s')
        t.wait('saved')
    assert near(read_json(path)['bodies'][0]['at'][0], 60, 0.5)


def test_long_paths(folder):
    long = os.path.join(folder, *['d' * 60] * 4)
    os.makedirs(long)
    path = drawing(long)
    assert len(path) > 250
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        t.key('ctrl+s')
        t.wait('saved')
    assert near(read_json(path)['bodies'][0]['at'][0], 60, 0.5)


def test_a_disk_without_room(folder):
    """Nothing is lost: neither what was saved before, nor what is not saved yet."""
    path = drawing(folder)
    with open(path, 'rb') as f:
        before = f.read()
    with Trammel(path, alone=True) as t:
        t.drag((50, 25), (60, 40))
        resource.prlimit(t.process.pid, resource.RLIMIT_FSIZE, (64, 64))
        t.key('ctrl+s')
        told = t.wait('told')
        assert 'drawing.trammel' in told['what'] and path in told['why'], told
        t.xdo('mousemove', 300, 200)
        t.sync()
        t.key('Escape')
        assert t.tell()['modified']
        with open(path, 'rb') as f:
            assert f.read() == before
        assert os.listdir(folder) == ['drawing.trammel'], os.listdir(folder)



def fails(t, why):
    """A save that fails tells why, and what may cure it; nothing is lost, and closing asks."""
    t.key('ctrl+s')
    told = t.wait('told')
    assert why in told['why'] and '. ' in told['why'], told
    t.key('Escape')
    assert t.tell()['modified']
    t.xdo('key', 'ctrl+w')
    t.wait('asked')
    t.key('Escape')


def test_what_cannot_be_written_is_saved_elsewhere(folder):
    os.mkdir(f'{folder}/gone')
    path = drawing(f'{folder}/gone')
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        shutil.rmtree(f'{folder}/gone')
        fails(t, 'Its folder is not there')
        open(f'{folder}/gone', 'w').close()
        fails(t, 'Its folder is not there')
        os.unlink(f'{folder}/gone')
        t.key('ctrl+s')
        t.wait('told')
        t.key('alt+a')
        t.wait('choosing')
        type_path(t, f'{folder}/other.trammel')
        t.wait('saved')
        assert t.tell()['title'] == 'other'
    assert near(read_json(f'{folder}/other.trammel')['bodies'][0]['at'][0], 60, 0.5)


def test_a_folder_in_its_place(folder):
    path = drawing(folder)
    with Trammel(path) as t:
        t.drag((50, 25), (60, 40))
        os.unlink(path)
        os.mkdir(path)
        t.key('ctrl+s')
        assert 'found a folder' in t.wait('told')['why']
        t.key('Escape')
        assert t.tell()['modified'] and os.listdir(path) == []


def test_recent_files_are_told_apart(folder):
    paths = []
    for place, name in (('a', 'arm'), ('b_&', 'arm'), ('a', 'leg_<b>%s'), ('a', 'x' * 200)):
        os.makedirs(f'{folder}/{place}', exist_ok=True)
        paths.append(drawing(f'{folder}/{place}', DRAWING, f'{name}.trammel'))
    with Trammel(*paths, alone=True) as t:
        t.click('open-button')
        while t.text(f'recent-{len(paths) - 1}')['label'] is None:
            pass  # they are told of a little later
        shown = {t.text(f'recent-{i}')['tooltip']: t.text(f'recent-name-{i}')['label']
                 for i in range(len(paths))}
        names = [shown[path] for path in paths]
        assert names[:3] == ['arm.trammel — a', 'arm.trammel — b_&', 'leg_<b>%s.trammel'], shown
        assert len(names[3]) == 44 and names[3].endswith('x.trammel'), shown
        t.key('Escape')


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
