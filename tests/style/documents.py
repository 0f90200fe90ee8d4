#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""documents.py SOURCE: what the documents show is what the project holds.

Code in docs/extending.md equals the files of tests/extending; every relative link of a document leads somewhere; the
sentences of docs/window.md 10 are those of the catalogue."""
import pathlib
import re
import sys
import xml.etree.ElementTree

root = pathlib.Path(sys.argv[1])
wrong = []

shown = re.findall(r"```cpp\n(.*?)```", (root / "docs/extending.md").read_text(), re.S)
files = {path.read_text().split("\n", 1)[1]: path for path in (root / "tests/extending").glob("*.cpp")
         if not path.name.startswith("tst_")}
wrong += [f"docs/extending.md does not show {path.name} as it is" for text, path in files.items() if text not in shown]
if len(shown) != len(files):
    wrong.append(f"docs/extending.md shows {len(shown)} files, tests/extending has {len(files)}")

catalogue = {message.findtext("source"): message.findtext("translation")
             for message in xml.etree.ElementTree.parse(root / "resources/translations/dumpscope_zh_CN.ts").iter("message")}
rows = re.findall(r"^\|[^|]*\|[^|]+\| (.+?) \| (.+?) \|$",
                  (root / "docs/window.md").read_text().split("## 10. ")[1].split("\n## ")[0], re.M)
wrong += [f"docs/window.md 10: the window does not say {english!r}, {chinese!r}"
          for english, chinese in rows[1:] if catalogue.get(english.replace("\\|", "|")) != chinese]
if len(rows) < 40:
    wrong.append("docs/window.md 10 has lost its sentences")

documents = [root / "README.md", *root.glob("docs/**/*.md"), *root.glob("resources/help/*/*.md")]
for document in documents:
    text = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(), flags=re.S)
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in link and not (document.parent / link).exists() and not link.startswith("help:"):
            wrong.append(f"{document.relative_to(root)}: {link} leads nowhere")

print("\n".join(wrong) or f"{len(documents)} documents hold")
sys.exit(1 if wrong else 0)
