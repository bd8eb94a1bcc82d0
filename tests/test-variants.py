# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-variants.py TRAMMEL-CLI [NAME…]: the behaviour cases on other paper (see similarity.py), in TAP.

Each case that has a script is turned, mirrored, carried far away, enlarged and reduced, drawn with bars for
its distances, and its lists are read in another order; what its checks want of the reports has to be so every
time.
"""

import json
import math
import os
import pathlib
import random
import sys
import tempfile

import casechecks
from casecalls import call
from similarity import Similarity, map_back, map_document, map_script, with_bars

CASES = pathlib.Path(__file__).resolve().parent / 'data' / 'cases'
SLOWNESS = float(os.environ.get('TRAMMEL_SLOWNESS', '1'))
NAMES = ('ANGL-1 CONF-1 DEAD-1 DEAD-3 DEGN-1 FIXD-1 FLIP-1 FLIP-3 LINK-01 LINK-03 LINK-05 LINK-07 LINK-09 '
         'LINK-13 LINK-14 PTON-1 REDU-1 SING-1 SYMM-1 TANG-1 TANG-3 coupler-triangle '
         'let-go-at-a-change-point pen-on-a-stretched-bar').split()
PAPERS = {
    'as it is, in another order': Similarity(),
    'turned': Similarity(turn=math.radians(123.4)),
    'mirrored': Similarity(turn=math.radians(57), mirror=True),
    'enlarged': Similarity(turn=0.3, scale=1e4),
    'reduced': Similarity(turn=math.radians(77), mirror=True, scale=1e-4),
    'far away': Similarity(place=(7e3, -1.3e4)),
}
PAPERS_OF_BARS = {
    'of bars': Similarity(),
    'of very light bars': Similarity(turn=0.3, mirror=True, scale=1e-4),
    'of light bars': Similarity(turn=math.radians(77), scale=1e-3),
    'of heavy bars': Similarity(turn=0.3, scale=1e4),
    'of heavier bars': Similarity(turn=math.radians(77), scale=3e4),
    'of very heavy bars': Similarity(scale=1e5),
}


class Mapped:
    """A call's result with its reports mapped back."""

    def __init__(self, result, to):
        self.exit, self.stdout, self.stderr = result.exit, result.stdout, result.stderr
        self.last_words = result.last_words
        self.mapped = [map_back(report, to) for report in result.reports()]

    def reports(self):
        return self.mapped


def write_mapped(name, to, redraw, folder):
    """The case's documents and scripts."""
    main = json.loads((CASES / f'{name}.trammel').read_text(encoding='utf-8'))
    for path in [*CASES.glob(f'{name}.trammel'), *CASES.glob(f'{name}.*.trammel')]:
        document = redraw(map_document(json.loads(path.read_text(encoding='utf-8')), to))
        for part in ('bodies', 'constraints'):
            random.Random(7).shuffle(document[part])
        (folder / path.name).write_text(json.dumps(document), encoding='utf-8')
    for path in [*CASES.glob(f'{name}.script'), *CASES.glob(f'{name}.*.script')]:
        (folder / path.name).write_text(map_script(path.read_text(encoding='utf-8'), main, to), encoding='utf-8')


def failures(cli, name, to, redraw, folder):
    """Texts on the checks of reports that fail."""
    write_mapped(name, to, redraw, folder)
    case = json.loads((CASES / f'{name}.expect.json').read_text(encoding='utf-8'))
    results = {}
    for run in case['runs']:
        argv = [arg.replace('{case}', str(folder)) for arg in run['argv']]
        results[run['name']] = Mapped(call([cli, *argv], folder, {}, SLOWNESS * run.get('timeout', 60)), to)
    bench = casechecks.Bench(cli, folder, folder, results, SLOWNESS)
    for check in case['checks']:
        if 'file' in check or 'files' in check:
            continue
        if redraw is with_bars and check['get'] in ('dof', 'redundant', 'conflicting'):
            continue
        for wish, more in (('tol', to.slack()), ('max', 10 * to.slack()), ('min', -10 * to.slack())):
            if wish in check:
                check[wish] += more
        verdict, detail = casechecks.verdict(bench, check)
        if verdict == 'fail' and check['level'] == 'must':
            yield f'{check["why"]}: {detail}'


def main():
    cli, names = os.path.abspath(sys.argv[1]), sys.argv[2:] or NAMES
    failed, number = False, 0
    for at, name in enumerate(names):
        variants = [(paper, to, dict) for paper, to in PAPERS.items()]
        variants += [(paper, to, with_bars) for paper, to in PAPERS_OF_BARS.items()]
        if SLOWNESS > 1:  # a sanitizer looks at the way, which is much the same on all papers
            variants = variants[at % 4::4]
        for paper, to, redraw in variants:
            with tempfile.TemporaryDirectory(prefix='trammel-variant-') as folder:
                wrong = list(failures(cli, name, to, redraw, pathlib.Path(folder)))
            number += 1
            failed |= bool(wrong)
            print(*(f'# {text[:300]}' for text in wrong), sep='\n', end='\n' if wrong else '')
            print(f'{"not ok" if wrong else "ok"} {number} - {name} {paper}', flush=True)
    print(f'1..{number}')
    sys.exit(failed)


main()
