#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No two types of one namespace share a name: the linker would take the functions of either for both, and say nothing."""
import collections
import pathlib
import re
import sys

DEFINITION = re.compile(r"(?:template\s*<.*>\s*)?(?:class|struct|union|enum class|enum)\s+([A-Z]\w*)(?!\w|\s*;|\s*::)")
NAMESPACE = re.compile(r"(?:inline )?namespace\s*([\w:]*)\s*\{")


def types_of(text):
    """Qualified names of the types a file defines at namespace level; what lies in a nameless one is its own."""
    namespaces = []
    for line in text.splitlines():
        opened = NAMESPACE.match(line)
        if opened:
            namespaces.append(opened[1])
        elif line.startswith("} // namespace") and namespaces:
            namespaces.pop()
        elif (defined := DEFINITION.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, defined[1]])


def repeated(root):
    files = collections.defaultdict(set)
    for folder in ("core", "widgets", "app"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name in types_of(path.read_text(encoding="utf-8")):
                    files[name].add(path.relative_to(root))
    return {name: sorted(where) for name, where in files.items() if len(where) > 1}


def check_itself():
    first = "namespace a::b {\nstruct Part;\nstruct File {\n};\nnamespace {\nclass Hidden {\n};\n} // namespace\n} // namespace a::b\n"
    assert list(types_of(first)) == ["a::b::File"], list(types_of(first))
    assert list(types_of("namespace a {\nstruct Whole::Part {\n};\nenum class Kind : int { A };\n}\n")) == ["a::Kind"]


def main():
    check_itself()
    found = repeated(pathlib.Path(sys.argv[1]))
    for name, where in found.items():
        print(f"{name} is defined in {' and in '.join(map(str, where))}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
