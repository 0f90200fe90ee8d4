#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py OUT.h TABLE.json...: the tables of names as C++ literals, in the order given."""
import json
import pathlib
import sys


def main():
    entries = []
    for name in sys.argv[2:]:
        text = pathlib.Path(name).read_text()
        json.loads(text)
        entries.append(f'    {{"{pathlib.Path(name).stem}", R"table({text})table"}},\n')
    pathlib.Path(sys.argv[1]).write_text(f"""// Made by resources/names/embed.py.
#pragma once

#include <array>
#include <string_view>
#include <utility>

namespace dumpscope::core {{

inline constexpr std::array<std::pair<std::string_view, std::string_view>, {len(entries)}> kNameTables {{{{
{"".join(entries)}}}}};

}} // namespace dumpscope::core
""")


main()
