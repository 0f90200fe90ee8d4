#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""citations.py SOURCE: every document that a source cites is in the tree, with the section that is named.

A citation is `docs/NAME.md SECTION` or `docs/formats/NAME.md SECTION[, SECTION...]`. SECTION is the number of a heading, or of a
row or item below it: `docs/formats/comparison.md 8a.3` is row 3 of section 8a. Pages under docs/formats and docs/contract.md,
docs/window.md are cited with a section."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
NUMBER = r"\d+[a-z]?(?:\.\d+)*"
CITATION = re.compile(rf"docs/((?:formats/)?[\w-]+\.md)((?:,? (?:and )?{NUMBER}(?![\w-]))*)")
UNNAMED = re.compile(r"§|(?<![\w/.-])(?:ascend-dump-binary|mindspore-dump|msprobe-dump|ascendcl-capture|llm-era) \d|[Ww]indow design")
wrong = []


def sections(page):
    """Numbers of headings, and of the rows and items below them."""
    found, heading = set(), ""
    for line in page.read_text().split("\n"):
        if title := re.match(rf"#+ ({NUMBER})[. ]", line):
            heading = title[1].rstrip(".")
            found.add(heading)
        elif item := re.match(r"(?:\| )?(\d+)(?:\.| \|) ", line):
            found.add(f"{heading}.{item[1]}")
        found.update(f"{heading}.{number}" for number in re.findall(r"(?<=[.?] )(\d+)\. ", line))
    return found


pages = {str(page.relative_to(root / "docs")): sections(page) for page in (root / "docs").rglob("*.md")}
numbered = {name for name in pages if name.startswith("formats/") or name in ("contract.md", "window.md")}
count = 0
for folder in ("app", "cmake", "core", "installer", "resources", "tests", "widgets"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".h", ".cpp", ".sh", ".py", ".txt", ".cmake") and path.name != "README.md":
            continue
        if path.is_dir() or path.parent == root / "tests/style":
            continue
        # A comment goes on in its next line.
        text = re.sub(r"\n\s*(?:///?<?|#) ?", " ", path.read_text(errors="replace"))
        where = path.relative_to(root)
        wrong += [f"{where}: {text[max(0, m.start() - 40):m.end() + 20]}: names no file" for m in UNNAMED.finditer(text)]
        for name, cited in CITATION.findall(text):
            count += 1
            numbers = re.findall(NUMBER, cited)
            if name not in pages:
                wrong.append(f"{where}: docs/{name} is not there")
            elif name in numbered and not numbers:
                wrong.append(f"{where}: docs/{name} is cited without a section")
            wrong += [f"{where}: docs/{name} has no section {n}" for n in numbers if n not in pages.get(name, {n})]

print("\n".join(wrong) or f"{count} citations resolve")
sys.exit(1 if wrong else 0)
