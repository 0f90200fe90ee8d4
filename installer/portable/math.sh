#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# math.sh SOURCES OUT ARCH: logarithms, powers and their like of musl as OUT/root/lib/libfixedmath.a, compiled without
# fused multiply-add, so that their results have the same bits on every processor. The C library's differ between its
# releases, and between processors with and without that instruction. Hidden, so that a library that is loaded later
# keeps its own.
set -euo pipefail
musl=$(echo "$1"/musl-[0-9]*/) out=$2 arch=$3
objects=$out/libraries/math
mkdir -p "$objects/bits"
sed -f "$musl/tools/mkalltypes.sed" "$musl/arch/$arch/bits/alltypes.h.in" "$musl/include/alltypes.h.in" >"$objects/bits/alltypes.h"
cd "$objects"
rm -f ./*.o
for name in log log_data log10 log1p log2 log2_data exp exp_data exp2 expm1 pow pow_data hypot tanh erf sin cos __sin __cos \
    __rem_pio2 __rem_pio2_large __math_divzero __math_invalid __math_oflow __math_uflow __math_xflow; do
    "$out/bin/cc" -c -w -O2 -fPIC -fvisibility=hidden -std=c99 -nostdinc -fno-builtin -ffp-contract=off -U__FP_FAST_FMA \
        -U__FP_FAST_FMAF -D_XOPEN_SOURCE=700 -I. "-I$musl/arch/$arch" "-I$musl/arch/generic" "-I$musl/src/include" \
        "-I$musl/src/internal" "-I$musl/include" "$musl/src/math/$name.c" -o "$name.o"
done
rm -f "$out/root/lib/libfixedmath.a"
"$out/bin/ar" rcs "$out/root/lib/libfixedmath.a" ./*.o
