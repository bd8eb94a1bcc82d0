#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""The command line: verbs, options, exit statuses, what is written and what is not.

test-cli.py CLI prints TAP."""

import json
import math
import os
import subprocess
import sys

import tap

CLI = os.path.abspath(sys.argv[1])
VERBS = ['check', 'solve', 'settle', 'drag', 'run', 'play', 'export', 'import', 'thumbnail',
         'velocity', 'mechanism', 'explain', 'bench']
SOLVERS = ['auto', 'tree', 'block', 'serial', 'auxiliary', 'cg', 'dense']


def end(body, **where):
    return {'body': body, **where}


BAR = {'trammel': 1, 'bodies': [
    {'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [3, 4]},
    {'id': 'r', 'kind': 'segment', 'a': [3, 4], 'b': [8, 4]}], 'constraints': [
    {'id': 'n', 'kind': 'nail', 'a': end('s', point='a'), 'at': [0, 0]},
    {'id': 'j', 'kind': 'attach', 'a': end('s', point='b'), 'b': end('r', point='a')},
    {'id': 'l', 'kind': 'length', 'a': 's', 'value': 5},
    {'id': 'k', 'kind': 'length', 'a': 'r', 'value': 5}]}
ROUND = {'trammel': 1, 'bodies': [
    {'id': 'c', 'kind': 'circle', 'center': [1, 2], 'radius': 3},
    {'id': 'g', 'kind': 'rigid', 'position': [6, 2], 'rotation': 0.3, 'length': 4}],
    'constraints': [
    {'id': 'j', 'kind': 'attach', 'a': end('c', t=0), 'b': end('g', local=[-2, 0])},
    {'id': 'q', 'kind': 'radius', 'a': 'c', 'value': 3}]}
CURVE = {'trammel': 1, 'bodies': [
    {'id': 'b', 'kind': 'bezier', 'points': [[0, 0], [1, 3], [4, 3], [5, 0]]},
    {'id': 'p', 'kind': 'point', 'at': [0, 0]}], 'constraints': [
    {'id': 'j', 'kind': 'attach', 'a': end('b', point='point0'), 'b': end('p', point='at')}]}
CONFLICT = {'trammel': 1, 'bodies': [{'id': 'p', 'kind': 'point', 'at': [3, 0]}], 'constraints': [
    {'id': 'a', 'kind': 'fix', 'a': 'p', 'what': 'x', 'value': 3},
    {'id': 'b', 'kind': 'fix', 'a': 'p', 'what': 'x', 'value': 4}]}
TIMED = {'trammel': 1, 'bodies': [{'id': 'n', 'kind': 'number', 'value': 0}], 'constraints': [
    {'id': 'v', 'kind': 'drive', 'what': 'n', 'value': '3*time'}]}
TURNING = {'trammel': 1, 'bodies': [{'id': 's', 'kind': 'segment', 'a': [0, 0], 'b': [5, 0]}],
           'constraints': BAR['constraints'][:1] + BAR['constraints'][2:3] + [
    {'id': 'motor', 'kind': 'drive', 'what': 's.angle', 'value': 'pi*time'}],
    'traces': [{'id': 'path', 'a': end('s', point='b')}]}
STUCK = dict(TURNING, constraints=TURNING['constraints'] + [
    {'id': 'stop', 'kind': 'limit', 'what': 's.by', 'max': 3}])

# The motion under one force, solved densely from the written definitions.
VELOCITIES = [
    ('bar', ['r.b', '1,2'],
     {'s': {'ax': 0, 'ay': 0, 'bx': 0.09696969696969697, 'by': -0.07272727272727271},
      'r': {'ax': 0.09696969696969697, 'ay': -0.07272727272727272, 'bx': 0.09696969696969707,
            'by': 0.8}},
     {'n': [-0.27272727272727265, -0.3636363636363636],
      'j': [0.515151515151515, 0.1818181818181818], 'l': [-0.4545454545454544],
      'k': [-0.7575757575757576]}),
    ('round', ['g(2,0)', '0,1'],
     {'c': {'x': 0.01235565529881446, 'y': 0.003822052071604535, 'radius': 0},
      'g': {'x': -0.058224653875564955, 'y': 0.2319890039353143,
            'rotation': 0.11941706114070076}},
     {'j': [0.23289861550225982, 0.07204398425874275], 'q': [-0.23289861550225982]}),
    ('curve', ['b@0.5', '0,2'],
     {'b': {'x0': 0, 'y0': 0.02887328902819595, 'x1': 0, 'y1': 0.4462473637361824, 'x2': 0,
            'y2': 0.4462473637361824, 'x3': 0, 'y3': 0.032643375489672964},
      'p': {'x': 0, 'y': 0.02887328902819595}},
     {'j': [0, -0.02887328902819595]}),
]

CHECK_KEYS = ['bodies', 'constraints', 'unknowns', 'equations', 'rank', 'dof', 'worst',
              'redundant', 'conflicting', 'conflicts', 'undefined', 'components']


def call(*args, **environment):
    return subprocess.run([CLI, *args], capture_output=True, text=True,
                          env=os.environ | environment)


def near(a, b, within=1e-12):
    """Whether two JSON values agree, numbers to within."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(near(a[k], b[k], within) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(near(x, y, within) for x, y in zip(a, b))
    return math.isclose(a, b, rel_tol=0, abs_tol=within)


def write(name, content):
    with open(name, 'w', encoding='utf-8') as f:
        f.write(content if isinstance(content, str) else json.dumps(content))


def read(name):
    with open(name, encoding='utf-8') as f:
        return f.read()


def test_help():
    general = call('--help')
    assert general.returncode == 0 and not general.stderr
    for verb in VERBS:
        assert verb in general.stdout
        said = call(verb, '--help')
        assert said.returncode == 0 and verb in said.stdout and not said.stderr
    version = call('--version')
    assert version.returncode == 0 and version.stdout.startswith('trammel-cli ')
    alone = call()
    assert (alone.returncode, alone.stdout, alone.stderr) == (2, '', general.stdout)


def test_refused():
    """Nothing done, nothing written, a message on standard error."""
    write('empty.trammel', '')
    write('move.script', 'dance\n')
    calls = [['dance', 'bar.trammel'], ['check'], ['check', 'bar.trammel', 'bar.trammel'],
             ['check', 'none.trammel'], ['check', 'empty.trammel'], ['check', '.'],
             ['check', 'bar.trammel', '--colour'], ['check', 'bar.trammel', '--json=yes'],
             ['solve', 'bar.trammel', '-o'], ['solve', 'none.trammel', '-o', 'out.trammel'],
             ['drag', 'bar.trammel'], ['drag', 'bar.trammel', '--grab', 'r.b'],
             ['drag', 'bar.trammel', '--grab', 'r.q', '--to', '1,2', '-o', 'out.trammel'],
             ['drag', 'bar.trammel', '--grab', 'r.b', '--to', '1', '-o', 'out.trammel'],
             ['drag', 'bar.trammel', '--grab', 'r.b', '--to', '1,nan', '-o', 'out.trammel'],
             ['drag', 'bar.trammel', '--grab', 'r.b', '--to', '1,2', '--frames', '-1'],
             ['drag', 'bar.trammel', '--grab', 'r.b', '--to', '1,2', '--frames', '1.5'],
             ['run', 'bar.trammel'], ['run', 'bar.trammel', '--script', 'none.script'],
             ['run', 'bar.trammel', '--script', 'move.script', '-o', 'out.trammel'],
             ['play', 'bar.trammel', '--seconds', 'soon'],
             ['export', 'bar.trammel'], ['export', 'bar.trammel', '-o', 'out.doc'],
             ['import', 'bar.trammel', '-o', 'out.trammel'], ['import', 'none.svg', '-o', 'out.trammel'],
             ['import', 'bar.svg'], ['import', 'bar.svg', '-o', 'out.trammel', '--units', 'ell'],
             ['velocity', 'bar.trammel', '--pull', 's.b'], ['velocity', 'bar.trammel', '--pull', 'r.b'],
             ['velocity', 'bar.trammel', '--pull', 'r.b', 'up'], ['bench', 'nothing', '5'],
             ['mechanism', 'bar.trammel', '--drive', 'l'], ['mechanism', 'none.trammel'],
             ['solve', 'bar.trammel', '-o', 'none/out.trammel']]
    for args in calls:
        said = call(*args)
        assert said.returncode == 2, (args, said)
        assert said.stderr.startswith('trammel-cli: ') and not said.stdout, (args, said)
    assert not os.path.exists('out.trammel') and not os.path.exists('out.doc')


def test_script_line():
    write('bad.script', '# one\nreport fine\n\ndrag r.b 1,2\nreport never\n')
    write('out.trammel', 'as it was')
    said = call('run', 'bar.trammel', '--script', 'bad.script', '-o', 'out.trammel')
    assert said.returncode == 2 and 'bad.script:4: ' in said.stderr, said
    assert said.stdout.count('\n') == 1 and read('out.trammel') == 'as it was'
    os.remove('out.trammel')


def test_script_stream():
    """Scripts come from pipes too; a NUL in one is told, with its place."""
    said = subprocess.run([CLI, 'run', 'bar.trammel', '--script', '/dev/stdin'],
                          input='report piped\n', capture_output=True, text=True)
    assert said.returncode == 0 and json.loads(said.stdout)['label'] == 'piped', said
    os.mkfifo('pipe')
    writer = subprocess.Popen(['sh', '-c', 'echo report fifo > pipe'])
    said = call('run', 'bar.trammel', '--script', 'pipe')
    assert writer.wait() == 0 and json.loads(said.stdout)['label'] == 'fifo', said
    write('nul.script', 'report one\nrep\0ort two\n')
    said = call('run', 'bar.trammel', '--script', 'nul.script')
    assert said.returncode == 2 and not said.stdout, said
    assert said.stderr == 'trammel-cli: nul.script:2:4: expected no NUL character\n', said
    said = call('run', 'bar.trammel', '--script', '/dev/zero')
    assert said.returncode == 2 and 'at most 64 MiB' in said.stderr, said


def test_messages():
    """What was expected, and where."""
    texts = {'{': "1:1: expected string or '}', found the end",
             '{"trammel" 1}': """1:12: expected ':', found "1\"""",
             '{"trammel": tru}': '1:15: expected a value, found "tru"',
             '{"a": 1, "a": 2}': '1:12: expected each member once, found "a"',
             '{} x': '1:4: expected the end, found "x"',
             '{"a": "\t"}': '1:7: expected no control character in a string'}
    for text, message in texts.items():
        write('bad.trammel', text)
        said = call('check', 'bad.trammel')
        assert said.returncode == 2, said
        assert said.stderr == 'trammel-cli: bad.trammel:' + message + '\n', said
    said = call('bench', 'foo')
    assert said.returncode == 2 and 'expected chain, ' in said.stderr, said
    assert 'found "foo"' in said.stderr, said


def has_locale(name):
    say = 'import locale; locale.setlocale(locale.LC_ALL, ""); print(locale.localeconv()["decimal_point"])'
    return subprocess.run([sys.executable, '-c', say], capture_output=True, text=True,
                          env=os.environ | {'LC_ALL': name}).stdout.strip() == ','


def test_language():
    """What the program says is the same under every locale: words, and the numbers in them."""
    broken = [dict(BAR, bodies=[{'id': 's', 'kind': 'segment', 'a': [0]}]),
              dict(BAR, bodies=[{'id': 's', 'kind': 'blob'}]), dict(BAR, trammel=7),
              dict(TIMED, constraints=[dict(TIMED['constraints'][0], value='3*(time')]),
              dict(TIMED, constraints=[dict(TIMED['constraints'][0], value='sinn(time)')]),
              dict(TIMED, constraints=[dict(TIMED['constraints'][0], value='min(1)')]),
              dict(TIMED, constraints=[dict(TIMED['constraints'][0], value='rod*time')]),
              '{"trammel": 1,', '[1, 2']
    calls = [['check', 'none.trammel'], ['check', '.'], ['dance'], ['check', '--help'],
             ['check', 'round.trammel'], ['explain', 'bar.trammel', 'l'],
             ['drag', 'bar.trammel', '--grab', 's.q', '--to', '1,2', '-o', 'said.trammel'],
             ['drag', 'curve.trammel', '--grab', 'b@1.5', '--to', '1,2', '-o', 'said.trammel'],
             ['export', 'round.trammel', '-o', 'said.svg', '--page', '5.5x5.5'],
             ['export', 'round.trammel', '-o', 'said.png', '--dpi', '99999.5',
              '--scale', '10'],
             ['export', 'round.trammel', '-o', 'said.doc']]
    for i, document in enumerate(broken):
        write(f'said{i}.trammel', document)
        calls.append(['check', f'said{i}.trammel'])
    for german in ['de_DE.UTF-8'] if has_locale('de_DE.UTF-8') else []:
        for args in calls:
            plain, other = (call(*args, LC_ALL=locale, LANGUAGE='de') for locale in ('C', german))
            assert plain.stdout == other.stdout and plain.stderr == other.stderr, other
            assert plain.returncode == other.returncode and plain.stdout + plain.stderr, args


def test_far():
    """What a solve or a drag leaves can be read again."""
    far = {'trammel': 1, 'bodies': [{'id': 'p', 'kind': 'point', 'at': [1, 2]},
                                    {'id': 'q', 'kind': 'point', 'at': [3, 2]}], 'constraints': [
        {'id': 'c', 'kind': 'equation', 'expr': 'p.x - 1e7*q.x', 'op': '='},
        {'id': 'l', 'kind': 'equation', 'expr': 'q.x - 1e6', 'op': '='}]}
    write('far.trammel', far)
    assert call('solve', 'far.trammel', '-o', 'out.trammel').returncode == 1
    assert call('check', 'out.trammel').returncode == 1
    del far['constraints'][1]
    far['bodies'][0]['at'] = [3e7, 0]
    write('far.trammel', far)
    said = call('drag', 'far.trammel', '--grab', 'q.at', '--to', '5e6,0', '--frames', '3',
                '-o', 'out.trammel')
    assert said.returncode == 0, said
    assert call('check', 'out.trammel').returncode == 0
    os.remove('out.trammel')


def test_status():
    assert call('check', 'bar.trammel').returncode == 0
    assert call('check', 'conflict.trammel').returncode == 1
    said = call('solve', 'conflict.trammel', '-o', 'out.trammel', '--json')
    assert said.returncode == 1 and os.path.exists('out.trammel')
    report = json.loads(said.stdout)
    assert report['conflicts'] == [['a', 'b']] and report['conflicting'] == ['a', 'b']
    assert abs(report['state']['p']['x'] - 3.5) < 1e-7
    os.remove('out.trammel')


def test_reports():
    checked = json.loads(call('check', 'bar.trammel', '--json').stdout)
    assert list(checked) == CHECK_KEYS
    assert (checked['unknowns'], checked['equations'], checked['dof']) == (8, 6, 2)
    solved = json.loads(call('solve', 'bar.trammel', '--json', '--multipliers').stdout)
    assert list(solved) == CHECK_KEYS + ['state', 'multipliers']
    assert list(solved['multipliers']) == ['n', 'j', 'l', 'k']
    assert [len(v) for v in solved['multipliers'].values()] == [2, 2, 1, 1]
    dragged = json.loads(call('drag', 'bar.trammel', '--grab', 'r.b', '--to', '30,0', '--json',
                              '--multipliers').stdout)
    for key in CHECK_KEYS + ['state', 'multipliers', 'residual']:
        assert key in dragged, key
    assert abs(dragged['state']['r']['bx'] - 10) < 1e-6
    assert dragged['multipliers']['l'][0] < 0 and dragged['multipliers']['k'][0] < 0  # tension
    assert call('solve', 'bar.trammel').stdout  # and a line or two for people


def test_velocity():
    for name, pull, velocity, multipliers in VELOCITIES:
        for solver in SOLVERS:
            said = call('velocity', name + '.trammel', '--pull', *pull, '--solver', solver)
            assert said.returncode == (name == 'round'), said  # which does not hold as it stands
            report = json.loads(said.stdout)
            assert near(report['velocity'], velocity), (name, solver, report)
            assert near(report['multipliers'], multipliers), (name, solver, report)


def test_solvers():
    """Each way to solve systems leads to the same place, by itself."""
    write('drag.script', 'drag s.b 0,5 10\nreport end\n')
    for verb in (['drag', '--grab', 's.b', '--to', '0,5', '--json'], ['solve', '--json'],
                 ['run', '--script', 'drag.script']):
        states = {}
        for solver in SOLVERS:
            said = call(verb[0], 'bar.trammel', *verb[1:], '--solver', solver)
            assert said.returncode == 0, (verb, solver, said)
            states[solver] = json.loads(said.stdout)['state']
        assert all(near(states[s], states['auto']) for s in SOLVERS), states
    for solver, path in (('auto', 'tree'), ('tree', 'tree'), ('block', 'block'), ('serial', 'tree'),
                         ('dense', 'dense'), ('auxiliary', 'auxiliary'), ('cg', 'cg')):
        said = json.loads(call('bench', 'chain', '9', '--seconds', '0.01', '--solver', solver).stdout)
        assert said['path'] == path and said['residual'] < 1e-12, said
    for solver in SOLVERS:
        said = call('bench', 'drag-chain', '4', '--seconds', '0.1', '--solver', solver)
        assert json.loads(said.stdout)['worst_residual'] < 1e-9, said
    for workload in ('chain', 'btree', 'rtree', 'star'): # 0 with another allocator
        for n in ('54', '2000'):
            said = json.loads(call('bench', workload, n, '--seconds', '0.01').stdout)
            assert said['bytes_per_body'] <= 600, said
    for args in (['solve', 'bar.trammel', '-o', 'out.trammel'], ['bench', 'chain', '9']):
        said = call(*args, '--solver', 'luck')
        assert said.returncode == 2 and '--solver luck: expected auto, ' in said.stderr, said
    refused = {('ladder', '9', '--solver', 'tree'): 'takes trees only',
               ('chain', '20000', '--solver', 'dense'): 'bench chain 20000: this is too large for',
               ('chainloop', '9'): 'bench chainloop: expected at least 10 bodies, found 9',
               ('conflicting', '29', '--loops', '5'): 'expected --loops of at most 4, found 5'}
    for args, message in refused.items():
        said = call('bench', *args)
        assert said.returncode == 2 and message in said.stderr, said
    said = call('bench', 'conflicting', '29', '--loops', '4', '--seconds', '0.01')
    assert said.returncode == 0, said


def test_minus():
    """A number that begins with a minus sign is no option."""
    said = call('drag', 'bar.trammel', '--grab', 'r.b', '--to', '-3,-4', '--json')
    assert said.returncode == 0, said
    state = json.loads(said.stdout)['state']['r']
    assert near([state['bx'], state['by']], [-3, -4], 1e-6)
    said = call('velocity', 'bar.trammel', '--pull', 'r.b', '-.5,-1')
    assert said.returncode == 0, said


def test_log():
    said = call('drag', 'bar.trammel', '--grab', 'r.b', '--to', '7,3', '--frames', '7', '--log',
                'log.csv')
    assert said.returncode == 0, said
    rows = read('log.csv').splitlines()
    assert rows[0] == 'frame,time,x,y,residual,iterations,milliseconds'
    numbers = [[float(x) for x in row.split(',')] for row in rows[1:]]
    assert len(numbers) >= 8 and [int(row[0]) for row in numbers] == list(
        range(1, len(numbers) + 1))
    assert all(abs(row[1] - row[0] / 60) < 1e-12 for row in numbers)
    assert near(numbers[-1][2:4], [7, 3], 1e-6)


def test_output():
    """-o writes in one piece, over the input too, and the same bytes every time."""
    write('in.trammel', read('bar.trammel'))
    args = ['--grab', 'r.b', '--to', '6,-5', '-o']
    first = call('drag', 'bar.trammel', *args, 'one.trammel', '--json')
    second = call('drag', 'in.trammel', *args, 'in.trammel', '--json')
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout and read('one.trammel') == read('in.trammel')
    assert not [f for f in os.listdir('.') if 'tmp' in f.lower() or f.startswith('.')]
    again = call('check', 'one.trammel', '--json')
    assert again.returncode == 0 and json.loads(again.stdout)['worst'] < 1e-9
    write('s.script', 'drag r.b 2,9 30\nreport a\ndrag r.b 20,9 30\nvalue s.angle\nreport b\n')
    said = {call('run', 'bar.trammel', '--script', 's.script').stdout for _ in range(2)}
    assert len(said) == 1


def test_play():
    said = call('play', 'timed.trammel', '--seconds', '2', '-o', 'played.trammel')
    assert said.returncode == 0, said
    played = json.loads(read('played.trammel'))
    assert abs(played['bodies'][0]['value'] - 6) < 1e-9
    assert abs(played['world']['time'] - 2) < 1e-9


def rows_of(name):
    return [[float(x) for x in row.split(',')] for row in read(name).splitlines()[1:]]


def test_frames():
    said = call('play', 'turning.trammel', '--seconds', '0.5', '--fps', '8', '--record',
                's.angle, hypot(s.bx,s.by)', '--csv', 'turning.csv', '--frames', 'pictures',
                '--json', '-o', 'turned.trammel')
    assert said.returncode == 0, said.stderr
    report = json.loads(said.stdout)
    assert report['frames'] == 4 and report['time'] == 0.5 and report['stalled'] == []
    assert read('turning.csv').splitlines()[0] == 'time,s.angle,"hypot(s.bx,s.by)"'
    rows = rows_of('turning.csv')
    assert [row[0] for row in rows] == [0.125, 0.25, 0.375, 0.5], rows
    for time, angle, length in rows:
        assert abs(math.remainder(angle - math.pi * time, 2 * math.pi)) < 1e-9
        assert abs(length - 5) < 1e-9
    pictures = sorted(os.listdir('pictures'))
    assert pictures == [f'frame-000{i}.svg' for i in range(1, 5)], pictures
    heads = {read(os.path.join('pictures', name)).split('<g')[0].split('viewBox')[1]
             for name in pictures}
    assert len(heads) == 1, heads  # one page for them all
    traced = [read(os.path.join('pictures', name)).count(' ') for name in pictures]
    assert traced[0] < traced[3]  # each with the trace as far as it has come
    refused = call('play', 'turning.trammel', '--record', 's.angel', '--csv', 'turning.csv')
    assert refused.returncode == 2 and 's.angel' in refused.stderr


def test_gif():
    said = call('play', 'turning.trammel', '--seconds', '0.5', '--fps', '8', '--gif', 'turning.gif')
    assert said.returncode == 0 and not said.stderr, said
    with open('turning.gif', 'rb') as f:
        gif = f.read()
    assert gif[:6] == b'GIF89a' and b'NETSCAPE2.0' in gif and gif[-1:] == b';'
    delays = [gif[i + 4] + 256*gif[i + 5] for i in range(len(gif) - 8) if gif[i:i + 3] == b'!\xf9\x04']
    assert delays == [13, 12, 13, 12], delays  # hundredths of a second; 50 of them in all
    refused = call('play', 'turning.trammel', '--gif', 'none/turning.gif')
    assert refused.returncode == 2 and 'none/turning.gif' in refused.stderr


def test_drives_that_are_off():
    """Nothing moves, which is said with its cure; --drives is the cure."""
    asleep = json.loads(json.dumps(TURNING))
    asleep['constraints'] = [c | {'enabled': c['kind'] != 'drive'} for c in asleep['constraints']]
    write('asleep.trammel', asleep)
    said = call('play', 'asleep.trammel', '--seconds', '0.5', '--json')
    assert said.returncode == 0 and '--drives' in said.stderr, said.stderr
    assert json.loads(said.stdout)['state']['s']['by'] == 0
    said = call('play', 'asleep.trammel', '--seconds', '0.5', '--json', '--drives')
    assert said.returncode == 0 and not said.stderr, said.stderr
    assert abs(json.loads(said.stdout)['state']['s']['by'] - 5) < 1e-9


def test_stalled():
    said = call('play', 'stuck.trammel', '--seconds', '0.75', '--json')
    assert said.returncode == 1 and 'drive s.angle' in said.stderr, said.stderr
    report = json.loads(said.stdout)
    assert report['stalled'] == ['motor'], report
    assert abs(report['state']['s']['by'] - 3) < 1e-4


def test_traces():
    write('script', 'export before.svg\nplay 1 30\nexport after.svg\n')
    assert call('run', 'turning.trammel', '--script', 'script').returncode == 0
    assert 'id="path"' not in read('before.svg') and 'id="path"' in read('after.svg')


def rates(document, *options):
    write('rates.trammel', document)
    said = call('velocity', 'rates.trammel', *options)
    assert said.returncode == 0, said.stderr
    return json.loads(said.stdout)


def bar(name, a, b):
    return {'id': name, 'kind': 'segment', 'a': list(a), 'b': list(b)}


def length(name, of, value):
    return {'id': name, 'kind': 'length', 'a': of, 'value': value}


def slider_crank(r, l, angle, drive):
    """Crank c about the origin, rod r, its end b on the x axis."""
    s, c = math.sin(angle), math.cos(angle)
    return {'trammel': 1, 'bodies': [
        {'id': 'c', 'kind': 'rigid', 'position': [0, 0], 'rotation': angle, 'length': r},
        bar('r', (r*c, r*s), (r*c + math.sqrt(l*l - r*r*s*s), 0))], 'constraints': [
        {'id': 'n', 'kind': 'nail', 'a': end('c', point='origin'), 'at': [0, 0]},
        {'id': 'j', 'kind': 'attach', 'a': end('c', local=[r, 0]), 'b': end('r', point='a')},
        length('l', 'r', l), {'id': 'y', 'kind': 'fix', 'a': 'r', 'what': 'by', 'value': 0},
        {'id': 'd', 'kind': 'drive', 'what': 'c.rotation', 'value': drive}]}


def test_slider_crank():
    r, l, angle, speed, gain = 25, 80, 0.7, 3, 0.5
    s, c = math.sin(angle), math.cos(angle)
    root = math.sqrt(l*l - r*r*s*s)
    found = rates(slider_crank(r, l, angle, '0.7+3*time+0.25*time^2'), '--acceleration', '--at',
                  'r.b')
    first = -r*s - r*r*s*c/root
    second = -r*c - r*r*(c*c - s*s)/root - r**4*s*s*c*c/root**3
    assert near(found['point'], {'at': [r*c + root, 0], 'velocity': [first*speed, 0],
                                 'acceleration': [second*speed**2 + first*gain, 0]}, 1e-9), found
    assert abs(found['acceleration']['r']['ax'] + r*c*speed**2 + r*s*gain) < 1e-9


def four_bar(d, a, b, c, angle):
    """Crank s, coupler m, rocker r on pivots (0, 0) and (d, 0): the crank's pin, the coupler's end
    above the ground, and the drawing."""
    pin = (a*math.cos(angle), a*math.sin(angle))
    far = math.hypot(pin[0] - d, pin[1])
    rocker = math.atan2(pin[1], pin[0] - d) - math.acos((c*c + far*far - b*b) / (2*c*far))
    joint = (d + c*math.cos(rocker), c*math.sin(rocker))
    return pin, joint, {'trammel': 1, 'bodies': [
        bar('s', (0, 0), pin), bar('m', pin, joint), bar('r', (d, 0), joint)], 'constraints': [
        {'id': 'n', 'kind': 'nail', 'a': end('s', point='a'), 'at': [0, 0]},
        {'id': 'o', 'kind': 'nail', 'a': end('r', point='a'), 'at': [d, 0]},
        {'id': 'j', 'kind': 'attach', 'a': end('s', point='b'), 'b': end('m', point='a')},
        {'id': 'k', 'kind': 'attach', 'a': end('m', point='b'), 'b': end('r', point='b')},
        length('l', 's', a), length('p', 'm', b), length('q', 'r', c)]}


def test_four_bar():
    d, a, b, c, angle, speed = 70, 24, 60, 52, 1.1, 2
    pin, joint, drawing = four_bar(d, a, b, c, angle)
    rocker = math.atan2(joint[1], joint[0] - d)
    coupler = math.atan2(joint[1] - pin[1], joint[0] - pin[0])
    w3 = a*speed*math.sin(rocker - angle) / (b*math.sin(coupler - rocker))
    w4 = a*speed*math.sin(angle - coupler) / (c*math.sin(rocker - coupler))
    a4 = (a*speed**2*math.cos(coupler - angle) + b*w3**2
          - c*w4**2*math.cos(coupler - rocker)) / (c*math.sin(rocker - coupler))
    drawing['constraints'].append(
        {'id': 'v', 'kind': 'drive', 'what': 's.angle', 'value': '1.1+2*time'})
    found = rates(drawing, '--acceleration')
    arm = (joint[0] - d, joint[1])
    velocity, acceleration = found['velocity']['r'], found['acceleration']['r']
    assert abs(velocity['bx'] + w4*arm[1]) < 1e-9 and abs(velocity['by'] - w4*arm[0]) < 1e-9
    assert abs(acceleration['bx'] + a4*arm[1] + w4**2*arm[0]) < 1e-9, (acceleration, a4)
    assert abs(acceleration['by'] - a4*arm[0] + w4**2*arm[1]) < 1e-9


def test_loads():
    point = {'id': 'p', 'kind': 'point', 'at': [0, 0]}
    wheel = {'id': 'g', 'kind': 'rigid', 'position': [9, 0], 'rotation': 0, 'length': 2}
    found = rates({'trammel': 1, 'bodies': [point, wheel], 'forces': [
        {'id': 'f', 'kind': 'push', 'a': end('p', point='at'), 'force': [3, -1]},
        {'id': 'w', 'kind': 'torque', 'a': 'g', 'value': 4},
        {'id': 'v', 'kind': 'gravity', 'g': [0, -10]}]}, '--pull', 'p.at', '0.5,0')
    assert near(found['velocity'], {'p': {'x': 3.5, 'y': -11},
                                    'g': {'x': 0, 'y': -10, 'rotation': 2}}), found


# A pendulum under gravity, law of masses: at rest, level, it starts to fall with g; its pin bears
# nothing along the bar, and what the far end's mass does not need.
def test_joint_forces():
    found = rates({'trammel': 1, 'bodies': [bar('s', (0, 0), (5, 0))], 'constraints': [
        {'id': 'n', 'kind': 'nail', 'a': end('s', point='a'), 'at': [0, 0]},
        length('l', 's', 5)],
        'world': {'law': 'second-order', 'density': 3, 'gravity': [0, -10]}}, '--acceleration')
    assert near(found['acceleration']['s'], {'ax': 0, 'ay': 0, 'bx': 0, 'by': -10}), found
    assert near(found['forces'], {'n': [0, 75], 'l': [0]}, 1e-9), found


# At rest, masses weigh nothing: what a load on the far end asks of joints and motor, by statics.
def test_loaded_joints():
    r, l, angle, load = 25, 80, 0.7, 12
    s, c = math.sin(angle), math.cos(angle)
    root = math.sqrt(l*l - r*r*s*s)
    held = dict(slider_crank(r, l, angle, '0.7'), world={'law': 'second-order'}, forces=[
        {'id': 'p', 'kind': 'push', 'a': end('r', point='b'), 'force': [-load, 0]}])
    found = rates(held, '--acceleration')['forces']
    side = load*r*s/root  # the slide bears what the rod's slope makes of the load
    assert near(found['l'], [load*l/root], 1e-9), found
    assert near(found['y'], [side], 1e-9), found
    assert near(found['n'], [load, -side], 1e-9), found
    assert near(found['d'], [load*(-r*s - r*r*s*c/root)], 1e-9), found

    d, a, b, c, angle = 70, 24, 60, 52, 1.1
    pin, joint, drawing = four_bar(d, a, b, c, angle)
    drawing['constraints'].append(
        {'id': 'v', 'kind': 'drive', 'what': 's.angle', 'value': '1.1'})
    load = (7, -3)
    held = dict(drawing, world={'law': 'second-order'}, forces=[
        {'id': 'load', 'kind': 'push', 'a': end('r', point='b'), 'force': load}])
    found = rates(held, '--acceleration')['forces']
    # moments about the rocker's foot give the coupler's force, that about the crank's the torque
    arm, along = (joint[0] - d, joint[1]), ((joint[0] - pin[0])/b, (joint[1] - pin[1])/b)
    thrust = -(arm[0]*load[1] - arm[1]*load[0]) / (arm[0]*along[1] - arm[1]*along[0])
    torque = thrust*(pin[0]*along[1] - pin[1]*along[0])
    assert near(found['p'], [thrust], 1e-9), (found, thrust)
    assert near(found['v'], [torque], 1e-9), (found, torque)


# A crank-rocker and its textbook's numbers; the same for people.
def test_mechanism():
    d, a, b, c = 7, 2, 5, 6
    crank, joint, drawing = four_bar(d, a, b, c, 1.1)
    write('mechanism.trammel', drawing)
    said = call('mechanism', 'mechanism.trammel', '--json')
    found = json.loads(said.stdout)
    assert said.returncode == 0 and not said.stderr
    assert (found['mobility'], found['count'], found['drive'], found['sliders']) == (1, 1, None, [])
    loop, = found['four_bars']
    assert loop['links'] == ['ground', 's', 'm', 'r'] and loop['input_turn'] is True, loop
    assert loop['kind'] == 'crank-rocker' and loop['grashof'] and not loop['floats']
    near_d, far_d = (math.acos((d*d + c*c - x*x)/(2*d*c)) for x in (b - a, b + a))
    assert near(loop['output_turn'], [math.pi - far_d, math.pi - near_d], 1e-9), loop
    low, high = (math.acos((b*b + c*c - x*x)/(2*b*c)) for x in (d - a, d + a))
    assert near([loop['transmission_least'], loop['transmission_most']], [low, high], 1e-9), loop
    assert near(loop['input_angle'], 1.1, 1e-9)
    assert [p['of'] for p in loop['dead_points']] == ['output', 'output']
    pole, = (p for p in found['poles'] if p['links'] == ['ground', 'm'])
    arm = (joint[0] - d, joint[1])
    along = d*arm[1]/(crank[0]*arm[1] - crank[1]*arm[0])
    assert near(pole['at'], [along*crank[0], along*crank[1]], 1e-9), pole
    text = call('mechanism', 'mechanism.trammel').stdout
    assert 'crank-rocker' in text and 'instant centres' in text and '= 1' in text, text


TESTS = [test_help, test_refused, test_script_line, test_script_stream, test_messages,
         test_language, test_far, test_status, test_reports, test_velocity, test_solvers,
         test_minus, test_log, test_output, test_play, test_frames, test_gif, test_stalled,
         test_traces, test_slider_crank, test_four_bar, test_loads, test_joint_forces,
         test_loaded_joints, test_mechanism]


def write_documents():
    documents = {'bar': BAR, 'round': ROUND, 'curve': CURVE, 'conflict': CONFLICT, 'timed': TIMED,
                 'turning': TURNING, 'stuck': STUCK}
    for name, document in documents.items():
        write(name + '.trammel', document)


tap.run(TESTS, write_documents)
