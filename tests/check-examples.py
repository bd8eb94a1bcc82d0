#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-examples.py TRAMMEL-CLI: every example drawing holds, is written as we write, can be exported
and follows a hand; in TAP."""

import json
import math
import os
import pathlib
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import edges
import sources
from casecalls import call

# What a person would take hold of first, and where to: within reach.
HANDLES = {
    'bounce': ('ball.center', '10,40'),
    'chebyshev': ('pen.at', '60,80'),
    'curves': ('bead.at', '20,40'),
    'double-pendulum': ('tip.at', '60,-20'),
    'elliptical-trammel': ('pen.at', '-40,60'),
    'fitted-ellipse': ('orbit@0.4', '30,40'),
    'four-bar': ('crank.b', '0,24'),
    'gear-train': ('wheel1(15,0)', '0,15'),
    'hart': ('pen.at', '44,0'),
    'hoecken': ('pen.at', '30,72'),
    'klann': ('crankpin.at', '12,11'),
    'pantograph': ('tracer.at', '30,12'),
    'peaucellier': ('pen.at', '91.6,-30'),
    'ponytail': ('knot7.at', '-60,20'),
    'puppet': ('head(0,10)', '12,60'),
    'rack-and-pinion': ('hub.at', '30,0'),
    'roberts': ('pen.at', '-20,0'),
    'rose': ('pen.at', '30,-12'),
    'scotch-yoke': ('pin.at', '-10,28'),
    'skate': ('hook.at', '30,0'),
    'snake': ('outline@2.5', '70,70'),
    'slider-crank': ('crankpin.at', '-10,20'),
    'stephenson': ('crank.b', '20,0'),
    'strandbeest': ('crank(15,0)', '-15,3'),
    'tensegrity': ('R3.at', '25,88'),
    'theo-jansen': ('crankpin.at', '-15,3'),
    'watt': ('pen.at', '0,8'),
    'watt-six-bar': ('crank.b', '0,22'),
}

# What is known of each, all along a run of its motor: expressions of the drawing that are 0.
# Freudenstein's equation of a four-bar of ground d, crank a, coupler b, rocker c.
FREUDENSTEIN = ('{d}/{a}*cos({r}) - {d}/{c}*cos({k}) + ({a}^2 - {b}^2 + {c}^2 + {d}^2)/(2*{a}*{c})'
                ' - cos({k} - ({r}))')


def freudenstein(crank, rocker, a, b, c, d):
    return FREUDENSTEIN.format(k=crank, r=rocker, a=a, b=b, c=c, d=d)


# A ball falls 80 under g = 100 and keeps 4/5 of its speed: where it is, until the third impact.
FALL = 'sqrt(1.6)'
BOUNCE = (f'ball.y - 6 - if({FALL} - time, 80 - 50*time^2, if(2.6*{FALL} - time, '
          f'80*{FALL}*(time - {FALL}) - 50*(time - {FALL})^2, '
          f'64*{FALL}*(time - 2.6*{FALL}) - 50*(time - 2.6*{FALL})^2))')

KNOWN = {
    'bounce': [BOUNCE, 'ball.x'],
    'chebyshev': [freudenstein('left.angle', 'right.angle', 100, 40, 100, 80),
                  'if(abs(pen.y - 80) - 0.3, if(abs(pen.x - 40) - 40, 0, 1), 0)'],
    # an open belt: runs of √(80² − 12²), wrapped where the normal leans by acos (12/80); the idler on it
    'curves': ['upper.length - sqrt(80^2 - 12^2)', 'lower.length - sqrt(80^2 - 12^2)',
               'big_wrap.start - acos(12/80)', 'small_wrap.end - acos(12/80)',
               '(idler.x*(12/80) - idler.y*sqrt(1 - (12/80)^2)) - 24 - 7'],
    'double-pendulum': ['hypot(elbow.x, elbow.y) - 50',
                        'hypot(tip.x - elbow.x, tip.y - elbow.y) - 40'],
    'elliptical-trammel': ['(pen.x/70)^2 + (pen.y/42)^2 - 1'],
    'four-bar': [freudenstein('crank.angle', 'rocker.angle', 24, 60, 52, 70)],
    'gear-train': ['wheel3.rotation - 0.16*wheel1.rotation'],
    'hart': ['pen.x - 43.942195735110'],
    'hoecken': [freudenstein('crank.angle', 'rocker.angle', 18, 45, 45, 36)],
    'pantograph': ['pen.x - 2*tracer.x', 'pen.y - 2*tracer.y'],
    'peaucellier': ['pen.x - (80^2 - 30^2)/(2*30)'],
    'ponytail': ['face.x - head.x', 'hypot(band.x - head.x, band.y - head.y) - 17'],
    # its two sides move alike, and it gives way by little but stays what it was
    'puppet': ['left_upper_arm.x + right_upper_arm.x', 'left_fore_arm.y - right_fore_arm.y',
               'head.x', 'head.vx', 'if(abs(torso.area/1600 - 1) - 0.05, 1, 0)',
               'if(abs(left_fore_arm.area/240 - 1) - 0.3, 1, 0)'],
    'rack-and-pinion': ['pinion.x + 21*pinion.rotation'],
    'roberts': [freudenstein('left.angle', 'right.angle', 48, 40, 48, 80)],
    'rose': ['hypot(pen.x, pen.y) - 44*abs(cos(5*atan2(pen.y, pen.x)))'],
    'scotch-yoke': ['yoke.x - 30*cos(wheel.rotation)'],
    # the tractrix: what is towed on a taut line
    'skate': ['blade.y - 60/cosh(hook.x/60)', 'blade.x - hook.x + 60*tanh(hook.x/60)'],
    'slider-crank': ['piston.x - 25*cos(wheel.rotation) - sqrt(80^2 - (25*sin(wheel.rotation))^2)'],
    'stephenson': [freudenstein('crank.angle', 'rocker.angle', 20, 55, 45, 60)],
    # squares of struts: the cables between them are twice as stiff
    'tensegrity': ['R3.y - 3*strut/sqrt(2)', 'L1.x + strut/sqrt(8)', 'R2.y - L2.y'],
    'watt': [freudenstein('left.angle + atan2(60, 120)', 'right.angle + atan2(60, 120)', 'arm', 'link',
                          'arm', 'hypot(120, 60)'),
             'if(abs(pen.x) - 0.05, 1, 0)'],
    'watt-six-bar': [freudenstein('crank.angle', 'D.x - D.x + rocker.rotation', 22, 60, 45, 70)],
}

# Of each as a mechanism: links with the ground, freedoms with the motor off, loops.
MECHANISMS = {
    'chebyshev': (4, 1, ['double rocker']),
    'double-pendulum': (3, 2, []),
    'elliptical-trammel': (4, 1, []),
    'four-bar': (4, 1, ['crank-rocker']),
    'gear-train': (4, 1, []),
    'hart': (6, 1, ['triple rocker', 'parallelogram']),
    'hoecken': (4, 1, ['crank-rocker']),
    'klann': (6, 1, ['crank-rocker']),
    'pantograph': (5, 1, ['parallelogram']),
    'peaucellier': (8, 1, ['triple rocker', 'triple rocker', 'deltoid', 'deltoid',
                           'parallelogram']),
    'ponytail': (9, 9, []),
    'rack-and-pinion': (2, 1, []),
    'roberts': (4, 1, ['triple rocker']),
    'rose': (3, 1, []),
    'scotch-yoke': (3, 1, []),
    'skate': (2, 2, []),
    'slider-crank': (4, 1, ['slider-crank']),
    'stephenson': (6, 1, ['crank-rocker']),
    'strandbeest': (38, 1, 12*['crank-rocker'] + 6*['double rocker'] + 6*['triple rocker']),
    'tensegrity': (7, 6, []),
    'theo-jansen': (8, 1, ['crank-rocker', 'crank-rocker', 'double rocker', 'triple rocker']),
    'watt': (4, 1, ['triple rocker']),
    'watt-six-bar': (6, 1, ['crank-rocker', 'crank-rocker']),
}

# What is known of those with forces when these have come to rest. The mast, bent before, stands
# upright again. The ellipse: least squares of the
# distances, computed apart by Newton on differences. The snake: see follows_the_edge.
SETTLED = {
    'fitted-ellipse': [('orbit.u', 41.52312000934, 1e-8), ('orbit.v', 23.96714481957, 1e-8),
                       ('orbit.x', 3.752467527004, 1e-8), ('orbit.rotation', 0.494647335046, 1e-9)],
    'tensegrity': [('R3.x', 44/8**0.5, 1e-6), ('R3.y', 3*44/2**0.5, 1e-6),
                   ('L1.y', 44/2**0.5, 1e-6)],
}
BENT = {'tensegrity': 'drag R3.at 25,88 60\n'}


def meet(p, a, q, b, side):
    """Where circles about p and q of radii a and b meet: left of the way from p to q, or right."""
    d = math.dist(p, q)
    along = (a*a - b*b + d*d) / (2*d)
    off = side * math.sqrt(a*a - along*along)
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    return p[0] + along*ux - off*uy, p[1] + along*uy + off*ux


def jansen_foot(angle):
    """The holy numbers, leg by leg (T. Jansen, The Great Pretender, 2007)."""
    crank, axle = (15*math.cos(angle), 15*math.sin(angle)), (-38, -7.8)
    top = meet(crank, 50, axle, 41.5, -1)
    hip = meet(top, 55.8, axle, 40.1, -1)
    low = meet(crank, 61.9, axle, 39.3, 1)
    knee = meet(hip, 39.4, low, 36.7, -1)
    return meet(low, 49, knee, 65.7, 1)


def klann_foot(angle):
    """US patent 6 260 862, 60 mm a unit, the crank's axle in the origin."""
    crank = (0.268*math.cos(angle), 0.268*math.sin(angle))
    upper, lower = (1.366 - 1.599, 1.366 - 0.75), (1.009 - 1.599, 0.574 - 0.75)
    elbow = meet(crank, 0.59, lower, 0.3206, -1)
    knee = meet(crank, 1.1051, elbow, 0.5221, -1)
    hip = meet(knee, 0.8966, upper, 0.5177, 1)
    x, y = meet(knee, 0.8966, hip, 1.732, -1)
    return 60*x, 60*y


def one_foot(foot):
    return ['crank.angle', 'foot.x', 'foot.y'], lambda angle: [foot(angle)]


def six_feet(angle):
    """Three throws a third of a turn apart, each with a leg and its mirror image."""
    for k in range(3):
        throw = angle + 2*math.pi*k/3
        yield jansen_foot(throw)
        x, y = jansen_foot(math.pi - throw)
        yield -x, y


SIX = ['crank.rotation'] + [f'foot_{side}{k}.{axis}' for k in (1, 2, 3) for side in ('left', 'right')
                            for axis in 'xy']
FEET = {'klann': one_foot(klann_foot), 'strandbeest': (SIX, six_feet),
        'theo-jansen': one_foot(jansen_foot)}


def holds(cli, document, folder):
    result = call([cli, 'check', document, '--json'], folder, {}, 60)
    report = json.loads(result.stdout or '{}')
    if result.exit != 0 or report['redundant'] or report['conflicting']:
        return f'{result.last_words()} {result.stdout}'
    return None


def reads_back(cli, document, folder):
    (folder / 'script').write_text('save again.trammel\n')
    result = call([cli, 'run', document, '--script', 'script'], folder, {}, 60)
    if result.exit != 0 or (folder / 'again.trammel').read_bytes() != document.read_bytes():
        return f'{result.last_words()}: saved again it is another file'
    return None


def follows(cli, document, folder):
    grab, place = HANDLES[document.stem]
    result = call([cli, 'drag', document, '--grab', grab, '--to', place, '-o', 'moved.trammel'],
                  folder, {}, 60)
    if result.exit != 0 or (folder / 'moved.trammel').read_bytes() == document.read_bytes():
        return f'{result.last_words()}: it did not move'
    return None


def has_a_picture(cli, document, folder):
    result = call([cli, 'export', document, '-o', 'picture.svg'], folder, {}, 60)
    if result.exit != 0 or result.stderr:
        return result.last_words()
    ElementTree.parse(folder / 'picture.svg')
    return None


def motor_on(document, folder):
    """A copy with its motor running and all its members where they are."""
    text = document.read_text().replace('"enabled": false, ', '')
    (folder / 'running.trammel').write_text(text)
    (folder / 'start').write_text('solve\nsave running.trammel\n')


def played(cli, document, folder, columns):
    motor_on(document, folder)
    call([cli, 'run', 'running.trammel', '--script', 'start'], folder, {}, 60)
    result = call([cli, 'play', 'running.trammel', '--seconds', '4', '--fps', '30', '--record',
                   ','.join(columns), '--csv', 'played.csv'], folder, {}, 60)
    if result.exit != 0 or result.stderr:
        raise ValueError(result.last_words())
    lines = (folder / 'played.csv').read_text().splitlines()[1:]
    return [[float(x) for x in line.split(',')] for line in lines]


def is_known(cli, document, folder):
    """What is known of it holds all along a run of its motor."""
    name, off = document.stem, 0
    try:
        if name in FEET:
            columns, feet = FEET[name]
            off = max(math.dist(row[2 + 2*k:4 + 2*k], foot)
                      for row in played(cli, document, folder, columns)
                      for k, foot in enumerate(feet(row[1])))
        elif name in KNOWN:
            off = max(abs(x) for row in played(cli, document, folder, KNOWN[name]) for x in row[1:])
    except ValueError as error:
        return str(error)
    return None if off < 1e-6 else f'{off} from what is known'


def is_mechanism(cli, document, folder):
    """Links are counted right: Grübler's count is the freedom that there is."""
    if document.stem not in MECHANISMS:
        return None
    result = call([cli, 'mechanism', document, '--json'], folder, {}, 60)
    report = json.loads(result.stdout or '{}')
    if result.exit != 0:
        return result.last_words()
    links, mobility, loops = MECHANISMS[document.stem]
    found = (report['n_links'], report['mobility'], report['count'],
             sorted(loop['kind'] for loop in report['four_bars'] + report['sliders']))
    return None if found == (links, mobility, mobility, sorted(loops)) else f'it is {found}'


def settles(cli, document, folder):
    """Goals come to rest where they are known to."""
    known = SETTLED.get(document.stem, [])
    script = [f'value {expr}\n' for expr, _, _ in known]
    script += [BENT.get(document.stem, ''), 'settle\n', 'report end\n']
    (folder / 'settle').write_text(''.join(script))
    result = call([cli, 'run', document, '--script', 'settle'], folder, {}, 60)
    if result.exit != 0:
        return result.last_words()
    values = json.loads(result.stdout)['values']
    wrong = [f'{expr} is {x}, not {there}' for (expr, there, within), x in zip(known, values)
             if abs(x - there) > within]
    return '; '.join(wrong) or None


def follows_the_edge(cli, document, folder):
    """The snake lies on the edge of its pebble as that is found ray by ray: a thousandth of the area,
    and nowhere half a pixel beside it."""
    if document.stem != 'snake':
        return None
    (folder / 'edge').write_text('settle\nsave edge.trammel\n')
    result = call([cli, 'run', document, '--script', 'edge'], folder, {}, 60)
    if result.exit != 0:
        return result.last_words()
    bodies = {b['id']: b for b in json.loads((folder / 'edge.trammel').read_text())['bodies']}
    picture, curve = bodies['picture'], list(edges.spline_points(bodies['outline']['points'], 20))
    found, there = edges.Edges(picture['drawing'][0], picture['origin']), []
    middle, off = [sum(x)/len(curve) for x in zip(*curve)], 0
    for x, y in curve:
        angle, r = math.atan2(y - middle[1], x - middle[0]), math.dist((x, y), middle)
        edge = found.ridge(middle, angle, r)
        off = max(off, abs(edge - r))
        there.append((middle[0] + edge*math.cos(angle), middle[1] + edge*math.sin(angle)))
    share = edges.area(curve)/edges.area(there) - 1
    good = off < 0.5 and abs(share) < 1e-3
    return None if good else f'{off} beside the edge, of its area {share} more'


def tells_its_source(cli, document, folder):
    """What it is and where it comes from stands in the drawing."""
    return None if len(json.loads(document.read_text()).get('description', '')) > 40 else 'nothing'


def main():
    cli, number, failed = os.path.abspath(sys.argv[1]), 0, False
    for document in sorted((sources.TOP / 'data' / 'examples').glob('*.trammel')):
        with tempfile.TemporaryDirectory(prefix='trammel-example-') as passing:
            for question in (holds, tells_its_source, reads_back, follows, has_a_picture, is_known, settles,
                             follows_the_edge, is_mechanism):
                wrong = question(cli, document, pathlib.Path(passing))
                number += 1
                failed |= wrong is not None
                if wrong:
                    print('#', wrong)
                print('not ok' if wrong else 'ok', number, '-', document.stem, question.__name__)
    print(f'1..{number}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
