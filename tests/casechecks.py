# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks of a behaviour case: what each speaks of, and what it wants of that.

`get` names the quantity, or is a list of such names:
    exit stderr seconds rss_mb      of the call `run`
    same_stdout                     of the calls `runs`: the same output and exit status
    same_bytes                      of the written `files`
    text                            of the written `file`, whole
    bodies[id=P].at[0] …            a path into the saved document `file`
    svg.width_mm …                  a measure of the picture `svg` (see svgmeasure.py)
    column.NAME                     of the table `log`: `stat` max or median, divided by that of `over`
    damage                          what goes wrong with spoiled copies of `document` (casedamage.py)
    finite                          of the reports: no number in them is infinite or none
    unchanged_points                of the reports: the points, `but` some, are where `document` has them
    state.P.x values[0] max_step["K.at"] …     a path into the reports of `run`
Reports are those labelled `at` (a label, a list of labels, "*": all). With `span` the `ranges` over the
frames count as well as the values; `agg` (least, most) is over the ranges of all of them.

Wanted are one or more of the members of WANTS. `optional`: nothing there is no failure; `if_exit`: only
where the call ended so.
"""

import dataclasses
import json
import math
import pathlib
import re
import xml.etree.ElementTree

import casedamage
import svgmeasure
from casecalls import strict_json

STEP = re.compile(r'\.?(?P<name>[A-Za-z_]\w*)|\["(?P<quoted>[^"]*)"\]|\[(?P<index>\d+)\]'
                  r'|\[(?P<each>\*)\]|\[(?P<key>\w+)=(?P<value>[^\]]*)\]')
VALUE = re.compile(r'values\[(\d+)\]')


class Missing(Exception):
    """There is no such quantity; the text says where it was looked for."""


@dataclasses.dataclass
class Bench:
    """Where the checks of one case look."""
    cli: str
    cases: pathlib.Path
    folder: pathlib.Path
    results: dict
    slowness: float

    def path(self, name):
        """A file of the case, or one that a call was to write."""
        path = pathlib.Path(name.replace('{case}', str(self.cases)))
        path = path if path.is_absolute() else self.folder / path
        if not path.exists():
            raise Missing(f'{name} was not written')
        return path


# What a check speaks of

def dig(value, path):
    """A path such as a.b[0]["c d"][id=P][*].e into JSON."""
    at = 0
    while at < len(path):
        m = STEP.match(path, at)
        if m is None:
            raise ValueError(f'a path that cannot be read: {path}')
        at = m.end()
        try:
            if m['each']:
                return [dig(one, path[at:]) for one in value]
            if m['key']:
                value = next(one for one in value if one.get(m['key']) == m['value'])
            elif m['index']:
                value = value[int(m['index'])]
            else:
                value = value[m['name'] or m['quoted']]
        except (KeyError, IndexError, TypeError, StopIteration):
            raise Missing(f'no {path}') from None
    return value


def dig_all(value, get):
    return dig(value, get) if isinstance(get, str) else [dig(value, path) for path in get]


def is_finite(value):
    if isinstance(value, dict):
        return all(map(is_finite, value.values()))
    if isinstance(value, list):
        return all(map(is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def column(path, name, stat):
    """One figure of a column of a CSV table with a header."""
    head, *rows = [line.split(',') for line in path.read_text().splitlines() if line.strip()]
    values = sorted(float(row[head.index(name)]) for row in rows)
    return {'max': values[-1], 'median': values[len(values) // 2]}[stat]


def column_ratio(bench, check):
    name, stat = check['get'].partition('.')[2], check['stat']
    value = column(bench.path(check['log']), name, stat)
    return value / column(bench.path(check['over']), name, stat) if 'over' in check else value


def moved_points(bench, check, report):
    document = json.loads(bench.path(check['document']).read_text(encoding='utf-8'))
    return [body['id'] for body in document['bodies'] if body['id'] not in check['but']
            and dig_all(report, [f'state.{body["id"]}.{c}' for c in 'xy']) != body['at']]


def chosen_reports(bench, check):
    reports = bench.results[check['run']].reports()
    at = check.get('at', '*')
    if None in reports:
        raise Missing('a report that is no JSON')
    labels = [at] if isinstance(at, str) else at
    chosen = [r for r in reports if at == '*' or r['label'] in labels]
    if len(chosen) < len(labels):
        raise Missing(f'no report {at}')
    return chosen


def from_reports(bench, check):
    get, reports = check['get'], chosen_reports(bench, check)
    if 'agg' in check:
        ranges = [r['ranges'][int(VALUE.fullmatch(get)[1])] for r in reports if 'ranges' in r]
        if not ranges:
            raise Missing('no ranges in the reports')
        pick = min if check['agg'] == 'least' else max
        yield '*', pick(bound for both in ranges for bound in both)
        return
    for report in reports:
        label = report['label']
        if get == 'finite':
            yield label, is_finite(report)
        elif get == 'unchanged_points':
            yield label, moved_points(bench, check, report)
        else:
            yield label, dig_all(report, get)
        m = VALUE.fullmatch(get) if check.get('span') else None
        if m and int(m[1]) < len(report.get('ranges', [])):
            for bound in report['ranges'][int(m[1])]:
                yield f'{label}, over its frames', bound


def subjects(bench, check):
    """(place, value) of everything that a check speaks of; Missing where there is nothing."""
    get = check['get']
    if get == 'damage':
        limit = bench.slowness * check['seconds']
        yield check['damage'], casedamage.complaints(bench.cli, bench.folder, bench.path(check['document']),
                                                     check['damage'], check['exit_in'], limit)
    elif get == 'same_bytes':
        yield 'files', len({bench.path(name).read_bytes() for name in check['files']}) == 1
    elif get == 'same_stdout':
        yield 'output', len({(r.stdout, r.exit) for r in map(bench.results.get, check['runs'])}) == 1
    elif get == 'text':
        yield check['file'], bench.path(check['file']).read_text(encoding='utf-8', errors='replace')
    elif isinstance(get, str) and get.startswith('column.'):
        yield check['log'], column_ratio(bench, check)
    elif isinstance(get, str) and get.startswith('svg.'):
        yield check['svg'], svgmeasure.measure(bench.path(check['svg']), get.partition('.')[2])
    elif 'file' in check:
        yield check['file'], dig_all(strict_json(bench.path(check['file']).read_text(encoding='utf-8')), get)
    elif get in ('exit', 'stderr', 'seconds', 'rss_mb'):
        yield get, getattr(bench.results[check['run']], get)
    else:
        yield from from_reports(bench, check)


# What it wants of that

def flat(value):
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, list) else [value]


def is_near(value, wanted, tolerances):
    """Equal, numbers within a tolerance (one for all, or one for each)."""
    value, wanted, tolerances = flat(value), flat(wanted), flat(tolerances)
    if len(tolerances) == 1:
        tolerances *= len(wanted)
    if len(value) != len(wanted):
        return False
    for a, b, tolerance in zip(value, wanted, tolerances):
        numbers = all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in (a, b))
        if not (abs(a - b) <= tolerance if numbers else a == b):
            return False
    return True


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def as_sets(lists):
    return sorted(sorted(map(str, one)) for one in lists)


# Name of the wish -> whether a value fulfils it, given what stands there and the tolerance.
WANTS = {
    'is': is_near,
    'one_of': lambda v, w, tol: any(is_near(v, one, tol) for one in w),
    'min': lambda v, w, tol: is_number(v) and v >= w,
    'max': lambda v, w, tol: is_number(v) and v <= w,
    'above': lambda v, w, tol: is_number(v) and v > w,
    'below': lambda v, w, tol: is_number(v) and v < w,
    'set': lambda v, w, tol: as_sets([v]) == as_sets([w]),
    'sets': lambda v, w, tol: as_sets(v) == as_sets(w),
    'subset_of': lambda v, w, tol: set(v) <= set(w),
    'superset_of': lambda v, w, tol: set(v) >= set(w),
    'empty': lambda v, w, tol: v == [],
    'nonempty': lambda v, w, tol: isinstance(v, list) and v != [],
    'count': lambda v, w, tol: isinstance(v, list) and len(v) == w,
    'has': lambda v, w, tol: any(is_near(one, w, tol) for one in v),
    'exit_in': lambda v, w, tol: v in w,
    'matches': lambda v, w, tol: re.search(w, v) is not None,
    'not_matches': lambda v, w, tol: re.search(w, v) is None,
}
# What wants no more than to be so, or to be an empty list of complaints.
PLAIN = {'finite': True, 'same_bytes': True, 'same_stdout': True, 'svg.valid': True,
         'damage': [], 'unchanged_points': []}


def complaint(check, value, slowness):
    """None where the value is as wanted, else a text."""
    if isinstance(check['get'], str) and check['get'] in PLAIN:
        return None if value == PLAIN[check['get']] else f'not so: {value}'
    timed = check['get'] in ('seconds', 'column.milliseconds') and 'over' not in check
    wishes = [want for want in WANTS if want in check]
    if not wishes:
        raise ValueError('a check that wants nothing')
    for want in wishes:
        wanted = check[want] * slowness if timed else check[want]
        if not WANTS[want](value, wanted, check.get('tol', 0)):
            return f'wanted {want} {wanted}, got {str(value)[:200]}'
    return None


def verdict(bench, check):
    """('ok' or 'fail' or 'skip', the reason)."""
    runs = check.get('runs', [check['run']] if 'run' in check else [])
    if any(run not in bench.results for run in runs):
        return 'skip', 'its locale is not here'
    if 'if_exit' in check and bench.results[check['run']].exit != check['if_exit']:
        return 'skip', f'only where the call ends with {check["if_exit"]}'
    place = 'nothing there'
    try:
        for place, value in subjects(bench, check):
            if wrong := complaint(check, value, bench.slowness):
                return 'fail', f'{place}: {wrong}'
    except Missing as absent:
        words = bench.results[check['run']].last_words() if 'run' in check else ''
        return 'skip' if check.get('optional') else 'fail', f'{absent}; {words}'
    except (ValueError, TypeError, ArithmeticError, xml.etree.ElementTree.ParseError) as bad:
        return 'fail', f'{place}: cannot be judged: {bad}'
    return 'ok', ''
