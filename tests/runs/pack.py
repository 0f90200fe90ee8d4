#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pack.py CASES_DIR OUT ID [ID ...]: copies cases with each dump as one .zip, the same bytes whenever it is done. Standard library only."""
import os
import shutil
import sys
import zipfile


def pack(folder, path):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        names = sorted(os.path.join(here, name) for here, _, files in os.walk(folder) for name in files)
        for name in names:
            entry = zipfile.ZipInfo(os.path.relpath(name, folder), (2026, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            with open(name, "rb") as file:
                archive.writestr(entry, file.read())


def main():
    cases, out, *names = sys.argv[1:]
    for name in names:
        folder = os.path.join(out, name)
        os.makedirs(folder, exist_ok=True)
        shutil.copyfile(os.path.join(cases, name, "case.json"), os.path.join(folder, "case.json"))
        for side in ("golden", "target"):
            pack(os.path.join(cases, name, side), os.path.join(folder, side + ".zip"))


if __name__ == "__main__":
    main()
