#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# use-installed.sh BIN SAMPLE PLATFORM OUT: a short use of installed programs, on a system that has nothing else.
set -euo pipefail
bin=$1 sample=$2 out=$4
export QT_QPA_PLATFORM=$3
mkdir -p "$out"
"$bin/dumpscope" --version
"$bin/dumpscope-cli" --version | head -n 1
"$bin/dumpscope" --fresh --screenshot "$out.png" "$sample/target" "$sample/golden"
[ -s "$out.png" ]
code=0
"$bin/dumpscope-cli" compare "$sample/target" "$sample/golden" >"$out/compare.txt" || code=$?
[ "$code" -eq 1 ] || { echo "comparing the sample exited with $code"; exit 1; }
grep -m 1 -i 'divergence' "$out/compare.txt"
"$bin/dumpscope-cli" devices --runtime cpu
for model in /check/*.onnx; do
    [ -e "$model" ] || continue
    "$bin/dumpscope-cli" capture golden --model "$model" -o "$out/capture" --seed 1 >/dev/null
    "$bin/dumpscope-cli" info "$out/capture" | head -n 3
    break
done
"$bin/dumpscope-cli" doctor || true
