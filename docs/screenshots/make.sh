#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of this folder, made by the program itself from the bundled sample. Run after ./run.sh.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$here/../..
program=${1:-$root/build/release/bin/dumpscope}
shot() { # NAME OPTION...
    local name=$1
    shift
    "$program" --screenshot "$here/$name.png" --size 1600x1000 "$@"
}
sample=$root/resources/sample/target
tensor='Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0'
shot explore-light --select "$tensor" "$sample"
shot explore-dark --theme dark --select "$tensor" "$sample"
shot explore-zh --language zh_CN --select "$tensor" "$sample"
shot start-light
