#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# use-installed.sh BIN SAMPLE PLATFORM OUT: a short use of installed programs, on a system that has nothing else.
set -euo pipefail
bin=$1 sample=$2 out=$4
export QT_QPA_PLATFORM=$3
mkdir -p "$out"
"$bin/dumpscope" --version
"$bin/dumpscope-cli" --version | head -n 1
"$bin/dumpscope" --fresh --screenshot "$out.png" "$sample/target.tar" "$sample/golden.tar"
[ -s "$out.png" ]
code=0
"$bin/dumpscope-cli" compare "$sample/target.tar" "$sample/golden.tar" >"$out/compare.txt" || code=$?
[ "$code" -eq 1 ] || { echo "comparing the sample exited with $code"; exit 1; }
grep -m 1 -i 'divergence' "$out/compare.txt"
"$bin/dumpscope-cli" devices --runtime cpu
"$bin/dumpscope-cli" capture golden --model /check/model.onnx --input /check/input.npy -o "$out/capture" >/dev/null
"$bin/dumpscope-cli" info "$out/capture" >"$out/info.txt"
head -n 3 "$out/info.txt"
"$bin/dumpscope-cli" doctor || true
