# SPDX-FileCopyrightText: 2026 The Trammel developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""C source as the checks see it: functions, and variables that live as long as the program."""

import re

NOISE = re.compile(
    r'//[^\n]*'
    r'|/\*.*?\*/'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])*'"
    r'|^[ \t]*#(?:\\\n|[^\n])*',
    re.DOTALL | re.MULTILINE)
FUNCTION = re.compile(r'^(\w+) \((?:(?!\n\n)[^;{}])*\)\n\{\n(?:.*?\n)??\}$', re.DOTALL | re.MULTILINE)
MACRO_CALL = re.compile(r'\s*[A-Z][A-Z0-9_]{3,}\s*\(')
# `static` inside a function, up to its initial value.
LOCAL_STATIC = re.compile(r'^[ \t]+(static\b[^;={]*)', re.MULTILINE)
NOT_VARIABLES = re.compile(r'(?:typedef|_Static_assert|static_assert)\b')
ONLY_A_TYPE = re.compile(r'(?:static |const )*(?:struct|union|enum)\s*\w*\s*(?:\{\})?$')


def bare(text):
    """The text with comments, strings and preprocessor lines blanked out, every offset kept."""
    return NOISE.sub(lambda m: re.sub(r'[^\n]', ' ', m[0]), text)


def line_at(text, offset):
    return text.count('\n', 0, offset) + 1


def functions(text):
    """(name, first line, last line) of each function, from its name to its closing brace."""
    for m in FUNCTION.finditer(text):
        yield m[1], line_at(text, m.start()), line_at(text, m.end() - 1)


def declarations(text):
    """(offset, text) of what stands outside of functions, the insides of braces left out."""
    depth = parens = 0
    start, kept = 0, ''
    for m in re.finditer(r'[(){};]|[^(){};]+', text):
        piece = m[0]
        if not kept.strip():
            start, kept = m.start(), ''
        depth -= piece == '}'
        if depth == 0:
            kept += piece
        depth += piece == '{'
        parens += (piece == '(') - (piece == ')')
        if depth or parens:
            continue
        if piece == ';':
            yield start, kept[:-1]
            kept = ''
        elif piece == '}' and '=' not in kept and re.search(r'\)\s*\{\}$', kept):
            kept = ''  # the end of a function


def without_macro_calls(declaration):
    """G_DEFINE_TYPE (…) and the like end without a semicolon and stick to what follows."""
    while m := MACRO_CALL.match(declaration):
        depth, end = 1, m.end()
        while depth and end < len(declaration):
            depth += {'(': 1, ')': -1}.get(declaration[end], 0)
            end += 1
        declaration = declaration[end:]
    return declaration


def is_mutable(declarator):
    """Whether `static const char *names[3]`, without its initial value, can be assigned to."""
    declarator = re.sub(r'\[[^\]]*\]', '', declarator)
    if m := re.search(r'\(\s*\*(\s*const)?', declarator):
        return not m[1]
    tail = declarator.rsplit('*', 1)[-1]
    return re.search(r'\bconst\b', tail) is None


def mutable_variables(text):
    """(line, declaration) of each variable outside of functions, or static in one, not const."""
    clean = bare(text)
    for start, whole in declarations(clean):
        declaration = without_macro_calls(whole).strip()
        start += whole.find(declaration) if declaration else 0
        declarator = ' '.join(declaration.split('=')[0].split())
        is_prototype = '(' in declarator and not re.search(r'\(\s*\*[^()]*\)\s*\(', declarator)
        if (not declarator or is_prototype or NOT_VARIABLES.match(declarator)
                or ONLY_A_TYPE.match(declarator)):
            continue
        if is_mutable(declarator):
            yield line_at(clean, start), declarator
    for m in LOCAL_STATIC.finditer(clean):
        if '(' not in m[1] and is_mutable(m[1]):
            yield line_at(clean, m.start(1)), ' '.join(m[1].split())
