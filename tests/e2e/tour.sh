#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tour.sh BIN SOURCE: every command of the tour in README.md does what it says, typed from the project's folder.
# A comment "exits N" is the exit code; without one it is 0 (doctor may find something: 0 or 1).
set -uo pipefail
bin=$(realpath "$1")
source=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/resources"
ln -s "$source/resources/sample" "$work/resources/sample"
cd "$work" || exit 1
PATH=$bin:$PATH
export HOME=$work

count=0
while IFS= read -r line; do
    [[ $line == dumpscope* ]] || continue
    count=$((count + 1))
    expected=0
    [[ $line =~ exits\ ([0-9]+) ]] && expected=${BASH_REMATCH[1]}
    if [[ $line == "dumpscope "* && ! -x $bin/dumpscope ]]; then
        continue
    fi
    code=0
    timeout 120 bash -c "$line" >out 2>err </dev/null || code=$?
    if [ "$code" -ne "$expected" ] && ! { [[ $line == *doctor* ]] && [ "$code" -eq 1 ]; }; then
        echo "FAILED: $line"
        echo "exit code $code, not $expected"
        head -n 5 err
        exit 1
    fi
    [ -s out ] || [[ $line == *-o\ * || $line == *--screenshot* || $line == *--report* ]] ||
        { echo "FAILED: $line printed nothing"; exit 1; }
done < <(sed -n '/^## Five minutes/,/^## What it opens/p' "$source/README.md" | sed -n '/^```sh/,/^```/p')
[ "$count" -ge 10 ] || { echo "only $count commands found"; exit 1; }
for made in converted report.html; do
    [ -e "$made" ] || { echo "$made was not made"; exit 1; }
done
[ ! -x "$bin/dumpscope" ] || [ -s compared.png ] || { echo "no picture"; exit 1; }
[ ! -x "$bin/dumpscope" ] || "$bin/dumpscope" --help | grep -q '^Usage: dumpscope ' ||
    { echo "dumpscope --help does not name the program"; exit 1; }
echo "$count commands"
