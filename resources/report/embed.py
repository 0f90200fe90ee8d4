#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py TRANSLATION.ts OUT.h: the page of the HTML report as C++, in pieces around its data.
embed.py --script: its script alone, before words are put in.

Style, script and words go into the page. Words are in English here and translated as the core's messages are.
"""
import base64
import hashlib
import json
import pathlib
import sys
import xml.etree.ElementTree

SCRIPT = ["data", "names", "lines", "details", "overview", "layers", "suspects", "surroundings", "page", "paper"]  # in this order
PIECE = 8000  # characters of a literal; compilers need not take more than 65 536


def translations(file):
    """The finished ones of the core's messages: English -> translation."""
    found = {}
    for context in xml.etree.ElementTree.parse(file).getroot().iter("context"):
        if context.findtext("name") == "CoreSentences":
            for message in context.iter("message"):
                translation = message.find("translation")
                if translation.get("type") is None and translation.text:
                    found[message.findtext("source")] = translation.text
    return found


def literal(text):
    pieces = [text[i:i + PIECE] for i in range(0, len(text), PIECE)]
    return "".join(f'\n    R"page({piece})page"' for piece in pieces)


def script_text(here):
    return "\n".join((here / "script" / f"{name}.js").read_text() for name in SCRIPT)


def main():
    here = pathlib.Path(__file__).parent
    if sys.argv[1] == "--script":
        sys.stdout.write(script_text(here))
        return
    known = translations(sys.argv[1])
    words = {key: [text, known.get(text, text)] for key, text in json.loads((here / "words.json").read_text()).items()}
    script = script_text(here).replace("__words__", json.dumps(words, ensure_ascii=False))
    page = (here / "page.html").read_text()
    # The only script that a browser runs: markup that got into the page in spite of all would do nothing.
    digest = base64.b64encode(hashlib.sha256(("\n" + script).encode()).digest()).decode()
    page = page.replace("<!--hash-->", digest)
    page = page.replace("<!--style-->\n", (here / "page.css").read_text()).replace("<!--script-->\n", script)
    before_plain, rest = page.split("<!--plain-->")
    before, rest = rest.split("<!--data-->")
    between, after = rest.split("<!--more-->")
    pathlib.Path(sys.argv[2]).write_text(f"""// Made by resources/report/embed.py.
#pragma once

#include <string_view>

namespace dumpscope::core {{

inline constexpr std::string_view kReportBeforePlain ={literal(before_plain)};
inline constexpr std::string_view kReportBeforeData ={literal(before)};
inline constexpr std::string_view kReportBetweenData ={literal(between)};
inline constexpr std::string_view kReportAfterData ={literal(after)};

}} // namespace dumpscope::core
""")


main()
