#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later

"""Velocities, accelerations and forces against closed forms, at random places of random linkages.

test-rates.py CLI prints TAP. Complex numbers are places; w and e the drive's speed and acceleration.
Forces are those on the first of the two things that a constraint holds; a bar's is a thrust."""

import cmath
import json
import math
import os
import random
import subprocess
import sys

import tap

CLI = os.path.abspath(sys.argv[1])
ROUNDS = 15
WITHIN = 1e-9


def rates(document, *options):
    with open('rates.trammel', 'w', encoding='utf-8') as f:
        json.dump(document, f)
    said = subprocess.run([CLI, 'velocity', 'rates.trammel', '--acceleration', *options],
                          capture_output=True, text=True)
    assert said.returncode == 0, (said, document)
    return json.loads(said.stdout)


def end(body, **where):
    return {'body': body, **where}


def pair(z):
    return [z.real, z.imag]


def nail(name, a, at):
    return {'id': name, 'kind': 'nail', 'a': a, 'at': pair(at)}


def attach(name, a, b):
    return {'id': name, 'kind': 'attach', 'a': a, 'b': b}


def length(name, of, value):
    return {'id': name, 'kind': 'length', 'a': of, 'value': value}


def bar(name, a, b):
    return {'id': name, 'kind': 'segment', 'a': pair(a), 'b': pair(b)}


def rigid(name, at, rotation, long):
    return {'id': name, 'kind': 'rigid', 'position': pair(at), 'rotation': rotation, 'length': long}


def drive(what, angle, w, e):
    return {'id': 'd', 'kind': 'drive', 'what': what,
            'value': f'{angle!r} + {w!r}*time + {e / 2!r}*time^2'}


def masses(document, density, gravity):
    return dict(document, world={'law': 'second-order', 'density': density,
                                 'gravity': [0, -gravity]})


def agree(found, wanted):
    for x, y in zip(found, wanted, strict=True):
        assert abs(x - y) <= WITHIN * (1 + abs(y)), (found, wanted)


def moving(found, place, velocity, acceleration):
    point = found['point']
    agree(point['at'], pair(place))
    agree(point['velocity'], pair(velocity))
    agree(point['acceleration'], pair(acceleration))


def random_drive(r):
    return r.uniform(-3.1, 3.1), r.uniform(-4, 4), r.uniform(-5, 5)


def slider_crank(r):
    """Crank c of a about the origin, rod s of l to a slider at the height h0."""
    a, offset = r.uniform(5, 30), r.uniform(-20, 20)
    l = (a + abs(offset)) * r.uniform(1.2, 3)
    angle, w, e = random_drive(r)
    pin = cmath.rect(a, angle)
    h = pin.imag - offset
    root = math.sqrt(l*l - h*h)
    first = -pin.imag - h*pin.real/root  # x', x'' by the crank's angle
    second = -pin.real - (pin.real**2 - h*pin.imag)/root - (h*pin.real)**2/root**3
    document = {'trammel': 1, 'bodies': [
        rigid('c', 0, angle, a), bar('s', pin, complex(pin.real + root, offset))], 'constraints': [
        nail('n', end('c', point='origin'), 0),
        attach('j', end('c', local=[a, 0]), end('s', point='a')), length('l', 's', l),
        {'id': 'y', 'kind': 'fix', 'a': 's', 'what': 'by', 'value': offset},
        drive('c.rotation', angle, w, e)]}
    return document, (a, l, h, root, pin, first, second, w, e)


def test_slider_crank():
    """Offset: the slider's line passes beside the crank's axle."""
    r = random.Random(1)
    for _ in range(ROUNDS):
        document, (a, l, h, root, pin, first, second, w, e) = slider_crank(r)
        moving(rates(document, '--at', 's.b'), complex(pin.real + root, pin.imag - h),
               complex(first*w, 0), complex(second*w*w + first*e, 0))


def test_slider_crank_forces():
    """Masses m of half the rod at its ends; the motor's torque is what changes their energy."""
    r = random.Random(2)
    for _ in range(ROUNDS):
        document, (a, l, h, root, pin, first, second, w, e) = slider_crank(r)
        density, g = r.uniform(0.2, 3), r.uniform(0, 20)
        found = rates(masses(document, density, g))['forces']
        m, wheel = density*l/2, density*a**3/4
        weight = complex(0, m*g)
        push = m*(second*w*w + first*e)  # on the slider, along its line
        along = complex(root, -h)/l
        thrust = push*l/root
        held = m*pin*(1j*e - w*w) + weight + thrust*along  # what the crank does to the rod
        agree(found['l'], [thrust])
        agree(found['y'], [m*g + thrust*h/l])
        agree(found['j'], pair(-held))
        agree(found['n'], pair(held + complex(0, density*a*g)))
        agree(found['d'], [(wheel + m*a*a + m*first**2)*e + m*first*second*w*w + m*g*pin.real])


def test_inverted_slider_crank():
    """The crank's pin runs in a slotted lever that swings about (d, 0)."""
    r = random.Random(3)
    for _ in range(ROUNDS):
        a = r.uniform(5, 30)
        d = a * r.uniform(1.3, 3)
        angle, w, e = random_drive(r)
        pin = cmath.rect(a, angle)
        p, p1, p2 = pin - d, 1j*w*pin, (1j*e - w*w)*pin
        turn, lever = cmath.phase(p), d + 2*a
        z1, z2 = p.conjugate()*p1, p.conjugate()*p2
        square = abs(p)**2
        swing = z1.imag/square
        faster = z2.imag/square - 2*z1.real*z1.imag/square**2
        document = {'trammel': 1, 'bodies': [
            rigid('c', 0, angle, a), bar('s', d, d + cmath.rect(lever, turn))], 'constraints': [
            nail('n', end('c', point='origin'), 0), nail('o', end('s', point='a'), d),
            length('l', 's', lever), attach('j', end('c', local=[a, 0]),
                                            end('s', slide=abs(p)/lever)),
            drive('c.rotation', angle, w, e)]}
        tip = cmath.rect(lever, turn)
        moving(rates(document, '--at', 's.b'), d + tip, 1j*swing*tip,
               (1j*faster - swing**2)*tip)


def four_bar(r):
    """Crank a, coupler b, rocker c on pivots 0 and d, of any kind that closes where it stands."""
    while True:
        d, a, b, c = (r.uniform(10, 60) for _ in range(4))
        angle, w, e = random_drive(r)
        pin = cmath.rect(a, angle)
        far = abs(pin - d)
        if abs(b - c) + 3 < far < b + c - 3:
            break
    bend = math.acos((c*c + far*far - b*b) / (2*c*far))
    rocker = cmath.phase(pin - d) + r.choice((-1, 1))*bend
    joint = d + cmath.rect(c, rocker)
    coupler = cmath.phase(joint - pin)
    # the closed loop i w a + i w3 b = i w4 c, and once more
    w3 = a*w*math.sin(rocker - angle) / (b*math.sin(coupler - rocker))
    w4 = a*w*math.sin(angle - coupler) / (c*math.sin(rocker - coupler))
    left = pin*(1j*e - w*w) - w3*w3*(joint - pin) + w4*w4*(joint - d)
    e4 = (left*cmath.rect(1, -coupler)).real / (c*math.sin(coupler - rocker))
    e3 = (left*cmath.rect(1, -rocker)).real / (b*math.sin(coupler - rocker))
    return (d, a, b, c, angle, coupler, rocker), (pin, joint), (w, w3, w4), (e, e3, e4)


def bars(pin, joint, d, a, b, c):
    """The same four-bar of segments, without a motor."""
    return {'trammel': 1, 'bodies': [
        bar('s', 0, pin), bar('m', pin, joint), bar('r', d, joint)], 'constraints': [
        nail('n', end('s', point='a'), 0), nail('o', end('r', point='a'), d),
        attach('j', end('s', point='b'), end('m', point='a')),
        attach('k', end('m', point='b'), end('r', point='b')),
        length('l', 's', a), length('p', 'm', b), length('q', 'r', c)]}


def test_four_bar():
    """A point that the coupler carries."""
    r = random.Random(4)
    for _ in range(ROUNDS):
        (d, a, b, c, angle, coupler, _), (pin, joint), (w, w3, _), (e, e3, _) = four_bar(r)
        local = complex(r.uniform(-40, 40), r.uniform(-40, 40))
        arm = local*cmath.rect(1, coupler)
        document = {'trammel': 1, 'bodies': [
            bar('s', 0, pin), rigid('m', pin, coupler, b), bar('r', d, joint)], 'constraints': [
            nail('n', end('s', point='a'), 0), nail('o', end('r', point='a'), d),
            attach('j', end('s', point='b'), end('m', point='origin')),
            attach('k', end('m', local=[b, 0]), end('r', point='b')),
            length('l', 's', a), length('q', 'r', c), drive('s.angle', angle, w, e)]}
        moving(rates(document, '--at', f'm({local.real!r},{local.imag!r})'), pin + arm,
               1j*w*pin + 1j*w3*arm, (1j*e - w*w)*pin + (1j*e3 - w3*w3)*arm)


def test_four_bar_forces():
    """Bars weigh at their ends: the coupler's thrust by moments about the rocker's foot, the motor's
    torque by the energy."""
    r = random.Random(5)
    for _ in range(ROUNDS):
        (d, a, b, c, angle, coupler, rocker), (pin, joint), (w, _, w4), (e, _, e4) = four_bar(r)
        density, g = r.uniform(0.2, 3), r.uniform(0, 20)
        document = bars(pin, joint, d, a, b, c)
        document['constraints'].append(drive('s.angle', angle, w, e))
        found = rates(masses(document, density, g))['forces']
        at_pin, at_joint = density*(a + b)/2, density*(b + c)/2
        arm, along = joint - d, cmath.rect(1, coupler)
        moment = at_joint*(c*c*e4 + g*arm.real)
        thrust = moment / (arm.conjugate()*along).imag
        torque = at_pin*(a*a*e + g*pin.real) + thrust*(pin.conjugate()*along).imag
        agree(found['p'], [thrust])
        agree(found['d'], [torque])
        # the same by power, where it moves at all
        agree([w*torque], [at_pin*w*(a*a*e + g*pin.real) + at_joint*w4*(c*c*e4 + g*arm.real)])
        # what the rocker's foot bears keeps the joint on its circle
        ground = at_joint*((1j*e4 - w4*w4)*arm) + complex(0, at_joint*g) - thrust*along
        agree(found['o'], pair(ground + complex(0, density*c*g/2)))


def turned(report):
    """How far the crank has come, the bend between coupler and rocker, the drives that stand."""
    s, m, r = ([complex(x['bx'] - x['ax'], x['by'] - x['ay']) for x in [report['state'][name]]][0]
               for name in 'smr')
    return cmath.phase(s), (m.conjugate()*r).imag, report['stalled']


def dead_ends(d, a, b, c):
    """The angles to either side at which coupler and rocker come to lie in line."""
    at = [(a*a + d*d - x*x)/(2*a*d) for x in (b + c, abs(b - c))]
    return [math.acos(x) for x in at if -1 < x < 1]


def off(x, y):
    return abs(math.remainder(x - y, 2*math.pi))


def test_dead_centres():
    """A motor turns a crank on and on. It goes where it is led, or stands at a dead end and says so;
    no bend is turned inside out; and where it could come back to the motor it does."""
    r = random.Random(6)
    n_stood = 0
    for _ in range(ROUNDS):
        (d, a, b, c, angle, _, _), (pin, joint), (w, _, _), _ = four_bar(r)
        stops = dead_ends(d, a, b, c)
        if min(stops, default=1) < 0.2 or max(stops, default=1) > math.pi - 0.2:
            continue  # so short a gap is gone over in a step
        document = bars(pin, joint, d, a, b, c)
        document['constraints'].append(drive('s.angle', angle, w, 0))
        with open('stops.trammel', 'w', encoding='utf-8') as f:
            json.dump(document, f)
        with open('stops.script', 'w', encoding='utf-8') as f:
            f.write('play 0.1\nreport here\n'*50)
        said = subprocess.run([CLI, 'run', 'stops.trammel', '--script', 'stops.script'],
                              capture_output=True, text=True)
        seen = [turned(json.loads(line)) for line in said.stdout.splitlines()]
        assert len(seen) == 50, said
        for i, (at, bend, stands) in enumerate(seen):
            led = angle + w*(i + 1)/10
            assert bend*seen[0][1] > 0, (document, i)
            if not stands:
                assert off(at, led) < 1e-9, (document, i)
            elif i + 1 < 50 and off(at, seen[i + 1][0]) < 1e-9:  # stands, and does not hurry after
                n_stood += 1
                assert min(off(abs(at), stop) for stop in stops) < 1e-4, (document, i)
        if not stops:
            assert not any(stands for _, _, stands in seen), document
    assert n_stood > 20, n_stood


TESTS = [test_slider_crank, test_slider_crank_forces, test_inverted_slider_crank, test_four_bar,
         test_four_bar_forces, test_dead_centres]


tap.run(TESTS)
