#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Repeats all rows of whole commands and prints them as Markdown: against their peers, how they grow, and loads.
#
#     tests/bench/all.sh [WORK] [CLI]
#
# WORK gets its data once: some 10 GB.
work=${1:-/tmp/dumpscope-bench} cli=${2:-build/release/bin/dumpscope-cli}
here=$(dirname "$0")
date -u
uptime
failed=0
for part in "bench.py --runs 3" "growth.py --runs 1" load.py; do
    set -- $part
    script=$1
    shift
    printf '\n## %s\n\n' "$script"
    "$here/$script" --cli "$cli" --work "$work" "$@" || failed=1
done
uptime
exit $failed
