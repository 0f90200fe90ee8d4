#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""source_digest.py OUT.h FOLDER...: one SHA-256 of all files below the folders, by their names and contents."""
import hashlib
import pathlib
import sys


def main():
    header = pathlib.Path(sys.argv[1])
    digest = hashlib.sha256()
    for folder in map(pathlib.Path, sys.argv[2:]):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                data = path.read_bytes()
                digest.update(f"{path.relative_to(folder)}\0{len(data)}\0".encode())
                digest.update(data)
    header.write_text(f"""// Made by cmake/source_digest.py.
#pragma once

namespace dumpscope::core {{

inline constexpr const char* kSourceDigest = "{digest.hexdigest()}";

}} // namespace dumpscope::core
""")


main()
