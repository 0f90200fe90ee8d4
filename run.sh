#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds the release and shows what the given dumps hold:
#
#   ./run.sh [PATH...]      without a path: the bundled sample
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=installer/apt.sh
. "$root/installer/apt.sh"

require_packages build runtime
(
    cd "$root"
    cmake --preset release -DDUMPSCOPE_BUILD_TESTS=OFF
    cmake --build --preset release --target dumpscope-cli -j "$(nproc)"
) >&2

[ $# -gt 0 ] || set -- "$root/resources/sample/target" "$root/resources/sample/golden"
cli=$root/build/release/bin/dumpscope-cli
result=0
for path in "$@"; do
    [[ $path != -* ]] || path=./$path
    for command in info ls; do
        echo "== dumpscope-cli $command $path"
        code=0
        "$cli" "$command" "$path" || code=$?
        [ "$code" -le "$result" ] || result=$code
        echo
    done
done
exit "$result"
