#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py OUT.h VARIABLE FILE...: texts as C++ literals under the names of their files, in the order given."""
import json
import pathlib
import sys


def main():
    header, variable = sys.argv[1:3]
    entries = []
    for path in map(pathlib.Path, sys.argv[3:]):
        text = path.read_text()
        if path.suffix == ".json":
            json.loads(text)
        entries.append(f'    {{"{path.stem}", R"text({text})text"}},\n')
    pathlib.Path(header).write_text(f"""// Made by resources/embed.py.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace dumpscope::core {{

inline constexpr std::array<std::pair<std::string_view, std::string_view>, {len(entries)}> {variable} {{{{
{"".join(entries)}}}}};

}} // namespace dumpscope::core
""")


main()
