#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Printed to a file by the print dialog itself: in true size, over several sheets, as large as one
sheet; paper and choices are kept."""

import os
import sys

from drive import SETTINGS, Trammel, drawing, near, run_tests

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from pdfmeasure import pages  # noqa: E402

MM = 25.4 / 72
SQUARE = '''{"trammel": 1, "units": "mm", "bodies": [
  {"id": "q", "kind": "polyline", "closed": true, "points": [[0, 0], [100, 0], [100, 100], [0, 100]],
   "style": {"width": 0.5}},
  {"id": "dot", "kind": "circle", "center": [50, 50], "radius": 20}]}
'''
# Two lines of 600 mm, one above the other.
LONG = '''{"trammel": 1, "units": "cm", "bodies": [
  {"id": "a", "kind": "segment", "a": [0, 0], "b": [60, 0]},
  {"id": "b", "kind": "segment", "a": [0, 10], "b": [60, 10]}]}
'''


def started(folder, text, **choices):
    """With A4 as the last paper, margins of 10 mm, and what was chosen at another time."""
    os.makedirs(f'{folder}/config/glib-2.0/settings')
    page = {'PPDName': "'A4'", 'Name': "'iso_a4'", 'DisplayName': "'A4'", 'Width': 210.0,
            'Height': 297.0, 'MarginTop': 10.0, 'MarginBottom': 10.0, 'MarginLeft': 10.0,
            'MarginRight': 10.0, 'Orientation': "'portrait'"}
    with open(f'{folder}/config/glib-2.0/settings/keyfile', 'w') as f:
        f.write('[org/trammel/Trammel]\nprint-page={')
        f.write(', '.join(f"'{key}': <{value}>" for key, value in page.items()) + '}\n')
        f.writelines(f'print-{key}={value}\n' for key, value in choices.items())
    os.makedirs(f'{folder}/config/gtk-4.0')
    with open(f'{folder}/config/gtk-4.0/settings.ini', 'w') as f:
        f.write(SETTINGS + 'gtk-print-backends=file\n')
    return Trammel(drawing(folder, text), environment={
        'GSETTINGS_BACKEND': 'keyfile', 'XDG_CONFIG_HOME': f'{folder}/config'})


def is_whole(path):
    with open(path, 'rb') as f:
        return f.read().rstrip().endswith(b'%%EOF')


def print_to_file(t, folder):
    """The first and only printer; GTK proposes a name beside the drawing's own, and writes the
    file piece by piece as the program goes on."""
    t.wait('printing')
    t.sync()
    t.key('Tab')
    t.key('Down')
    t.key('alt+p')
    assert t.wait('printed')['done']
    for _ in range(100):
        t.sync()
        if is_whole(f'{folder}/drawing.pdf'):
            return
    raise AssertionError('the file was not finished')


def printed(folder):
    return list(pages(f'{folder}/drawing.pdf'))


def size(page):
    x0, y0, x1, y1 = page.box()
    return (x1 - x0) * MM, (y1 - y0) * MM


def test_true_size(folder):
    """In the middle of the paper, to a hundredth of a millimetre; then the selection alone."""
    with started(folder, SQUARE) as t:
        t.key('ctrl+p')
        print_to_file(t, folder)
        page, = printed(folder)
        w, h = size(page)
        assert near(w, 100, 0.01) and near(h, 100, 0.01), (w, h)
        x0, y0, x1, y1 = page.box()
        assert near((x0 + x1) / 2 * MM, 105, 0.01) and near((y0 + y1) / 2 * MM, 148.5, 0.01)
        assert near(page.width * MM, 210, 0.01) and near(page.height * MM, 297, 0.01)


def test_sheets_that_are_joined(folder):
    """Laid over each other by 10 mm they are the drawing; each carries its marks."""
    with started(folder, LONG) as t:
        t.act('win.print-preview')
        said = t.wait('print-preview')
        assert (said['rows'], said['columns'], said['shown'], said['scale']) == (1, 4, 4, 1), said
        t.sync()
        assert '4' in t.text('print-result')['label'], t.text('print-result')
        t.click('preview-print')
        print_to_file(t, folder)
    sheets = printed(folder)
    assert len(sheets) == 4, len(sheets)
    overhang = (4 * 180 + 10 - 600.0) / 2  # what is left over on both sides
    for i, page in enumerate(sheets):
        long = [p for p in page.paths if len(p) == 2 and abs(p[0][0] - p[1][0]) * MM > 50]
        first, second = ([q for x, y in p for q in ((x * MM - 10) + 180 * i,)] for p in long)
        assert near(abs(long[0][0][1] - long[1][0][1]) * MM, 100, 0.01), long
        for x in first, second:
            assert min(x) <= max(overhang, 180 * i) + 0.01, (i, x)
            assert max(x) >= min(overhang + 600, 180 * i + 190) - 0.01, (i, x)
        ticks = sorted({round(x * MM - 10, 2) for p in page.paths if p not in long for x, _ in p})
        assert ticks == [5.0] * (i > 0) + [185.0] * (i < 3), (i, ticks)


def test_as_large_as_one_sheet(folder):
    """190 mm of the 210 take ink; the choice of the last time stands."""
    with started(folder, LONG, size="'fit'") as t:
        t.act('win.print-preview')
        said = t.wait('print-preview')
        assert (said['rows'], said['columns']) == (1, 1) and near(said['scale'], 190 / 600, 1e-3)
        t.sync()
        t.click('preview-print')
        print_to_file(t, folder)
    page, = printed(folder)
    assert near(size(page)[0], 190, 0.01), size(page)


if __name__ == '__main__':
    sys.exit(run_tests(globals()))
