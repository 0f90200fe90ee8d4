#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""core_forms.py ROOT: the forms of the core's messages as C++ that lupdate reads.

A form is the literal in `phrase("…")` or of a `Form<N>`, or a word of the HTML report; it is translated in the context
CoreSentences.
"""
import json
import pathlib
import re
import sys

LITERAL = r'"(?:[^"\\]|\\.)*"'
FORM = re.compile(r'(?:\bphrase\(|\bForm<\d>(?:\s+\w+)?\s*[=({])\s*((?:' + LITERAL + r'\s*)+)')


def forms(root):
    found = {}
    for folder in ('core', 'app', 'widgets'):
        for path in sorted((root / folder).rglob('*')):
            if path.suffix not in ('.h', '.cpp') or path.name == 'message.h':
                continue
            for match in FORM.finditer(path.read_text(encoding='utf-8')):
                text = ''.join(literal[1:-1] for literal in re.findall(LITERAL, match.group(1)))
                found[text] = None
    words = json.loads((root / 'resources/report/words.json').read_text(encoding='utf-8'))
    return found | dict.fromkeys(json.dumps(text)[1:-1] for text in words.values())


def main():
    print('// Made by resources/translations/core_forms.py for lupdate.')
    print('const char* const forms[] {')
    for text in forms(pathlib.Path(sys.argv[1])):
        print(f'    QT_TRANSLATE_NOOP("CoreSentences", "{text}"),')
    print('};')


main()
