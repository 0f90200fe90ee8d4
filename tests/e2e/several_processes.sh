#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# several_processes.sh CLI SAMPLE: what several processes find together is what one finds alone, byte for byte but for the time.
set -euo pipefail
cli=$1 sample=$2
command -v mpirun >/dev/null || { echo "no mpirun"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
compare() {
    "$@" "$cli" compare "$sample/target" "$sample/golden" --json --metrics all --top 3 --blocks 16 |
        sed 's/"seconds":[0-9.e+-]*/"seconds":0/'
}
compare env >"$work/alone" || true
# The first of this machine does all the work; or every one a part of it, as machines do.
for processes in 2 3; do
    for all in "" DUMPSCOPE_MPI_ALL=1; do
        compare env $all mpirun --oversubscribe -n "$processes" >"$work/together" 2>"$work/said" || true
        cmp "$work/alone" "$work/together" || { cat "$work/said"; exit 1; }
    done
done
[ -s "$work/alone" ]
if mpirun --oversubscribe -n 2 "$cli" compare "$sample/target" "$sample/golden" --resume "$work/kept" >/dev/null 2>"$work/said"; then
    echo "--resume was not refused"
    exit 1
fi
grep -q 'cannot be used by several together' "$work/said"
