#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compilers.sh ZIG OUT ARCH: writes cc, c++, ar and ranlib for glibc 2.17 on ARCH into OUT/bin.
set -euo pipefail
zig=$1 out=$2 arch=$3
mkdir -p "$out/bin"
for tool in cc c++; do
    printf '#!/bin/sh\nexec "%s" %s -target %s-linux-gnu.2.17 "$@"\n' "$zig" "$tool" "$arch" >"$out/bin/$tool"
done
for tool in ar ranlib; do
    printf '#!/bin/sh\nexec "%s" %s "$@"\n' "$zig" "$tool" >"$out/bin/$tool"
done
chmod +x "$out"/bin/*
