#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# format.sh ROOT: clang-format 14 has nothing to change. Mend with: clang-format-14 -i FILE...
set -uo pipefail
cd "${1:?usage: format.sh ROOT}" || exit 1
if ! command -v clang-format-14 >/dev/null; then
    echo "skipped: clang-format-14 is not installed (other versions format differently)"
    exit 77
fi
folders=()
for folder in core app widgets python tests; do
    [ ! -d "$folder" ] || folders+=("$folder")
done
find "${folders[@]}" -path tests/data -prune -o \
    -type f \( -name '*.h' -o -name '*.cpp' -o -name '*.inl' \) -print0 |
    xargs -0 -n 20 -P "$(nproc)" clang-format-14 --dry-run -Werror
