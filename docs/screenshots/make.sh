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
# Under a path that says nothing about the machine.
sample=${TMPDIR:-/tmp}/sample
mkdir "$sample"
trap 'rm -rf "$sample"' EXIT
cp -r "$root"/resources/sample/. "$root"/tests/data/guide/. "$sample"
target=$sample/target golden=$sample/golden
tensor='Default/network-WithLossCell/_backbone-LeNet/conv1-Conv2d/Conv2D-op0:output:0'
shot explore-light --tab heatmap --select "$tensor" "$target"
shot explore-dark --tab heatmap --theme dark --select "$tensor" "$target"
shot explore-zh --language zh_CN --select "$tensor" "$target"
shot start-light
shot compare-light "$target" "$golden"
shot compare-dark-zh --theme dark --language zh_CN "$target" "$golden"
shot overview-light --tab overview "$target" "$golden"
shot graph-light --arrangement graph "$target" "$golden"
shot graph-dark-zh --arrangement graph --theme dark --language zh_CN "$target" "$golden"
# Of the guide; smaller, so that they show what the text is about.
guide() { # NAME OPTION...
    local name=$1
    shift
    "$program" --fresh --screenshot "$here/$name.png" --size 1100x620 "$@"
    ! command -v pngquant > /dev/null || pngquant --force --output "$here/$name.png" 256 "$here/$name.png"
}
guide atb-torch "$sample/atb" "$sample/torch"
guide checkpoints "$sample/megatron" "$sample/hf"
