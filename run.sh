#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds the release and opens the window on the given dumps:
#
#   ./run.sh [PATH...]      without a path: the bundled sample
#
# Where there is no display, it prints what the dumps hold and saves a picture of the window instead.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=installer/apt.sh
. "$root/installer/apt.sh"

require_packages build runtime
require_packages recommended || echo "Going on without them." >&2
(
    cd "$root"
    cmake --preset release -DDUMPSCOPE_BUILD_TESTS=OFF
    cmake --build --preset release --target dumpscope-cli dumpscope dumpscope_python_package -j "$(nproc)"
) >&2

[ $# -gt 0 ] || set -- "$root/resources/sample/target" "$root/resources/sample/golden"
paths=()
for path in "$@"; do
    [[ $path != -* ]] || path=./$path
    paths+=("$path")
done
bin=$root/build/release/bin
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec "$bin/dumpscope" "${paths[@]}"
fi

result=0
for path in "${paths[@]}"; do
    for command in info ls; do
        echo "== dumpscope-cli $command $path"
        code=0
        "$bin/dumpscope-cli" "$command" "$path" || code=$?
        [ "$code" -le "$result" ] || result=$code
        echo
    done
done
picture=$root/build/screenshot.png
code=0
"$bin/dumpscope" --screenshot "$picture" "${paths[@]}" || code=$?
if [ "$code" -eq 0 ]; then
    echo "No display here. The window with these dumps: $picture"
elif [ "$code" -gt "$result" ]; then
    result=$code
fi
exit "$result"
